//! Normalization as a step of a transform: normalizes a range without regard to the text around it (as in ICU).

use super::error::LimitReached;
use super::gap_buffer::{BufferElement, GapBuffer, GapSides, ShortStep, TransformPosition};
use super::run_buffers::RunBuffers;
use super::source_set::SourceSet;
use crate::unicode::normalize::{NormalizedPart, Normalizer, Piece, QuickCheck, Sink};
use crate::unicode::part::SlicePart;
use std::mem;

/// Collects pieces as ranges of bytes in source and result.
struct CollectedRanges {
    ranges: Vec<[usize; 4]>,
    is_fine_grained: bool,
}

impl Sink<u8> for CollectedRanges {
    fn is_fine_grained(&self) -> bool {
        self.is_fine_grained
    }

    fn replaced(&mut self, piece: Piece<'_, u8>) {
        let (source, result) = (piece.source_start, piece.result_start);
        self.ranges.push([source, source + piece.source.len(), result, result + piece.result.len()]);
    }

    fn rewind(&mut self, source_start: usize) {
        while self.ranges.last().is_some_and(|piece| piece[0] >= source_start) {
            self.ranges.pop();
        }
    }
}

/// Normalizes a range and moves the cursor to its end.
///
/// Code points outside of `source_set` are starters that the form keeps, with a boundary before them. So the text
/// between two of them is normalized separately, together with the first of the two if the form composes. If pieces are
/// recorded, or the form has no such boundaries (FCD), the whole range is normalized as in the char filter.
///
/// ```text
/// if the form composes, and the gap is at the end of the range: compose letters with single marks in place
/// until there is no code point of the source set:
///     if the form decomposes: replace the code points that no mark follows by their decompositions
///     move to the next run of code points of the source set
///     if the form composes, and the run is one mark: compose the code point before the gap with it
///     else if the form composes: normalize the run with the code point before it
///     else normalize the next part of the run
/// ```
pub(super) fn normalize<S: BufferElement>(
    normalizer: &Normalizer,
    source_set: &SourceSet,
    text: &mut GapBuffer<S>,
    at: &mut TransformPosition,
    buffers: &mut RunBuffers<S>,
) -> Result<(), LimitReached> {
    let position = text.find(at.start, at.limit, |c| source_set.contains(c));
    if position < at.limit {
        if S::TRACKS || normalizer.is_fcd() {
            normalize_whole(normalizer, text, at, buffers);
        } else {
            normalize_parts(normalizer, source_set, text, at, position, buffers);
        }
        if text.len() > buffers.max_length {
            return Err(LimitReached);
        }
    }
    at.start = at.limit;
    Ok(())
}

/// Normalizes a range whose first code point of `source_set` is at `position`.
fn normalize_parts<S: BufferElement>(
    normalizer: &Normalizer,
    source_set: &SourceSet,
    text: &mut GapBuffer<S>,
    at: &mut TransformPosition,
    position: usize,
    buffers: &mut RunBuffers<S>,
) {
    let start = at.start;
    let context_after = at.context_limit - at.limit;
    let is_in_source_set = |element: &S| source_set.contains(element.code_point());
    let mut rest = at.limit - position;
    if normalizer.composes() && text.cursor() == at.limit {
        rest -= compose_before_gap(normalizer, source_set, text, start, position);
    } else {
        text.seek(position);
    }
    while rest > 0 {
        if !normalizer.composes() {
            rest -= decompose_each(normalizer, source_set, text, rest);
            if rest == 0 {
                break;
            }
        }
        let GapSides { before, after } = text.sides();
        let after = after.get(..rest).unwrap_or(after);
        // A part of a form that decomposes ends at a code point outside of the source set, which is no mark.
        let end =
            if normalizer.composes() { after.iter().position(|element| !is_in_source_set(element)) } else { None };
        let mut length = end.unwrap_or(after.len());
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
            None => {
                let base = usize::from(base.is_some());
                text.seek(text.cursor() - base);
                length = normalize_part(normalizer, text, length + base, buffers) - base;
            }
        }
        rest -= length;
        let after = text.sides().after;
        let skipped = after.iter().take(rest).position(is_in_source_set).unwrap_or(rest);
        text.advance(skipped);
        rest -= skipped;
    }
    at.limit = text.cursor();
    at.context_limit = at.limit + context_after;
}

/// Decomposes up to `rest` elements after the gap that no mark follows, up to one with another or a long decomposition;
/// returns their number.
#[inline]
fn decompose_each<S: BufferElement>(
    normalizer: &Normalizer,
    source_set: &SourceSet,
    text: &mut GapBuffer<S>,
    rest: usize,
) -> usize {
    let mut left = rest;
    text.replace_each(rest, |element, around| {
        left -= 1;
        let c = element.code_point();
        if !source_set.contains(c) {
            return ShortStep::Keep;
        }
        let next = around.second().filter(|&next| left > 0 && source_set.contains(next));
        match normalizer.decompose_alone(c, next) {
            Some((codes, count)) => ShortStep::Replace(codes.map(|c| S::new(c, 0)), count),
            None => ShortStep::Stop,
        }
    })
}

/// Composes elements before the gap in place, from `position` on, up to a run of the source set that is not one mark;
/// returns their number and moves the gap there.
#[inline]
fn compose_before_gap<S: BufferElement>(
    normalizer: &Normalizer,
    source_set: &SourceSet,
    text: &mut GapBuffer<S>,
    start: usize,
    position: usize,
) -> usize {
    let is_in_source_set = |element: &S| source_set.contains(element.code_point());
    let elements = text.before_mut();
    let (mut from, mut to) = (position, position);
    while let Some(&element) = elements.get(from) {
        if is_in_source_set(&element) {
            if to == start || elements.get(from + 1).is_some_and(is_in_source_set) {
                break;
            }
            let Some(base) = elements.get_mut(to - 1) else { break };
            match normalizer.normalize_pair(base.code_point(), element.code_point()) {
                Some(NormalizedPart::Composed(c)) => {
                    *base = base.with(c.into());
                    from += 1;
                    continue;
                }
                Some(_) => {}
                None => break,
            }
        }
        elements.get_mut(to).into_iter().for_each(|slot| *slot = element);
        (from, to) = (from + 1, to + 1);
    }
    text.cut_before(to, from);
    from - position
}

/// Normalizes the first part of a run of `length` elements after the gap; returns the length of the part and moves the
/// gap to its end.
fn normalize_part<S: BufferElement>(
    normalizer: &Normalizer,
    text: &mut GapBuffer<S>,
    length: usize,
    buffers: &mut RunBuffers<S>,
) -> usize {
    let after = text.sides().after;
    let run = after.get(..length).unwrap_or(after);
    let (part, result) =
        normalizer.normalize_part(run.iter().map(|element| element.code_point()), &mut buffers.scratch);
    let part = part.clamp(1, length);
    match result {
        NormalizedPart::Kept => text.advance(part),
        NormalizedPart::Composed(c) => {
            text.take(part);
            text.put(S::new(c.into(), 0));
        }
        NormalizedPart::Scratch => {
            text.take(part);
            buffers.scratch.code_points().for_each(|c| text.put(S::new(c.into(), 0)));
        }
    }
    part
}

/// Normalizes a range as in the char filter; for forms and engines that are rare.
#[inline(never)]
fn normalize_whole<S: BufferElement>(
    normalizer: &Normalizer,
    text: &mut GapBuffer<S>,
    at: &mut TransformPosition,
    buffers: &mut RunBuffers<S>,
) {
    let mut source = mem::take(&mut buffers.bytes);
    source.clear();
    for element in text.slice(at.start, at.limit) {
        let c = char::from_u32(element.code_point()).unwrap_or('\u{FFFD}');
        source.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }
    if normalizer.quick_check(&source[..]) != QuickCheck::Yes {
        let mut result = Vec::new();
        let pieces = if buffers.pieces.tracks() {
            let is_fine_grained = buffers.pieces.is_fine_grained();
            let mut pieces = CollectedRanges { ranges: Vec::new(), is_fine_grained };
            normalizer.normalize_to(&source[..], &mut result, &mut pieces, &mut buffers.scratch);
            pieces.ranges
        } else {
            normalizer.normalize(&source[..], &mut result, &mut buffers.scratch);
            vec![[0, source.len(), 0, result.len()]]
        };
        write(&pieces, &source, &result, text, at, buffers);
    }
    buffers.bytes = source;
}

/// Replaces the pieces, starting with the last one, so that the positions of the others remain valid; code points
/// between pieces are replaced one by one.
fn write<S: BufferElement>(
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
        let before = start.checked_sub(1).and_then(|before| text.element(before));
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
    use super::super::builtin::BuiltIn;
    use super::super::{Direction, Transform, transform};
    use super::*;
    use crate::unicode::normalize::Scratch;
    use crate::unicode::normalize::{Form, normalizer_of_form};
    use proptest::prelude::*;

    proptest! {
        /// Wherever the gap is: at the end of the range, elements are composed in place.
        #[test]
        fn normalization_equals_that_of_the_range(
            text in "[aeio \u{300}\u{301}\u{323}\u{345}\u{5B0}\u{64B}-\u{655}اوé가힣각\u{1100}\u{1161}\u{11A8}\u{1D15E}\u{9C7}\u{9BE}ﷺ]{0,16}",
            form in 0_usize..4,
            cut in (0_usize..4, 0_usize..4),
            gap in any::<prop::sample::Index>(),
            is_gap_at_end in any::<bool>(),
        ) {
            let form = [Form::Nfc, Form::Nfd, Form::Nfkc, Form::Nfkd][form];
            let source: Vec<char> = text.chars().collect();
            let start = cut.0.min(source.len());
            let limit = source.len().saturating_sub(cut.1).max(start);
            let part = |from: usize, to: usize| source[from..to].iter().collect::<String>();
            let mut expected = part(0, start).into_bytes();
            let range = part(start, limit);
            Normalizer::new(form).normalize(range.as_bytes(), &mut expected, &mut Scratch::default());
            expected.extend(part(limit, source.len()).bytes());

            let mut elements = GapBuffer::<u32>::default();
            elements.set(source.iter().map(|&c| c.into()));
            elements.seek(if is_gap_at_end { limit } else { gap.index(source.len() + 1) });
            let mut at = TransformPosition { start, limit, ..TransformPosition::all(source.len()) };
            let mut buffers = RunBuffers { max_length: 1000, ..RunBuffers::default() };
            let source_set = BuiltIn::Normalize(form, form.default_mode()).source_set();
            let normalizer = normalizer_of_form(form, form.default_mode());
            prop_assert!(normalize(normalizer, source_set, &mut elements, &mut at, &mut buffers).is_ok());
            let result: String = elements.elements().filter_map(char::from_u32).collect();
            prop_assert_eq!(result.as_bytes(), &expected[..]);
            prop_assert_eq!((at.start, at.context_limit), (at.limit, elements.len()));
        }

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
