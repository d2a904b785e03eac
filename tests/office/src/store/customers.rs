//! Whom the firm sells to.

use chrono::NaiveDate;
use mcp_ergo::Param;
use schemars::JsonSchema;
use serde::Serialize;

use super::people::{PersonId, full_name, somebody};
use super::seed::{index, number, pick};
use super::{Table, id_at, row};
use crate::customers::search_customers;

/// Customer id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "cus_117", pattern = "^cus_[0-9]+$", from = search_customers)]
pub(crate) struct CustomerId(pub(crate) String);

/// Line of business of a customer.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Segment {
    /// water and district heating
    Utility,
    /// breweries, dairies and the like
    Food,
    /// plants that make chemicals
    Chemicals,
    /// shipyards and shipping lines
    Shipping,
}

/// Country of a customer.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Country {
    Austria,
    Czechia,
    Denmark,
    France,
    Germany,
    Italy,
    Netherlands,
    Poland,
}

/// One customer in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CustomerRow {
    /// Customer id.
    pub(crate) id: CustomerId,
    /// Name of the firm.
    name: String,
    /// Town.
    city: String,
    /// Country.
    country: Country,
    /// Line of business.
    segment: Segment,
    /// Who looks after the customer.
    account_manager_id: PersonId,
}

/// One customer.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Customer {
    /// Customer id.
    pub(crate) id: CustomerId,
    /// Name of the firm.
    pub(crate) name: String,
    /// Street and number.
    pub(crate) street: String,
    /// Town.
    pub(crate) city: String,
    /// Country.
    pub(crate) country: Country,
    /// Line of business.
    pub(crate) segment: Segment,
    /// Who looks after the customer.
    pub(crate) account_manager_id: PersonId,
    /// Most that the customer may owe, in cents.
    pub(crate) credit_limit_cents: i64,
    /// Days from invoice to payment.
    pub(crate) payment_days: u32,
    /// Whether the customer is kept for the record alone.
    pub(crate) archived: bool,
    /// What was said on the telephone, newest last.
    pub(crate) calls: Vec<PhoneCall>,
    #[serde(skip)]
    pub(crate) contacts: Vec<Contact>,
}

impl Customer {
    pub(crate) fn row(self) -> CustomerRow {
        CustomerRow {
            id: self.id,
            name: self.name,
            city: self.city,
            country: self.country,
            segment: self.segment,
            account_manager_id: self.account_manager_id,
        }
    }
}

/// One call on the telephone.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct PhoneCall {
    /// Day of the call.
    pub(crate) spoken_on: NaiveDate,
    /// What was said.
    pub(crate) summary: String,
}

/// One contact person of a customer.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Contact {
    /// First and last name.
    pub(crate) name: String,
    /// Mail address.
    pub(crate) email: String,
    /// Telephone number.
    pub(crate) telephone: String,
}

row!(Customer by CustomerId("cus"), else NoSuchCustomer, words: |it| {
    let calls = it.calls.iter().map(|call| &*call.summary);
    [&*it.name, &*it.city].into_iter().chain(calls).collect::<Vec<_>>()
});

pub(crate) const CUSTOMERS: usize = 320;

const PLACES: &[(&str, Country)] = &[
    ("Linz", Country::Austria),
    ("Brno", Country::Czechia),
    ("Aarhus", Country::Denmark),
    ("Nantes", Country::France),
    ("Kassel", Country::Germany),
    ("Rostock", Country::Germany),
    ("Parma", Country::Italy),
    ("Zwolle", Country::Netherlands),
    ("Gdynia", Country::Poland),
];

const KINDS: &[(&str, Segment)] = &[
    ("Waterworks", Segment::Utility),
    ("District Heating", Segment::Utility),
    ("Brewery", Segment::Food),
    ("Dairy", Segment::Food),
    ("Paints", Segment::Chemicals),
    ("Solvents", Segment::Chemicals),
    ("Shipyard", Segment::Shipping),
    ("Lines", Segment::Shipping),
];

/// The name of the customer at a place.
pub(crate) fn customer_name(place: usize) -> String {
    let (city, _) = PLACES[place % PLACES.len()];
    let (kind, _) = KINDS[place % KINDS.len()];
    match place / (PLACES.len() * KINDS.len()) {
        0 => format!("{city} {kind}"),
        again => format!(
            "{} {city} {kind}",
            ["Old", "New", "North", "South"][(again - 1) % 4]
        ),
    }
}

/// Some customer, by place.
pub(crate) fn some_customer(place: usize, of: &str) -> (CustomerId, String) {
    let at = index(place, of, CUSTOMERS);
    (id_at::<Customer>(at), customer_name(at))
}

pub(crate) fn customers() -> Table<Customer> {
    let streets = [
        "Quay Street",
        "Mill Lane",
        "Station Road",
        "Harbour Row",
        "Works Road",
    ];
    Table::filled(CUSTOMERS, |place, id| {
        let (city, country) = PLACES[place % PLACES.len()];
        let (_, segment) = KINDS[place % KINDS.len()];
        Customer {
            id,
            name: customer_name(place),
            street: format!(
                "{} {}",
                pick(place, "street", &streets),
                1 + index(place, "no", 90)
            ),
            city: city.to_owned(),
            country,
            segment,
            account_manager_id: somebody(place % 9, "manager"),
            credit_limit_cents: 500_000 * (1 + i64::from(number(place, "limit", 20))),
            payment_days: pick(place, "terms", &[14, 30, 30, 60]),
            archived: place % 37 == 36,
            calls: Vec::new(),
            contacts: (0..2).map(|nth| contact(place * 2 + nth, place)).collect(),
        }
    })
}

/// A contact person, by place, of the customer at another.
pub(crate) fn contact(place: usize, customer: usize) -> Contact {
    let name = full_name(index(place, "contact", 400));
    let host = customer_name(customer).to_lowercase().replace(' ', "-");
    Contact {
        email: format!("{}@{host}.example", name.to_lowercase().replace(' ', ".")),
        name,
        telephone: format!("+49 555 {:06}", index(place, "telephone", 1_000_000)),
    }
}
