//! POSIX threads, for the C libraries. Threads of Rust's standard library allocate from the system and register
//! destructors of thread-local variables, and the process ends if one of the two fails.

use std::ffi::{c_int, c_void};
use std::ptr;

/// `pthread_t`: a number or a pointer.
type ThreadId = usize;

/// `pthread_attr_t`: at most 64 bytes on 64-bit systems.
#[repr(C, align(16))]
struct Attributes([u8; 256]);

type Main = extern "C" fn(*mut c_void) -> *mut c_void;

// SAFETY: as <pthread.h> declares them.
unsafe extern "C" {
    fn pthread_attr_init(attributes: *mut Attributes) -> c_int;
    fn pthread_attr_setstacksize(attributes: *mut Attributes, size: usize) -> c_int;
    fn pthread_attr_destroy(attributes: *mut Attributes) -> c_int;
    fn pthread_create(id: *mut ThreadId, attributes: *const Attributes, main: Main, job: *mut c_void) -> c_int;
    fn pthread_join(id: ThreadId, result: *mut *mut c_void) -> c_int;
}

/// The work of a thread, and its result.
struct Job<W, R> {
    work: Option<W>,
    result: Option<R>,
}

/// A running thread, which is joined when it is dropped.
pub(super) struct PosixThread<W, R> {
    id: ThreadId,
    /// From `Box::into_raw`; null once the thread is joined.
    job: *mut Job<W, R>,
}

impl<W: FnOnce() -> R + Send, R: Send> PosixThread<W, R> {
    /// Starts a thread; `None` if there are no resources for one. `work` does not panic.
    ///
    /// # Safety
    /// The thread is joined while all that `work` borrows is alive.
    pub(super) unsafe fn start(stack: usize, work: W) -> Option<PosixThread<W, R>> {
        let job = Box::into_raw(Box::new(Job { work: Some(work), result: None }));
        match create(stack, run::<W, R>, job.cast::<c_void>()) {
            Some(id) => Some(PosixThread { id, job }),
            None => {
                // SAFETY: from `Box::into_raw`, and no thread has it.
                drop(unsafe { Box::from_raw(job) });
                None
            }
        }
    }
}

/// The start of a thread.
extern "C" fn run<W: FnOnce() -> R, R>(job: *mut c_void) -> *mut c_void {
    // SAFETY: the job that `start` passed; until it has joined this thread, only this thread uses it.
    let job = unsafe { &mut *job.cast::<Job<W, R>>() };
    job.result = job.work.take().map(|work| work());
    ptr::null_mut()
}

fn create(stack: usize, main: Main, job: *mut c_void) -> Option<ThreadId> {
    let mut attributes = Attributes([0; 256]);
    let mut id = 0;
    // SAFETY: the attributes are initialized first and destroyed last; all pointers are to local variables, but for the
    // job, which is for `main`.
    let is_started = unsafe {
        if pthread_attr_init(&raw mut attributes) != 0 {
            return None;
        }
        let is_started = pthread_attr_setstacksize(&raw mut attributes, stack) == 0
            && pthread_create(&raw mut id, &raw const attributes, main, job) == 0;
        pthread_attr_destroy(&raw mut attributes);
        is_started
    };
    is_started.then_some(id)
}

impl<W, R> PosixThread<W, R> {
    /// Waits for the end of the thread and returns the result of its work.
    pub(super) fn join(mut self) -> Option<R> {
        self.finish().and_then(|job| job.result)
    }

    fn finish(&mut self) -> Option<Box<Job<W, R>>> {
        if self.job.is_null() {
            return None;
        }
        // SAFETY: a joinable thread, which is not this one and is joined once. Afterwards the job, from
        // `Box::into_raw`, belongs to this thread again.
        unsafe {
            pthread_join(self.id, ptr::null_mut());
            Some(Box::from_raw(std::mem::replace(&mut self.job, ptr::null_mut())))
        }
    }
}

impl<W, R> Drop for PosixThread<W, R> {
    fn drop(&mut self) {
        self.finish();
    }
}
