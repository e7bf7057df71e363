//! Normalization as a step of a transform: the range by itself, text around it does not count (as in ICU).

use super::Run;
use super::text::{Position, Symbol, Text};
use super::touched::Touched;
use crate::unicode::normalize::{Normalizer, Piece, QuickCheck, Sink};
use std::mem;

/// Takes pieces as ranges of bytes: source, result.
#[derive(Default)]
struct Collect(Vec<[usize; 4]>);

impl Sink<u8> for Collect {
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

/// Normalizes a range.
///
/// Code points outside of `touched` are starters that the form keeps, with a boundary before them: what lies between two of them is
/// normalized by itself, with the first of the two where the form composes. With pieces, or where the form has no such boundaries (FCD),
/// the whole range goes through the normalizer of the char filter.
pub(super) fn normalize<S: Symbol>(
    normalizer: &Normalizer,
    touched: &Touched,
    text: &mut Text<S>,
    at: &mut Position,
    run: &mut Run<S>,
) {
    if S::TRACKS || normalizer.is_fcd() {
        return normalize_whole(normalizer, text, at, run);
    }
    let start = at.start;
    let mut position = start;
    loop {
        let first = text.find(position, at.limit, |c| touched.contains(c));
        if first >= at.limit {
            break;
        }
        let end = text.find(first, at.limit, |c| !touched.contains(c));
        let first = if normalizer.composes() && first > start { first - 1 } else { first };
        let scratch = &mut run.scratch;
        normalizer.normalize_code_points(text.slice(first, end).map(S::code_point), scratch);
        text.seek(first);
        text.take(end - first);
        let mut length = 0;
        for c in scratch.code_points() {
            text.put(S::new(c.into(), 0));
            length += 1;
        }
        at.resize(end - first, length);
        position = first + length;
    }
}

fn normalize_whole<S: Symbol>(normalizer: &Normalizer, text: &mut Text<S>, at: &mut Position, run: &mut Run<S>) {
    let mut source = mem::take(&mut run.bytes);
    source.clear();
    for symbol in text.slice(at.start, at.limit) {
        let c = char::from_u32(symbol.code_point()).unwrap_or('\u{FFFD}');
        source.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }
    if normalizer.quick_check(&source[..]) != QuickCheck::Yes {
        let mut result = Vec::new();
        let mut pieces = Collect::default();
        if run.pieces.tracks() {
            normalizer.normalize_to(&source[..], &mut result, &mut pieces, &mut run.scratch);
        } else {
            normalizer.normalize(&source[..], &mut result, &mut run.scratch);
            pieces.0.push([0, source.len(), 0, result.len()]);
        }
        write(&pieces.0, &source, &result, text, at, run);
    }
    run.bytes = source;
}

/// Replaces the pieces, last one first, so that the positions of the others stay; between them code points are replaced one by one.
fn write<S: Symbol>(
    pieces: &[[usize; 4]],
    source: &[u8],
    result: &[u8],
    text: &mut Text<S>,
    at: &mut Position,
    run: &mut Run<S>,
) {
    let count = |bytes: &[u8], from: usize, to: usize| {
        bytes.get(from..to).map_or(0, |bytes| bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count())
    };
    let chars = |from: usize, to: usize| String::from_utf8_lossy(result.get(from..to).unwrap_or(&[])).into_owned();
    let (mut end, mut result_end) = (source.len(), result.len());
    let mut position = at.limit;
    for &[from, to, result_from, result_to] in pieces.iter().rev() {
        position -= count(source, to, end);
        for (offset, c) in chars(result_to, result_end).chars().enumerate() {
            text.set_code_point(position + offset, c.into());
        }
        let start = position - count(source, from, to);
        let before = start.checked_sub(1).and_then(|before| text.symbol(before));
        let piece = run.pieces.join(text.slice(start, position), before);
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
