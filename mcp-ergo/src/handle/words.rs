//! How long something is kept and how old it is, in words.

use std::time::Duration;

use crate::schema::{article, natural_list};

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// A lifetime, in the largest unit that says it without a remainder: `24 hours`, `7 days`.
pub(super) fn lifetime(lifetime: Duration) -> String {
    let seconds = lifetime.as_secs();
    let units = [(DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")];
    let fits = |(unit, _): &(u64, &str)| seconds >= *unit && seconds.is_multiple_of(*unit);
    match units.into_iter().find(fits) {
        // A day might end at midnight.
        Some((DAY, _)) if seconds == DAY => "24 hours".to_owned(),
        Some((unit, noun)) => counted(seconds / unit, noun),
        None => counted(seconds, "second"),
    }
}

/// An age, in the largest unit that is over: `3 minutes old`.
pub(super) fn age(age: Duration) -> String {
    let seconds = age.as_secs();
    let units = [(DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")];
    match units.into_iter().find(|(unit, _)| seconds >= *unit) {
        Some((unit, noun)) => format!("{} old", counted(seconds / unit, noun)),
        None => "just made".to_owned(),
    }
}

fn counted(count: u64, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

/// What the description of a tool says of the documents that its answer names: `a draft is kept for
/// 24 hours`. `None` where it names none.
pub(crate) fn kept_for(nouns: &[&str], kept: Duration) -> Option<String> {
    let with_articles: Vec<String> = nouns.iter().map(|noun| article(noun)).collect();
    let verb = match nouns {
        [] => return None,
        [_] => "is",
        _ => "are",
    };
    let all = natural_list(&with_articles, "and");
    Some(format!("{all} {verb} kept for {}", lifetime(kept)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lifetimes_read_as_people_say_them() {
        for (seconds, said) in [
            (1, "1 second"),
            (90, "90 seconds"),
            (60, "1 minute"),
            (1800, "30 minutes"),
            (3600, "1 hour"),
            (86_400, "24 hours"),
            (90_000, "25 hours"),
            (7 * 86_400, "7 days"),
        ] {
            assert_eq!(lifetime(Duration::from_secs(seconds)), said);
        }
    }

    #[test]
    fn ages_are_rounded_down() {
        for (seconds, said) in [
            (59, "just made"),
            (119, "1 minute old"),
            (7199, "1 hour old"),
            (200_000, "2 days old"),
        ] {
            assert_eq!(age(Duration::from_secs(seconds)), said);
        }
    }

    #[test]
    fn what_is_kept_is_counted() {
        let hour = Duration::from_secs(3600);
        assert_eq!(kept_for(&[], hour), None);
        assert_eq!(
            kept_for(&["draft"], hour).as_deref(),
            Some("a draft is kept for 1 hour")
        );
        assert_eq!(
            kept_for(&["draft", "outline"], hour).as_deref(),
            Some("a draft and an outline are kept for 1 hour")
        );
    }
}
