//! Normalization as a step of a transform: normalizes a range without regard to the text around it (as in ICU).

use super::gap_buffer::{GapBuffer, Sides, Symbol, TransformPosition};
use super::run_buffers::RunBuffers;
use super::source_set::SourceSet;
use crate::unicode::normalize::{NormalizedPart, Normalizer, Piece, QuickCheck, Sink};
use crate::unicode::part::SlicePart;
use std::mem;

/// Collects pieces as ranges of bytes in source and result.
#[derive(Default)]
struct CollectedRanges(Vec<[usize; 4]>);

impl Sink<u8> for CollectedRanges {
    const FINE_GRAINED: bool = false;

    fn replaced(&mut self, piece: Piece<'_, u8>) {
        let (source, result) = (piece.source_start, piece.result_start);
        self.0.push([source, source + piece.source.len(), result, result + piece.result.len()]);
    }

    fn rewind(&mut self, source_start: usize) {
        while self.0.last().is_some_and(|piece| piece[0] >= source_start) {
            self.0.pop();
        }
    }
}

/// Normalizes a range; returns whether it has a code point of `source_set`.
///
/// Code points outside of `source_set` are starters that the form keeps, with a boundary before them. So the text
/// between two of them is normalized separately, together with the first of the two if the form composes. If pieces are
/// recorded, or the form has no such boundaries (FCD), the whole range is normalized as in the char filter.
///
/// ```text
/// until there is no code point of the source set:
///     move to the next run of code points of the source set
///     if the form composes, and the run is one mark: compose the code point before the gap with it
///     else, from the code point before the run on if the form composes:
///         until the end of the run: normalize the next part of it
/// ```
pub(super) fn normalize<S: Symbol>(
    normalizer: &Normalizer,
    source_set: &SourceSet,
    text: &mut GapBuffer<S>,
    at: &mut TransformPosition,
    buffers: &mut RunBuffers<S>,
) -> bool {
    let start = at.start;
    let position = text.find(start, at.limit, |c| source_set.contains(c));
    if position >= at.limit {
        return false;
    }
    if S::TRACKS || normalizer.is_fcd() {
        normalize_whole(normalizer, text, at, buffers);
        return true;
    }
    text.seek(position);
    let context_after = at.context_limit - at.limit;
    let is_in_source_set = |symbol: &S| source_set.contains(symbol.code_point());
    let mut rest = at.limit - position;
    while rest > 0 {
        let Sides { before, after } = text.sides();
        let after = after.get(..rest).unwrap_or(after);
        let length = after.iter().position(|symbol| !is_in_source_set(symbol)).unwrap_or(after.len());
        let base = before.last().filter(|_| normalizer.composes() && before.len() > start);
        let mark = after.first().filter(|_| length == 1);
        let pair =
            base.zip(mark).and_then(|(base, mark)| normalizer.normalize_pair(base.code_point(), mark.code_point()));
        match pair {
            Some(NormalizedPart::Composed(c)) => {
                text.take(1);
                text.set_code_point(text.cursor() - 1, c.into());
            }
            Some(_) => text.advance(1),
            None if base.is_some() => {
                text.seek(text.cursor() - 1);
                normalize_run(normalizer, text, length + 1, buffers);
            }
            None => normalize_run(normalizer, text, length, buffers),
        }
        rest -= length;
        let after = text.sides().after;
        let skipped = after.iter().take(rest).position(is_in_source_set).unwrap_or(rest);
        text.advance(skipped);
        rest -= skipped;
    }
    at.limit = text.cursor();
    at.context_limit = at.limit + context_after;
    true
}

/// Normalizes the `rest` symbols after the gap, a run between boundaries, part by part; moves the gap to their end.
fn normalize_run<S: Symbol>(
    normalizer: &Normalizer,
    text: &mut GapBuffer<S>,
    mut rest: usize,
    buffers: &mut RunBuffers<S>,
) {
    while rest > 0 {
        let after = text.sides().after;
        let part = after.get(..rest).unwrap_or(after);
        let (length, result) =
            normalizer.normalize_part(part.iter().map(|symbol| symbol.code_point()), &mut buffers.scratch);
        let length = length.clamp(1, rest);
        rest -= length;
        match result {
            NormalizedPart::Kept => {
                text.advance(length);
                continue;
            }
            NormalizedPart::Hangul(jamo, count) => {
                text.take(length);
                jamo.iter().take(count).for_each(|&c| text.put(S::new(c.into(), 0)));
            }
            NormalizedPart::Composed(c) => {
                text.take(length);
                text.put(S::new(c.into(), 0));
            }
            NormalizedPart::Scratch => {
                text.take(length);
                buffers.scratch.code_points().for_each(|c| text.put(S::new(c.into(), 0)));
            }
        }
    }
}

/// Normalizes a range as in the char filter; for forms and engines that are rare.
#[inline(never)]
fn normalize_whole<S: Symbol>(
    normalizer: &Normalizer,
    text: &mut GapBuffer<S>,
    at: &mut TransformPosition,
    buffers: &mut RunBuffers<S>,
) {
    let mut source = mem::take(&mut buffers.bytes);
    source.clear();
    for symbol in text.slice(at.start, at.limit) {
        let c = char::from_u32(symbol.code_point()).unwrap_or('\u{FFFD}');
        source.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }
    if normalizer.quick_check(&source[..]) != QuickCheck::Yes {
        let mut result = Vec::new();
        let mut pieces = CollectedRanges::default();
        if buffers.pieces.tracks() {
            normalizer.normalize_to(&source[..], &mut result, &mut pieces, &mut buffers.scratch);
        } else {
            normalizer.normalize(&source[..], &mut result, &mut buffers.scratch);
            pieces.0.push([0, source.len(), 0, result.len()]);
        }
        write(&pieces.0, &source, &result, text, at, buffers);
    }
    buffers.bytes = source;
}

/// Replaces the pieces, starting with the last one, so that the positions of the others remain valid; code points
/// between pieces are replaced one by one.
fn write<S: Symbol>(
    pieces: &[[usize; 4]],
    source: &[u8],
    result: &[u8],
    text: &mut GapBuffer<S>,
    at: &mut TransformPosition,
    buffers: &mut RunBuffers<S>,
) {
    let count = |bytes: &[u8], from: usize, to: usize| {
        bytes.get(from..to).map_or(0, |bytes| bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count())
    };
    let chars = |from: usize, to: usize| String::from_utf8_lossy(result.part(from..to)).into_owned();
    let (mut end, mut result_end) = (source.len(), result.len());
    let mut position = at.limit;
    for &[from, to, result_from, result_to] in pieces.iter().rev() {
        position -= count(source, to, end);
        for (offset, c) in chars(result_to, result_end).chars().enumerate() {
            text.set_code_point(position + offset, c.into());
        }
        let start = position - count(source, from, to);
        let before = start.checked_sub(1).and_then(|before| text.symbol(before));
        let piece = buffers.pieces.join(text.slice(start, position), before);
        let by = chars(result_from, result_to);
        let length = by.chars().count();
        text.replace(start, position, by.chars().map(|c| piece.with(c.into())));
        at.resize(position - start, length);
        (position, end, result_end) = (start, from, result_from);
    }
    let start = position - count(source, 0, end);
    for (offset, c) in chars(0, result_end).chars().enumerate() {
        text.set_code_point(start + offset, c.into());
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Direction, Transform, transform};
    use crate::unicode::normalize::{Form, Normalizer, Scratch};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn normalization_by_parts_equals_whole_range(
            text in "[aeio \u{300}\u{301}\u{323}\u{327}\u{345}\u{5B0}\u{93C}\u{64B}-\u{655}ا-يéṩǘΐａﬁ가힣각\u{1100}\u{1161}\u{11A8}\u{FB2C}\u{1D15E}\u{9C7}\u{9BE}\u{DDA}\u{DCA}]{0,12}",
            form in 0_usize..4,
        ) {
            let (name, form) =
                [("NFC", Form::Nfc), ("NFD", Form::Nfd), ("NFKC", Form::Nfkc), ("NFKD", Form::Nfkd)][form];
            let mut expected = Vec::new();
            Normalizer::new(form).normalize(text.as_bytes(), &mut expected, &mut Scratch::default());
            let result = transform(&Transform::new(name, Direction::Forward).unwrap(), &text).unwrap();
            prop_assert_eq!(result.as_bytes(), &expected[..]);
        }
    }
}
