//! Hangul syllables and their conjoining jamo, by arithmetic: the constants and algorithms of the Unicode Standard,
//! section 3.12.

use std::ops::Range;

/// SBase: the first syllable.
pub(crate) const S_BASE: u32 = 0xAC00;
/// LBase: the first leading consonant.
pub(crate) const L_BASE: u32 = 0x1100;
/// VBase: the first vowel.
pub(crate) const V_BASE: u32 = 0x1161;
/// TBase: the code point before the first trailing consonant; in an array of jamo, no trailing consonant.
pub(crate) const T_BASE: u32 = 0x11A7;
/// LCount: the number of leading consonants.
pub(crate) const L_COUNT: u32 = 19;
/// VCount: the number of vowels.
pub(crate) const V_COUNT: u32 = 21;
/// TCount: the number of trailing consonants, and 1 for none.
pub(crate) const T_COUNT: u32 = 28;
/// NCount: the number of syllables of one leading consonant.
pub(crate) const N_COUNT: u32 = V_COUNT * T_COUNT;
/// SCount: the number of syllables.
pub(crate) const S_COUNT: u32 = L_COUNT * N_COUNT;

/// The leading consonants.
pub(crate) const LEADING: Range<u32> = L_BASE..L_BASE + L_COUNT;
/// The vowels.
pub(crate) const VOWELS: Range<u32> = V_BASE..V_BASE + V_COUNT;
/// The trailing consonants.
pub(crate) const TRAILING: Range<u32> = T_BASE + 1..T_BASE + T_COUNT;
/// The syllables.
pub(crate) const SYLLABLES: Range<u32> = S_BASE..S_BASE + S_COUNT;

/// The vowels, the trailing consonants and what is between them: the jamo that compose with what is before them.
pub(crate) const VOWELS_TO_TRAILING: Range<u32> = VOWELS.start..TRAILING.end;
/// All code points that compose to syllables, and the syllables.
pub(crate) const JAMO_AND_SYLLABLES: [Range<u32>; 4] = [LEADING, VOWELS, TRAILING, SYLLABLES];

/// The number of conjoining jamo that syllables consist of.
pub(crate) const JAMO_COUNT: usize = (L_COUNT + V_COUNT + T_COUNT - 1) as usize;

/// All conjoining jamo: leading consonants, vowels, trailing consonants.
pub(crate) fn all_jamo() -> impl Iterator<Item = u32> {
    LEADING.chain(VOWELS).chain(TRAILING)
}

/// SIndex: the index of a syllable.
#[inline(always)]
pub(crate) fn syllable_index(c: u32) -> Option<u32> {
    let index = c.wrapping_sub(S_BASE);
    (index < S_COUNT).then_some(index)
}

/// LIndex, VIndex and TIndex of a syllable; TIndex 0 is no trailing consonant.
#[inline(always)]
pub(crate) const fn jamo_indices(s_index: u32) -> [u32; 3] {
    [s_index / N_COUNT, s_index / T_COUNT % V_COUNT, s_index % T_COUNT]
}

/// Whether a code point is a conjoining jamo of syllables or a syllable.
pub(crate) fn is_jamo_or_syllable(c: u32) -> bool {
    JAMO_AND_SYLLABLES.iter().any(|range| range.contains(&c))
}

/// Whether a code point is a syllable without a trailing consonant.
#[inline(always)]
pub(crate) fn is_lv_syllable(c: u32) -> bool {
    syllable_index(c).is_some_and(|index| index.is_multiple_of(T_COUNT))
}

/// The two code points that compose to a syllable (D117): a leading consonant and a vowel, or a syllable without a
/// trailing consonant and one.
pub(crate) fn raw_decomposition(c: char) -> Option<(char, char)> {
    let [l, v, t] = jamo_indices(syllable_index(c.into())?);
    let (first, second) = if t == 0 { (L_BASE + l, V_BASE + v) } else { (u32::from(c) - t, T_BASE + t) };
    Some((char::from_u32(first)?, char::from_u32(second)?))
}

/// The jamo of a syllable, and their number: 2 or 3. The last of two is [`T_BASE`], which is none.
#[inline]
pub(crate) fn decompose(syllable: u32) -> ([u32; 3], usize) {
    let [l, v, t] = jamo_indices(syllable.wrapping_sub(S_BASE));
    ([L_BASE + l, V_BASE + v, T_BASE + t], if t == 0 { 2 } else { 3 })
}

/// The jamo of a syllable as characters.
#[inline]
pub(crate) fn jamo_of(syllable: char) -> impl Iterator<Item = char> {
    let (jamo, count) = decompose(syllable.into());
    jamo.into_iter().take(count).map(move |c| char::from_u32(c).unwrap_or(syllable))
}

/// The syllable of a leading consonant and a vowel, or of such a syllable and a trailing consonant.
#[inline]
pub(crate) fn compose(first: u32, second: u32) -> Option<char> {
    let (l, v, t) = (first.wrapping_sub(L_BASE), second.wrapping_sub(V_BASE), second.wrapping_sub(T_BASE));
    if l < L_COUNT && v < V_COUNT {
        return char::from_u32(S_BASE + (l * V_COUNT + v) * T_COUNT);
    }
    if is_lv_syllable(first) && (1..T_COUNT).contains(&t) { char::from_u32(first + t) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn composition_inverts_decomposition() {
        for syllable in SYLLABLES {
            let ([l, v, t], count) = decompose(syllable);
            let open = compose(l, v).map(u32::from).unwrap();
            assert_eq!(if count == 2 { Some(open) } else { compose(open, t).map(u32::from) }, Some(syllable));
        }
        assert_eq!([SYLLABLES.end - 1, S_COUNT], [0xD7A3, 11_172]);
        assert_eq!(all_jamo().count(), JAMO_COUNT);
    }

    #[test]
    fn other_pairs_do_not_compose() {
        for (first, second) in
            [(0xAC00, T_BASE), (0xAC01, 0x11A8), (0x1113, 0x1161), (0x1100, 0x1176), (0xD7A4, 0x11A8)]
        {
            assert_eq!(compose(first, second), None);
        }
    }
}
