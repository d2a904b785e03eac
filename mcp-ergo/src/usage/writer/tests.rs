//! Stores that are slow, and stores that fail.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use super::super::{UsageRing, UsageStatus};
use super::*;

/// Far beyond what anything here takes.
const PATIENCE: Duration = Duration::from_secs(20);

fn record() -> UsageRecord {
    UsageRecord::new("get_invoice", UsageStatus::Ok)
}

/// Keeps nothing before it is let go, then counts.
struct Slow {
    entered: Mutex<Sender<()>>,
    open: Mutex<Receiver<()>>,
    kept: AtomicU64,
    dropped: AtomicU64,
}

impl Slow {
    /// The store, what tells that it is being asked, and what lets it go for good when dropped.
    fn new() -> (Arc<Self>, Receiver<()>, Sender<()>) {
        let (entered, is_in) = channel();
        let (let_go, open) = channel();
        let slow = Self {
            entered: Mutex::new(entered),
            open: Mutex::new(open),
            kept: AtomicU64::new(0),
            dropped: AtomicU64::new(0),
        };
        (Arc::new(slow), is_in, let_go)
    }
}

impl UsageStore for Slow {
    fn keep(&self, records: &[UsageRecord]) -> Result<(), UsageFailure> {
        let _ = self.entered.lock().expect("no panic").send(());
        let _ = self.open.lock().expect("no panic").recv();
        self.kept.fetch_add(records.len() as u64, Ordering::SeqCst);
        Ok(())
    }

    fn keep_dropped(&self, calls: u64) -> Result<(), UsageFailure> {
        self.dropped.fetch_add(calls, Ordering::SeqCst);
        Ok(())
    }
}

/// What was logged by one thread.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Said {
    fn text(&self) -> String {
        let said = self.0.lock().expect("no panic");
        String::from_utf8(said.clone()).expect("text")
    }

    fn hear<R>(&self, work: impl FnOnce() -> R) -> R {
        let said = self.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_writer(move || said.clone())
            .finish();
        tracing::subscriber::with_default(subscriber, work)
    }
}

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_a_store_is_too_slow_for_is_dropped_counted_and_told() {
    let (slow, is_in, let_go) = Slow::new();
    let usage = Usage::new(slow.clone());
    usage.record(record());
    is_in.recv_timeout(PATIENCE).expect("the store is asked");
    let said = Said::default();
    said.hear(|| {
        for _ in 0..MOST {
            usage.record(record());
        }
        assert_eq!(usage.dropped(), 0);
        assert_eq!(said.text(), "");
        for _ in 0..7 {
            usage.record(record());
        }
    });
    assert_eq!(usage.dropped(), 7);
    // Once for all that come at once.
    let told = said.text();
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.contains("WARN") && told.contains("calls=1"), "{told}");
    assert!(!usage.flush(Duration::from_millis(1)), "nothing is kept");

    drop(let_go);
    assert!(usage.flush(PATIENCE), "everything is kept");
    assert_eq!(slow.kept.load(Ordering::SeqCst), MOST as u64 + 1);
    drop(usage);
    assert_eq!(slow.dropped.load(Ordering::SeqCst), 7);
}

/// Fails in one way, then in another, then no more.
struct Broken {
    panics: AtomicBool,
    fails: AtomicBool,
    ring: UsageRing,
}

impl UsageStore for Broken {
    fn keep(&self, records: &[UsageRecord]) -> Result<(), UsageFailure> {
        assert!(
            !self.panics.swap(false, Ordering::SeqCst),
            "the disk is gone"
        );
        if self.fails.swap(false, Ordering::SeqCst) {
            return Err("the disk is full".into());
        }
        self.ring.keep(records)
    }
}

#[test]
fn a_store_that_fails_or_panics_loses_what_it_was_given_and_no_more() {
    let broken = Arc::new(Broken {
        panics: AtomicBool::new(true),
        fails: AtomicBool::new(true),
        ring: UsageRing::new(10),
    });
    let usage = Usage::new(broken.clone());
    for lost in [1, 2, 2] {
        usage.record(record());
        assert!(usage.flush(PATIENCE));
        assert_eq!(usage.dropped(), lost);
    }
    assert_eq!(broken.ring.records().len(), 1);
}

/// Fails once, and panics when it is asked why.
struct Speechless(AtomicBool, UsageRing);

#[derive(Debug)]
struct Unspeakable;

impl std::fmt::Display for Unspeakable {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        panic!("words fail")
    }
}

impl std::error::Error for Unspeakable {}

impl UsageStore for Speechless {
    fn keep(&self, records: &[UsageRecord]) -> Result<(), UsageFailure> {
        if self.0.swap(false, Ordering::SeqCst) {
            return Err(Unspeakable.into());
        }
        self.1.keep(records)
    }
}

#[test]
fn a_failure_that_panics_where_it_is_told_ends_no_record() {
    let store = Arc::new(Speechless(AtomicBool::new(true), UsageRing::new(10)));
    let usage = Usage::new(store.clone());
    for _ in 0..2 {
        usage.record(record());
        assert!(usage.flush(PATIENCE));
    }
    assert_eq!(usage.dropped(), 1);
    assert_eq!(store.1.records().len(), 1);
}

#[test]
fn what_is_queued_is_written_with_the_last_clone() {
    let ring = Arc::new(UsageRing::new(MOST));
    let usage = Usage::new(ring.clone());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let usage = usage.clone();
            scope.spawn(move || {
                for _ in 0..1000 {
                    usage.record(record());
                }
            });
        }
    });
    drop(usage);
    assert_eq!(ring.records().len(), 4000);
}

#[test]
fn a_flush_of_nothing_is_done() {
    let usage = Usage::new(UsageRing::new(1));
    assert!(usage.flush(Duration::ZERO));
}
