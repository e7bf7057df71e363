//! Normalization as a step of a transform: the range by itself, text around it does not count (as in ICU).

use super::Run;
use super::text::{Position, Text, code_point};
use crate::unicode::normalize::{Normalizer, Piece, QuickCheck, Sink};
use std::mem;

/// Takes pieces as ranges of bytes: source, result.
#[derive(Default)]
struct Collect(Vec<[usize; 4]>);

impl Sink<u8> for Collect {
    const PARTS: bool = false;

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
pub(super) fn normalize(normalizer: &Normalizer, text: &mut Text, at: &mut Position, run: &mut Run) {
    let mut source = mem::take(&mut run.bytes);
    source.clear();
    for symbol in text.slice(at.start, at.limit) {
        let c = char::from_u32(code_point(symbol)).unwrap_or('\u{FFFD}');
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

/// Replaces the pieces, last one first, so that the places of the others stay; between them code points are replaced one by one.
fn write(pieces: &[[usize; 4]], source: &[u8], result: &[u8], text: &mut Text, at: &mut Position, run: &mut Run) {
    let count = |bytes: &[u8], from: usize, to: usize| {
        bytes.get(from..to).map_or(0, |bytes| bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count())
    };
    let chars = |from: usize, to: usize| String::from_utf8_lossy(result.get(from..to).unwrap_or(&[])).into_owned();
    let (mut end, mut result_end) = (source.len(), result.len());
    let mut place = at.limit;
    for &[from, to, result_from, result_to] in pieces.iter().rev() {
        place -= count(source, to, end);
        for (offset, c) in chars(result_to, result_end).chars().enumerate() {
            text.set_code_point(place + offset, c.into());
        }
        let start = place - count(source, from, to);
        let before = start.checked_sub(1).and_then(|before| text.symbol(before));
        let piece = run.pieces.join(text.slice(start, place), before);
        let by = chars(result_from, result_to);
        let length = by.chars().count();
        text.replace(start, place, by.chars().map(|c| piece | u64::from(u32::from(c))));
        at.resize(place - start, length);
        (place, end, result_end) = (start, from, result_from);
    }
    let start = place - count(source, 0, end);
    for (offset, c) in chars(0, result_end).chars().enumerate() {
        text.set_code_point(start + offset, c.into());
    }
}
