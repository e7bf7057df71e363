//! Data that are part of the library, or built at run time.

use std::ops::Deref;

/// A reference to shipped data, or an owner of built data: a `Box` for one user, an `Arc` for several.
#[derive(Debug)]
pub enum ShippedOr<T: ?Sized + 'static, O> {
    /// Data of the library.
    Shipped(&'static T),
    /// Data built from a definition.
    Built(O),
}

impl<T: ?Sized, O: Deref<Target = T>> Deref for ShippedOr<T, O> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match self {
            ShippedOr::Shipped(data) => data,
            ShippedOr::Built(data) => data,
        }
    }
}

// A derived one would require `T: Clone`.
impl<T: ?Sized, O: Clone> Clone for ShippedOr<T, O> {
    fn clone(&self) -> Self {
        match self {
            ShippedOr::Shipped(data) => ShippedOr::Shipped(data),
            ShippedOr::Built(data) => ShippedOr::Built(data.clone()),
        }
    }
}
