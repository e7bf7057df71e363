//! Parts of slices and texts whose range is an invariant of the code around them.
//!
//! Input must not be able to end the process, so an index is never unchecked and never panics. But a default in place of a part
//! that should be there would hide a fault: debug builds and fuzzing stop at it. Where a part may rightly be missing, `get`
//! with its own default says so.

use std::slice::SliceIndex;

/// Parts of a slice.
pub trait SlicePart<T> {
    /// The part of the slice; the range lies in it.
    fn part<I: SliceIndex<[T], Output = [T]>>(&self, range: I) -> &[T];

    /// The item at an index of the slice.
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
    fn item(&self, at: usize) -> T
    where
        T: Copy + Default,
    {
        let item = self.get(at);
        debug_assert!(item.is_some(), "place {at} of a slice of {}", self.len());
        item.copied().unwrap_or_default()
    }
}

/// Parts of a string.
pub trait StrPart {
    /// The part of the string; the range lies in it, between code points.
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
