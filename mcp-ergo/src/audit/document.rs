//! A document that lists tools, and where in it everything stands.

mod text;

use mcp_ergo_rules::{CatalogFacts, Finding, Part, plural};
use serde_json::{Map, Value};

use super::{pointer, read};

/// The most tools that are judged. The largest real catalogs have a few hundred, and rules compare
/// tools with each other.
const MOST_TOOLS: usize = 2_000;

/// Why a document holds no catalog that can be judged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The document is neither of the forms that list tools.
    #[error(
        "no tools in {found}; expected the result of `tools/list`, a JSON-RPC response with \
         it, an array of tools, or one tool"
    )]
    NoTools {
        /// What the document is instead.
        found: String,
    },
    /// The document is the answer to a request that failed.
    #[error("the response is an error: {message}")]
    Response {
        /// What the server said.
        message: String,
    },
    /// The list holds something else than tools.
    #[error("tool {index} is {found}; expected an object with `name` and `inputSchema`")]
    NotATool {
        /// The place in the list, from 0.
        index: usize,
        /// What stands there instead.
        found: String,
    },
    /// The list is longer than any client takes.
    #[error("the list has {count} tools; at most {MOST_TOOLS} are judged at once")]
    TooMany {
        /// How many tools there are.
        count: usize,
    },
    /// There is nothing in the document.
    #[error("it is empty; expected JSON that lists tools, e.g. the result of `tools/list`")]
    Empty,
    /// The document is larger than any real catalog.
    #[error("it is larger than {} MiB; real catalogs stay below 3 MiB", Document::LARGEST >> 20)]
    TooLarge,
    /// The document is no UTF-8.
    #[error("byte {at} is not UTF-8{}", if *.utf_16 { "; it looks like UTF-16, save it as UTF-8" } else { "; save the file as UTF-8" })]
    NotUtf8 {
        /// The first byte that is wrong, from 0.
        at: usize,
        /// Whether the document begins with the mark of UTF-16.
        utf_16: bool,
    },
    /// The document is no JSON.
    #[error("line {line}, column {column} is not JSON: {message}")]
    NotJson {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What the parser says.
        message: String,
    },
    /// The document is nested deeper than schemas are.
    #[error("line {line}, column {column}: nested deeper than 128 levels")]
    TooDeep {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
}

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

/// Where everything stands.
#[derive(Debug, Default)]
struct Layout {
    /// Each tool.
    tools: Vec<Site>,
    /// The list of tools, its first page.
    list: Option<Site>,
    /// The objects around the list that may hold `instructions`, `serverInfo` and the other lists.
    around: Vec<Site>,
    /// Whether the last page of the list names another.
    unfinished: bool,
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

impl Layout {
    /// A document by itself.
    fn document(&mut self, json: &Value) -> Result<(), ReadError> {
        let root = Site::root(0);
        let object = match json {
            Value::Array(tools) => {
                self.page(&root, tools.len());
                return Ok(());
            }
            Value::Object(object) => object,
            _ => return Err(no_tools(json)),
        };
        if self.result(&root, object) {
            Ok(())
        } else if let Some(result) = object.get("result").and_then(Value::as_object) {
            let listed = self.result(&root.below("result"), result);
            listed.then_some(()).ok_or_else(|| no_tools(json))
        } else if let Some(error) = object.get("error") {
            Err(response_error(error))
        } else if is_tool(object) {
            self.tools.push(root.clone());
            self.list = Some(root);
            Ok(())
        } else {
            Err(no_tools(json))
        }
    }

    /// The messages of a conversation, in their order.
    fn transcript<'a>(
        &mut self,
        messages: impl Iterator<Item = (Site, &'a Value)>,
    ) -> Result<(), ReadError> {
        let (mut listed, mut count, mut failed) = (false, 0, None);
        for (site, message) in messages {
            count += 1;
            if let Some(Value::Object(result)) = message.get("result") {
                let site = site.below("result");
                if !self.result(&site, result) {
                    self.around.push(site);
                    continue;
                }
                listed = true;
            } else if let Some(error) = message.get("error") {
                failed.get_or_insert_with(|| response_error(error));
            } else if let Value::Object(object) = message {
                listed |= self.result(&site, object);
            }
        }
        match failed {
            _ if listed => Ok(()),
            Some(error) => Err(error),
            None => Err(ReadError::NoTools {
                found: plural(count, "message"),
            }),
        }
    }

    /// A result, if it has tools. A list that begins while the one before was finished takes its
    /// place.
    fn result(&mut self, site: &Site, result: &Map<String, Value>) -> bool {
        let Some(tools) = result.get("tools").and_then(Value::as_array) else {
            return false;
        };
        self.page(&site.below("tools"), tools.len());
        self.around.push(site.clone());
        self.unfinished = result.get("nextCursor").is_some_and(Value::is_string);
        true
    }

    fn page(&mut self, list: &Site, tools: usize) {
        if !self.unfinished {
            self.tools.clear();
            self.list = None;
        }
        self.list.get_or_insert_with(|| list.clone());
        self.tools
            .extend((0..tools).map(|index| list.below(&index.to_string())));
    }
}

fn is_message(value: &Value) -> bool {
    ["jsonrpc", "result"]
        .iter()
        .any(|key| value.get(*key).is_some())
}

fn is_tool(object: &Map<String, Value>) -> bool {
    object.contains_key("name")
        && ["inputSchema", "description", "annotations"]
            .iter()
            .any(|key| object.contains_key(*key))
}

fn no_tools(json: &Value) -> ReadError {
    ReadError::NoTools {
        found: describe(json),
    }
}

fn response_error(error: &Value) -> ReadError {
    let message = error.get("message").unwrap_or(error);
    let message = message
        .as_str()
        .map_or_else(|| message.to_string(), str::to_owned);
    ReadError::Response { message }
}

fn describe(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(_) => "a boolean".into(),
        Value::Number(_) => "a number".into(),
        Value::String(_) => "a string".into(),
        Value::Array(_) => "an array".into(),
        Value::Object(object) if object.is_empty() => "an empty object".into(),
        Value::Object(object) => {
            let keys: Vec<String> = object
                .keys()
                .take(3)
                .map(|key| format!("`{}`", cut(key)))
                .collect();
            let rest = if object.len() > keys.len() {
                ", …"
            } else {
                ""
            };
            format!("an object with {}{rest}", keys.join(", "))
        }
    }
}

/// A key, short enough for a message.
fn cut(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
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
