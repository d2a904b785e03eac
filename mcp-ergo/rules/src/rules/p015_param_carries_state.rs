use std::collections::BTreeMap;

use crate::{Fact, Judge, Kind, ParamFacts, ToolFacts, plural, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds required objects of more than six fields that another tool has returned before.
    ///
    /// An optional object beside an id is an override, and fine. Passed over is what the user makes
    /// up (`create_contact` with a `contact`), which another tool may well return later.
    ///
    /// ## Why it matters
    ///
    /// The model has to copy a document from one answer into the next call, field by field. Small
    /// models drop and mangle parts of it, and each copy is paid for twice. Identifiers travel;
    /// documents stay on the server.
    ///
    /// Precision: it fires on none of 82 public servers, so what it is worth there is not known.
    /// Those that have such parameters state no output schema, or take any object or a string of
    /// JSON; missed: 2, a dashboard "as returned by" other tools, and a state that is handed back and
    /// forth as an optional string.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "tools": [
    ///     {
    ///       "name": "get_budget",
    ///       "title": "Get budget",
    ///       "description": "Get the budget of a year. Use when the user asks what is planned.",
    ///       "inputSchema": {
    ///         "type": "object",
    ///         "properties": {
    ///           "year": {
    ///             "type": "integer",
    ///             "minimum": 2000,
    ///             "maximum": 2100,
    ///             "description": "Year of the budget."
    ///           }
    ///         },
    ///         "required": ["year"],
    ///         "additionalProperties": false
    ///       },
    ///       "outputSchema": {
    ///         "type": "object",
    ///         "properties": {
    ///           "name": {"type": "string", "description": "Name of the plan."},
    ///           "owner": {"type": "string", "description": "Owner of the plan."},
    ///           "currency": {"type": "string", "description": "Currency of the plan."},
    ///           "region": {"type": "string", "description": "Region of the plan."},
    ///           "scenario": {"type": "string", "description": "Scenario of the plan."},
    ///           "approver": {"type": "string", "description": "Who approves the plan."},
    ///           "remarks": {"type": "string", "description": "Remarks on the plan."}
    ///         },
    ///         "required": ["name"],
    ///         "additionalProperties": false
    ///       },
    ///       "annotations": {
    ///         "readOnlyHint": true,
    ///         "destructiveHint": false,
    ///         "idempotentHint": true,
    ///         "openWorldHint": false
    ///       }
    ///     },
    ///     {
    ///       "name": "validate_budget_plan",
    ///       "title": "Validate budget plan",
    ///       "description": "Find what does not add up in a budget. Use after get_budget.",
    ///       "inputSchema": {
    ///         "type": "object",
    ///         "properties": {
    ///           "plan": {
    ///             "type": "object",
    ///             "description": "The budget as get_budget returned it, e.g. {\"name\": \"2026\"}.",
    ///             "properties": {
    ///               "name": {"type": "string", "description": "Name of the plan, e.g. 'x'."},
    ///               "owner": {"type": "string", "description": "Owner of the plan, e.g. 'x'."},
    ///               "currency": {"type": "string", "description": "Currency of the plan, e.g. 'x'."},
    ///               "region": {"type": "string", "description": "Region of the plan, e.g. 'x'."},
    ///               "scenario": {"type": "string", "description": "Scenario of the plan, e.g. 'x'."},
    ///               "approver": {"type": "string", "description": "Who approves the plan, e.g. 'x'."},
    ///               "remarks": {"type": "string", "description": "Remarks on the plan, e.g. 'x'."}
    ///             },
    ///             "required": ["name", "owner", "currency", "region", "scenario", "approver", "remarks"],
    ///             "additionalProperties": false
    ///           }
    ///         },
    ///         "required": ["plan"],
    ///         "additionalProperties": false
    ///       },
    ///       "outputSchema": {
    ///         "type": "object",
    ///         "properties": {"gap": {"type": "integer", "description": "What is missing, in cents."}},
    ///         "required": ["gap"],
    ///         "additionalProperties": false
    ///       },
    ///       "annotations": {
    ///         "readOnlyHint": true,
    ///         "destructiveHint": false,
    ///         "idempotentHint": true,
    ///         "openWorldHint": false
    ///       }
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
    ///       "name": "get_budget",
    ///       "title": "Get budget",
    ///       "description": "Get the budget of a year. Use when the user asks what is planned.",
    ///       "inputSchema": {
    ///         "type": "object",
    ///         "properties": {
    ///           "year": {
    ///             "type": "integer",
    ///             "minimum": 2000,
    ///             "maximum": 2100,
    ///             "description": "Year of the budget."
    ///           }
    ///         },
    ///         "required": ["year"],
    ///         "additionalProperties": false
    ///       },
    ///       "outputSchema": {
    ///         "type": "object",
    ///         "properties": {
    ///           "name": {"type": "string", "description": "Name of the plan."},
    ///           "owner": {"type": "string", "description": "Owner of the plan."},
    ///           "currency": {"type": "string", "description": "Currency of the plan."},
    ///           "region": {"type": "string", "description": "Region of the plan."},
    ///           "scenario": {"type": "string", "description": "Scenario of the plan."},
    ///           "approver": {"type": "string", "description": "Who approves the plan."},
    ///           "remarks": {"type": "string", "description": "Remarks on the plan."}
    ///         },
    ///         "required": ["name"],
    ///         "additionalProperties": false
    ///       },
    ///       "annotations": {
    ///         "readOnlyHint": true,
    ///         "destructiveHint": false,
    ///         "idempotentHint": true,
    ///         "openWorldHint": false
    ///       }
    ///     },
    ///     {
    ///       "name": "validate_budget_plan",
    ///       "title": "Validate budget plan",
    ///       "description": "Find what does not add up in a budget. Use after get_budget.",
    ///       "inputSchema": {
    ///         "type": "object",
    ///         "properties": {
    ///           "year": {
    ///             "type": "integer",
    ///             "minimum": 2000,
    ///             "maximum": 2100,
    ///             "description": "Year of the budget."
    ///           }
    ///         },
    ///         "required": ["year"],
    ///         "additionalProperties": false
    ///       },
    ///       "outputSchema": {
    ///         "type": "object",
    ///         "properties": {"gap": {"type": "integer", "description": "What is missing, in cents."}},
    ///         "required": ["gap"],
    ///         "additionalProperties": false
    ///       },
    ///       "annotations": {
    ///         "readOnlyHint": true,
    ///         "destructiveHint": false,
    ///         "idempotentHint": true,
    ///         "openWorldHint": false
    ///       }
    ///     }
    ///   ]
    /// }
    /// ```
    PARAM_CARRIES_STATE, "P015", "param-carries-state";
    own: Deny, foreign: Warn, rubric: SchemaStrictness, at: [Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, F4 and P2: identifiers travel; documents stay on the server"),
    ],
    check: Param(check),
}

/// Up to so many fields an object is quickly written.
const FEW: usize = 6;

/// Verbs of tools that are given what they keep.
#[rustfmt::skip] // one word a line otherwise
const KEEPING: &[&str] = &[
    "add", "book", "create", "define", "edit", "file", "import", "insert", "log", "modify",
    "open", "order", "patch", "place", "post", "put", "record", "register", "replace", "save",
    "schedule", "send", "set", "store", "submit", "update", "upsert", "write",
];

/// Names of parameters that hold whatever the tool is given.
#[rustfmt::skip] // one word a line otherwise
const GIVEN: &[&str] = &[
    "attributes", "body", "changes", "config", "criteria", "data", "fields", "filter", "filters",
    "input", "options", "params", "payload", "properties", "query", "request", "settings",
    "values", "where",
];

fn check(param: &ParamFacts, judge: &mut Judge<'_>) {
    let (Some(catalog), Some(tool)) = (judge.catalog(), judge.tool()) else {
        return;
    };
    // The items of a list are made up one by one more often than they are copied.
    let demanded = |param: &ParamFacts| param.required == Fact::Seen(true) && param.name != "[]";
    let whole = param.kind == Fact::Seen(Kind::Object)
        && demanded(param)
        && judge.outer().iter().all(|outer| demanded(outer));
    let Some(fields) = param
        .fields
        .seen()
        .filter(|fields| whole && fields.len() > FEW)
    else {
        return;
    };
    if is_made_up(param, tool) {
        return;
    }
    let wanted: BTreeMap<&str, &Fact<Kind>> = fields
        .iter()
        .map(|field| (field.name.as_str(), &field.kind))
        .collect();
    let source = catalog.tools.iter().find(|other| {
        other.name != tool.name
            && other
                .output
                .present()
                .is_some_and(|output| returns(output, &wanted))
    });
    let Some(source) = source.and_then(|source| source.name.seen()) else {
        return;
    };
    let name = judge.path_text();
    let help = judge.own_or(
        format!("take an identifier and load it inside, a `Handle` where there is none; keep `{name}` as an `Option<…>` beside it for what differs"),
        format!("take the id of what `{source}` returned and load it inside; keep `{name}` as an optional override"),
    );
    judge.report(
        judge.here(),
        format!(
            "`{name}` asks for {} that `{source}` returned",
            plural(fields.len(), "field")
        ),
        help,
    );
}

/// Whether the tool keeps what it is given, so that the user or the model makes the object up.
fn is_made_up(param: &ParamFacts, tool: &ToolFacts) -> bool {
    let name = words::split(&param.name);
    let last = name.last().map_or("", String::as_str);
    if GIVEN.binary_search(&last).is_ok() {
        return true;
    }
    let Some(tool) = tool.name.seen() else {
        return true;
    };
    let keeps =
        words::verb_of(tool).is_some_and(|verb| KEEPING.binary_search(&verb.as_str()).is_ok());
    keeps && words::split(tool).iter().any(|word| word == last)
}

/// Whether an output is such an object, a list of them, or a thin envelope around either.
fn returns(output: &ParamFacts, wanted: &BTreeMap<&str, &Fact<Kind>>) -> bool {
    let Some(fields) = output.fields.seen() else {
        return output
            .items
            .present()
            .is_some_and(|items| holds(items, wanted));
    };
    holds(output, wanted)
        || fields.len() <= FEW
            && fields.iter().any(|field| {
                let items = field.items.present().map(|items| &**items);
                holds(field, wanted) || items.is_some_and(|items| holds(items, wanted))
            })
}

/// Whether an object has nearly every field that is wanted, and each of the same type.
fn holds(object: &ParamFacts, wanted: &BTreeMap<&str, &Fact<Kind>>) -> bool {
    let fields = object.fields.seen().map_or(&[][..], Vec::as_slice);
    let shared = fields
        .iter()
        .filter(|field| wanted.get(field.name.as_str()) == Some(&&field.kind))
        .count();
    shared > FEW && shared * 5 >= wanted.len() * 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{array, catalog, object, of_kind, on_catalog, param, tool};
    use crate::{Finding, Part, Policy};

    const FIELDS: [&str; 7] = [
        "name",
        "owner",
        "entities",
        "relations",
        "rules",
        "layout",
        "version",
    ];

    fn plan(name: &str, fields: &[&str]) -> ParamFacts {
        ParamFacts {
            required: Fact::Seen(true),
            ..object(
                name,
                fields
                    .iter()
                    .map(|name| of_kind(name, Kind::String))
                    .collect(),
            )
        }
    }

    fn between(output: ParamFacts, taker: &str, param: ParamFacts) -> Vec<Finding> {
        let giver = ToolFacts {
            output: Fact::Seen(Some(output)),
            ..tool("create_plan")
        };
        let taker = ToolFacts {
            params: Fact::Seen(vec![param]),
            ..tool(taker)
        };
        on_catalog("P015", &catalog(vec![giver, taker]), &Policy::strict())
    }

    #[test]
    fn lists_are_sorted() {
        assert!(KEEPING.is_sorted() && GIVEN.is_sorted());
    }

    #[test]
    fn a_document_that_travels_is_found() {
        let found = between(
            plan("", &FIELDS),
            "validate_plan",
            plan("model_plan", &FIELDS),
        );
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Param(vec!["model_plan".into()]));
        assert_eq!(
            found[0].message,
            "`model_plan` asks for 7 fields that `create_plan` returned"
        );
        assert!(found[0].help.starts_with("take an identifier"));
        // In an envelope, in a list, and to be kept elsewhere.
        let enveloped = object("", vec![plan("plan", &FIELDS)]);
        assert_eq!(
            between(enveloped, "apply_plan", plan("plan", &FIELDS)).len(),
            1
        );
        let listed = object("", vec![array("items", Some(plan("[]", &FIELDS)))]);
        assert_eq!(
            between(listed, "create_model", plan("plan", &FIELDS)).len(),
            1
        );
    }

    #[test]
    fn overrides_small_objects_and_what_is_made_up_pass() {
        let optional = ParamFacts {
            required: Fact::Seen(false),
            ..plan("plan", &FIELDS)
        };
        for (taker, param) in [
            ("validate_plan", optional),
            ("validate_plan", plan("plan", &FIELDS[..6])),
            ("save_plan", plan("plan", &FIELDS)),
            ("search_plans", plan("filter", &FIELDS)),
            ("validate_plan", self::param("plan", "The plan.")),
        ] {
            assert!(
                between(plan("", &FIELDS), taker, param).is_empty(),
                "{taker}"
            );
        }
        let other = ["a", "b", "c", "d", "e", "f", "g"];
        assert!(between(plan("", &other), "validate_plan", plan("plan", &FIELDS)).is_empty());
        // A part of a record, such as an address, is known to the user too.
        let mut fields: Vec<ParamFacts> = other.map(|name| of_kind(name, Kind::String)).into();
        fields.push(plan("address", &FIELDS));
        let part = object("", fields);
        assert!(between(part, "print_label", plan("address", &FIELDS)).is_empty());
        let many = ParamFacts {
            required: Fact::Seen(true),
            ..array("plans", Some(plan("[]", &FIELDS)))
        };
        assert!(between(plan("", &FIELDS), "compare_plans", many).is_empty());
    }
}
