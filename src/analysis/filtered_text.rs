//! The text after the char filters, and its offset map.

use crate::analysis::offset_map::OffsetMap;
use crate::analysis::offset_map_builder::OffsetPolicy;
use crate::analysis::rewriter::Rewriter;
use crate::analysis::text_error::TextError;
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, MAX_TEXT_UNITS, REPLACEMENT};
use crate::unicode::validate::valid_up_to;

/// The text after the char filters, if they changed it.
pub(super) struct FilteredText<U> {
    is_filtered: bool,
    text: Vec<U>,
    /// The map to the original text.
    map: OffsetMap,
    /// The buffers that the next char filter writes to.
    next_text: Vec<U>,
    next_map: OffsetMap,
}

impl<U: CodeUnit> Default for FilteredText<U> {
    fn default() -> FilteredText<U> {
        FilteredText {
            is_filtered: false,
            text: Vec::new(),
            map: OffsetMap::default(),
            next_text: Vec::new(),
            next_map: OffsetMap::default(),
        }
    }
}

impl<U: CodeUnit> FilteredText<U> {
    /// Starts a text: no char filter has changed it.
    pub(super) fn start(&mut self) {
        if self.is_filtered {
            // The buffers of the preceding text are written first, so a text that one filter rewrites needs one pair of
            // buffers.
            self.swap_buffers();
        }
        self.is_filtered = false;
        self.map.clear();
    }

    /// Runs one more char filter, which may write up to `longest` units.
    pub(super) fn rewrite(
        &mut self,
        original: &[U],
        longest: usize,
        rewrite: impl FnOnce(&mut Rewriter<'_, U>),
    ) -> Result<(), TextError> {
        let source = if self.is_filtered { self.text.as_slice() } else { original };
        let longest = longest.min(MAX_TEXT_UNITS);
        let mut rewriter = Rewriter::new(source, &self.map, &mut self.next_text, &mut self.next_map, longest);
        rewrite(&mut rewriter);
        if rewriter.finish()? {
            self.swap_buffers();
            self.is_filtered = true;
        }
        Ok(())
    }

    fn swap_buffers(&mut self) {
        std::mem::swap(&mut self.text, &mut self.next_text);
        std::mem::swap(&mut self.map, &mut self.next_map);
    }

    /// Replaces every maximal subpart of an ill-formed text by U+FFFD (ruling T1), so that no component reads
    /// ill-formed units.
    pub(super) fn repair(&mut self, original: &[U]) -> Result<(), TextError> {
        if valid_up_to(original) == original.len() { Ok(()) } else { self.rewrite(original, usize::MAX, repair) }
    }

    /// Whether char filters have changed the text.
    pub(super) fn is_filtered(&self) -> bool {
        self.is_filtered
    }

    /// The text after the char filters.
    #[inline]
    pub(super) fn get<'t>(&'t self, original: &'t [U]) -> &'t [U] {
        if self.is_filtered { &self.text } else { original }
    }

    /// The map to the original text, in units of `U`.
    #[inline]
    pub(super) fn map(&self) -> &OffsetMap {
        &self.map
    }

    /// The capacity of the buffers, in bytes.
    pub(super) fn capacity_bytes(&self) -> usize {
        (self.text.capacity() + self.next_text.capacity()) * size_of::<U>()
            + self.map.capacity_bytes()
            + self.next_map.capacity_bytes()
    }
}

/// The char filter that precedes all others, for ill-formed text only.
fn repair<U: CodeUnit>(rewriter: &mut Rewriter<'_, U>) {
    let text = rewriter.source();
    let (replacement, length) = U::encode(REPLACEMENT);
    let replacement = replacement.part(..length);
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty() && !rewriter.has_failed()) {
        let valid = valid_up_to(rest);
        rewriter.keep(valid);
        at += valid;
        if let Some((_, length)) = U::decode(text, at) {
            rewriter.replace(length, replacement, OffsetPolicy::AlignStart);
            at += length;
        }
    }
}
