//! Spare parts, where they lie, where they come from and where they go.

use chrono::NaiveDate;
use mcp_ergo::Param;
use schemars::JsonSchema;
use serde::Serialize;

use super::customers::{CustomerId, some_customer};
use super::seed::{days_ago, in_days, index, number, pick};
use super::{Site, Table, id_at, row};
use crate::warehouse::{create_shipment, list_purchase_orders, search_parts};

/// Spare part id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "part_127", pattern = "^part_[0-9]+$", from = search_parts)]
pub(crate) struct PartId(pub(crate) String);

/// Purchase order id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "po_119", pattern = "^po_[0-9]+$", from = list_purchase_orders)]
pub(crate) struct PurchaseOrderId(pub(crate) String);

/// Shipment id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "shp_133", pattern = "^shp_[0-9]+$", from = create_shipment)]
pub(crate) struct ShipmentId(pub(crate) String);

/// Firm that parts are bought from.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Supplier {
    Bergwerk,
    Delta,
    Nordseal,
    Optronic,
}

/// Where a purchase order stands.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OrderState {
    /// waits for approval
    Proposed,
    /// is with the supplier
    Ordered,
    /// has arrived
    Received,
    /// was called off
    Cancelled,
}

/// Where a shipment is.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShipmentState {
    /// still at the site
    Packed,
    /// with the carrier
    OnTheWay,
    /// with the customer
    Delivered,
}

/// How many of a part lie at a site.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Level {
    /// The site.
    pub(crate) site: Site,
    /// How many lie there.
    pub(crate) pieces: u32,
}

/// One spare part.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Part {
    /// Spare part id.
    pub(crate) id: PartId,
    /// What it is.
    pub(crate) name: String,
    /// Number that is printed on it.
    pub(crate) number: String,
    /// Who sells it.
    pub(crate) supplier: Supplier,
    /// Price of one, in cents.
    pub(crate) price_cents: i64,
    /// How many lie where.
    pub(crate) levels: Vec<Level>,
}

/// How many of one part lie at one site.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct StockRow {
    /// Spare part id.
    pub(crate) part_id: PartId,
    /// What it is.
    pub(crate) name: String,
    /// Who sells it.
    pub(crate) supplier: Supplier,
    /// Where it lies.
    pub(crate) site: Site,
    /// How many lie there.
    pub(crate) pieces: u32,
}

/// One purchase order.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct PurchaseOrder {
    /// Purchase order id.
    pub(crate) id: PurchaseOrderId,
    /// What is bought.
    pub(crate) part_id: PartId,
    /// How many.
    pub(crate) pieces: u32,
    /// Who sells it.
    pub(crate) supplier: Supplier,
    /// Where it is to arrive.
    pub(crate) site: Site,
    /// Where the order stands.
    pub(crate) state: OrderState,
    /// Day on which it was entered.
    pub(crate) entered_on: NaiveDate,
}

/// One shipment.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Shipment {
    /// Shipment id.
    pub(crate) id: ShipmentId,
    /// Where it goes.
    pub(crate) customer_id: CustomerId,
    /// What is in it.
    pub(crate) part_id: PartId,
    /// How many.
    pub(crate) pieces: u32,
    /// Where it comes from.
    pub(crate) site: Site,
    /// Where it is.
    pub(crate) state: ShipmentState,
    /// Day on which it should arrive or did.
    pub(crate) arrives_on: NaiveDate,
}

row!(Part by PartId("part"), else NoSuchPart, words: |it| [&*it.name, &it.number]);
row!(PurchaseOrder by PurchaseOrderId("po"), else NoSuchPurchaseOrder, words: |it| [&*it.part_id.0]);
row!(Shipment by ShipmentId("shp"), else NoSuchShipment, words: |it| [&*it.part_id.0]);

impl Part {
    pub(crate) fn pieces(&self, at: Site) -> u32 {
        let level = self.levels.iter().find(|level| level.site == at);
        level.map_or(0, |level| level.pieces)
    }

    pub(crate) fn set(&mut self, at: Site, pieces: u32) {
        match self.levels.iter_mut().find(|level| level.site == at) {
            Some(level) => level.pieces = pieces,
            None => self.levels.push(Level { site: at, pieces }),
        }
    }
}

const PARTS: usize = 360;

const NAMES: &[&str] = &[
    "Pump seal",
    "Sensor board",
    "Display",
    "Battery pack",
    "Housing",
    "Flange",
    "Cable gland",
    "Radio module",
    "Impeller",
    "Gasket set",
    "Pressure sensor",
    "Screw set",
];

pub(crate) fn parts() -> Table<Part> {
    let suppliers = [
        Supplier::Bergwerk,
        Supplier::Delta,
        Supplier::Nordseal,
        Supplier::Optronic,
    ];
    Table::filled(PARTS, |place, id| {
        let size = 25 * (1 + place / NAMES.len());
        let level = |(nth, &site): (usize, &Site)| Level {
            site,
            pieces: number(place * 3 + nth, "pieces", 240),
        };
        Part {
            id,
            name: format!("{} DN{size}", NAMES[place % NAMES.len()]),
            number: format!("T{:02}-{size:04}", place % NAMES.len()),
            supplier: pick(place, "supplier", &suppliers),
            price_cents: 120 + i64::from(number(place, "price", 60_000)),
            levels: Site::ALL.iter().enumerate().map(level).collect(),
        }
    })
}

pub(crate) fn purchase_orders() -> Table<PurchaseOrder> {
    use OrderState::{Cancelled, Ordered, Proposed, Received};
    const COUNT: usize = 520;
    Table::filled(COUNT, |place, id| {
        let state = match COUNT - place {
            1..=6 => Proposed,
            7..=40 => Ordered,
            _ => pick(place, "state", &[Received, Received, Received, Cancelled]),
        };
        PurchaseOrder {
            id,
            part_id: id_at::<Part>(index(place, "part", PARTS)),
            pieces: 10 + number(place, "ordered", 190),
            supplier: pick(
                place,
                "from",
                &[Supplier::Bergwerk, Supplier::Delta, Supplier::Nordseal],
            ),
            site: pick(place, "to", &Site::ALL),
            state,
            entered_on: days_ago((COUNT - place) / 2),
        }
    })
}

pub(crate) fn shipments() -> Table<Shipment> {
    use ShipmentState::{Delivered, OnTheWay, Packed};
    const COUNT: usize = 400;
    Table::filled(COUNT, |place, id| {
        let (state, arrives_on) = match COUNT - place {
            1..=8 => (Packed, in_days(3)),
            9..=30 => (OnTheWay, in_days(1)),
            left => (Delivered, days_ago(left / 2)),
        };
        Shipment {
            id,
            customer_id: some_customer(place, "ships").0,
            part_id: id_at::<Part>(index(place, "shipped", PARTS)),
            pieces: 1 + number(place, "count", 12),
            site: pick(place, "source", &Site::ALL),
            state,
            arrives_on,
        }
    })
}
