//! Which tools a server has, and by which policy they are judged.

use mcp_ergo_rules::{Policy, PolicyError, PolicyValue, did_you_mean};

use super::boot_error::Report;
use super::input::BootInput;
use super::tool::{Collected, PolicyEntry, Tool, ToolDef};

/// Every tool that joins: those of the program, or of the named modules, and those added by hand.
pub(super) fn collect(input: &BootInput, report: &mut Report) -> Vec<&'static ToolDef> {
    let mut defs: Vec<&'static ToolDef> = inventory::iter::<Collected>()
        .map(|collected| collected.0)
        .filter(|def| def.joins_by_itself())
        .collect();
    let all_modules: Vec<&str> = defs.iter().map(|def| def.module).collect();
    for module in &input.modules {
        if !all_modules.iter().any(|tool| is_within(tool, module)) {
            let help = did_you_mean(module, all_modules.iter().copied(), || {
                "name a module as `module_path!()` prints it; a crate that only contributes tools \
                 must be named once, e.g. `use billing as _;`"
                    .to_owned()
            });
            report.problem(
                None,
                format!("no tool lives in the module `{module}`"),
                help,
            );
        }
    }
    if !input.modules.is_empty() {
        defs.retain(|def| {
            input
                .modules
                .iter()
                .any(|module| is_within(def.module, module))
        });
    }
    for Tool(def) in &input.by_hand {
        if !defs.iter().any(|known| std::ptr::eq(*known, *def)) {
            defs.push(def);
        }
    }
    if defs.is_empty() && input.modules.is_empty() {
        report.problem(
            None,
            "the server has no tools",
            "write one with `#[tool]`, or add one with `.tool(my_tool::tool())`; a crate that only \
             contributes tools must be named once, e.g. `use billing as _;`",
        );
    }
    defs.sort_by_key(|def| (def.name, def.module, def.line));
    defs
}

impl ToolDef {
    /// Tools in function bodies and in test modules join by hand alone: otherwise every server of a
    /// test program would serve the fixtures of every other.
    fn joins_by_itself(&self) -> bool {
        // `module_path!` writes `r#loop`, `type_name` writes `loop`.
        let module = self.module.replace("r#", "");
        let in_body = (self.rust_path)()
            .replace("r#", "")
            .strip_prefix(module.as_str())
            .and_then(|rest| rest.strip_prefix("::"))
            .is_none_or(|rest| rest.contains("::"));
        let in_tests = self
            .module
            .split("::")
            .skip(1)
            .any(|name| matches!(name, "test" | "tests"));
        !in_body && !in_tests
    }
}

/// Whether `module` is `outer` or lies in it.
fn is_within(module: &str, outer: &str) -> bool {
    module
        .strip_prefix(outer)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// The builder's policy, or the one that the macros of these tools read.
pub(super) fn policy_of(
    input: &BootInput,
    defs: &[&'static ToolDef],
    report: &mut Report,
) -> Policy {
    if let Some(policy) = &input.policy {
        return policy.clone();
    }
    let mut policies: Vec<(&str, &[PolicyEntry])> = defs
        .iter()
        // Ours was compiled under no policy of the user's.
        .filter(|def| !def.is_boot_tool())
        .map(|def| (def.policy_file, def.policy))
        .collect();
    policies.sort_unstable_by_key(|(file, _)| *file);
    policies.dedup_by(|left, right| left.1 == right.1);
    if let [first, second, ..] = policies.as_slice() {
        report.problem(
            None,
            format!(
                "the tools were compiled under two policies: {} and {}",
                first.0, second.0
            ),
            "keep one mcp-ergo.toml for all crates, or choose one with `.policy(…)`",
        );
    }
    let mut policy = Policy::strict();
    for entry in policies
        .first()
        .map(|(_, entries)| *entries)
        .unwrap_or_default()
    {
        if let Err(PolicyError { message, help }) = entry.apply(&mut policy) {
            report.problem(None, message, help);
        }
    }
    policy
}

impl PolicyEntry {
    fn apply(&self, policy: &mut Policy) -> Result<(), PolicyError> {
        match *self {
            Self::Text(section, key, value) => {
                policy.set(section, key, &PolicyValue::Text(value.to_owned()))
            }
            Self::Number(section, key, value) => {
                policy.set(section, key, &PolicyValue::Number(value))
            }
            Self::List(section, key, values) => {
                let values = values.iter().map(|&value| value.to_owned()).collect();
                policy.set(section, key, &PolicyValue::List(values))
            }
        }
    }
}
