//! Decodes texts to code points, and encodes the symbols of results.

use super::gap_buffer::Symbol;
use crate::unicode::bmp;
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, Encoding};

/// Whether a unit value and the code point of the same value encode each other.
#[inline(always)]
pub(super) fn is_code_point<U: CodeUnit>(unit: u32) -> bool {
    match U::ENCODING {
        Encoding::Utf8 => unit < 0x80,
        Encoding::Utf16 => unit < 0x1_0000 && unit & 0xF800 != 0xD800,
    }
}

/// Whether every unit of a text is a code point, so that the text is well-formed.
pub(super) fn has_only_single_units<U: CodeUnit>(text: &[U]) -> bool {
    // No branch per unit, so that the compiler makes vector instructions of the loop.
    let has_surrogate = |units: &[u16]| units.iter().fold(false, |any, unit| any | (unit & 0xF800 == 0xD800));
    U::dispatch(text, <[u8]>::is_ascii, |units| !has_surrogate(units))
}

/// Decodes a text into `source`.
///
/// ```text
/// until the end of the text:
///     while the next block of units has only code points of one unit (ASCII in UTF-8, all but surrogates in UTF-16):
///         append it
///     decode and append the code points of one block's length
/// ```
///
/// The test and the copy of a block have no branch per unit, so that the compiler makes vector instructions of them.
pub(super) fn decode<U: CodeUnit>(text: &[U], source: &mut Vec<u32>) {
    source.clear();
    source.reserve(text.len());
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some(block) = rest.first_chunk::<BLOCK>()
            && block.iter().fold(true, |all, &unit| all & is_code_point::<U>(unit.into()))
        {
            let mut codes = [0; BLOCK];
            codes.iter_mut().zip(block).for_each(|(code, &unit)| *code = unit.into());
            source.extend_from_slice(&codes);
            at += BLOCK;
            continue;
        }
        let part = rest.get(..BLOCK).unwrap_or(rest);
        let single = part.iter().position(|&unit| !is_code_point::<U>(unit.into())).unwrap_or(part.len());
        source.extend(part.iter().take(single).map(|&unit| unit.into()));
        let end = at + part.len();
        at += single;
        // One test of the capacity for all of them.
        let (mut codes, mut count) = ([0; BLOCK], 0);
        while at < end {
            let Some((c, length)) = bmp::decode(text, at) else { break };
            codes.get_mut(count).into_iter().for_each(|code| *code = c);
            count += 1;
            at += length;
        }
        source.extend_from_slice(codes.part(..count));
    }
}

/// Number of units, or of symbols, that are tested at a time.
const BLOCK: usize = 16;

/// Number of units that are encoded before they are written.
const PART: usize = 8 * BLOCK;

/// Encodes symbols and passes the units to `put`, in parts that end between code points: as [`decode`], block by block.
pub(super) fn encode<S: Symbol, U: CodeUnit>(symbols: &[S], mut put: impl FnMut(&[U])) {
    let mut part = [U::default(); PART];
    let mut length = 0;
    for symbols in symbols.chunks(BLOCK) {
        // A code point has at most four units.
        if length > PART - 4 * BLOCK {
            put(part.part(..length));
            length = 0;
        }
        if let Some(block) = symbols.first_chunk::<BLOCK>()
            && block.iter().fold(true, |all, symbol| all & is_code_point::<U>(symbol.code_point()))
        {
            if let Some(slots) = part.get_mut(length..).and_then(|slots| slots.first_chunk_mut::<BLOCK>()) {
                slots.iter_mut().zip(block).for_each(|(slot, symbol)| *slot = U::from_low_bits(symbol.code_point()));
                length += BLOCK;
            }
            continue;
        }
        for symbol in symbols {
            let c = symbol.code_point();
            if is_code_point::<U>(c) {
                if let Some(slot) = part.get_mut(length) {
                    *slot = U::from_low_bits(c);
                    length += 1;
                }
                continue;
            }
            let (units, count) = U::encode(char::from_u32(c).unwrap_or('\u{FFFD}'));
            let slots = part.get_mut(length..).and_then(|slots| slots.first_chunk_mut());
            slots.into_iter().for_each(|slots| *slots = units);
            length += count;
        }
    }
    put(part.part(..length));
}
