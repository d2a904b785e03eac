//! Times as people write them.

use std::time::Duration;

/// What to write in place of a text that is no time.
pub const DURATION_HELP: &str =
    "write a whole number above 0 with its unit: `\"500ms\"`, `\"30s\"` or `\"2m\"`";

/// `500ms`, `30s`, `2m`; `None` for everything else, for nothing, and for what is too long.
pub fn duration(text: &str) -> Option<Duration> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number: u64 = text[..digits].parse().ok().filter(|number| *number > 0)?;
    match &text[digits..] {
        "ms" => Some(Duration::from_millis(number)),
        "s" => Some(Duration::from_secs(number)),
        "m" => number.checked_mul(60).map(Duration::from_secs),
        _ => None,
    }
}

/// A time as [`duration`] reads it, in the largest unit that loses nothing; less than a millisecond is
/// left out.
pub fn duration_text(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds, time.subsec_millis()) {
        (0, millis) => format!("{millis}ms"),
        (seconds, 0) if seconds.is_multiple_of(60) => format!("{}m", seconds / 60),
        (seconds, 0) => format!("{seconds}s"),
        _ => format!("{}ms", time.as_millis()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for text in ["500ms", "1500ms", "30s", "90s", "2m"] {
            let time = duration(text).expect("a time");
            assert_eq!(duration_text(time), text);
        }
        for text in [
            "",
            "s",
            "0s",
            "30",
            "30 s",
            "30h",
            "-1s",
            "1.5s",
            "99999999999999999999s",
        ] {
            assert_eq!(duration(text), None, "{text}");
        }
        assert_eq!(duration(&format!("{}m", u64::MAX)), None);
    }
}
