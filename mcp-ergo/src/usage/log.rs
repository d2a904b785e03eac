//! Records that were kept, read and counted.

mod folding;
mod lines;
mod rows;

use std::collections::HashMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

use super::{UsageCode, UsageRecord, UsageStatus};
use crate::sqlite::SqliteError;
use folding::Folding;

/// A file with records of calls: one that `SqliteUsage` keeps, or a log with a JSON object on each
/// line. An object has the fields of a [`UsageRecord`]; `tool` or `presented` has to be there, and what
/// else is missing is unknown. Names that are only `presented` are led back to the tool:
/// `favourite__get_x` and `all__ledger__get_x` are both `get_x`.
#[derive(Debug)]
pub struct UsageLog(Source);

#[derive(Debug)]
enum Source {
    Sqlite(Connection),
    Lines(std::path::PathBuf),
}

/// How often the tools of a log were called.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct UsageOf {
    /// The tools that are there, the most called first and those of one number by name.
    pub tools: Vec<ToolUsage>,
    /// Calls of tools that are not there, by the name that was sent, where names were asked for.
    pub unknown: Vec<(String, u64)>,
    /// How many calls there were, those of unknown tools included.
    pub calls: u64,
    /// How many more were made and not recorded.
    pub dropped: u64,
    /// When the newest call of the whole log ended, in milliseconds since 1970; `None` where nothing is
    /// known of it, or where it was not asked for because there were calls.
    pub newest: Option<u64>,
}

/// How one tool was called.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolUsage {
    /// The canonical name.
    pub tool: String,
    /// How many calls.
    pub calls: u64,
    /// How many of them ended in each way, by the [word](UsageStatus::word) for it.
    pub statuses: Vec<(String, u64)>,
    /// What went wrong and how often, the most frequent first.
    pub codes: Vec<(UsageCode, u64)>,
    /// What half of the calls took at most, and what 95 of a hundred took at most, where durations were
    /// asked for and known.
    pub durations: Option<(Duration, Duration)>,
}

impl ToolUsage {
    /// How many calls went wrong.
    pub fn errors(&self) -> u64 {
        let wrong = self.statuses.iter().filter(|(word, _)| is_error(word));
        wrong.map(|(_, calls)| calls).sum()
    }
}

/// A word that we do not know is none of those that say that nothing went wrong.
fn is_error(word: &str) -> bool {
    let known = UsageStatus::ALL.iter().find(|status| status.word() == word);
    known.is_none_or(|status| status.is_error())
}

/// Why a log cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UsageLogError {
    /// The file cannot be read at all.
    #[error("it cannot be read: {0}")]
    File(#[from] std::io::Error),
    /// It is a database, and none of usage.
    #[error(transparent)]
    Foreign(SqliteError),
    /// `SQLite` cannot read it.
    #[error("SQLite cannot read it: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// A line of a log is no record of a call.
    #[error("line {line} is no record of a call: {why}")]
    Line {
        /// The line, the first being 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

/// How every database of `SQLite` begins.
const MAGIC: &[u8] = b"SQLite format 3\0";

impl UsageLog {
    /// The log in a file.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or is a database of something else.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, UsageLogError> {
        let path = path.as_ref();
        let mut opening = Vec::new();
        let file = File::open(path)?;
        file.take(MAGIC.len() as u64).read_to_end(&mut opening)?;
        if opening != MAGIC {
            return Ok(Self(Source::Lines(path.to_owned())));
        }
        let opened = super::sqlite::LAYOUT.open_to_read(path);
        let connection = opened.map_err(|error| match error {
            SqliteError::Sqlite(error) => UsageLogError::Sqlite(error),
            foreign => UsageLogError::Foreign(foreign),
        })?;
        Ok(Self(Source::Sqlite(connection)))
    }

    /// How often each tool was called since a time, in milliseconds since 1970, and how that ended.
    ///
    /// # Errors
    ///
    /// When the file cannot be read to its end, or a line is no record.
    pub fn counts(&self, since: u64) -> Result<UsageOf, UsageLogError> {
        let mut tallies = Tallies::default();
        match &self.0 {
            Source::Sqlite(connection) => rows::count(connection, since, &mut tallies)?,
            Source::Lines(path) => lines::read(path, since, &mut tallies)?,
        }
        self.told(tallies, since)
    }

    /// The same with what went wrong and how long it took, of one tool where one is named.
    ///
    /// # Errors
    ///
    /// Those of [`counts`](Self::counts).
    pub fn details(&self, since: u64, tool: Option<&str>) -> Result<UsageOf, UsageLogError> {
        let mut tallies = Tallies {
            in_full: true,
            ..Tallies::default()
        };
        match &self.0 {
            Source::Sqlite(connection) => rows::read(connection, since, &mut tallies)?,
            Source::Lines(path) => lines::read(path, since, &mut tallies)?,
        }
        let mut usage = self.told(tallies, since)?;
        if let Some(tool) = tool {
            let wanted = folding::plain(tool);
            usage
                .tools
                .retain(|usage| folding::plain(&usage.tool) == wanted);
        }
        Ok(usage)
    }

    fn told(&self, tallies: Tallies, since: u64) -> Result<UsageOf, UsageLogError> {
        let newest = tallies.newest;
        let mut usage = tallies.told();
        match &self.0 {
            Source::Lines(_) => usage.newest = newest,
            Source::Sqlite(connection) => {
                usage.dropped = rows::dropped(connection, since)?;
                if usage.calls == 0 {
                    usage.newest = rows::newest(connection)?;
                }
            }
        }
        Ok(usage)
    }
}

/// What is counted while a log is read.
#[derive(Debug, Default)]
struct Tallies {
    /// By the names in the log.
    canonical: HashMap<String, Tally>,
    presented: HashMap<String, Tally>,
    unknown: HashMap<String, u64>,
    calls: u64,
    newest: Option<u64>,
    /// Whether codes, durations and unknown names are counted too.
    in_full: bool,
}

/// The calls of one name.
#[derive(Debug, Default)]
struct Tally {
    calls: u64,
    statuses: HashMap<String, u64>,
    codes: HashMap<UsageCode, u64>,
    micros: Vec<u64>,
}

/// Some calls that are alike.
struct Seen<'a> {
    tool: Option<&'a str>,
    presented: Option<&'a str>,
    status: Option<&'a str>,
    codes: Vec<UsageCode>,
    micros: Option<u64>,
    calls: u64,
}

impl Tallies {
    fn add(&mut self, seen: Seen<'_>) {
        self.calls += seen.calls;
        let unknown = seen.status == Some(UsageStatus::UnknownTool.word());
        if unknown || seen.tool == Some(UsageRecord::UNKNOWN) {
            if let (true, Some(name)) = (self.in_full && unknown, seen.presented) {
                *slot(&mut self.unknown, name) += seen.calls;
            }
            return;
        }
        let tally = match (seen.tool, seen.presented) {
            (Some(tool), _) => slot(&mut self.canonical, tool),
            (None, Some(presented)) => slot(&mut self.presented, presented),
            (None, None) => return,
        };
        tally.calls += seen.calls;
        if let Some(status) = seen.status {
            *slot(&mut tally.statuses, status) += seen.calls;
        }
        if self.in_full {
            tally.micros.extend(seen.micros);
            for code in seen.codes {
                *tally.codes.entry(code).or_default() += seen.calls;
            }
        }
    }

    /// Everything under canonical names.
    fn told(self) -> UsageOf {
        let Self {
            mut canonical,
            presented,
            unknown,
            calls,
            ..
        } = self;
        let names: Vec<String> = presented.keys().cloned().collect();
        let folding = Folding::of(names.iter().map(String::as_str));
        for (name, tally) in presented {
            let tool = folding.canonical(&name);
            canonical.entry(tool).or_default().join(tally);
        }
        let mut tools: Vec<ToolUsage> = canonical
            .into_iter()
            .map(|(tool, tally)| tally.told(tool))
            .collect();
        tools.sort_by(|a, b| b.calls.cmp(&a.calls).then_with(|| a.tool.cmp(&b.tool)));
        UsageOf {
            tools,
            unknown: ranked(unknown),
            calls,
            ..UsageOf::default()
        }
    }
}

impl Tally {
    fn join(&mut self, other: Self) {
        self.calls += other.calls;
        for (status, calls) in other.statuses {
            *self.statuses.entry(status).or_default() += calls;
        }
        for (code, calls) in other.codes {
            *self.codes.entry(code).or_default() += calls;
        }
        self.micros.extend(other.micros);
    }

    fn told(mut self, tool: String) -> ToolUsage {
        self.micros.sort_unstable();
        let at = |percent: usize| {
            // The nearest rank: the least that so many of a hundred do not exceed.
            let rank = (self.micros.len() * percent).div_ceil(100).max(1);
            self.micros
                .get(rank - 1)
                .copied()
                .map(Duration::from_micros)
        };
        ToolUsage {
            durations: at(50).zip(at(95)),
            tool,
            calls: self.calls,
            statuses: ranked(self.statuses),
            codes: ranked(self.codes),
        }
    }
}

/// What stands under a name, which is copied when it is new.
fn slot<'m, V: Default>(counted: &'m mut HashMap<String, V>, name: &str) -> &'m mut V {
    if !counted.contains_key(name) {
        counted.insert(name.to_owned(), V::default());
    }
    counted.get_mut(name).expect("it was put there")
}

/// The most frequent first, and of one number by name.
fn ranked<K: Ord>(counted: HashMap<K, u64>) -> Vec<(K, u64)> {
    let mut ranked: Vec<(K, u64)> = counted.into_iter().collect();
    ranked.sort_by(|(a, many), (b, more)| more.cmp(many).then_with(|| a.cmp(b)));
    ranked
}
