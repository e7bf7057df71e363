//! Conversion of raw pointers to references after checks; ownership is expressed in types.

use crate::analysis::TextError;
use crate::capi::guard::check_memory;
use crate::capi::status::{Failure, INVALID_ARGUMENT, NULL_ARGUMENT};
use crate::unicode::text::MAX_TEXT_UNITS;
use std::ffi::{CStr, c_char};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Number of references to handles held by callers.
static LIVE: AtomicUsize = AtomicUsize::new(0);

/// Number of live references.
pub(crate) fn live() -> usize {
    LIVE.load(Ordering::Relaxed)
}

/// A C type with one owner: created by `into_raw`, freed by `free`.
pub(crate) trait Boxed: Sized {
    /// Moves the object to the heap and returns its handle; fails if memory ran out while it was built.
    fn into_raw(self) -> Result<*mut Self, Failure> {
        let object = Box::new(self);
        check_memory()?;
        LIVE.fetch_add(1, Ordering::Relaxed);
        Ok(Box::into_raw(object))
    }

    /// Frees a handle. NULL and misaligned pointers are ignored.
    ///
    /// # Safety
    /// `handle` is NULL or misaligned, or came from `into_raw` and has not been freed.
    unsafe fn free(handle: *mut Self) {
        if check(handle).is_ok() {
            // SAFETY: as the caller promises.
            drop(unsafe { Box::from_raw(handle) });
            LIVE.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// A reference-counted C type: created by `into_shared`, counted by `retain` and `release`.
pub(crate) trait Shared: Sized {
    /// As [`Boxed::into_raw`].
    fn into_shared(self) -> Result<*const Self, Failure> {
        let object = Arc::new(self);
        check_memory()?;
        LIVE.fetch_add(1, Ordering::Relaxed);
        Ok(Arc::into_raw(object))
    }

    /// Increments the reference count.
    ///
    /// # Safety
    /// `handle` came from `into_shared` and has an owner.
    unsafe fn retain(handle: *const Self) {
        // SAFETY: as the caller promises.
        unsafe { Arc::increment_strong_count(handle) };
        LIVE.fetch_add(1, Ordering::Relaxed);
    }

    /// Decrements the reference count. NULL and misaligned pointers are ignored.
    ///
    /// # Safety
    /// `handle` is NULL or misaligned, or came from `into_shared` and the caller is one of its owners.
    unsafe fn release(handle: *const Self) {
        if check(handle).is_ok() {
            // SAFETY: as the caller promises.
            unsafe { Arc::decrement_strong_count(handle) };
            LIVE.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

fn check<T>(pointer: *const T) -> Result<(), Failure> {
    match () {
        () if pointer.is_null() => Err(NULL_ARGUMENT),
        () if !pointer.is_aligned() => Err(INVALID_ARGUMENT),
        () => Ok(()),
    }
}

/// Converts a caller's pointer to a shared reference.
///
/// # Safety
/// NULL and misaligned pointers are rejected; any other must point to a live `T` that is not modified while the
/// reference is used.
#[inline]
pub(crate) unsafe fn borrow<'a, T>(pointer: *const T) -> Result<&'a T, Failure> {
    check(pointer)?;
    // SAFETY: not NULL, aligned; the rest as the caller promises.
    Ok(unsafe { &*pointer })
}

/// Converts a caller's pointer to a mutable reference.
///
/// # Safety
/// As for [`borrow`], and `T` is not accessed otherwise while the reference is used.
#[inline]
pub(crate) unsafe fn borrow_mut<'a, T>(pointer: *mut T) -> Result<&'a mut T, Failure> {
    check(pointer)?;
    // SAFETY: not NULL, aligned; the rest as the caller promises.
    Ok(unsafe { &mut *pointer })
}

/// An output parameter: checked before the work, written after it.
pub(crate) struct Out<T>(*mut T);

impl<T> Out<T> {
    /// Checks a pointer that must not be NULL.
    pub(crate) fn required(pointer: *mut T) -> Result<Out<T>, Failure> {
        check(pointer).map(|()| Out(pointer))
    }

    /// Checks a pointer that may be NULL.
    pub(crate) fn optional(pointer: *mut T) -> Result<Out<T>, Failure> {
        if pointer.is_null() { Ok(Out(pointer)) } else { Out::required(pointer) }
    }

    /// Writes the result, unless an allocation failed.
    ///
    /// # Safety
    /// A pointer that is not NULL must be valid for writing a `T`.
    #[inline]
    pub(crate) unsafe fn set(&self, value: T) {
        if !self.0.is_null() && !crate::memory::ran_out() {
            // SAFETY: aligned; the rest as the caller promises.
            unsafe { self.0.write(value) };
        }
    }

    /// Whether the pointer is not NULL.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.0.is_null()
    }

    /// Writes the result even if an allocation failed.
    ///
    /// # Safety
    /// As for [`Out::set`].
    pub(crate) unsafe fn set_always(&self, value: T) {
        if !self.0.is_null() {
            // SAFETY: aligned; the rest as the caller promises.
            unsafe { self.0.write(value) };
        }
    }
}

/// The caller's text or array. NULL with length 0 is an empty one.
///
/// # Safety
/// Otherwise the pointer addresses `length` items that are not modified while the slice is used.
#[inline]
pub(crate) unsafe fn slice<'a, T>(pointer: *const T, length: usize) -> Result<&'a [T], Failure> {
    if length == 0 {
        return Ok(&[]);
    }
    check(pointer)?;
    check_size::<T>(length)?;
    // SAFETY: not NULL, aligned, no larger than an object can be; the rest as the caller promises.
    Ok(unsafe { std::slice::from_raw_parts(pointer, length) })
}

/// The caller's text, after a check of its length.
///
/// # Safety
/// As for [`slice`].
#[inline]
pub(crate) unsafe fn checked_text<'a, U>(text: *const U, length: usize) -> Result<&'a [U], Failure> {
    if length > MAX_TEXT_UNITS {
        return Err(Failure::from(TextError::TooLong));
    }
    // SAFETY: as the caller promises.
    unsafe { slice(text, length) }
}

/// A NUL-terminated name; `None` for NULL.
///
/// # Safety
/// NULL or NUL-terminated.
pub(crate) unsafe fn optional_name<'a>(name: *const c_char) -> Result<Option<&'a str>, Failure> {
    if name.is_null() {
        return Ok(None);
    }
    // SAFETY: as the caller promises.
    let name = unsafe { CStr::from_ptr(name) };
    name.to_str().map(Some).map_err(|_| INVALID_ARGUMENT)
}

/// The caller's output buffer. NULL with capacity 0 is an empty one.
///
/// # Safety
/// Otherwise the pointer addresses `capacity` items, initialized or not, that are not accessed otherwise while the
/// slice is used. Every bit pattern of `T` is valid.
#[inline]
pub(crate) unsafe fn buffer<'a, T>(pointer: *mut T, capacity: usize) -> Result<&'a mut [T], Failure> {
    if capacity == 0 {
        return Ok(&mut []);
    }
    check(pointer)?;
    check_size::<T>(capacity)?;
    // SAFETY: not NULL, aligned, no larger than an object can be; the rest as the caller promises.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer, capacity) })
}

/// Checks that an object has at most `isize::MAX` bytes.
#[inline]
fn check_size<T>(length: usize) -> Result<(), Failure> {
    let is_possible = length.checked_mul(size_of::<T>()).is_some_and(|bytes| isize::try_from(bytes).is_ok());
    if is_possible { Ok(()) } else { Err(INVALID_ARGUMENT) }
}
