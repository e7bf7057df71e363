//! Copies of parts of a text that several terms share.

use crate::encode::{ascii_prefix, encode};
use crate::output::Output;

/// Minimum number of units that are copied or narrowed from the start of a term, including the text after it.
const AHEAD: usize = 128;

/// A part of a text that an output contains contiguously, one item per unit, so that terms inside it are not copied
/// again.
#[derive(Clone, Copy, Default)]
pub struct Window {
    /// Start in the text.
    pub start: usize,
    /// End in the text.
    pub end: usize,
    /// Start in the output.
    pub offset: usize,
}

impl Window {
    /// The offset in the output of a slice of the text; `None` if it is not in the window.
    #[inline]
    pub fn find(self, index: usize, length: usize) -> Option<usize> {
        (index >= self.start && index + length <= self.end).then(|| self.offset + (index - self.start))
    }
}

/// Appends a term of `text` and the text after it; returns the offset of the copy, which becomes the window.
#[inline(never)]
pub fn copy_ahead(
    terms: &mut Output<u16>,
    text: &[u16],
    start: usize,
    length: usize,
    window: &mut Window,
) -> Option<usize> {
    let rest = text.get(start..)?;
    let copied = rest.get(..length.max(AHEAD)).unwrap_or(rest);
    let offset = terms.append(copied)?;
    *window = Window { start, end: start + copied.len(), offset };
    Some(offset)
}

/// Appends the UTF-8 form of a term of `text`; returns its offset and length. If the term is ASCII, the ASCII text
/// after it is appended, too, and becomes the window.
#[inline(never)]
pub fn encode_ahead(
    utf8: &mut Output<u8>,
    text: &[u16],
    start: usize,
    length: usize,
    window: &mut Window,
) -> Option<(usize, usize)> {
    let (offset, rest) = (utf8.len(), text.get(start..)?);
    if rest.first().is_some_and(|unit| *unit < 0x80) {
        let ahead = rest.get(..length.max(AHEAD)).unwrap_or(rest);
        let ascii = ascii_prefix(utf8.spare(ahead.len())?, ahead);
        if ascii >= length {
            utf8.advance(ascii);
            *window = Window { start, end: start + ascii, offset };
            return Some((offset, length));
        }
    }
    encode_one(utf8, rest, length)
}

/// Appends the UTF-8 form of the first `length` of `units`; returns its offset and length.
#[inline]
pub fn encode_one(utf8: &mut Output<u8>, units: &[u16], length: usize) -> Option<(usize, usize)> {
    let offset = utf8.len();
    encode(utf8, units, length).then(|| (offset, utf8.len() - offset))
}
