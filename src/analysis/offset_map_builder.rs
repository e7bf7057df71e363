//! Builds the offset map of a char filter, composed with the map of the preceding ones.
//!
//! The rules inside an edit are defined in UTF-16 units (the engines' unit) and rounded to code point boundaries, so
//! both encodings give equal results.

use crate::analysis::offset_map::{OffsetMap, OffsetStep};
use crate::memory::AllocationFailed;
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, code_points, utf16_length};
use std::ops::Range;

/// How offsets inside a replacement that is longer than its source map to the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OffsetPolicy {
    /// The first units map to those of the source one to one, the others to its last unit (the engine's `mapping`).
    AlignStart,
    /// The last units map to those of the source one to one, the others to its start (the ICU plugin's normalizer).
    AlignEnd,
    /// Every part of the replacement spans the whole source.
    Span,
}

/// An edit of a char filter: a range of the source becomes a range of the result. Texts are shorter than 2^31 units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The range in the source, in units.
    pub source: Range<u32>,
    /// The range in the result, in units.
    pub result: Range<u32>,
}

/// Builds the map of one char filter, composed with the map of the preceding ones.
#[derive(Debug)]
pub struct OffsetMapBuilder<'m> {
    before: &'m OffsetMap,
    hint: usize,
    map: &'m mut OffsetMap,
    /// Current offset in the result.
    result: u32,
    /// Current offset in the input of this char filter.
    source: u32,
    /// Number of steps of `before` already composed.
    composed: usize,
    out_of_memory: bool,
}

impl<'m> OffsetMapBuilder<'m> {
    /// `before` maps this char filter's input to the original; `map` receives the map of its output to the original.
    pub fn new(before: &'m OffsetMap, map: &'m mut OffsetMap) -> OffsetMapBuilder<'m> {
        map.clear();
        OffsetMapBuilder { before, hint: 0, map, result: 0, source: 0, composed: 0, out_of_memory: false }
    }

    /// Reports that `length` units of the input are copied to the result.
    pub fn copied(&mut self, length: usize) {
        let end = self.source + length as u32;
        // Steps of the previous map inside the copied span apply, shifted. One at its start is emitted by `replaced`,
        // if there was one, otherwise here.
        while let Some(step) = self.before.steps.get(self.composed).filter(|step| step.result < end) {
            self.composed += 1;
            if step.result >= self.source {
                self.step(OffsetStep { result: self.result + (step.result - self.source), ..*step });
            }
        }
        self.source = end;
        self.result += length as u32;
    }

    /// Reports that `source` of the input is replaced by `result`.
    pub fn replaced<U: CodeUnit>(&mut self, source: &[U], result: &[U], policy: OffsetPolicy) {
        let aligned = self.before.is_identity() && policy != OffsetPolicy::Span && have_same_boundaries(source, result);
        if !aligned {
            self.emit_inner_steps(source, result, policy);
        }
        self.source += source.len() as u32;
        self.result += result.len() as u32;
        while self.before.steps.get(self.composed).is_some_and(|step| step.result <= self.source) {
            self.composed += 1;
        }
        if aligned {
            return;
        }
        // After the piece both offsets advance together again.
        let (start, end) = (self.original_start(self.source), self.original_end(self.source));
        self.step(OffsetStep { result: self.result, start, end });
    }

    /// Applies the edits of a text, in order; the text between them is copied.
    pub fn apply<U: CodeUnit>(&mut self, source: &[U], result: &[U], edits: &[Edit], policy: OffsetPolicy) {
        self.out_of_memory |= self.map.steps.try_reserve(edits.len()).is_err();
        if self.out_of_memory {
            return;
        }
        let is_first = self.before.is_identity() && policy != OffsetPolicy::Span;
        for edit in edits {
            let (start, end) = (edit.source.start, edit.source.end);
            let (result_start, result_end) = (edit.result.start, edit.result.end);
            let (length, result_length) = (end - start, result_end - result_start);
            // Common case: a replacement of at most one unit has no boundary inside.
            if is_first && result_length < 2 && length != result_length {
                (self.source, self.result) = (end, result_end);
                let step = OffsetStep { result: result_end, start: end, end };
                match self.map.steps.last_mut() {
                    Some(last) if last.result == result_end => *last = step,
                    _ => self.out_of_memory |= self.map.push(step).is_err(),
                }
                continue;
            }
            // After a failed allocation the result is shorter.
            let replacement = result.get(result_start as usize..result_end as usize).unwrap_or(&[]);
            if is_first && length as usize != replacement.len() && is_at_most_one_code_point(replacement) {
                (self.source, self.result) = (end, result_end);
                self.step(OffsetStep { result: result_end, start: end, end });
                continue;
            }
            self.copied(start.saturating_sub(self.source) as usize);
            self.replaced(source.part(start as usize..end as usize), replacement, policy);
        }
    }

    /// Emits the steps at code point boundaries inside a replaced piece.
    fn emit_inner_steps<U: CodeUnit>(&mut self, source: &[U], result: &[U], policy: OffsetPolicy) {
        let source_length = utf16_length(source);
        let result_length = utf16_length(result);
        let mut boundaries = CodePointBoundaries { text: source, unit: 0, utf16: 0 };
        let mut in_result = 0;
        for (at, c) in code_points(result) {
            if at > 0 {
                let inside = match policy {
                    OffsetPolicy::AlignStart if result_length > source_length => {
                        in_result.min(source_length.saturating_sub(1))
                    }
                    OffsetPolicy::AlignEnd if result_length > source_length => {
                        (in_result + source_length).saturating_sub(result_length)
                    }
                    _ => in_result.min(source_length),
                };
                let (start, end) = match policy {
                    OffsetPolicy::Span => (0, source.len()),
                    _ => [boundaries.before(inside); 2].into(),
                };
                let (start, end) = (self.source + start as u32, self.source + end as u32);
                let (start, end) = (self.original_start(start), self.original_end(end));
                self.step(OffsetStep { result: self.result + at as u32, start, end });
            } else if policy == OffsetPolicy::Span || !self.before.is_identity() {
                // The previous map may have a step at this offset.
                let (start, end) = (self.original_start(self.source), self.original_end(self.source));
                self.step(OffsetStep { result: self.result, start, end });
            }
            in_result += c.len_utf16();
        }
    }

    fn original_start(&mut self, offset: u32) -> u32 {
        self.before.start(offset, &mut self.hint)
    }

    fn original_end(&mut self, offset: u32) -> u32 {
        self.before.end(offset, &mut self.hint)
    }

    /// Appends a step.
    fn step(&mut self, step: OffsetStep) {
        // A later step at the same offset wins: `ab` deleted, then `cd` deleted, ends after both.
        if self.map.steps.last().is_some_and(|last| last.result == step.result) {
            self.map.steps.pop();
        }
        self.out_of_memory |= self.map.push(step).is_err();
    }

    /// Ends the map, once the whole input has been reported.
    pub fn finish(mut self) -> Result<(), AllocationFailed> {
        // One more unit, so that a step of the previous map at the end of the text is composed too.
        self.copied(1);
        if self.out_of_memory { Err(AllocationFailed) } else { Ok(()) }
    }
}

/// Whether a text is one code point, or none.
#[inline]
fn is_at_most_one_code_point<U: CodeUnit>(text: &[U]) -> bool {
    text.len() < 2 || U::decode(text, 0).is_some_and(|(_, length)| length == text.len())
}

/// Whether two texts have their code point boundaries at equal offsets, so that no step is needed.
pub fn have_same_boundaries<U: CodeUnit>(a: &[U], b: &[U]) -> bool {
    a.len() == b.len() && code_points(a).map(|(at, _)| at).eq(code_points(b).map(|(at, _)| at))
}

/// A cursor over the code point boundaries of a text, for ascending offsets.
struct CodePointBoundaries<'t, U> {
    text: &'t [U],
    /// A boundary, in code units and in UTF-16 units.
    unit: usize,
    utf16: usize,
}

impl<U: CodeUnit> CodePointBoundaries<'_, U> {
    /// The start, in code units, of the code point that contains UTF-16 unit `offset`.
    fn before(&mut self, offset: usize) -> usize {
        while self.utf16 < offset
            && let Some((c, length)) = U::decode(self.text, self.unit)
            && self.utf16 + c.len_utf16() <= offset
        {
            self.utf16 += c.len_utf16();
            self.unit += length;
        }
        self.unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::text::from_str;
    use proptest::prelude::*;

    /// `pieces` are pairs of source and result; pairs of equal texts are copied.
    fn offsets<U: CodeUnit>(
        before: &OffsetMap,
        pieces: &[(&str, &str)],
        policy: OffsetPolicy,
    ) -> (OffsetMap, Vec<u32>) {
        let mut map = OffsetMap::default();
        let mut builder = OffsetMapBuilder::new(before, &mut map);
        let mut result = Vec::<U>::new();
        for (source, target) in pieces {
            let (source, target) = (from_str::<U>(source), from_str::<U>(target));
            result.extend_from_slice(&target);
            if source == target {
                builder.copied(source.len());
            } else {
                builder.replaced(&source, &target, policy);
            }
        }
        builder.finish().unwrap();
        let mut hint = 0;
        let boundaries = code_points(&result).map(|(at, _)| at).chain([result.len()]);
        let found = boundaries.map(|at| map.start(at as u32, &mut hint)).collect();
        (map, found)
    }

    fn start_offsets(pieces: &[(&str, &str)], policy: OffsetPolicy) -> Vec<u32> {
        offsets::<u16>(&OffsetMap::default(), pieces, policy).1
    }

    #[test]
    fn shorter_piece_maps_its_end_to_the_end_of_the_source() {
        assert_eq!(start_offsets(&[("u\u{308}", "ü")], OffsetPolicy::AlignEnd), [0, 2]);
        assert_eq!(start_offsets(&[("x", "x"), ("\u{AD}", ""), ("y", "y")], OffsetPolicy::AlignEnd), [0, 2, 3]);
        assert_eq!(start_offsets(&[("abc", "xy"), ("d", "d")], OffsetPolicy::AlignStart), [0, 1, 3, 4]);
    }

    #[test]
    fn longer_piece_is_aligned_by_the_policy() {
        let pieces = [("x", "x"), ("½", "1⁄2"), ("y", "y")];
        assert_eq!(start_offsets(&pieces, OffsetPolicy::AlignEnd), [0, 1, 1, 1, 2, 3]);
        assert_eq!(start_offsets(&pieces, OffsetPolicy::AlignStart), [0, 1, 1, 1, 2, 3]);
        assert_eq!(start_offsets(&[("ab", "wxyz")], OffsetPolicy::AlignStart), [0, 1, 1, 1, 2]);
        assert_eq!(start_offsets(&[("ab", "wxyz")], OffsetPolicy::AlignEnd), [0, 0, 0, 1, 2]);
    }

    #[test]
    fn span_maps_every_part_to_the_whole_source() {
        let (map, starts) = offsets::<u16>(&OffsetMap::default(), &[("日", "日"), ("㋀", "1月")], OffsetPolicy::Span);
        assert_eq!(starts, [0, 1, 1, 2]);
        let mut hint = 0;
        assert_eq!([1, 2, 3].map(|at| map.end(at, &mut hint)), [1, 2, 2]);
    }

    #[test]
    fn utf8_offsets_are_code_point_boundaries() {
        let (_, starts) = offsets::<u8>(&OffsetMap::default(), &[("aé", "wxyz"), ("b", "b")], OffsetPolicy::AlignStart);
        assert_eq!(starts, [0, 1, 1, 1, 3, 4]);
        let (_, starts) = offsets::<u8>(&OffsetMap::default(), &[("éé", "ab")], OffsetPolicy::AlignStart);
        assert_eq!(starts, [0, 2, 4]);
    }

    #[test]
    fn maps_compose() {
        // `&amp;` to `&`, then `&` to `and`.
        let first = [("a ", "a "), ("&amp;", "&"), (" b", " b")];
        let (before, _) = offsets::<u16>(&OffsetMap::default(), &first, OffsetPolicy::AlignStart);
        let second = [("a ", "a "), ("&", "and"), (" b", " b")];
        let (_, starts) = offsets::<u16>(&before, &second, OffsetPolicy::AlignStart);
        assert_eq!(starts, [0, 1, 2, 2, 2, 7, 8, 9]);
        let untouched = offsets::<u16>(&before, &[("a & b", "a & b")], OffsetPolicy::AlignStart).1;
        assert_eq!(untouched, [0, 1, 2, 7, 8, 9]);
    }

    /// The maps made from edits at once, and one by one.
    fn applied_at_once_and_singly<U: CodeUnit>(
        before: &OffsetMap,
        pieces: &[(&str, &str)],
        policy: OffsetPolicy,
    ) -> [OffsetMap; 2] {
        let (mut source, mut result, mut edits) = (Vec::<U>::new(), Vec::<U>::new(), Vec::<Edit>::new());
        for (from, to) in pieces {
            let (start, result_start) = (source.len() as u32, result.len() as u32);
            source.extend(from_str::<U>(from));
            result.extend(from_str::<U>(to));
            if from != to {
                edits.push(Edit { source: start..source.len() as u32, result: result_start..result.len() as u32 });
            }
        }
        let mut map = OffsetMap::default();
        let mut builder = OffsetMapBuilder::new(before, &mut map);
        builder.apply(&source, &result, &edits, policy);
        let end = edits.last().map_or(0, |edit| edit.source.end as usize);
        builder.copied(source.len() - end);
        builder.finish().unwrap();
        [map, offsets::<U>(before, pieces, policy).0]
    }

    proptest! {
        #[test]
        fn edits_applied_at_once_give_the_map_of_single_edits(
            pieces in prop::collection::vec(prop::sample::select(vec![
                ("a", "a"), ("é😀", "é😀"), ("e\u{301}", "é"), ("\u{301}", ""), ("각", "각"), ("각", "각"), ("½", "1⁄2"),
                ("ﷺ", "صلى"), ("が", "か"), ("é", "e"), ("𝐀", "a"), ("ab", "cd"), ("\u{958}", "\u{915}\u{93C}"),
            ]), 0..12),
            policy in prop::sample::select(vec![OffsetPolicy::AlignStart, OffsetPolicy::AlignEnd, OffsetPolicy::Span]),
            is_second: bool,
        ) {
            let first = if is_second { vec![("x&amp;", "x&"), ("b", "b"), ("½", "1⁄2")] } else { Vec::new() };
            let [one, two] = applied_at_once_and_singly::<u8>(&offsets::<u8>(&OffsetMap::default(), &first, OffsetPolicy::AlignStart).0, &pieces, policy);
            prop_assert_eq!(one, two);
            let [one, two] = applied_at_once_and_singly::<u16>(&offsets::<u16>(&OffsetMap::default(), &first, OffsetPolicy::AlignStart).0, &pieces, policy);
            prop_assert_eq!(one, two);
        }
    }
}
