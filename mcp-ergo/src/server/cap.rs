//! Answers that are larger than a client shows its model.
//!
//! The server keeps nothing between calls. What was cut off comes by the same call with one argument
//! more, which the answer names where it was cut and no schema lists: `_item` for a list, `_section`
//! for a text; a gateway has names of its own for them. The tool runs again, and another part of its
//! answer is served. That goes for tools that read; one that changes something is never to be sent
//! twice.

mod foreign;
mod parts;
mod refusal;
mod sections;
mod start;

use std::ops::Range;

use mcp_ergo_rules::Class;
use mcp_ergo_rules::wording::Wording as _;
use serde_json::{Map, Value};

use self::parts::{Parts, below, json_bytes, shown};
use self::sections::{sections, titles};
use self::start::Keys;
use super::present::{Rendered, text_bytes};
use crate::error::{Envelope, Fault};
use crate::registry::Registered;
use crate::reply::{Answered, NextAction};
use crate::schema::{Kind, Names, Record, cut, echo_text};

pub(super) use self::start::{Start, take_passed, take_start};

/// How many bytes make a token: what providers say of English, and 8 % too much for the catalogs of
/// 165 public servers (rule C003).
const BYTES_OF_A_TOKEN: usize = 4;

/// Most bytes of an answer: its words and its JSON. Clients show a model one of the two or both.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cap {
    tokens: usize,
}

/// A call whose answer may have to be cut.
pub(super) struct Cutting<'a> {
    pub(super) cap: Cap,
    pub(super) tool: &'a Registered,
    pub(super) names: &'a dyn Names,
    pub(super) start: Option<Start>,
    /// What the call was sent with; `None` where it is not to be sent again, or not to be repeated.
    pub(super) sent: Option<Map<String, Value>>,
}

/// Whether a call of the tool may stand in an answer, to be sent once more.
pub(super) fn may_be_repeated(tool: &Registered) -> bool {
    let mut fields = tool.input.fields.iter();
    tool.def.class == Class::Read && !fields.any(|field| field.shape.holds_secret())
}

impl Cap {
    pub(super) fn new(tokens: usize) -> Self {
        Self { tokens }
    }

    fn bytes(self) -> usize {
        self.tokens.saturating_mul(BYTES_OF_A_TOKEN)
    }

    /// Most bytes of another server's answer that is served as it is: one that was cut there to the same
    /// measure grew by the longer names of its tools, and is not to be cut again for them.
    fn bytes_of_whole(self) -> usize {
        self.bytes().saturating_add(self.bytes() / 50)
    }

    /// Most bytes of one section. It hangs on nothing but the cap, so that sections have the same
    /// numbers whichever is asked for, and some of them always fit beside the rest of an answer.
    fn section(self) -> usize {
        self.bytes() / 8
    }

    /// Most bytes of each thing that an answer says about itself.
    fn aside(self) -> usize {
        (self.bytes() / 16).min(2000)
    }
}

fn tokens(bytes: usize) -> usize {
    bytes.div_ceil(BYTES_OF_A_TOKEN)
}

/// The one member of an answer's data that is served in parts: the largest list or text.
struct Member {
    path: Vec<String>,
    bytes: usize,
}

/// An answer whose large member was taken out.
struct Emptied {
    answered: Answered,
    path: Vec<String>,
    parts: Parts,
}

impl Cutting<'_> {
    /// The answer as it is served: whole where it fits, else a part of it.
    pub(super) fn fit(&self, answered: Answered) -> Result<Rendered, Box<Envelope>> {
        if self.start.is_some() {
            return self.part(answered);
        }
        let whole = Rendered::new(self.tool, answered, self.names);
        if self.fits(&whole) {
            Ok(whole)
        } else {
            self.part(whole.into_answered())
        }
    }

    fn fits(&self, rendered: &Rendered) -> bool {
        rendered.bytes() <= self.cap.bytes()
    }

    /// As much of the answer as fits, from where the caller asked.
    fn part(&self, answered: Answered) -> Result<Rendered, Box<Envelope>> {
        let bytes = answered
            .data
            .iter()
            .map(|(name, value)| name.len() + 4 + json_bytes(value));
        let texts = text_bytes(&answered.content);
        let bytes: usize = bytes.sum::<usize>() + 2 * answered.sentence.len() + texts;
        let emptied = self.empty(answered).ok_or_else(|| match &self.start {
            Some(start) => self.no_such_part(start),
            None => self.uncuttable(bytes),
        })?;
        let first = self.first(&emptied.parts)?;
        let render =
            |upto: usize| Rendered::new(self.tool, self.cut(&emptied, first..upto), self.names);
        if let Some(most) = self.most(&emptied.parts, first, render, |part| self.fits(part)) {
            return Ok(most);
        }
        let parts = &emptied.parts;
        Err(self.none_fits(parts, first, bytes, || self.fits(&render(first))))
    }

    /// As many parts from `first` on as fit, with what is said of them.
    fn most<R>(
        &self,
        parts: &Parts,
        first: usize,
        render: impl Fn(usize) -> R,
        fits: impl Fn(&R) -> bool,
    ) -> Option<R> {
        let last = first + parts.within(first, self.cap.bytes());
        // The end says less about itself than what stands before it, so it is tried apart.
        let upto_last = render(last);
        if (last > first || first == parts.len()) && fits(&upto_last) {
            return Some(upto_last);
        }
        // `fitting` do, `beyond` do not.
        let (mut fitting, mut beyond) = (first, last);
        while beyond - fitting > 1 {
            let middle = fitting.midpoint(beyond);
            if fits(&render(middle)) {
                fitting = middle;
            } else {
                beyond = middle;
            }
        }
        (fitting > first).then(|| render(fitting))
    }

    /// Takes the largest list or text out of the answer.
    fn empty(&self, mut answered: Answered) -> Option<Emptied> {
        // Long words about the data would leave no room for it.
        answered.sentence = cut(&answered.sentence, self.cap.aside());
        let record = self.tool.output.as_ref()?.as_record()?;
        let mut largest = None;
        self.search(record, &answered.data, &mut Vec::new(), &mut largest);
        let Member { path, .. } = largest?;
        let parts = match place(&mut answered.data, &path)?.take() {
            Value::Array(items) => Parts::Items(items),
            Value::String(text) => Parts::Sections(sections(&text, self.cap.section())),
            _ => return None,
        };
        Some(Emptied {
            answered,
            path,
            parts,
        })
    }

    fn search(
        &self,
        record: &Record,
        data: &Map<String, Value>,
        path: &mut Vec<String>,
        largest: &mut Option<Member>,
    ) {
        for field in &record.fields {
            let Some(value) = data.get(&*field.name) else {
                continue;
            };
            path.push(field.name.to_string());
            match (&field.shape.kind, value) {
                (Kind::Record(record), Value::Object(data)) => {
                    self.search(record, data, path, largest);
                }
                (kind, value) if self.may_be_cut(kind) => {
                    let bytes = json_bytes(value);
                    if largest.as_ref().is_none_or(|largest| largest.bytes < bytes) {
                        let path = path.clone();
                        *largest = Some(Member { path, bytes });
                    }
                }
                _ => {}
            }
            path.pop();
        }
    }

    /// Whether a part of such a value still is what the schema says, and what the caller asks for.
    fn may_be_cut(&self, kind: &Kind) -> bool {
        match kind {
            Kind::List { min, .. } => {
                min.is_none_or(|min| min <= 1) && matches!(self.start, None | Some(Start::Item(_)))
            }
            Kind::Text {
                min,
                pattern: None,
                format: None,
                ..
            } => min.is_none_or(|min| min <= 1) && !matches!(self.start, Some(Start::Item(_))),
            _ => false,
        }
    }

    /// Where the caller wants it to begin.
    fn first(&self, parts: &Parts) -> Result<usize, Box<Envelope>> {
        let (key, noun, len) = (parts.key(Keys::of(self.tool)), parts.noun(), parts.len());
        match (&self.start, parts) {
            // Titles are sought in texts alone.
            (None, _) | (Some(Start::Titled(_)), Parts::Items(_)) => Ok(0),
            (Some(Start::Item(number) | Start::Section(number)), _) if *number <= len => {
                Ok(number - 1)
            }
            (Some(Start::Titled(title)), Parts::Sections(sections)) => {
                let wanted = title.to_lowercase();
                let found = sections
                    .iter()
                    .position(|section| section.title.to_lowercase() == wanted);
                found.ok_or_else(|| {
                    let titles = sections.iter().map(|section| &*section.title);
                    let near = mcp_ergo_rules::nearest(title, titles);
                    let envelope = Envelope::fix(
                        format!("no section is called {}", echo_text(title)),
                        format!("Send the number of a section, 1 to {len}, or its whole title."),
                    );
                    Box::new(envelope.candidates(near).named(Fault::Part.word()))
                })
            }
            (Some(Start::Item(number) | Start::Section(number)), _) => {
                let envelope = Envelope::fix(
                    format!("{key} ({number}) is past the end: there are {len} {noun}s now"),
                    match len {
                        0 | 1 => format!("Leave {key} out."),
                        len => format!("Send a number from 1 to {len}, or leave {key} out."),
                    },
                );
                Err(Box::new(envelope.named(Fault::Part.word())))
            }
        }
    }

    /// The answer with some of its parts.
    fn cut(&self, emptied: &Emptied, range: Range<usize>) -> Answered {
        let Emptied {
            answered,
            path,
            parts,
        } = emptied;
        let more = range.end < parts.len();
        let mut data = answered.data.clone();
        let (note, rest) = self.told(parts, path, &range);
        let next = if more { rest } else { answered.next.clone() };
        if let Some(value) = place(&mut data, path) {
            *value = parts.of(range);
        }
        if more
            && let [before @ .., "items"] = &*path.iter().map(String::as_str).collect::<Vec<_>>()
        {
            mark_truncated(&mut data, before);
        }
        Answered {
            sentence: format!("{} {note}", answered.sentence.ended()),
            data,
            content: answered.content.clone(),
            next,
            blockers: answered.blockers.clone(),
            upgrade_hint: answered.upgrade_hint.clone(),
            raw: None,
        }
    }

    /// What is said of the parts that are here, and the call that gets the rest.
    fn told(
        &self,
        parts: &Parts,
        path: &[String],
        range: &Range<usize>,
    ) -> (String, Option<NextAction>) {
        let mut note = shown(parts, path, range);
        let upto = range.end;
        if upto == parts.len() {
            return (note, None);
        }
        let rest = self.call_from(parts.key(Keys::of(self.tool)), upto);
        if let Parts::Sections(sections) = parts {
            note.push_str(" The rest: ");
            note.push_str(&titles(sections, upto, self.cap.aside()));
            note.push('.');
        }
        note.push_str(&self.way_on(parts, upto, rest.is_some()));
        (note, rest)
    }

    /// How the rest is got, where the next action does not say it.
    fn way_on(&self, parts: &Parts, upto: usize, has_call: bool) -> String {
        let key = parts.key(Keys::of(self.tool));
        if self.tool.def.class != Class::Read {
            return " What is not here is left out: what was done is not to be done again for it."
                .to_owned();
        }
        match (parts, has_call) {
            (Parts::Items(_), true) => String::new(),
            (Parts::Sections(_), true) => format!(" Each comes with its number as {key}."),
            (_, false) => format!(
                " The same call with {key} {} beside its arguments gets the rest.",
                upto + 1
            ),
        }
    }

    /// The same call, to be answered from another part on.
    fn call_from(&self, key: &str, at: usize) -> Option<NextAction> {
        let mut args = self.sent.clone()?;
        args.insert(key.to_owned(), (at + 1).into());
        let whole = json_bytes(&args) <= self.cap.aside();
        whole.then(|| NextAction {
            tool: self.tool.def.name.to_owned(),
            args,
            reason: "to get the rest".to_owned(),
        })
    }
}

/// A page that was cut says so, and does not say where the page after it begins: whoever went there
/// would miss what is left of this one.
fn mark_truncated(data: &mut Map<String, Value>, path: &[&str]) {
    let mut data = Some(data);
    for name in path {
        data = data
            .and_then(|data| data.get_mut(*name))
            .and_then(Value::as_object_mut);
    }
    if let Some(page) = data
        && let Some(truncated @ Value::Bool(_)) = page.get_mut("truncated")
    {
        *truncated = true.into();
        page.retain(|name, _| name != "next");
    }
}

/// The value at a path of names.
fn place<'a>(data: &'a mut Map<String, Value>, path: &[String]) -> Option<&'a mut Value> {
    let (first, rest) = path.split_first()?;
    below(data.get_mut(first)?, rest)
}
