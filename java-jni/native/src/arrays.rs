//! The Java arrays that receive tokens, and their capacity.

use crate::guard::Status;
use crate::packed::{FIELDS, HEADER};
use crate::raw::Raw;
use jni::sys::{jbyteArray, jcharArray, jint, jintArray};

/// The arrays from Java that receive tokens.
#[derive(Clone, Copy)]
pub struct Arrays {
    /// Receives the header and the fields.
    pub numbers: jintArray,
    /// Capacity of `numbers`.
    pub numbers_capacity: jint,
    /// Receives terms that are not slices of the text.
    pub terms: jcharArray,
    /// Capacity of `terms`, in units.
    pub terms_capacity: jint,
    /// Receives all terms in UTF-8.
    pub utf8: jbyteArray,
    /// Capacity of `utf8`, in bytes; 0 if UTF-8 terms are not requested.
    pub utf8_capacity: jint,
}

impl Arrays {
    /// The capacity of the arrays.
    pub fn capacity(&self) -> Capacity {
        Capacity::new(self.numbers_capacity, self.terms_capacity, self.utf8_capacity)
    }

    /// Copies tokens to the start of the arrays: header and fields, terms, terms in UTF-8.
    pub fn store(&self, env: Raw, numbers: &[i32], terms: &[u16], utf8: &[u8]) -> Result<(), Status> {
        env.set_ints(self.numbers, numbers)?;
        env.set_chars(self.terms, terms)?;
        env.set_bytes(self.utf8, utf8)
    }
}

/// Space for tokens and their terms.
#[derive(Clone, Copy)]
pub struct Capacity {
    /// Tokens.
    pub tokens: usize,
    /// UTF-16 units of terms that are not slices of the text.
    pub units: usize,
    /// Bytes of terms in UTF-8; a capacity of 0 means that UTF-8 terms are not requested.
    pub bytes: usize,
}

impl Capacity {
    /// The capacity of arrays of these lengths.
    pub fn new(numbers: jint, terms: jint, utf8: jint) -> Capacity {
        let tokens = length_of(numbers).saturating_sub(HEADER) / FIELDS;
        Capacity { tokens, units: length_of(terms), bytes: length_of(utf8) }
    }
}

/// A length from Java; negative values are 0.
pub fn length_of(length: jint) -> usize {
    usize::try_from(length).unwrap_or(0)
}
