//! How many calls run at once.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

use super::{Limits, PATIENCE};

/// Lets as many calls run as may at once, of one caller and in all. Those beyond wait in line for a
/// moment, each caller's in a line of its own: a flood of one delays that one.
#[derive(Debug)]
pub(crate) struct Admission {
    all: Line,
    by_caller: usize,
    /// The lines of callers who have calls running or waiting, and no others.
    callers: Mutex<HashMap<Arc<str>, Arc<Line>>>,
}

/// Places to run in, and who waits for one.
#[derive(Debug)]
pub(crate) struct Line {
    places: Arc<Semaphore>,
    most: usize,
    waiting: AtomicUsize,
    /// The calls that run or wait.
    calls: AtomicUsize,
}

/// A call that may run, until this is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    admission: Arc<Admission>,
    caller: Arc<str>,
    line: Arc<Line>,
    places: Option<[OwnedSemaphorePermit; 2]>,
}

/// Which limit kept a call from running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Crowded {
    Caller(usize),
    Server(usize),
}

impl Admission {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            all: Line::new(limits.calls),
            by_caller: limits.calls_by_caller,
            callers: Mutex::default(),
        }
    }

    /// A place for one call, as soon as there is one.
    ///
    /// # Errors
    ///
    /// When there is none within the time that anybody waits, or as many wait as may run.
    pub(crate) async fn admit(self: &Arc<Self>, caller: &Arc<str>) -> Result<Permit, Crowded> {
        // Leaves the line again, however this ends.
        let mut permit = Permit {
            admission: self.clone(),
            caller: caller.clone(),
            line: self.line(caller),
            places: None,
        };
        let until = Instant::now() + PATIENCE;
        let one_of_own = permit.line.take(until).await;
        let one_of_own = one_of_own.ok_or(Crowded::Caller(permit.line.most))?;
        let one_of_all = self.all.take(until).await;
        let one_of_all = one_of_all.ok_or(Crowded::Server(self.all.most))?;
        permit.places = Some([one_of_own, one_of_all]);
        Ok(permit)
    }

    fn line(&self, caller: &Arc<str>) -> Arc<Line> {
        let mut callers = self.callers.lock().unwrap_or_else(PoisonError::into_inner);
        let line = callers
            .entry(caller.clone())
            .or_insert_with(|| Arc::new(Line::new(self.by_caller)));
        line.calls.fetch_add(1, Ordering::AcqRel);
        line.clone()
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.places = None;
        let admission = &self.admission;
        let mut callers = admission
            .callers
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        // Lines are entered and left under the lock, so nobody stands in one that is forgotten.
        if self.line.calls.fetch_sub(1, Ordering::AcqRel) == 1 {
            callers.remove(&self.caller);
        }
    }
}

impl Line {
    pub(crate) fn new(most: usize) -> Self {
        let most = most.min(Semaphore::MAX_PERMITS);
        Self {
            places: Arc::new(Semaphore::new(most)),
            most,
            waiting: AtomicUsize::new(0),
            calls: AtomicUsize::new(0),
        }
    }

    /// A place, as soon as there is one; `None` where there is none in time, or as many wait as may run.
    pub(crate) async fn take(&self, until: Instant) -> Option<OwnedSemaphorePermit> {
        if let Ok(place) = self.places.clone().try_acquire_owned() {
            return Some(place);
        }
        let _waiting = Waiting::of(self)?;
        let place = timeout_at(until, self.places.clone().acquire_owned()).await;
        place.ok()?.ok()
    }
}

/// One that waits, counted.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    /// `None` where as many wait as may run: those would not all get a place in time.
    fn of(line: &'a Line) -> Option<Self> {
        let before = line.waiting.fetch_add(1, Ordering::AcqRel);
        // Dropped where it is one too many, which takes it out again.
        Some(Self(&line.waiting)).filter(|_| before < line.most)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admission(calls: usize, calls_by_caller: usize) -> Arc<Admission> {
        Arc::new(Admission::new(&Limits {
            calls,
            calls_by_caller,
            ..Limits::default()
        }))
    }

    #[tokio::test(start_paused = true)]
    async fn a_caller_waits_for_its_own_calls_and_others_do_not() {
        let admission = admission(3, 2);
        let (ada, bob): (Arc<str>, Arc<str>) = ("ada".into(), "bob".into());
        let first = admission.admit(&ada).await.expect("a place");
        let _second = admission.admit(&ada).await.expect("a place");
        let began = Instant::now();
        let refused = admission.admit(&ada).await;
        assert_eq!(refused.expect_err("no place"), Crowded::Caller(2));
        assert_eq!(began.elapsed(), PATIENCE);
        let _third = admission.admit(&bob).await.expect("a place");
        let refused = admission.admit(&bob).await;
        assert_eq!(refused.expect_err("no place"), Crowded::Server(3));
        let (waited, ()) = tokio::join!(admission.admit(&ada), async { drop(first) });
        assert!(waited.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn as_many_wait_as_may_run() {
        let admission = admission(8, 1);
        let ada: Arc<str> = "ada".into();
        let _running = admission.admit(&ada).await.expect("a place");
        let began = Instant::now();
        let (first, second) = tokio::join!(admission.admit(&ada), async {
            let refused = admission.admit(&ada).await;
            (refused, began.elapsed())
        });
        assert!(first.is_err());
        let (refused, after) = second;
        assert!(refused.is_err());
        assert_eq!(after, std::time::Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn callers_that_are_done_are_forgotten() {
        let admission = admission(2, 1);
        for at in 0..100 {
            let caller: Arc<str> = at.to_string().into();
            let permit = admission.admit(&caller).await.expect("a place");
            // One that is refused leaves nothing behind either.
            assert!(admission.admit(&caller).await.is_err());
            drop(permit);
        }
        assert!(admission.callers.lock().is_ok_and(|known| known.is_empty()));
        assert_eq!(admission.all.places.available_permits(), 2);
    }
}
