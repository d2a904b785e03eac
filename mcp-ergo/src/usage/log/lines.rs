//! Calls in a log, a JSON object on each line.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;

use serde::Deserialize;

use super::{Seen, Tallies, UsageCode, UsageLogError};

/// Most bytes of a line. A file without lines is no log, and may have any size.
const LONGEST: u64 = 64 * 1024;

/// A record, of which another program may have left out anything.
#[derive(Debug, Deserialize)]
struct Line {
    at: Option<u64>,
    tool: Option<String>,
    presented: Option<String>,
    status: Option<String>,
    #[serde(default)]
    codes: Vec<UsageCode>,
    duration: Option<u64>,
}

/// Reads every line. One without a time is as young as any.
pub(super) fn read(path: &Path, since: u64, tallies: &mut Tallies) -> Result<(), UsageLogError> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let read = reader
            .by_ref()
            .take(LONGEST)
            .read_until(b'\n', &mut bytes)?;
        if read == 0 {
            break;
        }
        let wrong = |why: String| UsageLogError::Line { line, why };
        if read as u64 == LONGEST && bytes.last() != Some(&b'\n') {
            return Err(wrong(format!("it is longer than {LONGEST} bytes")));
        }
        let text = bytes.trim_ascii();
        // A byte-order mark is nobody's.
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        if text.is_empty() {
            continue;
        }
        let record: Line =
            serde_json::from_slice(text).map_err(|error| wrong(bare(&error.to_string())))?;
        if record.tool.is_none() && record.presented.is_none() {
            return Err(wrong("it has neither `tool` nor `presented`".to_owned()));
        }
        tallies.newest = tallies.newest.max(record.at);
        if record.at.is_none_or(|at| at >= since) {
            tallies.add(Seen {
                tool: record.tool.as_deref(),
                presented: record.presented.as_deref(),
                status: record.status.as_deref(),
                codes: record.codes,
                micros: record.duration,
                calls: 1,
            });
        }
    }
    Ok(())
}

/// serde counts lines of what it was given, which is one.
fn bare(error: &str) -> String {
    error.replace(" at line 1 column", ", in column")
}
