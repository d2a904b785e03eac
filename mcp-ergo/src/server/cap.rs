//! Answers that are larger than a client shows its model.
//!
//! The server keeps nothing between calls. What was cut off comes by the same call with one argument
//! more, which the answer names where it was cut and no schema lists: `_item` for a list, `_section`
//! for a text; a gateway has names of its own for them. The tool runs again, and another part of its answer is served. That goes for tools that
//! read; one that changes something is never to be sent twice.

mod foreign;
mod sections;

use std::io::Write;
use std::ops::Range;

use mcp_ergo_rules::Class;
use mcp_ergo_rules::wording::Wording as _;
use serde::Serialize;
use serde_json::{Map, Value};

use self::sections::{Section, sections, titles, written};
use super::present::{Rendered, text_bytes};
use crate::error::{Envelope, Fault, Issue};
use crate::registry::Registered;
use crate::reply::{Answered, NextAction};
use crate::schema::{Kind, Names, Record, cut, echo, echo_text, natural_list};

/// The arguments that say where an answer is to begin.
#[derive(Debug, Clone, Copy)]
struct Keys {
    /// With which item a list.
    item: &'static str,
    /// With which section a text.
    section: &'static str,
}

impl Keys {
    const OWN: Self = Self {
        item: "_item",
        section: "_section",
    };

    /// Another server of this library cuts its answers too: what it calls its parts by is left to it.
    const OF_GATEWAY: Self = Self {
        item: "_gateway_item",
        section: "_gateway_section",
    };

    fn of(tool: &Registered) -> Self {
        match tool.def.foreign() {
            None => Self::OWN,
            Some(_) => Self::OF_GATEWAY,
        }
    }
}

/// Takes out of the arguments which part of its own answer another server is asked for: its schema does
/// not list that.
pub(super) fn take_passed(arguments: &mut Option<Map<String, Value>>) -> Map<String, Value> {
    let mut passed = Map::new();
    let Some(arguments) = arguments else {
        return passed;
    };
    for key in [Keys::OWN.item, Keys::OWN.section] {
        if let Some(value) = arguments.get(key) {
            passed.insert(key.to_owned(), value.clone());
            arguments.retain(|name, _| name != key);
        }
    }
    passed
}

/// How many bytes make a token: what providers say of English, and 8 % too much for the catalogs of
/// 165 public servers (rule C003).
const BYTES_OF_A_TOKEN: usize = 4;

/// Most bytes of an answer: its words and its JSON. Clients show a model one of the two or both.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cap {
    tokens: usize,
}

/// Which part of an answer the caller asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Start {
    /// From this item on, counted from 1.
    Item(usize),
    /// From this section on, counted from 1.
    Section(usize),
    /// From the section of this title on.
    Titled(String),
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

/// Takes out of the arguments where the answer is to begin.
pub(super) fn take_start(
    tool: &Registered,
    arguments: &mut Option<Map<String, Value>>,
    names: &dyn Names,
) -> Result<Option<Start>, Issue> {
    let Some(arguments) = arguments else {
        return Ok(None);
    };
    let mut start = None;
    let keys = Keys::of(tool);
    for key in [keys.item, keys.section] {
        // A parameter that is called so is the tool's own.
        if !arguments.contains_key(key) || tool.takes(key) {
            continue;
        }
        let value = &arguments[key];
        if tool.def.class != Class::Read {
            let issue = Issue::new(
                format!("/{key}"),
                format!(
                    "{key} ({}) asks for another part of an answer, and {} would change something again",
                    echo(value),
                    names.spoken(tool.def.name)
                ),
                format!("Leave {key} out, and send the call only if it is to be done once more."),
            );
            return Err(issue.coded(Fault::Part, Some(key.to_owned())));
        }
        start = Some(read_start(key, key == keys.section, value)?);
        // In order, which `remove` would not keep.
        arguments.retain(|name, _| name != key);
    }
    Ok(start)
}

/// Whether a call of the tool may stand in an answer, to be sent once more.
pub(super) fn may_be_repeated(tool: &Registered) -> bool {
    let mut fields = tool.input.fields.iter();
    tool.def.class == Class::Read && !fields.any(|field| field.shape.holds_secret())
}

fn read_start(key: &str, of_text: bool, value: &Value) -> Result<Start, Issue> {
    let text = value.as_str().map(str::trim);
    let number = match text {
        Some(text) => text.parse().ok(),
        None => value.as_u64(),
    };
    let number = number
        .and_then(|number| usize::try_from(number).ok())
        .filter(|number| *number > 0);
    match (of_text, number, text) {
        (false, Some(number), _) => Ok(Start::Item(number)),
        (true, Some(number), _) => Ok(Start::Section(number)),
        (true, None, Some(title)) if !title.is_empty() => Ok(Start::Titled(title.to_owned())),
        _ => Err(Issue::new(
            format!("/{key}"),
            format!("{key} ({}) is no place to begin", echo(value)),
            format!("Send a whole number from 1 on, e.g. 2, or leave {key} out."),
        )
        .coded(Fault::Part, Some(key.to_owned()))),
    }
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

/// What is served in parts, taken out of the answer.
enum Parts {
    Items(Vec<Value>),
    Sections(Vec<Section>),
}

impl Parts {
    fn len(&self) -> usize {
        match self {
            Self::Items(items) => items.len(),
            Self::Sections(sections) => sections.len(),
        }
    }

    /// Some of them, as they stand in the data.
    fn of(&self, range: Range<usize>) -> Value {
        match self {
            Self::Items(items) => Value::Array(items[range].to_vec()),
            Self::Sections(sections) => {
                let texts = sections[range].iter().map(|section| section.text.as_str());
                Value::String(texts.collect())
            }
        }
    }

    /// How many from `first` on take no more than `most` bytes.
    fn within(&self, first: usize, most: usize) -> usize {
        let bytes = |at: usize| match self {
            Self::Items(items) => json_bytes(&items[at]) + 1,
            Self::Sections(sections) => written(&sections[at].text),
        };
        let mut taken = 0;
        (first..self.len())
            .take_while(|at| {
                taken += bytes(*at);
                taken <= most
            })
            .count()
    }

    const fn key(&self, keys: Keys) -> &'static str {
        match self {
            Self::Items(_) => keys.item,
            Self::Sections(_) => keys.section,
        }
    }

    const fn noun(&self) -> &'static str {
        match self {
            Self::Items(_) => "item",
            Self::Sections(_) => "section",
        }
    }
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

    /// Not even one part fits. `beside` says whether what stands beside the parts does.
    fn none_fits(
        &self,
        parts: &Parts,
        first: usize,
        bytes: usize,
        beside: impl FnOnce() -> bool,
    ) -> Box<Envelope> {
        Box::new(match parts {
            // Where there is nothing to go on with, or the call is not to be sent again, the answer as
            // a whole is too large.
            Parts::Items(items)
                if items.len() > 1
                    && first < items.len()
                    && self.tool.def.class == Class::Read
                    && beside() =>
            {
                self.too_large_alone(parts, first, json_bytes(&items[first]))
            }
            _ => self.uncuttable(bytes),
        })
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

    /// The caller asks for a part of what the answer does not hold.
    fn no_such_part(&self, start: &Start) -> Envelope {
        let (key, noun) = match start {
            Start::Item(_) => (Keys::of(self.tool).item, "list"),
            Start::Section(_) | Start::Titled(_) => (Keys::of(self.tool).section, "text"),
        };
        let name = self.names.spoken(self.tool.def.name);
        Envelope::fix(
            format!("{key} asks for a part of a {noun}, and the answer of {name} has none"),
            format!("Send the call without {key}."),
        )
        .named(Fault::Part.word())
    }

    /// The answer is too large, and there is nothing that could be served in parts.
    fn uncuttable(&self, bytes: usize) -> Envelope {
        let name = self.names.spoken(self.tool.def.name);
        let size = format!(
            "about {} tokens, and an answer may have {}",
            tokens(bytes),
            self.cap.tokens
        );
        if self.tool.def.class != Class::Read {
            return Envelope::fix(
                format!("{name} did what it was asked, but its answer has {size}"),
                "Do not send it again; look at what came of it in smaller parts.",
            )
            .named(TOO_LARGE);
        }
        let names: Vec<String> = self
            .tool
            .input
            .fields
            .iter()
            .map(|field| field.name.to_string())
            .collect();
        let hint = if names.is_empty() {
            format!("Tell the user that {name} cannot show it; another tool may show a part.")
        } else {
            format!("Ask for less: narrow it by {}.", natural_list(&names, "or"))
        };
        let error = format!("the answer of {name} has {size}");
        let envelope = if names.is_empty() {
            Envelope::stop(error, hint)
        } else {
            Envelope::fix(error, hint)
        };
        envelope.named(TOO_LARGE)
    }

    /// One item that fills more than an answer.
    fn too_large_alone(&self, parts: &Parts, at: usize, bytes: usize) -> Envelope {
        let (key, number, len) = (parts.key(Keys::of(self.tool)), at + 1, parts.len());
        let rest = (number < len)
            .then(|| self.call_from(key, number))
            .flatten();
        let hint = if number == len {
            "It is the last; all before it were served."
        } else {
            "Go on with what comes after it, or ask for less."
        };
        let mut envelope = Envelope::fix(
            format!(
                "item {number} of {len} alone has about {} tokens, and an answer may have {}",
                tokens(bytes),
                self.cap.tokens
            ),
            hint,
        );
        envelope.next_action = rest;
        envelope.named(TOO_LARGE)
    }
}

/// How an answer is recorded that does not fit, nor any part of it.
const TOO_LARGE: &str = "too_large";

/// What is here of what there is: `Items 13 to 24 of 40 are here.`
fn shown(parts: &Parts, path: &[String], range: &Range<usize>) -> String {
    let (noun, len) = (parts.noun(), parts.len());
    let within = match path {
        [] => String::new(),
        [name] if name == "items" => String::new(),
        path => format!(" in {}", path.join(".")),
    };
    match (range.start, range.end) {
        (first, upto) if upto <= first + 1 => {
            format!(
                "{} {upto} of {len}{within} is here.",
                noun.to_uppercase_first()
            )
        }
        (0, upto) if upto < len => format!("The first {upto} of {len} {noun}s{within} are here."),
        (first, upto) => format!(
            "{}s {} to {upto} of {len}{within} are here.",
            noun.to_uppercase_first(),
            first + 1
        ),
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
    let (last, before) = path.split_last()?;
    let mut data = data;
    for name in before {
        data = data.get_mut(name)?.as_object_mut()?;
    }
    data.get_mut(last)
}

/// How many bytes a value takes as JSON.
fn json_bytes(value: &impl Serialize) -> usize {
    struct Count(usize);
    impl Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // Counting cannot fail, and neither can writing what came from JSON.
    let _ = serde_json::to_writer(&mut count, value);
    count.0
}
