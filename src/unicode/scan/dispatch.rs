//! Dispatch to the kernels of the instruction set that [`backend`] selects.

#[cfg(target_arch = "x86_64")]
use super::avx2;
#[cfg(any(target_arch = "x86_64", neon))]
use super::backend::{Backend, backend};
use super::block::{BLOCK, WINDOW};
use super::classes::AsciiUpper;
use super::code_point_filter::{CodePointFilter, Mismatch};
use super::jamo::JamoMasks;
use super::mask::{block_mask, runs_scalar, unit_mask};
use super::punctuation_masks::PunctuationMasks;
use super::sparse_set::SparseSet;
use super::utf8_lower::LoweredBlock;
use super::utf8_table::{TableMask, Utf8Table};
use super::utf8_units::DecodedUnits;
use super::word_masks::{WordMasks, WordPunctuation};
use super::{baseline, hashed_units, scalar, utf8_lower};
#[cfg(neon)]
use super::{compress, filter_kernels, jamo, mask_kernels, neon::Neon, utf8_cells, utf8_units};
use crate::unicode::bloom_filter::BloomFilter;
use crate::unicode::text::CodeUnit;
#[cfg(neon)]
use crate::unicode::text::Encoding;

/// The mismatches of a window, by the kernel of the baseline or the scalar one.
#[inline(always)]
fn mismatches<U: CodeUnit>(filter: &CodePointFilter, window: &[U; WINDOW]) -> (u64, usize) {
    if runs_scalar() { scalar::mismatches(filter, window) } else { baseline::mismatches(filter, window) }
}

impl CodePointFilter {
    /// Skips windows in which all code points pass, from `at` on, which must be a code point boundary.
    #[inline]
    pub fn find_mismatch<U: CodeUnit>(&self, text: &[U], at: usize) -> Mismatch {
        #[cfg(target_arch = "x86_64")]
        if backend() == Backend::Avx2 {
            // SAFETY: the CPU has AVX2.
            return unsafe { avx2::find_mismatch(self, text, at) };
        }
        #[cfg(neon)]
        if backend() == Backend::Neon {
            return filter_kernels::find_mismatch(Neon, self, text, at);
        }
        self.find_mismatch_with(text, at, mismatches)
    }

    /// The units of a block that are ASCII that does not pass.
    #[inline]
    pub fn ascii_exceptions<U: CodeUnit>(&self, block: &[U; BLOCK]) -> u64 {
        let mut mask = 0;
        for except in self.except.into_iter().filter(|except| *except != 0xFF) {
            mask |= unit_mask(block, except);
        }
        if self.except_upper { mask | block_mask::<U, AsciiUpper>(block) } else { mask }
    }

    /// The masks of the first units of a window, which must start with a code point. ASCII has masks of its own,
    /// whether or not it passes.
    #[inline]
    pub fn word_masks<U: CodeUnit>(&self, punctuation: &WordPunctuation, window: &[U; WINDOW]) -> WordMasks {
        #[cfg(target_arch = "x86_64")]
        if backend() == Backend::Avx2 {
            // SAFETY: the CPU has AVX2.
            return unsafe { avx2::word_masks(self, punctuation, window) };
        }
        #[cfg(neon)]
        if backend() == Backend::Neon {
            return mask_kernels::word_masks(Neon, self, punctuation, window);
        }
        self.word_masks_with(punctuation, window, mismatches)
    }
}

impl PunctuationMasks {
    /// Computes the masks of a block that starts with a character.
    #[inline]
    pub fn new<U: CodeUnit>(block: &[U; BLOCK]) -> PunctuationMasks {
        #[cfg(target_arch = "x86_64")]
        if backend() == Backend::Avx2 {
            // SAFETY: the CPU has AVX2.
            return unsafe { avx2::punctuation_masks(block) };
        }
        #[cfg(neon)]
        if backend() == Backend::Neon {
            return mask_kernels::punctuation_masks(Neon, block);
        }
        PunctuationMasks::one_by_one(block)
    }
}

/// Writes the block that starts a window of UTF-8 to `out`, with small letters instead of the capitals of ASCII,
/// Latin-1, basic Greek and Russian. A second byte after the block is not written: bit 5 is what changes. The window
/// starts with a code point. Other capitals and, if the lead bytes have the right numbers of continuation bytes,
/// ill-formed sequences are among those that remain.
///
/// All two-byte letters of other cased scripts may be capitals, and so may the characters of the few rows of 4,096 that
/// contain some.
#[inline]
pub fn lower_block<U: CodeUnit>(window: &[U; WINDOW], out: &mut [U; BLOCK]) -> LoweredBlock {
    #[cfg(target_arch = "x86_64")]
    if backend() == Backend::Avx2 {
        // SAFETY: the CPU has AVX2.
        return unsafe { avx2::lower_block(window, out) };
    }
    #[cfg(neon)]
    if backend() == Backend::Neon {
        return mask_kernels::lower_block(Neon, window, out);
    }
    utf8_lower::one_by_one(window, out)
}

/// A mask of the first 64 positions of a window: whether the filter may contain the hash of the units there. Scalar but
/// for AVX2.
#[inline]
pub fn bloom_mask<U: CodeUnit>(window: &[U; WINDOW], filter: &BloomFilter) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if backend() == Backend::Avx2 {
        // SAFETY: the CPU has AVX2.
        return unsafe { avx2::bloom_mask(window, filter) };
    }
    hashed_units::one_by_one(window, filter)
}

/// A mask of the first 64 units of a UTF-16 window: the bit of each unit in a table of all units. Scalar but for AVX2.
#[inline]
pub fn table_mask<U: CodeUnit>(window: &[U; WINDOW], table: &[u64; 1024]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if backend() == Backend::Avx2 {
        // SAFETY: the CPU has AVX2.
        return unsafe { avx2::table_mask(window, table) };
    }
    scalar::table_mask(window, table)
}

impl SparseSet {
    /// The code points of the set that start in the block that starts a window, by their first units, and the number of
    /// units up to the end of the last one that starts in the block. The window starts with a code point. In UTF-16,
    /// both surrogates of a pair. `None` for a block of ill-formed UTF-8.
    #[inline]
    pub fn mask<U: CodeUnit>(&self, window: &[U; WINDOW]) -> Option<(u64, usize)> {
        #[cfg(target_arch = "x86_64")]
        if backend() == Backend::Avx2 {
            // SAFETY: the CPU has AVX2.
            return unsafe { avx2::sparse_mask(self, window) };
        }
        #[cfg(neon)]
        if backend() == Backend::Neon && U::ENCODING == Encoding::Utf8 {
            return mask_kernels::sparse_mask(Neon, self, window);
        }
        self.mask_one_by_one(window)
    }
}

impl Utf8Table<'_> {
    /// The units of the block that starts a window of UTF-8 whose code points have a bit, `except` included, which are
    /// those of ASCII. The window starts with a code point. `None` if the block is ill-formed.
    #[inline]
    pub fn mask<U: CodeUnit>(&self, window: &[U; WINDOW], except: u64) -> Option<TableMask> {
        #[cfg(target_arch = "x86_64")]
        if backend() == Backend::Avx2 {
            // SAFETY: the CPU has AVX2.
            return unsafe { avx2::utf8_table_mask(window, except, self) };
        }
        #[cfg(neon)]
        if backend() == Backend::Neon {
            return utf8_cells::table_mask(Neon, window, except, self);
        }
        self.mask_one_by_one(window, except)
    }
}

/// Removes the units of `remove_mask` from the first `length` units, at most [`BLOCK`] +
/// [`MAX_AFTER`](super::MAX_AFTER), of which only the first [`BLOCK`] may be in the mask; returns the number of
/// remaining units. The units after these are undefined. `None` with SSE2 and the scalar backend.
#[inline]
pub fn compress_store<U: CodeUnit, const N: usize>(
    units: &mut [U; N],
    length: usize,
    remove_mask: u64,
) -> Option<usize> {
    const { assert!(N >= BLOCK + 16) };
    #[cfg(target_arch = "x86_64")]
    if backend() == Backend::Avx2 {
        // SAFETY: the CPU has AVX2.
        return Some(unsafe { avx2::compress_store(units, length, remove_mask) });
    }
    #[cfg(neon)]
    if backend() == Backend::Neon {
        return Some(compress::compress_store(Neon, units, length, remove_mask));
    }
    let _ = (units, length, remove_mask);
    None
}

/// Decodes the code points of up to three bytes that start in the first [`BLOCK`] bytes of a window, which have the
/// form of such code points; `continuations` is the mask of the other bytes of the block. Returns whether they are
/// well-formed: no overlong form, no surrogate. The units after theirs are undefined. `None` with SSE2 and the scalar
/// backend.
#[inline]
pub fn decode_utf8<U: CodeUnit>(window: &[U; WINDOW], continuations: u64, units: &mut DecodedUnits) -> Option<bool> {
    #[cfg(target_arch = "x86_64")]
    if backend() == Backend::Avx2 {
        // SAFETY: the CPU has AVX2.
        return Some(unsafe { avx2::decode_utf8(window, continuations, units) });
    }
    #[cfg(neon)]
    if backend() == Backend::Neon {
        return Some(utf8_units::decode_utf8(Neon, window, continuations, units));
    }
    let _ = (window, continuations, units);
    None
}

/// Writes the block that starts a window of UTF-16 to the start of `units`, with a syllable instead of the first jamo
/// of each sequence of a leading consonant, a vowel and maybe a trailing consonant. Such a sequence may end after the
/// block. `None` with SSE2 and the scalar backend.
#[inline]
pub fn compose_jamo<U: CodeUnit, const N: usize>(window: &[U; WINDOW], units: &mut [U; N]) -> Option<JamoMasks> {
    const { assert!(N >= BLOCK) };
    #[cfg(target_arch = "x86_64")]
    if backend() == Backend::Avx2 {
        // SAFETY: the CPU has AVX2.
        return Some(unsafe { avx2::compose_jamo(window, units) });
    }
    #[cfg(neon)]
    if backend() == Backend::Neon {
        return Some(jamo::compose_jamo(Neon, window, units));
    }
    let _ = (window, units);
    None
}
