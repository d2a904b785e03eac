//! What holds for one connection of a client before 2026-07-28; newer clients say it with each
//! request.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};

use tokio_util::sync::DropGuard;

use super::changes::Watch;
use crate::call::LogLevel;

/// What a client has said for its connection.
#[derive(Debug)]
pub(super) struct Connection {
    /// The place of the least level among [`LogLevel::ALL`].
    level: AtomicU8,
    pub(super) watch: Watch,
    /// Ends the telling of new lists with the connection.
    pub(super) listing: Mutex<Option<DropGuard>>,
}

impl Default for Connection {
    fn default() -> Self {
        Self {
            level: AtomicU8::new(LogLevel::Info as u8),
            watch: Watch::default(),
            listing: Mutex::default(),
        }
    }
}

impl Connection {
    pub(super) fn set_log_level(&self, level: LogLevel) {
        self.level.store(level as u8, Ordering::Relaxed);
    }

    pub(super) fn log_level(&self) -> LogLevel {
        let level = usize::from(self.level.load(Ordering::Relaxed));
        LogLevel::ALL.get(level).copied().unwrap_or(LogLevel::Info)
    }
}
