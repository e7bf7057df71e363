//! Validation of whole texts, with the vector kernels of [`super::scan`].

use super::part::SlicePart;
use super::scan::{BLOCK, Surrogates, TrailSurrogates, ascii_prefix, mask};
use super::text::CodeUnit;

/// The length of the longest well-formed prefix of a text, in units.
pub fn valid_up_to<U: CodeUnit>(text: &[U]) -> usize {
    U::dispatch(text, utf8_valid_up_to, utf16_valid_up_to)
}

fn utf8_valid_up_to(text: &[u8]) -> usize {
    // std checks shorter texts byte by byte.
    const SHORTEST_FOR_VECTORS: usize = 64;
    let mut start = ascii_prefix(text);
    if text.len() - start < SHORTEST_FOR_VECTORS {
        start += wide_prefix(text.part(start..));
    }
    let rest = text.part(start..);
    if rest.is_empty() {
        return text.len();
    }
    match simdutf8::compat::from_utf8(rest) {
        Ok(_) => text.len(),
        Err(error) => start + error.valid_up_to(),
    }
}

/// The length of the longest prefix of three-byte code points, in bytes (Unicode Standard, table 3-7).
#[inline(always)]
fn wide_prefix(text: &[u8]) -> usize {
    // The low nibble of the lead byte, and the bit of the second byte that is clear in overlong forms and set in
    // surrogates.
    const LEAD_AND_BIT: u32 = 0x20_0F;
    let is_one = |&&[first, second, third]: &&[u8; 3]| {
        let units = u32::from_le_bytes([first, second, third, 0]);
        units & 0xC0_C0_F0 == 0x80_80_E0 && units & LEAD_AND_BIT != 0 && units & LEAD_AND_BIT != 0x20_0D
    };
    3 * text.as_chunks::<3>().0.iter().take_while(is_one).count()
}

/// Well-formed text has a trail surrogate after each lead surrogate, and nowhere else: per block of 64 units, the mask
/// of trail surrogates is that of lead surrogates shifted by one.
fn utf16_valid_up_to(text: &[u16]) -> usize {
    // Whether the last unit of the preceding block is a lead surrogate, as a bit.
    let mut after_lead = 0;
    for at in (0..text.len()).step_by(BLOCK) {
        let surrogates = mask::<u16, Surrogates>(text, at);
        if surrogates | after_lead == 0 {
            continue;
        }
        let trails = mask::<u16, TrailSurrogates>(text, at);
        let leads = surrogates & !trails;
        let wrong = (leads << 1 | after_lead) ^ trails;
        if wrong != 0 {
            let unit = wrong.trailing_zeros();
            // Without its trail surrogate, the lead surrogate before this unit is ill-formed.
            return at + unit as usize - usize::from(trails >> unit & 1 == 0);
        }
        after_lead = leads >> (BLOCK - 1);
    }
    text.len() - after_lead as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn valid_start_is_that_of_the_standard_library(
            parts in prop::collection::vec((prop::sample::select(vec!["a", "é", "日", "😀", "\u{FFFD}"]), 1usize..80), 0..12),
            broken in prop::option::of((any::<u8>(), any::<prop::sample::Index>())),
        ) {
            let mut text: Vec<u8> = parts.iter().map(|(part, count)| part.repeat(*count)).collect::<String>().into();
            if let Some((byte, position)) = broken && !text.is_empty() {
                let at = position.index(text.len());
                text[at] = byte;
            }
            let expected = std::str::from_utf8(&text).map_or_else(|error| error.valid_up_to(), str::len);
            prop_assert_eq!(valid_up_to(&text), expected);
        }

        #[test]
        fn valid_start_of_likely_bytes_is_that_of_the_standard_library(
            text in prop::collection::vec(prop::sample::select(b"a\x80\x8F\x90\x9F\xA0\xBF\xC2\xE0\xE1\xED\xEF\xF0\xF1\xF4\xF5".to_vec()), 0..12)
        ) {
            let expected = std::str::from_utf8(&text).map_or_else(|error| error.valid_up_to(), str::len);
            prop_assert_eq!(valid_up_to(&text), expected);
        }

        #[test]
        fn valid_start_of_units_is_that_of_the_standard_library(
            before in prop_oneof![Just(0), 50usize..70, 118usize..134],
            pairs in 0usize..70,
            units in prop::collection::vec(prop::sample::select(vec![0x61u16, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF]), 0..12)
        ) {
            let text = [vec![0x61; before], [0xD83D, 0xDE00].repeat(pairs), units].concat();
            let valid = char::decode_utf16(text.iter().copied()).map_while(Result::ok).map(char::len_utf16).sum::<usize>();
            prop_assert_eq!(valid_up_to(&text), valid);
        }
    }
}
