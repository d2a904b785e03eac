use crate::predicate::is_blank;
use crate::{CatalogFacts, Judge, Part, ResourceFacts, names, plural, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds resources and resource templates without a description or without a MIME type.
    ///
    /// ## Why it matters
    ///
    /// A host decides by them what to read into the context and how to show it. A URI says neither what
    /// stands behind it nor whether it is text.
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
    ///   "resources": [{"uri": "ledger://prices", "name": "Prices"}]
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
    ///       "name": "Prices",
    ///       "description": "Price of an hour of work, in cents.",
    ///       "mimeType": "application/json"
    ///     }
    ///   ]
    /// }
    /// ```
    RESOURCE_UNDESCRIBED, "R003", "resource-undescribed";
    own: Deny, foreign: Warn, rubric: ToolVsResource, at: [Macro, Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, phase 4: a resource is exposed for the host to pull in"),
    ],
    check: Resource(check), Catalog(check_catalog),
}

/// What a resource lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lack {
    Description,
    MimeType,
    Both,
}

impl Lack {
    fn of(resource: &ResourceFacts) -> Option<Self> {
        let is_missing = |fact: Option<&Option<String>>| {
            fact.is_some_and(|text| text.as_deref().is_none_or(is_blank))
        };
        let description = is_missing(resource.description.seen());
        let mime_type = is_missing(resource.mime_type.seen());
        match (description, mime_type) {
            (true, true) => Some(Self::Both),
            (true, false) => Some(Self::Description),
            (false, true) => Some(Self::MimeType),
            (false, false) => None,
        }
    }

    const fn what(self) -> &'static str {
        match self {
            Self::Description => "description",
            Self::MimeType => "MIME type",
            Self::Both => "description and no MIME type",
        }
    }

    fn help(self, judge: &Judge<'_>) -> &'static str {
        match self {
            Self::Description => judge.own_or(
                "say in its doc comment what it holds and when a host wants it",
                "set `description` to what it holds and when a host wants it",
            ),
            Self::MimeType => judge.own_or(
                "give it a MIME type, e.g. `application/json` or `text/markdown`",
                "set `mimeType`, e.g. `application/json` or `text/markdown`",
            ),
            Self::Both => judge.own_or(
                "say in its doc comment what it holds and when a host wants it, and give it a MIME type, e.g. `application/json`",
                "set `description` to what it holds and when a host wants it, and `mimeType`, e.g. `application/json`",
            ),
        }
    }
}

fn check(resource: &ResourceFacts, judge: &mut Judge<'_>) {
    // Of a foreign catalog `check_catalog` tells at once what no resource has.
    if judge.policy().is_own() || judge.catalog().is_none() {
        report(resource, judge.place(), judge);
    }
}

fn report(resource: &ResourceFacts, place: usize, judge: &mut Judge<'_>) {
    if let Some(lack) = Lack::of(resource) {
        let message = format!("{} has no {}", names::resource(resource), lack.what());
        let help = lack.help(judge);
        judge.report(Part::Resource(place), message, help);
    }
}

fn check_catalog(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    if judge.policy().is_own() {
        return;
    }
    let resources = catalog.resources.seen().map_or(&[][..], Vec::as_slice);
    let lacks: Vec<Option<Lack>> = resources.iter().map(Lack::of).collect();
    // What no resource has, a foreign server is told once.
    if let [Some(lack), _, ..] = lacks.as_slice()
        && lacks.iter().all(|other| other == &Some(*lack))
    {
        let message = format!(
            "none of the {} has a {}",
            plural(resources.len(), "resource"),
            match lack {
                Lack::Both => "description or a MIME type",
                other => other.what(),
            }
        );
        let help = lack.help(judge);
        judge.report(Part::Catalog, message, help);
        return;
    }
    for (place, resource) in resources.iter().enumerate() {
        report(resource, place, judge);
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::on_catalog;
    use crate::{Allow, CatalogFacts, Fact, Part, Policy, ResourceFacts, judge_resource};

    fn resource(description: Option<&str>, mime_type: Option<&str>) -> ResourceFacts {
        ResourceFacts {
            uri: "ledger://prices".into(),
            description: Fact::Seen(description.map(str::to_owned)),
            mime_type: Fact::Seen(mime_type.map(str::to_owned)),
            ..ResourceFacts::default()
        }
    }

    fn said(resources: Vec<ResourceFacts>, policy: &Policy) -> Vec<(Part, String)> {
        let catalog = CatalogFacts {
            resources: Fact::Seen(resources),
            ..CatalogFacts::default()
        };
        let found = on_catalog("R003", &catalog, policy).into_iter();
        found
            .map(|finding| (finding.part, finding.message))
            .collect()
    }

    #[test]
    fn what_is_missing_is_named() {
        let resources = || {
            vec![
                resource(None, None),
                resource(Some(" "), Some("text/plain")),
                resource(Some("Prices."), None),
                resource(Some("Prices."), Some("text/plain")),
                ResourceFacts::default(),
            ]
        };
        let expected = [
            (
                Part::Resource(0),
                "the resource `ledger://prices` has no description and no MIME type".to_owned(),
            ),
            (
                Part::Resource(1),
                "the resource `ledger://prices` has no description".to_owned(),
            ),
            (
                Part::Resource(2),
                "the resource `ledger://prices` has no MIME type".to_owned(),
            ),
        ];
        assert_eq!(said(resources(), &Policy::audit()), expected);
        assert_eq!(said(resources(), &Policy::strict()), expected);
    }

    #[test]
    fn what_no_resource_has_is_one_finding_on_a_foreign_server() {
        let untyped = || {
            vec![
                resource(Some("Prices."), None),
                resource(Some("Taxes."), None),
            ]
        };
        assert_eq!(
            said(untyped(), &Policy::audit()),
            [(
                Part::Catalog,
                "none of the 2 resources has a MIME type".to_owned()
            )]
        );
        assert_eq!(said(untyped(), &Policy::strict()).len(), 2);
        let bare = vec![resource(None, None), resource(None, None)];
        assert_eq!(
            said(bare, &Policy::audit())[0].1,
            "none of the 2 resources has a description or a MIME type"
        );
        assert!(said(vec![], &Policy::audit()).is_empty());
    }

    #[test]
    fn a_macro_judges_one_by_itself() {
        let found = judge_resource(&resource(Some("Prices."), None), &Policy::strict());
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].rule.code, &found[0].part),
            ("R003", &Part::Resource(0))
        );
        assert_eq!(
            found[0].help,
            "give it a MIME type, e.g. `application/json` or `text/markdown`"
        );
    }

    #[test]
    fn an_exception_is_heeded() {
        let excepted = ResourceFacts {
            allows: vec![Allow {
                rule: "resource_undescribed".into(),
                reason: "the bytes say it".into(),
            }],
            ..resource(Some("Prices."), None)
        };
        assert!(judge_resource(&excepted, &Policy::strict()).is_empty());
        assert!(said(vec![excepted], &Policy::strict()).is_empty());
    }
}
