//! What the lines of a list begin with.

use super::token::tokens;

/// The words that the lines of a list in `text` explain: `create` and `list` of
///
/// ```text
/// What to do:
/// - create: make a new note
/// - `list` (default): show them all
/// ```
pub fn bullets(text: &str) -> Vec<String> {
    let all = tokens(text);
    let lines = all.windows(3).filter(|line| {
        let [bullet, word, after] = line else {
            return false;
        };
        let begins = bullet.breaks > 0 && bullet.is_mark_of("-*•");
        begins && !word.text.is_empty() && after.is_mark_of(":(–—-=")
    });
    let words = lines.map(|line| line[1].text.trim_matches(['"', '\'']).to_owned());
    words.filter(|word| !word.contains(' ')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_gives_the_word_it_explains() {
        let text =
            "What to do:\n- create: make one\n- `list` (default): show all\n* 'drop' - for good";
        assert_eq!(bullets(text), ["create", "list", "drop"]);
        for text in [
            "create - make one, list - show all",
            "- create: make one",
            "Notes:\n- Only the owner may do this",
            "",
            "-",
        ] {
            assert!(bullets(text).is_empty(), "{text}: {:?}", bullets(text));
        }
    }
}
