//! A range of supplementary code points, whose ends are those of code unit prefixes if possible.

use super::spans::Span;
use crate::unicode::text::{CodeUnit, Encoding};

/// A range of whole blocks of 64 code points of one plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SupplementaryRange {
    first: u32,
    last: u32,
    /// Whether a prefix (a lead surrogate, or the first two bytes) has code points inside and outside of the range.
    pub(super) has_edges: bool,
}

/// Trail surrogates.
pub(super) const TRAILS: Span = Span { first: 0xDC00, extent: 0x3FF };

impl SupplementaryRange {
    pub(super) const EMPTY: SupplementaryRange = SupplementaryRange { first: 1, last: 0, has_edges: false };

    /// The range around a code point of blocks of 64 code points of which `passes` is true for the first one. If
    /// possible it has whole prefixes only, which are tested faster.
    pub fn around<U: CodeUnit>(code: u32, passes: impl Fn(u32) -> bool) -> Option<SupplementaryRange> {
        let block = code >> 6;
        let passes = |block: &u32| passes(block << 6);
        let first = (code >> 16 << 10..=block).rev().take_while(passes).last()?;
        let last = (block..=block | 0x3FF).take_while(passes).last()?;
        // Blocks of a prefix.
        let size = if U::ENCODING == Encoding::Utf16 { 16 } else { 64 };
        let (first_whole, after_whole) = (first.next_multiple_of(size), (last + 1) / size * size);
        let is_whole = (first_whole..after_whole).contains(&block);
        let (first, after) = if is_whole { (first_whole, after_whole) } else { (first, last + 1) };
        Some(SupplementaryRange { first: first << 6, last: (after << 6) - 1, has_edges: !is_whole })
    }

    /// Whether the range contains a code point.
    pub fn contains(&self, code: u32) -> bool {
        (self.first..=self.last).contains(&code)
    }

    /// Whether all code points of another range are in this one.
    pub(super) fn includes(&self, other: &SupplementaryRange) -> bool {
        self.first <= other.first && other.last <= self.last
    }

    /// UTF-16: the lead and the trail surrogate of the first and of the last code point.
    #[inline(always)]
    pub(super) fn surrogates(&self) -> [[u16; 2]; 2] {
        let lead = |code: u32| (0xD800 + (code >> 10) - (0x10000 >> 10)) as u16;
        [self.first, self.last].map(|code| [lead(code), 0xDC00 | (code & 0x3FF) as u16])
    }

    /// UTF-8: the first three bytes of the first and of the last code point. The first byte is that of the plane.
    #[inline(always)]
    pub(super) fn bytes(&self) -> [[u8; 3]; 2] {
        let continuation = |bits: u32| 0x80 | (bits & 0x3F) as u8;
        [self.first, self.last]
            .map(|code| [0xF0 | (code >> 18) as u8, continuation(code >> 12), continuation(code >> 6)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check<U: CodeUnit>(code: u32, passing: &[(u32, u32)]) -> Result<(), TestCaseError> {
        let passes = |code: u32| passing.iter().any(|(first, last)| (*first..=*last).contains(&(code >> 6)));
        let Some(range) = SupplementaryRange::around::<U>(code, passes) else {
            prop_assert!(!passes(code));
            return Ok(());
        };
        prop_assert!(range.contains(code), "{:X?}", range);
        prop_assert_eq!((range.first >> 16, range.last >> 16), (code >> 16, code >> 16));
        prop_assert!((range.first..range.last).step_by(64).all(passes), "{:X?}", range);
        let prefix = if U::ENCODING == Encoding::Utf16 { 0x3FF } else { 0xFFF };
        prop_assert!(range.has_edges || range.first & prefix == 0 && range.last & prefix == prefix, "{:X?}", range);
        Ok(())
    }

    proptest! {
        #[test]
        fn ranges_contain_what_passes(
            code in 0x1_0000_u32..0x11_0000,
            ranges in prop::collection::vec((-200_i64..200, 0_u32..400), 1..4),
        ) {
            let first = |distance: i64| (i64::from(code >> 6) + distance).max(0x400) as u32;
            let passing: Vec<_> = ranges.iter().map(|(at, length)| (first(*at), first(*at) + length)).collect();
            check::<u8>(code, &passing)?;
            check::<u16>(code, &passing)?;
        }
    }
}
