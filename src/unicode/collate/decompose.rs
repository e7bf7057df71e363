//! Canonical decomposition and combining classes, one code point at a time (Unicode Standard, section 3.11).

use crate::unicode::normalize::{Decomposer, Form, Mode, QuickCheck, combining_class, normalizer_of_form};

/// The canonical decomposition of single code points.
pub(crate) fn decomposer() -> Decomposer<'static> {
    normalizer_of_form(Form::Nfd, Mode::Decompose).decomposer()
}

/// The canonical combining class.
#[inline]
pub(crate) fn class(c: u32) -> u8 {
    match c {
        // The only starters whose decomposition starts with a mark.
        0x0F73 | 0x0F75 | 0x0F81 => 0,
        _ => char::from_u32(c).map_or(0, combining_class),
    }
}

/// Passes the code points of the full canonical decomposition to `emit`.
pub(crate) fn decompose(c: u32, emit: &mut impl FnMut(u32)) {
    let decomposer = decomposer();
    let is_unchanged = !decomposer.may_change(c) || char::from_u32(c).is_none();
    if is_unchanged { emit(c) } else { decomposer.decompose(c).parts.for_each(emit) }
}

/// Whether a code point may be a mark or decompose; others are starters that stay.
#[inline]
pub(crate) fn may_change(c: u32) -> bool {
    decomposer().may_change(c)
}

/// The first code point of the canonical decomposition.
pub(crate) fn first_part(c: u32) -> u32 {
    let mut first = None;
    if c >= 0xC0 {
        decompose(c, &mut |part| {
            first.get_or_insert(part);
        });
    }
    first.unwrap_or(c)
}

/// Whether the code point has a canonical decomposition.
#[inline]
pub(crate) fn decomposes(c: u32) -> bool {
    may_change(c) && changes(c)
}

#[inline(never)]
fn changes(c: u32) -> bool {
    let mut is_itself = true;
    decompose(c, &mut |part| is_itself &= part == c);
    !is_itself
}

/// Whether a code point begins a piece of NFC text: it is no mark and combines with nothing before it.
pub(crate) fn begins_nfc(c: u32) -> bool {
    let Some(first) = char::from_u32(first_part(c)) else { return true };
    let nfc = normalizer_of_form(Form::Nfc, Mode::Compose);
    combining_class(first) == 0 && nfc.quick_check(first.encode_utf8(&mut [0; 4]).as_bytes()) != QuickCheck::Maybe
}

/// The NFD form of a list of code points.
pub(crate) fn nfd(text: impl IntoIterator<Item = u32>) -> Vec<u32> {
    let mut out: Vec<u32> = Vec::new();
    let mut push = |part| out.push(u32::from(class(part)) << 24 | part);
    text.into_iter().for_each(|c| decompose(c, &mut push));
    out.chunk_by_mut(|before, c| before >> 24 != 0 && c >> 24 != 0).for_each(order_marks);
    out.iter_mut().for_each(|c| *c &= 0xFF_FFFF);
    out
}

/// Puts marks in canonical order, each with its combining class in the upper eight bits.
pub(crate) fn order_marks(marks: &mut [u32]) {
    if !marks.is_sorted_by_key(|c| c >> 24) {
        marks.sort_by_key(|c| c >> 24);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icu_normalizer::DecomposingNormalizerBorrowed;
    use icu_normalizer::properties::{
        CanonicalCombiningClassMapBorrowed, CanonicalCompositionBorrowed, CanonicalDecompositionBorrowed, Decomposed,
    };
    use std::collections::HashSet;

    #[test]
    fn nfd_equals_the_normalizer_of_icu4x() {
        let normalizer = DecomposingNormalizerBorrowed::new_nfd();
        for c in (0..0x11_0000u32).filter_map(char::from_u32) {
            let text: String = [c, '\u{0301}', '\u{0323}', c].iter().collect();
            let expected: Vec<u32> = normalizer.normalize(&text).chars().map(u32::from).collect();
            assert_eq!(nfd(text.chars().map(u32::from)), expected, "{c:?}");
        }
    }

    #[test]
    fn properties_equal_those_of_icu4x() {
        let (classes, decompositions) =
            (CanonicalCombiningClassMapBorrowed::new(), CanonicalDecompositionBorrowed::new());
        let (composition, nfd) = (CanonicalCompositionBorrowed::new(), DecomposingNormalizerBorrowed::new_nfd());
        let second = |c: char| match decompositions.decompose(c) {
            Decomposed::Expansion(a, b) if classes.get_u8(b) == 0 && composition.compose(a, b) == Some(c) => Some(b),
            _ => None,
        };
        let combining: HashSet<char> = ('\0'..=char::MAX).filter_map(second).collect();
        for c in '\0'..=char::MAX {
            let code = u32::from(c);
            assert_eq!(class(code), classes.get_u8(c), "{c:?}");
            assert_eq!(decomposes(code), decompositions.decompose(c) != Decomposed::Default, "{c:?}");
            let first = nfd.normalize_iter(std::iter::once(c)).next().unwrap();
            let begins = classes.get_u8(first) == 0 && !combining.contains(&first);
            assert_eq!(begins_nfc(code), begins, "{c:?}");
        }
        assert_eq!((class(0xD800), decomposes(0xD800), first_part(0xD800)), (0, false, 0xD800));
    }
}
