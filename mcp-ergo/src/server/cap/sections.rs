//! A long text in titled parts.

use std::fmt::Write as _;

use crate::schema::cut;

/// A part of a text. All of them in a row are the text, byte for byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) title: String,
    pub(super) text: String,
}

/// Most characters of a title.
const TITLE: usize = 60;

/// Cuts a text at its Markdown headings, or where it has none at its paragraphs, into sections that
/// take at most `most` bytes of JSON each. What is longer than that is cut where it hurts least:
/// between paragraphs, lines, sentences, words.
pub(super) fn sections(text: &str, most: usize) -> Vec<Section> {
    let mut found = Vec::new();
    for (heading, chunk) in chunks(text) {
        let mut pieces = Vec::new();
        cut_up(chunk, most, 0, &mut pieces);
        for (at, piece) in pieces.into_iter().enumerate() {
            let title = match (heading, at) {
                (Some(heading), 0) => cut(heading, TITLE),
                (Some(heading), _) => format!("{} (part {})", cut(heading, TITLE), at + 1),
                (None, _) => opening(piece),
            };
            found.push(Section {
                title,
                text: piece.to_owned(),
            });
        }
    }
    found
}

/// `4 Installing, 5 Using it, and 12 more` in about `room` bytes.
pub(super) fn titles(sections: &[Section], from: usize, room: usize) -> String {
    let mut list = String::new();
    for (at, section) in sections.iter().enumerate().skip(from) {
        let comma = if list.is_empty() { "" } else { ", " };
        if list.len() + section.title.len() > room && !list.is_empty() {
            let _ = write!(list, ", and {} more", sections.len() - at);
            break;
        }
        let _ = write!(list, "{comma}{} {}", at + 1, section.title);
    }
    list
}

/// How many bytes a text takes within a JSON string.
pub(super) fn written(text: &str) -> usize {
    let byte = |byte: u8| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0c => 2,
        0..0x20 => 6,
        _ => 1,
    };
    text.bytes().map(byte).sum()
}

/// The text from heading to heading, each with its heading.
fn chunks(text: &str) -> Vec<(Option<&str>, &str)> {
    let mut chunks = Vec::new();
    let (mut began, mut title, mut at, mut fenced) = (0, None, 0, false);
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        if bare.starts_with("```") || bare.starts_with("~~~") {
            fenced = !fenced;
        }
        if let Some(heading) = heading(line).filter(|_| !fenced) {
            if at > began {
                chunks.push((title, &text[began..at]));
            }
            (began, title) = (at, Some(heading));
        }
        at += line.len();
    }
    chunks.push((title, &text[began..]));
    chunks
}

/// `## Installing ##` → `Installing`
fn heading(line: &str) -> Option<&str> {
    let indented = line.len() - line.trim_start_matches(' ').len();
    let marked = line.trim_start_matches(' ');
    let words = marked.trim_start_matches('#');
    let level = marked.len() - words.len();
    let apart = words.starts_with([' ', '\t']);
    let title = words.trim().trim_end_matches('#').trim_end();
    (indented < 4 && (1..=6).contains(&level) && apart && !title.is_empty()).then_some(title)
}

/// The first words of a part without a heading.
fn opening(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().take(8).collect();
    format!("'{}'", cut(&words.join(" "), TITLE))
}

/// Cuts a text into pieces of at most `most` bytes of JSON, as whole as they can be.
fn cut_up<'a>(text: &'a str, most: usize, level: usize, pieces: &mut Vec<&'a str>) {
    if written(text) <= most {
        pieces.extend(Some(text).filter(|text| !text.is_empty()));
        return;
    }
    let (mut began, mut at, mut taken) = (0, 0, 0);
    while at < text.len() {
        let unit = &text[at..at + unit(&text[at..], level)];
        let bytes = written(unit);
        if taken + bytes > most && at > began {
            pieces.push(&text[began..at]);
            (began, taken) = (at, 0);
        }
        at += unit.len();
        taken += bytes;
        // A single character stays one, however little may be served.
        if bytes > most && level < CHARACTER {
            cut_up(unit, most, level + 1, pieces);
            (began, taken) = (at, 0);
        }
    }
    if at > began {
        pieces.push(&text[began..]);
    }
}

/// The last of paragraphs, lines, sentences, words and characters.
const CHARACTER: usize = 4;

/// How many bytes the first unit of a text has, with what separates it from the next.
fn unit(text: &str, level: usize) -> usize {
    let after = |separator: &str| text.find(separator).map(|at| at + separator.len());
    let end = match level {
        0 => {
            let mut at = 0;
            let blank = text.split_inclusive('\n').position(|line| {
                at += line.len();
                line.trim().is_empty()
            });
            blank.map(|_| at)
        }
        1 => after("\n"),
        2 => [". ", "! ", "? ", "。"].into_iter().filter_map(after).min(),
        3 => after(" "),
        _ => text.chars().next().map(char::len_utf8),
    };
    end.unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cut_of(text: &str, most: usize) -> Vec<(String, String)> {
        let sections = sections(text, most).into_iter();
        sections
            .map(|section| (section.title, section.text))
            .collect()
    }

    #[test]
    fn a_text_is_cut_at_its_headings() {
        let text =
            "Before.\n# One\nA\n```\n# no heading\n```\n## Two ##\nB\n#Three\n####### Four\n";
        let found = cut_of(text, 100);
        let titles: Vec<&str> = found.iter().map(|(title, _)| title.as_str()).collect();
        assert_eq!(titles, ["'Before.'", "One", "Two"]);
        assert_eq!(found[2].1, "## Two ##\nB\n#Three\n####### Four\n");
    }

    #[test]
    fn what_is_too_long_is_cut_where_it_hurts_least() {
        let text = "# One\n\nFirst paragraph.\n\nSecond one.\nAnother line of it. And more.\n";
        let found = cut_of(text, 30);
        assert_eq!(
            found,
            [
                ("One", "# One\n\nFirst paragraph.\n\n"),
                ("One (part 2)", "Second one.\n"),
                ("One (part 3)", "Another line of it. "),
                ("One (part 4)", "And more.\n"),
            ]
            .map(|(title, text)| (title.to_owned(), text.to_owned()))
        );
    }

    #[test]
    fn titles_are_told_as_far_as_there_is_room() {
        let sections = sections("# One\n# Two\n# Three\n# Four\n", 100);
        assert_eq!(titles(&sections, 1, 100), "2 Two, 3 Three, 4 Four");
        assert_eq!(titles(&sections, 1, 9), "2 Two, and 2 more");
        assert_eq!(titles(&sections, 1, 0), "2 Two, and 2 more");
    }

    proptest! {
        #[test]
        fn sections_in_a_row_are_the_text(
            text in "(#{0,3} ?[a-zü。\"\u{1}]{0,40}[.!]? ?\n{0,3}(```\n)?){0,30}",
            most in 1usize..200,
        ) {
            let sections = sections(&text, most);
            let whole: String = sections.iter().map(|section| section.text.as_str()).collect();
            prop_assert_eq!(&whole, &text);
            for section in &sections {
                prop_assert!(!section.text.is_empty());
                let short = written(&section.text) <= most || section.text.chars().count() == 1;
                prop_assert!(short, "{:?}", section);
            }
        }
    }
}
