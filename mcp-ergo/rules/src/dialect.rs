//! What lies beyond the portable dialect of JSON Schema, and who minds.

use crate::words::holds;
use crate::{Beyond, Level};

/// A construct that somebody refuses or mangles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Construct {
    /// Deny where a model API refuses it, or a client loses the whole server by it; warn where a
    /// client mangles it, or only older ones refuse it.
    pub(crate) level: Level,
    /// The construct, as messages name it.
    pub(crate) what: String,
    /// Who does what about it.
    pub(crate) who: &'static str,
    /// What to write instead.
    pub(crate) instead: String,
}

/// Keywords that ask something of a value, and that a converter therefore cannot pass over: what
/// Gemini's function declarations have no word for. Sorted.
const ASSERTIONS: &[&str] = &[
    "additionalItems",
    "allOf",
    "contains",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "discriminator",
    "else",
    "if",
    "maxContains",
    "minContains",
    "multipleOf",
    "not",
    "patternProperties",
    "prefixItems",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
];

/// Definitions say nothing by themselves: what refers to them is judged where it does. Sorted.
const DEFINITIONS: &[&str] = &["$defs", "definitions"];

/// Numeric formats that generators write for the types of a programming language. Sorted.
const MACHINE_FORMATS: &[&str] = &[
    "double", "float", "int", "int16", "int32", "int64", "int8", "uint", "uint16", "uint32",
    "uint64", "uint8",
];

/// Who minds a keyword that Gemini's function declarations do not have.
const REFUSED: &str = "the Gemini API refuses it unless the client takes it out first";

/// Who minds a value that may be null too.
const NULLED: &str = "Cursor refuses right values for it while Claude Desktop may drop its schema";

/// A keyword that tells a model nothing and that nobody trips over: a title, a comment, a vendor's
/// own.
pub(crate) fn noise(beyond: &Beyond) -> Option<&str> {
    match beyond {
        Beyond::Keyword(key) if construct(beyond).is_none() && !holds(DEFINITIONS, key) => {
            Some(key)
        }
        _ => None,
    }
}

/// Who minds a construct in the schema of one value; `None` for noise.
pub(crate) fn construct(beyond: &Beyond) -> Option<Construct> {
    Some(match beyond {
        Beyond::Keyword(key) => return keyword(key),
        // P004 asks for the fields of an object.
        Beyond::Map => return None,
        Beyond::Misplaced(name) => Construct {
            level: Level::Warn,
            what: format!("`{name}` where only keywords are read"),
            who: "JSON Schema passes over it as a keyword it does not know",
            instead: format!("put `{name}` under `properties`"),
        },
        Beyond::Nullable(key) => Construct {
            level: Level::Warn,
            what: format!("`{key}` with null"),
            who: NULLED,
            instead: "give it the one type, and leave it out of `required`".into(),
        },
        Beyond::Types(kinds) => types(kinds),
        Beyond::Format(format) => Construct {
            level: Level::Warn,
            what: format!("the format `{format}`"),
            who: if holds(MACHINE_FORMATS, format) {
                "Gemini CLI fails on it while other clients warn about it"
            } else if format == "uri" {
                "OpenAI's strict mode refuses it"
            } else {
                "clients that do not know it warn about it or refuse it"
            },
            instead: if holds(MACHINE_FORMATS, format) {
                format!(
                    "take `format` out; `type`, `minimum` and `maximum` say what a model needs of `{format}`"
                )
            } else {
                format!(
                    "take `format` out, and say what `{format}` means by a `pattern`, or in the description"
                )
            },
        },
        Beyond::Member(member) if matches!(member.as_str(), "\"\"" | "null") => Construct {
            level: Level::Deny,
            what: format!("`{member}` in `enum`"),
            who: "the Gemini API refuses every request that carries it",
            instead: format!(
                "take `{member}` out of `enum`; a value that is left out stands for it"
            ),
        },
        Beyond::Member(_) => Construct {
            level: Level::Deny,
            what: "an `enum` of something else than strings".into(),
            who: "the Gemini API takes strings alone there",
            instead: "write the members of `enum` as strings, or state `minimum` and `maximum`"
                .into(),
        },
        Beyond::Boolean(value) => Construct {
            level: Level::Deny,
            what: format!("`{value}` in place of a schema"),
            who: "Claude Code then shows no tool of the whole server",
            instead: "write an object with `type` and `description`".into(),
        },
    })
}

/// Who minds a construct at the root of a tool's input.
pub(crate) fn construct_at_root(beyond: &Beyond) -> Option<Construct> {
    Some(match beyond {
        Beyond::Keyword(key) | Beyond::Nullable(key)
            if matches!(key.as_str(), "anyOf" | "oneOf" | "allOf") =>
        {
            Construct {
                level: Level::Deny,
                what: format!("`{key}` at its root"),
                who: "the Claude API refuses every request that carries the tool",
                instead: "list plain `properties` at the root, and check in the tool which of them go together, or make a tool of each form".into(),
            }
        }
        Beyond::Types(kinds) => Construct {
            level: Level::Deny,
            what: match kinds.as_slice() {
                [] => "no `type` at its root".into(),
                [kind] => format!("the type `{kind}` at its root"),
                _ => "several types at its root".into(),
            },
            who: "clients that check it lose every tool of the server",
            instead: "write `\"type\": \"object\"` at the root, with `properties` even where there are none".into(),
        },
        other => return construct(other),
    })
}

fn keyword(key: &str) -> Option<Construct> {
    let (level, who, instead) = match key {
        "anyOf" => (
            Level::Warn,
            "Codex shows a plain string in its place",
            "give it one type, or make one parameter of each form",
        ),
        "oneOf" => (
            Level::Warn,
            "goose and hermes-agent collapse it or refuse it",
            "write a set of constants as one `enum`, and make one parameter of each other form",
        ),
        "$ref" => (
            Level::Warn,
            "Copilot CLI does not follow it while older Gemini clients refuse it",
            "write the schema that it refers to in its place",
        ),
        "const" => (Level::Deny, REFUSED, "write `enum` with the one value"),
        "exclusiveMinimum" | "exclusiveMaximum" => (
            Level::Deny,
            REFUSED,
            "write `minimum` and `maximum`; of whole numbers they say the same",
        ),
        "propertyNames" => (
            Level::Deny,
            REFUSED,
            "take it out, and say in the description what the keys are; list those that are known under `properties`",
        ),
        _ if holds(ASSERTIONS, key) => (
            Level::Warn,
            "the Gemini API has no such keyword",
            "say it in the description, and check it in the tool",
        ),
        _ => return None,
    };
    Some(Construct {
        level,
        what: format!("`{key}`"),
        who,
        instead: instead.into(),
    })
}

fn types(kinds: &[String]) -> Construct {
    let named: Vec<&str> = kinds
        .iter()
        .map(String::as_str)
        .filter(|kind| *kind != "null")
        .collect();
    let one_type = "give it one type, and leave it out of `required` where it may be absent";
    match named.as_slice() {
        ["array"] if kinds.len() > 1 => Construct {
            level: Level::Deny,
            what: "the types `array` and `null`".into(),
            who: "the Gemini API finds no `items` and refuses every request that carries it",
            instead: one_type.into(),
        },
        [_] if kinds.len() > 1 => Construct {
            level: Level::Warn,
            what: "null as a second type".into(),
            who: NULLED,
            instead: one_type.into(),
        },
        [only] => Construct {
            level: Level::Warn,
            what: format!("the type `{only}`"),
            who: "JSON Schema has no such type",
            instead: "write `string`, `integer`, `number`, `boolean`, `array` or `object`".into(),
        },
        [] => Construct {
            level: Level::Warn,
            what: "null for its only type".into(),
            who: "no client can offer a value for it",
            instead: "give it a type, or take it out".into(),
        },
        _ => Construct {
            level: Level::Warn,
            what: "several types".into(),
            who: "Cursor and the Gemini API know one type for each value",
            instead: "give it one type, or make one parameter of each".into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keyword(key: &str) -> Beyond {
        Beyond::Keyword(key.into())
    }

    #[test]
    fn lists_are_sorted() {
        for list in [ASSERTIONS, DEFINITIONS, MACHINE_FORMATS] {
            assert!(list.is_sorted_by(|one, next| one < next), "{list:?}");
        }
    }

    #[test]
    fn what_a_model_api_refuses_denies_and_what_is_mangled_warns() {
        let level = |beyond: &Beyond| construct(beyond).map(|construct| construct.level);
        for refused in [
            keyword("exclusiveMinimum"),
            keyword("const"),
            Beyond::Member("\"\"".into()),
            Beyond::Member("1".into()),
            Beyond::Boolean(true),
            Beyond::Types(vec!["array".into(), "null".into()]),
        ] {
            assert_eq!(level(&refused), Some(Level::Deny), "{refused:?}");
        }
        for mangled in [
            keyword("anyOf"),
            keyword("$ref"),
            keyword("uniqueItems"),
            Beyond::Nullable("anyOf".into()),
            Beyond::Types(vec!["string".into(), "null".into()]),
            Beyond::Types(vec!["string".into(), "number".into()]),
            Beyond::Types(vec!["any".into()]),
            Beyond::Types(vec!["null".into()]),
            Beyond::Types(Vec::new()),
            Beyond::Format("int64".into()),
            Beyond::Misplaced("parent".into()),
        ] {
            assert_eq!(level(&mangled), Some(Level::Warn), "{mangled:?}");
        }
        for (beyond, said) in [
            (keyword("anyOf"), "`anyOf` at its root"),
            (Beyond::Types(Vec::new()), "no `type` at its root"),
            (
                Beyond::Types(vec!["array".into()]),
                "the type `array` at its root",
            ),
        ] {
            let found = construct_at_root(&beyond).unwrap();
            assert_eq!((found.level, found.what.as_str()), (Level::Deny, said));
        }
    }

    #[test]
    fn noise_is_neither() {
        for key in ["$schema", "title", "$comment", "x-order", "deprecated", ""] {
            assert_eq!(construct(&keyword(key)), None, "{key}");
            assert_eq!(noise(&keyword(key)), Some(key));
        }
        for silent in [keyword("$defs"), keyword("definitions"), keyword("anyOf")] {
            assert_eq!(noise(&silent), None, "{silent:?}");
        }
    }
}
