use crate::{
    CatalogFacts, Judge, ParamFacts, Part, ToolFacts, names, plural, quoted_list,
    rule::declare_rule, tokens::tokens,
};

declare_rule! {
    /// ## What it does
    ///
    /// Finds tools whose definition takes more than 800 tokens, and servers whose definitions take
    /// more than 10,000 together.
    ///
    /// A token is counted as four bytes of the JSON that is served, which is some 8 % too much for
    /// English.
    ///
    /// ## Why it matters
    ///
    /// The definitions stand in every prompt, before the user has said a word. 66 tools of one server
    /// were 80,000 tokens; half of a context was gone with that of a few.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// /// Country of the customer.
    /// #[derive(Param)]
    /// enum Country { Afghanistan, Albania, Algeria, /* and 246 more, in every prompt */ }
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// /// Country of the customer, as ISO 3166 writes it.
    /// #[derive(Param)]
    /// #[param(example = "AT", pattern = "^[A-Z]{2}$", from = user("where the customer sits"))]
    /// struct Country(String);
    /// ```
    CATALOG_HEAVY, "C003", "catalog-heavy";
    own: Warn, foreign: Warn, rubric: Selectability, at: [Boot, Audit],
    evidence: [
        Practice("mcp-toolgauge: 800 tokens a tool; Anthropic searches tools from 10,000 tokens of definitions on"),
        Measured("of 165 public servers 54 take more than 10,000 tokens; the mean tool takes 416, and four bytes a token is 8 % too much"),
        Measured("github-mcp-server#1286: 66 tools took 80,000 tokens; claude-code#13717: 49 % of a context"),
    ],
    check: Tool(check), Catalog(check_catalog),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let Some(&bytes) = tool.bytes.seen() else {
        return;
    };
    let limit = judge.policy().limits.tool_tokens;
    if tokens(bytes) <= limit {
        return;
    }
    let message = format!(
        "the definition of {} takes about {} tokens ({bytes} bytes at four a token), more than {limit}",
        names::called(tool),
        tokens(bytes)
    );
    judge.report(Part::Tool, message, help(tool, bytes));
}

/// What to make shorter: the part that weighs most.
fn help(tool: &ToolFacts, bytes: usize) -> String {
    let description = tool.description.present().map_or(0, String::len);
    let heaviest = tool
        .params
        .seen()
        .into_iter()
        .flatten()
        .map(|param| (weight(param), param))
        .max_by_key(|(weight, _)| *weight);
    if description * 2 > bytes {
        return format!(
            "shorten the description, which takes {description} of the bytes, to what is needed to choose the tool"
        );
    }
    match heaviest {
        Some((weight, param)) if weight * 3 > bytes => format!(
            "shorten `{}`, which takes at least {weight} of the bytes: its text, its values, its fields",
            param.name
        ),
        _ => "shorten the texts of its parameters and of its output, or split the tool by job"
            .to_owned(),
    }
}

/// How many bytes of text a parameter carries at least.
fn weight(param: &ParamFacts) -> usize {
    let text = param.text.present().map_or(0, String::len);
    let options = param.options.present().into_iter().flatten();
    let options: usize = options.map(|option| option.len() + 3).sum();
    let items = param.items.present().map(Box::as_ref);
    let inner = param.fields.seen().into_iter().flatten().chain(items);
    param.name.len() + text + options + inner.map(weight).sum::<usize>()
}

fn check_catalog(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let mut sizes: Vec<(usize, &ToolFacts)> = catalog
        .tools
        .iter()
        .filter_map(|tool| Some((*tool.bytes.seen()?, tool)))
        .collect();
    let bytes: usize = sizes.iter().map(|(bytes, _)| bytes).sum();
    let limit = judge.policy().limits.catalog_tokens;
    if tokens(bytes) <= limit {
        return;
    }
    sizes.sort_by_key(|(bytes, _)| std::cmp::Reverse(*bytes));
    let heaviest = sizes.iter().take(3);
    let heaviest = heaviest.filter_map(|(_, tool)| tool.name.seen().map(String::as_str));
    let message = format!(
        "the definitions of {} take about {} tokens ({bytes} bytes at four a token), more than {limit}",
        plural(sizes.len(), "tool"),
        tokens(bytes)
    );
    let first = format!("begin with the heaviest: {}", quoted_list(heaviest, "and"));
    let help = judge.own_or(
        format!("{first}; `.tools_in(\"crate::module\")` serves a part of them"),
        format!("{first}; serve a part of them by default"),
    );
    judge.report(Part::Catalog, message, help);
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog, on_tool, param, tool, tool_with};
    use crate::{Fact, Part, Policy, ToolFacts};

    fn weighing(name: &str, bytes: usize) -> ToolFacts {
        ToolFacts {
            bytes: Fact::Seen(bytes),
            ..tool(name)
        }
    }

    #[test]
    fn a_tool_of_more_than_800_tokens_is_heavy() {
        assert!(on_tool("C003", &weighing("get_invoice", 3200)).is_empty());
        let found = on_tool("C003", &weighing("get_invoice", 3201));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Tool);
        assert_eq!(
            found[0].message,
            "the definition of `get_invoice` takes about 801 tokens (3201 bytes at four a token), more than 800"
        );
        assert!(
            found[0]
                .help
                .starts_with("shorten the texts of its parameters")
        );
    }

    #[test]
    fn the_heaviest_part_is_named() {
        let long = ToolFacts {
            description: Fact::Seen(Some("x".repeat(2000))),
            ..weighing("get_invoice", 3300)
        };
        assert!(
            on_tool("C003", &long)[0]
                .help
                .starts_with("shorten the description, which takes 2000")
        );
        let country = ToolFacts {
            bytes: Fact::Seen(3300),
            ..tool_with(param("country", &"x".repeat(1500)))
        };
        assert!(
            on_tool("C003", &country)[0]
                .help
                .starts_with("shorten `country`, which takes at least 1507")
        );
    }

    #[test]
    fn all_tools_together_are_weighed_too() {
        let many = |bytes| {
            let mut tools: Vec<_> = (0..20)
                .map(|at| weighing(&format!("get_x{at}"), bytes))
                .collect();
            tools.push(weighing("get_all", 2500));
            catalog(tools)
        };
        assert!(on_catalog("C003", &many(1500), &Policy::strict()).is_empty());
        let found = on_catalog("C003", &many(2000), &Policy::audit());
        assert_eq!((found.len(), found[0].part.clone()), (1, Part::Catalog));
        assert_eq!(
            found[0].message,
            "the definitions of 21 tools take about 10625 tokens (42500 bytes at four a token), more than 10000"
        );
        assert_eq!(
            found[0].help,
            "begin with the heaviest: `get_all`, `get_x0` and `get_x1`; serve a part of them by default"
        );
    }

    #[test]
    fn a_weight_that_is_not_seen_is_none() {
        let unseen = ToolFacts {
            bytes: Fact::Unseen,
            ..tool("get_invoice")
        };
        assert!(on_catalog("C003", &catalog(vec![unseen]), &Policy::strict()).is_empty());
    }
}
