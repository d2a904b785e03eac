//! Which tools a server has, and by which policy they are judged.

use mcp_ergo_rules::{Policy, PolicyError, PolicyValue, did_you_mean};

use super::boot_error::Report;
use super::context::{
    CollectedPrompt, CollectedResource, PromptDef, PromptTemplate, Resource, ResourceDef,
};
use super::input::BootInput;
use super::site::{Site, Sited};
use super::tool::{Collected, PolicyEntry, Tool, ToolDef};

/// Everything that joins a server.
pub(super) struct Joined {
    pub(super) tools: Vec<&'static ToolDef>,
    pub(super) resources: Vec<&'static ResourceDef>,
    pub(super) prompts: Vec<&'static PromptDef>,
}

impl Joined {
    fn sites(&self) -> Vec<Site> {
        let tools = self.tools.iter().map(|def| def.site());
        let resources = self.resources.iter().map(|def| def.site());
        let prompts = self.prompts.iter().map(|def| def.site());
        tools.chain(resources).chain(prompts).collect()
    }

    /// Narrows what joins by itself to some modules.
    fn retain(&mut self, modules: &[String]) {
        let stays = |site: Site| modules.iter().any(|module| site.is_within(module));
        self.tools.retain(|def| stays(def.site()));
        self.resources.retain(|def| stays(def.site()));
        self.prompts.retain(|def| stays(def.site()));
    }

    fn is_empty(&self) -> bool {
        self.tools.is_empty() && self.resources.is_empty() && self.prompts.is_empty()
    }
}

/// What of the program joins by itself.
fn by_itself<D: Sited>(all: impl Iterator<Item = &'static D>) -> Vec<&'static D> {
    all.filter(|def| def.site().joins_by_itself()).collect()
}

/// Adds what is not there yet.
fn add<D>(defs: &mut Vec<&'static D>, by_hand: impl Iterator<Item = &'static D>) {
    for def in by_hand {
        if !defs.iter().any(|known| std::ptr::eq(*known, def)) {
            defs.push(def);
        }
    }
}

/// Everything that joins: what the program, or the named modules, have, and what is added by hand.
pub(super) fn collect(input: &BootInput, report: &mut Report) -> Joined {
    let mut joined = Joined {
        tools: by_itself(inventory::iter::<Collected>().map(|collected| collected.0)),
        resources: by_itself(inventory::iter::<CollectedResource>().map(|collected| collected.0)),
        prompts: by_itself(inventory::iter::<CollectedPrompt>().map(|collected| collected.0)),
    };
    let sites = joined.sites();
    let all_modules: Vec<&str> = sites.iter().map(|site| site.module).collect();
    for module in &input.modules {
        if !sites.iter().any(|site| site.is_within(module)) {
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
        joined.retain(&input.modules);
    }
    add(
        &mut joined.tools,
        input.by_hand.iter().map(|Tool(def)| *def),
    );
    add(
        &mut joined.resources,
        input.resources.iter().map(|Resource(def)| *def),
    );
    add(
        &mut joined.prompts,
        input.prompts.iter().map(|PromptTemplate(def)| *def),
    );
    if joined.is_empty() && input.modules.is_empty() {
        report.problem(
            None,
            "the server has no tools",
            "write one with `#[tool]`, or add one with `.tool(my_tool::tool())`; a crate that only \
             contributes tools must be named once, e.g. `use billing as _;`",
        );
    }
    let of = |site: Site| (site.name, site.module, site.line);
    joined.tools.sort_by_key(|def| of(def.site()));
    joined
        .resources
        .sort_by_key(|def| (def.uri, of(def.site())));
    joined.prompts.sort_by_key(|def| of(def.site()));
    joined
}

/// The builder's policy, or the one that the macros of what joins read.
pub(super) fn policy_of(input: &BootInput, joined: &Joined, report: &mut Report) -> Policy {
    if let Some(policy) = &input.policy {
        return policy.clone();
    }
    let sites = joined.sites();
    let boot_tool = crate::hello::tool().def().site();
    let mut policies: Vec<(&str, &[PolicyEntry])> = sites
        .iter()
        // Ours was compiled under no policy of the user's, and no macro has read one for what is written
        // by hand.
        .filter(|site| site.module != boot_tool.module && !site.module.is_empty())
        .map(|site| (site.policy_file, site.policy))
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
            Self::Flag(section, key, flag) => policy.set(section, key, &PolicyValue::Flag(flag)),
            Self::List(section, key, values) => {
                let values = values.iter().map(|&value| value.to_owned()).collect();
                policy.set(section, key, &PolicyValue::List(values))
            }
        }
    }
}
