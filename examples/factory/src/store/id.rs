use std::cmp::Reverse;

/// Crockford's base 32: no I, L, O or U, which are misread as 1, 1, 0 and V.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Names that a mistyped one is answered with.
const MOST_NEAR: usize = 3;

/// The id of the project with this number, which counts from 1.
///
/// Neighbouring numbers get ids that look nothing alike, so that a typo does not hit another
/// project. `STEP` is odd, so the ids only repeat after 2^30 numbers.
pub(super) fn project_id(number: u32) -> String {
    const FIRST: u32 = 0x0933_D057; // 4K7M2Q
    const STEP: u32 = 0x278D_DE6D; // 2^30 divided by the golden ratio: spreads evenly

    let mixed = FIRST.wrapping_add(number.wrapping_sub(1).wrapping_mul(STEP));
    let digits = (0..6).rev().map(|place| {
        let digit = (mixed >> (5 * place)) & 31;
        char::from(ALPHABET[digit as usize])
    });
    "prj_".chars().chain(digits).collect()
}

/// Up to three of `known` that look like `given`, the likest first. May be none: one that merely
/// exists would invite a guess.
pub(super) fn nearest<'a>(known: impl Iterator<Item = &'a str>, given: &str) -> Vec<String> {
    let mut near: Vec<(usize, &str)> = known
        .map(|known| (likeness(known.as_bytes(), given.as_bytes()), known))
        .filter(|(alike, known)| alike * 2 >= known.len())
        .collect();
    near.sort_by_key(|(alike, _)| Reverse(*alike)); // stable: the order of `known` breaks ties
    near.into_iter()
        .take(MOST_NEAR)
        .map(|(_, known)| known.to_owned())
        .collect()
}

/// How many characters two names share at the start and at the end, case aside. Finds what was cut
/// off, swapped, left out, doubled or misread, and needs no table of edit distances.
fn likeness(known: &[u8], given: &[u8]) -> usize {
    let start = shared(known.iter(), given.iter());
    let end = shared(known.iter().rev(), given.iter().rev());
    (start + end).min(known.len().min(given.len()))
}

fn shared<'a>(a: impl Iterator<Item = &'a u8>, b: impl Iterator<Item = &'a u8>) -> usize {
    a.zip(b)
        .take_while(|(a, b)| a.eq_ignore_ascii_case(b))
        .count()
}
