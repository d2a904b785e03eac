//! The result of `tools/call`, taken apart.

use serde_json::Value;

/// What came back from a call.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The whole result.
    pub result: Value,
}

impl Answer {
    /// Whether the call failed in a way that the model can read.
    pub fn is_error(&self) -> bool {
        self.result["isError"] == true
    }

    /// `content[0]`: the words.
    ///
    /// # Panics
    ///
    /// When there is no text in that place.
    pub fn words(&self) -> &str {
        self.text(0)
    }

    /// `content[1]`: the same as JSON.
    ///
    /// # Panics
    ///
    /// When there is no JSON in that place.
    pub fn json(&self) -> Value {
        serde_json::from_str(self.text(1)).expect("content[1] is JSON")
    }

    /// The structured content of a success, which `content[1]` repeats.
    ///
    /// # Panics
    ///
    /// When the call failed, or the two differ.
    pub fn data(&self) -> Value {
        assert!(!self.is_error(), "the call failed: {}", self.words());
        let data = self.result["structuredContent"].clone();
        assert_eq!(self.json(), data, "content[1] repeats structuredContent");
        assert_eq!(
            self.result["content"].as_array().map(Vec::len),
            Some(2),
            "{}",
            self.result
        );
        data
    }

    /// The envelope of a failure. There is no structured content beside it, and the words hold what
    /// it holds.
    ///
    /// # Panics
    ///
    /// When the call succeeded, or the words lack a part of the envelope.
    pub fn envelope(&self) -> Value {
        assert!(self.is_error(), "the call succeeded: {}", self.words());
        assert_eq!(
            self.result.get("structuredContent"),
            None,
            "an error has no structured content"
        );
        assert_eq!(
            self.result["content"].as_array().map(Vec::len),
            Some(2),
            "{}",
            self.result
        );
        let envelope = self.json();
        for member in ["error", "hint", "recovery"] {
            let text = envelope[member].as_str().unwrap_or_default();
            assert!(!text.is_empty(), "`{member}` is always there: {envelope}");
        }
        for part in stated(&envelope) {
            assert!(
                self.words().contains(&part),
                "the words lack {part:?}: {}",
                self.words()
            );
        }
        envelope
    }

    /// The issues of a failure.
    pub fn issues(&self) -> Vec<Value> {
        self.envelope()["issues"]
            .as_array()
            .cloned()
            .unwrap_or_default()
    }

    fn text(&self, at: usize) -> &str {
        let text = self.result["content"][at]["text"].as_str();
        text.unwrap_or_else(|| panic!("content[{at}] is no text: {}", self.result))
    }
}

/// Every fact of an envelope that the words have to repeat.
fn stated(envelope: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut parts = vec![text(&envelope["error"]), text(&envelope["hint"])];
    for issue in list(&envelope["issues"]) {
        parts.extend([text(&issue["error"]), text(&issue["hint"])]);
    }
    parts.extend(list(&envelope["candidates"]).iter().map(text));
    parts.push(text(&envelope["reference"]));
    if let Some(delay) = envelope["retryAfterMs"].as_u64() {
        parts.push(delay.to_string());
    }
    if envelope["nextAction"].is_object() {
        let next = &envelope["nextAction"];
        parts.push(format!("Next: {} {}", text(&next["tool"]), next["args"]));
    }
    parts
}
