//! Rows by id, as every domain keeps them.

use std::fmt::Display;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::OfficeError;

/// What a table holds.
pub(crate) trait Row: Clone {
    type Id: Clone + Display + PartialEq + From<String>;
    /// What ids begin with, before a dash and a number.
    const PREFIX: &'static str;

    fn id(&self) -> &Self::Id;
    /// The texts that a search looks through.
    fn words(&self) -> Vec<&str>;
    fn unknown(id: Self::Id, near: Vec<Self::Id>) -> OfficeError;
}

/// What a row is made of, besides its own fields.
macro_rules! row {
    ($row:ident by $id:ident($prefix:literal), else $unknown:ident, words: |$it:ident| $words:expr) => {
        impl From<String> for $id {
            fn from(id: String) -> Self {
                Self(id)
            }
        }

        impl crate::store::Row for $row {
            type Id = $id;
            const PREFIX: &'static str = $prefix;

            fn id(&self) -> &$id {
                &self.id
            }

            fn words(&self) -> Vec<&str> {
                let $it = self;
                Vec::from($words)
            }

            fn unknown(id: $id, near: Vec<$id>) -> crate::store::OfficeError {
                crate::store::OfficeError::$unknown { id, near }
            }
        }
    };
}
pub(crate) use row;

/// The first id of each table: what people write down is seldom number one.
const FIRST: usize = 101;

/// Most ids that an unknown one may have been meant as.
const NEAR: usize = 3;

/// The id at a place of a table that was filled in order.
pub(crate) fn id_at<R: Row>(place: usize) -> R::Id {
    R::Id::from(format!("{}_{}", R::PREFIX, FIRST + place))
}

/// Rows in the order in which they came.
#[derive(Debug)]
pub(crate) struct Table<R> {
    rows: Mutex<Vec<R>>,
    /// How many there ever were, so that no id is given twice.
    made: Mutex<usize>,
}

impl<R: Row> Table<R> {
    /// A table of `count` rows, each made from its place and its id.
    pub(crate) fn filled(count: usize, row: impl Fn(usize, R::Id) -> R) -> Self {
        let rows = (0..count).map(|place| row(place, id_at::<R>(place)));
        Self::of(rows.collect())
    }

    /// A table of rows that bring their ids.
    pub(crate) fn of(rows: Vec<R>) -> Self {
        Self {
            made: Mutex::new(rows.len()),
            rows: Mutex::new(rows),
        }
    }

    pub(crate) fn get(&self, id: &R::Id) -> Result<R, OfficeError> {
        let rows = self.rows();
        let found = rows.iter().find(|row| row.id() == id);
        found.cloned().ok_or_else(|| unknown(&rows, id))
    }

    /// The rows that `keep` keeps, in their order.
    pub(crate) fn select(&self, keep: impl Fn(&R) -> bool) -> Vec<R> {
        let rows = self.rows();
        rows.iter().filter(|row| keep(row)).cloned().collect()
    }

    /// The rows in which every word of `query` stands.
    pub(crate) fn search(&self, query: &str) -> Vec<R> {
        let wanted = query.to_lowercase();
        self.select(|row| {
            let text = row.words().join(" ").to_lowercase();
            wanted.split_whitespace().all(|word| text.contains(word))
        })
    }

    /// Adds the row that `row` makes from a new id.
    pub(crate) fn add(&self, row: impl FnOnce(R::Id) -> R) -> R {
        let row = row(id_at::<R>(self.next()));
        self.put(row)
    }

    /// Adds a row that brings its id.
    pub(crate) fn put(&self, row: R) -> R {
        self.rows().push(row.clone());
        row
    }

    /// Changes one row, unless `change` refuses; then nothing is changed.
    pub(crate) fn change(
        &self,
        id: &R::Id,
        change: impl FnOnce(&mut R) -> Result<(), OfficeError>,
    ) -> Result<R, OfficeError> {
        let mut rows = self.rows();
        let Some(at) = rows.iter().position(|row| row.id() == id) else {
            return Err(unknown(&rows, id));
        };
        let mut changed = rows[at].clone();
        change(&mut changed)?;
        rows[at] = changed.clone();
        Ok(changed)
    }

    pub(crate) fn remove(&self, id: &R::Id) -> Result<R, OfficeError> {
        let mut rows = self.rows();
        match rows.iter().position(|row| row.id() == id) {
            Some(at) => Ok(rows.remove(at)),
            None => Err(unknown(&rows, id)),
        }
    }

    pub(crate) fn count(&self, keep: impl Fn(&R) -> bool) -> u64 {
        self.rows()
            .iter()
            .filter(|row| keep(row))
            .fold(0, |count, _| count + 1)
    }

    fn next(&self) -> usize {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        *made += 1;
        *made - 1
    }

    /// A panic in a tool leaves whole rows behind, since a change is made on a copy.
    fn rows(&self) -> MutexGuard<'_, Vec<R>> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unknown<R: Row>(rows: &[R], id: &R::Id) -> OfficeError {
    let given = id.to_string();
    let near = rows
        .iter()
        .filter(|row| is_slip(&given, &row.id().to_string()))
        .map(|row| row.id().clone());
    R::unknown(id.clone(), near.take(NEAR).collect())
}

/// Whether one character was typed wrong, left out or put in.
fn is_slip(given: &str, right: &str) -> bool {
    let (given, right) = (given.as_bytes(), right.as_bytes());
    let same = given.iter().zip(right).take_while(|(a, b)| a == b).count();
    let (given, right) = (&given[same..], &right[same..]);
    match given.len().cmp(&right.len()) {
        std::cmp::Ordering::Equal => !given.is_empty() && given[1..] == right[1..],
        std::cmp::Ordering::Less => given == &right[1..],
        std::cmp::Ordering::Greater => &given[1..] == right,
    }
}

#[cfg(test)]
mod tests {
    use super::is_slip;

    #[test]
    fn one_wrong_character_is_a_slip() {
        for given in ["cus_112", "cus_12", "cus_1102"] {
            assert!(is_slip(given, "cus_102"), "{given}");
        }
        for given in ["cus_102", "cus_234", "cus_1", ""] {
            assert!(!is_slip(given, "cus_102"), "{given}");
        }
    }
}
