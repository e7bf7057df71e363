//! The layout of the compiled files in `data/`: a head of text (source, version, licence, checksum) that ends with a
//! zero byte, padding to a multiple of 8 bytes, and the data. Numbers of variable length are unsigned LEB128.

/// The data after the head; empty if the file has no head.
pub(crate) fn data(file: &[u8]) -> &[u8] {
    let head = file.iter().position(|&byte| byte == 0).map_or(file.len(), |at| at + 1);
    file.get(head.next_multiple_of(8)..).unwrap_or_default()
}

/// Reads a number and moves to the bytes after it; `None` if it is incomplete or has more than five bytes.
#[inline]
pub(crate) fn read_leb128(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in [0, 7, 14, 21, 28] {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Appends a number for [`read_leb128`].
pub fn push_leb128(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_are_read_as_written(numbers in prop::collection::vec(0_u32..=u32::MAX, 0..9), cut in 0_usize..9) {
            let mut bytes = Vec::new();
            numbers.iter().for_each(|&number| push_leb128(&mut bytes, number));
            let mut rest = &bytes[..];
            for &number in &numbers {
                prop_assert_eq!(read_leb128(&mut rest), Some(number));
            }
            prop_assert!(rest.is_empty());
            // A number that is cut off is none; those before it are read.
            let mut rest = &bytes[..bytes.len().saturating_sub(cut)];
            let read: Vec<u32> = std::iter::from_fn(|| read_leb128(&mut rest)).collect();
            prop_assert!(numbers.starts_with(&read));
            prop_assert_eq!(read.len() < numbers.len(), cut > 0 && !numbers.is_empty());
        }
    }

    #[test]
    fn data_starts_at_a_multiple_of_eight() {
        assert_eq!(data(b"head\0\0\0\0data"), b"data");
        assert_eq!(data(b"1234567\0data"), b"data");
        assert_eq!(data(b"no head."), b"");
        assert_eq!(data(b"\0"), b"");
    }
}
