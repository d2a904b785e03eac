//! A tool that breaks no rule, to be broken in one place by each test.

use crate::{
    CatalogFacts, Class, Fact, Finding, Hints, Kind, ParamFacts, Policy, PresentationFacts,
    Presented, ToolFacts, judge_catalog, judge_tool,
};

/// The hints of a class, all four stated.
pub(crate) fn hints(class: Class) -> Hints {
    Hints {
        read_only: Some(class == Class::Read),
        destructive: Some(class == Class::Destructive),
        idempotent: Some(class == Class::Read),
        open_world: Some(false),
    }
}

/// A tool as a `tools/list` shows it, without a fault.
pub(crate) fn tool(name: &str) -> ToolFacts {
    ToolFacts {
        name: Fact::Seen(name.into()),
        title: Fact::Seen(Some(name.into())),
        description: Fact::Seen(Some(
            "Get one invoice. Use when an invoice id is known.".into(),
        )),
        hints: Fact::Seen(hints(Class::Read)),
        params: Fact::Seen(vec![param(
            "invoice_id",
            "Invoice id, e.g. 'inv_1'. The user gives it.",
        )]),
        closed: Fact::Seen(true),
        beyond: Fact::Seen(Vec::new()),
        ghosts: Fact::Seen(Vec::new()),
        bytes: Fact::Seen(600),
        output: Fact::Seen(Some(of_kind("", Kind::Object))),
        ..ToolFacts::default()
    }
}

/// A parameter of a kind, without a text.
pub(crate) fn of_kind(name: &str, kind: Kind) -> ParamFacts {
    ParamFacts {
        name: name.into(),
        kind: Fact::Seen(kind),
        text: Fact::Seen(None),
        example: Fact::Seen(false),
        options: Fact::Seen(None),
        pattern: Fact::Seen(None),
        format: Fact::Seen(None),
        default: Fact::Seen(None),
        minimum: Fact::Seen(None),
        maximum: Fact::Seen(None),
        least: Fact::Seen(None),
        most: Fact::Seen(None),
        beyond: Fact::Seen(Vec::new()),
        ghosts: Fact::Seen(Vec::new()),
        ..ParamFacts::default()
    }
}

/// A free string with a text.
pub(crate) fn param(name: &str, text: &str) -> ParamFacts {
    ParamFacts {
        text: Fact::Seen(Some(text.into())),
        example: Fact::Seen(crate::prose::has_example(text)),
        ..of_kind(name, Kind::String)
    }
}

/// An object with fields, closed.
pub(crate) fn object(name: &str, fields: Vec<ParamFacts>) -> ParamFacts {
    ParamFacts {
        text: Fact::Seen(Some("What to keep together.".into())),
        closed: Fact::Seen(true),
        fields: Fact::Seen(fields),
        ..of_kind(name, Kind::Object)
    }
}

/// An array.
pub(crate) fn array(name: &str, items: Option<ParamFacts>) -> ParamFacts {
    ParamFacts {
        text: Fact::Seen(Some("What to go through.".into())),
        items: Fact::Seen(items.map(Box::new)),
        ..of_kind(name, Kind::Array)
    }
}

/// A tool with one parameter in place of its own.
pub(crate) fn tool_with(param: ParamFacts) -> ToolFacts {
    ToolFacts {
        params: Fact::Seen(vec![param]),
        ..tool("get_invoice")
    }
}

/// The same tool with another description.
pub(crate) fn described(text: &str) -> ToolFacts {
    tool_described("get_invoice", text)
}

/// A tool of a name with a text of its own.
pub(crate) fn tool_described(name: &str, text: &str) -> ToolFacts {
    ToolFacts {
        description: Fact::Seen(Some(text.into())),
        ..tool(name)
    }
}

/// A catalog of tools.
pub(crate) fn catalog(tools: Vec<ToolFacts>) -> CatalogFacts {
    CatalogFacts {
        tools,
        ..CatalogFacts::default()
    }
}

/// What the rule `code` says about one tool on one's own server.
pub(crate) fn on_tool(code: &str, tool: &ToolFacts) -> Vec<Finding> {
    of_rule(code, judge_tool(tool, &Policy::strict()))
}

/// What the rule `code` says about a catalog under a policy.
pub(crate) fn on_catalog(code: &str, catalog: &CatalogFacts, policy: &Policy) -> Vec<Finding> {
    of_rule(code, judge_catalog(catalog, policy))
}

/// What the rule `code` says about a tool with one parameter.
pub(crate) fn on_param(code: &str, param: ParamFacts) -> Vec<Finding> {
    on_tool(code, &tool_with(param))
}

/// The findings of one rule.
pub(crate) fn of_rule(code: &str, mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.retain(|finding| finding.rule.code == code);
    findings
}

#[test]
fn the_sample_breaks_no_rule() {
    let found = judge_catalog(&catalog(vec![tool("get_invoice")]), &Policy::strict());
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn what_is_not_seen_is_not_judged() {
    let nothing = CatalogFacts {
        tools: vec![ToolFacts::default()],
        ..CatalogFacts::default()
    };
    for policy in [Policy::strict(), Policy::audit()] {
        assert!(judge_catalog(&nothing, &policy).is_empty());
    }
    let params = vec![ParamFacts {
        name: "invoice_id".into(),
        ..ParamFacts::default()
    }];
    assert!(crate::judge_fields(&params, &Policy::strict()).is_empty());
    assert!(crate::judge_error(&crate::ErrorFacts::default(), &Policy::strict()).is_empty());
    assert!(crate::judge_resource(&crate::ResourceFacts::default(), &Policy::strict()).is_empty());
    assert!(crate::judge_prompt(&crate::PromptFacts::default(), &Policy::strict()).is_empty());
}

/// A catalog that is presented in some way, each tool listed under its own name.
pub(crate) fn presenting(
    presented: Presented,
    top: &[&str],
    catalog: CatalogFacts,
) -> CatalogFacts {
    let names = catalog.tools.iter().filter_map(|tool| tool.name.seen());
    let listed = names.map(|name| (name.clone(), name.clone())).collect();
    CatalogFacts {
        presentation: Fact::Seen(PresentationFacts {
            presented,
            top: top.iter().map(ToString::to_string).collect(),
            listed,
            instruction: None,
            separator: None,
        }),
        ..catalog
    }
}
