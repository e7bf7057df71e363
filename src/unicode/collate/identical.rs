//! The identical level: the NFD text as differences of code points, few bytes each, in an order-preserving way
//! (BOCSU, UTS #10 section 9.3 points to it; UTN #6 describes the kind).

use super::key::put_byte;
use crate::unicode::bmp::{TWO_BYTE_LIMIT, decode};
use crate::unicode::normalize::{Decomposer, Scratch};
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, Encoding, code_points};

/// The least byte and the number of byte values after a lead byte.
const MIN_BYTE: i32 = 3;
const VALUES: i32 = 0x100 - MIN_BYTE;
/// The byte of the difference 0.
const MIDDLE: i32 = 0x81;
/// The maximum absolute difference of one byte; then of two and three bytes. Others have four bytes.
const REACH_1: i32 = 80;
/// The number of lead bytes of two- and three-byte differences in each direction.
const LEADS_2: i32 = 42;
const LEADS_3: i32 = 3;
const REACH_2: i32 = LEADS_2 * VALUES + LEADS_2 - 1;
const REACH_3: i32 = LEADS_3 * VALUES * VALUES + (LEADS_3 - 1) * VALUES + VALUES - 1;

/// An ASCII character after another one, or at the start, is one byte: its value plus this.
const ASCII: u8 = (MIDDLE - REACH_1) as u8;

/// The maximum number of bytes of a difference.
const MAX_DIFFERENCE_BYTES: usize = 4;
/// The maximum number of bytes of a code point: a canonical decomposition has at most four.
const MARGIN: usize = 4 * MAX_DIFFERENCE_BYTES;
/// The maximum number of bytes that are reserved beyond [`MARGIN`].
const MAX_SPARE: usize = 4096;

/// Appends the identical level of a text. False if memory ran out.
///
/// ```text
/// for each code point c:
///     c is a starter without decomposition:                           write c        one lookup in a bit table
///     and so are the next ones, of the same block of 128:             `write_block`  one byte each, no difference
///     the classes of its decomposition are not below the last one:    write its code points
///     else: back to `run`, the start of the marks; write the code points up to the next starter in canonical order
///
/// write c:
///     d = c - base                    base: the middle of the block of 128 code points of the one before it
///     |d| <= 80:  one byte            nearly all letters of alphabets
///     else:       two to four bytes, new base
/// ```
///
/// The trick: the text is decomposed, ordered and written in one pass, without the NFD text in between. Canonical
/// ordering (D109) moves only marks, and not across a starter: what is before `run` is final. ASCII is written eight
/// characters at a time.
pub(crate) fn append<U: CodeUnit>(text: &[U], nfd: Decomposer<'_>, scratch: &mut Scratch, out: &mut Vec<u8>) -> bool {
    let mut pass = IdenticalLevel {
        at: 0,
        written: out.len(),
        base: Base::ASCII,
        last_class: 0,
        run: (0, out.len(), Base::ASCII),
    };
    while pass.at < text.len() {
        if out.len() < pass.written + MARGIN {
            out.resize(pass.written + MARGIN + (2 * (text.len() - pass.at)).min(MAX_SPARE), 0);
        }
        if pass.write(text, nfd, out) {
            continue;
        }
        let (start, written, mut base) = pass.run;
        let end = end_of_marks(text, nfd, start);
        out.truncate(written);
        let marks = code_points(text.part(start..end)).map(|(_, c)| c.into());
        if !nfd.in_order(marks, scratch, |code| push(code, &mut base, out)) {
            return false;
        }
        (pass.at, pass.written, pass.base, pass.last_class) = (end, out.len(), base, 0);
    }
    out.truncate(pass.written);
    true
}

/// The state of [`append`].
struct IdenticalLevel {
    /// Offsets in the text and in the key.
    at: usize,
    written: usize,
    /// What the next code point is subtracted from.
    base: Base,
    /// The combining class of the last code point.
    last_class: u8,
    /// The start of the marks at the end: offsets in the text and in the key, and the base there.
    run: (usize, usize, Base),
}

impl IdenticalLevel {
    /// Writes code points while there is space. False if the next one is a mark that belongs before the last one.
    #[inline(always)]
    fn write<U: CodeUnit>(&mut self, text: &[U], nfd: Decomposer<'_>, buffer: &mut [u8]) -> bool {
        let last_start = buffer.len() - MARGIN;
        while self.written <= last_start {
            if self.base == Base::ASCII {
                let ascii = write_ascii(text.part(self.at..), buffer.part_mut(self.written..));
                if ascii > 0 {
                    (self.at, self.written, self.last_class) = (self.at + ascii, self.written + ascii, 0);
                    continue;
                }
            } else {
                self.write_block(text, nfd, buffer, last_start);
            }
            let Some((code, length)) = decode(text, self.at) else { break };
            if !nfd.may_change(code) {
                self.last_class = 0;
                self.base = put(code, self.base, buffer, &mut self.written);
                self.at += length;
                continue;
            }
            let decomposed = nfd.decompose(code);
            if decomposed.first_class == 0 || self.last_class == 0 {
                self.run = (self.at, self.written, self.base);
            } else if decomposed.first_class < self.last_class {
                return false;
            }
            self.last_class = decomposed.last_class;
            decomposed.parts.for_each(|code| self.base = put(code, self.base, buffer, &mut self.written));
            self.at += length;
        }
        true
    }

    /// Writes the starters without decomposition that are of the block of the last code point, one byte each.
    #[inline(always)]
    fn write_block<U: CodeUnit>(&mut self, text: &[U], nfd: Decomposer<'_>, buffer: &mut [u8], last_start: usize) {
        let Some(block) = self.base.block().filter(|&block| block < MERGE_SEPARATOR & !0x7F) else { return };
        let (mut at, mut written) = (self.at, self.written);
        while written <= last_start
            && let Some((index, length)) = index_in_block(text, at, block)
            && !nfd.may_change(block | index)
            && let Some(slot) = buffer.get_mut(written)
        {
            *slot = ASCII + index as u8;
            (at, written) = (at + length, written + 1);
        }
        if at > self.at {
            (self.at, self.written, self.last_class) = (at, written, 0);
        }
    }
}

/// The index in the block of 128 code points that starts at `block` of the character at `at`, if it is one of the
/// block, and its length in units.
#[inline(always)]
fn index_in_block<U: CodeUnit>(text: &[U], at: usize, block: u32) -> Option<(u32, usize)> {
    match U::ENCODING {
        Encoding::Utf16 => {
            let index = Into::<u32>::into(*text.get(at)?) ^ block;
            (index <= 0x7F).then_some((index, 1))
        }
        Encoding::Utf8 if block < TWO_BYTE_LIMIT as u32 => {
            let [first, second] = (*text.get(at..)?.first_chunk()?).map(Into::<u32>::into);
            let is_in_block = (first & 0xFE ^ (0xC0 | block >> 6) | second & 0xC0 ^ 0x80) == 0;
            is_in_block.then_some((first << 6 & 0x40 | second & 0x3F, 2))
        }
        Encoding::Utf8 => {
            let [first, second, third] = (*text.get(at..)?.first_chunk()?).map(Into::<u32>::into);
            let block = [0xE0 | block >> 12, 0x80 | block >> 6 & 0x3F];
            let is_in_block = (first ^ block[0] | second & 0xFE ^ block[1] | third & 0xC0 ^ 0x80) == 0;
            is_in_block.then_some((second << 6 & 0x40 | third & 0x3F, 3))
        }
    }
}

/// The end of the marks after the code point at `start`.
fn end_of_marks<U: CodeUnit>(text: &[U], nfd: Decomposer<'_>, start: usize) -> usize {
    let mut codes = code_points(text.part(start..)).skip(1);
    codes.find(|(_, c)| nfd.decompose((*c).into()).first_class == 0).map_or(text.len(), |(at, _)| start + at)
}

/// Writes the ASCII characters at the start of `text` in groups of eight; returns their number.
#[inline(always)]
fn write_ascii<U: CodeUnit>(text: &[U], buffer: &mut [u8]) -> usize {
    const EIGHT: usize = 8;
    let mut count = 0;
    for (units, slots) in text.as_chunks::<EIGHT>().0.iter().zip(buffer.as_chunks_mut::<EIGHT>().0) {
        if units.iter().fold(0, |all, &unit| all | unit.into()) >= 0x80 {
            break;
        }
        *slots = units.map(|unit| unit.into() as u8 + ASCII);
        count += EIGHT;
    }
    count
}

/// U+FFFE, which separates merged keys and is written as a byte below all others.
const MERGE_SEPARATOR: u32 = 0xFFFE;

/// What the next code point is subtracted from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Base(i32);

impl Base {
    /// The base after ASCII, and at the start of a text.
    pub(crate) const ASCII: Base = Base(REACH_1);
    /// The base after an ideograph: all of them are differences of two bytes.
    const HAN: Base = Base(0x9FFF - REACH_2);

    /// The base after a code point: the middle of its block of 128, or [`Base::HAN`].
    #[inline(always)]
    fn after(c: u32) -> Base {
        if (0x4E00..=0x9FFF).contains(&c) { Base::HAN } else { Base((c & !0x7F) as i32 + REACH_1) }
    }

    /// The first code point of the block; `None` after an ideograph.
    #[inline(always)]
    fn block(self) -> Option<u32> {
        (self != Base::HAN).then_some((self.0 - REACH_1) as u32)
    }
}

/// Writes one code point at `buffer[at]`, which must have space for [`MAX_DIFFERENCE_BYTES`] bytes; returns the base
/// after it.
#[inline(always)]
fn put(c: u32, base: Base, buffer: &mut [u8], at: &mut usize) -> Base {
    if c == MERGE_SEPARATOR {
        put_byte(buffer, at, 2);
        return Base::ASCII;
    }
    let (bytes, count) = encode(c as i32 - base.0);
    if let Some(slots) = buffer.get_mut(*at..).and_then(|rest| rest.first_chunk_mut()) {
        *slots = bytes;
        *at += count;
    }
    Base::after(c)
}

/// Appends one code point that follows `base`, and stores the base after it there.
pub(crate) fn push(c: u32, base: &mut Base, out: &mut Vec<u8>) {
    let (mut bytes, mut count) = ([0; MAX_DIFFERENCE_BYTES], 0);
    *base = put(c, *base, &mut bytes, &mut count);
    out.extend(bytes.into_iter().take(count));
}

/// The bytes of a difference, and their number: [`encode_any`] without loops for differences of up to three bytes.
#[inline]
fn encode(value: i32) -> ([u8; MAX_DIFFERENCE_BYTES], usize) {
    // Added to negative differences and subtracted from their lead bytes, so that division truncates towards negative
    // infinity.
    const BIAS: i32 = 64;
    if (-REACH_1..=REACH_1).contains(&value) {
        return ([(MIDDLE + value) as u8, 0, 0, 0], 1);
    }
    let bias = if value < 0 { BIAS } else { 0 };
    let lead = if value < 0 { MIDDLE - REACH_1 - BIAS } else { MIDDLE + REACH_1 + 1 };
    if (-REACH_2 - 1..=REACH_2).contains(&value) {
        let rest = (value + bias * VALUES) as u32;
        let (high, low) = (rest / VALUES as u32, rest % VALUES as u32);
        return ([(lead + high as i32) as u8, (MIN_BYTE as u32 + low) as u8, 0, 0], 2);
    }
    if (-REACH_3 - 1..=REACH_3).contains(&value) {
        let lead = if value < 0 { lead - LEADS_2 } else { lead + LEADS_2 };
        let rest = (value + bias * VALUES * VALUES) as u32;
        let (rest, low) = (rest / VALUES as u32, rest % VALUES as u32);
        let (high, middle) = (rest / VALUES as u32, rest % VALUES as u32);
        return ([(lead + high as i32) as u8, (MIN_BYTE as u32 + middle) as u8, (MIN_BYTE as u32 + low) as u8, 0], 3);
    }
    encode_any(value)
}

#[cold]
fn encode_any(value: i32) -> ([u8; MAX_DIFFERENCE_BYTES], usize) {
    let (lead, count) = match value {
        v if (-REACH_1..=REACH_1).contains(&v) => (MIDDLE, 0),
        v if (0..=REACH_2).contains(&v) => (MIDDLE + REACH_1 + 1, 1),
        v if (0..=REACH_3).contains(&v) => (MIDDLE + REACH_1 + 1 + LEADS_2, 2),
        v if v > 0 => (0xFF, 3),
        v if v >= -REACH_2 - 1 => (MIDDLE - REACH_1, 1),
        v if v >= -REACH_3 - 1 => (MIDDLE - REACH_1 - LEADS_2, 2),
        _ => (MIN_BYTE, 3),
    };
    let mut bytes = [0; MAX_DIFFERENCE_BYTES];
    let mut rest = value;
    for slot in bytes.iter_mut().skip(1).take(count).rev() {
        *slot = (MIN_BYTE + rest.rem_euclid(VALUES)) as u8;
        rest = rest.div_euclid(VALUES);
    }
    bytes[0] = if count == 3 { lead as u8 } else { (lead + rest) as u8 };
    (bytes, count + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::normalize::{Form, Normalizer};
    use crate::unicode::text;
    use icu_normalizer::DecomposingNormalizer;
    use proptest::prelude::*;

    fn one_by_one(text: &str) -> Vec<u8> {
        let (mut previous, mut out) = (0, Vec::new());
        for c in DecomposingNormalizer::new_nfd().normalize(text).chars() {
            match c {
                '\u{fffe}' => {
                    out.push(2);
                    previous = 0;
                }
                _ => {
                    let base = if (0x4E00..=0x9FFF).contains(&previous) {
                        0x9FFF - REACH_2
                    } else {
                        (previous & !0x7F) + REACH_1
                    };
                    let (bytes, count) = encode_any(c as i32 - base);
                    out.extend(&bytes[..count]);
                    previous = c as i32;
                }
            }
        }
        out
    }

    fn appended<U: CodeUnit>(text: &[U]) -> Vec<u8> {
        let (nfd, mut out) = (Normalizer::new(Form::Nfd), vec![7; 3]);
        assert!(append(text, nfd.decomposer(), &mut Scratch::default(), &mut out));
        out.split_off(3)
    }

    proptest! {
        #[test]
        fn runs_equal_single_characters(
            text in r"([ -~]{0,40}|[a-zäÄ\u{300}-\u{310}\u{323}-\u{32D}ệ]{0,20}|[а-я ]{0,20}|[一-龥]{0,9}|[か-ポ가-힣ᄀ-ᇹ]{0,20}|[｡-\u{fffe}]{0,4}|[\u{344}\u{2126}\u{1D15F}\u{F73}\u{f71}\u{f74}]{0,4}|\PC{0,9}|\u{fffe}){0,6}",
        ) {
            let expected = one_by_one(&text);
            prop_assert_eq!(&appended(text.as_bytes()), &expected);
            prop_assert_eq!(&appended(&text.encode_utf16().collect::<Vec<_>>()), &expected);
        }

        #[test]
        fn ill_formed_text_is_replaced(narrow: Vec<u8>, wide in prop::collection::vec(0xD7F0_u16..0xE010, 0..20)) {
            prop_assert_eq!(appended(&narrow), one_by_one(&String::from_utf8_lossy(&narrow)));
            prop_assert_eq!(appended(&wide), one_by_one(&text::to_string(&wide)));
        }
    }

    #[test]
    fn short_differences_are_encoded_as_all_others() {
        for value in -0x11_0000..0x11_0000 {
            assert_eq!(encode(value), encode_any(value), "{value}");
        }
    }

    #[test]
    fn every_code_point_is_decomposed() {
        for c in '\0'..=char::MAX {
            let text = format!("\u{315}{c}\u{323}");
            assert_eq!(appended(text.as_bytes()), one_by_one(&text), "{:X}", u32::from(c));
        }
    }
}
