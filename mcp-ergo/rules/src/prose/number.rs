//! Numbers as people write them.

use super::token::{Kind, Token};

/// The number at the beginning of `tokens`, and how many of them it takes: `20`, `-0.5`, `1,000`.
///
/// `007`, `1.2.3`, `2h` and the parts of a date are none.
pub(super) fn read_number(tokens: &[Token<'_>]) -> Option<(f64, usize)> {
    let first = tokens.first()?;
    let signed = tokens
        .get(1)
        .is_some_and(|next| first.is_mark_of("-−+") && next.start == first.end);
    let at = usize::from(signed);
    let word = tokens.get(at).filter(|token| token.kind == Kind::Word)?;
    let (value, groups) = grouped(plain(word.text)?, word, &tokens[at + 1..]);
    let value = if signed && !first.is_mark('+') {
        -value
    } else {
        value
    };
    Some((value, at + 1 + groups))
}

/// Two numbers joined by a hyphen without spaces, which are one token: `1-100`.
pub(super) fn read_joined(tokens: &[Token<'_>]) -> Option<(f64, f64, usize)> {
    let word = tokens.first().filter(|token| token.kind == Kind::Word)?;
    let (least, most) = word.text.split_once('-')?;
    let (most, groups) = grouped(plain(most)?, word, &tokens[1..]);
    Some((plain(least)?, most, 1 + groups))
}

/// Beyond so many groups of thousands it is a list of numbers.
const MOST_GROUPS: usize = 5;

/// Adds the groups of thousands that follow: `,000`.
fn grouped(mut value: f64, word: &Token<'_>, rest: &[Token<'_>]) -> (f64, usize) {
    let whole = word.text.rsplit('-').next().unwrap_or(word.text);
    if whole.len() > 3 || whole.contains('.') {
        return (value, 0);
    }
    let (mut end, mut taken) = (word.end, 0);
    while let ([comma, group, ..], true) = (&rest[taken..], taken < 2 * MOST_GROUPS) {
        let adjacent = comma.is_mark(',') && comma.start == end && group.start == comma.end;
        let digits = group.text.len() == 3 && group.text.bytes().all(|c| c.is_ascii_digit());
        if !(adjacent && digits) {
            break;
        }
        value = value * 1000.0 + group.text.parse::<f64>().unwrap_or_default();
        end = group.end;
        taken += 2;
    }
    (value, taken)
}

fn plain(text: &str) -> Option<f64> {
    let digits = text
        .bytes()
        .all(|c| c.is_ascii_digit() || c == b'.' || c == b'_');
    let padded = text.len() > 1 && text.starts_with('0') && !text.starts_with("0.");
    if !digits || padded || !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    text.replace('_', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;

    fn read(text: &str) -> Option<f64> {
        read_number(&tokens(text)).map(|(number, _)| number)
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for (text, number) in [
            ("20", 20.0),
            ("20.", 20.0),
            ("-0.5 or so", -0.5),
            ("+90.0", 90.0),
            ("1,000", 1000.0),
            ("1,000,000 rows", 1_000_000.0),
            ("10_000", 10_000.0),
            ("5, 10", 5.0),
            ("0", 0.0),
        ] {
            assert_eq!(read(text), Some(number), "{text}");
        }
        for text in [
            "007",
            "1.2.3",
            "2h",
            "2026-03-01",
            "- 5",
            "ten",
            "nan",
            "`5`",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn joined_numbers_are_two() {
        assert_eq!(read_joined(&tokens("1-100")), Some((1.0, 100.0, 1)));
        assert_eq!(read_joined(&tokens("1-5,000 rows")), Some((1.0, 5000.0, 3)));
        for text in ["2026-03-01", "000-5", "M10-M80", "3166-a", "1-", ""] {
            assert_eq!(read_joined(&tokens(text)), None, "{text}");
        }
    }
}
