use crate::prose::{Encoding, encoding, is_english};
use crate::{Fact, Judge, Kind, ParamFacts, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds strings that hold JSON or a comma-separated list, by what their text says.
    ///
    /// ## Why it matters
    ///
    /// A model must quote within quotes, and the schema sees one string whatever is inside. A list and an
    /// object are checked member by member before the tool runs.
    ///
    /// Precision: 50 of 50 findings drawn at random from catalogs that the rule was not written on
    /// were right when read, and so were ten more, since 38 of the 50 are the fields and filters of
    /// one server in the same words. Nothing was seen to be missed.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "tag_invoice",
    ///   "title": "Tag invoice",
    ///   "description": "Add tags to one invoice. Use when the user sorts invoices.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "invoice_id": {
    ///         "type": "string",
    ///         "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///       },
    ///       "tags": {"type": "string", "description": "Comma-separated tags, e.g. 'paid,late'."}
    ///     },
    ///     "required": ["invoice_id", "tags"],
    ///     "additionalProperties": false
    ///   },
    ///   "outputSchema": {
    ///     "type": "object",
    ///     "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///     "required": ["total"],
    ///     "additionalProperties": false
    ///   },
    ///   "annotations": {
    ///     "readOnlyHint": false,
    ///     "destructiveHint": false,
    ///     "idempotentHint": false,
    ///     "openWorldHint": false
    ///   }
    /// }
    /// ```
    ///
    /// ## Good
    ///
    /// ```json
    /// {
    ///   "name": "tag_invoice",
    ///   "title": "Tag invoice",
    ///   "description": "Add tags to one invoice. Use when the user sorts invoices.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "invoice_id": {
    ///         "type": "string",
    ///         "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///       },
    ///       "tags": {
    ///         "type": "array",
    ///         "items": {"type": "string"},
    ///         "description": "Tags to add, e.g. ['paid', 'late']."
    ///       }
    ///     },
    ///     "required": ["invoice_id", "tags"],
    ///     "additionalProperties": false
    ///   },
    ///   "outputSchema": {
    ///     "type": "object",
    ///     "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///     "required": ["total"],
    ///     "additionalProperties": false
    ///   },
    ///   "annotations": {
    ///     "readOnlyHint": false,
    ///     "destructiveHint": false,
    ///     "idempotentHint": false,
    ///     "openWorldHint": false
    ///   }
    /// }
    /// ```
    PARAM_ENCODED_IN_STRING, "P016", "param-encoded-in-string";
    own: Warn, foreign: Info, rubric: SchemaStrictness, at: [Macro, Boot, Audit],
    evidence: [
        Practice("clients and models send an object where a JSON string is asked for, and the reverse"),
        Practice("two checks of one linter: comma-separated strings, strings that hold JSON"),
    ],
    check: Param(check),
}

/// Last words of names that are about how something is written, or where it lies.
#[rustfmt::skip] // one word a line otherwise
const ASIDE: &[&str] = &[
    "accept", "extension", "file", "filename", "format", "language", "path", "type", "uri", "url",
];

fn check(param: &ParamFacts, judge: &mut Judge<'_>) {
    let free = param.kind == Fact::Seen(Kind::String) && param.options == Fact::Seen(None);
    let shaped = param.format.present().is_some();
    if judge.in_output() || !free || shaped {
        return;
    }
    let name = words::split(&param.name);
    if name
        .last()
        .is_some_and(|last| ASIDE.contains(&last.as_str()))
    {
        return;
    }
    let Some(text) = param.text.present() else {
        return;
    };
    let Some(encoding) = encoding(text).filter(|_| is_english(text)) else {
        return;
    };
    let path = judge.path_text();
    let (message, help) = match encoding {
        Encoding::Json => (
            format!("`{path}` is a string that holds JSON"),
            judge.own_or(
                "take the value itself: a struct with `#[derive(Param)]`, or a list of them",
                "take the value itself: an object with its fields declared, or an array with its items",
            ),
        ),
        Encoding::List => (
            format!("`{path}` is a string that holds a list"),
            judge.own_or(
                "take a list: `Vec<String>`, or `Vec` of a type that derives `Param`",
                "take an array: `\"type\": \"array\", \"items\": {\"type\": \"string\"}`",
            ),
        ),
    };
    judge.report(judge.text_here(), message, help);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{array, catalog, object, on_catalog, on_param, param, tool_with};
    use crate::{Level, Part, Policy};

    #[test]
    fn names_aside_are_sorted() {
        assert!(ASIDE.is_sorted());
    }

    #[test]
    fn lists_and_json_are_told_apart() {
        let found = on_param("P016", param("tags", "Comma-separated tags, e.g. 'a,b'."));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].level, Level::Warn);
        assert_eq!(found[0].part, Part::ParamText(vec!["tags".into()]));
        assert_eq!(found[0].message, "`tags` is a string that holds a list");
        assert!(found[0].help.starts_with("take a list: `Vec<String>`"));
        let found = on_param("P016", param("filter", "Filter as a JSON string."));
        assert_eq!(found[0].message, "`filter` is a string that holds JSON");
        let foreign = catalog(vec![tool_with(param("tags", "Tags, comma-separated"))]);
        assert_eq!(
            on_catalog("P016", &foreign, &Policy::audit())[0].help,
            "take an array: `\"type\": \"array\", \"items\": {\"type\": \"string\"}`"
        );
        let nested = object("query", vec![param("fields", "Comma-separated fields")]);
        assert_eq!(on_param("P016", nested).len(), 1);
    }

    #[test]
    fn other_strings_pass() {
        let tags = || param("tags", "Comma-separated tags");
        for other in [
            param("path", "Where to write the JSON document"),
            param("output_format", "Comma-separated or JSON array"),
            param("body", "Text, or JSON string"),
            param("title", "Title of the note"),
            ParamFacts {
                kind: Fact::Seen(Kind::Object),
                ..tags()
            },
            ParamFacts {
                options: Fact::Seen(Some(vec!["a".into()])),
                ..tags()
            },
            ParamFacts {
                text: Fact::Unseen,
                ..tags()
            },
            array("tags", Some(param("[]", "Tag"))),
        ] {
            assert!(on_param("P016", other.clone()).is_empty(), "{other:?}");
        }
    }
}
