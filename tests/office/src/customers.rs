//! Customers: whom the firm sells to, and whom to speak to there.

use mcp_ergo::prelude::*;

use crate::people::search_people;
use crate::store::customers::{
    Contact, Country, Customer, CustomerId, CustomerRow, PhoneCall, Segment,
};
use crate::store::mail::Address;
use crate::store::people::{PersonId, me};
use crate::store::seed::today;
use crate::store::{Answer, Limit, Office, OfficeError, Query, expect, keeps, listed};

/// Find customers by words in their name, city or notes.
#[tool(
    read,
    core,
    when = "the user names a customer, or a customer id is needed",
    instead(list_customers = "for all of a country or segment"),
    returns = "customers with town, segment and account manager",
    scope = "customers:read"
)]
pub(crate) fn search_customers(
    office: &Office,
    #[param(example = "Kassel brewery")] query: Query,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<CustomerRow>> {
    rows(office.customers.search(&query.0), limit)
}

fn rows(found: Vec<Customer>, limit: Limit) -> Reply<Page<CustomerRow>> {
    let first = found.first().map(|customer| customer.id.clone());
    let rows = found.into_iter().map(Customer::row).collect();
    listed(rows, limit, "customer").next_if(first, get_customer::call, "to see the first in full")
}

/// List customers by segment, country or account manager.
#[tool(
    read,
    when = "the user asks which customers there are of a kind",
    instead(search_customers = "for one by name"),
    returns = "customers with town, segment and account manager",
    scope = "customers:read"
)]
pub(crate) fn list_customers(
    office: &Office,
    /// Segment to keep; every segment when left out.
    segment: Option<Segment>,
    /// Country to keep; every country when left out.
    country: Option<Country>,
    /// Account manager to keep; everybody when left out.
    account_manager_id: Option<PersonId>,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<CustomerRow>> {
    let found = office.customers.select(|it| {
        !it.archived
            && keeps(segment.as_ref(), &it.segment)
            && keeps(country.as_ref(), &it.country)
            && keeps(account_manager_id.as_ref(), &it.account_manager_id)
    });
    rows(found, limit)
}

/// Get one customer with address, terms and account manager.
#[tool(
    read,
    core,
    when = "the id of a customer is known",
    instead(
        search_customers = "to find the id",
        list_contacts = "for the people there"
    ),
    returns = "the customer",
    scope = "customers:read"
)]
pub(crate) fn get_customer(office: &Office, customer_id: CustomerId) -> Answer<Customer> {
    Ok(told(office.customers.get(&customer_id)?))
}

fn told(it: Customer) -> Reply<Customer> {
    let sentence = format!("{} ({}), {}, in {}.", it.name, it.id, it.segment, it.city);
    Reply::new(sentence, it)
}

/// Create a customer who can then be invoiced.
#[tool(
    write,
    when = "a firm buys for the first time",
    after(search_customers),
    returns = "the customer with its id",
    scope = "customers:write"
)]
pub(crate) fn create_customer(
    office: &Office,
    /// Name of the firm.
    #[param(example = "Kassel Brewery", len = 2..=120)]
    name: String,
    /// Street and number.
    #[param(example = "Mill Lane 4")]
    street: String,
    /// Town.
    #[param(example = "Kassel")]
    city: String,
    /// Country.
    country: Country,
    /// Line of business.
    segment: Segment,
) -> Reply<Customer> {
    let created = office.customers.add(|id| Customer {
        id,
        name,
        street,
        city,
        country,
        segment,
        account_manager_id: me(),
        credit_limit_cents: 500_000,
        payment_days: 30,
        archived: false,
        calls: Vec::new(),
        contacts: Vec::new(),
    });
    told(created)
}

/// Changes a customer that is not archived.
fn change(
    office: &Office,
    id: &CustomerId,
    change: impl FnOnce(&mut Customer),
) -> Result<Customer, OfficeError> {
    office.customers.change(id, |it| {
        expect(!it.archived, &it.id, &"archived", "a customer still")?;
        change(it);
        Ok(())
    })
}

/// Change the name or address of a customer.
#[tool(
    destructive,
    idempotent,
    when = "a customer moved, or goes by another name",
    instead(merge_customers = "where it was entered twice"),
    returns = "the customer",
    scope = "customers:delete"
)]
pub(crate) fn update_customer(
    office: &Office,
    customer_id: CustomerId,
    /// New name; as it is when left out.
    #[param(example = "Kassel Brewery")]
    name: Option<String>,
    /// New street and number; as they are when left out.
    #[param(example = "Mill Lane 4")]
    street: Option<String>,
    /// New town; as it is when left out.
    #[param(example = "Kassel")]
    city: Option<String>,
) -> Answer<Customer> {
    change(office, &customer_id, |it| {
        let fields = [
            (name, &mut it.name),
            (street, &mut it.street),
            (city, &mut it.city),
        ];
        for (new, field) in fields {
            if let Some(new) = new {
                *field = new;
            }
        }
    })
    .map(told)
}

/// Archive a customer, who can then no longer be invoiced.
#[tool(
    destructive,
    when = "a customer went out of business or left",
    instead(merge_customers = "where it was entered twice"),
    returns = "the archived customer",
    scope = "customers:delete"
)]
pub(crate) fn archive_customer(office: &Office, customer_id: CustomerId) -> Answer<Customer> {
    change(office, &customer_id, |it| it.archived = true).map(told)
}

/// Merge a customer that was entered twice into the other, which removes the first.
#[tool(
    destructive,
    when = "a customer stands in the books twice",
    instead(archive_customer = "where it left"),
    returns = "the customer that is left",
    scope = "customers:delete"
)]
pub(crate) fn merge_customers(
    office: &Office,
    /// Customer that goes.
    customer_id: CustomerId,
    /// Customer that stays.
    into_customer_id: CustomerId,
) -> Answer<Customer> {
    if customer_id == into_customer_id {
        return Err(OfficeError::SameTwice {
            id: customer_id.to_string(),
        });
    }
    office.customers.get(&into_customer_id)?;
    let gone = office.customers.remove(&customer_id)?;
    change(office, &into_customer_id, |it| {
        it.calls.extend(gone.calls);
        it.contacts.extend(gone.contacts);
    })
    .map(told)
}

/// Change how much a customer may owe.
#[tool(
    destructive,
    idempotent,
    when = "a customer may owe more or less than before",
    not_for = "what is owed now",
    returns = "the customer",
    scope = "customers:delete"
)]
pub(crate) fn set_credit_limit(
    office: &Office,
    customer_id: CustomerId,
    /// Most that the customer may owe.
    #[param(unit = "cents", range = 0..=100_000_000)]
    credit_limit_cents: i64,
) -> Answer<Customer> {
    change(office, &customer_id, |it| {
        it.credit_limit_cents = credit_limit_cents;
    })
    .map(told)
}

/// Put a person in charge of a customer, in place of the last one.
#[tool(
    destructive,
    idempotent,
    when = "another colleague looks after a customer",
    after(search_people),
    returns = "the customer",
    scope = "customers:delete"
)]
pub(crate) fn assign_account_manager(
    office: &Office,
    customer_id: CustomerId,
    /// Who looks after the customer from now on.
    account_manager_id: PersonId,
) -> Answer<Customer> {
    office.people.get(&account_manager_id)?;
    change(office, &customer_id, |it| {
        it.account_manager_id = account_manager_id;
    })
    .map(told)
}

/// List the contact persons of a customer with mail and telephone.
#[tool(
    read,
    when = "the user asks whom to call or write to at a customer",
    instead(search_people = "for colleagues"),
    returns = "people with address and number",
    scope = "customers:read"
)]
pub(crate) fn list_contacts(office: &Office, customer_id: CustomerId) -> Answer<Page<Contact>> {
    let customer = office.customers.get(&customer_id)?;
    Ok(listed(customer.contacts, Limit(1000), "contact"))
}

/// Add a contact person to a customer.
#[tool(
    write,
    when = "the user met somebody new at a customer",
    instead(create_customer = "for a firm"),
    returns = "the contact",
    scope = "customers:write"
)]
pub(crate) fn add_contact(
    office: &Office,
    customer_id: CustomerId,
    /// First and last name.
    #[param(example = "Elif Moreau", len = 2..=120)]
    name: String,
    /// Mail address of the contact.
    email: Address,
    /// Telephone number with its country.
    #[param(example = "+49 555 012345", pattern = "^\\+[0-9 ]{6,20}$")]
    telephone: String,
) -> Answer<Contact> {
    let Address(email) = email;
    let contact = Contact {
        name,
        email,
        telephone,
    };
    change(office, &customer_id, |it| it.contacts.push(contact.clone()))?;
    Ok(Reply::new(
        format!("{} is a contact of {customer_id}.", contact.name),
        contact,
    ))
}

/// Record what was said on the telephone with a customer.
#[tool(
    write,
    when = "the user spoke to a customer and wants it remembered",
    not_for = "problems that support has to solve",
    returns = "the customer with all calls",
    scope = "customers:write"
)]
pub(crate) fn record_customer_call(
    office: &Office,
    customer_id: CustomerId,
    /// What was said.
    #[param(example = "They want an offer for six more meters.", len = 3..=2_000)]
    summary: String,
) -> Answer<Customer> {
    change(office, &customer_id, |it| {
        it.calls.push(PhoneCall {
            spoken_on: today(),
            summary,
        });
    })
    .map(told)
}
