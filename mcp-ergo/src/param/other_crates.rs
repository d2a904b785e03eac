//! Types of other crates that may be parameters, each behind the feature that bears its name.

use super::{Param, TypeFacts};
use crate::schema::{Format, Shape};

macro_rules! formatted {
    ($($feature:literal $type:ty, $shape:expr;)+) => {$(
        #[cfg(feature = $feature)]
        impl Param for $type {
            const FACTS: TypeFacts = TypeFacts::formatted();

            fn shape() -> Shape {
                $shape
            }
        }
    )+};
}

/// RFC 3339 without an offset: what `NaiveDateTime` and `civil::DateTime` read.
const LOCAL: &str = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?$";
const LOCAL_TIME: &str = r"^[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?$";

formatted! {
    "chrono" chrono::NaiveDate, Shape::text().format(Format::Date);
    "chrono" chrono::DateTime<chrono::Utc>, Shape::text().format(Format::DateTime);
    "chrono" chrono::DateTime<chrono::FixedOffset>, Shape::text().format(Format::DateTime);
    "chrono" chrono::NaiveDateTime, Shape::text().pattern(LOCAL).example("2026-03-01T09:30:00".into());
    "chrono" chrono::NaiveTime, Shape::text().pattern(LOCAL_TIME).example("09:30:00".into());
    "jiff" jiff::civil::Date, Shape::text().format(Format::Date);
    "jiff" jiff::civil::DateTime, Shape::text().pattern(LOCAL).example("2026-03-01T09:30:00".into());
    "jiff" jiff::civil::Time, Shape::text().pattern(LOCAL_TIME).example("09:30:00".into());
    "jiff" jiff::Timestamp, Shape::text().format(Format::DateTime);
    "jiff" jiff::Span, Shape::text().format(Format::Duration);
    "uuid" uuid::Uuid, Shape::text().format(Format::Uuid);
    // Several clients refuse the format `uri`; the pattern says the same to all of them.
    "url" url::Url, Shape::text().pattern(r"^[a-zA-Z][a-zA-Z0-9+.-]*:[^\s]+$").example("https://example.com/a".into());
    "rust_decimal" rust_decimal::Decimal, Shape::text().pattern(r"^-?[0-9]+(\.[0-9]+)?$").example("12.50".into());
}
