use crate::prose::{Bounds, is_english, is_of_param, stated_bounds};
use crate::{Fact, Judge, Kind, ParamFacts, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds parameters whose description states a range or a length that the schema does not state.
    ///
    /// Passed over are bounds that are hedged (`unless configured`), conditional (`10 for lists`),
    /// examples, in another unit, or about something else than the value itself, and strings that a
    /// pattern, a format or a closed set bounds in its own way.
    ///
    /// ## Why it matters
    ///
    /// A bound in the schema is checked before the call is made. A bound in the prose fails at run
    /// time, or worse, is cut to size without a word.
    ///
    /// Precision: 50 of 50 findings drawn at random from 41 servers that those who wrote the rule had
    /// not seen were right when read, and so were the 20 others there and 60 elsewhere. 48 of the 50
    /// stand on one server whose schema repeats whole records, 45 of them on parts that nobody sends:
    /// true, and of little use. Missed: 14 of 75 texts with a number that were passed over, a bound
    /// of one case (`For lists: max 10`), `capped at`, a hedge about something else, and `per page`,
    /// which is read now.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "list_invoices",
    ///   "title": "List invoices",
    ///   "description": "List the invoices of a customer. Use when the user asks what is owed.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "customer_id": {
    ///         "type": "string",
    ///         "description": "Customer id, e.g. 'cus_01H8XK'. The user gives it."
    ///       },
    ///       "limit": {
    ///         "type": "integer",
    ///         "default": 20,
    ///         "description": "Most invoices to return (1-50)."
    ///       }
    ///     },
    ///     "required": ["customer_id"],
    ///     "additionalProperties": false
    ///   },
    ///   "outputSchema": {
    ///     "type": "object",
    ///     "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///     "required": ["total"],
    ///     "additionalProperties": false
    ///   },
    ///   "annotations": {
    ///     "readOnlyHint": true,
    ///     "destructiveHint": false,
    ///     "idempotentHint": true,
    ///     "openWorldHint": false
    ///   }
    /// }
    /// ```
    ///
    /// ## Good
    ///
    /// ```json
    /// {
    ///   "name": "list_invoices",
    ///   "title": "List invoices",
    ///   "description": "List the invoices of a customer. Use when the user asks what is owed.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "customer_id": {
    ///         "type": "string",
    ///         "description": "Customer id, e.g. 'cus_01H8XK'. The user gives it."
    ///       },
    ///       "limit": {
    ///         "type": "integer",
    ///         "minimum": 1,
    ///         "maximum": 50,
    ///         "default": 20,
    ///         "description": "Most invoices to return, from 1 to 50."
    ///       }
    ///     },
    ///     "required": ["customer_id"],
    ///     "additionalProperties": false
    ///   },
    ///   "outputSchema": {
    ///     "type": "object",
    ///     "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///     "required": ["total"],
    ///     "additionalProperties": false
    ///   },
    ///   "annotations": {
    ///     "readOnlyHint": true,
    ///     "destructiveHint": false,
    ///     "idempotentHint": true,
    ///     "openWorldHint": false
    ///   }
    /// }
    /// ```
    PARAM_BOUNDS_IN_PROSE, "P010", "param-bounds-in-prose";
    own: Deny, foreign: Warn, rubric: SchemaStrictness, at: [Macro, Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, phase 2: units, format and bounds; a malformed call is rejected at the schema boundary"),
        Practice("agent-friend, `range_described_not_constrained`"),
    ],
    check: Param(check),
}

/// What of a parameter is bounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scale {
    Number,
    Characters,
    Items,
}

impl Scale {
    /// The scale of a parameter that has bounds in its schema or could have.
    fn of(param: &ParamFacts) -> Option<Self> {
        match param.kind {
            Fact::Seen(Kind::Integer | Kind::Number) => Some(Self::Number),
            Fact::Seen(Kind::String) => {
                let free = param.options.is_absent()
                    && param.pattern.is_absent()
                    && param.format.is_absent();
                free.then_some(Self::Characters)
            }
            Fact::Seen(Kind::Array) => Some(Self::Items),
            _ => None,
        }
    }

    /// The keywords of JSON Schema.
    const fn keywords(self) -> (&'static str, &'static str) {
        match self {
            Self::Number => ("minimum", "maximum"),
            Self::Characters => ("minLength", "maxLength"),
            Self::Items => ("minItems", "maxItems"),
        }
    }

    /// The key of `#[param(…)]`.
    const fn key(self) -> &'static str {
        match self {
            Self::Number => "range",
            Self::Characters | Self::Items => "len",
        }
    }
}

fn check(param: &ParamFacts, judge: &mut Judge<'_>) {
    let (Some(text), Some(scale)) = (param.text.present(), Scale::of(param)) else {
        return;
    };
    // A bound is a number, and most texts hold none.
    if !text.contains(|c: char| c.is_ascii_digit()) || !is_english(text) {
        return;
    }
    let name = judge.path().last().map_or("", String::as_str);
    let mut stated = stated_bounds(text);
    stated.retain(|stated| is_of(stated, scale, param, name, text));
    let schema = Ends::of(param, scale);
    // Our own text repeats the bounds of the schema, whatever the author wrote before.
    if judge.policy().is_own() {
        stated.retain(|stated| schema.disagrees(stated));
    }
    // Two bounds at one end hold for two cases, whatever the words between them say.
    let Some(both) = merged(&stated).filter(|both| schema.disagrees(both)) else {
        return;
    };
    let said: Vec<String> = stated.iter().map(quoted).collect();
    let message = format!(
        "the description of `{}` says {}, and its schema {}",
        judge.path_text(),
        said.join(" and "),
        schema.said(&both, scale)
    );
    let help = judge.own_or(
        format!(
            "write `{} = {}` in `#[param(…)]`; the text then says it by itself",
            scale.key(),
            as_range(&both, scale, param.kind == Fact::Seen(Kind::Number))
        ),
        format!(
            "write {} into the schema, or mend the text",
            as_keywords(&both, scale)
        ),
    );
    judge.report(judge.text_here(), message, help);
}

/// Whether a statement is about what the schema would bound.
fn is_of(stated: &Bounds<'_>, scale: Scale, param: &ParamFacts, name: &str, text: &str) -> bool {
    let unit = stated.unit.map(str::to_lowercase);
    match (scale, unit.as_deref()) {
        (Scale::Number, None) => !stated.length,
        (Scale::Number, Some(unit)) => !stated.length && is_of_param(unit, name, text),
        (Scale::Characters, None) => stated.length,
        (Scale::Characters, Some(unit)) => matches!(unit, "characters" | "chars" | "character"),
        // `Ratings (1-5)` bounds the ratings.
        (Scale::Items, None) => {
            let items = param.items.present().map(|items| items.kind);
            !stated.length && matches!(items, Some(Fact::Seen(Kind::String | Kind::Object)))
        }
        (Scale::Items, Some(unit)) => {
            let singular = unit.strip_suffix('s').unwrap_or(unit);
            let named = words::split(name)
                .iter()
                .any(|word| word.strip_suffix('s').unwrap_or(word) == singular);
            named || matches!(singular, "item" | "element" | "entrie" | "entry" | "value")
        }
    }
}

/// The words of a statement on one line.
fn quoted(stated: &Bounds<'_>) -> String {
    let words: Vec<&str> = stated.said.split_whitespace().collect();
    format!("\"{}\"", words.join(" "))
}

/// Every statement as one; `None` where two are at odds.
fn merged<'a>(stated: &[Bounds<'a>]) -> Option<Bounds<'a>> {
    let (first, rest) = stated.split_first()?;
    rest.iter().try_fold(*first, |both, next| {
        let agree = agree(both.least, next.least) && agree(both.most, next.most);
        agree.then_some(Bounds {
            least: both.least.or(next.least),
            most: both.most.or(next.most),
            ..both
        })
    })
}

fn agree(one: Option<f64>, other: Option<f64>) -> bool {
    one.zip(other)
        .is_none_or(|(one, other)| is_same(one, other))
}

fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() <= f64::EPSILON * one.abs().max(1.0)
}

/// The bounds of a schema; an end that is not seen agrees with everything.
struct Ends {
    least: Fact<Option<f64>>,
    most: Fact<Option<f64>>,
}

/// From here on a bound is the type's and not the author's: `i32::MAX`, or 2^53 - 1 of JavaScript.
const OF_A_TYPE: f64 = 2_147_483_647.0;

impl Ends {
    fn of(param: &ParamFacts, scale: Scale) -> Self {
        let (least, most) = match scale {
            Scale::Number => (param.minimum, param.maximum),
            Scale::Characters | Scale::Items => (count(param.least), count(param.most)),
        };
        // No length is below zero, also where no keyword says so.
        let least = match (scale, least) {
            (Scale::Characters | Scale::Items, Fact::Seen(None)) => Fact::Seen(Some(0.0)),
            (_, least) => least,
        };
        Self { least, most }
    }

    fn disagrees(&self, stated: &Bounds<'_>) -> bool {
        let differ = |stated: Option<f64>, end: &Fact<Option<f64>>| match (stated, end) {
            (Some(stated), Fact::Seen(end)) => end.is_none_or(|end| !is_same(stated, end)),
            _ => false,
        };
        differ(stated.least, &self.least) || differ(stated.most, &self.most)
    }

    /// What the schema states, as the rest of a sentence.
    fn said(&self, stated: &Bounds<'_>, scale: Scale) -> String {
        let written =
            |end: &Fact<Option<f64>>| end.present().copied().filter(|end| end.abs() < OF_A_TYPE);
        let least = telling(written(&self.least), scale);
        match (least, written(&self.most)) {
            (None, None) => "states no bounds".to_owned(),
            (_, None) if stated.most.is_some() => "states no upper bound".to_owned(),
            (None, _) if stated.least.is_some() => "states no lower bound".to_owned(),
            (Some(least), None) => format!("says at least {least}"),
            (None, Some(most)) => format!("says at most {most}"),
            (Some(least), Some(most)) => format!("says {least} to {most}"),
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "rules compare bounds that people write"
)]
fn count(bound: Fact<Option<u64>>) -> Fact<Option<f64>> {
    match bound {
        Fact::Seen(bound) => Fact::Seen(bound.map(|bound| bound as f64)),
        Fact::Unseen => Fact::Unseen,
    }
}

/// A lower bound that says something: no length is below zero.
fn telling(least: Option<f64>, scale: Scale) -> Option<f64> {
    least.filter(|least| scale == Scale::Number || *least > 0.0)
}

/// `1..=50`, with a point where Rust wants one.
fn as_range(stated: &Bounds<'_>, scale: Scale, float: bool) -> String {
    let end = |end: Option<f64>| match end {
        Some(end) if float => format!("{end:?}"),
        Some(end) => end.to_string(),
        None => String::new(),
    };
    let (least, most) = (end(telling(stated.least, scale)), end(stated.most));
    let joint = if most.is_empty() { ".." } else { "..=" };
    format!("{least}{joint}{most}")
}

fn as_keywords(stated: &Bounds<'_>, scale: Scale) -> String {
    let (least, most) = scale.keywords();
    let keyword = |key, end: Option<f64>| end.map(|end| format!("\"{key}\": {end}"));
    let both = keyword(least, telling(stated.least, scale))
        .into_iter()
        .chain(keyword(most, stated.most));
    format!("`{}`", both.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use crate::samples::{array, catalog, of_kind, on_catalog, on_param, param, tool_with};
    use crate::{Fact, Finding, Kind, ParamFacts, Part, Policy};

    fn limit(text: &str, minimum: Option<f64>, maximum: Option<f64>) -> ParamFacts {
        ParamFacts {
            text: Fact::Seen(Some(text.into())),
            minimum: Fact::Seen(minimum),
            maximum: Fact::Seen(maximum),
            ..of_kind("limit", Kind::Integer)
        }
    }

    fn foreign(param: ParamFacts) -> Vec<Finding> {
        on_catalog("P010", &catalog(vec![tool_with(param)]), &Policy::audit())
    }

    #[test]
    fn bounds_in_the_text_alone_are_found() {
        let found = on_param("P010", limit("Most rows to return (1-50).", None, None));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::ParamText(vec!["limit".into()]));
        assert_eq!(
            found[0].message,
            "the description of `limit` says \"1-50\", and its schema states no bounds"
        );
        assert_eq!(
            found[0].help,
            "write `range = 1..=50` in `#[param(…)]`; the text then says it by itself"
        );
        let found = foreign(limit("Most rows to return, at most 50.", Some(1.0), None));
        assert_eq!(
            found[0].message,
            "the description of `limit` says \"at most 50\", and its schema states no upper bound"
        );
        assert_eq!(
            found[0].help,
            "write `\"maximum\": 50` into the schema, or mend the text"
        );
    }

    #[test]
    fn other_bounds_are_found() {
        for (text, least, most, schema) in [
            ("Rows (1-50)", Some(1.0), Some(100.0), "says 1 to 100"),
            ("Rows (max 50)", None, Some(100.0), "says at most 100"),
            ("Rows (min 1)", Some(0.0), None, "says at least 0"),
            ("Rows (1-50)", Some(0.0), None, "states no upper bound"),
            ("Rows (1-50)", None, Some(50.0), "states no lower bound"),
            // A `u32` without a range.
            (
                "Rows (max 50)",
                Some(0.0),
                Some(4_294_967_295.0),
                "states no upper bound",
            ),
        ] {
            let found = on_param("P010", limit(text, least, most));
            assert_eq!(found.len(), 1, "{text}");
            let end = format!("and its schema {schema}");
            assert!(found[0].message.ends_with(&end), "{}", found[0].message);
        }
    }

    #[test]
    fn what_agrees_or_cannot_be_seen_passes() {
        for (text, least, most) in [
            ("Rows, from 1 to 50, e.g. 20.", Some(1.0), Some(50.0)),
            ("Rows (max 50)", Some(1.0), Some(50.0)),
            ("Rows, at most 4294967295.", None, Some(4_294_967_295.0)),
            ("Rows to return.", None, None),
            ("Zeilen der Antwort und nicht mehr (1-50)", None, None),
        ] {
            assert!(
                on_param("P010", limit(text, least, most)).is_empty(),
                "{text}"
            );
        }
        let of_the_type = ParamFacts {
            minimum: Fact::Unseen,
            maximum: Fact::Unseen,
            ..limit("Rows (1-50)", None, None)
        };
        assert!(on_param("P010", of_the_type).is_empty());
        let flag = ParamFacts {
            kind: Fact::Seen(Kind::Boolean),
            ..limit("Whether to read (1-50)", None, None)
        };
        assert!(on_param("P010", flag).is_empty());
    }

    #[test]
    fn both_ends_may_be_stated_apart() {
        let found = foreign(limit("Rows (min 1, max 50)", None, None));
        assert!(
            found[0]
                .message
                .contains("says \"min 1\" and \"max 50\", and")
        );
        assert!(found[0].help.contains("\"minimum\": 1, \"maximum\": 50"));
        assert!(foreign(limit("Rows (max 50). At most 20.", None, None)).is_empty());
    }

    #[test]
    fn our_own_words_do_not_hide_the_authors() {
        let both = limit("Rows (1-100), from 1 to 50.", Some(1.0), Some(50.0));
        assert_eq!(on_param("P010", both.clone()).len(), 1);
        assert!(foreign(both).is_empty());
    }

    #[test]
    fn lengths_are_of_characters() {
        let found = on_param("P010", param("title", "Title, at most 80 characters."));
        assert_eq!(
            found[0].help,
            "write `len = ..=80` in `#[param(…)]`; the text then says it by itself"
        );
        let found = foreign(param("title", "Title (1-80 chars)."));
        assert!(
            found[0]
                .help
                .contains("`\"minLength\": 1, \"maxLength\": 80`")
        );
        for text in [
            "Title (max 80)",
            "Text in 1-2 sentences",
            "Title of 80 words, at most 90 words",
        ] {
            assert!(foreign(param("title", text)).is_empty(), "{text}");
        }
        let formed = ParamFacts {
            pattern: Fact::Seen(Some("^.{1,80}$".into())),
            ..param("title", "Title, at most 80 characters.")
        };
        assert!(foreign(formed).is_empty());
    }

    #[test]
    fn counts_are_of_items() {
        let list = |text: &str, items: Kind| ParamFacts {
            text: Fact::Seen(Some(text.into())),
            ..array("tags", Some(of_kind("[]", items)))
        };
        for text in ["Tags (max 10)", "Tags, up to 10 tags", "Tags (1-10 items)"] {
            assert_eq!(
                on_param("P010", list(text, Kind::String)).len(),
                1,
                "{text}"
            );
        }
        let found = foreign(list("Tags (0-10 items)", Kind::String));
        assert!(found[0].help.contains("`\"maxItems\": 10`"));
        assert!(foreign(list("Ratings (1-5)", Kind::Integer)).is_empty());
        assert!(foreign(list("Tags (max 80 characters)", Kind::String)).is_empty());
    }

    #[test]
    fn ranges_of_floats_have_a_point() {
        let share = ParamFacts {
            kind: Fact::Seen(Kind::Number),
            ..limit("Share, 0 to 1", None, None)
        };
        assert!(
            on_param("P010", share)[0]
                .help
                .contains("`range = 0.0..=1.0`")
        );
    }
}
