use crate::prose::{
    DefaultContext, Literal, Token, is_english, is_latin, leaves_open, names_bound, says_absence,
    stated_defaults, tokens,
};
use crate::{Class, Fact, Hints, Judge, Kind, ParamFacts, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds defaults that only the text states, and optional parameters silent on being left out.
    ///
    /// The second half is asked of one's own server alone: does anything say what leaving the
    /// parameter out means? A default says it, and so do words like `every customer when left out`,
    /// `if there is one` or `optional`.
    ///
    /// What can mean one thing only is passed over there: what an update is not given stays as it is,
    /// a note that nobody writes is not there, a filter that calls itself one keeps nothing out, and
    /// a search that is given no bound (`Maximum rent in cents`) has none.
    ///
    /// Values are compared, not spellings: `20` and `20.0` are one default. Passed over are
    /// defaults in words (`the current project`), under a condition (`10 for lists`) and in another
    /// unit.
    ///
    /// ## Why it matters
    ///
    /// A client shows, fills in and checks the default of the schema. One that stands in the prose
    /// alone is sometimes sent, sometimes not, and nobody notices when the two drift apart. Where
    /// nothing is said, a model guesses whether leaving a filter out means all or none.
    ///
    /// Precision: 44 of 50 findings drawn at random from 41 servers that those who wrote the rule had
    /// not seen were right when read (after mending: 49 of 49); false alarms: a default of one case
    /// that the subject names (`Full defaults to true`), and advice to write the default of something
    /// new into the schema of an update, which now says otherwise; still there: a default in brackets
    /// behind the case it is for. Missed: 12 of 75 texts about a default that were passed over, bare
    /// words without a closed set and defaults behind `For lists:`. What one's own server is asked
    /// besides is a demand more than a fault: of 30 such findings 14 were worth a word, of 30 others
    /// after mending 16, and 16 of the 25 that were left of those then. Since then the good texts that
    /// a newcomer saw refused were mended, and not measured again: a value that is there on a
    /// condition (`if there is one`, `for tenants who have one`), one that calls itself optional, and
    /// a bound or a part of a name in a tool that reads.
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
    ///         "minimum": 1,
    ///         "maximum": 50,
    ///         "description": "Most invoices to return, 20 when left out (default 20)."
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
    ///         "description": "Most invoices to return."
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
    PARAM_DEFAULT_UNSAID, "P009", "param-default-unsaid";
    own: Deny, foreign: Warn, rubric: SchemaStrictness, at: [Macro, Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, P1.3: defaults declared in-schema"),
        Practice("agent-friend, `default_in_description_not_schema`"),
    ],
    check: Param(check),
}

fn check(param: &ParamFacts, judge: &mut Judge<'_>) {
    let Some(text) = param.text.present() else {
        return;
    };
    // Whoever states a default calls it one, and most texts state none.
    let mentions = ["efault", "EFAULT"].iter().any(|part| text.contains(part));
    if !mentions && !judge.policy().is_own() || !is_english(text) {
        return;
    }
    if check_stated(param, text, judge) {
        return;
    }
    let left_out = param.required == Fact::Seen(false) && param.default.is_absent();
    let silent = || {
        let said = says_absence(text) || calls_itself_optional(param, text, judge);
        is_latin(text) && !said && !is_plain(param, text, judge)
    };
    if judge.policy().is_own() && left_out && silent() {
        let name = judge.path_text();
        let rest = if reads(judge) == Some(false) {
            "none"
        } else {
            "every one"
        };
        judge.report(
            judge.text_here(),
            format!("`{name}` may be left out, and nothing says what that means"),
            format!(
                "say it at the end of the text, e.g. `…; {rest} when left out`, or give it a default: `default = …` in `#[param(…)]`"
            ),
        );
    }
}

/// Words that end the names of texts which are simply not there when nobody writes them. Sorted.
#[rustfmt::skip] // one word a line otherwise
const REMARKS: &[&str] = &[
    "caption", "comment", "comments", "description", "memo", "note", "notes", "remark", "remarks",
];

/// Whether the text says that there may be no value. A flag always has one: it is on or off.
fn calls_itself_optional(param: &ParamFacts, text: &str, judge: &Judge<'_>) -> bool {
    let name = judge.path().last().map_or("", String::as_str);
    let is = |kind| param.kind == Fact::Seen(kind);
    let compound = is(Kind::Array) || is(Kind::Object);
    !is(Kind::Boolean) && leaves_open(text, name, compound)
}

/// Whether the tool is declared to change nothing; `None` where nobody says or it is not seen.
fn reads(judge: &Judge<'_>) -> Option<bool> {
    let tool = judge.tool()?;
    let declared = tool.class.seen().copied().flatten();
    let hints = tool.hints.seen();
    let class = declared.or_else(|| hints.and_then(Hints::class));
    let class = class.map(|class| class == Class::Read);
    class.or_else(|| hints.and_then(|hints| hints.read_only))
}

/// Whether leaving the parameter out can mean one thing only: a search without a bound has none, an
/// update leaves as it is what it is not given, and a note that nobody writes is not there. A flag
/// may be an option of the call, and what an update is told `to keep` may be what it looks for.
fn is_plain(param: &ParamFacts, text: &str, judge: &Judge<'_>) -> bool {
    // A type by itself may be of a search; where the tool is seen, it is judged again.
    if reads(judge) != Some(false) && names_bound(text) {
        return true;
    }
    let Some(tool) = judge.tool().and_then(|tool| tool.name.seen()) else {
        return false;
    };
    let flag = param.kind == Fact::Seen(Kind::Boolean);
    let name = words::split(&param.name);
    let remark = name
        .last()
        .is_some_and(|last| REMARKS.binary_search(&last.as_str()).is_ok());
    let writes = || words::verb_of(tool).is_some_and(|verb| !words::is_reading(&verb));
    words::updates(tool) && !flag && !selects(text) || remark && writes()
}

/// `Status to keep`.
fn selects(text: &str) -> bool {
    let keeps = |pair: &[Token<'_>]| pair[0].is("to") && pair[1].is("keep");
    tokens(text).windows(2).any(keeps)
}

/// Compares what the text states with what the schema does. Returns whether there was something to
/// report.
fn check_stated(param: &ParamFacts, text: &str, judge: &mut Judge<'_>) -> bool {
    let (Fact::Seen(default), Fact::Seen(kind)) = (&param.default, param.kind) else {
        return false;
    };
    let context = DefaultContext {
        name: judge.path().last().map_or("", String::as_str),
        kind,
        options: param.options.present().map_or(&[], Vec::as_slice),
    };
    let mut stated = stated_defaults(text, &context);
    let agrees = |stated: &Literal<'_>| {
        let json = default.as_deref().unwrap_or("null");
        stated.is_json(json).unwrap_or(true)
    };
    // Our own text ends with what the schema states, whatever the author wrote before.
    if judge.policy().is_own() {
        stated.retain(|stated| !agrees(stated));
    }
    // Two defaults in one text hold for two cases, whatever the words between them say.
    let [only] = stated.as_slice() else {
        return false;
    };
    if agrees(only) {
        return false;
    }
    let (name, value) = (judge.path_text(), only.to_json());
    let (message, own) = match default.as_deref().filter(|default| *default != "null") {
        None => (
            format!(
                "the description of `{name}` states the default `{value}`, and its schema states none"
            ),
            format!("write `default = {value}` in `#[param(…)]`; the text then says it by itself"),
        ),
        Some(other) => (
            format!(
                "the description of `{name}` states the default `{value}`, and its schema states `{other}`"
            ),
            "keep the one that holds in `default = …`, and leave it out of the text".to_owned(),
        ),
    };
    let first = if param.required == Fact::Seen(true) {
        "take it out of `required` and "
    } else {
        ""
    };
    let foreign = format!("{first}write `\"default\": {value}` into the schema, or mend the text");
    let write = judge.own_or(own, foreign);
    let tool = judge.tool().and_then(|tool| tool.name.seen());
    let help = if tool.is_some_and(|tool| words::updates(tool)) {
        format!("say `unchanged when left out` if an update leaves it as it is; if not, {write}")
    } else {
        write
    };
    judge.report(judge.text_here(), message, help);
    true
}

#[cfg(test)]
mod tests {
    use crate::samples::{
        catalog, hints, object, of_kind, on_catalog, on_param, on_tool, param, tool_with,
    };
    use crate::{Allow, Class, Fact, Finding, Kind, ParamFacts, Part, Policy, ToolFacts};

    fn of_tool(name: &str, param: ParamFacts) -> ToolFacts {
        ToolFacts {
            name: Fact::Seen(name.into()),
            ..tool_with(param)
        }
    }

    fn limit(text: &str, default: Option<&str>) -> ParamFacts {
        ParamFacts {
            text: Fact::Seen(Some(text.into())),
            default: Fact::Seen(default.map(Into::into)),
            required: Fact::Seen(false),
            ..of_kind("limit", Kind::Integer)
        }
    }

    fn foreign(param: ParamFacts) -> Vec<Finding> {
        on_catalog("P009", &catalog(vec![tool_with(param)]), &Policy::audit())
    }

    #[test]
    fn remarks_are_sorted() {
        assert!(super::REMARKS.is_sorted());
    }

    #[test]
    fn a_default_in_the_text_alone_is_found() {
        let found = on_param("P009", limit("Most rows to return (default 20).", None));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::ParamText(vec!["limit".into()]));
        assert_eq!(
            found[0].message,
            "the description of `limit` states the default `20`, and its schema states none"
        );
        assert_eq!(
            found[0].help,
            "write `default = 20` in `#[param(…)]`; the text then says it by itself"
        );
        let found = foreign(limit("Most rows to return (default 20).", Some("null")));
        assert_eq!(
            found[0].help,
            "write `\"default\": 20` into the schema, or mend the text"
        );
    }

    #[test]
    fn what_is_required_has_no_default() {
        let needed = ParamFacts {
            required: Fact::Seen(true),
            ..limit("Most rows to return (default 20).", None)
        };
        assert_eq!(
            foreign(needed)[0].help,
            "take it out of `required` and write `\"default\": 20` into the schema, or mend the text"
        );
    }

    #[test]
    fn another_default_is_found() {
        for judge in [|param| on_param("P009", param), foreign] {
            let found = judge(limit("Most rows (default 20).", Some("10")));
            assert_eq!(
                found[0].message,
                "the description of `limit` states the default `20`, and its schema states `10`"
            );
        }
        // As boot renders it.
        let found = on_param(
            "P009",
            limit("Most rows, default 20. Default 10.", Some("10")),
        );
        assert_eq!(found.len(), 1);
        assert!(foreign(limit("20 (default), or default 10.", Some("10"))).is_empty());
    }

    #[test]
    fn values_are_compared() {
        for (kind, text, default) in [
            (Kind::Integer, "Rows (default 20)", "20.0"),
            (Kind::String, "Order (default: 'asc')", "\"asc\""),
            (Kind::Boolean, "Whether to recurse (default: True)", "true"),
            (Kind::Integer, "Seconds (default: 2 hours)", "7200"),
            (Kind::Array, "Ids (default: [])", "[1]"),
        ] {
            let param = ParamFacts {
                kind: Fact::Seen(kind),
                ..limit(text, Some(default))
            };
            assert!(on_param("P009", param).is_empty(), "{text}");
        }
    }

    #[test]
    fn the_default_of_something_new_is_none_of_an_update() {
        let silent = limit("Most rows to keep (default 20).", None);
        let found = on_tool("P009", &of_tool("update_view", silent));
        assert_eq!(
            found[0].help,
            "say `unchanged when left out` if an update leaves it as it is; if not, write `default = 20` in `#[param(…)]`; the text then says it by itself"
        );
    }

    #[test]
    fn what_can_mean_one_thing_only_is_not_asked() {
        let row = |name: &str, kind| ParamFacts {
            kind: Fact::Seen(kind),
            name: name.into(),
            ..limit("What the view shows.", None)
        };
        let fires = |tool: &str, param| !on_tool("P009", &of_tool(tool, param)).is_empty();
        assert!(!fires("update_view", row("rows", Kind::Integer)));
        assert!(fires("update_view", row("notify", Kind::Boolean)));
        assert!(fires("create_view", row("rows", Kind::Integer)));
        assert!(!fires(
            "create_view",
            row("short_description", Kind::String)
        ));
        assert!(fires("list_views", row("description", Kind::String)));
        assert!(!fires("list_views", limit("Filter by rows.", None)));
        assert!(!fires("list_views", limit("Rows of the view，可选", None)));
    }

    /// What is asked of a parameter that may be left out, in a tool of a class.
    fn asked(class: Class, name: &str, text: &str) -> Vec<Finding> {
        let tool = ToolFacts {
            class: Fact::Seen(Some(class)),
            hints: Fact::Seen(hints(class)),
            ..of_tool(name, of_text(text))
        };
        on_tool("P009", &tool)
    }

    fn of_text(text: &str) -> ParamFacts {
        ParamFacts {
            required: Fact::Seen(false),
            ..param("extra", text)
        }
    }

    #[test]
    fn what_may_not_be_there_is_said() {
        for text in [
            "Plot nearest to the fault, if there is one.",
            "Phone number, optional.",
            "Email address (optional).",
            "Optional photo of the damage, as an https URL.",
            "Photo of the damage, as an https URL, if the user has one.",
            "Day the lease ends, if it is limited.",
            "Email address, for tenants who have one.",
            "Optional deputy who waters the plot.",
            "Optional deputy who waters in the tenant's absence.",
        ] {
            for class in [Class::Read, Class::Write] {
                assert!(asked(class, "create_lease", text).is_empty(), "{text}");
            }
        }
        let text = "Deputy who waters in the tenant's absence.";
        assert_eq!(asked(Class::Write, "create_lease", text).len(), 1);
        let flag = ParamFacts {
            kind: Fact::Seen(Kind::Boolean),
            ..of_text("Optional flag to notify the tenant.")
        };
        assert_eq!(on_param("P009", flag).len(), 1);
    }

    #[test]
    fn a_search_without_a_bound_has_none() {
        for text in [
            "Smallest acceptable area in square metres.",
            "Maximum yearly rent in euro cents.",
            "Maximum age in years.",
            "Upper bound of the area in square metres.",
            "Name must contain this text.",
            "Part of the applicant's name, case-insensitive.",
        ] {
            assert!(asked(Class::Read, "find_plots", text).is_empty(), "{text}");
            assert_eq!(asked(Class::Write, "add_wish", text).len(), 1, "{text}");
            // By the hint alone.
            let hinted = of_tool("find_plots", of_text(text));
            assert!(on_tool("P009", &hinted).is_empty(), "{text}");
            // A type by itself: of which tool, is seen at boot.
            let alone = crate::judge_fields(&[of_text(text)], &Policy::strict());
            assert!(!alone.iter().any(|found| found.rule.code == "P009"));
        }
        let text = "Smallest area the applicant would accept";
        let found = asked(Class::Write, "create_application", text);
        assert!(found[0].help.contains("`…; none when left out`"));
    }

    #[test]
    fn what_says_nothing_is_still_asked() {
        for (class, tool, text) in [
            (Class::Write, "create_task", "Assignee of the task."),
            (Class::Write, "create_task", "Annotations."),
            (Class::Write, "create_task", "Trace id."),
            (Class::Write, "update_tasks", "Status to keep."),
            (Class::Read, "find_plots", "Assignee of the task."),
            (Class::Read, "find_plots", "Annotations."),
            (Class::Read, "find_plots", "Trace id."),
            (Class::Read, "find_plots", "Region."),
            (Class::Read, "find_plots", "Maximum number of plots."),
        ] {
            let found = asked(class, tool, text);
            assert_eq!(found.len(), 1, "{text}");
            let all = if class == Class::Read {
                "every one"
            } else {
                "none"
            };
            assert!(found[0].help.contains(&format!("`…; {all} when left out`")));
        }
    }

    #[test]
    fn what_leaving_out_means_is_asked_of_ones_own_server() {
        let silent = limit("Most rows to return.", None);
        assert!(foreign(silent.clone()).is_empty());
        let found = on_param("P009", silent.clone());
        assert_eq!(
            found[0].message,
            "`limit` may be left out, and nothing says what that means"
        );
        assert!(found[0].help.contains("every one when left out"));
        let nested = object("filter", vec![silent.clone()]);
        assert!(
            on_param("P009", nested)[0]
                .message
                .starts_with("`filter.limit` ")
        );
        for fine in [
            limit("Most rows to return; all when left out.", None),
            limit("Most rows to return.", Some("20")),
            limit("Höchstzahl der Zeilen; alle, wenn sie fehlt.", None),
            ParamFacts {
                default: Fact::Unseen,
                ..silent.clone()
            },
            ParamFacts {
                required: Fact::Seen(true),
                ..silent.clone()
            },
            ParamFacts {
                text: Fact::Seen(None),
                ..silent.clone()
            },
            ParamFacts {
                allows: vec![Allow {
                    rule: "param_default_unsaid".into(),
                    reason: "the same as in the app".into(),
                }],
                ..silent
            },
        ] {
            assert!(on_param("P009", fine.clone()).is_empty(), "{fine:?}");
        }
    }
}
