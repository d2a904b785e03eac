//! A document that lists tools, and where in it everything stands.

mod layout;
mod read_error;
mod text;

use mcp_ergo_rules::{CatalogFacts, Finding, Part, plural};
use serde_json::{Map, Value};

use super::{pointer, read};
use layout::{Layout, is_message};
pub use read_error::ReadError;
use read_error::describe;

/// The most tools that are judged. The largest real catalogs have a few hundred, and rules compare
/// tools with each other.
pub(crate) const MOST_TOOLS: usize = 2_000;

/// A place in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1, where the document has a message on each line.
    pub line: Option<usize>,
    /// A JSON pointer (RFC 6901) into the document, or into the JSON on that line. It resolves.
    pub pointer: String,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        // The pointer to the whole document is the empty text.
        f.write_str(if self.pointer.is_empty() {
            "/"
        } else {
            &self.pointer
        })
    }
}

/// A document that lists tools: the result of `tools/list`, a JSON-RPC response with one, an array of
/// tools, one tool, or a transcript of JSON-RPC messages, one on each line or all in an array.
#[derive(Debug)]
pub struct Document {
    messages: Vec<Message>,
    layout: Layout,
    facts: CatalogFacts,
    notes: Vec<String>,
}

/// One JSON value of the document.
#[derive(Debug)]
struct Message {
    line: Option<usize>,
    json: Value,
}

/// Where one value stands: which message, and where in it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Site {
    message: usize,
    pointer: String,
}

impl Site {
    fn root(message: usize) -> Self {
        Self {
            message,
            pointer: String::new(),
        }
    }

    fn below(&self, step: &str) -> Self {
        Self {
            message: self.message,
            pointer: format!("{}/{}", self.pointer, pointer::escaped(step)),
        }
    }
}

impl Document {
    /// The most bytes of a document: far beyond any real catalog, and few enough to hold in memory
    /// many times over.
    pub const LARGEST: usize = 16 << 20;

    /// Reads a document. A byte order mark is passed over.
    ///
    /// # Errors
    ///
    /// When the bytes are too many, no UTF-8 or no JSON, when no tools can be found in the JSON, or
    /// when the list holds something that is no object.
    pub fn parse(bytes: &[u8]) -> Result<Self, ReadError> {
        let (messages, unread) = text::messages(bytes)?;
        let mut document = Self::of(messages)?;
        if unread > 0 {
            let lines = plural(unread, "line");
            document
                .notes
                .push(format!("{lines} without JSON passed over"));
        }
        Ok(document)
    }

    /// A document that was parsed already.
    ///
    /// # Errors
    ///
    /// When no tools can be found in it, or when the list holds something that is no object.
    pub fn from_json(json: Value) -> Result<Self, ReadError> {
        Self::of(vec![Message { line: None, json }])
    }

    fn of(messages: Vec<Message>) -> Result<Self, ReadError> {
        let mut layout = Layout::default();
        match messages.as_slice() {
            [only] if only.line.is_none() => match &only.json {
                Value::Array(all) if all.iter().any(is_message) => {
                    let each = all.iter().enumerate();
                    layout.transcript(each.map(|(index, message)| {
                        (Site::root(0).below(&index.to_string()), message)
                    }))?;
                }
                json => layout.document(json)?,
            },
            all => {
                let each = all.iter().enumerate();
                layout
                    .transcript(each.map(|(index, message)| (Site::root(index), &message.json)))?;
            }
        }
        if layout.tools.len() > MOST_TOOLS {
            return Err(ReadError::TooMany {
                count: layout.tools.len(),
            });
        }
        let mut document = Self {
            messages,
            layout,
            facts: CatalogFacts::default(),
            notes: Vec::new(),
        };
        for (index, site) in document.layout.tools.iter().enumerate() {
            let tool = document.value(site);
            if !tool.is_object() {
                let found = describe(tool);
                return Err(ReadError::NotATool { index, found });
            }
        }
        if document.layout.unfinished {
            let note = "the list goes on (`nextCursor`), and what follows is not in the document";
            document.notes.push(note.to_owned());
        }
        let (facts, all) = document.read();
        document.facts = facts;
        if !all {
            let note = "the schemas are larger than any real ones, and were not read to their end";
            document.notes.push(note.to_owned());
        }
        Ok(document)
    }

    /// What the rules are told. What no `tools/list` shows (class, scope, trigger, sources, state,
    /// errors) stays unseen.
    pub fn facts(&self) -> &CatalogFacts {
        &self.facts
    }

    /// The facts alone.
    pub fn into_facts(self) -> CatalogFacts {
        self.facts
    }

    /// The facts, and whether everything was read.
    fn read(&self) -> (CatalogFacts, bool) {
        let around: Vec<&Map<String, Value>> = self
            .layout
            .around
            .iter()
            .filter_map(|site| self.value(site).as_object())
            .collect();
        let tools = self.layout.tools.iter();
        let tools = tools.filter_map(|site| self.value(site).as_object());
        read::facts(tools, &around)
    }

    /// The definition of each tool, as it goes over the wire.
    #[cfg(feature = "sim")]
    pub(crate) fn tools(&self) -> impl Iterator<Item = &Map<String, Value>> {
        let tools = self.layout.tools.iter();
        tools.filter_map(|site| self.value(site).as_object())
    }

    /// Where a finding about these facts stands.
    pub fn place(&self, finding: &Finding) -> Place {
        let tool = finding.tool.and_then(|tool| self.layout.tools.get(tool));
        let site = match tool {
            Some(tool) => {
                let within = pointer::within_tool(self.value(tool), &finding.part);
                Site {
                    message: tool.message,
                    pointer: format!("{}{within}", tool.pointer),
                }
            }
            None => self.site_of_server(&finding.part),
        };
        Place {
            line: self
                .messages
                .get(site.message)
                .and_then(|message| message.line),
            pointer: site.pointer,
        }
    }

    /// What a reader of the report should know about the document: lines passed over, pages that are
    /// not there.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The place of a part of the server as a whole.
    fn site_of_server(&self, part: &Part) -> Site {
        let around = self.layout.around.iter();
        let mut found = around.filter_map(|site| {
            let pointer = pointer::within_server(self.value(site), part)?;
            Some(Site {
                message: site.message,
                pointer: format!("{}{pointer}", site.pointer),
            })
        });
        let fallback = || self.layout.list.clone().unwrap_or(Site::root(0));
        found.next().unwrap_or_else(fallback)
    }

    fn value(&self, site: &Site) -> &Value {
        let message = self.messages.get(site.message).map(|message| &message.json);
        message
            .and_then(|json| json.pointer(&site.pointer))
            .unwrap_or(&Value::Null)
    }
}

#[cfg(test)]
mod tests {
    use mcp_ergo_rules::Fact;
    use serde_json::json;

    use super::*;
    use crate::audit::catalog_facts;

    #[test]
    fn every_form_of_a_list_is_read() {
        let one = json!({"name": "get_x", "inputSchema": {"type": "object"}});
        for (form, tools) in [
            (json!({"tools": [one, one]}), 2),
            (
                json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": [one]}}),
                1,
            ),
            (json!([one]), 1),
            (one.clone(), 1),
            (json!({"tools": []}), 0),
        ] {
            assert_eq!(catalog_facts(&form).unwrap().tools.len(), tools, "{form}");
        }
        let around = json!({"serverInfo": {"name": "ledger"}, "instructions": "", "tools": [one]});
        let facts = catalog_facts(&around).unwrap();
        assert_eq!(facts.server, Fact::Seen("ledger".into()));
        assert_eq!(facts.instructions, Fact::Seen(Some(String::new())));
        let none = catalog_facts(&json!({"instructions": null, "tools": [one]})).unwrap();
        assert_eq!(none.instructions, Fact::Seen(None));
        assert_eq!(
            catalog_facts(&json!([one])).unwrap().instructions,
            Fact::Unseen
        );
    }

    #[test]
    fn what_holds_no_tools_is_told() {
        let said = |value| catalog_facts(&value).unwrap_err().to_string();
        assert!(said(json!(null)).starts_with("no tools in null"));
        assert!(said(json!({"a": 1, "b": 2})).starts_with("no tools in an object with `a`, `b`"));
        assert_eq!(
            said(json!({"error": {"message": "no"}})),
            "the response is an error: no"
        );
        assert!(said(json!([1])).starts_with("tool 0 is a number; expected an object"));
    }

    /// Where the names of the tools stand.
    fn places(document: &Document) -> Vec<String> {
        let finding = |tool| Finding {
            rule: &mcp_ergo_rules::NAME_NOT_PORTABLE,
            level: mcp_ergo_rules::Level::Deny,
            tool: Some(tool),
            part: Part::Name,
            message: String::new(),
            help: String::new(),
        };
        let tools = 0..document.facts().tools.len();
        tools
            .map(|tool| document.place(&finding(tool)).to_string())
            .collect()
    }

    fn names(document: &Document) -> Vec<String> {
        let tools = document.facts().tools.iter();
        tools
            .map(|tool| tool.name.seen().cloned().unwrap_or_default())
            .collect()
    }

    fn read(text: &str) -> Document {
        Document::parse(text.as_bytes()).unwrap()
    }

    fn refused(text: &str) -> String {
        Document::parse(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn pointers_follow_the_form_of_the_document() {
        let one = r#"{"name": "get_x", "inputSchema": {}}"#;
        for (form, wanted) in [
            (
                format!(r#"{{"tools": [{one}, {one}]}}"#),
                &["/tools/0/name", "/tools/1/name"][..],
            ),
            (
                format!(r#"{{"result": {{"tools": [{one}]}}}}"#),
                &["/result/tools/0/name"],
            ),
            (format!("[{one}]"), &["/0/name"]),
            (one.to_owned(), &["/name"]),
            (
                format!(r#"[{{"jsonrpc": "2.0"}}, {{"result": {{"tools": [{one}]}}}}]"#),
                &["/1/result/tools/0/name"],
            ),
        ] {
            assert_eq!(places(&read(&form)), wanted, "{form}");
        }
    }

    #[test]
    fn a_transcript_is_read_line_by_line() {
        let document = read(concat!(
            "\u{feff}Server started {\n",
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#,
            "\n",
            r#"{"jsonrpc":"2.0","id":1,"result":{"serverInfo":{"name":"s"},"instructions":"Begin."}}"#,
            "\r\n\r\nevent: message\r\n",
            r#"data: {"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"a"}],"nextCursor":"x"}}"#,
            "\n",
            r#"{"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"b"}],"prompts":[{"name":"p"}]}}"#,
        ));
        assert_eq!(names(&document), ["a", "b"]);
        assert_eq!(
            places(&document),
            [
                "line 6: /result/tools/0/name",
                "line 7: /result/tools/0/name"
            ]
        );
        assert_eq!(document.notes(), ["1 line without JSON passed over"]);
        let facts = document.facts();
        assert_eq!(facts.server, Fact::Seen("s".into()));
        assert_eq!(facts.instructions, Fact::Seen(Some("Begin.".into())));
        assert_eq!(facts.prompts.seen().map(Vec::len), Some(1));
    }

    #[test]
    fn a_list_that_begins_anew_takes_the_place_of_the_one_before() {
        let page = |name: &str, next: &str| {
            format!(r#"{{"result":{{"tools":[{{"name":"{name}"}}]{next}}}}}"#)
        };
        let next = r#","nextCursor":"n""#;
        let again = [
            page("a", next),
            page("b", ""),
            page("c", next),
            page("d", ""),
        ];
        assert_eq!(names(&read(&again.join("\n"))), ["c", "d"]);
        let cut = read(&page("a", next));
        assert_eq!(cut.notes().len(), 1);
        assert!(cut.notes()[0].starts_with("the list goes on"));
    }

    #[test]
    fn what_cannot_be_read_is_told_where() {
        assert!(refused(" \n").starts_with("it is empty"));
        assert_eq!(
            refused("{\n  \"tools\": [,]\n}"),
            "line 2, column 13 is not JSON: expected value"
        );
        let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
        assert_eq!(
            refused(&deep),
            "line 1, column 128: nested deeper than 128 levels"
        );
        let utf_16 = Document::parse(b"\xff\xfe{\0}\0").unwrap_err().to_string();
        assert!(
            utf_16.contains("byte 0") && utf_16.contains("UTF-16"),
            "{utf_16}"
        );
        assert_eq!(
            Document::parse(b"[\"\xe9\"]").unwrap_err(),
            ReadError::NotUtf8 {
                at: 2,
                utf_16: false
            }
        );
        let lines = "{\"jsonrpc\":\"2.0\"}\n{\"jsonrpc\":\"2.0\"}";
        assert!(
            refused(lines).starts_with("no tools in 2 messages"),
            "{}",
            refused(lines)
        );
        assert_eq!(
            refused("{\"jsonrpc\":\"2.0\"}\n{\"error\":{\"message\":\"no\"},\"jsonrpc\":\"2.0\"}"),
            "the response is an error: no"
        );
        let many = vec![json!({"name": "x"}); MOST_TOOLS + 1];
        let error = Document::from_json(json!(many)).unwrap_err();
        assert_eq!(
            error,
            ReadError::TooMany {
                count: MOST_TOOLS + 1
            }
        );
        assert_eq!(
            Document::parse(&vec![b' '; Document::LARGEST + 1]).unwrap_err(),
            ReadError::TooLarge
        );
    }
}
