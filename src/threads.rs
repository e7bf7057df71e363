//! Work on parts of borrowed data, each on a thread of its own. `thread::scope` would do, but leaves a handle behind in the
//! engine's thread, which leak checkers report.

use crate::memory;
use std::collections::VecDeque;
use std::io;
use std::panic::resume_unwind;
use std::thread::{self, JoinHandle};

/// Bytes of a thread's stack; keys of any text take a fraction of it.
const STACK: usize = 1 << 20;

/// The caller's own work and that on the parts, each of these on a thread of its own, or where there is none on the caller's.
/// In order; a panic of a thread is the caller's.
pub(crate) fn in_parallel<'p, T: Sync, R: Send>(
    own: impl FnOnce() -> R,
    parts: &'p [T],
    work: impl Fn(&'p T) -> R + Sync,
) -> Vec<R> {
    let mut threads = Threads(VecDeque::with_capacity(parts.len()));
    for part in parts {
        let work = &work;
        // A size of the stack spares std the environment.
        let builder = thread::Builder::new().stack_size(STACK);
        // SAFETY: `threads` joins the thread before `work` and `parts` go, also when a panic unwinds.
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

/// Threads that borrow, joined before what they borrow goes.
struct Threads<R>(VecDeque<io::Result<JoinHandle<R>>>);

impl<R> Drop for Threads<R> {
    fn drop(&mut self) {
        for thread in self.0.drain(..).flatten() {
            drop(thread.join());
        }
    }
}
