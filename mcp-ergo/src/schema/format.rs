//! The formats of the portable dialect, and how they are checked.

use std::net::{Ipv4Addr, Ipv6Addr};

/// A format that every client and model API in the field accepts; others are left out of the
/// dialect because at least one refuses or mangles them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// RFC 3339 date and time with offset: `2026-03-01T09:30:00Z`.
    DateTime,
    /// RFC 3339 date: `2026-03-01`.
    Date,
    /// RFC 3339 time with offset: `09:30:00Z`.
    Time,
    /// ISO 8601 duration: `P1DT12H`.
    Duration,
    /// An e-mail address.
    Email,
    /// An internet host name.
    Hostname,
    /// An IPv4 address.
    Ipv4,
    /// An IPv6 address.
    Ipv6,
    /// A UUID.
    Uuid,
}

impl Format {
    /// Every format of the dialect.
    pub const ALL: &'static [Self] = &[
        Self::DateTime,
        Self::Date,
        Self::Time,
        Self::Duration,
        Self::Email,
        Self::Hostname,
        Self::Ipv4,
        Self::Ipv6,
        Self::Uuid,
    ];

    /// The keyword's value in JSON Schema.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::DateTime => "date-time",
            Self::Date => "date",
            Self::Time => "time",
            Self::Duration => "duration",
            Self::Email => "email",
            Self::Hostname => "hostname",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
            Self::Uuid => "uuid",
        }
    }

    pub(crate) fn from_keyword(keyword: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|format| format.keyword() == keyword)
    }

    /// What a value of the format is, with its article and its form.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Self::DateTime => "a date and time with offset",
            Self::Date => "a date (YYYY-MM-DD)",
            Self::Time => "a time with offset",
            Self::Duration => "an ISO 8601 duration",
            Self::Email => "an email address",
            Self::Hostname => "a host name",
            Self::Ipv4 => "an IPv4 address",
            Self::Ipv6 => "an IPv6 address",
            Self::Uuid => "a UUID",
        }
    }

    /// A value that is right.
    pub(crate) const fn example(self) -> &'static str {
        match self {
            Self::DateTime => "2026-03-01T09:30:00Z",
            Self::Date => "2026-03-01",
            Self::Time => "09:30:00Z",
            Self::Duration => "P1DT12H",
            Self::Email => "ada@example.com",
            Self::Hostname => "host.example.com",
            Self::Ipv4 => "192.0.2.1",
            Self::Ipv6 => "2001:db8::1",
            Self::Uuid => "67e55044-10b1-426f-9247-bb680e5fe0c8",
        }
    }

    /// Whether `text` has the format.
    pub(crate) fn accepts(self, text: &str) -> bool {
        match self {
            Self::DateTime => text
                .split_once(['T', 't'])
                .is_some_and(|(date, time)| is_date(date) && is_time(time)),
            Self::Date => is_date(text),
            Self::Time => is_time(text),
            Self::Duration => is_duration(text),
            Self::Email => is_email(text),
            Self::Hostname => is_hostname(text),
            Self::Ipv4 => text.parse::<Ipv4Addr>().is_ok(),
            Self::Ipv6 => text.parse::<Ipv6Addr>().is_ok(),
            Self::Uuid => is_uuid(text),
        }
    }
}

/// The number that `text` writes with exactly `digits` decimal digits.
fn number(text: &str, digits: usize) -> Option<u32> {
    let plain = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let (Some(year), Some(month), Some(day), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2))
    else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        1..=12 => 31,
        _ => return false,
    };
    (1..=last).contains(&day)
}

fn is_time(text: &str) -> bool {
    let (clock, offset) = match text.strip_suffix(['Z', 'z']) {
        Some(clock) => (clock, Some((0, 0))),
        None => match text.rfind(['+', '-']) {
            Some(at) => (&text[..at], hour_and_minute(&text[at + 1..])),
            None => return false,
        },
    };
    let Some((offset_hour, offset_minute)) = offset else {
        return false;
    };
    let (whole, fraction) = match clock.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (clock, None),
    };
    let fraction_fits = fraction
        .is_none_or(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()));
    let mut parts = whole.splitn(3, ':');
    let (Some(hour), Some(minute), Some(second)) = (parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let (Some(hour), Some(minute), Some(second)) =
        (number(hour, 2), number(minute, 2), number(second, 2))
    else {
        return false;
    };
    // A leap second is 23:59:60 UTC; every other minute has 60 seconds.
    let leap_second = second == 60 && {
        let minutes = i64::from(hour) * 60 + i64::from(minute);
        let shift = i64::from(offset_hour) * 60 + i64::from(offset_minute);
        let sign = if text.rfind('-').is_some() { -1 } else { 1 };
        (minutes - sign * shift).rem_euclid(24 * 60) == 23 * 60 + 59
    };
    fraction_fits
        && hour < 24
        && minute < 60
        && (second < 60 || leap_second)
        && offset_hour < 24
        && offset_minute < 60
}

fn hour_and_minute(text: &str) -> Option<(u32, u32)> {
    let (hour, minute) = text.split_once(':')?;
    Some((number(hour, 2)?, number(minute, 2)?))
}

/// RFC 3339, appendix A: `P` with years to days, `T` with hours to seconds, or weeks alone; each
/// unit at most once, in order, without a gap between the first and the last.
fn is_duration(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('P') else {
        return false;
    };
    if let Some(weeks) = rest.strip_suffix('W') {
        return !weeks.is_empty() && weeks.bytes().all(|byte| byte.is_ascii_digit());
    }
    let (days, time) = match rest.split_once('T') {
        Some((days, time)) => (days, Some(time)),
        None => (rest, None),
    };
    let days_fit = days.is_empty() && time.is_some() || is_run_of_units(days, "YMD");
    days_fit && time.is_none_or(|time| is_run_of_units(time, "HMS"))
}

fn is_run_of_units(text: &str, units: &str) -> bool {
    let mut rest = text;
    let mut last: Option<usize> = None;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let unit = rest[digits..]
            .chars()
            .next()
            .and_then(|unit| units.find(unit));
        let Some(unit) = unit.filter(|unit| digits > 0 && last.is_none_or(|l| *unit == l + 1))
        else {
            return false;
        };
        last = Some(unit);
        rest = &rest[digits + 1..];
    }
    last.is_some()
}

fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let atoms_fit = local.split('.').all(|atom| {
        !atom.is_empty()
            && atom
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c))
    });
    local.len() <= 64 && atoms_fit && is_hostname(domain)
}

fn is_hostname(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 253
        && text.split('.').all(|label| {
            !label.is_empty()
                && label.len() <= 63
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        })
}

fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_accepts_its_own_example() {
        for &format in Format::ALL {
            assert!(format.accepts(format.example()), "{format:?}");
            assert!(!format.accepts(""), "{format:?}");
            assert_eq!(Format::from_keyword(format.keyword()), Some(format));
        }
    }

    #[test]
    fn days_that_do_not_exist_are_refused() {
        for bad in [
            "2026-02-29",
            "2026-13-01",
            "2026-4-1",
            "2026-04-31",
            "26-04-01",
            "+026-01-01",
        ] {
            assert!(!Format::Date.accepts(bad), "{bad}");
        }
        assert!(Format::Date.accepts("2028-02-29"));
        assert!(!Format::Date.accepts("1900-02-29"));
    }

    #[test]
    fn times_need_an_offset_and_know_leap_seconds() {
        for good in [
            "09:30:00Z",
            "09:30:00.125+02:00",
            "23:59:60Z",
            "00:59:60+01:00",
        ] {
            assert!(Format::Time.accepts(good), "{good}");
        }
        for bad in [
            "09:30:00",
            "9:30:00Z",
            "24:00:00Z",
            "12:00:60Z",
            "09:30:00.Z",
            "09:30:00+2:00",
        ] {
            assert!(!Format::Time.accepts(bad), "{bad}");
        }
    }

    #[test]
    fn durations_follow_the_grammar() {
        for good in ["P1Y", "P1DT12H", "PT5M", "P3W", "P1Y2M3DT4H5M6S"] {
            assert!(Format::Duration.accepts(good), "{good}");
        }
        for bad in [
            "P", "PT", "1D", "P1H", "P1DT", "PW", "P1Y1D", "PT1S1M", "P1D2",
        ] {
            assert!(!Format::Duration.accepts(bad), "{bad}");
        }
    }
}
