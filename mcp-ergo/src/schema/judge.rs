//! A value against a shape.

use serde_json::{Number, Value};

use super::shape::{Kind, Shape};
use super::text::natural_list;
use crate::error::{Fault, Problem};

impl Shape {
    /// Where and how an answer breaks its own schema; `None` where it does not.
    pub(crate) fn mismatch(&self, value: &Value) -> Option<String> {
        if let Some(problem) = self.problem(value) {
            return Some(format!(" {}", problem.words));
        }
        match (&self.kind, value) {
            (Kind::List { items, .. }, Value::Array(values)) => values
                .iter()
                .enumerate()
                .find_map(|(at, value)| Some(format!("/{at}{}", items.mismatch(value)?))),
            (Kind::Record(record), Value::Object(members)) => {
                let undeclared = members.keys().find(|key| record.field(key).is_none());
                let undeclared = undeclared.map(|key| format!("/{key} is not declared"));
                undeclared.or_else(|| {
                    record.fields.iter().find_map(|field| {
                        let name = &field.name;
                        match members.get(&**name) {
                            Some(member) => {
                                Some(format!("/{name}{}", field.shape.mismatch(member)?))
                            }
                            // Absence, null, NaN and infinity are all left out of answers.
                            None if field.required => {
                                Some(format!("/{name} is missing, null or no finite number"))
                            }
                            None => None,
                        }
                    })
                })
            }
            _ => None,
        }
    }

    /// What is wrong with a value itself, not with what it holds.
    pub(crate) fn problem(&self, value: &Value) -> Option<Problem> {
        match (&self.kind, value) {
            (Kind::Choice(choices), Value::String(text)) => {
                let known = choices.iter().any(|choice| choice.value == *text);
                (!known).then(|| {
                    let values: Vec<String> = choices
                        .iter()
                        .map(|choice| choice.value.to_string())
                        .collect();
                    let words = if values.len() == 1 {
                        format!("is not {}", values[0])
                    } else {
                        format!("is not one of {}", natural_list(&values, "or"))
                    };
                    Problem::new(Fault::Option, words)
                })
            }
            (
                Kind::Text {
                    min,
                    max,
                    pattern,
                    format,
                },
                Value::String(text),
            ) => {
                // The cheapest first: a caller may send megabytes.
                let count = text.chars().count();
                if let Some(outside) = outside(count, *min, *max, "character") {
                    return Some(outside);
                }
                let mismatch = pattern
                    .as_ref()
                    .filter(|p| p.regex.as_ref().is_some_and(|regex| !regex.is_match(text)))
                    .map(|pattern| format!("does not match {}", pattern.source))
                    .map(|words| Problem::new(Fault::Pattern, words));
                let misformat = format
                    .filter(|format| !format.accepts(text))
                    .map(|format| format!("is not {}", format.noun()))
                    .map(|words| Problem::new(Fault::Format, words));
                mismatch.or(misformat)
            }
            (Kind::Integer { min, max, .. }, Value::Number(number)) => {
                let Some(whole) = whole(number) else {
                    return Some(not_whole(number, *min, *max));
                };
                beyond(whole, *min, *max)
            }
            (Kind::Number { min, max, .. }, Value::Number(number)) => {
                beyond(number.as_f64()?, *min, *max)
            }
            (Kind::List { min, max, .. }, Value::Array(values)) => {
                outside(values.len(), *min, *max, "item")
            }
            (Kind::Flag, Value::Bool(_))
            | (Kind::Record(_) | Kind::Open, Value::Object(_))
            | (Kind::Any, _) => None,
            (Kind::Choice(_), Value::Null) => {
                Some(Problem::new(Fault::Type, "is null, not a string"))
            }
            _ => Some(Problem::new(Fault::Type, format!("is not {}", self.noun()))),
        }
    }
}

/// `is over 50`
fn beyond<T: PartialOrd + Copy + std::fmt::Display>(
    given: T,
    min: Option<T>,
    max: Option<T>,
) -> Option<Problem> {
    let below = min
        .filter(|min| given < *min)
        .map(|min| format!("is under {min}"));
    let words = below.or_else(|| {
        max.filter(|max| given > *max)
            .map(|max| format!("is over {max}"))
    })?;
    Some(Problem::new(Fault::Range, words))
}

/// `has 7 items, over 5`
fn outside(count: usize, min: Option<usize>, max: Option<usize>, noun: &str) -> Option<Problem> {
    let counted = || mcp_ergo_rules::plural(count, noun);
    let below = min
        .filter(|min| count < *min)
        .map(|min| format!("has {}, under {min}", counted()));
    let words = below.or_else(|| {
        max.filter(|max| count > *max)
            .map(|max| format!("has {}, over {max}", counted()))
    })?;
    Some(Problem::new(Fault::Length, words))
}

/// Why a number is no whole number that 64 bits hold.
fn not_whole(number: &Number, min: Option<i128>, max: Option<i128>) -> Problem {
    let float = number.as_f64().unwrap_or_default();
    if float.fract() != 0.0 {
        return Problem::new(Fault::Fraction, "is not a whole number");
    }
    let words = if float < 0.0 {
        format!("is under {}", min.unwrap_or(i64::MIN.into()))
    } else if float.abs() > EXACT_FLOAT && float < 1e18 {
        "is not written out in digits".to_owned()
    } else {
        format!("is over {}", max.unwrap_or(i64::MAX.into()))
    };
    Problem::new(Fault::Range, words)
}

/// Floats count whole numbers exactly up to here: 53 bits.
const EXACT_FLOAT: f64 = 9_007_199_254_740_992.0;

fn whole(number: &Number) -> Option<i128> {
    number
        .as_i64()
        .map(i128::from)
        .or_else(|| number.as_u64().map(i128::from))
}

/// The whole number that a float writes, within the 53 bits that floats count exactly.
pub(crate) fn whole_float(value: &Value) -> Option<Value> {
    let float = value.as_f64().filter(|_| value.is_f64())?;
    if float.fract() != 0.0 || float.abs() > EXACT_FLOAT {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "whole and within 53 bits")]
    let whole = float as i64;
    Some(whole.into())
}
