//! The set of a `unicode_set_filter`: its code points, and its strings where they start.

use crate::memory;
use crate::unicode::normalize::CharSet;
use crate::unicode::part::SlicePart;
use crate::unicode::set::{Matcher, UnicodeSet};
use crate::unicode::text::{CodeUnit, from_str};
use crate::unicode::trie::Trie;

/// The set of a `unicode_set_filter`.
#[derive(Debug)]
pub(super) struct SetFilter {
    matcher: Matcher,
    strings: Option<SetStrings>,
}

/// The strings of a set in both encodings.
#[derive(Debug)]
struct SetStrings {
    utf8: Trie<u8>,
    utf16: Trie<u16>,
}

impl SetFilter {
    pub(super) fn new(set: &UnicodeSet) -> SetFilter {
        let strings = memory::collect(set.strings().filter(|string| !string.is_empty()));
        let strings = (!strings.is_empty()).then(|| SetStrings {
            utf8: Trie::new(&memory::collect(strings.iter().map(|string| from_str(string)))),
            utf16: Trie::new(&memory::collect(strings.iter().map(|string| from_str(string)))),
        });
        SetFilter { matcher: set.matcher(), strings }
    }

    /// Whether the set has strings, which may match beyond the end of a term.
    pub(super) fn has_strings(&self) -> bool {
        self.strings.is_some()
    }

    /// The length of the longest string of the set that is a prefix of `rest`; 0 if there is none.
    fn string_at<U: CodeUnit>(&self, rest: &[U]) -> usize {
        let Some(SetStrings { utf8, utf16 }) = &self.strings else { return 0 };
        U::dispatch(rest, |rest| utf8.longest(rest), |rest| utf16.longest(rest)).map_or(0, |(_, length)| length)
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
