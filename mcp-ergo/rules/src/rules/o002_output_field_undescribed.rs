use crate::finding::path_text;
use crate::predicate::is_blank;
use crate::render::quoted_with;
use crate::{
    CatalogFacts, Judge, ParamFacts, Part, ToolFacts, answer, names, plural, quoted_list,
    rule::declare_rule, words,
};

declare_rule! {
    /// ## What it does
    ///
    /// Finds fields of an output schema that no one explains, nested ones too.
    ///
    /// What a list says stands for its items. A foreign server that explains none of its fields is one
    /// finding, and the lone `result` that its framework wraps an answer in is passed over.
    ///
    /// ## Why it matters
    ///
    /// A model keys off field names. `amount` without a word is in cents or in euros, with tax or
    /// without, and the model picks one.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "get_invoice",
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
    ///     "properties": {
    ///       "total": {"type": "integer"},
    ///       "currency": {"type": "string", "description": "Currency of the total, as ISO 4217 writes it."}
    ///     },
    ///     "required": ["total", "currency"],
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
    ///   "name": "get_invoice",
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
    ///     "properties": {
    ///       "total": {"type": "integer", "description": "Total with tax, in cents."},
    ///       "currency": {"type": "string", "description": "Currency of the total, as ISO 4217 writes it."}
    ///     },
    ///     "required": ["total", "currency"],
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
    OUTPUT_FIELD_UNDESCRIBED, "O002", "output-field-undescribed";
    own: Deny, foreign: Info, rubric: OutputStability, at: [Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, phase 2: agents key off field names"),
        Practice("mcpscore asks for described properties of outputs"),
    ],
    check: Tool(check), Catalog(check_catalog),
}

/// How many fields a report names: an author mends them all, a reader wants to know of what kind.
const SHOWN: (usize, usize) = (12, 3);

/// The fields of an answer: how many there are, and the paths of those without a word.
struct Fields {
    all: usize,
    bare: Vec<Vec<String>>,
}

/// Names of a field that holds the whole answer. Sorted.
const WHOLE: &[&str] = &["data", "output", "response", "result"];

/// The field that frameworks wrap a whole answer in, which has to be an object on the wire: what it
/// holds, the tool says.
fn wrapper(answer: &ParamFacts) -> Option<&str> {
    match answer.fields.seen()?.as_slice() {
        [only] if words::holds(WHOLE, &only.name) => Some(&only.name),
        _ => None,
    }
}

impl Fields {
    fn of(answer: &ParamFacts, judge: &Judge<'_>) -> Self {
        let wrapper = wrapper(answer).filter(|_| !judge.policy().is_own());
        let mut fields = Self {
            all: 0,
            bare: Vec::new(),
        };
        answer::each_field(answer, &mut |path, field| {
            // What a list says, it says of its items too.
            if field.name == "[]" || path.len() == 1 && Some(field.name.as_str()) == wrapper {
                return;
            }
            let Some(text) = field.text.seen() else {
                return;
            };
            fields.all += 1;
            if is_blank(text.as_deref().unwrap_or_default()) {
                fields.bare.push(path.to_owned());
            }
        });
        fields
    }
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    // A foreign catalog is judged as a whole.
    if judge.catalog().is_some() && !judge.policy().is_own() {
        return;
    }
    if let Some((part, message)) = told(tool, judge) {
        judge.report(part, message, help(judge));
    }
}

fn check_catalog(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    if judge.policy().is_own() {
        return;
    }
    if let Some(bare) = bare_fields(catalog, judge) {
        let message = format!(
            "the server explains none of the {} that its tools return",
            plural(bare, "field")
        );
        judge.report(Part::Catalog, message, help(judge));
        return;
    }
    for (index, tool) in catalog.tools.iter().enumerate() {
        if let Some((part, message)) = told(tool, judge) {
            judge.report_tool(catalog, index, part, message, help(judge));
        }
    }
}

fn help(judge: &Judge<'_>) -> &'static str {
    judge.own_or(
        "write a doc comment above each field that says what it holds, with the unit",
        "give each field of an `outputSchema` a `description` that says what it holds, with the unit",
    )
}

/// What is said of a tool that returns fields without a word, and of which part.
fn told(tool: &ToolFacts, judge: &Judge<'_>) -> Option<(Part, String)> {
    let fields = Fields::of(tool.output.present()?, judge);
    let first = fields.bare.first()?.clone();
    let called = names::called(tool);
    let paths: Vec<String> = fields.bare.iter().map(|path| path_text(path)).collect();
    let most = judge.own_or(SHOWN.0, SHOWN.1);
    let shown = match paths.get(most..) {
        None | Some([]) => quoted_list(paths.iter().map(String::as_str), "and"),
        Some(rest) => quoted_with(&paths[..most], &format!("{} more", rest.len())),
    };
    let message = match paths.len() {
        1 => format!("{called} returns a field that no one explains: {shown}"),
        bare => format!("{called} returns {bare} fields that no one explains: {shown}"),
    };
    Some((Part::Output(first), message))
}

/// How many fields the tools return, where there are some on several tools and none is explained.
fn bare_fields(catalog: &CatalogFacts, judge: &Judge<'_>) -> Option<usize> {
    let answers = catalog
        .tools
        .iter()
        .filter_map(|tool| tool.output.present());
    let (mut tools, mut bare) = (0, 0);
    for fields in answers
        .map(|answer| Fields::of(answer, judge))
        .filter(|fields| fields.all > 0)
    {
        if fields.bare.len() < fields.all {
            return None;
        }
        tools += 1;
        bare += fields.all;
    }
    (tools > 1).then_some(bare)
}

#[cfg(test)]
mod tests {
    use crate::samples::{array, catalog, object, of_kind, on_catalog, on_tool, param, tool};
    use crate::{Fact, Kind, ParamFacts, Part, Policy, ToolFacts};

    fn returning(fields: Vec<ParamFacts>) -> ToolFacts {
        ToolFacts {
            output: Fact::Seen(Some(object("", fields))),
            ..tool("get_invoice")
        }
    }

    fn bare(name: &str) -> ParamFacts {
        of_kind(name, Kind::Integer)
    }

    #[test]
    fn every_bare_field_is_named_once() {
        let lines = array(
            "lines",
            Some(object("[]", vec![bare("price"), param("id", "Id.")])),
        );
        let found = on_tool("O002", &returning(vec![bare("total"), lines]));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Output(vec!["total".into()]));
        assert_eq!(
            found[0].message,
            "`get_invoice` returns 2 fields that no one explains: `total` and `lines[].price`"
        );
        assert_eq!(
            found[0].help,
            "write a doc comment above each field that says what it holds, with the unit"
        );
        let one = on_tool("O002", &returning(vec![param("total", " ")]));
        assert_eq!(
            one[0].message,
            "`get_invoice` returns a field that no one explains: `total`"
        );
    }

    #[test]
    fn what_is_explained_or_unseen_passes() {
        let unseen = ParamFacts {
            text: Fact::Unseen,
            ..bare("total")
        };
        for fields in [vec![], vec![param("total", "In cents.")], vec![unseen]] {
            assert!(on_tool("O002", &returning(fields)).is_empty());
        }
    }

    #[test]
    fn a_frameworks_wrapper_says_nothing_by_itself() {
        let wrapped = catalog(vec![returning(vec![bare("result")])]);
        assert!(on_catalog("O002", &wrapped, &Policy::audit()).is_empty());
        assert_eq!(on_catalog("O002", &wrapped, &Policy::strict()).len(), 1);
        let beside = catalog(vec![returning(vec![bare("result"), bare("n")])]);
        assert_eq!(on_catalog("O002", &beside, &Policy::audit()).len(), 1);
    }

    #[test]
    fn a_foreign_server_that_explains_nothing_gets_one_finding() {
        let silent = || returning(vec![bare("a"), bare("b"), bare("c"), bare("d")]);
        let found = on_catalog("O002", &catalog(vec![silent(), silent()]), &Policy::audit());
        assert_eq!((found.len(), found[0].tool), (1, None));
        assert_eq!(
            found[0].message,
            "the server explains none of the 8 fields that its tools return"
        );
        let mixed = catalog(vec![silent(), returning(vec![param("x", "In cents.")])]);
        let found = on_catalog("O002", &mixed, &Policy::audit());
        assert_eq!((found.len(), found[0].tool), (1, Some(0)));
        assert_eq!(
            found[0].message,
            "`get_invoice` returns 4 fields that no one explains: `a`, `b`, `c` and 1 more"
        );
        assert_eq!(
            on_catalog(
                "O002",
                &catalog(vec![silent(), silent()]),
                &Policy::strict()
            )
            .len(),
            2
        );
    }
}
