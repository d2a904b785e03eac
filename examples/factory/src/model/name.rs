use mcp_ergo::Param;

use crate::plans::get_plan;

/// Entity of the plan, by name.
#[derive(Param, Debug, Clone, PartialEq, Eq, Hash)]
#[param(example = "order_line", pattern = "^[a-z][a-z0-9_]{0,59}$", from = get_plan)]
pub struct EntityName(pub String);

/// Field of the entity, by name.
#[derive(Param, Debug, Clone, PartialEq, Eq, Hash)]
#[param(example = "order_id", pattern = "^[a-z][a-z0-9_]{0,59}$", from = get_plan)]
pub struct FieldName(pub String);

/// What names of tables begin with that a database keeps for itself.
const RESERVED: &str = "sqlite_";

impl EntityName {
    /// Whether a table can have this name.
    pub(crate) fn is_allowed(&self) -> bool {
        is_plain(&self.0) && !self.0.starts_with(RESERVED)
    }
}

impl FieldName {
    /// Whether a column can have this name.
    pub(crate) fn is_allowed(&self) -> bool {
        is_plain(&self.0)
    }
}

/// Whether a name can stand in a statement as it is. The pattern says the same to callers; what runs
/// statements does not rely on that.
fn is_plain(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}
