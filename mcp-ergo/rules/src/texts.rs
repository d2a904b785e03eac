//! Every text that a server serves, and where it stands: the one walk for rules that read them all.

use crate::finding::path_text;
use std::collections::BTreeSet;

use crate::{CatalogFacts, ParamFacts, Part, Rule, ToolFacts, names};

/// A text that is served. Nothing about its place is put into words before something is found.
#[derive(Debug, Clone)]
pub(crate) struct Text<'a> {
    spot: Spot<'a>,
    /// The text itself.
    pub(crate) served: &'a str,
}

#[derive(Debug, Clone)]
enum Spot<'a> {
    Title(&'a ToolFacts),
    Description(&'a ToolFacts),
    Param(Vec<&'a str>),
    Output(Vec<&'a str>),
    Instructions,
    /// The name of the failure.
    Hint(&'a str),
    /// Its place in the list, and its URI.
    Resource(usize, &'a str),
    /// Its place in the list, and its name.
    Prompt(usize, &'a str),
    /// The places of the prompt and of the argument, and the names of both.
    PromptArgument((usize, usize), &'a str, &'a str),
    /// Its place in the list.
    CriticalRule(usize),
    /// The place of the branch.
    Condition(usize),
    /// The place of the branch.
    Branch(usize),
}

impl Text<'_> {
    /// The part that it is.
    pub(crate) fn part(&self) -> Part {
        let owned = |path: &[&str]| path.iter().map(ToString::to_string).collect();
        match &self.spot {
            Spot::Title(_) => Part::Title,
            Spot::Description(_) => Part::Description,
            Spot::Param(path) => Part::ParamText(owned(path)),
            Spot::Output(path) => Part::Output(owned(path)),
            Spot::Instructions => Part::Instructions,
            Spot::Hint(_) => Part::ErrorType,
            Spot::Resource(at, _) => Part::Resource(*at),
            Spot::Prompt(at, _) => Part::Prompt(*at),
            Spot::PromptArgument((at, of), ..) => Part::PromptArgument(*at, *of),
            Spot::CriticalRule(at) => Part::CriticalRule(*at),
            Spot::Condition(at) | Spot::Branch(at) => Part::Branch(*at),
        }
    }

    /// Where it stands, as a message says it.
    pub(crate) fn place(&self) -> String {
        let of = |tool: &ToolFacts| match tool.name.seen() {
            Some(_) => format!(" of {}", names::called(tool)),
            None => String::new(),
        };
        match &self.spot {
            Spot::Title(tool) => format!("the title{}", of(tool)),
            Spot::Description(tool) => format!("the description{}", of(tool)),
            Spot::Param(path) => format!("the description of `{}`", path_text(path)),
            Spot::Output(path) if path.is_empty() => "the description of the output".to_owned(),
            Spot::Output(path) => {
                format!("the description of `{}` in the output", path_text(path))
            }
            Spot::Instructions => "the server's instructions".to_owned(),
            Spot::Hint(failure) => format!("the hint of `{failure}`"),
            Spot::Resource(_, uri) => format!("the description of the resource `{uri}`"),
            Spot::Prompt(_, name) => format!("the description of the prompt `{name}`"),
            Spot::PromptArgument(_, name, argument) => {
                format!("the description of `{argument}` of the prompt `{name}`")
            }
            Spot::CriticalRule(at) => format!("critical rule {}", at + 1),
            Spot::Condition(at) => format!("the condition of branch {} of the workflow", at + 1),
            Spot::Branch(at) => format!("branch {} of the workflow", at + 1),
        }
    }

    /// Whether it is the title of a tool.
    pub(crate) fn is_title(&self) -> bool {
        matches!(self.spot, Spot::Title(_))
    }
}

/// What stands beside the tools: the instructions, what the boot tool tells, and the resources and
/// the prompts that are not excepted from `rule`.
pub(crate) fn of_server<'a>(catalog: &'a CatalogFacts, rule: &Rule) -> Vec<Text<'a>> {
    let mut found = Vec::new();
    let mut add = |spot: Spot<'a>, text: Option<&'a String>| {
        found.extend(text.map(|served| Text { spot, served }));
    };
    add(Spot::Instructions, catalog.instructions.present());
    let boot = catalog.boot.present();
    for (at, critical) in boot.into_iter().flat_map(|boot| &boot.rules).enumerate() {
        add(Spot::CriticalRule(at), Some(critical));
    }
    for (at, branch) in boot.into_iter().flat_map(|boot| &boot.workflow).enumerate() {
        add(Spot::Condition(at), Some(&branch.condition));
        add(Spot::Branch(at), Some(&branch.text));
    }
    for (at, resource) in catalog.resources.each().enumerate() {
        if rule.is_excepted(&resource.allows) {
            continue;
        }
        let text = resource.description.present();
        add(Spot::Resource(at, &resource.uri), text);
    }
    for (at, prompt) in catalog.prompts.each().enumerate() {
        if rule.is_excepted(&prompt.allows) {
            continue;
        }
        add(Spot::Prompt(at, &prompt.name), prompt.description.present());
        let arguments = prompt.arguments.each();
        for (of, (name, text)) in arguments.enumerate() {
            let spot = Spot::PromptArgument((at, of), &prompt.name, name);
            add(spot, text.as_ref());
        }
    }
    found
}

/// The hints of failures, each with the first tool that has it: tools share their error types.
pub(crate) fn of_failures(catalog: &CatalogFacts) -> Vec<(usize, Text<'_>)> {
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for (index, tool) in catalog.tools.iter().enumerate() {
        for (failure, hint) in tool.failure_hints.each() {
            if known.insert((failure, hint)) {
                let spot = Spot::Hint(failure);
                found.push((index, Text { spot, served: hint }));
            }
        }
    }
    found
}

/// Every text of a tool, save those of parameters that are excepted from `rule`.
pub(crate) fn of_tool<'a>(tool: &'a ToolFacts, rule: &Rule) -> Vec<Text<'a>> {
    let own = [
        (Spot::Title(tool), tool.title.present()),
        (Spot::Description(tool), tool.description.present()),
    ];
    let own = own.into_iter().filter_map(|(spot, text)| {
        Some(Text {
            spot,
            served: text?,
        })
    });
    let mut walk = Walk {
        rule,
        path: Vec::new(),
        found: own.collect(),
    };
    for param in tool.params.each() {
        walk.enter(param, Spot::Param);
    }
    if let Some(output) = tool.output.present() {
        walk.collect(output, Spot::Output);
    }
    walk.found
}

/// What makes a spot of the path to it.
type AtPath<'a> = fn(Vec<&'a str>) -> Spot<'a>;

/// A walk through the parameters of a tool, or through the fields of its output.
struct Walk<'a, 'r> {
    rule: &'r Rule,
    path: Vec<&'a str>,
    found: Vec<Text<'a>>,
}

impl<'a> Walk<'a, '_> {
    fn enter(&mut self, param: &'a ParamFacts, spot: AtPath<'a>) {
        self.path.push(&param.name);
        self.collect(param, spot);
        self.path.pop();
    }

    fn collect(&mut self, param: &'a ParamFacts, spot: AtPath<'a>) {
        if self.rule.is_excepted(&param.allows) {
            return;
        }
        if let Some(served) = param.text.present() {
            let spot = spot(self.path.clone());
            self.found.push(Text { spot, served });
        }
        for inner in param.inner() {
            self.enter(inner, spot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{array, catalog, object, param, tool};
    use crate::{
        Allow, BootFacts, BranchFacts, Fact, PromptFacts, ResourceFacts, TEXT_NAMES_UNKNOWN_TOOL,
    };

    #[test]
    fn every_text_of_a_tool_is_told_by_its_place() {
        let excepted = ParamFacts {
            allows: vec![Allow {
                rule: "text_names_unknown_tool".into(),
                reason: "another server".into(),
            }],
            ..param("pattern", "Of search_patterns.")
        };
        let filter = object("filter", vec![param("state", "State."), excepted]);
        let tool = ToolFacts {
            params: Fact::Seen(vec![filter, array("tags", Some(param("[]", "A tag.")))]),
            output: Fact::Seen(Some(object("", vec![param("total", "Total in cents.")]))),
            ..tool("get_invoice")
        };
        let found = of_tool(&tool, &TEXT_NAMES_UNKNOWN_TOOL);
        let places: Vec<String> = found.iter().map(Text::place).collect();
        assert_eq!(
            places,
            [
                "the title of `get_invoice`",
                "the description of `get_invoice`",
                "the description of `filter`",
                "the description of `filter.state`",
                "the description of `tags`",
                "the description of `tags[]`",
                "the description of the output",
                "the description of `total` in the output",
            ]
        );
        assert_eq!(found[7].part(), Part::Output(vec!["total".into()]));
        assert!(of_tool(&ToolFacts::default(), &TEXT_NAMES_UNKNOWN_TOOL).is_empty());
    }

    #[test]
    fn what_stands_beside_the_tools_is_text_too() {
        let facts = CatalogFacts {
            instructions: Fact::Seen(Some("Start with get_invoice.".into())),
            resources: Fact::Seen(vec![ResourceFacts {
                uri: "ledger://open".into(),
                description: Fact::Seen(Some("Open invoices.".into())),
                ..ResourceFacts::default()
            }]),
            prompts: Fact::Seen(vec![PromptFacts {
                name: "dun".into(),
                description: Fact::Seen(Some("A reminder.".into())),
                arguments: Fact::Seen(vec![("tone".into(), Some("How to say it.".into()))]),
                ..PromptFacts::default()
            }]),
            boot: Fact::Seen(Some(BootFacts {
                rules: vec!["Amounts are in cents.".into()],
                workflow: vec![BranchFacts {
                    condition: "the user asks what is owed".into(),
                    text: "Call get_invoice.".into(),
                }],
                ..BootFacts::default()
            })),
            ..catalog(Vec::new())
        };
        let found = of_server(&facts, &TEXT_NAMES_UNKNOWN_TOOL);
        let told: Vec<(Part, String)> = found
            .iter()
            .map(|text| (text.part(), text.place()))
            .collect();
        let expected = [
            (Part::Instructions, "the server's instructions"),
            (Part::CriticalRule(0), "critical rule 1"),
            (Part::Branch(0), "the condition of branch 1 of the workflow"),
            (Part::Branch(0), "branch 1 of the workflow"),
            (
                Part::Resource(0),
                "the description of the resource `ledger://open`",
            ),
            (Part::Prompt(0), "the description of the prompt `dun`"),
            (
                Part::PromptArgument(0, 0),
                "the description of `tone` of the prompt `dun`",
            ),
        ];
        assert_eq!(told, expected.map(|(part, place)| (part, place.to_owned())));
        assert!(of_server(&CatalogFacts::default(), &TEXT_NAMES_UNKNOWN_TOOL).is_empty());
    }

    #[test]
    fn excepted_resources_and_prompts_are_passed_over() {
        let allows = || {
            vec![Allow {
                rule: "D009".into(),
                reason: "another server".into(),
            }]
        };
        let facts = CatalogFacts {
            resources: Fact::Seen(vec![ResourceFacts {
                description: Fact::Seen(Some("Of search_patterns.".into())),
                allows: allows(),
                ..ResourceFacts::default()
            }]),
            prompts: Fact::Seen(vec![PromptFacts {
                description: Fact::Seen(Some("Of search_patterns.".into())),
                allows: allows(),
                ..PromptFacts::default()
            }]),
            ..catalog(Vec::new())
        };
        assert!(of_server(&facts, &TEXT_NAMES_UNKNOWN_TOOL).is_empty());
        assert_eq!(of_server(&facts, &crate::TEXT_PLACEHOLDER).len(), 2);
    }
}
