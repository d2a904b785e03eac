//! Which language a text is in.

use super::token::tokens;
use super::trigger::is_readable;

/// Words that hardly any English sentence does without, and that no other language has.
const ENGLISH: &[&str] = &[
    "an", "and", "by", "for", "from", "of", "that", "the", "this", "to", "when", "with",
];

/// Whether a text is certainly English: in Latin letters, with a word that only English has.
pub fn is_english(text: &str) -> bool {
    is_readable(text) && tokens(text).iter().any(|token| token.is_any(ENGLISH))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_is_known_by_its_small_words() {
        assert!(is_english("Sync the calendar."));
        assert!(is_english("Get the café's menu."));
        for text in [
            "Sincroniza o calendário da equipe.",
            "Löscht einen Termin.",
            "删除 the 日历中的所有事件和提醒",
            "",
        ] {
            assert!(!is_english(text), "{text}");
        }
    }
}
