//! The Java arrays that receive tokens, and their capacity.

use crate::guard::{Failure, Status};
use crate::packed::{FIELDS, HEADER};
use crate::raw::RawEnv;
use jni::JNIEnv;
use jni::objects::JCharArray;
use jni::sys::{jbyteArray, jcharArray, jint, jintArray};

/// The arrays from Java that receive tokens.
#[derive(Clone, Copy)]
pub struct TokenArrays {
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

impl TokenArrays {
    /// The capacity of the arrays.
    pub fn capacity(&self) -> Result<Capacity, Status> {
        Capacity::new(self.numbers_capacity, self.terms_capacity, self.utf8_capacity)
    }

    /// Copies tokens to the start of the arrays: header and fields, terms, terms in UTF-8.
    pub fn store(&self, env: RawEnv, numbers: &[i32], terms: &[u16], utf8: &[u8]) -> Result<(), Status> {
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
    pub fn new(numbers: jint, terms: jint, utf8: jint) -> Result<Capacity, Status> {
        let tokens = length_of(numbers)?.saturating_sub(HEADER) / FIELDS;
        Ok(Capacity { tokens, units: length_of(terms)?, bytes: length_of(utf8)? })
    }
}

/// A length from Java; a negative one is a fault.
#[inline]
pub fn length_of(length: jint) -> Result<usize, Status> {
    usize::try_from(length).map_err(|_| Status::Fault)
}

/// A copy of a Java array, for calls outside of the hot path.
pub fn units_of(env: &mut JNIEnv<'_>, array: &JCharArray<'_>) -> Result<Vec<u16>, Failure> {
    let length = env.get_array_length(array)?;
    let mut units = vec![0; usize::try_from(length).unwrap_or(0)]; // never negative
    env.get_char_array_region(array, 0, &mut units)?;
    Ok(units)
}
