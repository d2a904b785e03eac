//! Sentences, put together from what authors write.

/// What is done to a text before it is served.
pub trait Wording {
    /// On one line and without its full stop: doc comments wrap, and a model reads one line.
    fn one_line(&self) -> String;

    /// As a sentence that ends.
    fn ended(&self) -> String;

    /// As the beginning of a sentence.
    fn to_uppercase_first(&self) -> String;

    /// As the rest of a sentence.
    fn to_lowercase_first(&self) -> String;
}

impl Wording for str {
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

/// The parts of a tool's description, with the names of other tools as the reader knows them.
#[derive(Debug, Clone, Default)]
pub struct Description<'a> {
    /// What the tool does.
    pub capability: &'a str,
    /// When to use it, each as it reads after "use when".
    pub when: Vec<&'a str>,
    /// The tools that come before.
    pub after: Vec<String>,
    /// The tools to use instead, each with what for.
    pub instead: Vec<(String, &'a str)>,
    /// What it is not for, each as it reads after "not for".
    pub not_for: Vec<&'a str>,
    /// What comes back, as it reads after "returns".
    pub returns: Option<&'a str>,
}

impl Description<'_> {
    /// Capability, trigger and sequencing, result: two sentences, three with a result.
    pub fn render(&self) -> String {
        let mut sentences = vec![self.capability.one_line()];
        sentences.push(self.clauses().join("; ").to_uppercase_first());
        if let Some(returns) = self.returns {
            let returns = without("returns ", returns).to_lowercase_first();
            sentences.push(format!("Returns {returns}"));
        }
        sentences.retain(|sentence| !sentence.is_empty());
        let ended: Vec<String> = sentences.iter().map(|sentence| sentence.ended()).collect();
        ended.join(" ")
    }

    fn clauses(&self) -> Vec<String> {
        let when = self
            .when
            .iter()
            .map(|when| format!("use when {}", without("use when ", when)));
        let after = match self.after.as_slice() {
            [] => None,
            [only] => Some(format!("use after {only}")),
            [head @ .., last] => Some(format!("use after {} or {last}", head.join(", "))),
        };
        let instead = self
            .instead
            .iter()
            .map(|(tool, purpose)| format!("use {tool} {}", purpose.one_line()));
        let not_for = self
            .not_for
            .iter()
            .map(|other| format!("not for {}", without("not for ", other)));
        when.chain(after).chain(instead).chain(not_for).collect()
    }
}

/// The text without the words that the rendering puts before it.
fn without(opening: &str, text: &str) -> String {
    let text = text.one_line();
    match text.get(..opening.len()) {
        Some(start) if start.eq_ignore_ascii_case(opening) => text[opening.len()..].to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_has_its_parts_in_order() {
        let description = Description {
            capability: "Find invoices\nby customer.",
            when: vec!["the user asks what is owed"],
            after: vec!["search_customers".into(), "create_customer".into()],
            instead: vec![("get_invoice".into(), "for one invoice")],
            not_for: vec!["drafts"],
            returns: Some("Invoices with amounts."),
        };
        assert_eq!(
            description.render(),
            "Find invoices by customer. Use when the user asks what is owed; use after \
             search_customers or create_customer; use get_invoice for one invoice; not for drafts. \
             Returns invoices with amounts."
        );
    }

    #[test]
    fn words_that_the_rendering_adds_are_not_said_twice() {
        assert_eq!(without("use when ", "Use when it rains."), "it rains");
        assert_eq!(without("returns ", "the ids"), "the ids");
        assert_eq!(without("returns ", "größe"), "größe");
    }

    #[test]
    fn capitals_stay() {
        assert_eq!("The ids".to_lowercase_first(), "the ids");
        assert_eq!("ID of it".to_lowercase_first(), "ID of it");
        assert_eq!("öl".to_uppercase_first(), "Öl");
    }
}
