//! Collects the output of a char filter: the rewritten text and an offset map.

use crate::analysis::offset_map::OffsetMap;
use crate::analysis::offset_map_builder::{Edit, OffsetMapBuilder, OffsetPolicy};
use crate::analysis::text_error::TextError;
use crate::memory::AllocationFailed;
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// Receives the kept and replaced parts of a char filter's input, and stores the result and its offset map. Nothing is
/// copied until the first change.
#[derive(Debug)]
pub struct Rewriter<'t, U> {
    source: &'t [U],
    /// The next unit of the source.
    at: usize,
    /// The number of source units that are in `result`; 0 until the first change.
    written: usize,
    changed: bool,
    result: &'t mut Vec<U>,
    map: OffsetMapBuilder<'t>,
    /// The maximum length of the result.
    max_length: usize,
    error: Option<TextError>,
}

impl<'t, U: CodeUnit> Rewriter<'t, U> {
    /// `before` maps `source` to the original text; `result` and `map` are overwritten if anything changes.
    pub fn new(
        source: &'t [U],
        before: &'t OffsetMap,
        result: &'t mut Vec<U>,
        map: &'t mut OffsetMap,
        max_length: usize,
    ) -> Rewriter<'t, U> {
        result.clear();
        let map = OffsetMapBuilder::new(before, map);
        Rewriter { source, at: 0, written: 0, changed: false, result, map, max_length, error: None }
    }

    /// The input of the char filter.
    pub fn source(&self) -> &'t [U] {
        self.source
    }

    /// The maximum length of the result in units.
    pub fn max_length(&self) -> usize {
        self.max_length
    }

    /// Keeps the next `length` units.
    pub fn keep(&mut self, length: usize) {
        self.at += length;
    }

    /// Replaces the next `length` units by `replacement`.
    pub fn replace(&mut self, length: usize, replacement: &[U], policy: OffsetPolicy) {
        self.write_kept();
        self.changed = true;
        let end = self.at + length;
        self.map.replaced(self.source.part(self.at..end), replacement, policy);
        self.append(replacement);
        (self.at, self.written) = (end, end);
    }

    /// For a char filter that writes the whole result at once: writes it, and the filter then reports the edits in
    /// order. Between the edits, each code point becomes one of equal length.
    pub fn replace_whole(&mut self, write: impl FnOnce(&'t [U], &mut Vec<U>) -> Result<(), AllocationFailed>) {
        self.changed = true;
        self.written = self.source.len();
        if self.result.try_reserve(self.source.len()).is_err() {
            self.error = Some(TextError::OutOfMemory);
            return;
        }
        if write(self.source, self.result).is_err() {
            self.error = Some(TextError::OutOfMemory);
        } else if self.result.len() > self.max_length {
            self.error = Some(TextError::Limit);
        }
    }

    /// Reports the edits of the result that [`Rewriter::replace_whole`] wrote.
    pub fn report_edits(&mut self, edits: &[Edit], policy: OffsetPolicy) {
        self.map.apply(self.source, self.result, edits, policy);
        self.at = edits.last().map_or(self.at, |edit| edit.source.end as usize);
    }

    /// Reports that the char filter exceeded a limit of its own: the call that sets the text then fails with `LIMIT`.
    pub fn exceed_limit(&mut self) {
        self.changed = true;
        self.error = Some(TextError::Limit);
    }

    /// Whether a limit was exceeded or memory ran out: the rest of the text need not be read.
    pub fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    fn write_kept(&mut self) {
        if self.written < self.at {
            let kept = self.source.part(self.written..self.at);
            self.map.copied(kept.len());
            self.append(kept);
            self.written = self.at;
        }
    }

    fn append(&mut self, units: &[U]) {
        if self.error.is_some() {
            return;
        }
        if self.result.len() + units.len() > self.max_length {
            self.error = Some(TextError::Limit);
        } else if self.result.try_reserve(units.len()).is_err() {
            self.error = Some(TextError::OutOfMemory);
        } else {
            self.result.extend_from_slice(units);
        }
    }

    /// Returns whether the text changed; if so, the result and the map are filled.
    pub(crate) fn finish(mut self) -> Result<bool, TextError> {
        if !self.changed {
            return Ok(false);
        }
        if self.written == self.source.len() && self.at < self.written {
            // The result is complete; the map lacks what follows the last edit.
            self.map.copied(self.written - self.at);
        }
        self.at = self.source.len();
        self.write_kept();
        if let Some(error) = self.error {
            return Err(error);
        }
        self.map.finish().map_err(|_| TextError::OutOfMemory)?;
        Ok(true)
    }
}
