//! The URIs of resources: fixed ones, and templates of level 1 of RFC 6570, whose variables each stand
//! for one segment.

use std::borrow::Cow;

/// A URI, or a template of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UriTemplate<'a> {
    pieces: Vec<Piece<'a>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece<'a> {
    Text(&'a str),
    Variable(&'a str),
}

/// Why a text is no URI that a resource can have, and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UriError {
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

fn error<T>(message: impl Into<String>, help: impl Into<String>) -> Result<T, UriError> {
    Err(UriError {
        message: message.into(),
        help: help.into(),
    })
}

impl<'a> UriTemplate<'a> {
    /// Reads a URI or a template of one.
    ///
    /// # Errors
    ///
    /// When it has no scheme, holds what a URI cannot hold, or a template of a higher level than 1.
    pub fn read(uri: &'a str) -> Result<Self, UriError> {
        let pieces = pieces(uri)?;
        check_scheme(uri)?;
        for piece in &pieces {
            match piece {
                Piece::Text(text) => check_text(text)?,
                Piece::Variable(name) => check_variable(name)?,
            }
        }
        for (at, pair) in pieces.windows(2).enumerate() {
            if let [Piece::Variable(first), Piece::Variable(second)] = pair {
                return error(
                    format!(
                        "nothing stands between `{{{first}}}` and `{{{second}}}`, so nobody can tell where one ends"
                    ),
                    format!("put a slash between them: `{{{first}}}/{{{second}}}`"),
                );
            }
            if let Piece::Variable(name) = pair[0]
                && pieces[at + 1..].contains(&Piece::Variable(name))
            {
                return error(
                    format!("the variable `{name}` stands there twice"),
                    "give each variable a name of its own",
                );
            }
        }
        Ok(Self { pieces })
    }

    /// The names of the variables, in order; none for a fixed URI.
    pub fn variables(&self) -> impl Iterator<Item = &'a str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Variable(name) => Some(*name),
            Piece::Text(_) => None,
        })
    }

    /// The template without the names of its variables: two that are alike in it take the same URIs.
    pub fn skeleton(&self) -> String {
        self.expand(|_| "{}".to_owned())
    }

    /// The URI with these values, percent-encoded already, in place of the variables.
    pub fn expand(&self, mut value: impl FnMut(&'a str) -> String) -> String {
        self.pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => Cow::Borrowed(*text),
                Piece::Variable(name) => Cow::Owned(value(name)),
            })
            .collect()
    }

    /// The values that a URI gives the variables, as they are written there; `None` where the URI is
    /// none of this template. A value is not empty and holds no slash, question mark or hash.
    pub fn values<'u>(&self, uri: &'u str) -> Option<Vec<(&'a str, &'u str)>> {
        let mut values = Vec::new();
        let mut rest = uri;
        let mut pieces = self.pieces.iter().peekable();
        while let Some(piece) = pieces.next() {
            match *piece {
                Piece::Text(text) => rest = rest.strip_prefix(text)?,
                Piece::Variable(name) => {
                    let end = match pieces.next() {
                        None => rest.len(),
                        // The last text ends the URI, wherever else it may stand.
                        Some(Piece::Text(text)) if pieces.peek().is_none() => {
                            rest.strip_suffix(text)?.len()
                        }
                        Some(Piece::Text(text)) => after_first(rest, text)?,
                        Some(Piece::Variable(_)) => return None,
                    };
                    let (value, behind) = rest.split_at(end);
                    if value.is_empty() || value.contains(['/', '?', '#']) {
                        return None;
                    }
                    values.push((name, value));
                    // What ended the value.
                    let ended = self.text_behind(name).len();
                    rest = behind.get(ended..)?;
                }
            }
        }
        rest.is_empty().then_some(values)
    }

    /// The text behind a variable.
    fn text_behind(&self, name: &str) -> &'a str {
        let mut pieces = self.pieces.iter();
        pieces.find(|piece| matches!(piece, Piece::Variable(known) if *known == name));
        match pieces.next() {
            Some(Piece::Text(text)) => text,
            _ => "",
        }
    }
}

/// Where `text` begins in `rest`, behind its first character.
fn after_first(rest: &str, text: &str) -> Option<usize> {
    let first = rest.chars().next()?.len_utf8();
    rest[first..].find(text).map(|at| at + first)
}

fn pieces(uri: &str) -> Result<Vec<Piece<'_>>, UriError> {
    const BRACES: &str = "write a variable as `{name}`; a brace of its own is `%7B` or `%7D`";
    let mut pieces = Vec::new();
    let mut rest = uri;
    while let Some(at) = rest.find(['{', '}']) {
        let (text, behind) = rest.split_at(at);
        if behind.starts_with('}') {
            return error(format!("a `}}` in `{uri}` closes nothing"), BRACES);
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(text));
        }
        let Some((name, behind)) = behind[1..].split_once('}') else {
            return error(format!("a `{{` in `{uri}` is not closed"), BRACES);
        };
        if name.contains('{') {
            return error(format!("a `{{` in `{uri}` is not closed"), BRACES);
        }
        pieces.push(Piece::Variable(name));
        rest = behind;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    Ok(pieces)
}

fn check_scheme(uri: &str) -> Result<(), UriError> {
    let has_scheme = uri.split_once(':').is_some_and(|(scheme, rest)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
            && !rest.trim_start_matches('/').is_empty()
    });
    if has_scheme {
        return Ok(());
    }
    error(
        format!("`{uri}` is no URI: it has no scheme, or nothing behind it"),
        "begin with a scheme of your own: `catalog://prices/current`",
    )
}

fn check_text(text: &str) -> Result<(), UriError> {
    let stray = text
        .chars()
        .find(|c| !c.is_ascii_graphic() || r#""<>\^`|"#.contains(*c));
    if let Some(stray) = stray {
        let mut bytes = [0; 4];
        let encoded = encode(stray.encode_utf8(&mut bytes));
        let shown = if stray == ' ' {
            "a space".to_owned()
        } else {
            format!("{stray:?}")
        };
        return error(
            format!("a URI cannot hold {shown}"),
            format!("leave it out, or write it as `{encoded}`"),
        );
    }
    match decode(text) {
        Some(_) => Ok(()),
        None => error(
            format!("a `%` in `{text}` does not begin a percent-encoded character"),
            "write `%25` for a `%` of its own",
        ),
    }
}

fn check_variable(name: &str) -> Result<(), UriError> {
    if name.is_empty() {
        return error("a variable has no name", "name it: `{invoice_id}`");
    }
    let plain = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    if plain(name) {
        return Ok(());
    }
    let bare = name
        .trim_start_matches(['+', '#', '.', '/', ';', '?', '&'])
        .split([',', ':', '*'])
        .next()
        .filter(|bare| plain(bare));
    error(
        format!(
            "`{{{name}}}` is more than a name, and a variable stands for one segment (level 1 of RFC 6570)"
        ),
        match bare {
            Some(bare) if name.contains(',') => {
                format!("write one variable a segment: `{{{bare}}}/…`")
            }
            Some(bare) => format!("write `{{{bare}}}`"),
            None => "write a name of letters, digits and underscores: `{invoice_id}`".to_owned(),
        },
    )
}

/// A value as a URI holds it: everything but letters, digits and `-._~` percent-encoded.
pub fn encode(value: &str) -> String {
    use std::fmt::Write as _;
    let mut encoded = String::with_capacity(value.len());
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// A percent-encoded value; `None` where a `%` begins no character, or the bytes are no UTF-8.
pub fn decode(value: &str) -> Option<String> {
    let mut decoded = Vec::with_capacity(value.len());
    let mut bytes = value.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            decoded.push(byte);
            continue;
        }
        let mut digit = || char::from(bytes.next()?).to_digit(16);
        let (high, low) = (digit()?, digit()?);
        decoded.push(u8::try_from(high * 16 + low).ok()?);
    }
    String::from_utf8(decoded).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values<'u>(template: &'u str, uri: &'u str) -> Option<Vec<(&'u str, &'u str)>> {
        UriTemplate::read(template).unwrap().values(uri)
    }

    fn refused(uri: &str) -> (String, String) {
        let UriError { message, help } = UriTemplate::read(uri).unwrap_err();
        (message, help)
    }

    #[test]
    fn a_fixed_uri_takes_itself_alone() {
        assert_eq!(values("a://b/c", "a://b/c"), Some(vec![]));
        for other in ["a://b/c/", "a://b", "a://b/c?x", "A://b/c", ""] {
            assert_eq!(values("a://b/c", other), None, "{other}");
        }
    }

    #[test]
    fn a_variable_takes_one_segment() {
        let template = "a://x/{id}/lines/{line}";
        assert_eq!(
            values(template, "a://x/7/lines/é%20"),
            Some(vec![("id", "7"), ("line", "é%20")])
        );
        for other in [
            "a://x//lines/1",
            "a://x/7/lines/",
            "a://x/7/8/lines/1",
            "a://x/7/lines/1/2",
            "a://x/7/lines/1?q",
            "a://x/7/lines/1#f",
            "a://x/7",
        ] {
            assert_eq!(values(template, other), None, "{other}");
        }
    }

    #[test]
    fn several_variables_share_a_segment() {
        assert_eq!(
            values("a://{from}-{to}.csv", "a://x-y-z.csv.csv"),
            Some(vec![("from", "x"), ("to", "y-z.csv")])
        );
        assert_eq!(values("a://{id}.csv", "a://.csv"), None);
        assert_eq!(
            values("a://{from}-{to}", "a://--x"),
            Some(vec![("from", "-"), ("to", "x")])
        );
        assert_eq!(values("a://{from}-{to}", "a://é"), None);
    }

    #[test]
    fn what_no_resource_can_have_is_refused() {
        let (message, help) = refused("prices");
        assert_eq!(
            message,
            "`prices` is no URI: it has no scheme, or nothing behind it"
        );
        assert_eq!(
            help,
            "begin with a scheme of your own: `catalog://prices/current`"
        );
        let (message, help) = refused("a://price list");
        assert_eq!(
            (&*message, &*help),
            (
                "a URI cannot hold a space",
                "leave it out, or write it as `%20`"
            )
        );
        assert_eq!(
            refused("a://größe").1,
            "leave it out, or write it as `%C3%B6`"
        );
        let (message, help) = refused("a://{+path}");
        assert_eq!(
            message,
            "`{+path}` is more than a name, and a variable stands for one segment (level 1 of RFC 6570)"
        );
        assert_eq!(help, "write `{path}`");
        assert_eq!(
            refused("a://{x,y}").1,
            "write one variable a segment: `{x}/…`"
        );
        assert_eq!(
            refused("a://{a-b}").1,
            "write a name of letters, digits and underscores: `{invoice_id}`"
        );
        for (uri, message) in [
            (
                "a://{x}{y}",
                "nothing stands between `{x}` and `{y}`, so nobody can tell where one ends",
            ),
            ("a://{x}/{x}", "the variable `x` stands there twice"),
            ("a://{}", "a variable has no name"),
            ("a://{x", "a `{` in `a://{x` is not closed"),
            ("a://{x{y}", "a `{` in `a://{x{y}` is not closed"),
            ("a://x}", "a `}` in `a://x}` closes nothing"),
            (
                "a://%zz",
                "a `%` in `a://%zz` does not begin a percent-encoded character",
            ),
            (
                "{scheme}://x",
                "`{scheme}://x` is no URI: it has no scheme, or nothing behind it",
            ),
            (
                "a://",
                "`a://` is no URI: it has no scheme, or nothing behind it",
            ),
            ("", "`` is no URI: it has no scheme, or nothing behind it"),
        ] {
            assert_eq!(refused(uri).0, message, "{uri}");
        }
    }

    #[test]
    fn values_survive_the_way_through_a_uri() {
        for value in ["inv_01", "a/b c", "größe", "100 %", "{x}", "", "\0"] {
            assert_eq!(decode(&encode(value)).as_deref(), Some(value));
        }
        for broken in ["%", "%4", "%zz", "%+1", "%ff", "%é"] {
            assert_eq!(decode(broken), None, "{broken}");
        }
    }

    /// Every text of a few characters that could matter, against templates of every form: what a
    /// template takes is what it makes of the values.
    #[test]
    fn what_a_template_takes_it_makes_again() {
        let templates = ["a:/{x}", "a:{x}-{y}", "a:{x}a{y}/", "a:/", "a:{x}/{y}é"];
        let templates = templates.map(|uri| (uri, pieces(uri).unwrap()));
        let mut texts = vec![String::new()];
        for _ in 0..5 {
            let longer = texts
                .iter()
                .flat_map(|text| ["a", "-", "/", "%", "é"].map(|c| format!("{text}{c}")));
            texts = longer.chain([String::new()]).collect();
        }
        for (uri, pieces) in templates {
            let template = UriTemplate { pieces };
            for text in &texts {
                let text = format!("a:{text}");
                let Some(values) = template.values(&text) else {
                    continue;
                };
                assert_eq!(values.len(), template.variables().count());
                let made = template.expand(|name| {
                    let value = values.iter().find(|(known, _)| *known == name);
                    value.map(|(_, value)| (*value).to_owned()).unwrap()
                });
                assert_eq!(made, text, "{uri}");
            }
        }
    }

    #[test]
    fn templates_that_take_the_same_are_alike() {
        let skeleton = |uri| UriTemplate::read(uri).unwrap().skeleton();
        assert_eq!(skeleton("a://{x}/b"), skeleton("a://{y}/b"));
        assert_ne!(skeleton("a://{x}/b"), skeleton("a://x/b"));
    }
}
