//! What generated code needs of a parameter's type.

use serde_json::Value;

use super::{Param, TypeFacts};
use crate::arguments::Arguments;
use crate::schema::Shape;

/// Everything that generated code needs of a parameter's type. The bound is asked for in one place,
/// so that a type that is no parameter is one error.
pub struct ParamSlot<T: 'static> {
    /// What the compiler knows.
    pub facts: TypeFacts,
    /// What the type accepts.
    pub shape: fn() -> Shape,
    /// Takes one parameter of a call.
    pub take: fn(&mut Arguments, &'static str) -> Option<T>,
    /// The same, with a validity of its own.
    pub take_checked: TakeChecked<T>,
    /// A value out of JSON.
    pub decode: fn(Value) -> Result<T, serde_json::Error>,
    /// The value when it is left out.
    pub absent: fn() -> Option<T>,
    /// A value as JSON.
    pub put: fn(&T) -> Value,
}

/// Takes a parameter that has a validity of its own.
pub type TakeChecked<T> =
    fn(&mut Arguments, &'static str, &dyn Fn(&T) -> Result<(), String>) -> Option<T>;

impl<T: Param> ParamSlot<T> {
    pub(crate) const fn of() -> Self {
        Self {
            facts: T::FACTS,
            shape: T::shape,
            take: |arguments, name| arguments.take(name),
            take_checked: |arguments, name, check| arguments.take_checked(name, check),
            decode: |value| serde_json::from_value(value),
            absent: T::absent,
            put: |value| serde_json::to_value(value).unwrap_or_default(),
        }
    }
}
