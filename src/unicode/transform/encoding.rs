//! Units that are code points, and the encoding of the elements of results.

use super::gap_buffer::BufferElement;
use crate::unicode::bmp::{utf8_length, utf8_of};
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, Encoding, REPLACEMENT};

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

/// Number of elements that are tested at a time.
const BLOCK: usize = 16;

/// Number of units that are encoded before they are written.
const PART: usize = 8 * BLOCK;

/// Encodes elements and passes the units to `put`, in parts that end between code points.
///
/// ```text
/// for each block of elements:
///     if each of them is one unit: append the units
///     else if each of them is in the BMP: compute the units of all of them, then append those of one after the other
///     else: encode it code point by code point
/// ```
pub(super) fn encode<S: BufferElement, U: CodeUnit>(elements: &[S], mut put: impl FnMut(&[U])) {
    let mut part = [U::default(); PART];
    let mut length = 0;
    for elements in elements.chunks(BLOCK) {
        // A code point has at most four units.
        if length > PART - 4 * BLOCK {
            put(part.part(..length));
            length = 0;
        }
        let Some(slots) = part.get_mut(length..) else { break };
        let block = elements.first_chunk().and_then(|block| encode_block(block, slots));
        length += block.unwrap_or_else(|| encode_each(elements, slots));
    }
    put(part.part(..length));
}

/// Encodes elements code point by code point; returns the number of units.
fn encode_each<S: BufferElement, U: CodeUnit>(elements: &[S], slots: &mut [U]) -> usize {
    let mut end = 0;
    for element in elements {
        let (units, count) = U::encode(char::from_u32(element.code_point()).unwrap_or(REPLACEMENT));
        let slots = slots.get_mut(end..).and_then(|slots| slots.first_chunk_mut());
        slots.into_iter().for_each(|slots| *slots = units);
        end += count;
    }
    end
}

/// Encodes a block whose code points are in the BMP; returns the number of units.
#[inline(always)]
fn encode_block<S: BufferElement, U: CodeUnit>(block: &[S; BLOCK], slots: &mut [U]) -> Option<usize> {
    let codes = block.map(|element| element.code_point());
    if codes.iter().fold(true, |all, &c| all & is_code_point::<U>(c)) {
        slots.first_chunk_mut::<BLOCK>()?.iter_mut().zip(codes).for_each(|(slot, c)| *slot = U::from_low_bits(c));
        return Some(BLOCK);
    }
    if U::ENCODING == Encoding::Utf16 || !codes.iter().fold(true, |all, &c| all & is_code_point::<u16>(c)) {
        return None;
    }
    // The compiler makes vector instructions of this loop, and a function of a call of `map`.
    let (mut bytes, mut lengths) = ([0; BLOCK], [0; BLOCK]);
    bytes.iter_mut().zip(codes).for_each(|(bytes, c)| *bytes = utf8_of(c));
    lengths.iter_mut().zip(codes).for_each(|(length, c)| *length = utf8_length(c));
    let mut end = 0;
    for (bytes, length) in bytes.iter().zip(lengths) {
        *slots.get_mut(end..)?.first_chunk_mut()? = bytes.to_le_bytes().map(|byte| U::from_low_bits(byte.into()));
        end += length as usize;
    }
    Some(end)
}
