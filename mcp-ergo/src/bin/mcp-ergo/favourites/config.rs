//! The file in which favourites are written down.

use std::fs::{OpenOptions, Permissions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use mcp_ergo::rules::{Favourites, Policy, PolicyValue};
use toml_edit::{Document, Item, TableLike, Value};

use super::Place;
use super::edit::{Change, SECTION, edited};
use crate::output::Failure;

/// The names of files that say what is presented: of a server, and of a gateway.
const NAMES: [&str; 2] = ["mcp-ergo.toml", "gateway.toml"];

/// A file, and what it pins.
pub(super) struct Config {
    pub(super) path: PathBuf,
    text: String,
    pub(super) favourites: Favourites,
    /// Whether the file itself says how many there may be.
    pub(super) max_is_said: bool,
}

impl Place {
    /// The file as it is.
    pub(super) fn read(&self) -> Result<Config, Failure> {
        let path = self.path()?;
        let text = std::fs::read_to_string(&path).map_err(|error| unreadable(&path, &error))?;
        Config::of(path, text)
    }

    /// The file as it is, or an empty one that is still to be made.
    pub(super) fn open(&self) -> Result<Config, Failure> {
        let path = self.path()?;
        match std::fs::read_to_string(&path) {
            Ok(text) => Config::of(path, text),
            Err(error) if error.kind() == ErrorKind::NotFound => Config::of(path, String::new()),
            Err(error) => Err(unreadable(&path, &error)),
        }
    }

    /// The same where there is one.
    pub(super) fn read_if_any(&self) -> Result<Option<Config>, Failure> {
        if self.config.is_none() && nearest()?.is_none() {
            return Ok(None);
        }
        self.read().map(Some)
    }

    fn path(&self) -> Result<PathBuf, Failure> {
        if let Some(config) = &self.config {
            return Ok(config.clone());
        }
        nearest()?.ok_or_else(|| {
            Failure::new("there is no mcp-ergo.toml or gateway.toml in this folder or above")
                .help("name the file: `--config mcp-ergo.toml`; `set` makes it where it is missing")
        })
    }
}

impl Config {
    fn of(path: PathBuf, text: String) -> Result<Self, Failure> {
        let (favourites, max_is_said) = read(&text).map_err(|failure| failure.about(&path))?;
        Ok(Self {
            path,
            text,
            favourites,
            max_is_said,
        })
    }

    /// Writes the file, where that changes anything.
    pub(super) fn change(&mut self, change: &Change<'_>) -> Result<(), Failure> {
        let text = edited(&self.text, change).map_err(|failure| failure.about(&self.path))?;
        let changed = Self::of(self.path.clone(), text)?;
        let wanted = Favourites {
            enabled: change.enabled,
            tools: change.tools.unwrap_or(&self.favourites.tools).clone(),
            max_favourites: change.max.unwrap_or(self.favourites.max_favourites),
        };
        if changed.favourites != wanted {
            let message = "it cannot be changed without breaking what else it says";
            let help = "write `[presentation]` by hand";
            return Err(Failure::new(message).help(help).about(&self.path));
        }
        if changed.text != self.text {
            replace(&self.path, &changed.text).map_err(|error| {
                let message = format!("it cannot be written: {error}");
                Failure::new(message).about(&self.path)
            })?;
        }
        *self = changed;
        Ok(())
    }
}

/// The nearest file of the names that we know.
fn nearest() -> Result<Option<PathBuf>, Failure> {
    let here = std::env::current_dir()
        .map_err(|error| Failure::new(format!("this folder cannot be read: {error}")))?;
    for folder in here.ancestors() {
        let found: Vec<PathBuf> = NAMES
            .iter()
            .map(|name| folder.join(name))
            .filter(|file| file.is_file())
            .collect();
        match found.as_slice() {
            [] => {}
            [only] => {
                // A name in this folder is told as it is.
                let only = only.strip_prefix(&here).unwrap_or(only);
                return Ok(Some(only.to_owned()));
            }
            [..] => {
                let message = format!("{} has both {}", folder.display(), NAMES.join(" and "));
                return Err(Failure::new(message).help("say which: `--config gateway.toml`"));
            }
        }
    }
    Ok(None)
}

/// Puts a new file in the place of the old one, so that a half-written one is never read.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let path = target(path);
    let old = match std::fs::metadata(&path) {
        Ok(old) => Some(old.permissions()),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    // A file can be replaced by whoever may write its folder, but not against its owner's word.
    if old.as_ref().is_some_and(Permissions::readonly) {
        let message = "it is read-only";
        return Err(std::io::Error::new(ErrorKind::PermissionDenied, message));
    }
    let mut beside = path.clone().into_os_string();
    beside.push(format!(".{}.new", std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if old.is_some() {
        // Nobody reads a secret in it before it has the old file's permissions.
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let mut file = options.open(&beside)?;
    let written = || -> std::io::Result<()> {
        file.write_all(text.as_bytes())?;
        if let Some(old) = old {
            std::fs::set_permissions(&beside, old)?;
        }
        std::fs::rename(&beside, &path)
    };
    written().inspect_err(|_| {
        let _ = std::fs::remove_file(&beside);
    })
}

/// The file that is meant: a link stays one, also where it leads to a file that is still to be made.
fn target(path: &Path) -> PathBuf {
    let led = || {
        let to = std::fs::read_link(path).ok()?;
        Some(path.parent()?.join(to))
    };
    path.canonicalize()
        .ok()
        .or_else(led)
        .unwrap_or_else(|| path.to_owned())
}

/// What the section says, by the rules of a policy, and whether it says how many there may be.
fn read(text: &str) -> Result<(Favourites, bool), Failure> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let document = Document::parse(text).map_err(|error| {
        let before = error.span().map_or(0, |span| span.start);
        let line = text.get(..before).unwrap_or_default().matches('\n').count() + 1;
        Failure::new(format!("line {line} is not TOML: {}", error.message())).help("mend the line")
    })?;
    let mut policy = Policy::strict();
    let Some(section) = document.get(SECTION) else {
        return Ok((policy.presentation, false));
    };
    let Some(table) = section.as_table_like() else {
        policy.set("", SECTION, &policy_value(section))?;
        return Ok((policy.presentation, false));
    };
    set_all(&mut policy, table)?;
    Ok((policy.presentation, table.contains_key("max_favourites")))
}

fn set_all(policy: &mut Policy, table: &dyn TableLike) -> Result<(), Failure> {
    let mut messages = Vec::new();
    for (key, item) in table.iter() {
        if let Err(error) = policy.set(SECTION, key, &policy_value(item)) {
            messages.push((error.message, Some(error.help)));
        }
    }
    if messages.is_empty() {
        Ok(())
    } else {
        Err(Failure { messages })
    }
}

fn policy_value(item: &Item) -> PolicyValue {
    match item.as_value() {
        Some(Value::String(text)) => PolicyValue::Text(text.value().clone()),
        Some(Value::Integer(number)) => PolicyValue::Number(*number.value()),
        Some(Value::Boolean(flag)) => PolicyValue::Flag(*flag.value()),
        Some(Value::Array(items)) => {
            let texts: Option<Vec<String>> = items
                .iter()
                .map(|item| item.as_str().map(str::to_owned))
                .collect();
            texts.map_or(
                PolicyValue::Other("a list of other things than strings"),
                PolicyValue::List,
            )
        }
        Some(Value::Float(_)) => PolicyValue::Other("a number with a point"),
        Some(Value::Datetime(_)) => PolicyValue::Other("a date"),
        Some(Value::InlineTable(_)) | None => PolicyValue::Other("a table"),
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("it cannot be read: {error}")).about(path)
}
