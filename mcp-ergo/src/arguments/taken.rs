//! Checked arguments, as a tool takes them.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::error::Fault;
use crate::param::Param;
use crate::schema::{Record, echo};

/// The checked arguments of one call, from which a tool takes its parameters.
#[derive(Debug)]
pub struct Arguments {
    given: Map<String, Value>,
    /// The parameters whose values are never repeated.
    secrets: Vec<Cow<'static, str>>,
    unfit: Vec<Unfit>,
}

/// A parameter whose value passed the schema and still is not one of the parameter's type.
#[derive(Debug)]
pub struct Unfit {
    pub(crate) name: &'static str,
    pub(crate) error: String,
    pub(crate) fault: Fault,
}

impl Arguments {
    /// The arguments that the record has let through.
    pub(crate) fn new(given: Map<String, Value>, record: &Record) -> Self {
        let secret = record
            .fields
            .iter()
            .filter(|field| field.shape.holds_secret());
        Self {
            given,
            secrets: secret.map(|field| field.name.clone()).collect(),
            unfit: Vec::new(),
        }
    }

    /// All of them as they came.
    pub(crate) fn into_given(self) -> Map<String, Value> {
        self.given
    }

    /// Takes one parameter. `None` where its value passes the schema and still is not one of `T`:
    /// that becomes an issue like every other.
    pub fn take<T: Param>(&mut self, name: &'static str) -> Option<T> {
        self.take_checked(name, |_: &T| Ok::<(), String>(()))
    }

    /// Takes one parameter that has a validity of its own.
    pub fn take_checked<T: Param, E: std::fmt::Display>(
        &mut self,
        name: &'static str,
        check: impl FnOnce(&T) -> Result<(), E>,
    ) -> Option<T> {
        let Some(value) = self.given.remove(name) else {
            return T::absent();
        };
        let secret = self.secrets.iter().any(|secret| secret == name);
        let (fault, problem) = match T::deserialize(&value) {
            Ok(taken) => match check(&taken) {
                Ok(()) => return Some(taken),
                Err(problem) => (Fault::Check, problem.to_string()),
            },
            // serde's words are for Rust authors; a model gets what the shape says.
            Err(_) => (Fault::Value, "is not a value of this parameter".to_owned()),
        };
        // The author's check may show the value.
        let problem = match value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
        {
            shown if secret && problem.contains(&shown) => "is not valid".to_owned(),
            _ => problem,
        };
        let error = if secret {
            format!("{name} {problem}")
        } else {
            format!("{name} ({}) {problem}", echo(&value))
        };
        self.unfit.push(Unfit { name, error, fault });
        None
    }

    pub(crate) fn into_unfit(self) -> Vec<Unfit> {
        self.unfit
    }
}
