//! Scanning of code units in blocks of 64: a mask has one bit per unit. The only module with vector instructions.
//!
//! A [`Backend`] is scalar (the reference implementation, with which tests compare the others), SSE2 (every x86-64),
//! AVX2, selected at run time ([`dispatch`]), or NEON (every AArch64). A class is defined once, by operations of
//! [`Lanes`], for scalar, SSE2 and NEON. Sets of code points, the removal of units and the masks of a block have
//! kernels for AVX2 and NEON ([`vectors`]) and a scalar variant.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod backend;
mod baseline;
mod block;
mod classes;
mod code_point_filter;
#[cfg(any(target_arch = "x86_64", neon))]
mod compress;
mod dispatch;
#[cfg(any(target_arch = "x86_64", neon))]
mod filter_kernels;
mod hashed_units;
mod jamo;
mod lanes;
mod mask;
#[cfg(any(target_arch = "x86_64", neon))]
mod mask_kernels;
#[cfg(neon)]
mod neon;
mod prefetch;
mod punctuation_masks;
mod scalar;
mod spans;
mod sparse_set;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod supplementary_range;
#[cfg(test)]
mod tests;
#[cfg(any(target_arch = "x86_64", neon))]
mod utf8_cells;
mod utf8_lower;
mod utf8_masks;
mod utf8_sets;
mod utf8_table;
mod utf8_units;
#[cfg(any(target_arch = "x86_64", neon))]
mod vectors;
mod word_masks;

pub use backend::{Backend, backend, has_byte_lookup};
pub use block::{BLOCK, MAX_AFTER, WINDOW, bits_from, block_at};
pub use classes::*;
pub use code_point_filter::{CodePointFilter, Mismatch};
pub use dispatch::{bloom_mask, compose_jamo, compress_store, decode_utf8, lower_block, table_mask};
pub use hashed_units::{HASHED_UNITS, hash_units};
pub use jamo::JamoMasks;
pub use lanes::{Class, Lanes};
pub use mask::{BlockMask, ascii_prefix, block_mask, latin_cyrillic_letters, mask};
pub use prefetch::prefetch;
pub use punctuation_masks::PunctuationMasks;
pub use spans::{Bitmap128, Span};
pub use sparse_set::SparseSet;
pub use supplementary_range::SupplementaryRange;
pub use utf8_lower::LoweredBlock;
pub use utf8_masks::Utf8Masks;
pub use utf8_table::{CellBits, LookupRanges, TableMask, Utf8Table};
pub use utf8_units::DecodedUnits;
pub use word_masks::{PunctuationKind, WordMasks, WordPunctuation};
