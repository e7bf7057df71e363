//! Threads of Rust's standard library.

use std::panic::resume_unwind;
use std::thread::{Builder, JoinHandle};

/// A running thread, which is joined when it is dropped.
pub(super) struct StandardThread<R>(Option<JoinHandle<R>>);

impl<R: Send> StandardThread<R> {
    /// Starts a thread; `None` if there are no resources for one.
    ///
    /// # Safety
    /// The thread is joined while all that `work` borrows is alive.
    pub(super) unsafe fn start<W: FnOnce() -> R + Send>(stack: usize, work: W) -> Option<StandardThread<R>> {
        // With an explicit stack size, std does not read the environment.
        let builder = Builder::new().stack_size(stack);
        // SAFETY: as the caller promises.
        let started = unsafe { builder.spawn_unchecked(work) };
        started.ok().map(|handle| StandardThread(Some(handle)))
    }

    /// Waits for the end of the thread and returns the result of its work.
    pub(super) fn join(mut self) -> Option<R> {
        let handle = self.0.take()?;
        Some(handle.join().unwrap_or_else(|panic| resume_unwind(panic)))
    }
}

impl<R> Drop for StandardThread<R> {
    fn drop(&mut self) {
        if let Some(handle) = self.0.take() {
            drop(handle.join());
        }
    }
}
