//! Tools in every place and form.

use std::sync::Mutex;

use mcp_ergo::prelude::*;
use mcp_ergo::{NextAction, Tool};

use super::errors::Forms;
use super::params::{Cents, Order, Urgency};
use crate::{Invoice, InvoiceId, Ledger, LedgerError, answer};

/// State that changes.
#[derive(Debug, Default)]
pub struct Counter(pub Mutex<u32>);

/// Get the newest invoice.
#[tool(
    read,
    when = "the user asks what was billed last",
    returns = "the invoice"
)]
pub fn get_newest_invoice() -> Reply<Invoice> {
    answer()
}

/// Get the oldest invoice, for this crate alone.
#[tool(read, after(get_newest_invoice), returns = "the invoice")]
pub(crate) fn get_oldest_invoice() -> Reply<Invoice> {
    answer().next(get_newest_invoice::call(), "to compare")
}

/// What a tool in a workflow answers, by another name.
pub type Way = Result<Step<Invoice>, LedgerError>;

/// Find the way on from one invoice.
#[tool(
    read,
    workflow,
    account,
    after(get_newest_invoice),
    returns = "the invoice"
)]
pub fn find_way(id: InvoiceId) -> Way {
    Err(LedgerError::NotFound { id })
}

/// Get the largest invoice, for this module alone.
#[tool(
    read,
    workflow,
    instead(get_oldest_invoice = "for the oldest"),
    returns = "the invoice"
)]
fn get_largest_invoice<'a>(ledger: &'a Ledger, call: &Call) -> Step<Invoice> {
    let _: (&'a Ledger, &Call) = (ledger, call);
    Step::done(
        "Found it.",
        Invoice {
            id: "inv_01H8XK".to_owned(),
            amount_cents: 1,
        },
    )
}

/// Add what was asked, across a wait.
#[tool(
    write,
    idempotent,
    open_world,
    when = "the user asks to count",
    not_for = "sums",
    returns = "the invoice",
    scope = "counts:write",
    timeout = "2m",
    rate = "30/m",
    title = "Count",
    formerly = "count_things"
)]
pub async fn add_calls(
    counter: &Counter,
    /// How much to add.
    #[param(default = 1, range = 1..=10)]
    mut step: u32,
    id: InvoiceId,
) -> Result<Reply<Invoice>, LedgerError> {
    step += 1;
    std::future::ready(()).await;
    let mut count = counter.0.lock().map_err(|_| LedgerError::NotFound { id })?;
    *count += step;
    Ok(answer())
}

/// Order goods of one customer.
#[tool(
    write,
    name = "order_goods",
    rename_all = "camelCase",
    when = "the user orders",
    returns = "the invoice",
    scope = "orders:write",
    allow(param_source_unknown = "the user has it on paper")
)]
pub fn order_things(
    order: Order,
    /// Most that it may cost; no bound when left out.
    most_cents: Option<Cents>,
    /// Whether it is urgent, and how; not at all when left out.
    how_urgent: Option<Urgency>,
    /// Customer who orders.
    #[param(example = "cus_7Q2")]
    customer_id: String,
) -> Result<Reply<Invoice>, Forms> {
    let _ = (order, most_cents, how_urgent, customer_id);
    Ok(answer())
}

impl Counter {
    /// What can be counted.
    fn things(&self) -> Vec<String> {
        let count = self.0.lock().map_or(0, |count| *count);
        vec![format!("thing {count}"), "other".to_owned()]
    }
}

/// Whether a number is even, for lack of anything better.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "a check borrows, whatever the type"
)]
fn is_even(number: &u32) -> Result<(), String> {
    if number.is_multiple_of(2) {
        Ok(())
    } else {
        Err(format!("{number} is odd"))
    }
}

/// Find what was counted.
#[tool(read, when = "the user asks what was counted", returns = "the invoice")]
pub fn find_counts(
    /// Thing that was counted.
    #[param(options = Counter::things)]
    thing: String,
    /// How often, at least; any number when left out.
    #[param(range = 0.., check = is_even)]
    #[param(unit = "times")]
    even: u32,
    /// How often, at most.
    #[param(range = ..=MOST, default = 4, check = |most: &u32| is_even(most))]
    most: u32,
) -> Reply<Invoice> {
    let _ = (thing, even, most);
    answer()
}

const MOST: u32 = 10;

#[doc = include_str!("words.md")]
#[tool(read, when = "the words stand in a file", returns = "the invoice")]
pub fn read_words() -> Reply<Invoice> {
    answer()
}

/// Read what is never there.
#[cfg(any())]
#[tool(read, when = "never", returns = "nothing")]
pub fn read_nothing(absent: &DoesNotExist) -> Reply<AlsoNot> {
    answer()
}

/// Read what is always there.
#[cfg(not(any()))]
#[tool(read, when = "always", returns = "the invoice")]
pub fn read_always(
    /// First to read; the very first when left out.
    first: Option<u32>,
) -> Reply<Invoice> {
    let _ = first;
    answer()
}

mod nested {
    use super::{Invoice, answer};
    use mcp_ergo::prelude::*;

    /// Read what is nested.
    #[tool(read, when = "it is nested", returns = "the invoice")]
    pub(super) fn read_nested() -> Reply<Invoice> {
        answer()
    }

    pub(in crate::expand) mod deeper {
        use super::{Invoice, answer};
        use mcp_ergo::prelude::*;

        /// Read what is nested deeper.
        #[tool(read, after(super::read_nested), returns = "the invoice")]
        pub(in crate::expand) fn read_deeper() -> Reply<Invoice> {
            answer().next(super::read_nested::call(), "to go up")
        }
    }
}

/// Tools that a macro of the user's writes: what it hands on stands in groups that nobody sees.
macro_rules! counted_tool {
    ($name:ident, $doc:expr, $state:ty, $param:ty = $about:literal, $most:ty = $default:expr) => {
        #[doc = $doc]
        #[tool(read, when = "the user asks how often", returns = "the invoice")]
        pub fn $name(
            counter: $state,
            #[doc = $about]
            #[param(range = 1..)]
            least: $param,
            #[doc = "Most of them."]
            #[param(default = $default, range = 1..)]
            most: $most,
        ) -> Reply<Invoice> {
            let _ = (counter, least, most);
            answer()
        }
    };
}
counted_tool!(
    get_rare_count,
    concat!("Get the count of ", "what is rare."),
    &Counter,
    Option<u32> = "Least count; any when left out.",
    u32 = {
        let dozen = 12;
        2 * dozen
    }
);

/// Tools that are added by hand, and those of other modules.
#[must_use]
pub fn by_hand() -> Vec<Tool> {
    /// Read within a function.
    #[tool(read, when = "it is within", returns = "the invoice")]
    fn read_within(
        /// Words to read.
        #[param(example = ["one"])]
        words: Vec<String>,
    ) -> Reply<Invoice> {
        let _ = words;
        answer().next(read_within::call(Vec::new()), "to go on")
    }

    vec![
        read_within::tool(),
        nested::deeper::read_deeper::tool(),
        get_largest_invoice::tool(),
        get_oldest_invoice::tool(),
    ]
}

/// A call with everything that may be left out.
#[must_use]
pub fn next_order(order: Order) -> NextAction {
    let call = order_things::call(order, "cus_7Q2".to_owned());
    NextAction::new(
        call.most_cents(Cents(5)).how_urgent(Urgency::Low),
        "to order it",
    )
}
