//! A folder to run in.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of a test's own, which is gone at its end.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// An empty one where the system keeps what is temporary.
    ///
    /// # Panics
    ///
    /// When it cannot be made.
    #[must_use]
    pub fn temporary() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("mcp-ergo-tests-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        Self(folder)
    }

    /// The folder with this file in it.
    ///
    /// # Panics
    ///
    /// When it cannot be written.
    #[must_use]
    pub fn with(self, file: &str, text: &str) -> Self {
        let file = self.0.join(file);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, text).expect("a file for the test");
        self
    }

    /// The whole path of a file in it.
    #[must_use]
    pub fn path(&self, file: &str) -> String {
        self.0.join(file).display().to_string()
    }

    /// What a file in it says.
    ///
    /// # Panics
    ///
    /// When it cannot be read.
    #[must_use]
    pub fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.join(file)).expect("the file is there")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
