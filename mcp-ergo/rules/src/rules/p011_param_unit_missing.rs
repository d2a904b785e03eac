use crate::prose::{is_english, is_unit, names_unit, said_in_args_block};
use crate::{Fact, Judge, Kind, ParamFacts, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds numbers that are an amount, a duration, a size or a distance by name, without a unit.
    ///
    /// The unit may stand in the name, in the text or in a parameter beside it (`currency`). Counts,
    /// `page_size` and `font_size` are no such sizes.
    ///
    /// ## Why it matters
    ///
    /// `amount: 100` is one euro or a hundred, `timeout: 30` half a minute or a blink. Nothing fails when
    /// the guess is wrong.
    ///
    /// Precision: of the 12 findings on 82 public servers 8 were right when read (after mending: 8 of
    /// 8); false alarms: a unit that the tool's description gives in its `Args` block; missed: widths
    /// and positions, which mostly are of a drawing.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "create_refund",
    ///   "title": "Create refund",
    ///   "description": "Refund part of an invoice. Use when the user overpaid.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "invoice_id": {
    ///         "type": "string",
    ///         "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///       },
    ///       "amount": {"type": "integer", "description": "Amount to refund."}
    ///     },
    ///     "required": ["invoice_id", "amount"],
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
    ///   "name": "create_refund",
    ///   "title": "Create refund",
    ///   "description": "Refund part of an invoice. Use when the user overpaid.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "invoice_id": {
    ///         "type": "string",
    ///         "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///       },
    ///       "amount": {"type": "integer", "description": "Amount to refund in cents."}
    ///     },
    ///     "required": ["invoice_id", "amount"],
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
    PARAM_UNIT_MISSING, "P011", "param-unit-missing";
    own: Warn, foreign: Info, rubric: SchemaStrictness, at: [Macro, Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, phase 2: descriptions carry units, as in \"amount in cents\""),
    ],
    check: Param(check),
}

/// Last words of names that are measured, with a unit to suggest.
#[rustfmt::skip] // one entry a line otherwise
const MEASURES: &[(&str, &str)] = &[
    ("amount", "cents"), ("bandwidth", "megabits per second"), ("budget", "cents"),
    ("cost", "cents"), ("delay", "seconds"), ("distance", "metres"), ("duration", "seconds"),
    ("fee", "cents"), ("interval", "seconds"), ("latency", "milliseconds"),
    ("lookback", "days"), ("memory", "megabytes"), ("price", "cents"), ("radius", "metres"),
    ("retention", "days"), ("salary", "cents"), ("timeout", "seconds"), ("ttl", "seconds"),
];

/// Words before `size` that make it one in bytes.
#[rustfmt::skip] // one word a line otherwise
const BYTES: &[&str] = &[
    "attachment", "blob", "body", "buffer", "file", "image", "object", "payload", "upload",
];

/// Words before `size` that make it one of a machine.
const MEGABYTES: &[&str] = &["disk", "heap", "memory", "storage", "volume"];

/// Words of a text about something that is counted, compared or drawn instead.
#[rustfmt::skip] // one word a line otherwise
const UNMEASURED: &[&str] = &[
    "between", "count", "factor", "many", "number", "quantity", "relative", "scroll", "steps",
    "times", "units",
];

/// Words of a name whose measure is one of a drawing.
const DRAWN: &[&str] = &["axis", "blur", "border", "corner", "font", "grid", "tick"];

fn check(param: &ParamFacts, judge: &mut Judge<'_>) {
    if !matches!(param.kind, Fact::Seen(Kind::Integer | Kind::Number)) || judge.in_output() {
        return;
    }
    let name = words::split(&param.name);
    let Some((measure, unit)) = measured(&name) else {
        return;
    };
    let Some(text) = param.text.seen() else {
        return;
    };
    let text = text.as_deref().unwrap_or_default();
    let beside = judge.tool().and_then(|tool| tool.description.present());
    let explained = beside.and_then(|description| said_in_args_block(description, &param.name));
    let counted = words::split(text)
        .iter()
        .any(|word| UNMEASURED.contains(&word.as_str()));
    let closed = param.options != Fact::Seen(None) || param.unit.present().is_some();
    let said =
        names_unit(text) || explained.is_some_and(names_unit) || is_said_beside(param, judge);
    if !is_english(text) || said || counted || closed {
        return;
    }
    let measure = match measure {
        "ttl" => "a time to live".to_owned(),
        _ if measure.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {measure}"),
        _ => format!("a {measure}"),
    };
    let message = format!(
        "`{}` is {measure}, and nothing says in what unit",
        judge.path_text()
    );
    let help = judge.own_or(
        format!("say it: `#[param(unit = \"{unit}\")]`"),
        format!("say it in the description, e.g. `…, in {unit}`"),
    );
    judge.report(judge.here(), message, help);
}

/// What a name measures, and a unit for it.
fn measured(name: &[String]) -> Option<(&str, &'static str)> {
    if name
        .iter()
        .any(|word| is_unit(word) || DRAWN.contains(&word.as_str()))
    {
        return None;
    }
    let last = name.last()?.as_str();
    if last == "size" {
        let is = |list: &[&str]| name.iter().any(|word| list.contains(&word.as_str()));
        let unit = if is(MEGABYTES) { "megabytes" } else { "bytes" };
        return (is(BYTES) || is(MEGABYTES)).then_some((last, unit));
    }
    let found = MEASURES.binary_search_by(|(measure, _)| (*measure).cmp(last));
    found.ok().map(|at| (last, MEASURES[at].1))
}

/// Whether a parameter or field beside this one says the unit: `currency`, `size_unit`.
fn is_said_beside(param: &ParamFacts, judge: &Judge<'_>) -> bool {
    let beside = match judge.outer().last() {
        Some(outer) => outer.fields.seen(),
        None => judge.tool().and_then(|tool| tool.params.seen()),
    };
    beside.into_iter().flatten().any(|other| {
        let words = words::split(&other.name);
        let says = |word: &String| {
            matches!(
                word.as_str(),
                "asset" | "coin" | "currency" | "mint" | "token" | "unit" | "units"
            )
        };
        other.name != param.name && words.iter().any(says)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{catalog, object, on_catalog, on_param, on_tool, param, tool, tool_with};
    use crate::{Level, Part, Policy, ToolFacts};

    fn number(name: &str, text: &str) -> ParamFacts {
        ParamFacts {
            kind: Fact::Seen(Kind::Integer),
            ..param(name, text)
        }
    }

    #[test]
    fn word_lists_are_sorted() {
        assert!(MEASURES.is_sorted());
        for list in [BYTES, MEGABYTES, UNMEASURED, DRAWN] {
            assert!(list.is_sorted(), "{list:?}");
        }
    }

    #[test]
    fn what_is_measured_wants_a_unit() {
        let found = on_param("P011", number("amount", "Amount to refund."));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].level, Level::Warn);
        assert_eq!(found[0].part, Part::Param(vec!["amount".into()]));
        assert_eq!(
            found[0].message,
            "`amount` is an amount, and nothing says in what unit"
        );
        assert_eq!(found[0].help, "say it: `#[param(unit = \"cents\")]`");
        let foreign = catalog(vec![tool_with(number("maxFileSize", "Largest file."))]);
        let found = on_catalog("P011", &foreign, &Policy::audit());
        assert_eq!(
            found[0].help,
            "say it in the description, e.g. `…, in bytes`"
        );
        let bare = ParamFacts {
            text: Fact::Seen(None),
            ..number("ttl", "")
        };
        assert_eq!(on_param("P011", bare).len(), 1);
        let nested = object("wait", vec![number("timeout", "How long to wait.")]);
        assert_eq!(
            on_param("P011", nested)[0].message,
            "`wait.timeout` is a timeout, and nothing says in what unit"
        );
    }

    #[test]
    fn a_unit_anywhere_is_enough() {
        for (name, text) in [
            ("amount", "Amount to refund in cents."),
            ("timeout_ms", "How long to wait."),
            ("timeoutSeconds", "How long to wait."),
            ("timeout", "How long to wait (default 30s)."),
            ("amount", "Number of tickets."),
            ("interval", "Ticks of the axis, relative to its length"),
            ("page_size", "Rows of a page."),
            ("body_font_size", "Size of the text."),
            ("font_size", "Size of the letters."),
            ("size", "Size of the page."),
            ("border_radius", "How round it is."),
            ("discount", "What is taken off."),
            ("timeout", "超时"),
        ] {
            assert!(
                on_param("P011", number(name, text)).is_empty(),
                "{name}: {text}"
            );
        }
        let beside = ToolFacts {
            params: Fact::Seen(vec![
                number("amount", "What to pay."),
                param("currency", "In what."),
            ]),
            ..tool("pay_invoice")
        };
        assert!(on_tool("P011", &beside).is_empty());
        let explained = ToolFacts {
            params: Fact::Seen(vec![number("pause", ""), number("delay", "")]),
            description: Fact::Seen(Some("Wait.\n\nArgs:\n  delay: seconds to wait".into())),
            ..tool("wait_for_job")
        };
        assert!(on_tool("P011", &explained).is_empty());
    }

    #[test]
    fn other_kinds_and_unseen_texts_pass() {
        assert!(on_param("P011", param("duration", "How long.")).is_empty());
        for other in [
            ParamFacts {
                text: Fact::Unseen,
                ..number("amount", "")
            },
            ParamFacts {
                options: Fact::Seen(Some(vec!["30".into(), "60".into()])),
                ..number("timeout", "How long.")
            },
            ParamFacts {
                kind: Fact::Unseen,
                ..number("amount", "Amount.")
            },
            ParamFacts {
                unit: Fact::Seen(Some("cents".into())),
                ..number("amount", "Amount.")
            },
        ] {
            assert!(on_param("P011", other.clone()).is_empty(), "{other:?}");
        }
    }
}
