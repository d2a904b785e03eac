//! Whether a text is English.

/// Short words that stand in nearly every English sentence, and in no other one of these languages.
#[rustfmt::skip] // one word a line otherwise
const ENGLISH: &[&str] = &[
    "and", "are", "be", "by", "each", "every", "for", "from", "given", "has", "how", "if", "is",
    "it", "its", "left", "not", "of", "only", "or", "out", "than", "that", "the", "their",
    "this", "to", "used", "when", "where", "which", "whose", "with", "without", "you",
];

/// Short words of German, French, Spanish, Portuguese, Italian and Dutch that are no English ones.
#[rustfmt::skip] // one word a line otherwise
const OTHERS: &[&str] = &[
    "alla", "alle", "als", "auf", "aus", "avec", "bei", "cada", "che", "com", "con", "da", "dans", "das",
    "de", "dei", "del", "della", "dem", "den", "der", "des", "di", "diese", "du", "durch", "een",
    "ein", "eine", "einen", "einer", "el", "est", "et", "falls", "für", "het", "il", "ist", "la", "las",
    "le", "les", "los", "mit", "nach", "nicht", "niet", "não", "oder", "ohne", "ou", "para", "por",
    "pour", "que", "qui", "sind", "sonst", "sur", "todos", "toutes", "um", "uma", "un", "una",
    "und", "une", "van", "von", "voor", "welche", "wenn", "werden", "wird", "zu", "zum", "zur",
];

/// Whether `text` is written in letters that this reader can read at all.
fn is_readable(text: &str) -> bool {
    // In bytes: what takes a word of Latin letters is one or two signs of three bytes elsewhere.
    if text.is_ascii() {
        return true;
    }
    let letters = |text: &str| -> (usize, usize) {
        text.chars()
            .filter(|c| c.is_alphabetic())
            .fold((0, 0), |(all, foreign), c| {
                let bytes = c.len_utf8();
                (all + bytes, foreign + if c.is_ascii() { 0 } else { bytes })
            })
    };
    let (all, foreign) = letters(text);
    foreign * 4 < all.max(1)
}

/// Whether a reader of English can say anything about `text`: it is in Latin letters, and its short
/// words are not those of another language.
pub fn is_english(text: &str) -> bool {
    is_readable(text) && {
        let (english, others) = short_words(text);
        others <= english
    }
}

/// Whether `text` is English for certain: it holds a short word that only English has. Where a finding
/// is about what a text does not say, two words of another language must not pass for English.
pub fn is_certainly_english(text: &str) -> bool {
    is_english(text) && short_words(text).0 > 0
}

/// How many of the short words are English, and how many are of another language.
fn short_words(text: &str) -> (usize, usize) {
    let mut counts = (0, 0);
    let mut rest = text;
    while let Some(start) = rest.find(char::is_alphabetic) {
        let marked = rest[..start].chars().next_back();
        let word = &rest[start..];
        let end = word.find(|c: char| !c.is_alphabetic());
        let (word, behind) = word.split_at(end.unwrap_or(word.len()));
        rest = behind;
        // A word in marks is a value, in whatever language.
        let marked = marked.is_some_and(|mark| "'\"`".contains(mark));
        if marked || !(2..=LONGEST).contains(&word.len()) {
            continue;
        }
        // Long texts are asked this often, and lower case in place costs nothing.
        let mut lower = [0; LONGEST];
        let lower = &mut lower[..word.len()];
        lower.copy_from_slice(word.as_bytes());
        lower.make_ascii_lowercase();
        let is_one_of = |list: &[&str]| {
            list.binary_search_by(|known| known.as_bytes().cmp(lower))
                .is_ok()
        };
        counts.0 += usize::from(is_one_of(ENGLISH));
        counts.1 += usize::from(is_one_of(OTHERS));
    }
    counts
}

/// Bytes of the longest word in the lists.
const LONGEST: usize = 8;

/// Whether every letter of `text` is Latin: a clause in another script may say what is looked for.
pub fn is_latin(text: &str) -> bool {
    !text.chars().any(|c| c.is_alphabetic() && c > '\u{24f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_scripts_are_not_read() {
        assert!(is_readable("Get the café's menu.") && is_readable(""));
        assert!(!is_readable("查询存储信息"));
    }

    #[test]
    fn short_words_tell_the_language() {
        assert!(ENGLISH.is_sorted() && OTHERS.is_sorted());
        assert!(
            ENGLISH
                .iter()
                .chain(OTHERS)
                .all(|word| word.len() <= LONGEST)
        );
        for text in [
            "State to keep; every state when left out.",
            "Customer id",
            "Rows per page (1-50)",
            "Language, e.g. 'de' or 'la'",
            "The café's menu, à la carte",
            "",
        ] {
            assert!(is_english(text), "{text}");
        }
        for text in [
            "Kunde, dessen Rechnungen gesucht werden; alle, wenn er fehlt",
            "Nombre de résultats par page, 20 pour la recherche",
            "Cliente; todos si no se da",
            "Sincroniza o calendário da equipe.",
            "Löscht einen Termin.",
            "存储名称",
        ] {
            assert!(!is_english(text) && !is_certainly_english(text), "{text}");
        }
        assert!(is_latin("Größe, à la carte") && !is_latin("API key，登录时必填"));
        assert!(is_certainly_english("Sync the calendar."));
        assert!(!is_certainly_english("Sincroniza o calendário."));
    }
}
