//! Sentences, put together from what authors write.

/// What is done to a text before it is served.
pub(crate) trait Prose {
    /// On one line and without its full stop: doc comments wrap, and a model reads one line.
    fn one_line(&self) -> String;

    /// As a sentence that ends.
    fn ended(&self) -> String;

    /// As the beginning of a sentence.
    fn to_uppercase_first(&self) -> String;

    /// As the rest of a sentence.
    fn to_lowercase_first(&self) -> String;
}

impl Prose for str {
    fn one_line(&self) -> String {
        let words: Vec<&str> = self.split_whitespace().collect();
        words.join(" ").trim_end_matches('.').to_owned()
    }

    fn ended(&self) -> String {
        let text = self.trim_end();
        if text.is_empty() || text.ends_with(['.', '!', '?', '…']) {
            text.to_owned()
        } else {
            format!("{text}.")
        }
    }

    fn to_uppercase_first(&self) -> String {
        let mut chars = self.chars();
        chars
            .next()
            .map(|first| first.to_uppercase().chain(chars).collect())
            .unwrap_or_default()
    }

    fn to_lowercase_first(&self) -> String {
        let mut chars = self.chars();
        // `ID`, `JSON`: a word in capitals keeps them.
        let capitals = self.chars().nth(1).is_some_and(char::is_uppercase);
        match chars.next() {
            Some(first) if !capitals => first.to_lowercase().chain(chars).collect(),
            _ => self.to_owned(),
        }
    }
}
