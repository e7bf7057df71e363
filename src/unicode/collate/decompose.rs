//! Canonical decomposition and combining classes, one code point at a time (Unicode Standard, section 3.11).

use crate::lazy::Lazy;
use std::collections::HashSet;

use icu_normalizer::properties::{
    CanonicalCombiningClassMapBorrowed, CanonicalCompositionBorrowed, CanonicalDecompositionBorrowed, Decomposed,
};

static DECOMPOSITION: CanonicalDecompositionBorrowed<'static> = CanonicalDecompositionBorrowed::new();
static CLASSES: CanonicalCombiningClassMapBorrowed<'static> = CanonicalCombiningClassMapBorrowed::new();

/// The canonical combining class.
#[inline]
pub(crate) fn class(c: u32) -> u8 {
    CLASSES.get32_u8(c)
}

/// Passes the code points of the full canonical decomposition to `emit`, not reordered.
pub(crate) fn decompose(c: u32, emit: &mut impl FnMut(u32)) {
    let Some(mut c) = char::from_u32(c) else { return emit(c) };
    // The second code point never decomposes further; the first may, in a chain of at most 3 steps.
    let mut tail = [0u32; 8];
    let mut length = 0;
    loop {
        match DECOMPOSITION.decompose(c) {
            Decomposed::Default => break,
            Decomposed::Singleton(to) => c = to,
            Decomposed::Expansion(first, second) => {
                c = first;
                if let Some(slot) = tail.get_mut(length) {
                    *slot = u32::from(second);
                    length += 1;
                }
            }
        }
    }
    emit(u32::from(c));
    tail.iter().take(length).rev().for_each(|&c| emit(c));
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
pub(crate) fn decomposes(c: u32) -> bool {
    char::from_u32(c).is_some_and(|c| DECOMPOSITION.decompose(c) != Decomposed::Default)
}

/// Whether a code point begins a piece of NFC text: it is no mark and combines with nothing before it.
pub(crate) fn begins_nfc(c: u32) -> bool {
    let mut first = None;
    decompose(c, &mut |part| {
        first.get_or_insert(part);
    });
    let first = first.unwrap_or(c);
    class(first) == 0 && !COMBINING_STARTERS.contains(&first)
}

/// Starters that combine with a character before them (NFC_Quick_Check=Maybe without the marks).
static COMBINING_STARTERS: Lazy<HashSet<u32>> = Lazy::new(|| {
    let composition = CanonicalCompositionBorrowed::new();
    let seconds = (0..0x3_0000).filter_map(char::from_u32).filter_map(|c| match DECOMPOSITION.decompose(c) {
        Decomposed::Expansion(a, b) if class(u32::from(b)) == 0 && composition.compose(a, b) == Some(c) => Some(b),
        _ => None,
    });
    seconds.map(u32::from).collect()
});

/// The NFD form of a list of code points.
pub(crate) fn nfd(text: impl IntoIterator<Item = u32>) -> Vec<u32> {
    let mut out: Vec<u32> = Vec::new();
    text.into_iter().for_each(|c| decompose(c, &mut |part| out.push(part)));
    let mut start = 0;
    while start < out.len() {
        let end = out.iter().skip(start).position(|&c| class(c) == 0).map_or(out.len(), |n| start + n);
        if let Some(marks) = out.get_mut(start..end) {
            marks.sort_by_key(|&c| class(c));
        }
        start = end + 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use icu_normalizer::DecomposingNormalizerBorrowed;

    #[test]
    fn nfd_equals_the_normalizer() {
        let normalizer = DecomposingNormalizerBorrowed::new_nfd();
        for c in (0..0x11_0000u32).filter_map(char::from_u32) {
            let text: String = [c, '\u{0301}', '\u{0323}', c].iter().collect();
            let expected: Vec<u32> = normalizer.normalize(&text).chars().map(u32::from).collect();
            assert_eq!(nfd(text.chars().map(u32::from)), expected, "{c:?}");
        }
    }
}
