use crate::predicate::is_blank;
use crate::{CatalogFacts, Judge, Part, ResourceFacts, plural, rule::declare_rule};

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
    own: Deny, foreign: Warn, rubric: ToolVsResource, at: [Audit],
    evidence: [
        Practice("mcp-interface-design, phase 4: a resource is exposed for the host to pull in"),
    ],
    check: Catalog(check),
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

    const fn help(self) -> &'static str {
        match self {
            Self::Description => "set `description` to what it holds and when a host wants it",
            Self::MimeType => "set `mimeType`, e.g. `application/json` or `text/markdown`",
            Self::Both => {
                "set `description` to what it holds and when a host wants it, and `mimeType`, e.g. `application/json`"
            }
        }
    }
}

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let resources = catalog.resources.seen().map_or(&[][..], Vec::as_slice);
    let lacks: Vec<Option<Lack>> = resources.iter().map(Lack::of).collect();
    // What no resource has, a foreign server is told once.
    if let [Some(lack), _, ..] = lacks.as_slice()
        && !judge.policy().is_own()
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
        judge.report(Part::Catalog, message, lack.help());
        return;
    }
    for (index, (resource, lack)) in resources.iter().zip(lacks).enumerate() {
        if let Some(lack) = lack {
            let message = format!("{} has no {}", called(resource), lack.what());
            judge.report(Part::Resource(index), message, lack.help());
        }
    }
}

fn called(resource: &ResourceFacts) -> String {
    if resource.uri.is_empty() {
        "the resource".to_owned()
    } else {
        format!("the resource `{}`", resource.uri)
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::on_catalog;
    use crate::{CatalogFacts, Fact, Part, Policy, ResourceFacts};

    fn resource(description: Option<&str>, mime_type: Option<&str>) -> ResourceFacts {
        ResourceFacts {
            uri: "ledger://prices".into(),
            description: Fact::Seen(description.map(str::to_owned)),
            mime_type: Fact::Seen(mime_type.map(str::to_owned)),
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
}
