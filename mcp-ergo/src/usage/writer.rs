//! Takes records from calls and hands them to the store, on a thread of its own.

#[cfg(test)]
mod tests;

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::drops::{Drops, QUIET, Voice};
use super::{UsageFailure, UsageRecord, UsageStore};
use crate::error::chain;
use crate::server::caught;

/// Most records that wait for the store: more than a tenth of a second of any server's calls.
const MOST: usize = 16_384;

/// From how many on the store is not kept waiting for more.
const MANY: usize = MOST / 2;

/// How long the first record waits for others, so that many calls are one write.
const TOGETHER: Duration = Duration::from_millis(100);

/// How long the end of a server waits for what is not written yet.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Records calls in a store, without ever keeping one waiting: records are queued, and what the store
/// is too slow for is dropped, counted and told. Clones share one queue; with the last one what is
/// queued is written and the thread ends.
///
/// A server has one where the builder was given a store
/// ([`Server::usage`](crate::Server::usage)); a server that is written with rmcp alone makes its own.
#[derive(Debug, Clone)]
pub struct Usage(Arc<Handle>);

/// What ends the thread when nobody records any more.
#[derive(Debug)]
struct Handle(Arc<Queue>);

#[derive(Debug)]
struct Queue {
    state: Mutex<State>,
    /// The writer has something to do.
    work: Condvar,
    /// The writer has done something.
    progress: Condvar,
    drops: Drops,
}

#[derive(Debug)]
struct State {
    waiting: Vec<UsageRecord>,
    /// How many records were ever queued, and how many of them the store has seen.
    queued: u64,
    seen: u64,
    /// Somebody waits for what is queued.
    hurry: bool,
    /// Nobody records any more.
    closed: bool,
    /// The writer is gone.
    ended: bool,
}

impl Usage {
    /// Begins to record in `store`.
    pub fn new(store: impl UsageStore) -> Self {
        Self::with(Arc::new(store))
    }

    pub(crate) fn with(store: Arc<dyn UsageStore>) -> Self {
        let queue = Arc::new(Queue {
            state: Mutex::new(State {
                // All at once: a call never waits for a queue that grows.
                waiting: Vec::with_capacity(MOST),
                queued: 0,
                seen: 0,
                hurry: false,
                closed: false,
                ended: false,
            }),
            work: Condvar::new(),
            progress: Condvar::new(),
            drops: Drops::new(),
        });
        let writer = Writer {
            queue: queue.clone(),
            store,
            voice: Voice::new(),
        };
        let thread = std::thread::Builder::new().name("usage".to_owned());
        if let Err(error) = thread.spawn(move || writer.run()) {
            // The closure is dropped, and `Writer` with it says that it has ended.
            tracing::error!(%error, "calls are not recorded: no thread for it");
        }
        Self(Arc::new(Handle(queue)))
    }

    /// Queues one record. Never waits for the store: where the queue is full, the record is dropped and
    /// counted.
    pub fn record(&self, record: UsageRecord) {
        let queue = &self.0.0;
        let mut state = queue.lock();
        let waiting = state.waiting.len();
        if state.ended || waiting >= MOST {
            drop(state);
            queue.drops.add(1);
            return;
        }
        state.waiting.push(record);
        state.queued += 1;
        drop(state);
        if waiting == 0 || waiting == MANY {
            queue.work.notify_one();
        }
    }

    /// How many calls were not recorded since the server began: there was no room for them in the
    /// queue, or the store failed.
    pub fn dropped(&self) -> u64 {
        self.0.0.drops.all()
    }

    /// Waits until what was recorded before has reached the store, for so long at most; says whether it
    /// has. It blocks the thread.
    pub fn flush(&self, patience: Duration) -> bool {
        self.0.0.flush(patience)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        let queue = &self.0;
        queue.lock().closed = true;
        queue.work.notify_one();
        queue.wait(LAST_WORDS, |state| state.ended);
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn flush(&self, patience: Duration) -> bool {
        let mut state = self.lock();
        let wanted = state.queued;
        state.hurry = true;
        drop(state);
        self.work.notify_one();
        self.wait(patience, |state| state.seen >= wanted || state.ended)
            && self.lock().seen >= wanted
    }

    /// Whether the writer has come so far in time.
    fn wait(&self, patience: Duration, done: impl Fn(&State) -> bool) -> bool {
        let waited = self
            .progress
            .wait_timeout_while(self.lock(), patience, |state| !done(state));
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        done(&state)
    }
}

/// The thread that writes.
struct Writer {
    queue: Arc<Queue>,
    store: Arc<dyn UsageStore>,
    voice: Voice,
}

impl Writer {
    fn run(self) {
        let mut batch = Vec::with_capacity(MOST);
        while self.next(&mut batch) {
            self.write(&batch);
            let mut state = self.queue.lock();
            state.seen += batch.len() as u64;
            drop(state);
            batch.clear();
            self.queue.progress.notify_all();
            self.queue.drops.tell();
        }
    }

    /// Takes what waits; whether there is anything more to come.
    fn next(&self, batch: &mut Vec<UsageRecord>) -> bool {
        let mut state = self.idle();
        let calm = |state: &mut State| state.waiting.len() < MANY && !state.hurry && !state.closed;
        if calm(&mut state) {
            let waited = self.queue.work.wait_timeout_while(state, TOGETHER, calm);
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
        state.hurry = false;
        std::mem::swap(&mut state.waiting, batch);
        !batch.is_empty()
    }

    /// Until a record waits, or none ever will.
    fn idle(&self) -> MutexGuard<'_, State> {
        let idle = |state: &mut State| state.waiting.is_empty() && !state.closed;
        let mut state = self.queue.lock();
        while idle(&mut state) {
            let work = &self.queue.work;
            if self.queue.drops.has_untold() {
                let waited = work.wait_timeout_while(state, QUIET, idle);
                (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
                self.queue.drops.tell();
            } else {
                let waited = work.wait_while(state, idle);
                state = waited.unwrap_or_else(PoisonError::into_inner);
            }
        }
        state
    }

    fn write(&self, batch: &[UsageRecord]) {
        let drops = &self.queue.drops;
        if !self.try_to(|| self.store.keep(batch)) {
            drops.add(batch.len() as u64);
            return;
        }
        let dropped = drops.take_unkept();
        if dropped > 0 && !self.try_to(|| self.store.keep_dropped(dropped)) {
            drops.give_back(dropped);
        }
    }

    /// Whether the store does it. Whatever happens in there, the server goes on.
    fn try_to(&self, work: impl FnOnce() -> Result<(), UsageFailure>) -> bool {
        // What it says of its failure is its own work too.
        let worked = caught(|| work().map_err(|failure| chain(&*failure)));
        let failure = match worked {
            Ok(Ok(())) => return true,
            Ok(Err(failure)) => failure,
            Err(panic) => format!("it panicked: {panic}"),
        };
        if self.voice.may_speak() {
            tracing::error!(failure, "the usage store failed");
        }
        false
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.ended = true;
        let left = std::mem::take(&mut state.waiting).len();
        drop(state);
        self.queue.progress.notify_all();
        if left > 0 {
            self.queue.drops.add(left as u64);
        }
        self.queue.drops.tell_now();
    }
}
