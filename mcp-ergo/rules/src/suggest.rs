//! Did you mean …?

use crate::words;

/// The edit distance between two words: insertions, deletions, substitutions, and swaps of
/// neighbours, each counted once (optimal string alignment).
pub fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    let mut before = vec![0; right.len() + 1];
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (row, &l) in left.iter().enumerate() {
        let mut current = vec![row + 1; right.len() + 1];
        for (column, &r) in right.iter().enumerate() {
            let substituted = above[column] + usize::from(l != r);
            current[column + 1] = substituted
                .min(above[column + 1] + 1)
                .min(current[column] + 1);
            let swapped = row > 0 && column > 0 && l == right[column - 1] && left[row - 1] == r;
            if swapped {
                current[column + 1] = current[column + 1].min(before[column - 1] + 1);
            }
        }
        before = std::mem::replace(&mut above, current);
    }
    above[right.len()]
}

/// Nobody means a name of more characters than this, and the distance costs their product.
const LONGEST: usize = 128;

/// The candidate that `given` most likely meant, if one is close enough: at most a third of its
/// length away, or else the only one of which it is a word.
pub fn nearest<'a>(given: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if given.chars().nth(LONGEST).is_some() {
        return None;
    }
    let wanted = folded(given);
    let candidates: Vec<&str> = candidates.into_iter().collect();
    candidates
        .iter()
        .map(|candidate| (distance(&wanted, &folded(candidate)), *candidate))
        .filter(|(distance, candidate)| {
            let longest = wanted.chars().count().max(candidate.chars().count());
            *distance * 3 <= longest
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
        .or_else(|| {
            let has_it = |candidate: &&&str| words::split(candidate).contains(&wanted);
            let mut having = candidates.iter().filter(has_it);
            having.next().filter(|_| having.next().is_none()).copied()
        })
}

/// The help for a name that is none of the candidates: the one that was likely meant, or else what
/// `otherwise` says.
pub fn did_you_mean<'a>(
    given: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    otherwise: impl FnOnce() -> String,
) -> String {
    match nearest(given, candidates) {
        Some(near) => format!("did you mean `{near}`?"),
        None => otherwise(),
    }
}

/// Case, separators and word boundaries are the commonest slips and cost nothing.
fn folded(word: &str) -> String {
    word.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_edits_and_swaps_once() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("limit", "limit"), 0);
        assert_eq!(distance("limt", "limit"), 1);
        assert_eq!(distance("lmiit", "limit"), 1);
        assert_eq!(distance("größe", "grosse"), 3);
    }

    #[test]
    fn nearest_forgives_spelling_and_refuses_strangers() {
        let names = ["search_invoices", "get_invoice", "void_invoice"];
        assert_eq!(nearest("searchInvoices", names), Some("search_invoices"));
        assert_eq!(nearest("serch_invoices", names), Some("search_invoices"));
        assert_eq!(nearest("delete_everything", names), None);
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest("x", ["b"]), None);
        assert_eq!(nearest(&"a".repeat(1 << 20), names), None);
        assert_eq!(nearest("id", ["limit", "book_id"]), Some("book_id"));
        assert_eq!(nearest("id", ["member_id", "book_id"]), None);
    }
}
