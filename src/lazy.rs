//! Values that are made when they are first read.

use crate::memory;
use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

/// A value that is made when it is first read. Unlike with `LazyLock`, it is made again after a panic or a call that
/// memory ran out in.
pub(crate) struct Lazy<T> {
    value: OnceLock<T>,
    make: fn() -> T,
}

impl<T> Lazy<T> {
    pub(crate) const fn new(make: fn() -> T) -> Lazy<T> {
        Lazy { value: OnceLock::new(), make }
    }

    /// The value.
    #[inline]
    pub(crate) fn force(this: &Lazy<T>) -> &T {
        get_or_make(&this.value, this.make)
    }
}

/// The value in a static slot, which is made as that of [`Lazy`].
#[inline]
pub(crate) fn get_or_make<T>(slot: &OnceLock<T>, make: impl FnOnce() -> T) -> &T {
    slot.get_or_init(|| {
        let value = make();
        // It outlives the call, so it must not be in the memory reserve.
        memory::checkpoint();
        value
    })
}

impl<T> Deref for Lazy<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        Lazy::force(self)
    }
}

impl<T: fmt::Debug> fmt::Debug for Lazy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}
