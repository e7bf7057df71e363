//! The fast scan: how far a text can be copied without a look at the tables.

use crate::unicode::text::{CodeUnit, Encoding};

/// One bit for each code point of the BMP: the scan must stop there.
pub(crate) type Bits = [u64; 1024];

/// The first place at or after `at` whose code point has its bit set, is above U+FFFF, or is ill-formed; or the end.
/// `limit`: no code point below it has its bit set.
#[inline]
pub(crate) fn find_special<U: CodeUnit>(text: &[U], at: usize, bits: &Bits, limit: u32) -> usize {
    match U::ENCODING {
        Encoding::Utf8 => find_in_utf8(text, at, bits, limit),
        Encoding::Utf16 => find_in_utf16(text, at, bits, limit),
    }
}

/// The bit of a code point; anything beyond the BMP counts as marked.
#[inline]
#[allow(clippy::indexing_slicing)] // masked to the size of the table
pub(crate) fn bit(bits: &Bits, code: u32) -> bool {
    code > 0xFFFF || bits[(code >> 6 & 1023) as usize] >> (code & 63) & 1 != 0
}

const CHUNK: usize = 32;

#[inline]
fn all_below<U: CodeUnit>(chunk: &[U; CHUNK], limit: u32) -> bool {
    chunk.iter().copied().max().is_some_and(|highest| highest.into() < limit)
}

#[inline]
fn find_in_utf16<U: CodeUnit>(text: &[U], mut at: usize, bits: &Bits, limit: u32) -> usize {
    let latin = limit > 0x80;
    while let Some(chunk) = text.get(at..).and_then(|rest| rest.first_chunk::<CHUNK>()) {
        if !(latin && all_below(chunk, limit)) && any_marked(chunk, bits) {
            break;
        }
        at += CHUNK;
    }
    while let Some(&unit) = text.get(at)
        && !bit(bits, unit.into())
    {
        at += 1;
    }
    at
}

#[inline]
#[allow(clippy::indexing_slicing)] // masked to the size of the table
fn any_marked<U: CodeUnit>(chunk: &[U; CHUNK], bits: &Bits) -> bool {
    for half in chunk.chunks_exact(8) {
        let mut marked = 0;
        for &unit in half {
            let code: u32 = unit.into();
            marked |= bits[(code >> 6 & 1023) as usize] >> (code & 63);
        }
        if marked & 1 != 0 {
            return true;
        }
    }
    false
}

#[inline]
#[allow(clippy::indexing_slicing)] // masked to the size of the table
fn find_in_utf8<U: CodeUnit>(text: &[U], mut at: usize, bits: &Bits, limit: u32) -> usize {
    let unit = |at: usize| text.get(at).map_or(0, |&unit| unit.into());
    let marked = |page: u32, low: u32| bits[(page & 1023) as usize] >> (low & 63) & 1 != 0;
    let follows = |unit: u32| unit & 0xC0 == 0x80;
    while at < text.len() {
        let first = unit(at);
        if first < 0x80 {
            if limit >= 0x80
                && let Some(chunk) = text.get(at..).and_then(|rest| rest.first_chunk::<CHUNK>())
                && all_below(chunk, 0x80)
            {
                at += CHUNK;
                continue;
            }
            if marked(first >> 6, first) {
                return at;
            }
            at += 1;
        } else if first >= 0xE0 {
            let (second, third) = (unit(at + 1), unit(at + 2));
            let page = (first & 0xF) << 6 | (second & 0x3F);
            // Pages below 32 would be overlong forms; the pages of surrogates are marked as a whole.
            if first >= 0xF0 || page < 32 || !follows(second) || !follows(third) || marked(page, third) {
                return at;
            }
            at += 3;
        } else {
            let second = unit(at + 1);
            if first < 0xC2 || !follows(second) || marked(first & 0x1F, second) {
                return at;
            }
            at += 2;
        }
    }
    text.len()
}
