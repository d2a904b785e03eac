//! A program that speaks the protocol over its standard streams.

use std::collections::VecDeque;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use process_wrap::tokio::{ChildWrapper, CommandWrap};
use rmcp::RoleClient;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::Program;
use super::meter::{Meter, Metered};
use super::secret::{Secret, redacted};

/// What every program needs of the environment that it was started in. The rest is the gateway's own,
/// or another upstream's.
const INHERITED: &[&str] = &[
    "APPDATA",
    "COMSPEC",
    "HOME",
    "HOMEDRIVE",
    "HOMEPATH",
    "LANG",
    "LC_ALL",
    "LOCALAPPDATA",
    "LOGNAME",
    "PATH",
    "PATHEXT",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "SHELL",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TERM",
    "TMP",
    "TMPDIR",
    "TZ",
    "USER",
    "USERNAME",
    "USERPROFILE",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
];

/// How long a program may take to end once its input is closed, and again once it is asked.
const PATIENCE: Duration = Duration::from_secs(2);

/// How many lines of stderr are kept, and how many characters of each, to tell why a program ended.
const LAST: usize = 5;
const LONGEST: usize = 200;

/// Most bytes of one line that a program writes to stderr.
const LINE: u64 = 4096;

pub(super) type ChildTransport = AsyncRwTransport<RoleClient, Metered<ChildStdout>, ChildStdin>;

/// A running program. Dropping it ends the program with all that it has started.
pub(super) struct Child {
    /// How it ended, once it has.
    ended: watch::Receiver<Option<String>>,
    said: Said,
    stop: DropGuard,
    kill: CancellationToken,
}

/// The last lines on stderr.
#[derive(Debug, Clone, Default)]
struct Said(Arc<Mutex<VecDeque<String>>>);

impl Said {
    fn lines(&self) -> MutexGuard<'_, VecDeque<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, line: &str) {
        let mut lines = self.lines();
        if lines.len() == LAST {
            lines.pop_front();
        }
        lines.push_back(line.chars().take(LONGEST).collect());
    }
}

impl Child {
    /// How it ended, and what it said last, once it has ended.
    pub(super) async fn gone(&mut self) -> String {
        let ended = self.ended.wait_for(Option::is_some).await;
        let how = ended.ok().and_then(|how| how.clone());
        let how = how.unwrap_or_else(|| "the program was lost".to_owned());
        let said = Vec::from(self.said.lines().clone()).join(" | ");
        match &*said {
            "" => how,
            said => format!("{how}; it said: {said}"),
        }
    }

    /// The same where it ends now, else `otherwise`.
    pub(super) async fn gone_or(&mut self, otherwise: String) -> String {
        let soon = Duration::from_millis(500);
        tokio::time::timeout(soon, self.gone())
            .await
            .unwrap_or(otherwise)
    }

    /// Ends it: asked to, or at once.
    pub(super) async fn end(self, asked: bool) {
        let Self {
            mut ended,
            stop,
            kill,
            ..
        } = self;
        if !asked {
            kill.cancel();
        }
        drop(stop);
        let _ = ended.wait_for(Option::is_some).await;
    }
}

impl Program {
    /// Starts the program.
    pub(super) fn start(
        &self,
        name: &str,
        secrets: Vec<Secret>,
        meter: Meter,
    ) -> Result<(ChildTransport, Child), String> {
        let mut command = self.command();
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut command = CommandWrap::from(command);
        #[cfg(unix)]
        command.wrap(process_wrap::tokio::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::tokio::JobObject);
        let program = self.command.first().cloned().unwrap_or_default();
        let mut child = command
            .spawn()
            .map_err(|error| format!("`{}` cannot be started: {error}", program.display()))?;
        let streams = (
            child.stdin().take(),
            child.stdout().take(),
            child.stderr().take(),
        );
        let child = Group(child);
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else {
            return Err("its standard streams cannot be had".to_owned());
        };
        let said = Said::default();
        tokio::spawn(log(name.to_owned(), secrets, stderr, said.clone()));
        let (stop, kill) = (CancellationToken::new(), CancellationToken::new());
        let (end, ended) = watch::channel(None);
        tokio::spawn(child.watch(stop.clone(), kill.clone(), end));
        let transport = AsyncRwTransport::new_client(Metered::new(stdout, meter), stdin);
        let child = Child {
            ended,
            said,
            stop: stop.drop_guard(),
            kill,
        };
        Ok((transport, child))
    }

    fn command(&self) -> Command {
        let mut words = self.command.iter();
        let mut command = Command::new(words.next().cloned().unwrap_or_default());
        command.args(words).env_clear().kill_on_drop(true);
        for name in INHERITED {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        for (name, value) in &self.env {
            command.env(name, value.expose());
        }
        if let Some(cwd) = &self.cwd {
            command.current_dir(cwd);
        }
        command
    }
}

/// A program with all that it has started, which does not outlive this.
struct Group(Box<dyn ChildWrapper>);

impl Drop for Group {
    fn drop(&mut self) {
        // Nothing of it may be left; then there is nothing to kill.
        let _ = self.0.start_kill();
    }
}

impl Group {
    /// Waits until the program ends, or ends it.
    async fn watch(
        mut self,
        stop: CancellationToken,
        kill: CancellationToken,
        end: watch::Sender<Option<String>>,
    ) {
        let how = tokio::select! {
            status = self.program() => match status {
                Ok(status) => format!("the program ended by itself ({status})"),
                Err(error) => format!("the program cannot be watched: {error}"),
            },
            () = stop.cancelled() => {
                if !kill.is_cancelled() {
                    self.stop().await;
                }
                "the program was ended".to_owned()
            }
        };
        // What it has started goes with it.
        let _ = self.0.start_kill();
        let _ = tokio::time::timeout(PATIENCE, self.0.wait()).await;
        drop(self);
        end.send_replace(Some(how));
    }

    /// As the specification has it: its input is closed already; then it is asked. After that it is
    /// killed.
    async fn stop(&mut self) {
        if self.ends().await {
            return;
        }
        #[cfg(unix)]
        {
            /// `SIGTERM`, the same on every Unix.
            const TERMINATE: i32 = 15;
            if self.0.signal(TERMINATE).is_ok() {
                self.ends().await;
            }
        }
    }

    async fn ends(&mut self) -> bool {
        tokio::time::timeout(PATIENCE, self.program()).await.is_ok()
    }

    /// Waits for the program itself: the rest of the group is waited for by whoever it belongs to, which
    /// in a container may be this process.
    async fn program(&mut self) -> std::io::Result<ExitStatus> {
        self.0.inner_mut().wait().await
    }
}

/// Logs what a program says on stderr, line by line. It is read to its end whatever it says: a program
/// whose stderr is full waits.
async fn log(upstream: String, secrets: Vec<Secret>, stderr: ChildStderr, said: Said) {
    let mut stderr = BufReader::new(stderr);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut stderr).take(LINE).read_until(b'\n', &mut line).await {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) => {
                tracing::debug!(upstream, %error, "stderr cannot be read");
                return;
            }
        }
        let text = redacted(String::from_utf8_lossy(&line).trim_end(), &secrets);
        let text = crate::audit::printable(&text);
        if !text.is_empty() {
            said.add(&text);
            tracing::debug!(upstream, "{text}");
        }
    }
}
