use crate::{CatalogFacts, Judge, Level, Part, ToolFacts, names, plural, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds names that clients refuse or cut.
    ///
    /// Those are names with dots, slashes, spaces or other characters, and names over 64 characters
    /// together with the prefix `mcp__<server>__` and what a presentation puts before them. Names of
    /// 40 characters and more are warned about.
    ///
    /// ## Why it matters
    ///
    /// One refused name can cost the whole server: Claude Desktop drops every tool of a list in
    /// which one name does not fit.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "search_invoices_by_customer_and_issue_date_and_due_date_and_payment_state",
    ///   "title": "Get invoice",
    ///   "description": "Get one invoice with its total. Use when an invoice id is known.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "invoice_id": {
    ///         "type": "string",
    ///         "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///       }
    ///     },
    ///     "required": ["invoice_id"],
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
    ///   "name": "search_invoices",
    ///   "title": "Get invoice",
    ///   "description": "Find one invoice by customer, date or state. Use when its id is not known.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "invoice_id": {
    ///         "type": "string",
    ///         "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///       }
    ///     },
    ///     "required": ["invoice_id"],
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
    NAME_NOT_PORTABLE, "N006", "name-not-portable";
    own: Deny, foreign: Deny, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Provider("Claude Desktop and OpenAI take ^[a-zA-Z0-9_-]{1,64}$; dots bring GitHub Copilot CLI a 400"),
        Provider("Claude Code presents mcp__<server>__<tool>"),
        Measured("342 of 6,009 public tools exceed 64 characters with that prefix"),
    ],
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let Some(name) = tool.name.seen() else { return };
    let refused: Vec<String> = refused(name);
    if !refused.is_empty() {
        let message = format!(
            "the name `{name}` holds {}, which clients refuse",
            refused.join(" and ")
        );
        let help = names::rename(judge, &portable(name));
        judge.report(Part::Name, message, help);
        return;
    }
    if let Some(first) = name
        .chars()
        .next()
        .filter(|first| first.is_ascii_digit() || *first == '-')
    {
        let message = format!("the name `{name}` begins with `{first}`, which clients refuse");
        judge.report(Part::Name, message, "begin the name with a letter");
        return;
    }
    let limits = judge.policy().limits;
    let server = judge.catalog().and_then(|catalog| catalog.server.seen());
    let listed = longest_listed(name, judge.catalog());
    let presented = match server {
        Some(server) => {
            let prefix = judge.policy().client_prefix.replace("{server}", server);
            format!("{prefix}{listed}")
        }
        None => listed.to_owned(),
    };
    let (alone, together) = (name.chars().count(), presented.chars().count());
    if together > limits.name {
        let length = match server {
            Some(_) => format!("takes {together} characters as `{presented}`"),
            None => format!("is {together} characters long"),
        };
        let message = format!(
            "the name `{name}` {length}, and clients stop at {}",
            limits.name
        );
        let over = together - limits.name;
        let help = if over + 3 > alone {
            // No tool could be short enough.
            format!(
                "shorten the server's name by at least {}",
                plural(over, "character")
            )
        } else {
            format!("shorten it by at least {}", plural(over, "character"))
        };
        judge.report(Part::Name, message, help);
    } else if alone >= limits.name_alone {
        let message = format!(
            "the name `{name}` is {alone} characters long, which leaves little room for a client's prefix"
        );
        let help = format!("keep names under {} characters", limits.name_alone);
        judge.report_at(Level::Warn, Part::Name, message, help);
    }
}

/// The characters of `name` that clients refuse, each once, as a message prints them.
fn refused(name: &str) -> Vec<String> {
    let mut found = Vec::new();
    for c in name
        .chars()
        .filter(|c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')))
    {
        let printed = if c == ' ' {
            "a space".to_owned()
        } else {
            format!("`{}`", c.escape_debug())
        };
        if !found.contains(&printed) {
            found.push(printed);
        }
    }
    found
}

/// The name with `_` in place of what clients refuse, case and hyphens kept where they can be.
fn portable(name: &str) -> String {
    let kept: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '-' {
                c
            } else {
                '_'
            }
        })
        .collect();
    if name.contains('-') {
        kept
    } else {
        names::verb_object(&kept)
    }
}

/// The longest name under which a presentation lists the tool, or its own.
fn longest_listed<'a>(name: &'a str, catalog: Option<&'a CatalogFacts>) -> &'a str {
    let presentation = catalog.and_then(|catalog| catalog.presentation.seen());
    let listed = presentation
        .into_iter()
        .flat_map(|facts| &facts.listed)
        .filter(|(tool, _)| tool == name)
        .map(|(_, listed)| listed.as_str());
    listed
        .max_by_key(|listed| listed.chars().count())
        .unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog, on_tool, presenting, tool};
    use crate::{Fact, Level, Policy, Presented};

    #[test]
    fn refused_characters_are_named() {
        let found = on_tool("N006", &tool("account.elevate"));
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].message,
            "the name `account.elevate` holds `.`, which clients refuse"
        );
        assert!(
            found[0].help.contains("`elevate_account`"),
            "{}",
            found[0].help
        );
        let found = on_tool("N006", &tool("get my/invoice"));
        assert!(
            found[0].message.contains("a space and `/`"),
            "{}",
            found[0].message
        );
        assert_eq!(on_tool("N006", &tool("2fa_reset")).len(), 1);
    }

    #[test]
    fn the_server_counts_where_it_is_known() {
        let name = "a".repeat(39);
        assert!(on_tool("N006", &tool(&name)).is_empty());
        let mut facts = catalog(vec![tool(&name)]);
        facts.server = Fact::Seen("s".repeat(18));
        assert!(on_catalog("N006", &facts, &Policy::audit()).is_empty());
        facts.server = Fact::Seen("s".repeat(19));
        let found = on_catalog("N006", &facts, &Policy::audit());
        assert_eq!(found[0].level, Level::Deny);
        assert!(
            found[0].message.contains("65 characters as `mcp__sss"),
            "{}",
            found[0].message
        );
        assert_eq!(found[0].help, "shorten it by at least 1 character");
    }

    #[test]
    fn the_longest_listed_name_counts() {
        let name = "a".repeat(30);
        let mut facts = catalog(vec![tool(&name)]);
        facts.server = Fact::Seen("office".into());
        let listed = |listed: String| {
            let tools = vec![name.clone()];
            let favourites = Presented::Favourites { tools, max: 15 };
            let mut facts = presenting(favourites, &[], facts.clone());
            if let Fact::Seen(facts) = &mut facts.presentation {
                facts.listed.push((name.clone(), listed));
            }
            on_catalog("N006", &facts, &Policy::strict())
        };
        assert!(listed(format!("all__{}__{name}", "d".repeat(14))).is_empty());
        let found = listed(format!("all__{}__{name}", "d".repeat(15)));
        assert!(
            found[0]
                .message
                .contains("65 characters as `mcp__office__all__ddd"),
            "{}",
            found[0].message
        );
    }

    #[test]
    fn long_names_are_warned_about() {
        let found = on_tool("N006", &tool(&"a".repeat(40)));
        assert_eq!(found[0].level, Level::Warn);
        assert_eq!(
            on_tool("N006", &tool(&"a".repeat(65)))[0].level,
            Level::Deny
        );
    }
}
