use crate::prose::{Token, is_english, says_result, tokens};
use crate::{
    Fact, Judge, ParamFacts, Part, ToolFacts, names, predicate::is_blank, rule::declare_rule, words,
};

declare_rule! {
    /// ## What it does
    ///
    /// Finds tools that do not say what comes back.
    ///
    /// It is said by `returns`, by a word such as returns, result or output in the description, or
    /// by an output schema with described fields. A tool that gets, lists, searches or computes
    /// something names it by what it does, and of what one deletes, removes or archives nothing is
    /// left to come back; one that creates, changes, sends or runs something says nothing of it.
    ///
    /// ## Why it matters
    ///
    /// A model plans the next call before it makes this one. Where nothing says whether an id, the
    /// changed thing or nothing at all comes back, it calls a second tool to find out, or makes up
    /// a field.
    ///
    /// Precision: 33 of 50 findings drawn at random from 82 public servers were right when read (after
    /// mending: 33 of 34); false alarms: deletions, removals and archiving, after which nothing is left
    /// to come back (16), and an answer whose field is named without a word such as returns; missed:
    /// tools named by a noun.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// #[derive(serde::Serialize, schemars::JsonSchema)]
    /// struct Sent {}
    ///
    /// /// Send a reminder about one invoice.
    /// #[tool(destructive, when = "an invoice is overdue", scope = "mail:send")]
    /// fn send_reminder(id: InvoiceId) -> Reply<Sent> {
    ///     Reply::new("Sent.", Sent {})
    /// }
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// #[derive(serde::Serialize, schemars::JsonSchema)]
    /// struct Sent {
    ///     /// When it was sent, ISO 8601.
    ///     sent_at: String,
    /// }
    ///
    /// /// Send a reminder about one invoice.
    /// #[tool(
    ///     destructive,
    ///     when = "an invoice is overdue",
    ///     returns = "when it was sent",
    ///     scope = "mail:send"
    /// )]
    /// fn send_reminder(id: InvoiceId) -> Reply<Sent> {
    ///     // …
    /// }
    /// ```
    RETURNS_UNSAID, "D016", "returns-unsaid";
    own: Warn, foreign: Info, rubric: OutputStability, at: [Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, quick start 2: name, what it returns, when to use it, what to use instead"),
    ],
    check: Tool(check),
}

/// Verbs beside those of reading that name, with their object, what comes back.
#[rustfmt::skip] // one word a line otherwise
const TELLING: &[&str] = &[
    "analyse", "analyze", "calculate", "capture", "check", "compare", "compute", "convert",
    "decode", "detect", "determine", "diff", "discover", "download", "draft", "encode",
    "enumerate", "estimate", "evaluate", "explain", "export", "extract", "forecast", "format",
    "generate", "identify", "look", "measure", "peek", "ping", "poll", "predict", "preview",
    "query", "recommend", "render", "resolve", "scan", "screenshot", "show", "snapshot", "suggest",
    "summarise", "summarize", "test", "translate", "validate", "verify",
];

/// Verbs after which nothing is left that could come back.
#[rustfmt::skip] // one word a line otherwise
const ENDING: &[&str] = &[
    "archive", "cancel", "clear", "delete", "destroy", "drop", "erase", "purge", "remove",
    "uninstall", "unsubscribe", "wipe",
];

/// Verbs that make something new, which has an id.
#[rustfmt::skip] // one word a line otherwise
const MAKING: &[&str] = &[
    "book", "build", "clone", "copy", "create", "duplicate", "fork", "import", "insert",
    "post", "register", "schedule", "submit", "upload",
];

/// Verbs after which something is as it was not before.
#[rustfmt::skip] // one word a line otherwise
const CHANGING: &[&str] = &[
    "apply", "assign", "change", "configure", "disable", "edit", "enable", "modify", "move",
    "patch", "rename", "replace", "reset", "resize", "restore", "set", "toggle", "unarchive",
    "update",
];

/// Things that any tool could return.
const ANYTHING: &[&str] = &[
    "data",
    "everything",
    "info",
    "information",
    "something",
    "stuff",
];

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let readable = tool.description.present().filter(|text| is_english(text));
    let Some(description) = readable else {
        return;
    };
    let declared = tool.returns.present().is_some_and(|text| !is_blank(text));
    let unsaid = match &tool.output {
        Fact::Unseen => false,
        // On one's own server a missing schema is refused already.
        Fact::Seen(None) => !judge.policy().is_own(),
        Fact::Seen(Some(output)) => is_silent(output),
    };
    if declared || !unsaid || says_result(description) {
        return;
    }
    let Some(verb) = hiding_verb(tool, description) else {
        return;
    };
    let message = format!("{} does not say what comes back", names::called(tool));
    let new = tokens(description).iter().any(|token| token.is("new"));
    let example = example(&verb, new);
    let help = judge.own_or(
        format!("say it in `#[tool(…)]`, e.g. `returns = \"{example}\"`, or give the answer's type fields with doc comments"),
        format!("end the description with e.g. `Returns {example}.`, or add an `outputSchema` whose fields are described"),
    );
    judge.report(Part::Description, message, help);
}

/// What a tool of this verb may return. What is added may be new or may have been there before.
fn example(verb: &str, new: bool) -> &'static str {
    if words::holds(MAKING, verb) || verb == "add" && new {
        "the id of the new one"
    } else if words::holds(CHANGING, verb) {
        "it as it is after the change"
    } else if words::is_reading(verb) {
        "one line for each, with its id"
    } else {
        "whether it was done, and nothing else"
    }
}

/// Whether it was seen that no field of an output is described.
fn is_silent(output: &ParamFacts) -> bool {
    let says = |field: &ParamFacts| !matches!(&field.text, Fact::Seen(text) if text.as_deref().is_none_or(is_blank));
    output
        .fields
        .seen()
        .is_some_and(|fields| !fields.iter().any(says))
}

/// The verb that leaves open what comes back: `create`, `send`; or `get` with data as its object.
/// An unknown verb is taken to tell.
fn hiding_verb(tool: &ToolFacts, description: &str) -> Option<String> {
    let tokens = tokens(description);
    let begins = |token: &Token<'_>| words::imperative(token.text);
    // `Use this to list the open invoices` lists.
    let first = match tokens.first().and_then(begins) {
        Some(verb) if verb == "use" => tokens
            .iter()
            .position(|token| token.is("to"))
            .and_then(|to| tokens.get(to + 1).and_then(begins)),
        verb => verb,
    };
    let named = || tool.name.seen().and_then(|name| words::verb_of(name));
    let by_text = first.is_some();
    let verb = first.or_else(named)?;
    let hides = if words::is_reading(&verb) {
        let object = tokens
            .iter()
            .skip(1)
            .find(|token| !token.is_any(&["all", "some", "the"]));
        let of = tokens
            .iter()
            .any(|token| token.is_any(&["about", "for", "of", "on"]));
        by_text && !of && object.is_some_and(|object| object.is_any(ANYTHING))
    } else {
        !words::holds(TELLING, &verb) && !words::holds(ENDING, &verb)
    };
    hides.then_some(verb)
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, object, of_kind, on_catalog, on_tool, param, tool};
    use crate::{Fact, Finding, Kind, ParamFacts, Part, Policy, ToolFacts};

    fn described(text: &str) -> ToolFacts {
        ToolFacts {
            description: Fact::Seen(Some(text.into())),
            output: Fact::Seen(None),
            ..tool("send_reminder")
        }
    }

    fn on_foreign(tool: ToolFacts) -> Vec<Finding> {
        on_catalog("D016", &catalog(vec![tool]), &Policy::audit())
    }

    #[test]
    fn a_change_without_a_result_is_told() {
        for list in [
            super::TELLING,
            super::ENDING,
            super::MAKING,
            super::CHANGING,
            super::ANYTHING,
        ] {
            assert!(list.is_sorted());
        }
        let found = on_foreign(described("Send a reminder. Use when it is overdue."));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Description);
        assert_eq!(
            found[0].message,
            "`send_reminder` does not say what comes back"
        );
        assert!(found[0].help.starts_with("end the description with"));
        for (text, example) in [
            (
                "Gets data from the system.",
                "one line for each, with its id",
            ),
            ("Creates a queue.", "the id of the new one"),
            ("Use this to create a queue.", "the id of the new one"),
            ("Adds a new queue.", "the id of the new one"),
            (
                "Adds a queue to a group.",
                "whether it was done, and nothing else",
            ),
            ("Renames a queue.", "it as it is after the change"),
            ("Reminds by mail.", "whether it was done, and nothing else"),
        ] {
            let found = on_foreign(described(text));
            let help = &found[0].help;
            assert!(help.contains(&format!("`Returns {example}.`")), "{help}");
        }
    }

    #[test]
    fn text_and_schema_say_it() {
        for text in [
            "Send a reminder. Returns when it was sent.",
            "Get one invoice.",
            "Deletes a queue.",
            "Archive an invoice.",
            "Use this as the first tool to retrieve data of one customer.",
            "Lists the open invoices.",
            "Get data of one customer.",
            "Generate an image.",
            "Check whether a name is free.",
            "发送提醒",
            "Reminders, and more.",
        ] {
            let named = ToolFacts {
                name: Fact::Seen("reminders".into()),
                ..described(text)
            };
            assert!(on_foreign(named).is_empty(), "{text}");
        }
        let declared = ToolFacts {
            returns: Fact::Seen(Some("when it was sent".into())),
            ..described("Send a reminder.")
        };
        assert!(on_foreign(declared).is_empty());
        let returning = |output: ParamFacts| ToolFacts {
            output: Fact::Seen(Some(output)),
            ..described("Send a reminder.")
        };
        let sent = object("", vec![param("sent_at", "When it was sent.")]);
        assert!(on_foreign(returning(sent)).is_empty());
        let bare = object("", vec![of_kind("result", Kind::String)]);
        assert_eq!(on_foreign(returning(bare)).len(), 1);
        assert!(on_foreign(returning(of_kind("", Kind::Object))).is_empty());
    }

    #[test]
    fn ones_own_answer_of_no_fields_says_nothing() {
        let silent = ToolFacts {
            output: Fact::Seen(Some(object("", Vec::new()))),
            ..described("Send a reminder.")
        };
        let found = on_tool("D016", &silent);
        assert!(found[0].help.contains("`returns = "));
        assert!(on_tool("D016", &described("Send a reminder.")).is_empty());
    }
}
