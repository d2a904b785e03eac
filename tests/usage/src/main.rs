//! What recording a call costs, and how long a million recorded calls take to read: `tests/usage/run`.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use mcp_ergo::usage::{
    SqliteUsage, Usage, UsageCode, UsageLog, UsageRecord, UsageRing, UsageStatus, UsageStore,
};

const CALLS: usize = 1_000_000;

/// Tools of the catalog, called by Zipf's law.
const TOOLS: usize = 145;

/// Calls between two pauses in which the store catches up: fewer than the queue holds.
const BURST: usize = 8_000;

/// Milliseconds of a day.
const DAY: u64 = 24 * 60 * 60 * 1000;

const PATIENCE: Duration = Duration::from_secs(60);

fn main() -> Result<(), mcp_ergo::Error> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.ok_or_else(|| std::io::Error::other("name a folder for the files"))?;
    println!("a million calls, what each costs the call itself");
    record("ring", UsageRing::new(CALLS));
    record(
        "SQLite file",
        SqliteUsage::open(folder.join("recorded.db"))?,
    );
    one_by_one(SqliteUsage::open(folder.join("single.db"))?);
    read(&folder.join("usage.db"))
}

/// A million calls in bursts, none of them dropped.
fn record(store: &str, kept_in: impl UsageStore) {
    let usage = Usage::new(kept_in);
    let mut calls = Calls::new();
    let mut times = Vec::with_capacity(CALLS);
    for call in 1..=CALLS {
        times.push(timed(&usage, &mut calls));
        if call % BURST == 0 {
            usage.flush(PATIENCE);
        }
    }
    usage.flush(PATIENCE);
    tell(store, &mut times, usage.dropped());
}

/// Calls that come when the writer has nothing to do and has to be woken.
fn one_by_one(store: impl UsageStore) {
    let usage = Usage::new(store);
    let mut calls = Calls::new();
    let mut times = Vec::new();
    for _ in 0..1000 {
        times.push(timed(&usage, &mut calls));
        usage.flush(PATIENCE);
    }
    tell("SQLite file, each alone", &mut times, usage.dropped());
}

/// The whole of what a server does for a record beside its call: it is made, and queued.
fn timed(usage: &Usage, calls: &mut Calls) -> Duration {
    let call = calls.next();
    let begun = Instant::now();
    usage.record(call.record());
    begun.elapsed()
}

fn tell(store: &str, times: &mut [Duration], dropped: u64) {
    let sum: Duration = times.iter().sum();
    times.sort_unstable();
    let at = |mille: usize| times[(times.len() * mille / 1000).min(times.len() - 1)];
    let mean = sum / u32::try_from(times.len()).unwrap_or(u32::MAX);
    println!(
        "  {store:24} mean {mean:>8.2?}  p50 {:>8.2?}  p99 {:>8.2?}  p99.9 {:>8.2?}  most {:>8.2?}  dropped {dropped}",
        at(500),
        at(990),
        at(999),
        at(1000),
    );
}

/// A million rows of the last sixty days, and how long they take to count.
fn read(path: &std::path::Path) -> Result<(), mcp_ergo::Error> {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?;
    let now = u64::try_from(since.as_millis())?;
    let store = SqliteUsage::open(path)?;
    let mut calls = Calls::new();
    let mut batch = Vec::with_capacity(BURST);
    let begun = Instant::now();
    for call in 1..=CALLS as u64 {
        let mut record = calls.next().record();
        record.at = now - 60 * DAY + call * 60 * DAY / CALLS as u64;
        batch.push(record);
        if batch.len() == BURST || call == CALLS as u64 {
            store.keep(&batch).map_err(std::io::Error::other)?;
            batch.clear();
        }
    }
    println!("\na million calls in one file");
    println!("  written in {:.2?}", begun.elapsed());
    let log = UsageLog::open(path)?;
    for days in [30, 60] {
        let begun = Instant::now();
        let usage = log.counts(now - days * DAY)?;
        println!(
            "  counted for favourites over {days} days: {} calls in {:.2?}",
            usage.calls,
            begun.elapsed()
        );
    }
    let begun = Instant::now();
    let usage = log.details(0, None)?;
    println!(
        "  read in full for usage: {} calls in {:.2?}",
        usage.calls,
        begun.elapsed()
    );
    Ok(())
}

/// Calls as a server gets them: a few tools often, many seldom, one of ten wrong.
struct Calls {
    names: Vec<(String, String)>,
    /// The part of all calls that a tool and those before it get.
    until: Vec<f64>,
    role: Arc<str>,
    random: u64,
}

impl Calls {
    fn new() -> Self {
        let name = |at| {
            (
                format!("search_things_{at}"),
                format!("all__domain__search_things_{at}"),
            )
        };
        let mut until: Vec<f64> = Vec::new();
        let mut sum = 0.0;
        for rank in 1..=TOOLS {
            sum += 1.0 / f64::from(u32::try_from(rank).unwrap_or(u32::MAX));
            until.push(sum);
        }
        for part in &mut until {
            *part /= sum;
        }
        Self {
            names: (0..TOOLS).map(name).collect(),
            until,
            role: "clerk".into(),
            random: 0x9e37_79b9_7f4a_7c15,
        }
    }

    fn next(&mut self) -> Call<'_> {
        // Marsaglia's xorshift: any spread will do.
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let upper = u32::try_from(self.random >> 32).unwrap_or_default();
        let drawn = f64::from(upper) / f64::from(u32::MAX);
        let at = self.until.partition_point(|until| *until < drawn);
        let (tool, presented) = &self.names[at.min(TOOLS - 1)];
        Call {
            tool: tool.clone(),
            presented,
            fails: self.random.is_multiple_of(10),
            role: self.role.clone(),
        }
    }
}

/// One call, as far as it is recorded.
struct Call<'a> {
    tool: String,
    presented: &'a str,
    fails: bool,
    role: Arc<str>,
}

impl Call<'_> {
    fn record(self) -> UsageRecord {
        let status = if self.fails {
            UsageStatus::Fix
        } else {
            UsageStatus::Ok
        };
        let mut record = UsageRecord::new(self.tool, status).presented(self.presented);
        if self.fails {
            record.codes = vec![UsageCode::from("option:status".to_owned())];
        }
        record.role = Some(self.role);
        record
    }
}
