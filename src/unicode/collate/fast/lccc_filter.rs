//! A filter for "does a mark follow?", by the first units of a character: no false negatives, few false positives
//! (ICU: `CollationFCD::mayHaveLccc`; lccc is the ccc of the first character of the NFD form).

use crate::lazy::Lazy;

use crate::unicode::bmp::three_byte_at;
use crate::unicode::collate::ce_cache::{CeCache, LOGICAL_ORDER_EXCEPTION, MARK, PROLONGED, SPECIAL};
use crate::unicode::collate::root::root;
use crate::unicode::collate::table::BLOCK;
use crate::unicode::text::{CodeUnit, Encoding};

/// Whether a character with these first units may be a mark.
#[derive(Debug)]
pub(super) struct LcccFilter {
    /// One entry per UTF-8 lead byte.
    pub(super) bytes: [bool; 256],
    /// One entry per block of 64 code points of the BMP.
    pub(super) blocks: [bool; 1024],
}

impl LcccFilter {
    /// Whether a mark may begin at `at`, by its first units alone.
    #[inline(always)]
    pub(super) fn may_start_with_mark<U: CodeUnit>(&self, text: &[U], at: usize) -> bool {
        let Some(&unit) = text.get(at) else { return false };
        let unit: u32 = unit.into();
        let may = match U::ENCODING {
            Encoding::Utf8 if unit & 0xF0 == 0xE0 => {
                let second = text.get(at + 1).map_or(0, |&unit| unit.into()) & 0x3F;
                self.blocks.get((unit << 6 & 0x3C0 | second) as usize)
            }
            Encoding::Utf8 => self.bytes.get(unit as usize),
            Encoding::Utf16 => self.blocks.get(unit as usize >> 6),
        };
        may.copied().unwrap_or(false)
    }

    /// Like `may_start_with_mark`, but false for cached characters that are not marks.
    #[inline(always)]
    pub(super) fn may_start_with_mark_unless_cached<U: CodeUnit>(
        &self,
        cache: &CeCache,
        text: &[U],
        at: usize,
    ) -> bool {
        self.may_start_with_mark(text, at) && !is_starter(cache, text, at)
    }

    pub(super) fn get() -> &'static LcccFilter {
        static FILTER: Lazy<LcccFilter> = Lazy::new(LcccFilter::new);
        &FILTER
    }

    /// Builds the filter from the root table, since tailorings add no marks.
    fn new() -> LcccFilter {
        let mut filter = LcccFilter { bytes: [false; 256], blocks: [false; 1024] };
        let tables = root().tables();
        let marks = (0..0x1_0000).filter(|&c| tables.is_mark(c)).filter_map(char::from_u32);
        for c in marks {
            let first = c.encode_utf8(&mut [0; 4]).as_bytes().first().copied().unwrap_or(0);
            filter.bytes.get_mut(usize::from(first)).into_iter().for_each(|slot| *slot = true);
            filter.blocks.get_mut(c as usize / BLOCK).into_iter().for_each(|slot| *slot = true);
        }
        // Supplementary characters are not distinguished.
        filter.bytes.iter_mut().skip(0xF0).for_each(|slot| *slot = true);
        filter.blocks.iter_mut().skip(0xD800 / BLOCK).take(0x800 / BLOCK).for_each(|slot| *slot = true);
        filter
    }
}

/// Whether a cached character that is not a mark begins at `at`.
#[inline]
fn is_starter<U: CodeUnit>(cache: &CeCache, text: &[U], at: usize) -> bool {
    three_byte_at(text, at)
        .and_then(|c| cache.in_page(c))
        .is_some_and(|packed| packed & (MARK | SPECIAL) == 0 || packed & (LOGICAL_ORDER_EXCEPTION | PROLONGED) != 0)
}

/// Whether the unit at `at` may begin a mark; false for Latin, Greek and Cyrillic letters.
#[inline]
pub(super) fn unit_may_start_mark<U: CodeUnit>(text: &[U], at: usize) -> bool {
    let Some(&unit) = text.get(at) else { return false };
    let unit: u32 = unit.into();
    match U::ENCODING {
        Encoding::Utf8 => unit >= 0xCC && !(0xCE..0xD2).contains(&unit),
        Encoding::Utf16 => unit >= 0x300 && !(0x370..0x480).contains(&unit),
    }
}
