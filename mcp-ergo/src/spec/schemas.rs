//! What each tool takes and returns.

use std::fmt;

use mcp_ergo_rules::{Fact, Kind, ParamFacts};

use super::{Design, cell};

pub(super) fn write(design: &Design<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "\n## Schemas")?;
    if design.failure_modes.is_some() {
        writeln!(
            f,
            "\nBeside what is listed, every answer carries `outcome`, a sentence, and where a call comes \
             next `nextAction`: `tool`, `args`, `reason`."
        )?;
    }
    for (index, tool) in design.catalog.tools.iter().enumerate() {
        writeln!(f, "\n### {}\n", design.tool_name(index))?;
        if let Some(description) = tool.description.present() {
            writeln!(f, "{}\n", cell::text(description))?;
        }
        match &tool.params {
            Fact::Unseen => writeln!(f, "Takes: UNSEEN.")?,
            Fact::Seen(params) if params.is_empty() => writeln!(f, "Takes nothing.")?,
            Fact::Seen(params) => table("parameter", params, f)?,
        }
        let returned = match &tool.output {
            Fact::Unseen | Fact::Seen(None) => None,
            Fact::Seen(Some(output)) => output.fields.seen(),
        };
        match returned {
            None => writeln!(f, "\nReturns: no output schema.")?,
            Some(fields) if fields.is_empty() => writeln!(f, "\nReturns a sentence alone.")?,
            Some(fields) => {
                writeln!(f)?;
                table("returned field", fields, f)?;
            }
        }
    }
    Ok(())
}

fn table(heading: &str, fields: &[ParamFacts], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(
        f,
        "| {heading} | type | required | meaning |\n|---|---|---|---|"
    )?;
    fields
        .iter()
        .try_for_each(|field| row(field, &mut Vec::new(), f))
}

fn row(field: &ParamFacts, path: &mut Vec<String>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    path.push(field.name.clone());
    let required = match field.required {
        Fact::Seen(true) => "yes",
        Fact::Seen(false) => "no",
        Fact::Unseen => "",
    };
    let meaning = field.text.present().map_or("", String::as_str);
    writeln!(
        f,
        "| {} | {} | {required} | {} |",
        cell::code(&cell::path(path)),
        kind(field),
        cell::text(meaning)
    )?;
    for inner in field.inner() {
        // Items of a plain kind stand in the type of their list.
        if inner.name != "[]" || !is_plain(inner) {
            row(inner, path, f)?;
        }
    }
    path.pop();
    Ok(())
}

/// Whether a value is told by its kind alone.
fn is_plain(field: &ParamFacts) -> bool {
    let nothing_else = ParamFacts {
        name: field.name.clone(),
        kind: field.kind,
        ..ParamFacts::default()
    };
    kind(field) == kind(&nothing_else)
        && field.inner().next().is_none()
        && field.text.present().is_none()
}

fn kind(field: &ParamFacts) -> String {
    let mut text = match (field.options.present(), field.kind) {
        (Some(options), _) => {
            let options: Vec<String> = options.iter().map(|option| cell::code(option)).collect();
            options.join(", ")
        }
        (None, Fact::Seen(kind)) => match field.items.present() {
            Some(items) if kind == Kind::Array && is_plain(items) => {
                format!("array of {}", word(items.kind))
            }
            _ => word(field.kind).to_owned(),
        },
        (None, Fact::Unseen) => word(field.kind).to_owned(),
    };
    if let Some(format) = field.format.present() {
        text.push_str(", ");
        text.push_str(&cell::text(format));
    }
    if let Some(pattern) = field.pattern.present() {
        text.push_str(" matching ");
        text.push_str(&cell::code(pattern));
    }
    text += &range(&of_author(&field.minimum), &of_author(&field.maximum), "");
    let unit = if field.kind == Fact::Seen(Kind::Array) {
        " items"
    } else {
        " characters"
    };
    text += &range(&field.least, &field.most, unit);
    if let Some(default) = field.default.present() {
        text.push_str("; default ");
        text.push_str(&cell::code(default));
    }
    text
}

/// A bound, unless it is only the end of a type: beyond what a float counts exactly, nobody means one.
fn of_author(bound: &Fact<Option<f64>>) -> Fact<Option<f64>> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    Fact::Seen(bound.present().copied().filter(|bound| bound.abs() < EXACT))
}

fn range<T: fmt::Display>(least: &Fact<Option<T>>, most: &Fact<Option<T>>, unit: &str) -> String {
    match (least.present(), most.present()) {
        (Some(least), Some(most)) => format!(" from {least} to {most}{unit}"),
        (Some(least), None) => format!(" from {least}{unit}"),
        (None, Some(most)) => format!(" up to {most}{unit}"),
        (None, None) => String::new(),
    }
}

const fn word(kind: Fact<Kind>) -> &'static str {
    match kind {
        Fact::Seen(Kind::String) => "string",
        Fact::Seen(Kind::Integer) => "integer",
        Fact::Seen(Kind::Number) => "number",
        Fact::Seen(Kind::Boolean) => "boolean",
        Fact::Seen(Kind::Array) => "array",
        Fact::Seen(Kind::Object) => "object",
        _ => "any",
    }
}
