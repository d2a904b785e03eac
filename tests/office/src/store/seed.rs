//! Where made-up rows come from: the same ones on every start.

use chrono::{Days, NaiveDate, NaiveDateTime, NaiveTime};

/// The day on which the office stands still, so that answers are the same every day.
pub(crate) fn today() -> NaiveDate {
    NaiveDate::default() + Days::new(20_710)
}

/// Ten in the morning of that day.
pub(crate) fn now() -> NaiveDateTime {
    at(today(), 10, 0)
}

pub(crate) fn days_ago(days: usize) -> NaiveDate {
    today() - Days::new(days as u64)
}

pub(crate) fn in_days(days: usize) -> NaiveDate {
    today() + Days::new(days as u64)
}

/// A time of a day; midnight where there is no such time.
pub(crate) fn at(day: NaiveDate, hour: u32, minute: u32) -> NaiveDateTime {
    day.and_time(NaiveTime::from_hms_opt(hour, minute, 0).unwrap_or_default())
}

/// A place below `below`, scattered by place and by what it is for.
pub(crate) fn index(place: usize, of: &str, below: usize) -> usize {
    let salt = of
        .bytes()
        .fold(0_u64, |sum, byte| sum.wrapping_mul(31) + u64::from(byte));
    // The finaliser of SplitMix64: neighbouring places get unrelated numbers.
    let mut mixed = (place as u64 ^ salt.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    usize::try_from((mixed ^ (mixed >> 31)) % below as u64).unwrap_or_default()
}

/// A number below `below`, scattered likewise.
pub(crate) fn number(place: usize, of: &str, below: u32) -> u32 {
    u32::try_from(index(place, of, below as usize)).unwrap_or_default()
}

/// One of several, scattered likewise.
pub(crate) fn pick<T: Clone>(place: usize, of: &str, from: &[T]) -> T {
    from[index(place, of, from.len())].clone()
}
