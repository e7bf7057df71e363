//! Parts of slices and strings, for ranges that are in bounds by an invariant of the surrounding code.
//!
//! Input must never end the process, so no index is unchecked and none panics. But an empty part in place of one that
//! is out of bounds would hide a bug: debug builds and fuzzing stop there. Where a part may be missing, the code uses
//! `get` with an explicit default.

use std::slice::SliceIndex;

/// Checked parts of a slice.
pub trait SlicePart<T> {
    /// The part of the slice at `range`, which must be in bounds.
    fn part<I: SliceIndex<[T], Output = [T]>>(&self, range: I) -> &[T];

    /// The mutable part of the slice at `range`, which must be in bounds.
    fn part_mut<I: SliceIndex<[T], Output = [T]>>(&mut self, range: I) -> &mut [T];

    /// The item at an index of the slice, which must be in bounds.
    fn item(&self, at: usize) -> T
    where
        T: Copy + Default;
}

impl<T> SlicePart<T> for [T] {
    #[inline(always)]
    #[track_caller]
    fn part<I: SliceIndex<[T], Output = [T]>>(&self, range: I) -> &[T] {
        let part = self.get(range);
        debug_assert!(part.is_some(), "a range beyond a slice of {}", self.len());
        part.unwrap_or(&[])
    }

    #[inline(always)]
    #[track_caller]
    fn part_mut<I: SliceIndex<[T], Output = [T]>>(&mut self, range: I) -> &mut [T] {
        let len = self.len();
        let part = self.get_mut(range);
        debug_assert!(part.is_some(), "a range beyond a slice of {len}");
        part.unwrap_or(&mut [])
    }

    #[inline(always)]
    #[track_caller]
    fn item(&self, at: usize) -> T
    where
        T: Copy + Default,
    {
        let item = self.get(at);
        debug_assert!(item.is_some(), "index {at} of a slice of {}", self.len());
        item.copied().unwrap_or_default()
    }
}

/// Checked parts of a string.
pub trait StrPart {
    /// The part of the string at `range`, which must be in bounds and on code point boundaries.
    fn part<I: SliceIndex<str, Output = str>>(&self, range: I) -> &str;
}

impl StrPart for str {
    #[inline(always)]
    #[track_caller]
    fn part<I: SliceIndex<str, Output = str>>(&self, range: I) -> &str {
        let part = self.get(range);
        debug_assert!(part.is_some(), "a range beyond or inside of a code point of {self:?}");
        part.unwrap_or("")
    }
}
