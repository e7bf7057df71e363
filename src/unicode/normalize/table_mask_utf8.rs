//! Computes the mask of the active code points of a UTF-8 block (those that are not inert), by the bit table alone.
//!
//! ```text
//! masks of the block: continuation bytes; lead bytes of two and more bytes, of three and more, of four
//! if a lead byte does not have its number of continuation bytes: return None
//! per lead byte: decode the code point, look up its bit; overlong forms and four bytes are active
//! ```
//!
//! The length of the next code point is unpredictable in text of many scripts, so there is one branchless loop over the
//! lead bytes, and a shorter one for blocks in which all lead bytes have one length.

use super::table::ActiveBits;
use crate::unicode::scan::{BLOCK, Utf8Masks, WINDOW};
use crate::unicode::text::CodeUnit;

/// Returns the units of active code points above ASCII, and the number of units covered: up to the end of
/// the last code point that starts in the block, if it is inert. `masks` are the masks of the block. `None` if the
/// block is ill-formed.
#[inline]
pub(super) fn table_mask_utf8<U: CodeUnit>(
    window: &[U; WINDOW],
    masks: Utf8Masks,
    bits: &ActiveBits,
) -> Option<(u64, usize)> {
    let Utf8Masks { leads, three, four, .. } = masks;
    let after = masks.bytes_after(window)?;
    let mask = match (three == 0, three == leads) {
        (true, _) => active_leads::<U, 2>(window, leads, bits),
        (_, true) => active_leads::<U, 3>(window, leads, bits),
        _ => active_leads::<U, 0>(window, leads, bits),
    };
    // All units, since an overlong form or a surrogate becomes several replacement characters.
    let units = (0..3).fold(mask | four, |units, _| units | units << 1 & masks.continuations());
    let passes_end = if units >> 63 == 0 { after } else { 0 };
    Some((units, BLOCK + passes_end))
}

/// The lead bytes of active code points; bits of four-byte lead bytes are undefined. `LENGTH` is the length
/// of all code points above ASCII, or 0 if lengths differ.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "masked to the size of the table")]
fn active_leads<U: CodeUnit, const LENGTH: usize>(window: &[U; WINDOW], leads: u64, bits: &ActiveBits) -> u64 {
    let (mut rest, mut mask) = (leads, 0);
    while rest != 0 {
        let position = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let Some(units) = window.get(position..).and_then(|rest| rest.first_chunk::<4>()) else { return u64::MAX };
        let [first, second, third, _]: [u32; 4] = units.map(Into::into);
        let second = second & 0x3F;
        let of_two = first << 6 & 0x7C0 | second;
        let of_three = first << 12 & 0xF000 | second << 6 | third & 0x3F;
        // Arithmetic, since the compiler turns a condition into a branch.
        let is_three = first >> 5 & 1;
        let (code, least) = match LENGTH {
            2 => (of_two, 0x80),
            3 => (of_three, 0x800),
            _ => (of_two ^ (of_two ^ of_three) & 0_u32.wrapping_sub(is_three), 0x80 << (4 * is_three)),
        };
        let is_active = bits[(code >> 6) as usize & 1023] >> (code & 63) & 1 | u64::from(code < least);
        mask |= is_active << position;
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::super::scan_tables::decode_bmp;
    use super::super::{Form, Mode, Normalizer, Scratch};
    use super::*;
    use proptest::prelude::*;

    /// Reference implementation: one code point at a time.
    fn reference(window: &[u8; WINDOW], bits: &ActiveBits) -> Option<(u64, usize)> {
        let (mut at, mut mask) = (0, 0);
        while at < BLOCK {
            let length = match window[at] {
                0..0x80 => 1,
                0x80..0xC0 => return None,
                0xC0..0xE0 => 2,
                0xE0..0xF0 => 3,
                0xF0.. => 4,
            };
            let continues = |&byte: &u8| byte & 0xC0 == 0x80;
            if !window[at + 1..at + length].iter().all(continues)
                || at + length < BLOCK && continues(&window[at + length])
            {
                return None;
            }
            let is_inert = decode_bmp(window, at)
                .is_some_and(|(block, low, _)| bits[block as usize & 1023] >> (low & 63) & 1 == 0);
            if length > 1 && !is_inert {
                (at..(at + length).min(BLOCK)).for_each(|unit| mask |= 1 << unit);
            }
            at += length;
        }
        Some((mask, if mask >> 63 == 0 { at } else { BLOCK }))
    }

    /// Strings of many scripts, and ill-formed sequences.
    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        let text = "[a-zA-Z ]{0,20}|[a-zßéÀê̂ẛ̣]{0,30}|[Α-ώἀ-ῼ ]{0,30}|[а-яёй]{0,30}|[א-ת]{0,20}|[ऀ-ॿ]{0,25}|[ก-๛]{0,25}|[ぁ-ヿ゙゚]{0,30}|[가-힣 ]{0,20}|[ᄀ-하-ᅵᆨ-ᇂ]{0,20}|[豈-﫿]{0,9}|[𐀀-𐀏𝐀-𝐏]{0,5}|\\PC{0,12}|[\u{300}-\u{36F}]{0,6}";
        let part = prop_oneof![
            12 => text.prop_map(String::into_bytes),
            1 => prop::collection::vec(any::<u8>(), 0..4),
            1 => prop::collection::vec(0x80_u8..0xC0, 0..3),
            1 => prop::sample::select(vec![vec![0xC1, 0x81], vec![0xE0, 0x80, 0x80], vec![0xED, 0xA0, 0x80], vec![0xE3, 0x81], vec![0xF4, 0x90, 0x80, 0x80]]),
        ];
        prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn block_mask_equals_reference(bytes in bytes(), form in 0_usize..7, mode in 0_usize..4) {
            let normalizer = Normalizer::with_mode(Form::ALL[form].1, Mode::ALL[mode].1);
            let mut window = [b'a'; WINDOW];
            window.iter_mut().zip(&bytes).for_each(|(unit, byte)| *unit = *byte);
            let masks = Utf8Masks::new(window.first_chunk().unwrap());
            prop_assert_eq!(table_mask_utf8(&window, masks, &normalizer.bits), reference(&window, &normalizer.bits));
        }

        #[test]
        fn ill_formed_bytes_are_normalized_as_replacement_characters(bytes in bytes(), form in 0_usize..7, mode in 0_usize..4) {
            let normalizer = Normalizer::with_mode(Form::ALL[form].1, Mode::ALL[mode].1);
            let utf16: Vec<u16> = String::from_utf8_lossy(&bytes).encode_utf16().collect();
            let (mut narrow, mut wide, mut scratch) = (Vec::new(), Vec::new(), Scratch::default());
            normalizer.normalize(&bytes, &mut narrow, &mut scratch);
            normalizer.normalize(&utf16, &mut wide, &mut scratch);
            prop_assert_eq!(String::from_utf8(narrow).unwrap(), String::from_utf16(&wide).unwrap());
        }
    }
}
