use crate::prose::{Form, form, tokens};
use crate::{Fact, Judge, Kind, ParamFacts, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds free strings that are a date, a time, an email address, a UUID or a URL by name or text,
    /// without a format or a pattern.
    ///
    /// Texts that let other forms pass (`or relative`, `'today'`, a path) are left alone, and so are
    /// fields that nobody fills in: read-only ones, and optional ones more than one object down.
    ///
    /// ## Why it matters
    ///
    /// `03/04/2026` is a day in March or in April. A format is checked before the tool runs, and its
    /// refusal tells the model what to send instead.
    ///
    /// Precision: 6 of 50 findings drawn at random from catalogs that the rule was not written on were
    /// right when read: 44 lay in types that one server had taken over whole (after mending: 48 of 50
    /// drawn anew, from thirteen servers); false alarms: read-only fields and optional ones far down,
    /// an id called a UUID that has more to it, a URL that may be a path; missed: optional fields two
    /// objects down that people do fill in, and local times without an offset, which have no format.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "get_revenue",
    ///   "title": "Get revenue",
    ///   "description": "Get the revenue since a day. Use when the user asks what came in.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "date_from": {"type": "string", "description": "First day to sum up, e.g. '2026-03-01'."}
    ///     },
    ///     "required": ["date_from"],
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
    ///   "name": "get_revenue",
    ///   "title": "Get revenue",
    ///   "description": "Get the revenue since a day. Use when the user asks what came in.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "date_from": {"type": "string", "format": "date", "description": "First day to sum up."}
    ///     },
    ///     "required": ["date_from"],
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
    PARAM_FORMAT_MISSING, "P012", "param-format-missing";
    own: Warn, foreign: Info, rubric: SchemaStrictness, at: [Macro, Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, phase 2: descriptions carry formats, as in \"ISO 8601 date\""),
        Practice("two of twelve linters ask for it on dates, addresses and URLs"),
    ],
    check: Param(check),
}

fn check(param: &ParamFacts, judge: &mut Judge<'_>) {
    if judge.in_output() || !is_free(param) || is_incidental(param, judge) {
        return;
    }
    let Some(text) = param.text.seen() else {
        return;
    };
    let text = text.as_deref().unwrap_or_default();
    let Some(form) = form(&param.name, text).filter(|_| !is_read_only(text)) else {
        return;
    };
    let message = format!(
        "`{}` is {}, and the schema accepts any string",
        judge.path_text(),
        noun(form)
    );
    let help = if judge.policy().is_own() {
        own_help(form)
    } else {
        foreign_help(form)
    };
    judge.report(judge.here(), message, help);
}

/// Whether a field need not be sent and lies more than one object down: mostly it came with a type
/// that was taken over whole.
fn is_incidental(param: &ParamFacts, judge: &Judge<'_>) -> bool {
    let names = judge.path().iter().filter(|name| *name != "[]");
    names.count() > 2 && param.required != Fact::Seen(true)
}

/// Whether a text says that its field is only ever read: `Read-only. Link to the page.`
fn is_read_only(text: &str) -> bool {
    tokens(text).iter().any(|token| token.is("read-only"))
}

/// Whether the schema lets any string through.
fn is_free(param: &ParamFacts) -> bool {
    param.kind == Fact::Seen(Kind::String)
        && param.options == Fact::Seen(None)
        && param.pattern == Fact::Seen(None)
        && param.format == Fact::Seen(None)
}

const fn noun(form: Form) -> &'static str {
    match form {
        Form::Date => "a date",
        Form::DateTime => "a date and time",
        Form::Moment => "a date or a date and time",
        Form::Email => "an email address",
        Form::Uuid => "a UUID",
        Form::Url => "a URL",
    }
}

const fn own_help(form: Form) -> &'static str {
    match form {
        Form::Date => {
            "take a `chrono::NaiveDate` or a `jiff::civil::Date` (features `chrono` and `jiff` of mcp-ergo), or write `#[param(format = \"date\")]`"
        }
        Form::DateTime => {
            "take a `chrono::DateTime<Utc>` or a `jiff::Timestamp` (features `chrono` and `jiff` of mcp-ergo), or write `#[param(format = \"date-time\")]`"
        }
        Form::Moment => {
            "take a `chrono::NaiveDate` or a `jiff::Timestamp` (features `chrono` and `jiff` of mcp-ergo), or write `#[param(format = \"date\")]` or `\"date-time\"`"
        }
        Form::Email => "write `#[param(format = \"email\")]`",
        Form::Uuid => {
            "take a `uuid::Uuid` (feature `uuid` of mcp-ergo), or write `#[param(format = \"uuid\")]`"
        }
        Form::Url => {
            "take a `url::Url` (feature `url` of mcp-ergo), or write `#[param(pattern = \"^https?://\")]`"
        }
    }
}

const fn foreign_help(form: Form) -> &'static str {
    match form {
        Form::Date => "add `\"format\": \"date\"`",
        Form::DateTime => "add `\"format\": \"date-time\"`",
        Form::Moment => "add `\"format\": \"date\"`, or `\"date-time\"` where the time counts",
        Form::Email => "add `\"format\": \"email\"`",
        Form::Uuid => "add `\"format\": \"uuid\"`",
        // Several model APIs refuse the format `uri`.
        Form::Url => "add `\"pattern\": \"^https?://\"`, which more clients take than a format",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{array, catalog, object, of_kind, on_catalog, on_param, param, tool_with};
    use crate::{Level, Part, Policy};

    const TEXT: &str = "Earliest issue date, e.g. '2026-03-01'.";

    #[test]
    fn the_format_is_named() {
        let found = on_param("P012", param("date_from", TEXT));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].level, Level::Warn);
        assert_eq!(found[0].part, Part::Param(vec!["date_from".into()]));
        assert_eq!(
            found[0].message,
            "`date_from` is a date, and the schema accepts any string"
        );
        assert!(
            found[0].help.starts_with("take a `chrono::NaiveDate`")
                && found[0].help.ends_with("`#[param(format = \"date\")]`"),
            "{}",
            found[0].help
        );
        let foreign = |name: &str, text: &str| {
            let tools = catalog(vec![tool_with(param(name, text))]);
            on_catalog("P012", &tools, &Policy::audit()).remove(0).help
        };
        assert_eq!(foreign("date_from", TEXT), "add `\"format\": \"date\"`");
        assert_eq!(
            foreign("guest_email", "Whom to ask."),
            "add `\"format\": \"email\"`"
        );
        assert_eq!(
            foreign("note_id", "Note UUID"),
            "add `\"format\": \"uuid\"`"
        );
        assert!(foreign("imageUrl", "Image to attach").starts_with("add `\"pattern\""));
        assert!(foreign("start", "Begin, RFC 3339").contains("date-time"));
    }

    #[test]
    fn nested_fields_count() {
        let range = object("range", vec![param("start_date", "First day.")]);
        assert_eq!(
            on_param("P012", range)[0].message,
            "`range.start_date` is a date, and the schema accepts any string"
        );
    }

    #[test]
    fn fields_that_nobody_fills_in_pass() {
        let read = param("page_url", "Read-only. Where the page is.");
        assert!(on_param("P012", read).is_empty());
        let within = |required| {
            let day = ParamFacts {
                required: Fact::Seen(required),
                ..param("start_date", "First day.")
            };
            on_param("P012", object("body", vec![object("range", vec![day])]))
        };
        assert_eq!(within(true).len(), 1);
        assert!(within(false).is_empty());
    }

    #[test]
    fn what_the_schema_holds_to_a_form_passes() {
        let open = || param("date_from", TEXT);
        for closed in [
            ParamFacts {
                format: Fact::Seen(Some("date".into())),
                ..open()
            },
            ParamFacts {
                format: Fact::Unseen,
                ..open()
            },
            ParamFacts {
                pattern: Fact::Seen(Some("^[0-9-]{10}$".into())),
                ..open()
            },
            ParamFacts {
                options: Fact::Seen(Some(vec!["2026-03-01".into()])),
                ..open()
            },
            ParamFacts {
                kind: Fact::Seen(Kind::Integer),
                ..open()
            },
            ParamFacts {
                text: Fact::Unseen,
                ..open()
            },
            param("date_from", "Earliest day, or 'today'."),
            array("dates", Some(of_kind("[]", Kind::String))),
        ] {
            assert!(on_param("P012", closed.clone()).is_empty(), "{closed:?}");
        }
    }
}
