//! Documents: policies, manuals, contracts and the papers of projects.

use mcp_ergo::prelude::*;

use crate::people::search_people;
use crate::store::documents::{
    Comment, Document, DocumentFolder, DocumentId, DocumentRow, DocumentText, Version,
};
use crate::store::people::{PersonId, me};
use crate::store::seed::today;
use crate::store::{Answer, Limit, Office, OfficeError, Query, listed};

/// Find documents by words in their title or text.
#[tool(
    read,
    core,
    when = "the user asks where something is written down",
    instead(list_documents = "for what lies in a folder"),
    returns = "documents without their texts",
    scope = "documents:read"
)]
pub(crate) fn search_documents(
    office: &Office,
    #[param(example = "maintenance contract Zwolle")] query: Query,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<DocumentRow>> {
    rows(office.documents.search(&query.0), limit)
}

fn rows(found: Vec<Document>, limit: Limit) -> Reply<Page<DocumentRow>> {
    let mut rows: Vec<DocumentRow> = found.into_iter().map(|document| document.row).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.changed_on));
    let first = rows.first().map(|row| row.id.clone());
    listed(rows, limit, "document").next_if(first, get_document::call, "to read the first")
}

/// List the documents of a folder, last changed first.
#[tool(
    read,
    when = "the user asks what lies in a folder",
    instead(search_documents = "to find one by its words"),
    returns = "documents without their texts",
    scope = "documents:read"
)]
pub(crate) fn list_documents(
    office: &Office,
    /// Folder to look into.
    folder: DocumentFolder,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<DocumentRow>> {
    rows(
        office
            .documents
            .select(|document| document.row.folder == folder),
        limit,
    )
}

/// Get the whole text of one document.
#[tool(
    read,
    core,
    when = "a document is to be read, or quoted from",
    instead(search_documents = "to find the id"),
    returns = "the text with comments and readers",
    scope = "documents:read"
)]
pub(crate) fn get_document(office: &Office, document_id: DocumentId) -> Answer<DocumentText> {
    let document = office.documents.get(&document_id)?;
    let sentence = format!(
        "'{}', version {}.",
        document.row.title, document.row.version
    );
    let text = document.text().to_owned();
    Ok(Reply::new(
        sentence,
        DocumentText {
            row: document.row,
            comments: document.comments,
            text,
        },
    ))
}

/// Create a document in a folder.
#[tool(
    write,
    when = "the user wants something new written down",
    instead(update_document = "for one that is there"),
    returns = "the document with its id",
    scope = "documents:write"
)]
pub(crate) fn create_document(
    office: &Office,
    /// Folder that it goes to.
    folder: DocumentFolder,
    /// Title of the document.
    #[param(example = "Policy on visitors", len = 1..=160)]
    title: String,
    /// Text in Markdown.
    #[param(example = "# Policy on visitors\\n\\nVisitors sign in.")]
    text: String,
) -> Reply<DocumentRow> {
    let document = office.documents.add(|id| {
        let row = DocumentRow {
            id,
            title,
            folder,
            owner_id: me(),
            reader_ids: Vec::new(),
            changed_on: today(),
            version: 1,
        };
        Document::of(row, text)
    });
    told("is", document)
}

fn told(how: &str, document: Document) -> Reply<DocumentRow> {
    let row = document.row;
    Reply::new(
        format!(
            "'{}' ({}) {how} version {} in {}.",
            row.title, row.id, row.version, row.folder
        ),
        row,
    )
}

/// Changes a document.
fn change(
    office: &Office,
    id: &DocumentId,
    change: impl FnOnce(&mut Document),
) -> Answer<DocumentRow> {
    let changed = office.documents.change(id, |document| {
        change(document);
        Ok(())
    })?;
    Ok(told("is now", changed))
}

/// Replace the text of a document by a new version.
#[tool(
    destructive,
    when = "what a document says has to change",
    instead(
        comment_on_document = "to say something about it",
        restore_document_version = "to undo a change"
    ),
    returns = "the document with its new version",
    scope = "documents:delete"
)]
pub(crate) fn update_document(
    office: &Office,
    document_id: DocumentId,
    /// Whole new text in Markdown.
    #[param(example = "# Policy on visitors\\n\\nVisitors sign in and out.")]
    text: String,
) -> Answer<DocumentRow> {
    change(office, &document_id, |document| {
        document.write(me(), today(), text);
    })
}

/// Move a document to another folder.
#[tool(
    destructive,
    idempotent,
    when = "a document lies in the wrong folder",
    instead(delete_document = "to get rid of it"),
    returns = "the document where it lies now",
    scope = "documents:delete"
)]
pub(crate) fn move_document(
    office: &Office,
    document_id: DocumentId,
    /// Folder that it goes to.
    folder: DocumentFolder,
) -> Answer<DocumentRow> {
    change(office, &document_id, |document| {
        document.row.folder = folder;
    })
}

/// Delete a document with all its versions.
#[tool(
    destructive,
    when = "nobody needs a document any more",
    instead(move_document = "to keep it elsewhere"),
    returns = "the document that is gone",
    scope = "documents:delete"
)]
pub(crate) fn delete_document(office: &Office, document_id: DocumentId) -> Answer<DocumentRow> {
    let gone = office.documents.remove(&document_id)?;
    Ok(Reply::new(
        format!(
            "Deleted '{}' with {} versions.",
            gone.row.title,
            gone.versions.len()
        ),
        gone.row,
    ))
}

/// Give a person access to a document.
#[tool(
    write,
    idempotent,
    when = "a colleague should be able to read a document",
    after(search_people),
    returns = "the document with its readers",
    scope = "documents:write"
)]
pub(crate) fn share_document(
    office: &Office,
    document_id: DocumentId,
    /// Who may read it from now on.
    person_id: PersonId,
) -> Answer<DocumentRow> {
    office.people.get(&person_id)?;
    change(office, &document_id, |document| {
        let readers = &mut document.row.reader_ids;
        if !readers.contains(&person_id) {
            readers.push(person_id);
        }
    })
}

/// Take a person's access to a document away.
#[tool(
    destructive,
    idempotent,
    when = "a colleague should not read a document any more",
    instead(share_document = "to give access"),
    returns = "the document with its readers",
    scope = "documents:delete"
)]
pub(crate) fn revoke_document_access(
    office: &Office,
    document_id: DocumentId,
    /// Who may read it no more.
    person_id: PersonId,
) -> Answer<DocumentRow> {
    office.people.get(&person_id)?;
    change(office, &document_id, |document| {
        document
            .row
            .reader_ids
            .retain(|reader| *reader != person_id);
    })
}

/// List the versions of a document with who wrote each and when.
#[tool(
    read,
    when = "the user asks who changed a document",
    instead(get_document = "to read it as it is now"),
    returns = "versions, oldest first",
    scope = "documents:read"
)]
pub(crate) fn list_document_versions(
    office: &Office,
    document_id: DocumentId,
) -> Answer<Page<Version>> {
    Ok(listed(
        office.documents.get(&document_id)?.versions,
        Limit(1000),
        "version",
    ))
}

/// Put an earlier version of a document in place of the present one.
#[tool(
    destructive,
    when = "a change of a document was a mistake",
    after(list_document_versions),
    returns = "the document with its new version",
    scope = "documents:delete"
)]
pub(crate) fn restore_document_version(
    office: &Office,
    document_id: DocumentId,
    /// Number of the version to put back.
    #[param(range = 1..=100_000)]
    version: u32,
) -> Answer<DocumentRow> {
    let restored = office.documents.change(&document_id, |document| {
        let Some(earlier) = document.versions.iter().find(|it| it.number == version) else {
            let there = document.versions.iter().map(|it| it.number).collect();
            return Err(OfficeError::NoSuchVersion {
                id: document.id.clone(),
                version,
                there,
            });
        };
        let text = earlier.text.clone();
        document.write(me(), today(), text);
        Ok(())
    })?;
    Ok(told("is now", restored))
}

/// Add a comment to a document.
#[tool(
    write,
    when = "the user has something to say about a document",
    instead(update_document = "to change what it says"),
    returns = "the document",
    scope = "documents:write"
)]
pub(crate) fn comment_on_document(
    office: &Office,
    document_id: DocumentId,
    /// Text of the comment.
    #[param(example = "Section two is out of date.", len = 1..=2_000)]
    text: String,
) -> Answer<DocumentRow> {
    change(office, &document_id, |document| {
        document.comments.push(Comment {
            author_id: me(),
            text,
        });
    })
}
