//! The identical level: the NFD text as differences of code points, few bytes each, in an order-preserving way
//! (BOCSU, UTS #10 section 9.3 points to it; UTN #6 describes the kind).

use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// Least byte and number of byte values of what follows a lead byte.
const LEAST: i32 = 3;
const VALUES: i32 = 0x100 - LEAST;
/// The byte of difference 0.
const MIDDLE: i32 = 0x81;
/// Differences of one byte reach this far, either way; then two, three, and four bytes.
const REACH_1: i32 = 80;
/// Lead bytes of two- and three-byte differences, either way.
const LEADS_2: i32 = 42;
const LEADS_3: i32 = 3;
const REACH_2: i32 = LEADS_2 * VALUES + LEADS_2 - 1;
const REACH_3: i32 = LEADS_3 * VALUES * VALUES + (LEADS_3 - 1) * VALUES + VALUES - 1;

/// ASCII after ASCII, or at the start: each character is one byte, itself and this.
const ASCII: u8 = (MIDDLE - REACH_1) as u8;

/// Appends the level of a text that is well-formed and in NFD.
///
/// Mostly a character lies in the 128 code points of the one before it, and is one byte. ASCII goes sixteen at a time.
pub(crate) fn append<U: CodeUnit>(text: &[U], previous: &mut i32, out: &mut Vec<u8>) {
    const BLOCK: usize = 16;
    let mut at = 0;
    while at < text.len() {
        if (0..0x80).contains(previous) {
            for block in text.part(at..).as_chunks::<BLOCK>().0 {
                let bytes = block.map(|unit| unit.into() as u8);
                if block.iter().any(|unit| (*unit).into() >= 0x80) {
                    break;
                }
                out.extend_from_slice(&bytes.map(|byte| byte + ASCII));
                *previous = bytes[BLOCK - 1].into();
                at += BLOCK;
            }
        }
        let mut count = 0;
        while let Some((c, length)) = U::decode(text, at) {
            push(c.into(), previous, out);
            at += length;
            count += 1;
            if count == BLOCK {
                break;
            }
        }
    }
}

/// Appends one code point after `previous`, and remembers it there.
#[inline]
pub(crate) fn push(c: u32, previous: &mut i32, out: &mut Vec<u8>) {
    if c == 0xFFFE {
        out.push(2);
        *previous = 0;
        return;
    }
    // Stay in the middle of a small alphabet's block, and at the end of the Han block.
    let base = match *previous {
        0x4E00..=0x9FFF => 0x9FFF - REACH_2,
        other => (other & !0x7F) + REACH_1,
    };
    *previous = c as i32;
    match c as i32 - base {
        near if (-REACH_1..=REACH_1).contains(&near) => out.push((MIDDLE + near) as u8),
        far if (0..=REACH_2).contains(&far) => {
            let far = far as u32;
            let lead = (MIDDLE + REACH_1 + 1) as u32 + far / VALUES as u32;
            out.extend_from_slice(&[lead as u8, (LEAST as u32 + far % VALUES as u32) as u8]);
        }
        other => difference(other, out),
    }
}

fn difference(value: i32, out: &mut Vec<u8>) {
    let (lead, count) = match value {
        v if (-REACH_1..=REACH_1).contains(&v) => (MIDDLE, 0),
        v if (0..=REACH_2).contains(&v) => (MIDDLE + REACH_1 + 1, 1),
        v if (0..=REACH_3).contains(&v) => (MIDDLE + REACH_1 + 1 + LEADS_2, 2),
        v if v > 0 => (0xFF, 3),
        v if v >= -REACH_2 - 1 => (MIDDLE - REACH_1, 1),
        v if v >= -REACH_3 - 1 => (MIDDLE - REACH_1 - LEADS_2, 2),
        _ => (LEAST, 3),
    };
    let mut bytes = [0u8; 4];
    let mut rest = value;
    for slot in bytes.iter_mut().skip(1).take(count).rev() {
        *slot = (LEAST + rest.rem_euclid(VALUES)) as u8;
        rest = rest.div_euclid(VALUES);
    }
    bytes[0] = if count == 3 { lead as u8 } else { (lead + rest) as u8 };
    out.extend(bytes.iter().take(count + 1));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn one_by_one(text: &str) -> Vec<u8> {
        let (mut previous, mut out) = (0, Vec::new());
        for c in text.chars() {
            match c {
                '\u{fffe}' => push(c.into(), &mut previous, &mut out),
                _ => {
                    let base = if (0x4E00..=0x9FFF).contains(&previous) {
                        0x9FFF - REACH_2
                    } else {
                        (previous & !0x7F) + REACH_1
                    };
                    difference(c as i32 - base, &mut out);
                    previous = c as i32;
                }
            }
        }
        out
    }

    proptest! {
        #[test]
        fn runs_are_what_single_characters_are(text in r"([ -~]{0,40}|[a-zäÄ\u{300}-\u{310}]{0,20}|[а-я ]{0,20}|[一-龥]{0,9}|\PC{0,9}|\u{fffe}){0,6}") {
            let expected = one_by_one(&text);
            let (mut narrow, mut wide) = (Vec::new(), Vec::new());
            append(text.as_bytes(), &mut 0, &mut narrow);
            append(&text.encode_utf16().collect::<Vec<_>>(), &mut 0, &mut wide);
            prop_assert_eq!(&narrow, &expected);
            prop_assert_eq!(&wide, &expected);
        }
    }
}
