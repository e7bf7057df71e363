//! Tokenizers: text becomes tokens. One file per component, named as in definitions.

pub mod hyphen;
pub mod keyword;
pub mod letter;
pub mod lowercase;
pub mod naturalsort;
mod pieces;
mod plain_ideographs;
mod plain_words;
mod segmented;
pub mod standard;
pub mod unic_collation_tokenizer;
pub mod unic_tokenizer;
pub mod whitespace;

use crate::unicode::text::{CodeUnit, Encoding, code_points};

/// Whether a term is longer than `most` UTF-16 units.
#[inline]
pub(crate) fn is_longer<U: CodeUnit>(units: &[U], most: usize) -> bool {
    // A UTF-8 text has at least as many bytes as it has UTF-16 units.
    if units.len() <= most {
        return false;
    }
    if U::ENCODING == Encoding::Utf16 {
        return true;
    }
    let mut length = 0;
    code_points(units).any(|(_, c)| {
        length += c.len_utf16();
        length > most
    })
}
