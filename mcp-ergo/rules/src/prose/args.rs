//! Parameters that a tool's description explains in place of the schema.

/// Whether `description` explains the parameter `name` in a block of its own, as docstrings do:
///
/// ```text
/// Args:
///     projectId: the project to read
/// ```
pub fn describes_in_args_block(description: &str, name: &str) -> bool {
    let mut in_block = false;
    description.lines().map(str::trim).any(|line| {
        let heading = line.trim_matches(['#', '*', ':', ' ']).to_ascii_lowercase();
        if matches!(
            heading.as_str(),
            "args" | "arguments" | "parameters" | "params" | "inputs"
        ) {
            in_block = true;
            return false;
        }
        let entry = line.trim_start_matches(['-', '*', '•', '`', ' ']);
        let rest = entry.strip_prefix(name).filter(|_| in_block);
        rest.is_some_and(|rest| {
            rest.starts_with([':', ' ', '(', '`', '*']) && rest.contains([':', '-', '–', '—'])
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_entry_in_the_block_counts() {
        let text = "Get a project.\n\nArgs:\n    id: the project\n    full (bool): everything\n";
        assert!(describes_in_args_block(text, "id"));
        assert!(describes_in_args_block(text, "full"));
        assert!(!describes_in_args_block(text, "i"));
        assert!(!describes_in_args_block(text, "other"));
        assert!(!describes_in_args_block("id: the project", "id"));
        assert!(describes_in_args_block(
            "## Parameters\n- `id` - the project",
            "id"
        ));
    }
}
