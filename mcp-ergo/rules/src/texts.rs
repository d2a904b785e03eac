//! Every text that a server serves, and where it stands: the one walk for rules that read them all.

use crate::{CatalogFacts, ParamFacts, Part, Rule, ToolFacts, names};

/// A text that is served.
pub(crate) struct Text<'a> {
    /// The part that it is.
    pub(crate) part: Part,
    /// Where it stands, as a message says it.
    pub(crate) place: String,
    /// The text itself.
    pub(crate) served: &'a str,
}

/// What stands beside the tools: the instructions, the resources and the prompts.
pub(crate) fn of_server(catalog: &CatalogFacts) -> Vec<Text<'_>> {
    let mut all = vec![(
        Part::Instructions,
        "the server's instructions".to_owned(),
        catalog.instructions.present(),
    )];
    for (at, resource) in catalog.resources.seen().into_iter().flatten().enumerate() {
        let place = format!("the description of the resource `{}`", resource.uri);
        all.push((Part::Resource(at), place, resource.description.present()));
    }
    for (at, prompt) in catalog.prompts.seen().into_iter().flatten().enumerate() {
        let called = format!("the prompt `{}`", prompt.name);
        let place = format!("the description of {called}");
        all.push((Part::Prompt(at), place, prompt.description.present()));
        let arguments = prompt.arguments.seen().into_iter().flatten();
        for (of, (name, text)) in arguments.enumerate() {
            let place = format!("the description of `{name}` of {called}");
            all.push((Part::PromptArgument(at, of), place, text.as_ref()));
        }
    }
    all.into_iter()
        .filter_map(|(part, place, text)| {
            Some(Text {
                part,
                place,
                served: text?,
            })
        })
        .collect()
}

/// Every text of a tool, save those of parameters that are excepted from `rule`.
pub(crate) fn of_tool<'a>(tool: &'a ToolFacts, rule: &Rule) -> Vec<Text<'a>> {
    let mut found = Vec::new();
    let own = [
        (Part::Title, "title", &tool.title),
        (Part::Description, "description", &tool.description),
    ];
    for (part, kind, text) in own {
        if let Some(served) = text.present() {
            let place = match tool.name.seen() {
                Some(_) => format!("the {kind} of {}", names::called(tool)),
                None => format!("the {kind}"),
            };
            found.push(Text {
                part,
                place,
                served,
            });
        }
    }
    let mut walk = Walk {
        rule,
        path: Vec::new(),
        found,
    };
    for param in tool.params.seen().into_iter().flatten() {
        walk.enter(param, false);
    }
    if let Some(output) = tool.output.present() {
        walk.collect(output, true);
    }
    walk.found
}

/// A walk through the parameters of a tool, or through the fields of its output.
struct Walk<'a, 'r> {
    rule: &'r Rule,
    path: Vec<String>,
    found: Vec<Text<'a>>,
}

impl<'a> Walk<'a, '_> {
    fn enter(&mut self, param: &'a ParamFacts, output: bool) {
        self.path.push(param.name.clone());
        self.collect(param, output);
        self.path.pop();
    }

    fn collect(&mut self, param: &'a ParamFacts, output: bool) {
        let mut allows = param.allows.iter();
        if allows.any(|allow| self.rule.is_called(&allow.rule)) {
            return;
        }
        if let Some(served) = param.text.present() {
            let path = self.path.join(".").replace(".[]", "[]");
            let (part, place) = match (output, path.as_str()) {
                (false, _) => (Part::ParamText(self.path.clone()), format!("`{path}`")),
                (true, "") => (Part::Output(Vec::new()), "the output".to_owned()),
                (true, _) => (
                    Part::Output(self.path.clone()),
                    format!("`{path}` in the output"),
                ),
            };
            self.found.push(Text {
                part,
                place: format!("the description of {place}"),
                served,
            });
        }
        for field in param.fields.seen().into_iter().flatten() {
            self.enter(field, output);
        }
        if let Some(items) = param.items.present() {
            self.enter(items, output);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{array, catalog, object, param, tool};
    use crate::{Allow, Fact, PromptFacts, ResourceFacts, TEXT_NAMES_UNKNOWN_TOOL};

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
        let places: Vec<&str> = found.iter().map(|text| text.place.as_str()).collect();
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
        assert_eq!(found[7].part, Part::Output(vec!["total".into()]));
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
            }]),
            ..catalog(Vec::new())
        };
        let parts: Vec<Part> = of_server(&facts)
            .into_iter()
            .map(|text| text.part)
            .collect();
        assert_eq!(
            parts,
            [
                Part::Instructions,
                Part::Resource(0),
                Part::Prompt(0),
                Part::PromptArgument(0, 0)
            ]
        );
        assert!(of_server(&CatalogFacts::default()).is_empty());
    }
}
