use super::p003_param_options_in_prose::listed;
use crate::prose::bullets;
use crate::render::{quoted_list, quoted_with};
use crate::switch::{self, Jobs, begins_with_verb, split_off, verb};
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
    /// of doing one job, as `append` and `replace` are ways to edit, do not. On a foreign server the
    /// rule denies only where some of the verbs read and others change something.
    ///
    /// ## Why it matters
    ///
    /// A model picks a tool by its name, and a client approves one by its hints. `manage_user` has to be
    /// read to the end before it can be picked, needs other parameters for every verb, and is as
    /// dangerous as the worst of them: whoever may look a user up may delete one.
    ///
    /// Precision: 47 of 50 findings, 48 of them drawn from catalogs that the rule was not written on,
    /// were right when read (after mending: 47 of 49); false alarms: a verdict (approve or reject)
    /// whose values share every parameter, a guard on a tool that creates or updates, ways of one
    /// edit; missed: jobs called by nouns, jobs that only the server knows, one of two things instead
    /// of two jobs.
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

/// Most jobs that a help spells out.
const SPELLED: usize = 6;

fn check(param: &ParamFacts, judge: &mut Judge<'_>) {
    let Some((tool, values)) = switched_jobs(param, judge) else {
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
    let level = if mixed.is_some() {
        Level::Deny
    } else {
        judge.policy().level(&PARAM_SWITCHES_JOB)
    };
    let help = help(tool, &values, judge.policy());
    judge.report_at(level, judge.here(), message, help);
}

/// The values of a parameter that decides which job its tool does, and the tool.
pub(super) fn switched_jobs<'a>(
    param: &ParamFacts,
    judge: &Judge<'a>,
) -> Option<(&'a ToolFacts, Vec<String>)> {
    let tool = judge.tool()?;
    if judge.in_output() || !decides(judge, tool) {
        return None;
    }
    let wanted = switch::wanted(&param.name)?;
    let values = match (&param.kind, &param.options) {
        (Fact::Seen(Kind::String | Kind::Untyped), Fact::Seen(Some(values))) => values.clone(),
        _ => listed(param, judge).or_else(|| explained(param).filter(|_| wanted == Jobs::Most))?,
    };
    let name = tool.name.seen().map_or("", String::as_str);
    let data = switch::are_methods(&param.name, &values)
        || switch::has_one_job(name, &values)
        || param
            .text
            .present()
            .is_some_and(|text| switch::says_how(text));
    let switches = switch::jobs(&values, judge.policy()) >= wanted && !data;
    switches.then_some((tool, values))
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

/// `get_row` and `get_upload_url`, though not `find_replace`.
fn is_reading(value: &str) -> bool {
    let words = words::split(value);
    let Some((verb, rest)) = words.split_first() else {
        return false;
    };
    let changes = rest
        .last()
        .is_some_and(|word| changes(word) && !words::is_noun(word));
    (words::is_reading(verb) || verb == "show") && !changes
}

fn is_changing(value: &str) -> bool {
    changes(&verb(value))
}

fn changes(verb: &str) -> bool {
    words::is_destructive(verb) || CHANGING.contains(&verb)
}

fn help(tool: &ToolFacts, values: &[String], policy: &Policy) -> String {
    let name = tool.name.seen().map_or("", String::as_str);
    let verbs: Vec<&String> = values
        .iter()
        .filter(|value| begins_with_verb(value, policy))
        .collect();
    let tools: Vec<String> = verbs
        .iter()
        .take(SPELLED)
        .map(|value| split_off(name, value, values))
        .collect();
    let list = match verbs.len() - tools.len() {
        0 => quoted_list(tools.iter().map(String::as_str), "and"),
        rest => quoted_with(&tools, &format!("{rest} more")),
    };
    format!("split it into one tool a job, each with the parameters of that job: {list}")
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
        assert!(CHANGING.is_sorted());
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
            ("query_agents", "action", &["listAgents", "getAgent"]),
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
            ("edit_page", "operation", &["append", "find_replace"]),
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
        assert_eq!(level(&["find_replace", "delete"]), Level::Warn);
        assert_eq!(level(&["get_upload_url", "delete"]), Level::Deny);
    }
}
