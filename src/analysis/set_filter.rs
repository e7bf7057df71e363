//! The set of a `unicode_set_filter`: its code points, and its strings where they start.

use crate::unicode::normalize::CharSet;
use crate::unicode::part::SlicePart;
use crate::unicode::set::{Matcher, UnicodeSet};
use crate::unicode::text::{CodeUnit, from_str};

/// The set of a `unicode_set_filter`.
#[derive(Debug)]
pub(super) struct SetFilter {
    matcher: Matcher,
    /// The set's strings in both encodings, longest first.
    strings: Vec<(Vec<u8>, Vec<u16>)>,
}

impl SetFilter {
    pub(super) fn new(set: &UnicodeSet) -> SetFilter {
        let mut strings: Vec<_> = set.strings().map(|string| (from_str(string), from_str(string))).collect();
        strings.sort_by_key(|(utf8, _): &(Vec<u8>, Vec<u16>)| std::cmp::Reverse(utf8.len()));
        SetFilter { matcher: set.matcher(), strings }
    }

    /// Whether the set has strings, which may match beyond the end of a term.
    pub(super) fn has_strings(&self) -> bool {
        !self.strings.is_empty()
    }

    /// The length of the longest string of the set that is a prefix of `rest`; 0 if there is none.
    fn string_at<U: CodeUnit>(&self, rest: &[U]) -> usize {
        let fits = |(utf8, utf16): &(Vec<u8>, Vec<u16>)| {
            let fits_utf8 = |rest: &[u8]| rest.starts_with(utf8).then_some(utf8.len());
            let fits_utf16 = |rest: &[u16]| rest.starts_with(utf16).then_some(utf16.len());
            U::dispatch(rest, fits_utf8, fits_utf16)
        };
        self.strings.iter().find_map(fits).unwrap_or(0)
    }
}

impl CharSet for &SetFilter {
    fn contains(&self, c: char) -> bool {
        self.matcher.contains(c)
    }

    fn span<U: CodeUnit>(&self, text: &[U], mut at: usize, inside: bool) -> usize {
        while let Some((c, length)) = U::decode(text, at) {
            let string = self.string_at(text.part(at..));
            if (string > 0 || self.contains(c)) != inside {
                break;
            }
            at += length.max(string);
        }
        at
    }
}
