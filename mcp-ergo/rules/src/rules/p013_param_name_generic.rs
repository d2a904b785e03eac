use crate::{Fact, Judge, Kind, ParamFacts, ToolFacts, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds parameters whose name says nothing of what they hold: `data`, `input`, `params`, `payload`,
    /// `value`.
    ///
    /// A `value` beside a `key`, the `params` of a `query` or an `action` and the `input` of something
    /// that runs are what they are called.
    ///
    /// ## Why it matters
    ///
    /// A model fills a parameter by its name before it reads the description. Every tool has data.
    ///
    /// Precision: of the 25 findings on 82 public servers 21 were right when read (after mending: 21
    /// of 22), and 13 of them are the `params` of one server; false alarms: arguments of an action
    /// beside them, an empty object; missed: names like `create_model`.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "create_customer",
    ///   "title": "Create customer",
    ///   "description": "Create one customer. Use when the user names somebody new.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "data": {
    ///         "type": "object",
    ///         "description": "What is known of the customer.",
    ///         "properties": {
    ///           "full_name": {"type": "string", "description": "Name on the letter, e.g. 'Ada Byron'."}
    ///         },
    ///         "required": ["full_name"],
    ///         "additionalProperties": false
    ///       }
    ///     },
    ///     "required": ["data"],
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
    ///   "name": "create_customer",
    ///   "title": "Create customer",
    ///   "description": "Create one customer. Use when the user names somebody new.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "customer": {
    ///         "type": "object",
    ///         "description": "What is known of the customer.",
    ///         "properties": {
    ///           "full_name": {"type": "string", "description": "Name on the letter, e.g. 'Ada Byron'."}
    ///         },
    ///         "required": ["full_name"],
    ///         "additionalProperties": false
    ///       }
    ///     },
    ///     "required": ["customer"],
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
    PARAM_NAME_GENERIC, "P013", "param-name-generic";
    own: Warn, foreign: Info, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("Anthropic, writing tools for agents: unambiguous parameter names, `user_id` instead of `user`"),
        Practice("two of twelve linters refuse `data`, `value` and `input`"),
    ],
    check: Param(check),
}

/// Names that fit every parameter of every tool.
#[rustfmt::skip] // one word a line otherwise
const GENERIC: &[&str] = &[
    "arg", "args", "data", "input", "obj", "param", "parameter", "parameters", "params",
    "payload", "value",
];

/// Words of parameters that a value, an input or arguments belong to.
#[rustfmt::skip] // one word a line otherwise
const OWNERS: &[&str] = &[
    "attribute", "cell", "code", "command", "expression", "field", "flag", "function", "key",
    "label", "method", "model", "name", "option", "parameter", "path", "procedure", "property",
    "query", "script", "secret", "selector", "setting", "sql", "statement", "target", "template",
    "tool", "variable", "workflow",
];

/// Names of what an action is given.
const ARGUMENTS: &[&str] = &["arg", "args", "param", "parameter", "parameters", "params"];

/// Words of parameters that arguments belong to: which ones, only the action knows.
const ACTIONS: &[&str] = &["action", "operation"];

/// Words of tools that pass on what they are given.
#[rustfmt::skip] // one word a line otherwise
const PASSING: &[&str] = &[
    "call", "convert", "decode", "encode", "eval", "evaluate", "exec", "execute", "format",
    "hash", "infer", "inference", "interact", "invoke", "parse", "put", "request", "run",
    "select", "set", "trigger", "type", "validate", "verify",
];

fn check(param: &ParamFacts, judge: &mut Judge<'_>) {
    // Within an object the object's name says what its value is of.
    let Some(tool) = judge.tool().filter(|_| judge.outer().is_empty()) else {
        return;
    };
    if judge.in_output() || !is_generic(&param.name) || is_apt(param, tool) {
        return;
    }
    let message = format!("the name `{}` does not say what it holds", param.name);
    let alone = tool.params.seen().is_some_and(|params| params.len() == 1);
    let fields = param.fields.seen().map_or(0, Vec::len);
    if alone && fields > 0 && param.kind == Fact::Seen(Kind::Object) {
        let name = &param.name;
        let help = format!("take the fields of `{name}` as parameters of the tool itself");
        judge.report(judge.here(), message, help);
        return;
    }
    let help = judge.own_or(
        "name it after what it holds, as in `invoice` or `line_items`, the argument itself or by `#[param(name = \"…\")]`",
        "name it after what it holds, as in `invoice` or `line_items`",
    );
    judge.report(judge.here(), message, help);
}

/// Whether a name says nothing of what it holds.
pub(super) fn is_generic(name: &str) -> bool {
    let words = words::split(name);
    matches!(words.as_slice(), [only] if GENERIC.contains(&only.as_str()))
}

/// Whether the tool, or a parameter beside this one, says what the name leaves out.
fn is_apt(param: &ParamFacts, tool: &ToolFacts) -> bool {
    let called = |name: &str, list: &[&str]| {
        words::split(name)
            .iter()
            .any(|word| list.contains(&word.as_str()))
    };
    let own = words::split(&param.name);
    let tool_says = tool.name.seen().is_none_or(|name| {
        called(name, PASSING) || words::split(name).iter().any(|word| own.contains(word))
    });
    let arguments = called(&param.name, ARGUMENTS);
    let mut others = tool.params.each();
    let owns = |name: &str| called(name, OWNERS) || arguments && called(name, ACTIONS);
    tool_says || others.any(|other| other.name != param.name && owns(&other.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{catalog, object, of_kind, on_catalog, on_tool, param, tool};
    use crate::{Level, Part, Policy};

    fn with(name: &str, params: Vec<ParamFacts>) -> ToolFacts {
        ToolFacts {
            params: Fact::Seen(params),
            ..tool(name)
        }
    }

    #[test]
    fn word_lists_are_sorted() {
        for list in [GENERIC, OWNERS, ARGUMENTS, ACTIONS, PASSING] {
            assert!(list.is_sorted(), "{list:?}");
        }
    }

    #[test]
    fn names_that_fit_everything_are_told() {
        let data = with("create_user", vec![of_kind("data", Kind::Object)]);
        let found = on_tool("P013", &data);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].level, Level::Warn);
        assert_eq!(found[0].part, Part::Param(vec!["data".into()]));
        assert_eq!(
            found[0].message,
            "the name `data` does not say what it holds"
        );
        assert!(found[0].help.contains("`#[param(name = \"…\")]`"));
        let found = on_catalog("P013", &catalog(vec![data]), &Policy::audit());
        assert_eq!(
            found[0].help,
            "name it after what it holds, as in `invoice` or `line_items`"
        );
    }

    #[test]
    fn a_wrapper_is_to_be_taken_off() {
        let wrapped = object("params", vec![param("name", "Name of the user.")]);
        let found = on_tool("P013", &with("create_user", vec![wrapped]));
        assert_eq!(
            found[0].help,
            "take the fields of `params` as parameters of the tool itself"
        );
    }

    #[test]
    fn names_that_their_tool_explains_pass() {
        for (tool, names) in [
            ("set_option", &["value"][..]),
            ("store_entry", &["key", "value"]),
            ("update_field", &["field_id", "fieldName", "value"]),
            ("search_rows", &["sql", "params"]),
            ("run_workflow", &["input"]),
            ("manage_radio", &["action", "params"]),
            ("import_data", &["data"]),
            ("create_user", &["user_data", "inputs", "database"]),
        ] {
            let params = names
                .iter()
                .map(|name| param(name, "What it is."))
                .collect();
            assert!(on_tool("P013", &with(tool, params)).is_empty(), "{tool}");
        }
        let nested = object("label", vec![param("value", "Text of the label.")]);
        assert!(on_tool("P013", &with("create_note", vec![nested])).is_empty());
    }
}
