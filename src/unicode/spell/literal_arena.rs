//! Literal texts in both encodings, so that formatting copies ranges to the output of either.
//!
//! A short text is copied as a fixed number of units, of which the excess is cut off: such a copy needs no call and no
//! branch.

use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// The number of units that are copied for a short range.
const COPY_CHUNK: usize = 32;

/// The texts of a set, in both encodings, padded with [`COPY_CHUNK`] units.
#[derive(Debug, Default)]
pub(super) struct LiteralArena {
    utf8: String,
    utf16: Vec<u16>,
}

/// A range of the arena, in both encodings.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ArenaRange {
    start8: u32,
    start16: u32,
    length8: u32,
    length16: u32,
}

impl ArenaRange {
    /// A range of no arena.
    pub(super) const NONE: ArenaRange = ArenaRange { start8: u32::MAX, start16: u32::MAX, length8: 0, length16: 0 };
}

impl LiteralArena {
    /// Appends a text.
    pub(super) fn add(&mut self, text: &str) -> ArenaRange {
        let (start8, start16) = (self.utf8.len() as u32, self.utf16.len() as u32);
        self.utf8.push_str(text);
        self.utf16.extend(text.encode_utf16());
        ArenaRange { start8, start16, length8: text.len() as u32, length16: self.utf16.len() as u32 - start16 }
    }

    /// The number of bytes in UTF-8.
    pub(super) fn len_utf8(&self) -> usize {
        self.utf8.len()
    }

    /// Appends units after the last text, for copies of a fixed number of units.
    pub(super) fn pad(&mut self) {
        self.add(&" ".repeat(COPY_CHUNK));
    }
}

/// The output of formatting.
pub(super) trait LiteralSink {
    /// Appends a range of the arena; false if it is not in the arena.
    fn push_range(&mut self, arena: &LiteralArena, range: ArenaRange) -> bool;
    fn push_text(&mut self, text: &str);
    /// The number of units.
    fn length(&self) -> usize;
    /// Removes the units from `length` on.
    fn cut(&mut self, length: usize);
}

impl LiteralSink for String {
    #[inline]
    fn push_range(&mut self, arena: &LiteralArena, range: ArenaRange) -> bool {
        let start = range.start8 as usize;
        let text = arena.utf8.get(start..start + range.length8 as usize);
        text.is_some_and(|text| {
            self.push_str(text);
            true
        })
    }

    fn push_text(&mut self, text: &str) {
        self.push_str(text);
    }

    fn length(&self) -> usize {
        self.len()
    }

    fn cut(&mut self, length: usize) {
        self.truncate(length);
    }
}

impl<U: CodeUnit + SpellUnit> LiteralSink for Vec<U> {
    #[inline]
    fn push_range(&mut self, arena: &LiteralArena, range: ArenaRange) -> bool {
        let Some((units, length)) = U::units(arena, range) else { return false };
        match units.first_chunk::<COPY_CHUNK>() {
            Some(copied) if length <= COPY_CHUNK => {
                let end = self.len() + length;
                self.extend_from_slice(copied);
                self.truncate(end);
            }
            _ => self.extend_from_slice(units.part(..length)),
        }
        true
    }

    fn push_text(&mut self, text: &str) {
        text.chars().for_each(|c| {
            let (units, length) = U::encode(c);
            self.extend_from_slice(units.part(..length));
        });
    }

    fn length(&self) -> usize {
        self.len()
    }

    fn cut(&mut self, length: usize) {
        self.truncate(length);
    }
}

/// A code unit of the output.
pub trait SpellUnit: Sized {
    /// The units of the arena from the range on, and the length of the range; `None` if it is not in the arena.
    #[doc(hidden)]
    #[allow(private_interfaces)]
    fn units(arena: &LiteralArena, range: ArenaRange) -> Option<(&[Self], usize)>;
}

impl SpellUnit for u8 {
    #[inline]
    #[allow(private_interfaces)]
    fn units(arena: &LiteralArena, range: ArenaRange) -> Option<(&[u8], usize)> {
        Some((arena.utf8.as_bytes().get(range.start8 as usize..)?, range.length8 as usize))
    }
}

impl SpellUnit for u16 {
    #[inline]
    #[allow(private_interfaces)]
    fn units(arena: &LiteralArena, range: ArenaRange) -> Option<(&[u16], usize)> {
        Some((arena.utf16.get(range.start16 as usize..)?, range.length16 as usize))
    }
}
