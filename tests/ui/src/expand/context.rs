//! Resources and prompts in every place and form.

use mcp_ergo::prelude::*;
use mcp_ergo::{PromptContent, PromptTemplate, Resource};

use super::params::{Cents, Urgency};
use super::tools::Counter;
use crate::{Invoice, InvoiceId, Ledger, LedgerError};

impl Ledger {
    fn ids(&self, typed: &str) -> Vec<String> {
        let _: &Self = self;
        vec![format!("inv_{typed}")]
    }
}

/// Newest invoice.
#[resource(
    "invoices://newest",
    mime = "application/vnd.invoice+json; charset=utf-8",
    name = "newest",
    title = "Newest",
    scope = "invoices:read",
    audience = "user",
    priority = 1,
    timeout = "2s"
)]
pub fn newest_invoice(ledger: &Ledger, call: &Call) -> Result<Json<Invoice>, LedgerError> {
    let _ = (ledger, call);
    Err(LedgerError::NotFound {
        id: InvoiceId("inv_1".to_owned()),
    })
}

/// One invoice, across a wait.
#[resource(
    "invoices://{type}/{invoiceId}-{cents}",
    mime = "text/plain",
    rename_all = "camelCase"
)]
pub(crate) async fn typed_invoice<'a>(
    ledger: &'a Ledger,
    r#type: Urgency,
    mut invoice_id: InvoiceId,
    #[param(range = 2.., complete = Ledger::ids)] cents: Cents,
) -> String {
    let _: &'a Ledger = ledger;
    std::future::ready(()).await;
    invoice_id.0.push_str(&cents.to_string());
    format!("{type} {invoice_id}", r#type = r#type)
}

#[doc = include_str!("words.md")]
#[resource("words://all", mime = "image/png")]
fn all_words() -> Blob {
    Blob(Vec::new())
}

/// What is never there.
#[cfg(any())]
#[resource("absent://all", mime = "text/plain")]
pub fn absent_text(absent: &DoesNotExist) -> AlsoNot {
    String::new()
}

/// Writes a text with whatever words there are.
#[prompt(
    name = "write.text",
    title = "Write",
    scope = "texts:read",
    timeout = "1m",
    rename_all = "camelCase"
)]
pub async fn write_text(
    counter: &Counter,
    /// First word.
    first_word: String,
    /// How urgent it is; not at all when left out.
    how_urgent: Option<Urgency>,
    /// Length in words.
    #[param(default = 7, range = 1..)]
    length: u8,
    #[doc = include_str!("words.md")] other: Option<f64>,
) -> Result<Prompt, LedgerError> {
    let _ = (counter, other);
    std::future::ready(()).await;
    Ok(Prompt::assistant(format!("{first_word} {how_urgent:?} {length}")).then_user("Go on."))
}

#[doc = include_str!("words.md")]
#[prompt]
pub(crate) fn read_aloud() -> Prompt {
    Prompt::user(PromptContent::audio(b"a", "audio/wav"))
}

/// Resources and prompts that a macro of the user's writes.
macro_rules! shelf {
    ($name:ident, $prompt:ident, $uri:literal, $doc:expr, $state:ty, $param:ty) => {
        #[doc = $doc]
        #[resource($uri, mime = "text/plain")]
        pub fn $name(state: $state, at: $param) -> String {
            let _ = state;
            at.to_string()
        }

        #[doc = $doc]
        #[prompt]
        pub fn $prompt(state: $state, #[doc = "Where it stands."] at: $param) -> Prompt {
            let _ = state;
            Prompt::user(at.to_string())
        }
    };
}
shelf!(
    shelf_of_books,
    fetch_book,
    "shelf://books/{at}",
    concat!("Books of ", "one shelf."),
    &Ledger,
    u32
);

/// Everything that this file has.
pub fn all() -> (Vec<Resource>, Vec<PromptTemplate>) {
    /// What a function holds.
    #[resource("inner://text", mime = "text/plain")]
    fn inner_text() -> String {
        String::new()
    }
    (
        vec![
            newest_invoice::resource(),
            typed_invoice::resource(),
            all_words::resource(),
            shelf_of_books::resource(),
            inner_text::resource(),
        ],
        vec![
            write_text::prompt(),
            read_aloud::prompt(),
            fetch_book::prompt(),
        ],
    )
}

/// The URI of a typed invoice.
pub fn uri_of_typed(id: &str, cents: u64) -> String {
    typed_invoice::uri(Urgency::VeryHigh, InvoiceId(id.to_owned()), Cents(cents))
}
