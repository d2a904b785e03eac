use std::cmp::Reverse;

use rusqlite::Connection;

/// Crockford's base 32: no I, L, O or U, which are misread as 1, 1, 0 and V.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Characters after the prefix.
const LENGTH: u32 = 6;

/// Ids that a mistyped one is answered with.
const MOST_NEAR: usize = 3;

/// The id of the invoice with this number, which counts from 1.
///
/// Neighbouring numbers get ids that look nothing alike, so that a typo does not hit another
/// invoice. `STEP` is odd, so the ids only repeat after 2^30 numbers.
pub(super) fn invoice_id(number: u32) -> String {
    const FIRST: u32 = 0x0018_A3B3; // 01H8XK
    const STEP: u32 = 0x278D_DE6D; // 2^30 divided by the golden ratio: spreads evenly

    let mixed = FIRST.wrapping_add(number.wrapping_sub(1).wrapping_mul(STEP));
    let digits = (0..LENGTH).rev().map(|place| {
        let digit = (mixed >> (5 * place)) & 31;
        char::from(ALPHABET[digit as usize])
    });
    "inv_".chars().chain(digits).collect()
}

pub(super) fn near_customers(connection: &Connection, id: &str) -> rusqlite::Result<Vec<String>> {
    near(connection, "SELECT id FROM customer ORDER BY name", id)
}

pub(super) fn near_invoices(connection: &Connection, id: &str) -> rusqlite::Result<Vec<String>> {
    near(
        connection,
        "SELECT id FROM invoice ORDER BY number DESC",
        id,
    )
}

/// Reads every id, which only a call that fails has to pay for.
fn near(connection: &Connection, all: &str, id: &str) -> rusqlite::Result<Vec<String>> {
    let given = significant(id);
    let mut ids: Vec<(usize, String)> = connection
        .prepare_cached(all)?
        .query_map([], |row| row.get::<_, String>(0))?
        .map(|known| known.map(|known| (likeness(significant(&known), given), known)))
        .collect::<Result<_, _>>()?;
    ids.retain(|(alike, _)| alike * 2 >= LENGTH as usize);
    ids.sort_by_key(|(alike, _)| Reverse(*alike)); // stable: the order of the query breaks ties
    ids.truncate(MOST_NEAR);
    Ok(ids.into_iter().map(|(_, known)| known).collect())
}

/// How many characters two ids share at the start and at the end, case aside. Finds what was cut off,
/// swapped, left out, doubled or misread, and needs no table of edit distances.
fn likeness(known: &[u8], given: &[u8]) -> usize {
    let shorter = known.len().min(given.len());
    let start = shared(known.iter(), given.iter());
    let end = shared(known.iter().rev(), given.iter().rev());
    (start + end).min(shorter)
}

/// What follows the prefix, which people and models leave out or misspell.
fn significant(id: &str) -> &[u8] {
    let start = id
        .rfind(|c: char| !c.is_ascii_alphanumeric())
        .map_or(0, |at| at + 1);
    id.as_bytes().get(start..).unwrap_or_default()
}

fn shared<'a>(a: impl Iterator<Item = &'a u8>, b: impl Iterator<Item = &'a u8>) -> usize {
    a.zip(b)
        .take_while(|(a, b)| a.eq_ignore_ascii_case(b))
        .count()
}
