//! Runs a transform on a text: on its units where a fast path is enough, else on its code points.

use super::Transform;
use super::decode::decode;
use super::encoding::{encode, has_only_single_units};
use super::error::LimitReached;
use super::gap_buffer::{BufferElement, GapBuffer, TransformPosition};
use super::lower_case;
use super::pointwise::{self, Pointwise};
use super::run_buffers::{RunBuffers, max_length};
use super::source_ranges::ChangedPiece;
use super::trigger_finder::{MAX_SHORT_TEXT, TriggerFinder, UnchangedTerms};
use crate::unicode::normalize::Scratch;
use crate::unicode::part::SlicePart;
use crate::unicode::text::{Buffer, CodeUnit, code_points};
use std::cell::LazyCell;
use std::mem;

/// The engine for one kind of elements: a text and the buffers of a run.
#[derive(Debug, Default)]
pub(super) struct TransformEngine<S> {
    pub(super) text: GapBuffer<S>,
    pub(super) buffers: RunBuffers<S>,
}

impl<S: BufferElement> TransformEngine<S> {
    #[cfg(test)]
    pub(super) fn transform(&mut self, transform: &Transform, source: &[u32]) -> Result<(), LimitReached> {
        self.transform_within(transform, source, usize::MAX)
    }

    fn transform_within(&mut self, transform: &Transform, source: &[u32], limit: usize) -> Result<(), LimitReached> {
        self.text.set_source(source);
        self.buffers.max_length = max_length(source.len()).min(limit);
        self.buffers.matching.memo.keep_ranges(false);
        let mut position = TransformPosition::all(source.len());
        transform.transform_filtered(&mut self.text, &mut position, &mut self.buffers)
    }
}

/// The pieces to record, and a limit.
#[derive(Clone, Copy, Debug)]
pub struct PieceOptions {
    /// Whether a normalization has the smallest pieces, as in the char filter with `expansion_offsets: cover`.
    pub is_fine_grained: bool,
    /// The maximum length of the result in code units, if the caller has one.
    pub max_length: usize,
}

impl Default for PieceOptions {
    fn default() -> PieceOptions {
        PieceOptions { is_fine_grained: false, max_length: usize::MAX }
    }
}

/// The text between two steps of a transform may be this many times as long as the result may be.
const MAX_INTERMEDIATE: usize = 4;

/// Runs transforms; keeps its buffers.
#[derive(Debug, Default)]
pub struct Runner {
    untracked: TransformEngine<u32>,
    tracked: TransformEngine<u64>,
    source: Vec<u32>,
    /// The result, if it is in neither engine.
    units: Buffer,
    scratch: Scratch,
    /// The texts between two parts of a list.
    between: [Buffer; 2],
    /// The number of texts that do not try the table of a removal of marks.
    skipped_texts: u8,
    state: RunnerState,
}

/// The location of the result of the last text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum RunnerState {
    /// The text has no code point that can change: the result is the text.
    #[default]
    Unchanged,
    /// The result is in the buffer of its encoding.
    Units { changed: bool },
    /// The result is in the engine without pieces.
    Untracked,
    /// The result is in the engine with pieces.
    Tracked,
}

/// Copies of a stream start with empty buffers.
impl Clone for Runner {
    fn clone(&self) -> Runner {
        Runner::default()
    }
}

impl Runner {
    /// Starts a search for the terms of a text that a transform leaves unchanged.
    pub fn unchanged_terms<'t, U: CodeUnit>(transform: &'t Transform, text: &'t [U]) -> UnchangedTerms<'t, U> {
        UnchangedTerms::new(transform, text)
    }

    /// Maps a text to lower case, if `transform` does this and nothing else, every code point keeps its length, and
    /// none depends on its context: the result of each part of the text is at the same offsets in the result.
    pub fn lower_same_length<U: CodeUnit>(&mut self, transform: &Transform, text: &[U]) -> Option<&[U]> {
        if !transform.is_lower_case() {
            return None;
        }
        let out = self.units.of::<U>();
        out.clear();
        out.try_reserve(text.len()).ok()?;
        let changed = lower_case::lower(transform, text, out)?;
        self.state = RunnerState::Units { changed };
        Some(out)
    }

    /// Transforms a text; the result is read by [`Runner::write`].
    ///
    /// # Errors
    /// Rules that take too many steps or write too much text (`UNICODE.md`).
    pub fn transform<U: CodeUnit>(&mut self, transform: &Transform, text: &[U]) -> Result<(), LimitReached> {
        self.transform_within(transform, text, usize::MAX)
    }

    /// Transforms a text to a result of at most `limit` code points.
    fn transform_within<U: CodeUnit>(
        &mut self,
        transform: &Transform,
        text: &[U],
        limit: usize,
    ) -> Result<(), LimitReached> {
        if transform.source_set.is_empty() && has_only_single_units(text) {
            self.state = RunnerState::Unchanged;
            return Ok(());
        }
        if transform.removes_all() {
            self.units.of::<U>().clear();
            self.state = RunnerState::Units { changed: !text.is_empty() };
            return Ok(());
        }
        let is_long = text.len() > MAX_SHORT_TEXT;
        let parts = transform.parts.as_ref().filter(|_| is_long);
        let out = self.units.of::<U>();
        if let Some(changed) = lower_case::lower(transform, text, out)
            .or_else(|| pointwise::simple_case(transform, text, out))
            .or_else(|| if parts.is_none() { pointwise::case_in_list(transform, text, out) } else { None })
        {
            self.state = RunnerState::Units { changed };
            return Ok(());
        }
        // Mark removal searches for triggers first, as texts of most languages have none; other pointwise transforms
        // use the tables at once.
        if is_long && !transform.removes_marks && self.transform_by_table(transform, text) {
            return Ok(());
        }
        let mut finder = TriggerFinder::new(transform, text);
        let first = finder.next(0);
        if first == text.len() {
            self.state = RunnerState::Unchanged;
            return Ok(());
        }
        if let Some(parts) = parts {
            return self.transform_parts(parts, text);
        }
        if let Some(pointwise) = Pointwise::of(transform) {
            if transform.removes_marks && self.remove_marks_by_table(transform, text) {
                return Ok(());
            }
            let out = self.units.of::<U>();
            if let Some(changed) = pointwise.transform(transform, &mut finder, first, out) {
                self.state = RunnerState::Units { changed };
                return Ok(());
            }
        }
        decode(text, &mut self.source);
        self.state = RunnerState::Untracked;
        self.untracked.transform_within(transform, &self.source, limit)
    }

    /// Transforms a text by one part of a list after the other; the result is in the buffer of its encoding.
    fn transform_parts<U: CodeUnit>(&mut self, parts: &[Transform], text: &[U]) -> Result<(), LimitReached> {
        // As in a run of the whole list: the limit follows from the length of its text.
        let limit = LazyCell::new(|| max_length(code_points(text).count()));
        let least_limit = max_length(text.len() / U::MAX_UNITS);
        let mut buffers = mem::take(&mut self.between);
        let [result, next] = buffers.each_mut().map(Buffer::of::<U>);
        result.clear();
        result.extend_from_slice(text);
        let done = parts.iter().enumerate().try_for_each(|(number, part)| {
            let has_limit = number > 0 && Pointwise::of(part).is_none();
            self.transform_within(part, result, if has_limit { *limit } else { usize::MAX })?;
            if self.state != RunnerState::Unchanged {
                next.clear();
                self.write(result, |units| next.extend_from_slice(units));
                mem::swap(result, next);
            }
            let is_too_long = result.len() > least_limit && code_points(result).count() > *limit;
            if is_too_long { Err(LimitReached) } else { Ok(()) }
        });
        mem::swap(self.units.of::<U>(), result);
        self.between = buffers;
        let changed = self.units.of::<U>() != text;
        self.state = RunnerState::Units { changed };
        done
    }

    /// Transforms a text by the table of a pointwise transform; false if there is no table, or the text needs the
    /// engine.
    fn transform_by_table<U: CodeUnit>(&mut self, transform: &Transform, text: &[U]) -> bool {
        let Some((pointwise, tables)) = transform.pointwise_tables() else { return false };
        let out = self.units.of::<U>();
        let changed = pointwise.transform_by_table(tables, text, out, &mut self.scratch);
        if let Some(changed) = changed {
            self.state = RunnerState::Units { changed };
        }
        changed.is_some()
    }

    /// [`Runner::transform_by_table`] for a removal of marks. After a text that depends on context (Bengali), the next
    /// ones probably do as well, so that the table would be read in vain.
    fn remove_marks_by_table<U: CodeUnit>(&mut self, transform: &Transform, text: &[U]) -> bool {
        const SKIPPED: u8 = 15;
        if self.skipped_texts > 0 {
            self.skipped_texts -= 1;
            return false;
        }
        let is_done = self.transform_by_table(transform, text);
        self.skipped_texts = if is_done { 0 } else { SKIPPED };
        is_done
    }

    /// Transforms a text and records its changed pieces, for [`Runner::pieces`].
    ///
    /// # Errors
    /// As [`Runner::transform`].
    pub fn transform_with_pieces<U: CodeUnit>(
        &mut self,
        transform: &Transform,
        text: &[U],
        options: PieceOptions,
    ) -> Result<(), LimitReached> {
        if TriggerFinder::new(transform, text).next(0) == text.len() {
            self.state = RunnerState::Unchanged;
            return Ok(());
        }
        decode(text, &mut self.source);
        self.state = RunnerState::Tracked;
        self.tracked.buffers.pieces.start(self.source.len(), options.is_fine_grained);
        let limit = options.max_length.saturating_mul(MAX_INTERMEDIATE);
        self.tracked.transform_within(transform, &self.source, limit)?;
        self.tracked.text.close();
        Ok(())
    }

    /// Whether the last text is unchanged.
    pub fn is_unchanged(&self) -> bool {
        match self.state {
            RunnerState::Unchanged => true,
            RunnerState::Units { changed } => !changed,
            RunnerState::Untracked => {
                let (left, right) = self.untracked.text.all();
                self.source.split_at_checked(left.len()) == Some((left, right))
            }
            RunnerState::Tracked => {
                self.source.iter().copied().eq(self.tracked.text.whole().iter().map(|element| element.code_point()))
            }
        }
    }

    /// Writes the result of the last text in parts that end between code points; `text` is that text, read only if it
    /// is unchanged.
    pub fn write<U: CodeUnit>(&mut self, text: &[U], mut put: impl FnMut(&[U])) {
        match self.state {
            RunnerState::Unchanged => put(text),
            RunnerState::Units { .. } => put(self.units.of::<U>()),
            RunnerState::Untracked => {
                let (left, right) = self.untracked.text.all();
                encode(left, &mut put);
                encode(right, put);
            }
            RunnerState::Tracked => encode(self.tracked.text.whole(), put),
        }
    }

    /// The changed pieces, in code points of the last text and its result; empty if pieces were not recorded.
    pub fn pieces(&mut self) -> Vec<ChangedPiece> {
        match self.state {
            RunnerState::Tracked => self.tracked.buffers.pieces.changed(&self.source, self.tracked.text.whole()),
            RunnerState::Unchanged | RunnerState::Units { .. } | RunnerState::Untracked => Vec::new(),
        }
    }

    /// The code points of the last result from one index to another, if pieces were recorded.
    pub fn result(&self, from: usize, to: usize) -> impl Iterator<Item = char> + '_ {
        let part = self.tracked.text.whole().part(from..to);
        part.iter().map(|element| char::from_u32(element.code_point()).unwrap_or('\u{FFFD}'))
    }
}

/// Transforms a text and returns the result.
///
/// # Errors
/// Rules that do not terminate on the text, or a result that exceeds the length limit.
pub fn transform(transform: &Transform, text: &str) -> Result<String, LimitReached> {
    let mut runner = Runner::default();
    runner.transform(transform, text.as_bytes())?;
    let mut result = Vec::new();
    runner.write(text.as_bytes(), |units: &[u8]| result.extend_from_slice(units));
    Ok(String::from_utf8_lossy(&result).into_owned())
}
