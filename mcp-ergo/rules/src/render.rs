//! The one text form of a finding, which every front end shares.

use std::fmt;

use crate::{Finding, Level};

/// A finding with its place, ready to print.
///
/// The first line says what is wrong, with the value; `help:` says what to write instead; `note:`
/// names the rule and the page that explains it. With `heading` the level and the code stand before
/// the message, as a report wants; without it, as rustc writes them itself.
#[derive(Debug)]
pub struct Rendered<'a> {
    /// What was found.
    pub finding: &'a Finding,
    /// Where, in the words of the front end.
    pub place: Option<&'a str>,
    /// Whether to print `error[P003]: ` before the message.
    pub heading: bool,
}

impl fmt::Display for Rendered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding {
            rule,
            level,
            message,
            help,
            ..
        } = self.finding;
        if self.heading {
            write!(f, "{}[{}]: ", level.word(), rule.code)?;
        }
        f.write_str(message)?;
        if let Some(place) = self.place {
            write!(f, "\n  --> {place}")?;
        }
        if *level != Level::Off && !help.is_empty() {
            write!(f, "\nhelp: {help}")?;
        }
        let link = rule.link();
        write!(f, "\nnote: rule {} ({}), {link}", rule.code, rule.name)
    }
}

/// `1 tool`, `3 tools`.
pub fn plural(count: usize, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}

/// `` `a`, `b` and 3 more ``: the first of a list, and what there is besides.
pub(crate) fn quoted_with(shown: &[String], more: &str) -> String {
    let shown: Vec<String> = shown.iter().map(|item| format!("`{item}`")).collect();
    format!("{} and {more}", shown.join(", "))
}

/// `` `a` ``, `` `a` or `b` ``, `` `a`, `b` or `c` ``.
pub fn quoted_list<'a>(items: impl IntoIterator<Item = &'a str>, last: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| format!("`{item}`")).collect();
    match items.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [head @ .., tail] => format!("{} {last} {tail}", head.join(", ")),
    }
}
