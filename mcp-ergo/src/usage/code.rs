//! What went wrong in a call, without a word that the caller sent.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::error::Fault;

/// What stands between the kind and the parameter.
const SEPARATOR: char = ':';

/// One thing that went wrong in a call: a kind, and where it is about an argument, the parameter. As
/// text it is `option:status`, or the kind alone.
///
/// The kinds of mistakes in arguments are `missing`, `unknown`, `type`, `fraction`, `range`, `length`,
/// `pattern`, `format`, `option`, `check`, `value`, `object` and `part`. A failure of the tool itself
/// has the name of its variant, as `InvoiceNotFound`; what the server says has one of `denied`,
/// `unauthorized`, `rate_limited`, `crowded`, `timeout`, `panicked`, `too_large`, `internal` and
/// `unreadable`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UsageCode {
    kind: Cow<'static, str>,
    parameter: Option<Cow<'static, str>>,
}

impl UsageCode {
    /// What the server says of a call.
    pub(crate) const fn of(kind: &'static str) -> Self {
        Self {
            kind: Cow::Borrowed(kind),
            parameter: None,
        }
    }

    /// A mistake in an argument. `parameter` is declared: a name that a caller made up is none.
    pub(crate) fn argument(fault: Fault, parameter: Option<String>) -> Self {
        Self {
            parameter: parameter.map(Cow::Owned),
            ..Self::of(fault.word())
        }
    }

    /// Which kind of mistake or failure it is.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The declared name of the parameter, with those that it stands in: `payments[].amount_cents`.
    pub fn parameter(&self) -> Option<&str> {
        self.parameter.as_deref()
    }
}

impl fmt::Display for UsageCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        match &self.parameter {
            Some(parameter) => write!(f, "{SEPARATOR}{parameter}"),
            None => Ok(()),
        }
    }
}

impl From<String> for UsageCode {
    fn from(text: String) -> Self {
        match text.split_once(SEPARATOR) {
            Some((kind, parameter)) => Self {
                kind: Cow::Owned(kind.to_owned()),
                parameter: Some(Cow::Owned(parameter.to_owned())),
            },
            None => Self {
                kind: Cow::Owned(text),
                parameter: None,
            },
        }
    }
}

impl Serialize for UsageCode {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for UsageCode {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back_as_they_are_written() {
        for code in [
            UsageCode::of("denied"),
            UsageCode::argument(Fault::Object, None),
            UsageCode::argument(Fault::Option, Some("status".into())),
            UsageCode::argument(Fault::Type, Some("payments[].amount:cents".into())),
        ] {
            assert_eq!(UsageCode::from(code.to_string()), code);
        }
    }
}
