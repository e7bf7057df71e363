//! Terms in UTF-8, encoded in blocks of UTF-16 units that take the same number of bytes each.
//!
//! ```text
//! while units are left:
//!     block = the next 8 units; those beyond the end of the term become copies of the first one
//!     all ASCII:                       store 8 bytes,  keep one per unit of the term
//!     all of two bytes:                store 16 bytes, keep two per unit
//!     all of three, no surrogates:     store 24 bytes, keep three per unit
//!     else:                            one character after the other
//! ```
//!
//! Why it is right: what is stored beyond the bytes kept is overwritten by the next block, or never read.

use crate::output::Output;

/// Units of a block.
const BLOCK: usize = 8;

/// Bytes of UTF-8 that a UTF-16 unit takes at most.
const MAX_BYTES_PER_UNIT: usize = 3;

/// Units of text that are narrowed at once.
const NARROWED: usize = 16;

/// Stores the ASCII units at the start of `units` as bytes, as far as there is room. How many there are; what is stored after them does
/// not count.
pub fn ascii_prefix(target: &mut [u8], units: &[u16]) -> usize {
    let mut at = 0;
    while let Some(block) = units.get(at..).and_then(|rest| rest.first_chunk::<NARROWED>())
        && let Some(target) = target.get_mut(at..).and_then(|rest| rest.first_chunk_mut::<NARROWED>())
        && block.iter().fold(0, |all, unit| all | unit) < 0x80
    {
        *target = block.map(|unit| unit as u8);
        at += NARROWED;
    }
    let rest = units.get(at..).unwrap_or(&[]).iter().zip(target.get_mut(at..).unwrap_or(&mut []));
    let ascii = rest.take_while(|(unit, _)| **unit < 0x80).map(|(unit, target)| *target = *unit as u8);
    at + ascii.count()
}

/// Appends the UTF-8 form of the first `length` of `units`, unpaired surrogates as U+FFFD. False if memory runs out.
pub fn encode(to: &mut Output<u8>, units: &[u16], length: usize) -> bool {
    let Some(room) = to.room((length + BLOCK) * MAX_BYTES_PER_UNIT) else { return false };
    let (mut at, mut written) = (0, 0);
    while at < length {
        let (Some(from), Some(target)) = (units.get(at..length), room.get_mut(written..)) else { return false };
        let (read, bytes) = encode_block(from, target);
        at += read;
        written += bytes;
    }
    to.advance(written);
    true
}

/// Stores the first characters of `from`, of a block at most. How many units were read and bytes written.
#[inline]
fn encode_block(from: &[u16], target: &mut [u8]) -> (usize, usize) {
    let count = from.len().min(BLOCK);
    let mut block = [from.first().copied().unwrap_or(0); BLOCK];
    block.iter_mut().zip(from).for_each(|(unit, read)| *unit = *read);
    if block.iter().fold(true, |all, unit| all & (0x80..0x800).contains(unit)) {
        for (target, unit) in target.chunks_exact_mut(2).zip(block) {
            target.copy_from_slice(&[0xC0 | (unit >> 6) as u8, 0x80 | (unit & 0x3F) as u8]);
        }
        (count, 2 * count)
    } else if block.iter().fold(true, |all, unit| all & (*unit >= 0x800) & (*unit & 0xF800 != 0xD800)) {
        for (target, unit) in target.chunks_exact_mut(3).zip(block) {
            target.copy_from_slice(&three_bytes(unit));
        }
        (count, 3 * count)
    } else if block.iter().fold(0, |all, unit| all | unit) < 0x80 {
        for (target, unit) in target.iter_mut().zip(block) {
            *target = unit as u8;
        }
        (count, count)
    } else {
        encode_characters(from, target)
    }
}

#[inline]
fn three_bytes(unit: u16) -> [u8; 3] {
    [0xE0 | (unit >> 12) as u8, 0x80 | (unit >> 6 & 0x3F) as u8, 0x80 | (unit & 0x3F) as u8]
}

/// Stores the first characters of `units`, those of a block, one by one. How many units were read and bytes written.
#[inline]
fn encode_characters(units: &[u16], target: &mut [u8]) -> (usize, usize) {
    let (mut at, mut written) = (0, 0);
    let mut put = |bytes: &[u8]| {
        if let Some(target) = target.get_mut(written..written + bytes.len()) {
            target.copy_from_slice(bytes);
        }
        written += bytes.len();
    };
    while at < BLOCK
        && let Some(&unit) = units.get(at)
    {
        at += 1;
        match unit {
            0..0x80 => put(&[unit as u8]),
            0x80..0x800 => put(&[0xC0 | (unit >> 6) as u8, 0x80 | (unit & 0x3F) as u8]),
            0xD800..0xE000 => {
                let pair = [unit, units.get(at).copied().unwrap_or(0)];
                let c = char::decode_utf16(pair).next().and_then(Result::ok);
                at += usize::from(c.is_some());
                put(c.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(&mut [0; 4]).as_bytes());
            }
            _ => put(&three_bytes(unit)),
        }
    }
    (at, written)
}
