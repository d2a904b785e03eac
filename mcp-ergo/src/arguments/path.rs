//! Where in a call's arguments a value stands.

use std::fmt::Write as _;

use mcp_ergo_rules::predicate::is_portable_name;
use serde_json::Value;

use crate::schema::echo;

/// Where in the arguments a value stands.
#[derive(Debug, Clone, Default)]
pub(super) struct Path<'r>(Vec<Segment<'r>>);

#[derive(Debug, Clone, Copy)]
enum Segment<'r> {
    Name(&'r str),
    Index(usize),
}

impl<'r> Path<'r> {
    pub(super) fn push(&mut self, name: &'r str) {
        self.0.push(Segment::Name(name));
    }

    pub(super) fn push_index(&mut self, at: usize) {
        self.0.push(Segment::Index(at));
    }

    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    pub(super) fn with<'k>(&self, name: &'k str) -> Path<'k>
    where
        'r: 'k,
    {
        let mut path: Path<'k> = Path(self.0.clone());
        path.push(name);
        path
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// RFC 6901.
    pub(super) fn pointer(&self) -> String {
        self.0
            .iter()
            .fold(String::new(), |pointer, step| match step {
                Segment::Name(name) => {
                    format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"))
                }
                Segment::Index(at) => format!("{pointer}/{at}"),
            })
    }

    /// `payments[0].amount_cents`
    pub(super) fn name(&self) -> String {
        self.0.iter().fold(String::new(), |mut path, step| {
            match step {
                Segment::Name(name) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    // A key that nobody declared may be anything.
                    if is_portable_name(name) {
                        path.push_str(name);
                    } else {
                        let _ = write!(path, "{name:?}");
                    }
                }
                Segment::Index(at) => {
                    let _ = write!(path, "[{at}]");
                }
            }
            path
        })
    }

    /// The names on the way, which are declared, without the places in lists:
    /// `payments[].amount_cents`; `None` at the root.
    pub(super) fn declared(&self) -> Option<String> {
        let mut names = String::new();
        for segment in &self.0 {
            match segment {
                Segment::Name(name) => {
                    if !names.is_empty() {
                        names.push('.');
                    }
                    names.push_str(name);
                }
                Segment::Index(_) => names.push_str("[]"),
            }
        }
        Some(names).filter(|names| !names.is_empty())
    }

    pub(super) fn name_with(&self, value: &Value, secret: bool) -> String {
        if secret {
            self.name()
        } else {
            format!("{} ({})", self.name(), echo(value))
        }
    }
}
