//! Everything that is logged, kept.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, MutexGuard};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record as Values};
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;

/// A span or an event.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    pub(crate) name: &'static str,
    pub(crate) target: &'static str,
    pub(crate) level: Level,
    pub(crate) fields: BTreeMap<&'static str, String>,
    /// The spans of this library around an event.
    pub(crate) inside: Vec<&'static str>,
    /// Of a span.
    id: Option<u64>,
}

impl Record {
    fn new(metadata: &'static Metadata<'static>) -> Self {
        Self {
            name: metadata.name(),
            target: metadata.target(),
            level: *metadata.level(),
            fields: BTreeMap::new(),
            inside: Vec::new(),
            id: None,
        }
    }

    /// Whether this library wrote it, or a tool of the test: rmcp writes down whole calls at DEBUG.
    fn is_ours(&self) -> bool {
        self.target.starts_with("mcp_ergo") || self.target.starts_with("tracing")
    }
}

impl Visit for Record {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.fields.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.fields.insert(field.name(), value.to_owned());
    }
}

/// Where everything is kept.
#[derive(Debug, Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<Record>>>);

impl Log {
    /// Keeps what is logged from now on, in the whole process.
    pub(crate) fn install() -> Self {
        let log = Self::default();
        let subscriber = tracing_subscriber::registry().with(log.clone());
        tracing::subscriber::set_global_default(subscriber).expect("the first one");
        log
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Record>> {
        self.0.lock().expect("nothing panics while it logs")
    }

    pub(crate) fn empty(&self) {
        self.kept().clear();
    }

    pub(crate) fn taken(&self) -> Vec<Record> {
        std::mem::take(&mut *self.kept())
    }

    pub(crate) fn events(&self) -> Vec<Record> {
        let kept = self.kept();
        let events = kept.iter().filter(|record| record.id.is_none());
        events.cloned().collect()
    }

    pub(crate) fn calls(&self) -> Vec<Record> {
        let kept = self.kept();
        let calls = kept
            .iter()
            .filter(|record| record.target == "mcp_ergo::call");
        calls.cloned().collect()
    }

    pub(crate) fn assert_silent(&self, word: &str) {
        for record in self.kept().iter().filter(|record| record.is_ours()) {
            let told = format!("{record:?}");
            assert!(!told.contains(word), "{word} is told: {told}");
        }
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> tracing_subscriber::Layer<S> for Log {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, _: Context<'_, S>) {
        let mut record = Record::new(attributes.metadata());
        record.id = Some(id.into_u64());
        attributes.record(&mut record);
        self.kept().push(record);
    }

    fn on_record(&self, id: &Id, values: &Values<'_>, _: Context<'_, S>) {
        let id = Some(id.into_u64());
        // Ids are used again, the newest counts.
        if let Some(record) = self.kept().iter_mut().rev().find(|record| record.id == id) {
            values.record(record);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut record = Record::new(event.metadata());
        event.record(&mut record);
        let around = context.event_scope(event).into_iter().flatten();
        let ours = around.filter(|span| span.metadata().target() == "mcp_ergo::call");
        record.inside = ours.map(|span| span.name()).collect();
        self.kept().push(record);
    }
}
