//! What a model reads before it sees any tool.

use mcp_ergo_rules::wording::Wording as _;

use super::tool::Tool;
use crate::schema::Names;

/// What `instructions` are made of.
#[derive(Debug, Clone, Default)]
pub(crate) struct Opening {
    pub(crate) purpose: Option<String>,
    pub(crate) start_with: Option<Tool>,
    /// What is said in place of a first call, where many servers stand behind one.
    pub(crate) words: Option<String>,
}

impl Opening {
    /// The pointer to the first call, in three sentences, and what the presentation adds; `None` where
    /// neither is there.
    pub(crate) fn instructions(&self, names: &dyn Names, added: Option<&str>) -> Option<String> {
        let own = self.pointer(names);
        let parts = [own.as_deref(), added];
        let parts: Vec<&str> = parts.into_iter().flatten().collect();
        Some(parts.join(" ")).filter(|text| !text.is_empty())
    }

    fn pointer(&self, names: &dyn Names) -> Option<String> {
        let Some(first) = self.start_with else {
            return self.words.clone();
        };
        let purpose = self
            .purpose
            .as_ref()
            .map(|purpose| format!("{}. ", purpose.one_line()))
            .unwrap_or_default();
        // A caller that may not make the first call is not sent there.
        let start = names
            .shown(first.name())
            .map(|first| format!("Start with {first}. "))
            .unwrap_or_default();
        Some(format!(
            "{purpose}{start}Every answer that failed says what is wrong and which call to make next."
        ))
    }
}
