//! Mail: what is written to others and by them.

use mcp_ergo::prelude::*;

use crate::store::mail::{
    Address, MailFolder, Message, MessageId, MessageRow, ThreadId, own_address,
};
use crate::store::seed::now;
use crate::store::{Answer, Limit, Office, OfficeError, Query, expect, listed};

/// Find mail by words in its subject or text.
#[tool(
    read,
    core,
    when = "the user remembers what a mail said",
    instead(list_messages = "for what came in last"),
    returns = "mails without their texts, newest first",
    scope = "mail:read"
)]
pub(crate) fn search_messages(
    office: &Office,
    #[param(example = "calibration certificate")] query: Query,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<MessageRow>> {
    rows(office.messages.search(&query.0), limit)
}

/// The newest first, without their texts.
fn rows(mut found: Vec<Message>, limit: Limit) -> Reply<Page<MessageRow>> {
    found.sort_by_key(|message| std::cmp::Reverse(message.sent_at));
    let first = found.first().map(|message| message.id.clone());
    let rows = found.into_iter().map(Message::row).collect();
    listed(rows, limit, "mail").next_if(first, get_message::call, "to read the newest")
}

/// List the mail of one folder, newest first.
#[tool(
    read,
    core,
    when = "the user asks what is in the inbox or another folder",
    instead(search_messages = "to find a mail by its words"),
    returns = "mails without their texts",
    scope = "mail:read"
)]
pub(crate) fn list_messages(
    office: &Office,
    /// Folder to look into.
    #[param(default = MailFolder::Inbox)]
    folder: MailFolder,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<MessageRow>> {
    rows(
        office.messages.select(|message| message.folder == folder),
        limit,
    )
}

/// Get one mail in full with its recipients.
#[tool(
    read,
    core,
    when = "one mail is to be read",
    instead(get_thread = "for the whole conversation"),
    returns = "the mail with its text",
    scope = "mail:read"
)]
pub(crate) fn get_message(office: &Office, message_id: MessageId) -> Answer<Message> {
    let message = office.messages.get(&message_id)?;
    Ok(Reply::new(
        format!("Mail '{}' of {}.", message.subject, message.sent_at),
        message,
    ))
}

/// Get every mail of one conversation, oldest first.
#[tool(
    read,
    when = "the user asks how a correspondence went",
    instead(get_message = "for one mail"),
    returns = "the mails with their texts",
    scope = "mail:read"
)]
pub(crate) fn get_thread(office: &Office, thread_id: ThreadId) -> Answer<Page<Message>> {
    let found = office
        .messages
        .select(|message| message.thread_id == thread_id);
    if found.is_empty() {
        return Err(OfficeError::NoSuchThread {
            id: thread_id,
            near: Vec::new(),
        });
    }
    Ok(listed(found, Limit(1000), "mail"))
}

/// A mail of the office's own, in a conversation of its own.
fn own(
    office: &Office,
    to_addresses: Vec<Address>,
    subject: String,
    text: String,
    folder: MailFolder,
) -> Message {
    office.messages.add(|id| Message {
        thread_id: ThreadId(id.0.replace("msg", "thr")),
        id,
        folder,
        from_address: own_address(),
        to_addresses,
        subject,
        sent_at: now(),
        text,
    })
}

/// Write a mail that stays unsent among the drafts.
#[tool(
    write,
    when = "the user wants to read a mail over before it goes out",
    instead(send_message = "to send it at once"),
    returns = "the draft with its id",
    scope = "mail:write"
)]
pub(crate) fn create_draft(
    office: &Office,
    /// Whom it is to.
    #[param(len = 1..=50)]
    to_addresses: Vec<Address>,
    /// Subject of the mail.
    #[param(example = "Visit next week", len = 1..=200)]
    subject: String,
    /// Text of the mail.
    #[param(example = "Good day, we arrive on Tuesday at nine.")]
    text: String,
) -> Reply<Message> {
    let draft = own(office, to_addresses, subject, text, MailFolder::Drafts);
    let id = draft.id.clone();
    Reply::new(format!("Kept as draft {id}."), draft)
        .next(send_draft::call(id), "to send it once the user agrees")
}

/// Send a draft as it is, after which it can no longer be changed.
#[tool(
    destructive,
    open_world,
    when = "the user agrees to a draft",
    instead(send_message = "for a mail that is not written yet"),
    returns = "the sent mail",
    scope = "mail:delete"
)]
pub(crate) fn send_draft(
    office: &Office,
    /// Draft to send.
    #[param(from = create_draft)]
    message_id: MessageId,
) -> Answer<Message> {
    let sent = office.messages.change(&message_id, |message| {
        expect(
            message.folder == MailFolder::Drafts,
            &message.id,
            &message.folder,
            "a draft",
        )?;
        message.folder = MailFolder::Sent;
        message.sent_at = now();
        Ok(())
    })?;
    Ok(Reply::new(format!("Sent '{}'.", sent.subject), sent))
}

/// Send a new mail to one or more addresses.
#[tool(
    destructive,
    core,
    open_world,
    when = "the user dictates a mail and wants it out",
    instead(
        create_draft = "to keep it unsent",
        reply_to_message = "to answer a mail"
    ),
    returns = "the sent mail",
    scope = "mail:delete"
)]
pub(crate) fn send_message(
    office: &Office,
    /// Whom it is to.
    #[param(len = 1..=50)]
    to_addresses: Vec<Address>,
    /// Subject of the mail.
    #[param(example = "Visit next week", len = 1..=200)]
    subject: String,
    /// Text of the mail.
    #[param(example = "Good day, we arrive on Tuesday at nine.")]
    text: String,
) -> Reply<Message> {
    let count = to_addresses.len();
    let sent = own(office, to_addresses, subject, text, MailFolder::Sent);
    Reply::new(format!("Sent '{}' to {count}.", sent.subject), sent)
}

/// Sends something that belongs to another mail, in its conversation.
fn follow_up(
    office: &Office,
    of: &Message,
    mark: &str,
    to: &Address,
    text: String,
) -> Reply<Message> {
    let subject = format!("{mark}: {}", of.subject);
    let sent = office.messages.add(|id| Message {
        id,
        folder: MailFolder::Sent,
        from_address: own_address(),
        to_addresses: vec![to.clone()],
        subject,
        sent_at: now(),
        text,
        thread_id: of.thread_id.clone(),
    });
    Reply::new(format!("Sent '{}' to {to}.", sent.subject), sent)
}

/// Send an answer to the sender of a mail, in the same conversation.
#[tool(
    destructive,
    open_world,
    when = "the user wants to answer somebody who wrote",
    instead(forward_message = "to pass it on to others"),
    returns = "the sent answer",
    scope = "mail:delete"
)]
pub(crate) fn reply_to_message(
    office: &Office,
    /// Mail to answer.
    message_id: MessageId,
    /// Text of the answer.
    #[param(example = "Thank you, Thursday suits us.")]
    text: String,
) -> Answer<Message> {
    let message = office.messages.get(&message_id)?;
    Ok(follow_up(
        office,
        &message,
        "Re",
        &message.from_address,
        text,
    ))
}

/// Send a mail that came in on to another address.
#[tool(
    destructive,
    open_world,
    when = "somebody else should read a mail",
    instead(reply_to_message = "to answer its sender"),
    returns = "the mail as it went out",
    scope = "mail:delete"
)]
pub(crate) fn forward_message(
    office: &Office,
    /// Mail to pass on.
    message_id: MessageId,
    /// Whom it is to.
    to_address: Address,
) -> Answer<Message> {
    let message = office.messages.get(&message_id)?;
    Ok(follow_up(
        office,
        &message,
        "Fwd",
        &to_address,
        message.text.clone(),
    ))
}

/// Move a mail to another folder.
#[tool(
    destructive,
    idempotent,
    when = "a mail is done with, or lies in the wrong place",
    instead(delete_message = "to get rid of it"),
    returns = "the mail where it lies now",
    scope = "mail:delete"
)]
pub(crate) fn move_message(
    office: &Office,
    /// Mail to move.
    message_id: MessageId,
    /// Folder that it goes to.
    folder: MailFolder,
) -> Answer<MessageRow> {
    let moved = office.messages.change(&message_id, |message| {
        message.folder = folder;
        Ok(())
    })?;
    Ok(Reply::new(
        format!("'{}' lies in {folder}.", moved.subject),
        moved.row(),
    ))
}

/// Delete a mail for good.
#[tool(
    destructive,
    when = "the user wants a mail gone",
    instead(move_message = "to keep it elsewhere"),
    returns = "the mail that is gone",
    scope = "mail:delete"
)]
pub(crate) fn delete_message(
    office: &Office,
    /// Mail to delete.
    message_id: MessageId,
) -> Answer<MessageRow> {
    let gone = office.messages.remove(&message_id)?;
    Ok(Reply::new(
        format!("Deleted '{}'.", gone.subject),
        gone.row(),
    ))
}
