//! Replacements in a text by built-in steps; replaced elements pass their pieces on.

use super::gap_buffer::{BufferElement, GapBuffer, TransformPosition};
use super::run_buffers::RunBuffers;
use super::source_set::SourceSet;

/// Removes the code points of a range that pass the test, and moves the cursor to the end of the range.
pub(super) fn remove<S: BufferElement>(
    text: &mut GapBuffer<S>,
    at: &mut TransformPosition,
    is_removed: impl Fn(u32) -> bool,
) {
    let first = text.find(at.start, at.limit, &is_removed);
    if first < at.limit {
        text.seek(first);
        let before = at.limit - first;
        let (mut rest, mut after) = (before, 0);
        while rest > 0 {
            let part = text.sides().after;
            let part = part.get(..rest).unwrap_or(part);
            let removed = part.iter().take_while(|element| is_removed(element.code_point())).count();
            let kept = part.iter().skip(removed).take_while(|element| !is_removed(element.code_point())).count();
            text.take(removed);
            text.advance(kept);
            rest -= removed + kept;
            after += kept;
        }
        at.resize(before, after);
    }
    at.start = at.limit;
}

/// Replaces a range by a string and adjusts the limit.
pub(super) fn replace<S: BufferElement>(
    text: &mut GapBuffer<S>,
    at: &mut TransformPosition,
    start: usize,
    end: usize,
    by: &str,
    buffers: &mut RunBuffers<S>,
) -> usize {
    let before = start.checked_sub(1).and_then(|before| text.element(before));
    let piece = buffers.pieces.join(text.slice(start, end), before);
    let length = by.chars().count();
    text.replace(start, end, by.chars().map(|c| piece.with(c.into())));
    at.resize(end - start, length);
    start + length
}

/// The output for one replaced element: elements with its piece, before the gap of the text.
pub(super) struct Replacement<'t, S> {
    text: &'t mut GapBuffer<S>,
    replaced: S,
}

impl<S: BufferElement> Replacement<'_, S> {
    #[inline(always)]
    pub(super) fn put(&mut self, c: u32) {
        self.text.put(self.replaced.with(c));
    }

    #[inline(always)]
    pub(super) fn put_all(&mut self, codes: &[u32]) {
        self.text.put_all(self.replaced, codes);
    }
}

/// Replaces each source-set code point of a range by the output of `map`, without regard to its context; moves the
/// cursor to the end.
pub(super) fn map_each<S: BufferElement>(
    source_set: &SourceSet,
    text: &mut GapBuffer<S>,
    at: &mut TransformPosition,
    mut map: impl FnMut(u32, &mut Replacement<'_, S>),
) {
    let is_in_source_set = |element: &S| source_set.contains(element.code_point());
    let context_after = at.context_limit - at.limit;
    let mut rest = at.limit - at.start;
    text.seek(at.start);
    while rest > 0 {
        let after = text.sides().after;
        let after = after.get(..rest).unwrap_or(after);
        let kept = after.iter().position(is_in_source_set).unwrap_or(after.len());
        let replaced = after.get(kept).copied();
        text.advance(kept);
        rest -= kept;
        let Some(replaced) = replaced else { break };
        text.take(1);
        rest -= 1;
        map(replaced.code_point(), &mut Replacement { text, replaced });
    }
    at.limit = text.cursor();
    at.context_limit = at.limit + context_after;
    at.start = at.limit;
}
