//! Writes keys of short texts directly to the output, without a [`FastKeyWriter`](super::FastKeyWriter) and its level
//! buffers.

use super::key_start::{KeyStart, SHORT_KEY_CAPACITY, SHORT_UNITS};
use super::non_primary::{write_levels, write_levels_branchless};
use super::three_byte_chars::is_three_byte;
use super::{alphabetic, cjk_thai};
use crate::unicode::bmp::three_byte_units;
use crate::unicode::collate::key_context::KeyContext;
use crate::unicode::text::CodeUnit;

/// Writes the key of the start of a text to `out`; returns the length of the key if that is the whole text.
#[inline(always)]
pub(super) fn write_short_key<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    out: &mut [u8; SHORT_KEY_CAPACITY],
    start: &mut KeyStart,
) -> Option<usize> {
    if is_three_byte(text, 0) {
        match cjk_thai::write_short_key(context, text, out) {
            Ok(length) => return Some(length),
            Err(run) => start.begin(run.characters * three_byte_units::<U>(), run.bytes, run.elements),
        }
    } else {
        match alphabetic::write_short_key(context, text, out) {
            Ok(length) => return Some(length),
            Err(written) => start.begin(written, written, written),
        }
    }
    continue_short_key(context, text, start, out)
}

/// Writes the key of a short text to the start of `out` and returns its length; `None` if the text is longer,
/// or a character depends on context: a `FastKeyWriter` continues from here.
#[inline(always)]
pub(super) fn continue_short_key<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    start: &mut KeyStart,
    out: &mut [u8; SHORT_KEY_CAPACITY],
) -> Option<usize> {
    let stop = text.len().min(SHORT_UNITS);
    loop {
        let before = start.at;
        if is_three_byte(text, before) {
            cjk_thai::write_short_run(context, text, stop, start, out);
        } else {
            alphabetic::write_short_run(context, text, stop, start, out);
        }
        if start.at == text.len() {
            let plan = context.plan();
            // Kana have many non-common weights, alphabets few.
            let branchless = if is_three_byte(text, 0) {
                write_levels_branchless(plan, &start.non_primary, out, start.written)
            } else {
                None
            };
            return Some(branchless.unwrap_or_else(|| write_levels(plan, &start.non_primary, out, start.written)));
        }
        if start.at == before || start.at >= stop {
            return None;
        }
    }
}
