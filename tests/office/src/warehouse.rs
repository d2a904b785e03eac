//! Warehouse: spare parts, orders to suppliers and shipments to customers.

use mcp_ergo::prelude::*;

use crate::customers::search_customers;
use crate::store::customers::CustomerId;
use crate::store::seed::{in_days, today};
use crate::store::warehouse::{
    OrderState, Part, PartId, PurchaseOrder, PurchaseOrderId, Shipment, ShipmentId, ShipmentState,
    StockRow, Supplier,
};
use crate::store::{
    Answer, Limit, Office, OfficeError, Query, Site, at_most, expect, keeps, listed,
};

/// Find spare parts by words in their name or number.
#[tool(
    read,
    core,
    when = "the user names a spare part, or a part id is needed",
    instead(list_stock = "for what a site holds"),
    returns = "parts with price, supplier and stock",
    scope = "warehouse:read"
)]
pub(crate) fn search_parts(
    office: &Office,
    #[param(example = "pump seal DN50")] query: Query,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<Part>> {
    let found = office.parts.search(&query.0);
    let first = found.first().map(|part| part.id.clone());
    listed(found, limit, "part").next_if(first, get_part::call, "to see the first")
}

/// Get one spare part with its price, supplier and stock at each site.
#[tool(
    read,
    when = "the id of a part is known",
    instead(search_parts = "to find the id"),
    returns = "the part",
    scope = "warehouse:read"
)]
pub(crate) fn get_part(office: &Office, part_id: PartId) -> Answer<Part> {
    Ok(told(office.parts.get(&part_id)?))
}

fn told(part: Part) -> Reply<Part> {
    let pieces: u32 = part.levels.iter().map(|level| level.pieces).sum();
    Reply::new(
        format!("{} ({}): {pieces} pieces in all.", part.name, part.id),
        part,
    )
}

/// List how many of each part a site holds.
#[tool(
    read,
    when = "the user asks what lies at a site, or what runs out",
    instead(get_part = "for one part at every site"),
    returns = "parts with supplier, site and pieces",
    scope = "warehouse:read"
)]
pub(crate) fn list_stock(
    office: &Office,
    /// Site to keep; every site when left out.
    site: Option<Site>,
    /// Keep what has fewer pieces than this; whatever there is when left out.
    #[param(range = 1..=100_000)]
    fewer_than: Option<u32>,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<StockRow>> {
    let parts = office.parts.select(|_| true);
    let rows = parts.iter().flat_map(|part| {
        part.levels.iter().map(move |level| StockRow {
            part_id: part.id.clone(),
            name: part.name.clone(),
            supplier: part.supplier,
            site: level.site,
            pieces: level.pieces,
        })
    });
    let kept = rows.filter(|row| {
        keeps(site.as_ref(), &row.site) && fewer_than.is_none_or(|most| row.pieces < most)
    });
    listed(kept.collect(), limit, "stock row")
}

/// Correct how many of a part a site holds, which overwrites the earlier count.
#[tool(
    destructive,
    idempotent,
    when = "a count at a site differs from what is written down",
    instead(
        transfer_stock = "where pieces moved",
        receive_delivery = "where they were bought"
    ),
    returns = "the part with its stock",
    scope = "warehouse:delete"
)]
pub(crate) fn adjust_stock(
    office: &Office,
    part_id: PartId,
    /// Where it was counted.
    site: Site,
    /// How many there are.
    #[param(range = 0..=1_000_000)]
    counted_pieces: u32,
) -> Answer<Part> {
    let part = office.parts.change(&part_id, |part| {
        part.set(site, counted_pieces);
        Ok(())
    })?;
    Ok(told(part))
}

/// Takes pieces of a part from a site.
fn take(part: &mut Part, site: Site, pieces: u32) -> Result<(), OfficeError> {
    let there = part.pieces(site);
    expect(
        there > 0,
        &part.id,
        &format!("not at {site}"),
        "in stock there",
    )?;
    at_most("pieces", pieces.into(), there.into())?;
    part.set(site, there - pieces);
    Ok(())
}

/// Move pieces of a part from one site to another, which lowers the stock of the first.
#[tool(
    destructive,
    when = "one site needs what another has",
    instead(create_purchase_order = "where no site has enough"),
    returns = "the part with its stock",
    scope = "warehouse:delete"
)]
pub(crate) fn transfer_stock(
    office: &Office,
    part_id: PartId,
    /// Where the pieces come from.
    from_site: Site,
    /// Where they go.
    to_site: Site,
    /// How many are moved.
    #[param(range = 1..=100_000)]
    pieces: u32,
) -> Answer<Part> {
    if from_site == to_site {
        return Err(OfficeError::SameTwice {
            id: to_site.to_string(),
        });
    }
    let part = office.parts.change(&part_id, |part| {
        take(part, from_site, pieces)?;
        part.set(to_site, part.pieces(to_site) + pieces);
        Ok(())
    })?;
    Ok(told(part))
}

/// Order pieces of a part from its supplier.
#[tool(
    write,
    when = "a part runs out",
    after(search_parts),
    returns = "the order with its id, which waits for approval",
    scope = "warehouse:write"
)]
pub(crate) fn create_purchase_order(
    office: &Office,
    part_id: PartId,
    /// How many are bought.
    #[param(range = 1..=100_000)]
    pieces: u32,
    /// Where they are to arrive.
    site: Site,
) -> Answer<PurchaseOrder> {
    let supplier = office.parts.get(&part_id)?.supplier;
    let order = office.purchase_orders.add(|id| PurchaseOrder {
        id,
        part_id,
        pieces,
        supplier,
        site,
        state: OrderState::Proposed,
        entered_on: today(),
    });
    let id = order.id.clone();
    Ok(ordered(order).next(
        approve_purchase_order::call(id),
        "to order it once the user agrees",
    ))
}

fn ordered(it: PurchaseOrder) -> Reply<PurchaseOrder> {
    let sentence = format!(
        "{} over {} pieces of {} is {}.",
        it.id, it.pieces, it.part_id, it.state
    );
    Reply::new(sentence, it)
}

/// List purchase orders by state or supplier.
#[tool(
    read,
    when = "the user asks what is ordered or has to be approved",
    instead(list_stock = "for what is there"),
    returns = "orders, newest first",
    scope = "warehouse:read"
)]
pub(crate) fn list_purchase_orders(
    office: &Office,
    /// State to keep; every state when left out.
    state: Option<OrderState>,
    /// Supplier to keep; every supplier when left out.
    supplier: Option<Supplier>,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<PurchaseOrder>> {
    let mut found = office
        .purchase_orders
        .select(|it| keeps(state.as_ref(), &it.state) && keeps(supplier.as_ref(), &it.supplier));
    found.reverse();
    listed(found, limit, "order")
}

/// Moves an order on from one of the states that it has to be in.
fn advance(
    office: &Office,
    id: &PurchaseOrderId,
    from: &[OrderState],
    wanted: &'static str,
    to: OrderState,
) -> Result<PurchaseOrder, OfficeError> {
    office.purchase_orders.change(id, |it| {
        expect(from.contains(&it.state), &it.id, &it.state, wanted)?;
        it.state = to;
        Ok(())
    })
}

/// Approve a purchase order, which sends it to the supplier.
#[tool(
    destructive,
    open_world,
    when = "the user agrees to buy",
    after(create_purchase_order),
    returns = "the approved order",
    scope = "warehouse:delete"
)]
pub(crate) fn approve_purchase_order(
    office: &Office,
    purchase_order_id: PurchaseOrderId,
) -> Answer<PurchaseOrder> {
    let wanted = [OrderState::Proposed];
    Ok(ordered(advance(
        office,
        &purchase_order_id,
        &wanted,
        "proposed",
        OrderState::Ordered,
    )?))
}

/// Cancel a purchase order that has not arrived.
#[tool(
    destructive,
    when = "what was ordered is not needed",
    instead(receive_delivery = "where it arrived"),
    returns = "the cancelled order",
    scope = "warehouse:delete"
)]
pub(crate) fn cancel_purchase_order(
    office: &Office,
    purchase_order_id: PurchaseOrderId,
) -> Answer<PurchaseOrder> {
    let wanted = [OrderState::Proposed, OrderState::Ordered];
    Ok(ordered(advance(
        office,
        &purchase_order_id,
        &wanted,
        "proposed or ordered",
        OrderState::Cancelled,
    )?))
}

/// Book a delivery of a purchase order in, which raises the stock.
#[tool(
    destructive,
    when = "goods from a supplier arrive",
    instead(adjust_stock = "for a count"),
    returns = "the part with its stock",
    scope = "warehouse:delete"
)]
pub(crate) fn receive_delivery(
    office: &Office,
    purchase_order_id: PurchaseOrderId,
) -> Answer<Part> {
    let order = advance(
        office,
        &purchase_order_id,
        &[OrderState::Ordered],
        "ordered",
        OrderState::Received,
    )?;
    let part = office.parts.change(&order.part_id, |part| {
        part.set(order.site, part.pieces(order.site) + order.pieces);
        Ok(())
    })?;
    Ok(told(part))
}

/// Ship pieces of a part to a customer, which lowers the stock.
#[tool(
    destructive,
    when = "a customer gets spare parts",
    after(search_customers, search_parts),
    returns = "the shipment with its id",
    scope = "warehouse:delete"
)]
pub(crate) fn create_shipment(
    office: &Office,
    customer_id: CustomerId,
    part_id: PartId,
    /// How many are sent.
    #[param(range = 1..=100_000)]
    pieces: u32,
    /// Where they come from.
    site: Site,
) -> Answer<Shipment> {
    office.customers.get(&customer_id)?;
    office
        .parts
        .change(&part_id, |part| take(part, site, pieces))?;
    let shipment = office.shipments.add(|id| Shipment {
        id,
        customer_id,
        part_id,
        pieces,
        site,
        state: ShipmentState::Packed,
        arrives_on: in_days(3),
    });
    Ok(shipped(shipment))
}

fn shipped(it: Shipment) -> Reply<Shipment> {
    let sentence = format!(
        "{} to {} is {}; day of arrival {}.",
        it.id, it.customer_id, it.state, it.arrives_on
    );
    Reply::new(sentence, it)
}

/// Get where a shipment is and when it should arrive.
#[tool(
    read,
    core,
    when = "the user asks where a delivery to a customer is",
    instead(list_purchase_orders = "for what suppliers send"),
    returns = "the shipment",
    scope = "warehouse:read"
)]
pub(crate) fn track_shipment(office: &Office, shipment_id: ShipmentId) -> Answer<Shipment> {
    Ok(shipped(office.shipments.get(&shipment_id)?))
}
