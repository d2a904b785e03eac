//! The one tokeniser.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A word, a number, or a name with its inner `_`, `-`, `.`, `/` and apostrophes.
    Word,
    /// A text in quotation marks, without them.
    Quoted,
    /// A text in code marks, without them.
    Code,
    /// Any other single character.
    Mark,
}

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'a> {
    /// What it is.
    pub kind: Kind,
    /// The text, without quotation or code marks.
    pub text: &'a str,
    /// The first byte, marks included.
    pub start: usize,
    /// One past the last byte, marks included.
    pub end: usize,
    /// How many line breaks stand before it.
    pub breaks: usize,
}

impl Token<'_> {
    /// Whether this is the word `word`, in any case.
    pub fn is(&self, word: &str) -> bool {
        self.kind == Kind::Word && (self.text.eq_ignore_ascii_case(word) || self.is_typeset(word))
    }

    /// `don’t` with a typographic apostrophe is the same word. It is three bytes for one.
    fn is_typeset(&self, word: &str) -> bool {
        self.text.len() == word.len() + '’'.len_utf8() - 1
            && !self.text.is_ascii()
            && self.text.replace('’', "'").eq_ignore_ascii_case(word)
    }

    /// Whether this is one of `words`, in any case.
    pub fn is_any(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.is(word))
    }

    /// Whether this is the mark `mark`.
    pub fn is_mark(&self, mark: char) -> bool {
        self.kind == Kind::Mark && self.text.starts_with(mark)
    }

    /// Whether this is one of the characters of `marks`.
    pub fn is_mark_of(&self, marks: &str) -> bool {
        self.kind == Kind::Mark && self.text.chars().all(|mark| marks.contains(mark))
    }

    /// Whether somebody marked this off as a value or a name: in quotation or code marks.
    pub fn is_marked_off(&self) -> bool {
        matches!(self.kind, Kind::Quoted | Kind::Code)
    }
}

/// Abbreviations whose full stop belongs to them and ends no sentence.
const ABBREVIATIONS: &[&str] = &["e.g", "i.e", "etc", "vs", "incl", "approx", "resp", "cf"];

/// Cuts a text into tokens. Every byte that is not white space belongs to exactly one of them.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found: Vec<Token<'_>> = Vec::new();
    let (mut at, mut breaks) = (0, 0);
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            breaks += usize::from(c == '\n');
            at += c.len_utf8();
            continue;
        }
        let (kind, inner, end) = next(text, at, c);
        let inner = &text[inner.0..inner.1];
        found.push(Token {
            kind,
            text: inner,
            start: at,
            end,
            breaks,
        });
        breaks = 0;
        at = end;
    }
    found
}

fn next(text: &str, at: usize, c: char) -> (Kind, (usize, usize), usize) {
    if let Some((inner, end)) = code(text, at) {
        return (Kind::Code, inner, end);
    }
    if let Some((inner, end)) = quoted(text, at, c) {
        return (Kind::Quoted, inner, end);
    }
    if c.is_alphanumeric() || c == '_' {
        let end = word_end(text, at);
        return (Kind::Word, (at, end), end);
    }
    let end = at + c.len_utf8();
    (Kind::Mark, (at, end), end)
}

/// A span between equal runs of backticks, as Markdown has it.
fn code(text: &str, at: usize) -> Option<((usize, usize), usize)> {
    let rest = &text[at..];
    let ticks = rest.len() - rest.trim_start_matches('`').len();
    let close = rest[ticks..].find(&rest[..ticks]).filter(|_| ticks > 0)?;
    let inner = (at + ticks, at + ticks + close);
    // One backtick pairs within its line; a stray one must not swallow the rest of the text.
    let fits = ticks > 1 || !rest[ticks..ticks + close].contains('\n');
    (fits && close > 0).then_some((inner, inner.1 + ticks))
}

/// A quotation: it opens after white space or a mark and closes before one, within a line.
fn quoted(text: &str, at: usize, open: char) -> Option<((usize, usize), usize)> {
    let close = match open {
        '\'' | '"' => open,
        '‘' => '’',
        '“' => '”',
        '«' => '»',
        _ => return None,
    };
    if text[..at]
        .chars()
        .next_back()
        .is_some_and(char::is_alphanumeric)
    {
        return None;
    }
    let from = at + open.len_utf8();
    let mut offset = from;
    for c in text[from..].chars().take_while(|&c| c != '\n').take(200) {
        let after = text[offset + c.len_utf8()..].chars().next();
        // An apostrophe inside a word closes nothing.
        if c == close && offset > from && !after.is_some_and(char::is_alphanumeric) {
            return Some(((from, offset), offset + c.len_utf8()));
        }
        offset += c.len_utf8();
    }
    None
}

fn word_end(text: &str, at: usize) -> usize {
    let mut end = at;
    let mut chars = text[at..].chars().peekable();
    while let Some(c) = chars.next() {
        let inner = matches!(c, '-' | '.' | '/' | '\'' | '’')
            && end > at
            && chars
                .peek()
                .is_some_and(|&next| next.is_alphanumeric() || next == '_');
        if !(c.is_alphanumeric() || c == '_' || inner) {
            break;
        }
        end += c.len_utf8();
    }
    let abbreviated = ABBREVIATIONS
        .iter()
        .any(|short| text[at..end].eq_ignore_ascii_case(short));
    end + usize::from(abbreviated && text[end..].starts_with('.'))
}

/// Cuts tokens into sentences: at `.`, `!` and `?` before white space, at blank lines and at the
/// lines of a list.
pub fn sentences<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<&'t [Token<'a>]> {
    let mut found = Vec::new();
    let mut from = 0;
    for at in 1..tokens.len() {
        let (before, token) = (tokens[at - 1], tokens[at]);
        let stops = before.is_mark_of(".!?") && token.start > before.end;
        let bullet = token.breaks > 0 && token.is_mark_of("-*•#");
        if stops || bullet || token.breaks > 1 {
            found.push(&tokens[from..at]);
            from = at;
        }
    }
    if from < tokens.len() {
        found.push(&tokens[from..]);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        tokens(text).iter().map(|token| token.text).collect()
    }

    #[test]
    fn names_stay_whole_and_marks_stand_alone() {
        assert_eq!(
            texts("Call a.b_c-d/e, now."),
            ["Call", "a.b_c-d/e", ",", "now", "."]
        );
        assert_eq!(texts("users' and user's"), ["users", "'", "and", "user's"]);
        assert_eq!(texts("_hello -x"), ["_hello", "-", "x"]);
        assert_eq!(texts("größe…"), ["größe", "…"]);
    }

    #[test]
    fn quotations_and_code_are_one_token() {
        let found = tokens("is 'in progress', \"paid\" or `void`");
        let marked: Vec<_> = found.iter().filter(|token| token.is_marked_off()).collect();
        assert_eq!(marked.len(), 3);
        assert_eq!(marked[0].text, "in progress");
        assert_eq!((marked[2].kind, marked[2].text), (Kind::Code, "void"));
        assert_eq!(
            texts("don't use the user's 'it's'"),
            ["don't", "use", "the", "user's", "it's"]
        );
        assert_eq!(texts("a stray ` tick"), ["a", "stray", "`", "tick"]);
        assert_eq!(texts("'' and \""), ["'", "'", "and", "\""]);
    }

    #[test]
    fn abbreviations_end_no_sentence() {
        let found = tokens("Invoice id, e.g. 'inv_1'. Find it. Done");
        assert_eq!(sentences(&found).len(), 3);
        assert!(found.iter().any(|token| token.is("e.g.")));
        assert!(sentences(&tokens("")).is_empty());
        assert_eq!(sentences(&tokens("One\n- two\n- three\n\nfour")).len(), 4);
    }

    #[test]
    fn nothing_makes_it_panic() {
        for text in [
            "",
            "`",
            "``",
            "'",
            "é'é'é",
            "\u{0}\u{200b}",
            "a.",
            "e.g",
            "'\n'",
            "“a",
            "```\na\n```",
        ] {
            let found = tokens(text);
            sentences(&found);
            assert!(
                found
                    .iter()
                    .all(|token| text.get(token.start..token.end).is_some()),
                "{text:?}"
            );
        }
    }
}
