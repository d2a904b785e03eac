//! Parameters that a tool's description explains in place of the schema.

/// Headings of the block that explains parameters.
const ARGS: &[&str] = &["args", "arguments", "inputs", "parameters", "params"];

/// Headings of the other blocks of a docstring.
#[rustfmt::skip] // one word a line otherwise
const BLOCKS: &[&str] = &[
    "example", "examples", "note", "notes", "raises", "return", "returns", "usage", "yields",
];

/// What stands before the first block of a docstring (`Args:`, `Returns:`): its prose.
pub(super) fn before_blocks(description: &str) -> &str {
    let mut end = 0;
    for line in description.split_inclusive('\n') {
        let heading = heading(line.trim());
        if [ARGS, BLOCKS]
            .iter()
            .any(|list| list.contains(&heading.as_str()))
        {
            break;
        }
        end += line.len();
    }
    &description[..end]
}

fn heading(line: &str) -> String {
    line.trim_matches(['#', '*', ':', ' ']).to_ascii_lowercase()
}

/// Whether `description` explains the parameter `name` in a block of its own, as docstrings do:
///
/// ```text
/// Args:
///     projectId: the project to read
/// ```
pub fn describes_in_args_block(description: &str, name: &str) -> bool {
    said_in_args_block(description, name).is_some()
}

/// What `description` says of the parameter `name` in a block of its own, on the line of its name.
pub fn said_in_args_block<'a>(description: &'a str, name: &str) -> Option<&'a str> {
    let mut in_block = false;
    description.lines().map(str::trim).find_map(|line| {
        if ARGS.contains(&heading(line).as_str()) {
            in_block = true;
            return None;
        }
        let entry = line.trim_start_matches(['-', '*', '•', '`', ' ']);
        let rest = entry.strip_prefix(name).filter(|_| in_block)?;
        let begins = rest.starts_with([':', ' ', '(', '`', '*']);
        (begins && rest.contains([':', '-', '–', '—'])).then_some(rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prose_of_a_docstring_ends_at_its_first_block() {
        assert_eq!(
            before_blocks("Get it.\nNow.\n\nArgs:\n  id: it"),
            "Get it.\nNow.\n\n"
        );
        assert_eq!(
            before_blocks("Get it.\r\n**Returns:**\r\nit"),
            "Get it.\r\n"
        );
        for whole in ["", "Get it. Returns: the rows.", "Notes of a user"] {
            assert_eq!(before_blocks(whole), whole);
        }
    }

    #[test]
    fn only_an_entry_in_the_block_counts() {
        let text = "Get a project.\n\nArgs:\n    id: the project\n    full (bool): everything\n";
        assert!(describes_in_args_block(text, "id"));
        assert!(describes_in_args_block(text, "full"));
        assert!(!describes_in_args_block(text, "i"));
        assert!(!describes_in_args_block(text, "other"));
        assert!(!describes_in_args_block("id: the project", "id"));
        assert_eq!(said_in_args_block(text, "id"), Some(": the project"));
        assert!(describes_in_args_block(
            "## Parameters\n- `id` - the project",
            "id"
        ));
    }
}
