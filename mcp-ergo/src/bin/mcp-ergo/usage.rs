//! `mcp-ergo usage`

mod advice;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use clap::Args;
use mcp_ergo::audit::printable;
use mcp_ergo::usage::{ToolUsage, UsageCode, UsageLog, UsageOf};
use serde_json::{Map, Value, json};

use crate::output::{BOLD, DIM, Failure, PLAIN, print, print_json};
use crate::{Format, Outcome};
use advice::advice;

/// Milliseconds of a day.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// Most names of tools that are not there.
const UNKNOWN: usize = 10;

/// Where calls were recorded, and since when they count.
#[derive(Debug, Args)]
pub(crate) struct Log {
    /// File with the calls: what `SqliteUsage` keeps, or a log with a JSON object on each line.
    #[arg(long, value_name = "FILE")]
    usage: PathBuf,
    /// How many days back calls count.
    #[arg(long, value_name = "DAYS", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    window: u32,
}

/// Show how the tools are used, and what models get wrong about them.
///
/// For each tool the calls, the ways in which they failed, and what half of them and 95 of a hundred
/// took at most; then each kind of mistake with what an author can do about it.
#[derive(Debug, Args)]
pub(crate) struct Usage {
    #[command(flatten)]
    log: Log,
    /// Tool to show alone, by its canonical name.
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What is read of a file with calls.
pub(crate) fn kept<E: std::error::Error>(
    path: &Path,
    read: impl FnOnce(&UsageLog) -> Result<UsageOf, E>,
) -> Result<UsageOf, Failure> {
    let readable = "name the file of `SqliteUsage`, or a log with a JSON object on each line: tool, status, codes";
    let failed =
        |error: &dyn std::error::Error| Failure::new(error.to_string()).help(readable).about(path);
    let log = UsageLog::open(path).map_err(|error| failed(&error))?;
    read(&log).map_err(|error| failed(&error))
}

impl Log {
    pub(crate) fn counts(&self) -> Result<UsageOf, Failure> {
        self.read(UsageLog::counts)
    }

    fn read<E: std::error::Error>(
        &self,
        read: impl FnOnce(&UsageLog, u64) -> Result<UsageOf, E>,
    ) -> Result<UsageOf, Failure> {
        let since = now().saturating_sub(u64::from(self.window) * DAY);
        let usage = kept(&self.usage, |log| read(log, since))?;
        if usage.calls > 0 {
            return Ok(usage);
        }
        let none = Failure::new(format!("no call in the last {} days", self.window));
        let none = match usage.newest {
            Some(newest) => {
                let days = now().saturating_sub(newest) / DAY + 1;
                none.help(&format!(
                    "the newest is {days} days old: `--window {days}` takes it in"
                ))
            }
            None => {
                none.help("it holds no call at all: give the server's builder `.usage(…)` first")
            }
        };
        Err(none.about(&self.usage))
    }

    /// What was counted.
    pub(crate) fn scope(&self, usage: &UsageOf) -> String {
        let mut scope = format!("{} calls in {} days", thousands(usage.calls), self.window);
        let known: u64 = usage.tools.iter().map(|tool| tool.calls).sum();
        if known < usage.calls {
            let _ = write!(
                scope,
                ", {} of tools that are not there",
                thousands(usage.calls - known)
            );
        }
        if usage.dropped > 0 {
            let _ = write!(
                scope,
                "; {} more were not recorded",
                thousands(usage.dropped)
            );
        }
        scope
    }
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    u64::try_from(since.unwrap_or_default().as_millis()).unwrap_or(u64::MAX)
}

/// A kind of mistake at one place.
struct Problem<'a> {
    tool: &'a str,
    code: &'a UsageCode,
    calls: u64,
}

impl Problem<'_> {
    /// `search_invoices.status`
    fn place(&self) -> String {
        match self.code.parameter() {
            Some(parameter) => format!("{}.{parameter}", self.tool),
            None => self.tool.to_owned(),
        }
    }
}

impl Usage {
    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        let tool = self.tool.as_deref();
        let usage = self.log.read(|log, since| log.details(since, tool))?;
        if let (Some(tool), []) = (tool, usage.tools.as_slice()) {
            let message = format!("no call of {tool} in the last {} days", self.log.window);
            return Err(Failure::new(message).help("leave `--tool` out to see what was called"));
        }
        let problems = problems(&usage.tools);
        match self.format {
            Format::Text => print(&self.page(&usage, &problems))?,
            Format::Json => print_json(&self.json(&usage, &problems))?,
        }
        Ok(Outcome::Clean)
    }

    fn page(&self, usage: &UsageOf, problems: &[Problem<'_>]) -> String {
        let width = |tool: &ToolUsage| printable(&tool.tool).chars().count();
        let width = usage
            .tools
            .iter()
            .map(width)
            .max()
            .unwrap_or_default()
            .max(4);
        let mut page = format!(
            "{BOLD}{:width$}  {:>9}  {:>8}  {:>8}  errors{PLAIN}\n",
            "tool", "calls", "p50", "p95"
        );
        for tool in &usage.tools {
            let (half, most) = match tool.durations {
                Some((half, most)) => (spoken(half), spoken(most)),
                None => Default::default(),
            };
            let _ = writeln!(
                page,
                "{:width$}  {:>9}  {half:>8}  {most:>8}  {}",
                printable(&tool.tool),
                thousands(tool.calls),
                errors(tool),
            );
        }
        if self.tool.is_none() {
            let _ = writeln!(page, "{DIM}{}{PLAIN}", self.log.scope(usage));
        }
        let _ = writeln!(page, "\n{BOLD}What goes wrong{PLAIN}");
        if problems.is_empty() {
            page.push_str("  nothing\n");
        }
        for problem in problems {
            let place = problem.place();
            let _ = writeln!(
                page,
                "  {BOLD}{}{PLAIN}: {} ×{}{DIM} — {}{PLAIN}",
                printable(&place),
                printable(problem.code.kind()),
                thousands(problem.calls),
                advice(problem.code),
            );
        }
        if self.tool.is_none() && !usage.unknown.is_empty() {
            let _ = writeln!(page, "\n{BOLD}Tools that are not there{PLAIN}");
            for (name, calls) in usage.unknown.iter().take(UNKNOWN) {
                let _ = writeln!(page, "  {} ×{}", printable(name), thousands(*calls));
            }
            let _ = writeln!(
                page,
                "  {DIM}models call them: say in a text which tool is meant, or take the name as `formerly`{PLAIN}"
            );
        }
        page
    }

    fn json(&self, usage: &UsageOf, problems: &[Problem<'_>]) -> Value {
        let tools = usage.tools.iter().map(|tool| {
            let statuses: Map<String, Value> = tool
                .statuses
                .iter()
                .map(|(status, calls)| (status.clone(), json!(calls)))
                .collect();
            let micros = |duration: Duration| u64::try_from(duration.as_micros()).ok();
            json!({
                "tool": tool.tool,
                "calls": tool.calls,
                "errors": tool.errors(),
                "statuses": statuses,
                "p50_us": tool.durations.and_then(|(half, _)| micros(half)),
                "p95_us": tool.durations.and_then(|(_, most)| micros(most)),
            })
        });
        let problems = problems.iter().map(|problem| {
            json!({
                "tool": problem.tool,
                "parameter": problem.code.parameter(),
                "kind": problem.code.kind(),
                "calls": problem.calls,
                "advice": advice(problem.code),
            })
        });
        let unknown = usage.unknown.iter().take(UNKNOWN);
        let unknown = unknown.map(|(name, calls)| json!({"name": name, "calls": calls}));
        json!({
            "window_days": self.log.window,
            "calls": usage.calls,
            "dropped": usage.dropped,
            "tools": tools.collect::<Vec<_>>(),
            "problems": problems.collect::<Vec<_>>(),
            "unknown": unknown.collect::<Vec<_>>(),
        })
    }
}

/// Each kind of mistake at each place, the most frequent first, then by tool.
fn problems(tools: &[ToolUsage]) -> Vec<Problem<'_>> {
    let mut problems: Vec<Problem<'_>> = tools
        .iter()
        .flat_map(|tool| {
            tool.codes.iter().map(|(code, calls)| Problem {
                tool: &tool.tool,
                code,
                calls: *calls,
            })
        })
        .collect();
    problems.sort_by(|a, b| {
        let by_count = b.calls.cmp(&a.calls);
        by_count.then_with(|| (a.tool, a.code).cmp(&(b.tool, b.code)))
    });
    problems
}

/// `41 fix, 3 timeout`
fn errors(tool: &ToolUsage) -> String {
    let wrong = tool
        .statuses
        .iter()
        .filter(|(status, _)| status != "ok" && status != "asked");
    let wrong: Vec<String> = wrong
        .map(|(status, calls)| format!("{} {}", thousands(*calls), printable(status)))
        .collect();
    if wrong.is_empty() {
        "none".to_owned()
    } else {
        wrong.join(", ")
    }
}

/// `1,204`
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut spoken = String::with_capacity(digits.len() + 4);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            spoken.push(',');
        }
        spoken.push(digit);
    }
    spoken
}

/// `31.2 %`
pub(crate) fn percent(part: u64, whole: u64) -> String {
    let mille = (part * 1000 + whole / 2)
        .checked_div(whole)
        .unwrap_or_default();
    format!("{}.{} %", mille / 10, mille % 10)
}

/// A duration in two or three digits.
fn spoken(duration: Duration) -> String {
    let micros = duration.as_micros();
    let (whole, unit, part) = match micros {
        0..1000 => return format!("{micros} µs"),
        1000..1_000_000 => (1000, "ms", micros),
        _ => (1_000_000, "s", micros),
    };
    if part / whole < 10 {
        format!("{}.{} {unit}", part / whole, part % whole * 10 / whole)
    } else {
        format!("{} {unit}", part / whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spoken() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(thousands),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(
            [(1, 3), (2, 3), (0, 0), (7, 7)].map(|(a, b)| percent(a, b)),
            ["33.3 %", "66.7 %", "0.0 %", "100.0 %"]
        );
        let micros = [0, 999, 1000, 1999, 12_345, 999_999, 2_500_000, 61_000_000];
        assert_eq!(
            micros.map(|micros| spoken(Duration::from_micros(micros))),
            [
                "0 µs", "999 µs", "1.0 ms", "1.9 ms", "12 ms", "999 ms", "2.5 s", "61 s"
            ]
        );
    }
}
