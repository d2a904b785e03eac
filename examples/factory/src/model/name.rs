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
    /// Whether no table can have this name.
    pub(crate) fn is_reserved(&self) -> bool {
        self.0.starts_with(RESERVED)
    }
}
