//! Streams whose state is undefined after a failed call.

use crate::guard::Status;
use unic_analysis::analysis::{OwnedStream, Stream, TokenFilterStream};

/// A stream that can start again.
pub trait Rebuild {
    /// Replaces the stream by a new one over the same analyzer.
    fn rebuild(&mut self);
}

impl Rebuild for Stream {
    fn rebuild(&mut self) {
        *self = self.analyzer().stream();
    }
}

impl Rebuild for OwnedStream<u16> {
    fn rebuild(&mut self) {
        OwnedStream::rebuild(self);
    }
}

impl Rebuild for TokenFilterStream<u16> {
    fn rebuild(&mut self) {
        *self = TokenFilterStream::new(self.analyzer());
    }
}

/// A stream, and whether the last call on it failed: by an error, a panic or an exception of Java.
pub struct Rebuildable<T> {
    stream: T,
    is_broken: bool,
}

impl<T: Rebuild> Rebuildable<T> {
    /// Wraps a new stream.
    pub fn new(stream: T) -> Rebuildable<T> {
        Rebuildable { stream, is_broken: false }
    }

    /// Runs a call that starts with new input; rebuilds the stream before it if the preceding call failed.
    #[inline]
    pub fn start<R, E>(&mut self, body: impl FnOnce(&mut T) -> Result<R, E>) -> Result<R, E> {
        if self.is_broken {
            self.stream.rebuild();
        }
        self.run(body)
    }

    /// Runs a call that continues the preceding one; a fault if that failed.
    #[inline]
    pub fn proceed<R>(&mut self, body: impl FnOnce(&mut T) -> Result<R, Status>) -> Result<R, Status> {
        if self.is_broken { Err(Status::Fault) } else { self.run(body) }
    }

    #[inline]
    fn run<R, E>(&mut self, body: impl FnOnce(&mut T) -> Result<R, E>) -> Result<R, E> {
        self.is_broken = true;
        let result = body(&mut self.stream)?;
        self.is_broken = false;
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// Counts how often it is rebuilt.
    struct Counted(usize);

    impl Rebuild for Counted {
        fn rebuild(&mut self) {
            self.0 += 1;
        }
    }

    #[test]
    fn a_call_after_a_failed_one_starts_with_a_new_stream() {
        let mut stream = Rebuildable::new(Counted(0));
        assert_eq!(stream.proceed(|stream| Ok(stream.0)), Ok(0));
        assert_eq!(stream.start(|_| Err::<(), _>(Status::Limit)), Err(Status::Limit));
        assert_eq!(stream.proceed(|stream| Ok(stream.0)), Err(Status::Fault));
        assert_eq!(stream.start(|stream| Ok::<_, Status>(stream.0)), Ok(1));
        assert_eq!(stream.start(|stream| Ok::<_, Status>(stream.0)), Ok(1));
    }

    #[test]
    fn a_panic_is_a_failed_call() {
        let mut stream = Rebuildable::new(Counted(0));
        let panicked =
            catch_unwind(AssertUnwindSafe(|| stream.start(|_| -> Result<(), Status> { panic!("requested") })));
        assert!(panicked.is_err());
        assert_eq!(stream.proceed(|stream| Ok(stream.0)), Err(Status::Fault));
        assert_eq!(stream.start(|stream| Ok::<_, Status>(stream.0)), Ok(1));
    }
}
