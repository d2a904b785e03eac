//! Where something that joins a server is written.

use super::tool::PolicyEntry;

/// Where a tool, a resource or a prompt is written, and by which policy it was judged there.
#[derive(Debug, Clone, Copy)]
#[doc(hidden)]
pub struct Site {
    /// `tool`, `resource`, `prompt`
    pub kind: &'static str,
    pub name: &'static str,
    pub module: &'static str,
    pub file: &'static str,
    pub line: u32,
    pub policy: &'static [PolicyEntry],
    pub policy_file: &'static str,
    /// The full Rust path of the type beside the function: longer than the module's in a function
    /// body.
    pub rust_path: fn() -> &'static str,
}

impl Site {
    /// What is in function bodies and in test modules joins by hand alone: otherwise every server of a
    /// test program would serve the fixtures of every other.
    pub(super) fn joins_by_itself(&self) -> bool {
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

    /// Whether it lies in `module`, or in one within.
    pub(super) fn is_within(&self, module: &str) -> bool {
        self.module
            .strip_prefix(module)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    }
}

impl std::fmt::Display for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            kind,
            name,
            file,
            line,
            ..
        } = self;
        write!(f, "{file}:{line} ({kind} {name})")
    }
}

/// What is written somewhere.
pub(super) trait Sited: 'static {
    fn site(&self) -> Site;
}
