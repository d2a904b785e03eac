//! Mail of the office.

use chrono::NaiveDateTime;
use mcp_ergo::Param;
use schemars::JsonSchema;
use serde::Serialize;

use super::customers::{CUSTOMERS, contact, customer_name};
use super::seed::{at, days_ago, index, pick};
use super::{Table, row};
use crate::mail::search_messages;

/// Mail id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "msg_145", pattern = "^msg_[0-9]+$", from = search_messages)]
pub(crate) struct MessageId(pub(crate) String);

/// Conversation id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "thr_131", pattern = "^thr_[0-9]+$", from = search_messages)]
pub(crate) struct ThreadId(pub(crate) String);

/// Mail address.
#[derive(Param, Debug, Clone, PartialEq, Eq)]
#[param(example = "vera.holt@tessamar.example", format = "email")]
pub(crate) struct Address(pub(crate) String);

/// Folder of mail.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MailFolder {
    /// what came in
    Inbox,
    /// what went out
    Sent,
    /// what is not sent yet
    Drafts,
    /// what is done with
    Archive,
    /// what nobody asked for
    Spam,
}

/// One mail without its text.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct MessageRow {
    /// Mail id.
    pub(crate) id: MessageId,
    /// Conversation that it belongs to.
    pub(crate) thread_id: ThreadId,
    /// Where it lies.
    pub(crate) folder: MailFolder,
    /// Who wrote it.
    pub(crate) from_address: Address,
    /// Subject.
    pub(crate) subject: String,
    /// When it was sent or last saved, local time.
    pub(crate) sent_at: NaiveDateTime,
}

/// One mail.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Message {
    /// Mail id.
    pub(crate) id: MessageId,
    /// Conversation that it belongs to.
    pub(crate) thread_id: ThreadId,
    /// Where it lies.
    pub(crate) folder: MailFolder,
    /// Who wrote it.
    pub(crate) from_address: Address,
    /// Whom it is to.
    pub(crate) to_addresses: Vec<Address>,
    /// Subject.
    pub(crate) subject: String,
    /// When it was sent or last saved, local time.
    pub(crate) sent_at: NaiveDateTime,
    /// What it says.
    pub(crate) text: String,
}

impl Message {
    pub(crate) fn row(self) -> MessageRow {
        MessageRow {
            id: self.id,
            thread_id: self.thread_id,
            folder: self.folder,
            from_address: self.from_address,
            subject: self.subject,
            sent_at: self.sent_at,
        }
    }
}

row!(Message by MessageId("msg"), else NoSuchMessage, words: |it| [&*it.subject, &it.text]);

/// Mails in all.
const MAILS: usize = 2_400;

/// Mails of one conversation.
const THREAD: usize = 3;

const SUBJECTS: &[&str] = &[
    "Delivery date of our order",
    "Question on the last invoice",
    "Meter reads zero",
    "Offer for twelve flow meters",
    "Visit next week",
    "Pump seal leaks again",
    "Calibration certificate",
    "Minutes of the meeting",
    "Your contract ends soon",
    "Photos from the site",
    "Reminder of the safety training",
];

/// The office's own address.
pub(crate) fn own_address() -> Address {
    Address("office@tessamar.example".to_owned())
}

pub(crate) fn messages() -> Table<Message> {
    Table::filled(MAILS, |place, id| {
        let thread = place / THREAD;
        let at_customer = index(thread, "writer", CUSTOMERS);
        let customer = customer_name(at_customer);
        let writer = Address(contact(at_customer * 2, at_customer).email);
        let answered = place % THREAD == 1;
        let (from_address, to_address) = if answered {
            (own_address(), writer)
        } else {
            (writer, own_address())
        };
        let subject = pick(thread, "subject", SUBJECTS);
        let folders = [
            MailFolder::Inbox,
            MailFolder::Inbox,
            MailFolder::Archive,
            MailFolder::Spam,
        ];
        Message {
            id,
            thread_id: ThreadId(format!("thr_{}", 101 + thread)),
            folder: if answered {
                MailFolder::Sent
            } else {
                pick(place, "folder", &folders)
            },
            from_address,
            to_addresses: vec![to_address],
            subject: if place % THREAD == 0 {
                subject.to_owned()
            } else {
                format!("Re: {subject}")
            },
            // A conversation goes on day by day, and the newest are at the end.
            sent_at: at(
                days_ago(MAILS / THREAD - thread),
                pick(place % THREAD, "hour", &[8, 11, 14]),
                15,
            ),
            text: format!(
                "Good day, this is about {} at {customer}. Could you look into it by Thursday? \
                 {} asks for the same.",
                subject.to_lowercase(),
                customer_name(index(place, "also", CUSTOMERS)),
            ),
        }
    })
}
