//! A list that says whether it is whole.

use schemars::JsonSchema;
use serde::Serialize;

/// A part of a list. A model sees whether there is more and how to get it.
///
/// ```
/// use mcp_ergo::Page;
///
/// let page = Page::new(vec!["inv_01", "inv_02"], 13).with_next("inv_02");
/// assert!(page.truncated);
/// let all = Page::whole(vec!["inv_01", "inv_02"]);
/// assert!(!all.truncated);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "testing", derive(serde::Deserialize))]
pub struct Page<T> {
    /// The items of this page.
    pub items: Vec<T>,
    /// How many items there are in all.
    pub total: u64,
    /// Whether items are missing here.
    pub truncated: bool,
    /// Where the next page begins, as the tool's cursor parameter takes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

impl<T> Page<T> {
    /// A page of a list that has `total` items in all.
    pub fn new(items: Vec<T>, total: u64) -> Self {
        let truncated = u64::try_from(items.len()).is_ok_and(|shown| shown < total);
        Self {
            items,
            total,
            truncated,
            next: None,
        }
    }

    /// A list that is whole.
    pub fn whole(items: Vec<T>) -> Self {
        let total = u64::try_from(items.len()).unwrap_or(u64::MAX);
        Self::new(items, total)
    }

    /// Where the next page begins.
    #[must_use]
    pub fn with_next(mut self, cursor: impl Into<String>) -> Self {
        self.truncated = true;
        self.next = Some(cursor.into());
        self
    }
}
