//! Kana: two-byte primaries with one compressed lead byte, stored in the form of the ideographs' CE32s.

use super::packed_ce::{
    BYTES, COMMON_WEIGHTS, COMPRESSED, IS_DIGIT, MARK, MAYBE_VARIABLE, NON_PRIMARY_MASK, PAGE_SIZE, PackedCe,
    QUATERNARY, QUATERNARY_SHIFT, SPECIAL, TWO_BYTE_SECONDARY,
};
use crate::unicode::collate::ce::{COMPRESSION_HIGH, COMPRESSION_LOW};
use crate::unicode::collate::table::Word;

/// The page of hiragana and katakana.
pub(crate) const KANA_PAGE: u32 = 0x30;

/// A page entry without a usable primary: real primaries have a low byte of 0.
const NO_PRIMARY: u32 = 1;

/// The non-primary weights of a packed CE. The quaternary weight is in place of flags, at its position in a CE.
pub(crate) type KanaWeights = u32;

/// The non-primary weights in their positions in a packed CE.
#[inline(always)]
pub(crate) fn packed_weights(weights: KanaWeights) -> PackedCe {
    // The primaries are written already: of their length only whether it is 0 matters.
    const PRIMARY_BYTES: PackedCe = 2;
    let weights = u64::from(weights);
    weights | weights << QUATERNARY_SHIFT & QUATERNARY | PRIMARY_BYTES
}

/// Kana, whose primaries share one compressed lead byte.
#[derive(Clone, Debug)]
pub(crate) struct Kana {
    pub(crate) lead: u8,
    /// The byte that ends a compressed run of kana before an ideograph.
    pub(crate) end: u8,
    /// By the low byte of a code point: CE32s in the form of the ideographs', before the distance of reordering is
    /// added.
    pub(crate) ce32s: [Word; PAGE_SIZE],
    /// By the low byte of a code point: the [`KanaWeights`] of kana, and those of ideographs.
    pub(crate) non_primary: [[KanaWeights; PAGE_SIZE]; 2],
}

/// The primary and the non-primary weights of a packed CE, if it has a two-byte primary with the compressed lead byte
/// `lead` and a common secondary weight.
pub(crate) fn two_byte_primary(packed: PackedCe, lead: u8) -> Option<(u32, KanaWeights)> {
    const FLAGS: PackedCe =
        SPECIAL | MARK | MAYBE_VARIABLE | IS_DIGIT | TWO_BYTE_SECONDARY | COMPRESSED | BYTES | 0xFF00_0000;
    let is_common = packed & FLAGS == COMPRESSED | 2 | 0x0500_0000 && (packed >> 56) as u8 == lead;
    let weights = packed & NON_PRIMARY_MASK | (packed & QUATERNARY) >> QUATERNARY_SHIFT;
    is_common.then_some(((packed >> 32) as u32 & 0xFFFF_0000, weights as u32))
}

impl Kana {
    /// Computes the data from the packed CEs of the page, the lead bytes of the unified ideographs, and the number that
    /// is added to their CE32s.
    pub(crate) fn new(page: &[PackedCe; PAGE_SIZE], (least, greatest): (u8, u8), lead_delta: u32) -> Option<Box<Kana>> {
        let [lead, ..] = page.get('あ' as usize & 0xFF)?.to_be_bytes();
        let end = match lead {
            _ if lead < least => COMPRESSION_HIGH,
            _ if lead > greatest => COMPRESSION_LOW,
            _ => return None,
        };
        let found = page.map(|packed| two_byte_primary(packed, lead));
        Some(Box::new(Kana {
            lead,
            end,
            ce32s: found
                .map(|kana| kana.map_or(NO_PRIMARY, |(primary, _)| primary).wrapping_sub(lead_delta).to_le_bytes()),
            non_primary: [found.map(|kana| kana.map_or(0, |(_, lower)| lower)), [COMMON_WEIGHTS as u32; PAGE_SIZE]],
        }))
    }
}
