use crate::{Fact, Judge, Kind, ParamFacts, Part, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds parameters that nest objects more than two levels deep.
    ///
    /// ## Why it matters
    ///
    /// Every level is a bracket to close and a place to put a value wrongly. Small models flatten what
    /// is nested, and the call fails on a path that they never meant.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "count_invoices",
    ///   "title": "Count invoices",
    ///   "description": "Count the invoices that a filter keeps. Use when the user asks how many there are.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "filter": {
    ///         "type": "object",
    ///         "properties": {
    ///           "issued": {
    ///             "type": "object",
    ///             "properties": {
    ///               "between": {
    ///                 "type": "object",
    ///                 "properties": {
    ///                   "start": {"type": "string", "format": "date", "description": "First day."},
    ///                   "end": {"type": "string", "format": "date", "description": "Last day."}
    ///                 },
    ///                 "required": ["start", "end"],
    ///                 "additionalProperties": false,
    ///                 "description": "The two days, both included."
    ///               }
    ///             },
    ///             "required": ["between"],
    ///             "additionalProperties": false,
    ///             "description": "When it was issued."
    ///           }
    ///         },
    ///         "required": ["issued"],
    ///         "additionalProperties": false,
    ///         "description": "What to keep."
    ///       }
    ///     },
    ///     "required": ["filter"],
    ///     "additionalProperties": false
    ///   },
    ///   "outputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "count": {"type": "integer", "description": "How many there are."}
    ///     },
    ///     "required": ["count"],
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
    ///   "name": "count_invoices",
    ///   "title": "Count invoices",
    ///   "description": "Count the invoices that a filter keeps. Use when the user asks how many there are.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "filter": {
    ///         "type": "object",
    ///         "properties": {
    ///           "issued_from": {"type": "string", "format": "date", "description": "First day of issue."},
    ///           "issued_to": {"type": "string", "format": "date", "description": "Last day of issue."}
    ///         },
    ///         "required": ["issued_from", "issued_to"],
    ///         "additionalProperties": false,
    ///         "description": "What to keep."
    ///       }
    ///     },
    ///     "required": ["filter"],
    ///     "additionalProperties": false
    ///   },
    ///   "outputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "count": {"type": "integer", "description": "How many there are."}
    ///     },
    ///     "required": ["count"],
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
    PARAM_NESTED_DEEP, "P018", "param-nested-deep";
    own: Warn, foreign: Info, rubric: SchemaStrictness, at: [Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, phase 2: nest rarely"),
        Practice("TDQS counts two more for each level below the first into what a call costs"),
    ],
    check: Param(check),
}

fn check(param: &ParamFacts, judge: &mut Judge<'_>) {
    // What stands within a parameter is told with it.
    if !judge.outer().is_empty() {
        return;
    }
    let limit = judge.policy().limits.nesting;
    let mut path = Vec::new();
    if !nests_below(param, limit, &mut path) {
        return;
    }
    let message = format!(
        "`{}` nests objects more than {limit} levels deep",
        judge.path_text()
    );
    let help = judge.own_or(
        "lift the innermost fields into the struct above, or make parameters of them",
        "lift the innermost fields into the object above, or make parameters of them",
    );
    judge.report(Part::Param(path), message, help);
}

/// Whether objects stand within a value on more than `left` levels; `path` then leads to the first
/// that is too deep.
fn nests_below(value: &ParamFacts, left: usize, path: &mut Vec<String>) -> bool {
    path.push(value.name.clone());
    let is_object = value.kind == Fact::Seen(Kind::Object);
    if is_object && left == 0 {
        return true;
    }
    let left = left - usize::from(is_object);
    if value.inner().any(|inner| nests_below(inner, left, path)) {
        return true;
    }
    path.pop();
    false
}

#[cfg(test)]
mod tests {
    use crate::samples::{array, catalog, object, on_catalog, on_param, param, tool_with};
    use crate::{ParamFacts, Part, Policy};

    /// Objects within objects, each of them in a list.
    fn nested(levels: usize) -> ParamFacts {
        (0..levels).fold(param("id", "Id, e.g. 'x'."), |inner, _| {
            array("rows", Some(object("[]", vec![inner])))
        })
    }

    #[test]
    fn two_levels_are_enough() {
        for levels in 0..=2 {
            assert!(on_param("P018", nested(levels)).is_empty(), "{levels}");
        }
        let found = on_param("P018", nested(5));
        assert_eq!(found.len(), 1);
        let path = ["rows", "[]", "rows", "[]", "rows", "[]"];
        assert_eq!(found[0].part, Part::Param(path.map(str::to_owned).into()));
        assert_eq!(
            found[0].message,
            "`rows` nests objects more than 2 levels deep"
        );
        assert_eq!(
            found[0].help,
            "lift the innermost fields into the struct above, or make parameters of them"
        );
    }

    #[test]
    fn a_parameter_is_one_finding_and_the_limit_is_the_policys() {
        let deep = || object("a", vec![object("b", vec![param("id", "Id.")])]);
        let twice = object("filter", vec![deep(), deep()]);
        assert_eq!(on_param("P018", twice.clone()).len(), 1);
        let mut policy = Policy::audit();
        policy.limits.nesting = 3;
        let found = on_catalog("P018", &catalog(vec![tool_with(twice)]), &policy);
        assert!(found.is_empty());
    }
}
