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

#[cfg(test)]
mod tests {
    use super::Param;

    /// A value that the schema lets through is one that the type reads and writes the same way, and
    /// the schema refuses what the type does.
    #[allow(dead_code, reason = "each feature uses it")]
    fn agrees<T: Param>(good: &[&str], bad: &[&str]) {
        let shape = T::shape();
        for text in good {
            let value = serde_json::json!(text);
            assert_eq!(shape.problem(&value), None, "{text}");
            let read: T = serde_json::from_value(value.clone()).expect("the type reads it");
            assert_eq!(shape.problem(&serde_json::json!(read)), None, "{text}");
        }
        for text in bad {
            let value = serde_json::json!(text);
            assert!(shape.problem(&value).is_some(), "{text}");
            assert!(serde_json::from_value::<T>(value).is_err(), "{text}");
        }
    }

    #[cfg(feature = "chrono")]
    #[test]
    fn chrono_types_agree_with_their_schemas() {
        agrees::<chrono::NaiveDate>(&["2026-03-01"], &["2026-02-29", "1 March"]);
        agrees::<chrono::DateTime<chrono::Utc>>(
            &["2026-03-01T09:30:00Z", "2026-03-01T09:30:00.5+02:00"],
            &["2026-03-01", "2026-03-01T09:30:00"],
        );
        agrees::<chrono::DateTime<chrono::FixedOffset>>(&["2026-03-01T09:30:00+02:00"], &["now"]);
        agrees::<chrono::NaiveDateTime>(&["2026-03-01T09:30:00"], &["2026-03-01"]);
        agrees::<chrono::NaiveTime>(&["09:30:00"], &["half past nine"]);
    }

    #[cfg(feature = "jiff")]
    #[test]
    fn jiff_types_agree_with_their_schemas() {
        agrees::<jiff::civil::Date>(&["2026-03-01"], &["2026-02-29", "1 March"]);
        agrees::<jiff::civil::DateTime>(&["2026-03-01T09:30:00"], &["noon"]);
        agrees::<jiff::civil::Time>(&["09:30:00"], &["half past nine"]);
        agrees::<jiff::Timestamp>(&["2026-03-01T09:30:00Z"], &["2026-03-01", "now"]);
        agrees::<jiff::Span>(&["P1DT12H", "PT5M"], &["a while", "P"]);
    }

    #[cfg(feature = "uuid")]
    #[test]
    fn uuids_agree_with_their_schema() {
        agrees::<uuid::Uuid>(
            &["67e55044-10b1-426f-9247-bb680e5fe0c8"],
            &["67e55044", "67e55044-10b1-426f-9247-bb680e5fe0cx"],
        );
    }

    #[cfg(feature = "url")]
    #[test]
    fn urls_agree_with_their_schema() {
        agrees::<url::Url>(
            &["https://example.com/a?b=c", "mailto:ada@example.com"],
            &["example.com", "not a url"],
        );
    }

    #[cfg(feature = "rust_decimal")]
    #[test]
    fn decimals_agree_with_their_schema() {
        agrees::<rust_decimal::Decimal>(&["12.50", "-3", "0.1"], &["twelve", "1,5"]);
    }
}
