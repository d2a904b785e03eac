use super::p003_param_options_in_prose::listed;
use crate::prose::bullets;
use crate::render::quoted_list;
use crate::{
    Fact, Judge, Kind, Level, ParamFacts, Policy, ToolFacts, names, rule::declare_rule, words,
};

declare_rule! {
    /// ## What it does
    ///
    /// Finds tools that do one of several jobs, by a parameter that names the job.
    ///
    /// `action`, `mode`, `operation` and their like count where their closed set consists of verbs,
    /// whether an enum or listed in the text. An HTTP method, a filter, the effect of a rule and a way
    /// of doing one job do not. On a foreign server the rule denies only where some of the verbs read
    /// and others change something.
    ///
    /// ## Why it matters
    ///
    /// A model picks a tool by its name, and a client approves one by its hints. `manage_user` has to be
    /// read to the end before it can be picked, needs other parameters for every verb, and is as
    /// dangerous as the worst of them: whoever may look a user up may delete one.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "manage_user",
    ///   "title": "Manage user",
    ///   "description": "Manage one user account. Use when an account is asked for or opened.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "action": {
    ///         "type": "string",
    ///         "enum": ["get", "create"],
    ///         "description": "What to do with the account."
    ///       },
    ///       "user_name": {"type": "string", "description": "Sign-in name, e.g. 'ada'. The user gives it."}
    ///     },
    ///     "required": ["action", "user_name"],
    ///     "additionalProperties": false
    ///   },
    ///   "outputSchema": {
    ///     "type": "object",
    ///     "properties": {"name": {"type": "string", "description": "Full name of the user."}},
    ///     "required": ["name"],
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
    ///   "name": "get_user",
    ///   "title": "Get user",
    ///   "description": "Get one user account. Use when a sign-in name is known.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "user_name": {"type": "string", "description": "Sign-in name, e.g. 'ada'. The user gives it."}
    ///     },
    ///     "required": ["user_name"],
    ///     "additionalProperties": false
    ///   },
    ///   "outputSchema": {
    ///     "type": "object",
    ///     "properties": {"name": {"type": "string", "description": "Full name of the user."}},
    ///     "required": ["name"],
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
    PARAM_SWITCHES_JOB, "P007", "param-switches-job";
    own: Deny, foreign: Warn, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, critical constraints: never overload one tool with a mode or action switch"),
        Provider("the review criteria of claude.com reject a tool that mixes safe and unsafe methods"),
        Measured("3.1 % of 6,009 public tools; 1.1 % mix reading and writing in one enum"),
    ],
    check: Param(check),
}

/// Last words of names that name a job by themselves.
const SWITCHES: &[&str] = &[
    "action",
    "cmd",
    "command",
    "op",
    "operation",
    "subcommand",
    "verb",
];

/// Whole names that name a job only where their values leave no doubt: `mode` is more often an
/// option.
const LOOSE: &[&str] = &[
    "function", "intent", "job", "kind", "method", "mode", "task", "type",
];

/// Verbs that are jobs of their own wherever they stand; `append` and `merge` may be a way of
/// writing, `draft` a state.
#[rustfmt::skip] // one word a line otherwise
const JOBS: &[&str] = &[
    "abort", "add", "cancel", "clear", "close", "continue", "create", "delete", "describe",
    "drop", "edit", "find", "get", "install", "list", "read", "remove", "rename", "restart",
    "resume", "search", "send", "set", "start", "stop", "uninstall", "update", "write",
];

/// Verbs that change something, beyond those that change or remove what is there.
#[rustfmt::skip] // one word a line otherwise
const CHANGING: &[&str] = &[
    "abort", "accept", "activate", "add", "append", "apply", "approve", "archive", "assign",
    "attach", "block", "cancel", "clear", "clone", "close", "copy", "create", "deactivate",
    "decline", "detach", "disable", "dismiss", "drop", "enable", "execute", "grant", "import",
    "insert", "install", "invite", "kill", "lock", "merge", "move", "mute", "pop", "post", "prune",
    "publish", "push", "put", "register", "reject", "reset", "restart", "restore", "resume", "set",
    "share", "start", "stop", "submit", "suspend", "terminate", "trigger", "unarchive", "unassign",
    "unlock", "unpublish", "upsert", "write",
];

/// What an HTTP request or a rule of a firewall does: data, not a job of the tool.
#[rustfmt::skip] // one word a line otherwise
const HTTP: &[&str] = &[
    "connect", "delete", "get", "head", "options", "patch", "post", "put", "trace",
];
#[rustfmt::skip] // one word a line otherwise
const EFFECTS: &[&str] = &[
    "accept", "allow", "audit", "block", "bypass", "challenge", "deny", "drop", "forward",
    "ignore", "log", "pass", "permit", "quarantine", "redirect", "reject", "skip", "tag", "warn",
];

/// Verbs of tools that ask about an action instead of doing it.
#[rustfmt::skip] // one word a line otherwise
const ASKING: &[&str] = &[
    "audit", "authorize", "check", "evaluate", "explain", "filter", "monitor", "query", "report",
    "simulate", "subscribe", "test", "track", "validate", "verify", "wait", "watch",
];

/// Verbs of tools that make something, of which an action is then a property.
const MAKING: &[&str] = &[
    "add", "append", "create", "define", "insert", "log", "record", "register",
];

/// Words at the end of a tool's name that say no more than that it does something.
#[rustfmt::skip] // one word a line otherwise
const TAILS: &[&str] = &[
    "action", "actions", "admin", "crud", "manage", "management", "manager", "operation",
    "operations", "ops", "read", "tool", "write",
];

/// Most jobs that a help spells out.
const SPELLED: usize = 6;

fn check(param: &ParamFacts, judge: &mut Judge<'_>) {
    let Some((tool, values)) = jobs(param, judge) else {
        return;
    };
    let reading = values.iter().find(|value| is_reading(value));
    let changing = values.iter().find(|value| is_changing(value));
    let mixed = reading.zip(changing);
    let contrast = mixed.map_or_else(String::new, |(reading, changing)| {
        format!("; `{reading}` only reads, `{changing}` does not")
    });
    let message = format!(
        "`{}` switches {} between {} jobs: {}{contrast}",
        judge.path_text(),
        names::called(tool),
        values.len(),
        quoted_list(values.iter().map(String::as_str), "and")
    );
    let level = judge.policy().level(&PARAM_SWITCHES_JOB);
    let level = if mixed.is_some() {
        level.max(Level::Deny)
    } else {
        level
    };
    let help = help(tool, &values, judge.policy());
    judge.report_at(level, judge.here(), message, help);
}

/// The values of a parameter that decides which job its tool does, and the tool.
pub(super) fn jobs<'a>(
    param: &ParamFacts,
    judge: &Judge<'a>,
) -> Option<(&'a ToolFacts, Vec<String>)> {
    let tool = judge.tool()?;
    if judge.in_output() || !decides(judge, tool) {
        return None;
    }
    let name = words::split(&param.name);
    let sure = is_switch(&name);
    let loose = matches!(name.as_slice(), [only] if LOOSE.contains(&only.as_str()));
    if !sure && !loose {
        return None;
    }
    let values = match (&param.kind, &param.options) {
        (Fact::Seen(Kind::String | Kind::Untyped), Fact::Seen(Some(values))) => values.clone(),
        _ => listed(param, judge).or_else(|| explained(param).filter(|_| sure))?,
    };
    let policy = judge.policy();
    let verbs = values.iter().filter(|value| is_verb(value, policy)).count();
    let many = if sure {
        verbs * 2 > values.len() && verbs > 1
    } else {
        let sure = values
            .iter()
            .filter(|value| JOBS.contains(&verb(value).as_str()));
        verbs == values.len() && sure.count() > 1
    };
    (many && !is_data(param, &name, &values, tool)).then_some((tool, values))
}

/// The values that a free string's text explains line by line.
fn explained(param: &ParamFacts) -> Option<Vec<String>> {
    let free = param.kind == Fact::Seen(Kind::String) && param.options == Fact::Seen(None);
    let text = param.text.present().filter(|_| free)?;
    Some(bullets(text)).filter(|values| values.len() > 1)
}

/// Whether what is judged can decide over the whole tool: a parameter, or a field of the only one.
fn decides(judge: &Judge<'_>, tool: &ToolFacts) -> bool {
    let alone = tool.params.seen().is_some_and(|params| params.len() == 1);
    match judge.outer() {
        [] => true,
        [outer] => alone && outer.kind == Fact::Seen(Kind::Object),
        _ => false,
    }
}

/// `action`, `tab_action`, `operation_type`.
fn is_switch(name: &[String]) -> bool {
    let is = |word: &String| SWITCHES.contains(&word.as_str());
    match name {
        [.., word, kind] if matches!(kind.as_str(), "type" | "name" | "kind") => is(word),
        [.., last] => is(last),
        [] => false,
    }
}

/// Whether the values are data of the one job that the tool does.
fn is_data(param: &ParamFacts, name: &[String], values: &[String], tool: &ToolFacts) -> bool {
    let all = |list: &[&str]| {
        values
            .iter()
            .all(|value| list.contains(&value.to_lowercase().as_str()))
    };
    let capitals = values
        .iter()
        .all(|value| !value.contains(char::is_lowercase));
    let of_requests = name.iter().any(|word| word == "method" || word == "verb") || capitals;
    if of_requests && all(HTTP) || all(EFFECTS) {
        return true;
    }
    // `How to handle dialogs` is a way of doing the one job, `Filter by action` a condition.
    let opening = param.text.present().map(|text| words::split(text));
    let opening = opening.iter().flatten().take(4);
    let aside = opening
        .enumerate()
        .any(|(at, word)| word == "filter" || at == 0 && word == "how");
    let Some(verb_of_tool) = tool.name.seen().and_then(|name| words::verb_of(name)) else {
        return aside;
    };
    // A tool called after one of the verbs does that job and the others.
    if values.iter().any(|value| verb(value) == verb_of_tool) {
        return aside;
    }
    let is = |list: &[&str]| list.contains(&verb_of_tool.as_str());
    aside || words::is_reading(&verb_of_tool) || is(ASKING) || is(MAKING)
}

/// The first word of a value: `start` of `start-processor`.
fn verb(value: &str) -> String {
    words::split(value).into_iter().next().unwrap_or_default()
}

fn is_verb(value: &str, policy: &Policy) -> bool {
    let verb = verb(value);
    words::is_verb(&verb) || policy.words.verbs.contains(&verb)
}

fn is_reading(value: &str) -> bool {
    let verb = verb(value);
    words::is_reading(&verb) || verb == "show"
}

fn is_changing(value: &str) -> bool {
    let verb = verb(value);
    words::is_destructive(&verb) || CHANGING.contains(&verb.as_str())
}

fn help(tool: &ToolFacts, values: &[String], policy: &Policy) -> String {
    let name = tool.name.seen().map_or("", String::as_str);
    let verbs: Vec<&String> = values
        .iter()
        .filter(|value| is_verb(value, policy))
        .collect();
    let tools: Vec<String> = verbs
        .iter()
        .take(SPELLED)
        .map(|value| split_off(name, value, values))
        .collect();
    let more = match verbs.len() - tools.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let spelled = tools.iter().map(String::as_str);
    let list = if more.is_empty() {
        quoted_list(spelled, "and")
    } else {
        spelled
            .map(|tool| format!("`{tool}`"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    format!("split it into one tool a job, each with the parameters of that job: {list}{more}")
}

/// The name of the tool that does one job of another: `get_user` for `get` of `manage_user`, in the
/// spelling of the name.
fn split_off(name: &str, value: &str, values: &[String]) -> String {
    let (domain, phrase) = if name.contains('_') {
        names::last_segment(name)
    } else {
        ("", name)
    };
    let mut words = words::split(value);
    // `start-processor` is a phrase already.
    if words.len() == 1 {
        let verbs: Vec<String> = values.iter().map(|value| verb(value)).collect();
        words.extend(
            object_of(phrase)
                .into_iter()
                .filter(|word| !verbs.contains(word)),
        );
    }
    if words.len() == 1 {
        words.push("…".to_owned());
    }
    let camel = name.contains(char::is_uppercase) && !name.contains(['_', '-']);
    if camel {
        let pascal = words::pascal(&words.join("_"));
        let (first, rest) = pascal.split_at(pascal.chars().next().map_or(0, char::len_utf8));
        return format!("{}{rest}", first.to_lowercase());
    }
    let between = if name.contains('-') && !name.contains('_') {
        "-"
    } else {
        "_"
    };
    format!("{domain}{}", words.join(between))
}

/// What a tool acts on, by its name without the verb: `user` of `manage_user` and `user_manager`.
fn object_of(phrase: &str) -> Vec<String> {
    let mut words = words::split(phrase);
    let verb = words
        .first()
        .is_some_and(|first| words::is_verb(first) && !words::is_noun(first));
    if verb {
        words.remove(0);
    }
    while words.len() > 1
        && words
            .last()
            .is_some_and(|last| TAILS.contains(&last.as_str()))
    {
        words.pop();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{catalog, object, on_catalog, on_tool, param, tool};
    use crate::{Finding, Part};

    fn switch(name: &str, values: &[&str]) -> ParamFacts {
        let values = values.iter().map(ToString::to_string).collect();
        ParamFacts {
            options: Fact::Seen(Some(values)),
            ..param(name, "What to do.")
        }
    }

    fn with(name: &str, param: ParamFacts) -> ToolFacts {
        ToolFacts {
            params: Fact::Seen(vec![param]),
            ..tool(name)
        }
    }

    fn own(tool_name: &str, name: &str, values: &[&str]) -> Vec<Finding> {
        on_tool("P007", &with(tool_name, switch(name, values)))
    }

    #[test]
    fn word_lists_are_sorted() {
        for list in [
            SWITCHES, LOOSE, JOBS, CHANGING, HTTP, EFFECTS, ASKING, MAKING, TAILS,
        ] {
            assert!(list.is_sorted(), "{list:?}");
        }
    }

    #[test]
    fn the_tools_to_split_into_are_named() {
        let found = own("manage_user", "action", &["get", "create", "update"]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Param(vec!["action".into()]));
        assert_eq!(
            found[0].message,
            "`action` switches `manage_user` between 3 jobs: `get`, `create` and `update`; `get` only reads, `create` does not"
        );
        assert_eq!(
            found[0].help,
            "split it into one tool a job, each with the parameters of that job: `get_user`, `create_user` and `update_user`"
        );
        for (name, value, tool) in [
            ("account-manage_user", "get", "account-get_user"),
            ("manage-user", "get", "get-user"),
            ("manageUser", "get", "getUser"),
            ("user_manager", "get", "get_user"),
            ("git_branch", "list", "list_git_branch"),
            ("alerting_rules_read", "list", "list_alerting_rules"),
            ("streams", "start-processor", "start_processor"),
            ("manage", "get", "get_…"),
            ("batch", "get", "get_…"),
            ("", "get", "get_…"),
        ] {
            assert_eq!(split_off(name, value, &[]), tool, "{name} {value}");
        }
        let many = [
            "add", "close", "copy", "get", "list", "move", "open", "read",
        ];
        let found = own("manage_file", "action", &many);
        assert!(
            found[0]
                .help
                .ends_with("`list_file`, `move_file` and 2 more"),
            "{}",
            found[0].help
        );
    }

    #[test]
    fn every_kind_of_switch_is_seen() {
        for (tool, name, values) in [
            ("git_branch", "mode", &["list", "create", "delete"][..]),
            ("rebase_branch", "mode", &["start", "continue", "abort"]),
            (
                "browser_tabs",
                "action",
                &["list", "new", "close", "select"],
            ),
            ("pause_resume_cluster", "action", &["PAUSE", "RESUME"]),
            ("handle_dialog", "action", &["accept", "dismiss"]),
            (
                "streams",
                "operation_type",
                &["start-processor", "stop-processor"],
            ),
            ("manage_user", "userAction", &["getUser", "createUser"]),
            ("update_incident", "action", &["acknowledge", "resolve"]),
            ("store_item", "op", &["get", "put", "delete"]),
        ] {
            assert_eq!(own(tool, name, values).len(), 1, "{tool} {name}");
        }
        let listed = param("action", "What to answer: \"accept\" or \"dismiss\".");
        assert_eq!(on_tool("P007", &with("handle_dialog", listed)).len(), 1);
        let explained = param(
            "action",
            "What to do:\n- create: make one\n- list: show all",
        );
        assert_eq!(on_tool("P007", &with("note", explained)).len(), 1);
        let wrapped = object("request", vec![switch("action", &["get", "create"])]);
        assert_eq!(on_tool("P007", &with("manage_user", wrapped)).len(), 1);
    }

    #[test]
    fn options_filters_and_data_pass() {
        for (tool, name, values) in [
            ("write_file", "mode", &["rewrite", "append"][..]),
            (
                "reset_branch",
                "mode",
                &["soft", "mixed", "hard", "merge", "keep"],
            ),
            ("build_crate", "mode", &["debug", "release"]),
            ("call_api", "method", &["GET", "POST", "DELETE"]),
            ("call_api", "http_method", &["get", "post"]),
            ("list_events", "action", &["create", "update", "delete"]),
            ("create_rule", "action", &["pause", "resume"]),
            ("update_rule", "action", &["allow", "deny"]),
            ("check_access", "action", &["read", "write"]),
            ("get_practices", "action", &["all", "deployment"]),
            (
                "write_contact_point",
                "operation",
                &["create_contact_point"],
            ),
            ("run_shell", "command", &["bash", "zsh"]),
            ("manage_user", "status", &["get", "create"]),
            ("manage_user", "reaction", &["get", "create"]),
        ] {
            assert!(own(tool, name, values).is_empty(), "{tool} {name}");
        }
        let free = param("command", "Command to run, e.g. 'ls'.");
        assert!(on_tool("P007", &with("run_shell", free)).is_empty());
        let filter = ParamFacts {
            text: Fact::Seen(Some("Filter by what was done.".into())),
            ..switch("action", &["create", "delete"])
        };
        assert!(on_tool("P007", &with("audit_log", filter)).is_empty());
        let manner = param(
            "action",
            "How to handle dialogs: \"accept\" or \"dismiss\".",
        );
        assert!(on_tool("P007", &with("set_handler", manner)).is_empty());
    }

    #[test]
    fn operations_within_a_document_are_data() {
        let patch = object("patch", vec![switch("op", &["add", "remove"])]);
        let mut tool = with("update_dashboard", patch);
        let params = tool.params.seen().cloned().unwrap_or_default();
        tool.params = Fact::Seen([params, vec![param("id", "Id.")]].concat());
        assert!(on_tool("P007", &tool).is_empty());
    }

    #[test]
    fn a_foreign_server_is_denied_only_what_mixes_reading_and_writing() {
        let level = |values: &[&str]| {
            let tools = vec![with("manage_user", switch("action", values))];
            on_catalog("P007", &catalog(tools), &Policy::audit())[0].level
        };
        assert_eq!(level(&["list", "delete"]), Level::Deny);
        assert_eq!(level(&["pause", "resume"]), Level::Warn);
        assert_eq!(level(&["get", "list"]), Level::Warn);
    }
}
