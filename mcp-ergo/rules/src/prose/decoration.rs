//! Drawing for the eye: boxes, banners, bars, rows of emoji.

/// A piece of drawing, and what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decoration<'a> {
    /// What it is: `box drawing`, `a banner`.
    pub what: &'static str,
    /// The drawing itself.
    pub drawn: &'a str,
}

/// Whether a character is of a kind.
type IsOfKind = fn(char) -> bool;

/// Characters of one kind in a row, from how many on they are drawing.
const ROWS: &[(&str, IsOfKind, usize)] = &[
    ("box drawing", is_box, 3),
    ("a progress bar", is_block, 2),
    ("a row of emoji", is_emoji, 3),
];

/// How many equal marks alone on a line make a banner. A shorter row of them underlines a heading.
const BANNER: usize = 20;

/// How many equal marks around words make a banner. Fewer make a heading.
const FRAME: usize = 8;

/// The first drawing in `text`.
pub fn decoration(text: &str) -> Option<Decoration<'_>> {
    text.lines().map(str::trim).find_map(|line| {
        // None of the pictures is ASCII.
        let pictures = if line.is_ascii() { &[] } else { ROWS };
        let rows = pictures.iter().find_map(|&(what, of_kind, least)| {
            row(line, of_kind, least).map(|drawn| Decoration { what, drawn })
        });
        rows.or_else(|| banner(line)).or_else(|| bar(line))
    })
}

/// The first row of at least `least` characters of a kind; spaces may part them.
fn row(line: &str, of_kind: IsOfKind, least: usize) -> Option<&str> {
    let (mut start, mut end, mut count) = (0, 0, 0);
    let mut joined = false;
    for (at, c) in line.char_indices() {
        if of_kind(c) {
            if count == 0 {
                start = at;
            }
            // What a joiner binds is one picture.
            count += usize::from(!joined);
            end = at + c.len_utf8();
        } else if c != ' ' && !is_selector(c) {
            if count >= least {
                break;
            }
            count = 0;
        }
        joined = c == '\u{200d}';
    }
    (count >= least).then(|| &line[start..end])
}

/// A line that is a row of one mark, or that is framed by two.
fn banner(line: &str) -> Option<Decoration<'_>> {
    let mark = line
        .chars()
        .next()
        .filter(|mark| "=*#~_-+".contains(*mark))?;
    let inner = line.trim_matches(mark);
    let marks = line.len() - inner.len();
    let framed = line.starts_with(mark)
        && line.ends_with(mark)
        && "=*~".contains(mark)
        && inner.starts_with(' ')
        && marks >= FRAME;
    let drawn = inner.is_empty() && marks >= BANNER || framed;
    drawn.then_some(Decoration {
        what: "a banner",
        drawn: line,
    })
}

/// `[####----]`, `[=====>   ]`
fn bar(line: &str) -> Option<Decoration<'_>> {
    let mut rest = line;
    while let Some(open) = rest.find('[') {
        rest = &rest[open..];
        let close = rest.find(']')?;
        let inner = &rest[1..close];
        let full = inner.trim_start_matches(['#', '=']);
        let drawn = inner.len() - full.len() >= 3
            && !full.is_empty()
            && full.chars().all(|c| "-.> ".contains(c));
        if drawn {
            return Some(Decoration {
                what: "a progress bar",
                drawn: &rest[..=close],
            });
        }
        rest = &rest[close..];
    }
    None
}

fn is_box(c: char) -> bool {
    matches!(c, '\u{2500}'..='\u{257f}')
}

fn is_block(c: char) -> bool {
    matches!(c, '\u{2580}'..='\u{259f}')
}

/// Pictures, and not the arrows, ticks and warning signs that stand for words.
fn is_emoji(c: char) -> bool {
    let picture = matches!(
        c,
        '\u{1f300}'..='\u{1faff}' | '\u{2605}' | '\u{2606}' | '\u{2728}' | '\u{2b50}'
    );
    picture && !is_selector(c)
}

/// What changes the picture before it, a shade of skin among them.
fn is_selector(c: char) -> bool {
    matches!(
        c,
        '\u{fe0e}' | '\u{fe0f}' | '\u{200d}' | '\u{1f3fb}'..='\u{1f3ff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawing_is_found_and_shown() {
        for (text, what, drawn) in [
            ("┌────┐\n│ hi │\n└────┘", "box drawing", "┌────┐"),
            ("src\n├── main", "box drawing", "├──"),
            ("Done ████░░░░ 50%", "a progress bar", "████░░░░"),
            ("Done [####----] 50%", "a progress bar", "[####----]"),
            ("Done [x] [===>  ]", "a progress bar", "[===>  ]"),
            (
                "Hello\n====================\n",
                "a banner",
                "====================",
            ),
            ("**** HI ****", "a banner", "**** HI ****"),
            ("Ready 🚀🎉✨ to go", "a row of emoji", "🚀🎉✨"),
            ("Ready 🚀 🎉 🔥", "a row of emoji", "🚀 🎉 🔥"),
        ] {
            assert_eq!(decoration(text), Some(Decoration { what, drawn }), "{text}");
        }
    }

    #[test]
    fn marks_that_say_something_are_none() {
        for text in [
            "",
            "a → b → c",
            "| name | state |\n|------|-------|\n| a | b |",
            "Returns:\n--------\n    the rows",
            "Title\n=====",
            "---",
            "-----BEGIN CERTIFICATE-----",
            "🔴 Call x first.\n✅ one\n✅ two\n❌ three",
            "👩\u{200d}💻 one",
            "👩🏽\u{200d}💻 👍🏽",
            "a ──> b",
            "**bold** and ### a heading",
            "### Heading ###",
            "=== Heading ===",
            "Use [a-z] or [-] or [].",
            "x[=",
        ] {
            assert_eq!(decoration(text), None, "{text}");
        }
    }
}
