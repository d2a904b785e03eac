//! What a server promises, in a file beside its tests: a change that breaks a promise fails the
//! test, everything else passes.

mod compare;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Number, Serializer, Value};

use crate::registry::Registered;
use crate::schema::{Kind, Record, Shape};
use crate::server::Server;
use compare::Change;

/// Fails where the server breaks what it promised in the file at `path`, which begins at the folder
/// of the package whose test this is.
///
/// The first run writes the file; commit it. Later runs compare, and report everything at once that
/// breaks a caller who knows the old catalog:
///
/// | of | what breaks |
/// |---|---|
/// | a tool | it is gone, and no tool is `formerly` it; a former name no longer answers; its class is raised from read to write or from write to destructive; it is no longer idempotent; it asks for another scope |
/// | a parameter | it is gone, new and required, or required now; its type, unit, pattern or format is another; it takes fewer values, by its enum or its bounds |
/// | a field of the answer | it is gone, or no longer always there; its type or format is another |
///
/// Everything else passes: new tools, new optional parameters, new values, wider bounds, new
/// fields, lower classes, and texts, which the file does not hold (the
/// [design spec](Server::spec) does). Where the file is then behind, the test says so on stderr, and
/// protects nothing of what is new before it is written anew.
///
/// With `BLESS=1` the file is written anew, whatever changed. Every tool counts, whichever scopes
/// are granted. Closed sets that are read from state (`options`) are those of the test's state.
///
/// ```no_run
/// # fn server() -> mcp_ergo::Server { unimplemented!() }
/// #[test]
/// fn the_catalog_breaks_nobody() {
///     mcp_ergo::testing::assert_catalog_compatible(&server(), "tests/catalog.json");
/// }
/// ```
///
/// # Panics
///
/// When a promise is broken; when the file cannot be read or written; and when it is not there and
/// the environment variable `CI` is set, since nobody would commit it.
#[track_caller]
pub fn assert_catalog_compatible(server: &Server, path: impl AsRef<Path>) {
    let set = |name| env::var(name).is_ok_and(|value| !matches!(&*value, "" | "0" | "false"));
    // Cargo tells every test where its package is.
    let folder = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let promised = Promised {
        path: path.as_ref(),
        file: folder.unwrap_or_default().join(path.as_ref()),
        package: env::var("CARGO_PKG_NAME").ok(),
        bless: set("BLESS"),
        ci: set("CI"),
    };
    match promised.check(&Catalog::of(server)) {
        Ok(None) => {}
        Ok(Some(note)) => {
            // Past what a test that passes prints, which nobody sees.
            let _ = writeln!(io::stderr(), "note: {note}");
        }
        Err(problem) => panic!("{problem}"),
    }
}

/// The file, and what may be done about it.
struct Promised<'a> {
    /// As the test names it.
    path: &'a Path,
    file: PathBuf,
    package: Option<String>,
    bless: bool,
    ci: bool,
}

impl Promised<'_> {
    /// Nothing, a note for whoever reads the test's output, or why the test fails.
    fn check(&self, catalog: &Catalog) -> Result<Option<String>, String> {
        let path = self.path.display();
        if self.bless {
            self.write(catalog)?;
            return Ok(Some(format!("{path} is written anew; commit it")));
        }
        let text = match fs::read_to_string(&self.file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound && !self.ci => {
                self.write(catalog)?;
                return Ok(Some(format!(
                    "{path} was not there and is written; commit it"
                )));
            }
            Err(error) => {
                return Err(format!(
                    "{path} cannot be read: {error}\nhelp: write it by `{}`, and commit it",
                    self.command()
                ));
            }
        };
        let promised: Catalog = serde_json::from_str(&text).map_err(|error| {
            format!(
                "{path} is no catalog: {error}\nhelp: bring back the one that was committed, or \
                 write it anew by `{}`",
                self.command()
            )
        })?;
        let changes = compare::breaking(&promised, catalog);
        if !changes.is_empty() {
            return Err(self.broken(&changes));
        }
        let behind = promised != *catalog;
        Ok(behind.then(|| {
            format!(
                "{path} is behind the server: nothing is broken, and what is new is not protected \
                 before it is written anew by `{}`",
                self.command()
            )
        }))
    }

    fn write(&self, catalog: &Catalog) -> Result<(), String> {
        let folder = self.file.parent().map_or(Ok(()), fs::create_dir_all);
        let written = folder.and_then(|()| fs::write(&self.file, catalog.to_string()));
        written.map_err(|error| format!("{} cannot be written: {error}", self.path.display()))
    }

    fn broken(&self, changes: &[Change]) -> String {
        let mut text = format!(
            "{} for those who call this server as {} promises it",
            mcp_ergo_rules::plural(changes.len(), "breaking change"),
            self.path.display()
        );
        for change in changes {
            let _ = write!(text, "\n\n{change}");
        }
        let _ = write!(
            text,
            "\n\nto break it on purpose: `{}`, and commit the file",
            self.command()
        );
        text
    }

    /// What writes the file anew.
    fn command(&self) -> String {
        match &self.package {
            Some(package) => format!("BLESS=1 cargo test -p {package}"),
            None => "BLESS=1 cargo test".to_owned(),
        }
    }
}

/// What a server promises. `Display` is the file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Catalog {
    tools: BTreeMap<String, Contract>,
}

/// What a tool promises.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Contract {
    class: Class,
    /// Whether the same call may be sent twice. Of a read it goes without saying.
    #[serde(default)]
    idempotent: bool,
    scope: Option<String>,
    #[serde(default)]
    formerly: Vec<String>,
    /// Parameters by their paths: `lines`, `lines[]`, `lines[].text`.
    input: BTreeMap<String, Part>,
    /// Fields of the answer by their paths.
    output: BTreeMap<String, Part>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Class {
    Read,
    Write,
    Destructive,
}

/// What is promised of one value, in the keywords of JSON Schema.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Part {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    required: bool,
    #[serde(rename = "enum", skip_serializing_if = "Option::is_none")]
    values: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_length: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_length: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_items: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_items: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
}

impl Catalog {
    fn of(server: &Server) -> Self {
        let view = server.local_view();
        let tools = view.catalog().tools.iter();
        Self {
            tools: tools
                .map(|tool| (tool.def.name.to_owned(), Contract::of(tool)))
                .collect(),
        }
    }
}

impl Contract {
    fn of(tool: &Registered) -> Self {
        let mut input = BTreeMap::new();
        flatten("", &tool.input, &mut input, &Part::of);
        let mut output = BTreeMap::new();
        if let Some(record) = tool.output.as_ref().and_then(Shape::as_record) {
            flatten("", record, &mut output, &Part::answered);
        }
        let formerly = tool.def.formerly.iter();
        Self {
            class: match tool.def.class {
                mcp_ergo_rules::Class::Read => Class::Read,
                mcp_ergo_rules::Class::Write => Class::Write,
                mcp_ergo_rules::Class::Destructive => Class::Destructive,
            },
            idempotent: tool.def.idempotent && tool.def.class != mcp_ergo_rules::Class::Read,
            scope: tool.def.scope.map(str::to_owned),
            formerly: formerly.map(|&name| name.to_owned()).collect(),
            input,
            output,
        }
    }
}

impl Part {
    /// Everything that is enforced of a value.
    fn of(shape: &Shape, required: bool) -> Self {
        let mut schema = shape.schema(None);
        // Of the members, where it is an object.
        schema.remove("required");
        let part = serde_json::from_value(Value::Object(schema));
        Self {
            required,
            unit: shape.unit.map(str::to_owned),
            ..part.unwrap_or_else(|_| Self::bare(shape, required))
        }
    }

    /// What a reader relies on: an answer's bounds and values are no caller's business.
    fn answered(shape: &Shape, required: bool) -> Self {
        let format = match &shape.kind {
            Kind::Text { format, .. } => *format,
            _ => None,
        };
        Self {
            format: format.map(|format| format.keyword().to_owned()),
            ..Self::bare(shape, required)
        }
    }

    /// Its type, and whether it is always there.
    fn bare(shape: &Shape, required: bool) -> Self {
        Self {
            kind: shape.type_name().to_owned(),
            required,
            values: None,
            minimum: None,
            maximum: None,
            min_length: None,
            max_length: None,
            min_items: None,
            max_items: None,
            pattern: None,
            format: None,
            unit: None,
        }
    }
}

/// Every value of a record at any depth, by its path.
fn flatten(
    within: &str,
    record: &Record,
    parts: &mut BTreeMap<String, Part>,
    part: &impl Fn(&Shape, bool) -> Part,
) {
    for field in &record.fields {
        let separator = if within.is_empty() { "" } else { "." };
        let mut path = format!("{within}{separator}{}", field.name);
        let (mut shape, mut required) = (&field.shape, field.required);
        loop {
            parts.insert(path.clone(), part(shape, required));
            match &shape.kind {
                Kind::List { items, .. } => {
                    path.push_str("[]");
                    (shape, required) = (items, false);
                }
                Kind::Record(record) => break flatten(&path, record, parts, part),
                _ => break,
            }
        }
    }
}

/// What a reader of the file should know.
const ABOUT: &str = "What this server promises to its callers; mcp_ergo::testing writes it. A line \
                     that is taken out or tightened breaks somebody.";

/// One line a value, so that a change of one value is a change of one line.
impl std::fmt::Display for Catalog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{{\n  \"about\": {},", line(ABOUT))?;
        block(f, 2, "tools", &self.tools, |f, name, tool| {
            writeln!(f, "    {}: {{", line(name))?;
            writeln!(f, "      \"class\": {},", line(&tool.class))?;
            if tool.idempotent {
                writeln!(f, "      \"idempotent\": true,")?;
            }
            if let Some(scope) = &tool.scope {
                writeln!(f, "      \"scope\": {},", line(scope))?;
            }
            if !tool.formerly.is_empty() {
                writeln!(f, "      \"formerly\": {},", line(&tool.formerly))?;
            }
            let one = |f: &mut std::fmt::Formatter<'_>, path: &str, part: &Part| {
                write!(f, "        {}: {part}", line(path))
            };
            block(f, 6, "input", &tool.input, one)?;
            writeln!(f, ",")?;
            block(f, 6, "output", &tool.output, one)?;
            write!(f, "\n    }}")
        })?;
        writeln!(f, "\n}}")
    }
}

/// `"tools": { … }` with a member a line, or as many as `one` writes.
fn block<T>(
    f: &mut std::fmt::Formatter<'_>,
    indent: usize,
    name: &str,
    members: &BTreeMap<String, T>,
    one: impl Fn(&mut std::fmt::Formatter<'_>, &str, &T) -> std::fmt::Result,
) -> std::fmt::Result {
    write!(f, "{:indent$}\"{name}\": {{", "")?;
    for (at, (name, member)) in members.iter().enumerate() {
        f.write_str(if at == 0 { "\n" } else { ",\n" })?;
        one(f, name, member)?;
    }
    if members.is_empty() {
        return f.write_str("}");
    }
    write!(f, "\n{:indent$}}}", "")
}

/// `{"type": "integer", "minimum": 1}`
impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&line(self))
    }
}

/// JSON on one line, with the spaces that people write.
fn line<T: Serialize + ?Sized>(value: &T) -> String {
    let mut json = Vec::new();
    // Strings, lists of strings and parts are JSON, and a vector takes whatever is written.
    let _ = value.serialize(&mut Serializer::with_formatter(&mut json, Spaced));
    String::from_utf8(json).unwrap_or_default()
}

/// A space behind every comma and colon.
struct Spaced;

impl serde_json::ser::Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}
