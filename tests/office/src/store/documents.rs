//! What was written down: policies, manuals, contracts and the papers of projects.

use chrono::NaiveDate;
use mcp_ergo::Param;
use schemars::JsonSchema;
use serde::Serialize;

use super::customers::{CUSTOMERS, customer_name};
use super::people::{PersonId, somebody};
use super::prose::{manual, paragraph};
use super::seed::{days_ago, index, pick};
use super::{Table, row};
use crate::documents::search_documents;

/// Document id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "doc_108", pattern = "^doc_[0-9]+$", from = search_documents)]
pub(crate) struct DocumentId(pub(crate) String);

/// Folder of documents.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DocumentFolder {
    /// what holds for everybody
    Policies,
    /// how devices are handled
    Manuals,
    /// what was agreed with others
    Contracts,
    /// papers of one project
    Projects,
}

/// One document without its text.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct DocumentRow {
    /// Document id.
    pub(crate) id: DocumentId,
    /// Title.
    pub(crate) title: String,
    /// Where it lies.
    pub(crate) folder: DocumentFolder,
    /// Whose it is.
    pub(crate) owner_id: PersonId,
    /// Who else may read it.
    pub(crate) reader_ids: Vec<PersonId>,
    /// Day of the last change.
    pub(crate) changed_on: NaiveDate,
    /// Number of the present version.
    pub(crate) version: u32,
}

/// One version of a document.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Version {
    /// Number of the version, from 1.
    pub(crate) number: u32,
    /// Who wrote it.
    pub(crate) author_id: PersonId,
    /// Day on which it was written.
    pub(crate) written_on: NaiveDate,
    #[serde(skip)]
    pub(crate) text: String,
}

/// One comment.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Comment {
    /// Who wrote it.
    pub(crate) author_id: PersonId,
    /// What it says.
    pub(crate) text: String,
}

/// One document with its text.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct DocumentText {
    #[serde(flatten)]
    pub(crate) row: DocumentRow,
    /// What was said about it, oldest first.
    pub(crate) comments: Vec<Comment>,
    /// Its text in Markdown.
    pub(crate) text: String,
}

/// A document with everything that belongs to it.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    pub(crate) id: DocumentId,
    pub(crate) row: DocumentRow,
    pub(crate) comments: Vec<Comment>,
    /// Oldest first; the last is the present one.
    pub(crate) versions: Vec<Version>,
}

row!(Document by DocumentId("doc"), else NoSuchDocument, words: |it| [&*it.row.title, it.text()]);

impl Document {
    pub(crate) fn text(&self) -> &str {
        self.versions.last().map_or("", |version| &version.text)
    }

    pub(crate) fn of(row: DocumentRow, text: String) -> Self {
        let first = Version {
            number: row.version,
            author_id: row.owner_id.clone(),
            written_on: row.changed_on,
            text,
        };
        Self {
            id: row.id.clone(),
            row,
            comments: Vec::new(),
            versions: vec![first],
        }
    }

    /// Puts a text in place of the present one, which stays an earlier version.
    pub(crate) fn write(&mut self, author_id: PersonId, written_on: NaiveDate, text: String) {
        self.row.version += 1;
        self.row.changed_on = written_on;
        self.versions.push(Version {
            number: self.row.version,
            author_id,
            written_on,
            text,
        });
    }
}

/// The documents that are served in sections.
const LONG: &[(&str, DocumentFolder)] = &[
    ("Service manual DN50", DocumentFolder::Manuals),
    ("Quality handbook", DocumentFolder::Policies),
];

fn title(place: usize, folder: DocumentFolder) -> String {
    let customer = customer_name(index(place, "party", CUSTOMERS));
    match folder {
        DocumentFolder::Policies => {
            let of = [
                "travel",
                "leave",
                "passwords",
                "visitors",
                "expenses",
                "recycling",
            ];
            format!(
                "Policy on {}, part {}",
                pick(place, "policy", &of),
                1 + place % 9
            )
        }
        DocumentFolder::Manuals => format!("Fitting guide DN{}", 25 * (1 + place % 12)),
        DocumentFolder::Contracts => format!("Maintenance contract {customer}"),
        DocumentFolder::Projects => format!("Meters for {customer}: project notes"),
    }
}

pub(crate) fn documents() -> Table<Document> {
    let folders = [
        DocumentFolder::Policies,
        DocumentFolder::Manuals,
        DocumentFolder::Contracts,
        DocumentFolder::Projects,
    ];
    Table::filled(420, |place, id| {
        let long = LONG.get(place);
        let folder = long.map_or(folders[place % folders.len()], |long| long.1);
        let title = long.map_or_else(|| title(place, folder), |long| long.0.to_owned());
        let text = match long {
            Some(_) => manual(place, &title),
            None => format!("# {title}\n\n{}", paragraph(place, 6)),
        };
        let owner_id = somebody(place, "owner");
        let written_on = days_ago(30 + index(place, "written", 700));
        let row = DocumentRow {
            id,
            title,
            folder,
            owner_id: owner_id.clone(),
            reader_ids: (0..index(place, "readers", 4))
                .map(|nth| somebody(place + nth, "reader"))
                .collect(),
            changed_on: written_on,
            version: 1,
        };
        let mut document = Document::of(row, text);
        for again in 0..index(place, "versions", 3) {
            let text = format!("{}\n\n{}", document.text(), paragraph(place + again, 2));
            document.write(
                owner_id.clone(),
                written_on + chrono::Days::new(again as u64 + 1),
                text,
            );
        }
        document
    })
}
