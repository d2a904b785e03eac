use std::collections::{BTreeMap, BTreeSet};

use crate::dialect::{self, Construct};
use crate::finding::path_text;
use crate::predicate::is_portable_name;
use crate::prose::tokens;
use crate::render::quoted_with;
use crate::{
    Beyond, CatalogFacts, Fact, Judge, Kind, Level, ParamFacts, Part, ToolFacts, names, plural,
    quoted_list, rule::declare_rule, words,
};

declare_rule! {
    /// ## What it does
    ///
    /// Finds parameters outside the portable dialect of JSON Schema: unions, null beside a type,
    /// `$ref`, `const`, exclusive bounds, other formats, values of `enum` that are no strings, `true`
    /// in place of a schema, a root that is no plain object, parameters that stand beside
    /// `properties` instead of under it, nesting of more than five levels, and names outside `^[a-zA-Z0-9_-]{1,64}$`.
    ///
    /// On a foreign server it denies what a model API refuses or what makes a client lose the whole
    /// server, and warns of what a client mangles or only older ones refuse. A construct that most
    /// tools have is one finding for the server; so are titles, comments and `$schema`, which are
    /// worth knowing and no more.
    ///
    /// ## Why it matters
    ///
    /// A schema can be valid and still take down a session: one tool that one model API refuses makes
    /// it refuse every request, whatever the user asked. Others are let through with the construct
    /// cut out, and the model fills in what the server then refuses.
    ///
    /// Precision: 50 of 50 findings drawn at random from 82 public servers, and 10 more from other
    /// servers, named a construct that is there and a client that minds it. The advice was not to be
    /// followed in 8 of the 50 (after mending: in none), on a constant that is no string, a null that
    /// clears a value, `propertyNames` of a free object and parameters beside `properties`, and in 1
    /// of the 10, on a value of any kind. False alarms: none; missed: constructs within the members of
    /// a union.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "count_invoices",
    ///   "title": "Count invoices",
    ///   "description": "Count the invoices of one customer. Use when the user asks how many there are.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "customer": {
    ///         "anyOf": [{"type": "string"}, {"type": "null"}],
    ///         "description": "Customer to keep, e.g. 'Hotel Rose'; every customer when left out. The user gives it."
    ///       }
    ///     },
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
    ///   "description": "Count the invoices of one customer. Use when the user asks how many there are.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "customer": {
    ///         "type": "string",
    ///         "description": "Customer to keep, e.g. 'Hotel Rose'; every customer when left out. The user gives it."
    ///       }
    ///     },
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
    PARAM_NOT_PORTABLE, "P017", "param-not-portable";
    own: Deny, foreign: Warn, rubric: SchemaStrictness, at: [Macro, Boot, Audit],
    evidence: [
        Provider("the Claude API refuses a union at the root (claude-code#10606, notion-mcp-server#341) and property names of other characters (freee-mcp#15)"),
        Provider("the Gemini API refuses blank members of `enum` (mcp-server-excel#607), `exclusiveMinimum` and `propertyNames` (modelcontextprotocol/servers#1624, opencode#12908)"),
        Provider("Claude Code loses a server by `true` in place of a schema (claude-code#92900); Cursor refuses values where null is allowed too (cursor#3778)"),
        Provider("Codex shows a union as a string (codex#13768); Copilot CLI does not follow `$ref` (copilot-cli#1876); OpenAI's strict mode takes five levels (ellmer#671)"),
        Measured("of 165 public servers 53 put null beside a type, 19 use `$ref`; none has a union at a root"),
    ],
    check: Param(check), Catalog(check_catalog),
}

/// The deepest nesting that is taken in `strict` mode.
const DEEPEST: usize = 5;

/// The most parameters that a message names.
const MOST_SHOWN: usize = 3;

/// What is wrong with a parameter, or with a value within one.
struct Fault {
    path: Vec<String>,
    level: Level,
    /// What the value does, after its path: "has `anyOf` with null".
    does: String,
    /// The construct, where it is one that a whole server may have.
    construct: Option<String>,
    who: &'static str,
    instead: String,
}

impl Fault {
    fn of_construct(path: Vec<String>, construct: Construct) -> Self {
        Self {
            path,
            level: construct.level,
            does: format!("has {}", construct.what),
            construct: Some(construct.what),
            who: construct.who,
            instead: construct.instead,
        }
    }

    fn of_name(path: &[String], name: &str, judge: &Judge<'_>) -> Self {
        // Older clients of the Claude API and Gemini refuse a dot, newer ones take it.
        let dotted = is_portable_name(&name.replace('.', "_"));
        let better = words::snake(name);
        let advice = "use 1 to 64 ASCII letters, digits, underscores and hyphens";
        let example = if is_portable_name(&better) {
            better
        } else {
            "…".to_owned()
        };
        Self {
            path: path.to_owned(),
            level: if dotted { Level::Warn } else { Level::Deny },
            does: "is a name outside `^[a-zA-Z0-9_-]{1,64}$`".to_owned(),
            construct: None,
            who: if dotted {
                "the Gemini API and older clients of the Claude API refuse it"
            } else {
                "the Claude API refuses every request that carries it"
            },
            instead: judge.own_or(
                format!("{advice}: `#[param(name = \"{example}\")]`"),
                match example.as_str() {
                    "…" => advice.to_owned(),
                    better => format!("{advice}, e.g. `{better}`"),
                },
            ),
        }
    }

    fn of_depth(path: Vec<String>) -> Self {
        Self {
            path,
            level: Level::Warn,
            does: format!("is nested more than {DEEPEST} levels deep"),
            construct: None,
            who: "OpenAI's strict mode refuses the tool",
            instead:
                "take the inner values as parameters of their own, or as a list of flat objects"
                    .to_owned(),
        }
    }
}

/// Everything that is wrong with a parameter and the values within it, the outermost first.
fn faults(param: &ParamFacts, judge: &Judge<'_>) -> Vec<Fault> {
    let mut found = Vec::new();
    collect(param, &mut Vec::new(), judge, &mut found);
    found
}

fn collect(param: &ParamFacts, path: &mut Vec<String>, judge: &Judge<'_>, found: &mut Vec<Fault>) {
    path.push(param.name.clone());
    let is_item = param.name == "[]";
    if !is_item && !is_portable_name(&param.name) {
        found.push(Fault::of_name(path, &param.name, judge));
    }
    let constructs = param.beyond.each();
    for beyond in constructs {
        let Some(mut construct) = dialect::construct(beyond) else {
            continue;
        };
        if let Some(instead) = instead_of(beyond, param) {
            instead.clone_into(&mut construct.instead);
        }
        found.push(Fault::of_construct(path.clone(), construct));
    }
    let levels = path.iter().filter(|name| *name != "[]").count();
    // The first that is too deep stands for all below it.
    if levels == DEEPEST + 1 && !is_item {
        found.push(Fault::of_depth(path.clone()));
    }
    for inner in param.inner() {
        collect(inner, path, judge, found);
    }
    path.pop();
}

/// What to write in place of a construct that says more here than it does elsewhere.
fn instead_of(beyond: &Beyond, param: &ParamFacts) -> Option<&'static str> {
    let is_string = || param.kind.seen() == Some(&Kind::String);
    let tells_of_null = || {
        let text = param.text.present();
        text.filter(|text| text.to_ascii_lowercase().contains("null"))
            .is_some_and(|text| tokens(text).iter().any(|token| token.is("null")))
    };
    match beyond {
        // An `enum` of anything else than strings is refused where `const` is.
        Beyond::Keyword(key) if key == "const" && !is_string() => {
            Some("take it out, and say in the description which value it has to be")
        }
        Beyond::Nullable(_) | Beyond::Types(_) if tells_of_null() => Some(
            "give it one type; for what null says here take a word such as `none`, or a parameter of its own",
        ),
        _ => None,
    }
}

/// The gravest fault of a parameter, and the other constructs that it has.
fn gravest(mut faults: Vec<Fault>) -> Option<(Fault, BTreeSet<String>)> {
    // The sort is stable: of faults as grave as each other the outermost is told.
    faults.sort_by_key(|fault| std::cmp::Reverse(fault.level));
    let mut faults = faults.into_iter();
    let worst = faults.next()?;
    let others = faults
        .filter_map(|fault| fault.construct)
        .filter(|construct| worst.construct.as_ref() != Some(construct))
        .collect();
    Some((worst, others))
}

/// What is said of parameters that have the same fault.
fn message(paths: &[Vec<String>], fault: &Fault, others: &BTreeSet<String>) -> String {
    let shown = paths.iter().take(MOST_SHOWN).map(|path| spelt(path));
    let shown: Vec<String> = shown.collect();
    let named = match paths.len() - shown.len() {
        0 => quoted_list(shown.iter().map(String::as_str), "and"),
        rest => quoted_with(&shown, &plural(rest, "more parameter")),
    };
    let does = match &fault.construct {
        Some(construct) if paths.len() > 1 => format!("have {construct}"),
        _ => fault.does.clone(),
    };
    let also = if others.is_empty() {
        String::new()
    } else {
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        format!("; there is also {}", others.join(" and "))
    };
    format!("{named} {does}, and {}{also}", fault.who)
}

/// A path in one word. Nobody reads on in a name of more characters than this.
fn spelt(path: &[String]) -> String {
    path_text(path).chars().take(80).collect()
}

fn check(param: &ParamFacts, judge: &mut Judge<'_>) {
    // What stands within a parameter is told with it. A foreign catalog is judged as a whole.
    let as_a_whole = judge.catalog().is_some() && !judge.policy().is_own();
    if as_a_whole || !judge.outer().is_empty() {
        return;
    }
    if let Some((worst, others)) = gravest(faults(param, judge)) {
        let message = message(std::slice::from_ref(&worst.path), &worst, &others);
        judge.report(Part::Param(worst.path), message, worst.instead);
    }
}

fn check_catalog(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let whole = Whole::of(catalog, judge);
    whole.report(catalog, judge);
    report_roots(catalog, judge);
    for (index, tool) in catalog.tools.iter().enumerate() {
        if judge.policy().is_own() {
            continue;
        }
        for told in Told::of(tool, &whole, judge) {
            let message = message(&told.paths, &told.fault, &told.others);
            let Fault {
                path,
                level,
                instead,
                ..
            } = told.fault;
            judge.report_tool_at(level, catalog, index, Part::Param(path), message, instead);
        }
    }
}

/// What is wrong with the roots of inputs: once for a foreign server of which every tool has it.
fn report_roots(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let worst = |tool| {
        root_faults(tool)
            .into_iter()
            .max_by_key(|fault| fault.level)
    };
    let roots: Vec<(usize, &ToolFacts, Fault)> = catalog
        .tools
        .iter()
        .enumerate()
        .filter_map(|(index, tool)| Some((index, tool, worst(tool)?)))
        .collect();
    let same = |(_, _, root): &(usize, &ToolFacts, Fault)| root.does == roots[0].2.does;
    let every = roots.len() > 1 && roots.len() == catalog.tools.len() && roots.iter().all(same);
    if every && !judge.policy().is_own() {
        let root = &roots[0].2;
        let tools = plural(roots.len(), "tool");
        let message = format!(
            "the input of each of the {tools} {}, and {}",
            root.does, root.who
        );
        judge.report_at(root.level, Part::Catalog, message, root.instead.clone());
        return;
    }
    for (index, tool, root) in roots {
        let level = judge.own_or(judge.policy().level(&PARAM_NOT_PORTABLE), root.level);
        let called = names::called(tool);
        let message = format!("the input of {called} {}, and {}", root.does, root.who);
        judge.report_tool_at(level, catalog, index, Part::Params, message, root.instead);
    }
}

/// A fault that several parameters of a tool may have, told once.
struct Told {
    paths: Vec<Vec<String>>,
    fault: Fault,
    others: BTreeSet<String>,
}

impl Told {
    fn of(tool: &ToolFacts, whole: &Whole, judge: &Judge<'_>) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for param in tool.params.each() {
            let mut faults = faults(param, judge);
            faults.retain(|fault| !whole.has(fault));
            let Some((fault, others)) = gravest(faults) else {
                continue;
            };
            let same = all
                .iter_mut()
                .find(|told| fault.construct.is_some() && told.fault.construct == fault.construct);
            if let Some(told) = same {
                told.paths.push(fault.path);
                told.others.extend(others);
            } else {
                all.push(Self {
                    paths: vec![fault.path.clone()],
                    fault,
                    others,
                });
            }
        }
        all
    }
}

fn root_faults(tool: &ToolFacts) -> Vec<Fault> {
    let beyond = tool.beyond.each();
    let constructs = beyond.filter_map(dialect::construct_at_root);
    constructs
        .map(|construct| Fault::of_construct(Vec::new(), construct))
        .collect()
}

/// What most tools of a foreign server that take parameters have, and the noise of all of them: one finding each.
struct Whole {
    /// How many tools have a construct, with one of its faults to tell it by.
    constructs: BTreeMap<String, (usize, Fault)>,
    /// Keywords that tell nothing.
    noise: BTreeSet<String>,
    /// How many tools take parameters.
    taking: usize,
    /// How many tools have a keyword that tells nothing.
    carriers: usize,
}

impl Whole {
    fn of(catalog: &CatalogFacts, judge: &Judge<'_>) -> Self {
        let mut constructs: BTreeMap<String, (usize, Fault)> = BTreeMap::new();
        let mut noise = BTreeSet::new();
        let mut carriers = 0;
        for tool in &catalog.tools {
            let mut heard = BTreeSet::new();
            listen(&tool.beyond, &mut heard);
            for param in tool.params.each() {
                listen_within(param, &mut heard);
            }
            carriers += usize::from(!heard.is_empty());
            noise.append(&mut heard);
            if judge.policy().is_own() {
                continue;
            }
            let params = tool.params.each();
            let mut of_tool: BTreeMap<String, Fault> = BTreeMap::new();
            for fault in params.flat_map(|param| faults(param, judge)) {
                if let Some(construct) = fault.construct.clone() {
                    of_tool.entry(construct).or_insert(fault);
                }
            }
            for (construct, fault) in of_tool {
                constructs.entry(construct).or_insert((0, fault)).0 += 1;
            }
        }
        let takes = |tool: &&ToolFacts| tool.params.seen().is_some_and(|all| !all.is_empty());
        let taking = catalog.tools.iter().filter(takes).count();
        constructs.retain(|_, (count, _)| *count > 1 && *count * 2 > taking);
        Self {
            constructs,
            noise,
            taking,
            carriers,
        }
    }

    fn has(&self, fault: &Fault) -> bool {
        let construct = fault.construct.as_ref();
        construct.is_some_and(|construct| self.constructs.contains_key(construct))
    }

    fn report(&self, catalog: &CatalogFacts, judge: &mut Judge<'_>) {
        for (construct, (count, fault)) in &self.constructs {
            let message = format!(
                "{count} of {} with parameters have {construct} in them, and {}",
                plural(self.taking, "tool"),
                fault.who
            );
            judge.report_at(fault.level, Part::Catalog, message, fault.instead.clone());
        }
        if !self.noise.is_empty() {
            let shown = self.noise.iter().take(4).map(String::as_str);
            let message = format!(
                "the inputs of {} of {} hold keywords that tell a model nothing: {}",
                self.carriers,
                plural(catalog.tools.len(), "tool"),
                quoted_list(shown, "and")
            );
            let help = if self.noise.contains("$schema") {
                "leave them out; a client that validates by one draft of JSON Schema may refuse a tool whose `$schema` names another"
            } else {
                "leave them out, and say what matters of them in the descriptions"
            };
            judge.report_at(Level::Info, Part::Catalog, message, help);
        }
    }
}

fn listen(beyond: &Fact<Vec<Beyond>>, heard: &mut BTreeSet<String>) {
    heard.extend(beyond.each().filter_map(dialect::noise).map(str::to_owned));
}

fn listen_within(param: &ParamFacts, heard: &mut BTreeSet<String>) {
    listen(&param.beyond, heard);
    for inner in param.inner() {
        listen_within(inner, heard);
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{
        array, catalog, object, of_kind, of_rule, on_catalog, on_param, param, tool, tool_with,
    };
    use crate::{Beyond, Fact, Kind, Level, ParamFacts, Part, Policy, ToolFacts, judge_fields};

    fn beyond(name: &str, beyond: Vec<Beyond>) -> ParamFacts {
        ParamFacts {
            beyond: Fact::Seen(beyond),
            ..param(name, "Customer to keep, e.g. 'Hotel Rose'.")
        }
    }

    fn keyword(key: &str) -> Beyond {
        Beyond::Keyword(key.into())
    }

    fn nullable() -> Beyond {
        Beyond::Nullable("anyOf".into())
    }

    fn audited(tools: Vec<ToolFacts>) -> Vec<(Level, Option<usize>, Part, String)> {
        let found = on_catalog("P017", &catalog(tools), &Policy::audit());
        let told = found.into_iter();
        told.map(|finding| (finding.level, finding.tool, finding.part, finding.message))
            .collect()
    }

    #[test]
    fn a_name_that_is_refused_is_told_with_a_better_one() {
        let found = on_param(
            "P017",
            param("street and number", "Where, e.g. 'Am Hof 1'."),
        );
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Param(vec!["street and number".into()]));
        assert_eq!(
            found[0].message,
            "`street and number` is a name outside `^[a-zA-Z0-9_-]{1,64}$`, and the Claude API refuses every request that carries it"
        );
        assert_eq!(
            found[0].help,
            "use 1 to 64 ASCII letters, digits, underscores and hyphens: `#[param(name = \"street_and_number\")]`"
        );
        let found = on_param("P017", param("größe", "x"));
        assert!(
            found[0].help.ends_with("`#[param(name = \"…\")]`"),
            "{}",
            found[0].help
        );
        assert_eq!(on_param("P017", param("", "x")).len(), 1);
        for good in ["invoice_id", "date-from", "X2"] {
            assert!(on_param("P017", param(good, "x")).is_empty(), "{good}");
        }
    }

    #[test]
    fn fields_of_a_type_are_judged_without_a_tool() {
        let found = judge_fields(&[param("a.b", "x")], &Policy::strict());
        assert_eq!(of_rule("P017", found).len(), 1);
        let inner = object("filter", vec![param("ids[]", "x")]);
        let found = on_param("P017", inner);
        assert_eq!(
            found[0].part,
            Part::Param(vec!["filter".into(), "ids[]".into()])
        );
    }

    #[test]
    fn one_parameter_is_one_finding_of_the_gravest() {
        let filter = ParamFacts {
            beyond: Fact::Seen(vec![nullable(), keyword("title")]),
            ..object(
                "filter",
                vec![beyond(
                    "at",
                    vec![keyword("const"), Beyond::Format("int64".into())],
                )],
            )
        };
        let found = audited(vec![tool_with(filter), tool("get_x"), tool("get_y")]);
        assert_eq!(
            found,
            [
                (
                    Level::Info,
                    None,
                    Part::Catalog,
                    "the inputs of 1 of 3 tools hold keywords that tell a model nothing: `title`".into()
                ),
                (
                    Level::Deny,
                    Some(0),
                    Part::Param(vec!["filter".into(), "at".into()]),
                    "`filter.at` has `const`, and the Gemini API refuses it unless the client takes it out first; there is also `anyOf` with null and the format `int64`".into()
                ),
            ]
        );
    }

    #[test]
    fn the_help_knows_what_the_construct_says() {
        let helped = |kind: Kind, text: &str, construct: Beyond| {
            let one = ParamFacts {
                kind: Fact::Seen(kind),
                beyond: Fact::Seen(vec![construct]),
                ..param("at", text)
            };
            on_param("P017", one).remove(0).help
        };
        let constant = |kind| helped(kind, "x", keyword("const"));
        assert_eq!(constant(Kind::String), "write `enum` with the one value");
        assert!(constant(Kind::Boolean).starts_with("take it out, and say"));
        let null = helped(Kind::String, "When; null clears it.", nullable());
        assert!(null.contains("such as `none`"), "{null}");
        let beside = Beyond::Misplaced("until".into());
        let beside = helped(Kind::Object, "x", beside);
        assert_eq!(beside, "put `until` under `properties`");
    }

    #[test]
    fn parameters_of_a_tool_that_have_the_same_are_told_together() {
        let with = |names: &[&str]| ToolFacts {
            params: Fact::Seen(
                names
                    .iter()
                    .map(|name| beyond(name, vec![nullable()]))
                    .collect(),
            ),
            ..tool("get_invoice")
        };
        let said = |names: &[&str]| {
            let found = audited(vec![with(names), tool("get_x"), tool("get_y")]);
            assert_eq!(found.len(), 1);
            found[0].3.split(", and Cursor").next().unwrap().to_owned()
        };
        assert_eq!(said(&["a"]), "`a` has `anyOf` with null");
        assert_eq!(said(&["a", "b"]), "`a` and `b` have `anyOf` with null");
        assert_eq!(
            said(&["a", "b", "c", "d", "e"]),
            "`a`, `b`, `c` and 2 more parameters have `anyOf` with null"
        );
        assert_eq!(
            said(&["a", "b", "c", "d"]),
            "`a`, `b`, `c` and 1 more parameter have `anyOf` with null"
        );
    }

    #[test]
    fn what_most_tools_have_is_one_finding() {
        let with = || tool_with(beyond("customer", vec![nullable()]));
        let found = audited(vec![with(), with(), tool("get_x")]);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].0, found[0].1), (Level::Warn, None));
        assert_eq!(
            found[0].3,
            "2 of 3 tools with parameters have `anyOf` with null in them, and Cursor refuses right values for it while Claude Desktop may drop its schema"
        );
        let half = audited(vec![with(), tool("get_x")]);
        assert_eq!((half.len(), half[0].1), (1, Some(0)));
        let one = audited(vec![with()]);
        assert_eq!((one.len(), one[0].1), (1, Some(0)));
    }

    #[test]
    fn the_root_is_a_plain_object() {
        let rooted = |beyond| ToolFacts {
            beyond: Fact::Seen(beyond),
            ..tool("get_invoice")
        };
        let found = audited(vec![rooted(vec![keyword("anyOf"), keyword("$schema")])]);
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[1].0, found[1].2.clone()),
            (Level::Deny, Part::Params)
        );
        assert_eq!(
            found[1].3,
            "the input of `get_invoice` has `anyOf` at its root, and the Claude API refuses every request that carries the tool"
        );
        assert!(audited(vec![rooted(vec![keyword("$defs")])]).is_empty());
        let own = catalog(vec![rooted(vec![Beyond::Types(Vec::new())])]);
        let found = on_catalog("P017", &own, &Policy::strict());
        assert_eq!((found.len(), found[0].level), (1, Level::Deny));
    }

    #[test]
    fn a_root_that_every_tool_has_is_told_once() {
        let rootless = || ToolFacts {
            beyond: Fact::Seen(vec![Beyond::Types(Vec::new())]),
            ..tool("get_invoice")
        };
        let found = audited(vec![rootless(), rootless()]);
        assert_eq!((found.len(), found[0].1), (1, None));
        assert!(
            found[0]
                .3
                .starts_with("the input of each of the 2 tools has no `type`")
        );
        assert_eq!(
            audited(vec![rootless(), rootless(), tool("get_x")]).len(),
            2
        );
    }

    #[test]
    fn five_levels_are_enough() {
        let nested = |levels: usize| {
            (1..levels).fold(param("a", "x"), |inner, _| {
                array("a", Some(object("[]", vec![inner])))
            })
        };
        assert!(on_param("P017", nested(5)).is_empty());
        let found = on_param("P017", nested(8));
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].message,
            "`a[].a[].a[].a[].a[].a` is nested more than 5 levels deep, and OpenAI's strict mode refuses the tool"
        );
    }

    #[test]
    fn the_dialect_itself_passes() {
        let plain = of_kind("count", Kind::Integer);
        assert!(audited(vec![tool_with(plain)]).is_empty());
        let unseen = ParamFacts {
            name: "x".into(),
            ..ParamFacts::default()
        };
        assert!(audited(vec![tool_with(unseen)]).is_empty());
    }
}
