//! Runs work on parts of borrowed data, each on a thread of its own. `thread::scope` would leave a handle in the
//! engine's thread, which leak checkers report.

use crate::memory;
use std::collections::VecDeque;
use std::io;
use std::panic::resume_unwind;
use std::thread::{self, JoinHandle};

/// Stack size of a thread in bytes; making the key of any text takes a fraction of it.
const STACK: usize = 1 << 20;

/// Runs the caller's own work, and the work on each part on a thread of its own, or on the caller's thread if none can
/// be created. Returns the results in order; a panic of a thread propagates to the caller.
pub(crate) fn in_parallel<'p, T: Sync, R: Send>(
    own: impl FnOnce() -> R,
    parts: &'p [T],
    work: impl Fn(&'p T) -> R + Sync,
) -> Vec<R> {
    let mut threads = Threads(VecDeque::with_capacity(parts.len()));
    for part in parts {
        let work = &work;
        // With an explicit stack size, std does not read the environment.
        let builder = thread::Builder::new().stack_size(STACK);
        // SAFETY: `threads` joins the thread before `work` and `parts` are dropped, also when a panic unwinds.
        threads.0.push_back(unsafe { builder.spawn_unchecked(memory::part_of_call(move || work(part))) });
    }
    let mut results = Vec::with_capacity(parts.len() + 1);
    results.push(own());
    for part in parts {
        results.push(match threads.0.pop_front() {
            Some(Ok(thread)) => {
                let (result, ran_out) = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
                memory::mark(ran_out);
                result
            }
            Some(Err(_)) | None => work(part),
        });
    }
    results
}

/// Threads that borrow data, joined before the borrowed data is dropped.
struct Threads<R>(VecDeque<io::Result<JoinHandle<R>>>);

impl<R> Drop for Threads<R> {
    fn drop(&mut self) {
        for thread in self.0.drain(..).flatten() {
            drop(thread.join());
        }
    }
}
