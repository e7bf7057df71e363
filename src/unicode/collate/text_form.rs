//! Keys as text: base 32768, whose order by code unit is that of the keys, and hexadecimal digits, with decoders.
//!
//! Base 32768: 15 bits per character, most significant first, with values from 0 to 7FFF, so never a surrogate; the
//! last data character is padded with zero bits. A final character, 1 or 0, is the number of whole bytes that end in
//! the last data character. An empty key is an empty text.

/// The reason why a text does not encode a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFormError {
    /// A character that the form does not use, or a surrogate; with its offset in units.
    Character(usize),
    /// The text is too short, or its final character does not match.
    Length,
}

impl std::fmt::Display for TextFormError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TextFormError::Character(at) => write!(f, "unit {at} can't be part of a sort key in text form"),
            TextFormError::Length => write!(f, "a sort key in text form is not complete"),
        }
    }
}

impl std::error::Error for TextFormError {}

/// Appends a key in base 32768.
pub fn to_base_32768(key: &[u8], out: &mut Vec<u16>) {
    let (mut bits, mut count) = (0u32, 0);
    for &byte in key {
        bits = bits << 8 | u32::from(byte);
        count += 8;
        if count >= 15 {
            count -= 15;
            out.push((bits >> count & 0x7FFF) as u16);
        }
    }
    if key.is_empty() {
        return;
    }
    if count > 0 {
        out.push((bits << (15 - count) & 0x7FFF) as u16);
    }
    out.push(closing(key.len()));
}

/// The number of whole bytes that end in the last data character.
fn closing(bytes: usize) -> u16 {
    let last = 8 * bytes % 15;
    u16::from(last == 0 || last >= 8)
}

/// Decodes a text in base 32768 and appends the key.
///
/// # Errors
/// A text that encodes no key.
pub fn from_base_32768(text: &[u16], out: &mut Vec<u8>) -> Result<(), TextFormError> {
    let Some((&last, data)) = text.split_last() else { return Ok(()) };
    if let Some(at) = data.iter().position(|&unit| unit > 0x7FFF) {
        return Err(TextFormError::Character(at));
    }
    // Two lengths of keys may have this number of characters; the final character distinguishes them.
    let max_bytes = 15 * data.len() / 8;
    let fits = |bytes: usize| bytes > 0 && (8 * bytes).div_ceil(15) == data.len() && closing(bytes) == last;
    let length =
        [max_bytes, max_bytes.saturating_sub(1)].into_iter().find(|&bytes| fits(bytes)).ok_or(TextFormError::Length)?;
    let (mut bits, mut count) = (0u32, 0);
    let mut left = length;
    for &unit in data {
        bits = bits << 15 | u32::from(unit);
        count += 15;
        while count >= 8 && left > 0 {
            count -= 8;
            left -= 1;
            out.push((bits >> count) as u8);
        }
    }
    if bits & ((1 << count) - 1) != 0 { Err(TextFormError::Length) } else { Ok(()) }
}

/// Appends a key as lower-case hexadecimal digits.
pub fn to_hex(key: &[u8], out: &mut String) {
    for byte in key {
        for digit in [byte >> 4, byte & 15] {
            out.push(char::from(if digit < 10 { b'0' + digit } else { b'a' + digit - 10 }));
        }
    }
}

/// Decodes hexadecimal digits of either case and appends the key.
///
/// # Errors
/// Another character, or an odd number of digits.
pub fn from_hex(text: &str, out: &mut Vec<u8>) -> Result<(), TextFormError> {
    let mut high = None;
    for (at, c) in text.chars().enumerate() {
        let digit = c.to_digit(16).ok_or(TextFormError::Character(at))? as u8;
        match high.take() {
            None => high = Some(digit << 4),
            Some(high) => out.push(high | digit),
        }
    }
    if high.is_some() { Err(TextFormError::Length) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn base(key: &[u8]) -> Vec<u16> {
        let mut out = Vec::new();
        to_base_32768(key, &mut out);
        out
    }

    #[test]
    fn examples_of_the_plugin() {
        assert_eq!(base(&[0x2A, 0x00]), [0x1500, 0x0000, 0x0000]);
        assert_eq!(base(&[0xFF]), [0x7F80, 0x0001]);
        assert_eq!(base(&[0xFF, 0xFF, 0xFF]), [0x7FFF, 0x7FC0, 0x0001]);
        assert_eq!(base(&[7; 15]).len(), 9);
        assert_eq!(base(&[]), [0u16; 0]);
    }

    #[test]
    fn malformed_texts_are_rejected() {
        let mut out = Vec::new();
        assert_eq!(from_base_32768(&[0x8000, 1], &mut out), Err(TextFormError::Character(0)));
        assert_eq!(from_base_32768(&[0x7F80, 0], &mut out), Err(TextFormError::Length));
        assert_eq!(from_base_32768(&[0x7F81, 1], &mut out), Err(TextFormError::Length));
        assert_eq!(from_base_32768(&[5], &mut out), Err(TextFormError::Length));
        assert_eq!(from_hex("abc", &mut out), Err(TextFormError::Length));
        assert_eq!(from_hex("ax", &mut out), Err(TextFormError::Character(1)));
    }

    proptest! {
        #[test]
        fn decoded_keys_are_equal_and_texts_keep_the_order(
            a in prop::collection::vec(any::<u8>(), 0..40), b in prop::collection::vec(any::<u8>(), 0..40)
        ) {
            let (mut back, mut hex, mut hex_back) = (Vec::new(), String::new(), Vec::new());
            from_base_32768(&base(&a), &mut back).unwrap();
            prop_assert_eq!(&back, &a);
            to_hex(&a, &mut hex);
            from_hex(&hex, &mut hex_back).unwrap();
            prop_assert_eq!(&hex_back, &a);
            // Keys never differ only by trailing zero bytes.
            if !a.contains(&0) && !b.contains(&0) {
                prop_assert_eq!(base(&a).cmp(&base(&b)), a.cmp(&b));
            }
        }
    }
}
