use crate::prose::{TokenKind, tokens};
use crate::{Judge, Part, ResourceFacts, names, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds resources that change something: their name or their description begins with a verb that
    /// adds, changes, removes or sends.
    ///
    /// A word that is a noun as well (`update_history`, `post_count`) counts only where the sentence
    /// makes a verb of it: "Update the prices". Reading verbs pass, and so does refreshing.
    ///
    /// ## Why it matters
    ///
    /// A host reads resources when it likes, twice or in advance, and asks nobody. What acts is a tool,
    /// with a class, a scope and a person who agrees.
    ///
    /// Precision: of 930 tools that 82 public servers call read-only, judged as if they were resources,
    /// 10 were found, and 8 of them act (they send, start or remove); false alarms: plans and embeddings
    /// that are only computed; missed: texts that begin with anything but the verb.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "tools": [
    ///     {
    ///       "name": "get_invoice",
    ///       "title": "Get invoice",
    ///       "description": "Get one invoice with its total. Use when an invoice id is known.",
    ///       "inputSchema": {
    ///         "type": "object",
    ///         "properties": {
    ///           "invoice_id": {
    ///             "type": "string",
    ///             "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///           }
    ///         },
    ///         "required": ["invoice_id"],
    ///         "additionalProperties": false
    ///       },
    ///       "outputSchema": {
    ///         "type": "object",
    ///         "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///         "required": ["total"],
    ///         "additionalProperties": false
    ///       },
    ///       "annotations": {
    ///         "readOnlyHint": true,
    ///         "destructiveHint": false,
    ///         "idempotentHint": true,
    ///         "openWorldHint": false
    ///       }
    ///     }
    ///   ],
    ///   "resources": [
    ///     {
    ///       "uri": "ledger://prices",
    ///       "name": "create_price_list",
    ///       "description": "Price of an hour of work, in cents.",
    ///       "mimeType": "application/json"
    ///     }
    ///   ]
    /// }
    /// ```
    ///
    /// ## Good
    ///
    /// ```json
    /// {
    ///   "tools": [
    ///     {
    ///       "name": "get_invoice",
    ///       "title": "Get invoice",
    ///       "description": "Get one invoice with its total. Use when an invoice id is known.",
    ///       "inputSchema": {
    ///         "type": "object",
    ///         "properties": {
    ///           "invoice_id": {
    ///             "type": "string",
    ///             "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///           }
    ///         },
    ///         "required": ["invoice_id"],
    ///         "additionalProperties": false
    ///       },
    ///       "outputSchema": {
    ///         "type": "object",
    ///         "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///         "required": ["total"],
    ///         "additionalProperties": false
    ///       },
    ///       "annotations": {
    ///         "readOnlyHint": true,
    ///         "destructiveHint": false,
    ///         "idempotentHint": true,
    ///         "openWorldHint": false
    ///       }
    ///     }
    ///   ],
    ///   "resources": [
    ///     {
    ///       "uri": "ledger://prices",
    ///       "name": "current_prices",
    ///       "description": "Price of an hour of work, in cents.",
    ///       "mimeType": "application/json"
    ///     }
    ///   ]
    /// }
    /// ```
    RESOURCE_ACTS, "R002", "resource-acts";
    own: Deny, foreign: Off, rubric: ToolVsResource, at: [Macro],
    evidence: [
        Practice("mcp-interface-design, phases 1 and 4: what acts is a tool; a resource is stable, addressable and read-only"),
    ],
    check: Resource(check),
}

fn check(resource: &ResourceFacts, judge: &mut Judge<'_>) {
    let name = resource.name.seen();
    let by_name = name.and_then(|name| acts_by_name(name));
    let description = resource.description.present();
    let (verb, place) = match by_name {
        Some(verb) => (verb, "name"),
        None => match description.and_then(|text| acts_by_text(text)) {
            Some(verb) => (verb, "description"),
            None => return,
        },
    };
    let called = match name {
        Some(name) if !name.is_empty() => format!("the resource `{name}`"),
        _ => names::resource(resource),
    };
    judge.report(
        Part::Resource(judge.place()),
        format!("{called} acts: its {place} begins with `{verb}`, and a resource only holds something to read"),
        "make it a tool: `#[tool(write, …)]` or `#[tool(destructive, …)]`; where it changes nothing, name it after what it holds, e.g. `current_prices`",
    );
}

/// Words behind a verb that make a noun of both: `send_queue`, `create_policy`.
const ABOUT: &[&str] = &[
    "error",
    "errors",
    "event",
    "events",
    "form",
    "guide",
    "help",
    "instructions",
    "limits",
    "log",
    "logs",
    "options",
    "policies",
    "policy",
    "queue",
    "quota",
    "quotas",
    "reasons",
    "requests",
    "rights",
    "rules",
    "schema",
    "template",
    "templates",
    "times",
];

/// The verb that a name begins with, where it acts and is nothing else.
fn acts_by_name(name: &str) -> Option<String> {
    let all = words::split(name);
    let (first, rest) = all.split_first()?;
    let about = rest
        .last()
        .is_some_and(|last| words::is_tail(last) || ABOUT.contains(&last.as_str()));
    (words::is_acting(first) && !words::names_an_act(first) && !about).then(|| first.clone())
}

/// The verb that a text begins with, where it acts.
fn acts_by_text(text: &str) -> Option<String> {
    let all = tokens(text);
    let mut spoken = all
        .iter()
        .filter(|token| token.kind == TokenKind::Word)
        .map(|token| token.text)
        // `Permanently delete`
        .skip_while(|word| word.ends_with("ly") && words::imperative(word).is_none());
    let first = spoken.next()?;
    let verb = words::imperative(first).filter(|verb| words::is_acting(verb))?;
    let is_plain = !words::names_an_act(&verb);
    let next = spoken
        .find(|word| !matches!(*word, "and" | "or"))?
        .to_lowercase();
    let determined = matches!(
        next.as_str(),
        "a" | "all"
            | "an"
            | "any"
            | "each"
            | "every"
            | "its"
            | "new"
            | "one"
            | "some"
            | "that"
            | "the"
            | "this"
            | "your"
    );
    // `Create or update`
    let another = || words::imperative(&next).is_some_and(|next| words::is_acting(&next));
    // `Sends reminders`, `Create invoices`; of `Updates by year` it is no verb.
    let of_several = || {
        (first.ends_with('s') || next.ends_with('s'))
            && !words::is_tail(&next)
            && !ABOUT.contains(&next.as_str())
            && !matches!(
                next.as_str(),
                "as" | "by" | "for" | "from" | "in" | "is" | "of" | "on" | "per" | "to" | "with"
            )
    };
    (determined || is_plain && (another() || of_several())).then(|| first.to_lowercase())
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, of_rule, on_catalog};
    use crate::{Allow, CatalogFacts, Fact, Finding, Part, Policy, ResourceFacts, judge_resource};

    fn resource(name: &str, description: &str) -> ResourceFacts {
        ResourceFacts {
            uri: "ledger://prices".into(),
            name: Fact::Seen(name.into()),
            description: Fact::Seen(Some(description.into())),
            mime_type: Fact::Seen(Some("application/json".into())),
            ..ResourceFacts::default()
        }
    }

    fn on(name: &str, description: &str) -> Vec<Finding> {
        let resource = resource(name, description);
        of_rule("R002", judge_resource(&resource, &Policy::strict()))
    }

    #[test]
    fn a_verb_that_acts_is_named() {
        let found = on("create_price_list", "Prices of today.");
        assert_eq!((found.len(), &found[0].part), (1, &Part::Resource(0)));
        assert_eq!(
            found[0].message,
            "the resource `create_price_list` acts: its name begins with `create`, and a resource only holds something to read"
        );
        assert!(found[0].help.starts_with("make it a tool"));
        let found = on("prices", "Updates the prices from the bank.");
        assert_eq!(
            found[0].message,
            "the resource `prices` acts: its description begins with `updates`, and a resource only holds something to read"
        );
        for (name, text) in [
            ("delete_invoice", "One invoice."),
            ("sendReminder", "A reminder."),
            ("reminders", "Send a reminder to each customer."),
            ("reminders", "Sends reminders to customers."),
            ("prices", "Update the prices."),
            ("prices", "Permanently delete every price."),
            ("prices", "Create or update a price."),
            ("letters", "Reply the same to all."),
            ("prices", "Create, update and delete prices."),
            ("prices", "Create invoices for a month."),
            ("prices", "Post the prices to the board."),
        ] {
            assert_eq!(on(name, text).len(), 1, "{name}: {text}");
        }
    }

    #[test]
    fn what_holds_something_passes() {
        for (name, text) in [
            ("current_prices", "Price of an hour of work."),
            ("get_prices", "Get the prices of today."),
            ("read_me", "Read this first."),
            (
                "refresh_prices",
                "Refresh the prices from the bank, and return them.",
            ),
            ("update_history", "Update history of the prices."),
            ("updates", "Updates by year."),
            ("post_count", "Post count of a board."),
            ("send_queue", "Send queue of the mailer."),
            ("create_form", "Create form of an invoice."),
            ("created_invoices", "Created invoices of a month."),
            ("store_locations", "Store locations with their hours."),
            ("deploy_targets", "Deploy targets of the cluster."),
            ("write_limits", "Write limits of each role."),
            ("record_types", "Record types, one a line."),
            ("", ""),
        ] {
            let found = on(name, text);
            assert!(found.is_empty(), "{found:?}");
        }
        assert!(judge_resource(&ResourceFacts::default(), &Policy::strict()).is_empty());
    }

    #[test]
    fn an_exception_is_heeded_and_the_place_told() {
        let excepted = ResourceFacts {
            allows: vec![Allow {
                rule: "resource_acts".into(),
                reason: "it is a song".into(),
            }],
            ..resource("delete_me", "A song.")
        };
        let facts = CatalogFacts {
            resources: Fact::Seen(vec![excepted, resource("delete_all", "A list.")]),
            ..catalog(Vec::new())
        };
        let found = on_catalog("R002", &facts, &Policy::strict());
        assert_eq!((found.len(), &found[0].part), (1, &Part::Resource(1)));
        assert!(on_catalog("R002", &facts, &Policy::audit()).is_empty());
    }
}
