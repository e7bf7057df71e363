//! Collation elements as 64-bit numbers, and the arithmetic of primary weights (UTS #10 section 3.2, LDML part 5
//! "Collation element weights").
//!
//! A CE consists, from the top, of 32 bits of primary weight, 16 bits of secondary weight, 2 case bits (0 lower or
//! none, 1 mixed, 2 upper), and 14 bits of tertiary weight, whose low byte includes 2 quaternary bits (the mask C0).
//! Weights are fractional: one to four bytes (primary) or one to two (others), left-aligned and padded with zeros.

/// A collation element.
pub(crate) type Ce = u64;

/// The common weight of the secondary and tertiary level.
pub(crate) const COMMON: u32 = 0x0500;
/// The common secondary and tertiary weights, as the lower half of a CE.
pub(crate) const COMMON_LOWER: u32 = 0x0500_0500;
/// A weight below all weights that root elements and tailorings use on a level.
pub(crate) const BEFORE: u32 = 0x0100;
/// The case bits in the lower half of a CE.
pub(crate) const CASE_MASK: u32 = 0xC000;
/// The tertiary bits in the lower half of a CE, without case and quaternary.
pub(crate) const TERTIARY_MASK: u32 = 0x3F3F;
/// The quaternary bits in the lower half of a CE.
pub(crate) const QUATERNARY_MASK: u32 = 0x00C0;

/// The byte that ends a level of a key.
pub const LEVEL_SEPARATOR: u8 = 1;
/// The primary of U+FFFE, which sorts below everything else on every level.
pub(crate) const MERGE_SEPARATOR_PRIMARY: u32 = 0x0200_0000;
/// The lead byte of the primaries of unassigned code points.
pub(crate) const UNASSIGNED_LEAD: u32 = 0xFE;
/// The primary boundary below U+FFFD and U+FFFF.
pub(crate) const FIRST_TRAILING_PRIMARY: u32 = 0xFF02_0200;
/// The primary of U+FFFF.
pub(crate) const MAX_PRIMARY: u32 = 0xFFFF_0000;

/// The byte that ends a compressed run of one lead byte if a lower primary follows.
pub(crate) const COMPRESSION_LOW: u8 = 3;
/// The byte that ends a compressed run of one lead byte if a higher primary follows.
pub(crate) const COMPRESSION_HIGH: u8 = 0xFF;

/// A CE with common secondary and tertiary weights.
#[inline]
pub(crate) const fn from_primary(primary: u32) -> Ce {
    ((primary as u64) << 32) | COMMON_LOWER as u64
}

/// A CE of a primary, a secondary and a tertiary weight.
#[inline]
pub(crate) const fn make(primary: u32, secondary: u32, tertiary: u32) -> Ce {
    ((primary as u64) << 32) | ((secondary as u64) << 16) | tertiary as u64
}

/// The primary weight of a CE.
#[inline]
pub(crate) const fn primary(ce: Ce) -> u32 {
    (ce >> 32) as u32
}

/// The number of bytes of a primary weight.
#[inline(always)]
pub(crate) const fn primary_length(primary: u32) -> usize {
    4 - primary.trailing_zeros() as usize / 8
}

/// The lower half of a CE: secondary, case, tertiary and quaternary.
#[inline]
pub(crate) const fn lower(ce: Ce) -> u32 {
    ce as u32
}

/// The secondary weight in the lower half of a CE.
#[inline(always)]
pub(crate) const fn secondary(lower: u32) -> u32 {
    lower >> 16
}

/// The case bits in the lower half of a CE, as a number.
#[inline(always)]
pub(crate) const fn case(lower: u32) -> u32 {
    (lower & CASE_MASK) >> CASE_MASK.trailing_zeros()
}

/// The quaternary bits in the lower half of a CE, as a number.
#[inline(always)]
pub(crate) const fn quaternary(lower: u32) -> u32 {
    (lower & QUATERNARY_MASK) >> QUATERNARY_MASK.trailing_zeros()
}

/// The primary of a code point without a mapping (UTS #10 section 10.1.3, in ICU's dense form): four bytes with one
/// lead byte, in code point order with gaps of 13.
pub(crate) fn unassigned_primary(c: u32) -> u32 {
    let n = c + 1; // [first unassigned] precedes U+0000
    let fourth = 2 + n % 18 * 14;
    let third = 2 + n / 18 % 254;
    let second = 4 + n / (18 * 254) % 251;
    UNASSIGNED_LEAD << 24 | second << 16 | third << 8 | fourth
}

/// The least value and the number of values of the second byte: compressible lead bytes reserve some for the
/// compression.
const fn second_byte(compressible: bool) -> (u32, u32) {
    if compressible { (4, 251) } else { (2, 254) }
}

/// Moves a primary of two or three bytes by `by` steps in the list of all such primaries.
pub(crate) fn step_primary(primary: u32, compressible: bool, by: i64) -> u32 {
    let (second_least, second_count) = second_byte(compressible);
    let (b1, b2, b3) = (primary >> 24, primary >> 16 & 0xFF, primary >> 8 & 0xFF);
    let (least, count) = (i64::from(second_least), i64::from(second_count));
    let ordinal = i64::from(b1) * count + (i64::from(b2) - least);
    if primary & 0xFFFF == 0 {
        let moved = ordinal + by;
        return (((moved / count) << 24) | ((moved % count + least) << 16)) as u32;
    }
    let moved = ordinal * 254 + (i64::from(b3) - 2) + by;
    let (rest, third) = (moved / 254, moved % 254 + 2);
    (((rest / count) << 24) | ((rest % count + least) << 16) | (third << 8)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unassigned_code_points_keep_their_order() {
        let mut last = 0;
        for c in (0..0x110000).step_by(7) {
            let primary = unassigned_primary(c);
            assert!(primary > last && primary >> 24 == UNASSIGNED_LEAD);
            last = primary;
        }
    }

    #[test]
    fn steps_of_primaries_carry_to_the_next_byte() {
        assert_eq!(step_primary(0x05FE_0000, true, 1), 0x0604_0000);
        assert_eq!(step_primary(0x05FF_FF00, false, 1), 0x0602_0200);
        assert_eq!(step_primary(0x0602_0200, false, -1), 0x05FF_FF00);
    }
}
