//! Encodes terms as UTF-8, in blocks of UTF-16 units with equal numbers of bytes.
//!
//! ```text
//! while units of the term are left:
//!     block = the next 8 units of the text, of which the first `count` belong to the term
//!     if the first `count` are
//!         of three bytes, no surrogates:  store 24 bytes, advance by 3 * count
//!         of two bytes:                   store 16 bytes, advance by 2 * count
//!         ASCII:                          store 8 bytes,  advance by count
//!         mixed:                          encode one character after the other
//! ```
//!
//! The trick: all 8 units of a block are encoded; the classification ignores units after the term. So the code for a
//! term of up to 8 units has no branch on its length. It is right because bytes stored beyond the advanced length are
//! overwritten by the next block or never read.

use crate::output::Output;

/// Number of units of a block.
const BLOCK: usize = 8;

/// Maximum number of bytes that a block stores.
const BLOCK_BYTES: usize = 32;

/// Maximum number of UTF-8 bytes per UTF-16 unit.
const MAX_BYTES_PER_UNIT: usize = 3;

/// Appends units, at most 64, as if each of them had `bytes_per_unit` bytes in UTF-8. Returns the mask of those that
/// have: the others become bytes without meaning. `None` if memory runs out.
pub fn encode_alike_units(to: &mut Output<u8>, units: &[u16], bytes_per_unit: usize) -> Option<u64> {
    let spare = to.spare(units.len() * MAX_BYTES_PER_UNIT + BLOCK_BYTES)?;
    let (mut alike, mut written) = (0, 0);
    for (number, units) in units.chunks(BLOCK).enumerate() {
        let target = spare.get_mut(written..)?.first_chunk_mut()?;
        let mask = encode_block_alike(block_of(units), bytes_per_unit, target);
        alike |= u64::from(mask).checked_shl((number * BLOCK) as u32)?;
        written += units.len() * bytes_per_unit;
    }
    to.advance(written);
    Some(alike)
}

/// The block at the start of `units`, with zeros after their end.
#[inline]
fn block_of(units: &[u16]) -> [u16; BLOCK] {
    match units.first_chunk::<BLOCK>() {
        Some(block) => *block,
        None => {
            let mut block = [0; BLOCK];
            block.iter_mut().zip(units).for_each(|(unit, read)| *unit = *read);
            block
        }
    }
}

/// Appends the first `length` of `units` as UTF-8, unpaired surrogates as U+FFFD. Returns false if memory runs out.
pub fn encode(to: &mut Output<u8>, units: &[u16], length: usize) -> bool {
    let Some(spare) = to.spare(length * MAX_BYTES_PER_UNIT + BLOCK_BYTES) else { return false };
    let (mut at, mut written) = (0, 0);
    while at < length {
        let (Some(rest), Some(target)) = (units.get(at..), spare.get_mut(written..)) else { return false };
        let (read, bytes) = encode_block(rest, length - at, target);
        at += read;
        written += bytes;
    }
    to.advance(written);
    true
}

/// Encodes the first units of `rest`, of which `length` belong to the term: at most a block, and the trail surrogate of
/// a pair that crosses its end. Returns the number of units read and of bytes written.
#[inline]
fn encode_block(rest: &[u16], length: usize, target: &mut [u8]) -> (usize, usize) {
    let block = block_of(rest);
    let Some(target) = target.first_chunk_mut::<BLOCK_BYTES>() else { return (length, 0) };
    let count = length.min(BLOCK);
    match encode_alike(block, count, target) {
        Some(bytes_per_unit) => (count, count * bytes_per_unit),
        None => encode_characters(rest.get(..length).unwrap_or(rest), target),
    }
}

/// Stores a block whose first `count` units have equal numbers of bytes; returns the number of bytes per unit. `None`,
/// with nothing stored, if the numbers differ.
#[cfg(target_arch = "x86_64")]
#[inline]
fn encode_alike(block: [u16; BLOCK], count: usize, target: &mut [u8; BLOCK_BYTES]) -> Option<usize> {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { encode_alike_sse2(block, count, target) }
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn encode_alike_sse2(block: [u16; BLOCK], count: usize, target: &mut [u8; BLOCK_BYTES]) -> Option<usize> {
    let units = sse2::load(block);
    let of_term = (1_u32 << count) - 1;
    let bytes_per_unit =
        (1..=MAX_BYTES_PER_UNIT).rev().find(|bytes| sse2::alike(units, *bytes) & of_term == of_term)?;
    sse2::store(units, bytes_per_unit, target);
    Some(bytes_per_unit)
}

/// Stores all units of a block as if each had `bytes_per_unit` bytes; returns the mask of those that have.
#[cfg(target_arch = "x86_64")]
#[inline]
fn encode_block_alike(block: [u16; BLOCK], bytes_per_unit: usize, target: &mut [u8; BLOCK_BYTES]) -> u8 {
    #[inline]
    #[target_feature(enable = "sse2")]
    fn encode(block: [u16; BLOCK], bytes_per_unit: usize, target: &mut [u8; BLOCK_BYTES]) -> u8 {
        let units = sse2::load(block);
        sse2::store(units, bytes_per_unit, target);
        sse2::alike(units, bytes_per_unit) as u8
    }
    // SAFETY: SSE2 is part of x86-64.
    unsafe { encode(block, bytes_per_unit, target) }
}

/// Blocks whose units have equal numbers of bytes.
#[cfg(target_arch = "x86_64")]
mod sse2 {
    use super::{BLOCK, BLOCK_BYTES};
    use std::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_andnot_si128, _mm_cmpeq_epi16, _mm_cvtsi128_si64, _mm_movemask_epi8, _mm_or_si128,
        _mm_packs_epi16, _mm_packus_epi16, _mm_set_epi64x, _mm_set1_epi16, _mm_set1_epi32, _mm_set1_epi64x,
        _mm_setzero_si128, _mm_slli_epi16, _mm_slli_epi32, _mm_srli_epi16, _mm_srli_epi32, _mm_srli_epi64,
        _mm_unpackhi_epi16, _mm_unpackhi_epi64, _mm_unpacklo_epi16,
    };

    #[inline]
    #[target_feature(enable = "sse2")]
    pub fn load(block: [u16; BLOCK]) -> __m128i {
        let word = |units: [u16; 4]| units.into_iter().rev().fold(0, |word, unit| word << 16 | i64::from(unit));
        let [u0, u1, u2, u3, u4, u5, u6, u7] = block;
        _mm_set_epi64x(word([u4, u5, u6, u7]), word([u0, u1, u2, u3]))
    }

    /// The mask of the units that have `bytes_per_unit` bytes.
    #[inline]
    #[target_feature(enable = "sse2")]
    pub fn alike(units: __m128i, bytes_per_unit: usize) -> u32 {
        let equal = |mask: u16, value: u16| {
            let masked = _mm_and_si128(units, _mm_set1_epi16(mask as i16));
            _mm_cmpeq_epi16(masked, _mm_set1_epi16(value as i16))
        };
        let of_length = match bytes_per_unit {
            1 => equal(0xFF80, 0),
            2 => _mm_andnot_si128(equal(0xFF80, 0), equal(0xF800, 0)),
            _ => _mm_cmpeq_epi16(_mm_or_si128(equal(0xF800, 0), equal(0xF800, 0xD800)), _mm_setzero_si128()),
        };
        _mm_movemask_epi8(_mm_packs_epi16(of_length, _mm_setzero_si128())) as u32
    }

    /// Stores all units with `bytes_per_unit` bytes each.
    #[inline]
    #[target_feature(enable = "sse2")]
    pub fn store(units: __m128i, bytes_per_unit: usize, target: &mut [u8; BLOCK_BYTES]) {
        let mut store = |at: usize, bytes: __m128i, step: usize| {
            let halves = [_mm_cvtsi128_si64(bytes), _mm_cvtsi128_si64(_mm_unpackhi_epi64(bytes, bytes))];
            for (half, bytes) in halves.into_iter().enumerate() {
                let at = at + half * step;
                if let Some(target) = target.get_mut(at..at + 8) {
                    target.copy_from_slice(&bytes.to_le_bytes());
                }
            }
        };
        match bytes_per_unit {
            1 => store(0, _mm_packus_epi16(units, units), 8),
            2 => {
                let first = _mm_or_si128(_mm_srli_epi16::<6>(units), _mm_set1_epi16(0x80C0_u16 as i16));
                let second = _mm_slli_epi16::<8>(_mm_and_si128(units, _mm_set1_epi16(0x3F)));
                store(0, _mm_or_si128(first, second), 8);
            }
            _ => {
                // 32 bits per unit, its three bytes lowest first; then 48 bits per two units.
                let three_bytes = |wide: __m128i| {
                    let low = _mm_and_si128(_mm_slli_epi32::<16>(wide), _mm_set1_epi32(0x3F_0000));
                    let middle = _mm_and_si128(_mm_slli_epi32::<2>(wide), _mm_set1_epi32(0x3F00));
                    let high = _mm_or_si128(_mm_srli_epi32::<12>(wide), _mm_set1_epi32(0x80_80E0));
                    let bytes = _mm_or_si128(_mm_or_si128(low, middle), high);
                    let even = _mm_and_si128(bytes, _mm_set1_epi64x(0xFF_FFFF));
                    let odd = _mm_and_si128(_mm_srli_epi64::<8>(bytes), _mm_set1_epi64x(0xFFFF_FF00_0000));
                    _mm_or_si128(even, odd)
                };
                store(0, three_bytes(_mm_unpacklo_epi16(units, _mm_setzero_si128())), 6);
                store(12, three_bytes(_mm_unpackhi_epi16(units, _mm_setzero_si128())), 6);
            }
        }
    }
}

/// Scalar variant: no block is stored, so that all characters are encoded one by one.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn encode_alike(_: [u16; BLOCK], _: usize, _: &mut [u8; BLOCK_BYTES]) -> Option<usize> {
    None
}

/// Scalar variant.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn encode_block_alike(block: [u16; BLOCK], bytes_per_unit: usize, target: &mut [u8; BLOCK_BYTES]) -> u8 {
    let mut alike = 0;
    for (number, (unit, target)) in block.into_iter().zip(target.chunks_exact_mut(bytes_per_unit)).enumerate() {
        let is_alike = match (bytes_per_unit, target) {
            (1, [only]) => {
                *only = unit as u8;
                unit < 0x80
            }
            (2, [first, second]) => {
                (*first, *second) = (0xC0 | (unit >> 6) as u8, 0x80 | (unit & 0x3F) as u8);
                (0x80..0x800).contains(&unit)
            }
            (_, [first, second, third]) => {
                (*first, *second) = (0xE0 | (unit >> 12) as u8, 0x80 | (unit >> 6 & 0x3F) as u8);
                *third = 0x80 | (unit & 0x3F) as u8;
                unit >= 0x800 && !(0xD800..0xE000).contains(&unit)
            }
            _ => false,
        };
        alike |= u8::from(is_alike) << number;
    }
    alike
}

/// Encodes the characters of a block one by one; returns the number of units read and of bytes written.
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
            _ => put(&[0xE0 | (unit >> 12) as u8, 0x80 | (unit >> 6 & 0x3F) as u8, 0x80 | (unit & 0x3F) as u8]),
        }
    }
    (at, written)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the UTF-8 form of the term at the start of `units` with that of the standard library.
    fn check(units: &[u16], length: usize) {
        let mut out = Output::default();
        assert!(encode(&mut out, units, length));
        let expected = String::from_utf16_lossy(&units[..length]);
        assert_eq!(out.first(out.len()), Some(expected.as_bytes()), "{length} of {units:04X?}");
    }

    #[test]
    fn every_unit_is_encoded_at_every_offset_of_a_block() {
        for unit in 0..=u16::MAX {
            for others in [u16::from(b'a'), 0x430, 0x905] {
                let mut units = [others; BLOCK + 2];
                let at = usize::from(unit) % units.len();
                units[at] = unit;
                check(&units, units.len());
                check(&units[at..], 1);
            }
        }
    }

    #[test]
    fn alike_units_are_those_with_the_requested_number_of_bytes() {
        let units: Vec<u16> = [0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF, 0]
            .into_iter()
            .chain((0..=u16::MAX).step_by(7))
            .collect();
        for chunk in units.chunks(61) {
            for bytes in 1..=MAX_BYTES_PER_UNIT {
                let mut out = Output::default();
                out.append(&[0xFF]);
                let alike = encode_alike_units(&mut out, chunk, bytes).unwrap();
                assert_eq!(out.len(), 1 + chunk.len() * bytes);
                for (at, unit) in chunk.iter().enumerate() {
                    let expected = char::from_u32(u32::from(*unit)).map(String::from).filter(|c| c.len() == bytes);
                    assert_eq!(alike >> at & 1 == 1, expected.is_some(), "{unit:04X} as {bytes} bytes");
                    let start = 1 + at * bytes;
                    assert!(
                        expected.is_none_or(|c| out.first(out.len()).unwrap()[start..start + bytes] == *c.as_bytes())
                    );
                }
            }
        }
    }

    #[test]
    fn terms_of_mixed_units_equal_the_standard_library() {
        let pieces: [&[u16]; 9] = [
            &[0x61],
            &[0x7F, 0x80],
            &[0x430; 3],
            &[0x7FF, 0x800],
            &[0x905; 5],
            &[0xD83D, 0xDE00],
            &[0xD83D],
            &[0xDE00],
            &[0xFFFF],
        ];
        let mut random = 1_u64;
        for _ in 0..20_000 {
            let mut units = Vec::new();
            while units.len() < 24 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                units.extend_from_slice(pieces[(random >> 33) as usize % pieces.len()]);
            }
            check(&units, (random >> 40) as usize % (units.len() + 1));
        }
    }
}
