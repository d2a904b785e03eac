//! Values that came as strings.

use serde_json::{Number, Value};

use crate::schema::{Kind, Shape};

/// What happens to a number, a boolean, a list or an object that came as a string, as some clients
/// send them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Coercion {
    /// It is refused, with what to send instead.
    #[default]
    Refuse,
    /// It is read where the string says just that value, and the answer's first sentence says so.
    Report,
}

/// What a string says, where the shape wants something that is no string: `"30"` for 30, not
/// `"0x1e"` or `"1,000"`.
pub(super) fn read(shape: &Shape, value: &Value) -> Option<Value> {
    let text = value.as_str()?;
    match shape.kind {
        Kind::Integer { .. } => whole(text).map(Value::Number),
        Kind::Number { .. } => text.parse().ok().map(Value::Number),
        Kind::Flag => text.parse().ok().map(Value::Bool),
        Kind::List { .. } => serde_json::from_str(text).ok().filter(Value::is_array),
        Kind::Record(_) | Kind::Open => serde_json::from_str(text).ok().filter(Value::is_object),
        Kind::Text { .. } | Kind::Choice(_) | Kind::Any => None,
    }
}

fn whole(text: &str) -> Option<Number> {
    let number: Number = text.parse().ok()?;
    (!number.is_f64() && number.to_string() == text).then_some(number)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_string_is_read_where_it_says_just_that_value() {
        let integer = Shape::integer(None, None);
        assert_eq!(read(&integer, &json!("30")), Some(json!(30)));
        for other in ["0x1e", "1,000", "030", " 30", "30.5", "ten", ""] {
            assert_eq!(read(&integer, &json!(other)), None, "{other}");
        }
        assert_eq!(read(&Shape::number(), &json!("2.5")), Some(json!(2.5)));
        assert_eq!(read(&Shape::number(), &json!("NaN")), None);
        assert_eq!(read(&Shape::flag(), &json!("true")), Some(json!(true)));
        assert_eq!(read(&Shape::flag(), &json!("yes")), None);
        let list = Shape::list(Shape::text());
        assert_eq!(read(&list, &json!("[\"a\"]")), Some(json!(["a"])));
        assert_eq!(read(&list, &json!("a, b")), None);
        assert_eq!(read(&Shape::text(), &json!("30")), None);
        assert_eq!(read(&integer, &json!(30)), None);
    }
}
