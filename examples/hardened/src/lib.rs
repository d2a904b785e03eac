//! A weather station that is written with rmcp's macros and knows nothing of mcp-ergo.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, Json, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The server.
#[derive(Debug, Clone)]
pub struct Station {
    readings: Arc<Mutex<BTreeMap<u32, Reading>>>,
    tool_router: ToolRouter<Self>,
}

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Quantity {
    /// degrees Celsius, two metres above the ground
    Temperature,
    /// hectopascals at sea level
    Pressure,
    /// kilometres an hour, the mean of ten minutes
    Wind,
}

/// One measurement.
#[derive(Debug, Clone, Serialize, JsonSchema)]
struct Reading {
    /// Its number.
    id: u32,
    quantity: Quantity,
    /// The value, in the unit of its quantity.
    value: f64,
    /// What the observer noted.
    note: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Search {
    /// Quantity whose readings to return; every quantity when left out.
    quantity: Option<Quantity>,
    /// Most readings to return.
    #[serde(default = "ten")]
    limit: u32,
}

fn ten() -> u32 {
    10
}

#[derive(Debug, Serialize, JsonSchema)]
struct Readings {
    /// The newest first.
    readings: Vec<Reading>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Measured {
    /// Quantity that was measured.
    quantity: Quantity,
    /// Value in the unit of the quantity.
    value: f64,
    /// What else was seen; nothing when left out.
    note: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Chosen {
    /// Number of the reading, as `search_readings` gives it.
    id: u32,
}

#[tool_router]
impl Station {
    /// Search readings by quantity, the newest first.
    #[tool(annotations(title = "Search readings", read_only_hint = true))]
    async fn search_readings(&self, Parameters(search): Parameters<Search>) -> Json<Readings> {
        let readings = self.readings.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = |reading: &&Reading| search.quantity.is_none_or(|q| q == reading.quantity);
        let newest = readings.values().rev().filter(wanted);
        Json(Readings {
            readings: newest.take(search.limit as usize).cloned().collect(),
        })
    }

    /// Add a reading.
    #[tool(annotations(title = "Add reading", destructive_hint = false))]
    async fn add_reading(
        &self,
        Parameters(measured): Parameters<Measured>,
    ) -> Result<Json<Reading>, String> {
        if !measured.value.is_finite() || measured.value.abs() > 2_000.0 {
            return Err(format!(
                "{} is out of range of any instrument",
                measured.value
            ));
        }
        let mut readings = self.readings.lock().unwrap_or_else(PoisonError::into_inner);
        let id = readings.keys().next_back().map_or(1, |last| last + 1);
        let reading = Reading {
            id,
            quantity: measured.quantity,
            value: measured.value,
            note: measured.note,
        };
        readings.insert(id, reading.clone());
        Ok(Json(reading))
    }

    /// Delete one reading for good.
    #[tool(annotations(title = "Delete reading", destructive_hint = true))]
    async fn delete_reading(
        &self,
        Parameters(chosen): Parameters<Chosen>,
    ) -> Result<String, ErrorData> {
        let mut readings = self.readings.lock().unwrap_or_else(PoisonError::into_inner);
        let removed = readings.remove(&chosen.id).ok_or_else(|| {
            let message = format!("no reading has the number {}", chosen.id);
            ErrorData::invalid_params(message, None)
        })?;
        Ok(format!("Deleted reading {}.", removed.id))
    }
}

#[tool_handler(router = self.tool_router, name = "station", version = "0.1.0")]
impl ServerHandler for Station {}

impl Default for Station {
    /// A station with three readings.
    fn default() -> Self {
        let reading = |id, quantity, value| Reading {
            id,
            quantity,
            value,
            note: None,
        };
        let first = [
            reading(1, Quantity::Temperature, 18.5),
            reading(2, Quantity::Pressure, 1_013.0),
            reading(3, Quantity::Temperature, 17.0),
        ];
        Self {
            readings: Arc::new(Mutex::new(
                first.map(|reading| (reading.id, reading)).into(),
            )),
            tool_router: Self::tool_router(),
        }
    }
}
