//! Answers of other servers' tools, which are served in parts as one's own are. What says so stands
//! before them in a text of its own: their data keep the shape that their schema tells.

use std::ops::Range;

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use super::sections::sections;
use super::{Cutting, Parts, Start, below, json_bytes};
use crate::error::Envelope;
use crate::schema::cut;
use crate::server::present::{shown, text_bytes};

/// Where the largest list or text of an answer stands.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    /// In the structured content.
    Structured(Vec<String>),
    /// In the JSON that a text holds.
    Json(usize, Vec<String>),
    /// A text itself.
    Text(usize),
}

/// An answer whose large member was taken out.
struct Hollow {
    result: CallToolResult,
    place: Place,
    /// The data around what was taken out.
    data: Value,
    parts: Parts,
}

impl Cutting<'_> {
    /// The answer as it is served: whole where it fits, else a part of it.
    pub(in crate::server) fn fit_foreign(
        &self,
        result: CallToolResult,
    ) -> Result<CallToolResult, Box<Envelope>> {
        let most =
            text_bytes(&result.content) + result.structured_content.as_ref().map_or(0, json_bytes);
        let whole = self.cap.bytes_of_whole();
        if self.start.is_none() && most <= whole {
            return Ok(result);
        }
        let bytes = bytes(&result);
        if self.start.is_none() && bytes <= whole {
            return Ok(result);
        }
        let hollow = self.hollow(result).ok_or_else(|| match &self.start {
            Some(start) => self.no_such_part(start),
            None => self.uncuttable(bytes),
        })?;
        let first = self.first(&hollow.parts)?;
        let render = |upto: usize| self.filled(&hollow, first..upto);
        let fits = |result: &CallToolResult| self::bytes(result) <= self.cap.bytes();
        if let Some(most) = self.most(&hollow.parts, first, render, fits) {
            return Ok(most);
        }
        Err(self.none_fits(&hollow.parts, first, bytes, || fits(&render(first))))
    }

    /// Takes the largest list or text out of the answer.
    fn hollow(&self, mut result: CallToolResult) -> Option<Hollow> {
        let place = self.largest(&result)?;
        let (mut data, path) = match &place {
            Place::Structured(path) => (result.structured_content.take()?, &**path),
            Place::Json(at, path) => (json_of(&result.content[*at])?, &**path),
            Place::Text(at) => {
                let text = result.content[*at].as_text()?.text.clone();
                (Value::String(text), &[] as &[String])
            }
        };
        let parts = match below(&mut data, path)?.take() {
            Value::Array(items) => Parts::Items(items),
            Value::String(text) => Parts::Sections(sections(&text, self.cap.section())),
            _ => return None,
        };
        if matches!(place, Place::Structured(_)) {
            // What repeats the data, and long words about them, would leave no room for them.
            let aside = self.cap.aside();
            result.content.retain(|block| json_of(block).is_none());
            for block in &mut result.content {
                if let ContentBlock::Text(text) = block {
                    text.text = cut(&text.text, aside);
                }
            }
        }
        Some(Hollow {
            result,
            place,
            data,
            parts,
        })
    }

    fn largest(&self, result: &CallToolResult) -> Option<Place> {
        let mut largest: Option<(usize, Place)> = None;
        let mut found = |bytes: usize, place: Place| {
            if largest.as_ref().is_none_or(|(most, _)| *most < bytes) {
                largest = Some((bytes, place));
            }
        };
        if let Some(data) = &result.structured_content {
            self.search_in(data, &mut Vec::new(), &mut |bytes, path| {
                found(bytes, Place::Structured(path));
            });
        }
        for (at, block) in result.content.iter().enumerate() {
            let Some(text) = block.as_text() else {
                continue;
            };
            match json_of(block) {
                // It stands in the structured content too.
                Some(_) if result.structured_content.is_some() => {}
                Some(data) => self.search_in(&data, &mut Vec::new(), &mut |bytes, path| {
                    found(bytes, Place::Json(at, path));
                }),
                None if self.wants_text() => found(text.text.len(), Place::Text(at)),
                None => {}
            }
        }
        largest.map(|(_, place)| place)
    }

    /// Every list and text of the data that the caller may mean.
    fn search_in(
        &self,
        data: &Value,
        path: &mut Vec<String>,
        found: &mut dyn FnMut(usize, Vec<String>),
    ) {
        match data {
            Value::Array(_) if self.wants_list() => found(json_bytes(data), path.clone()),
            Value::String(_) if self.wants_text() => found(json_bytes(data), path.clone()),
            Value::Object(members) => {
                for (name, value) in members {
                    path.push(name.clone());
                    self.search_in(value, path, found);
                    path.pop();
                }
            }
            _ => {}
        }
    }

    fn wants_list(&self) -> bool {
        matches!(self.start, None | Some(Start::Item(_)))
    }

    fn wants_text(&self) -> bool {
        !matches!(self.start, Some(Start::Item(_)))
    }

    /// The answer with some of its parts.
    fn filled(&self, hollow: &Hollow, range: Range<usize>) -> CallToolResult {
        let mut result = hollow.result.clone();
        let mut data = hollow.data.clone();
        let path = match &hollow.place {
            Place::Structured(path) | Place::Json(_, path) => &**path,
            Place::Text(_) => &[],
        };
        let (mut note, rest) = self.told(&hollow.parts, path, &range);
        if let Some(next) = rest.and_then(|next| shown(&next, self.names)) {
            note.push(' ');
            note.push_str(&next.sentence());
        }
        if let Some(value) = below(&mut data, path) {
            *value = hollow.parts.of(range);
        }
        let text = match &data {
            Value::String(text) => text.clone(),
            data => data.to_string(),
        };
        match hollow.place {
            Place::Structured(_) => {
                result.structured_content = Some(data);
                result.content.insert(0, ContentBlock::text(text));
            }
            Place::Json(at, _) | Place::Text(at) => {
                result.content[at] = ContentBlock::text(text);
            }
        }
        result.content.insert(0, ContentBlock::text(note));
        result
    }
}

/// How much of it a model may be shown. Data that no text repeats are shown too.
fn bytes(result: &CallToolResult) -> usize {
    let structured = match &result.structured_content {
        Some(_) if result.content.iter().any(|block| json_of(block).is_some()) => 0,
        Some(data) => json_bytes(data),
        None => 0,
    };
    text_bytes(&result.content) + structured
}

/// The list or object that a text holds.
fn json_of(block: &ContentBlock) -> Option<Value> {
    let text = block.as_text()?.text.trim_start();
    if !text.starts_with(['{', '[']) {
        return None;
    }
    serde_json::from_str(text).ok()
}
