use crate::prose::joined_jobs;
use crate::{Judge, Part, ToolFacts, names, quoted_list, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds descriptions that join two jobs with "and".
    ///
    /// Those are opposite acts on one thing ("create, update and delete invoices"), and different
    /// acts on different things ("sends invoices and translates documents"), and reading beside
    /// writing behind "manage" ("manage labels: list, add or remove"). Steps of one job are
    /// left alone: "upload a file and attach it", "search and return", "create or update".
    ///
    /// ## Why it matters
    ///
    /// A tool is picked by its one job. Where two hide behind one name, a model that wants the
    /// second does not find it, and a client that asks for consent cannot tell which one it is
    /// asked for.
    ///
    /// Precision: all 6 findings on 82 public servers were right when read, and all 10 that were found
    /// after mending; false alarms: none; missed: "manage labels: list, add or remove" (mended), and two
    /// verbs whose objects differ in words alone ("get information on …, or set …").
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "get_invoice",
    ///   "title": "Get invoice",
    ///   "description": "Sends invoices and translates documents. Use when an invoice id is known.",
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
    ///   "name": "get_invoice",
    ///   "title": "Get invoice",
    ///   "description": "Send one invoice. Use when an invoice id is known.",
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
    DESCRIPTION_JOINS_JOBS, "D008", "description-joins-jobs";
    own: Warn, foreign: Warn, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, phase 1: no \"and\" between unrelated jobs"),
        Provider("the review criteria of claude.com refuse a tool that mixes safe and unsafe methods"),
    ],
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let Some(jobs) = tool
        .description
        .present()
        .and_then(|text| joined_jobs(text))
    else {
        return;
    };
    let verbs = quoted_list(jobs.verbs.iter().map(String::as_str), "and");
    let tools = quoted_list(jobs.tools.iter().map(String::as_str), "and");
    let message = format!("{} does more than one job: {verbs}", names::called(tool));
    judge.report(
        Part::Description,
        message,
        format!("make one tool of each: {tools}"),
    );
}

#[cfg(test)]
mod tests {
    use crate::samples::{on_tool, tool};
    use crate::{Fact, Part, ToolFacts};

    fn described(text: &str) -> ToolFacts {
        ToolFacts {
            description: Fact::Seen(Some(text.into())),
            ..tool("sync_calendar")
        }
    }

    #[test]
    fn two_jobs_are_told_apart() {
        let text = "Sends invoices and translates documents. Use when asked.";
        let found = on_tool("D008", &described(text));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Description);
        assert_eq!(
            found[0].message,
            "`sync_calendar` does more than one job: `send` and `translate`"
        );
        assert_eq!(
            found[0].help,
            "make one tool of each: `send_invoices` and `translate_documents`"
        );
    }

    #[test]
    fn one_job_passes() {
        for text in [
            "Upload a file and attach it to a story.",
            "List tables and views. Create and delete them elsewhere.",
            "",
        ] {
            assert!(on_tool("D008", &described(text)).is_empty(), "{text}");
        }
    }
}
