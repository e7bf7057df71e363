//! Composes and decomposes Hangul by arithmetic (Unicode Standard, section 3.12), in runs that include the spaces
//! between words.
//!
//! Whether a syllable has a trailing consonant, and whether a space follows, is unpredictable, so neither is a branch:
//! both are read from one window, and only the length depends on them. A run ends at the first code point that is no
//! syllable; whether there is a normalization boundary is checked there, once per run.

use super::pass::NormalizationPass;
use super::pieces::{Piece, Sink};
use super::writer::{UnitWriter, lower, units_of};
use crate::unicode::bmp::three_byte_utf8;
use crate::unicode::hangul::{
    L_BASE, L_COUNT, LEADING, S_BASE, SYLLABLES, T_BASE, T_COUNT, V_BASE, V_COUNT, VOWELS_TO_TRAILING, jamo_indices,
};
use crate::unicode::part::SlicePart;
use crate::unicode::scan::{BLOCK, JamoMasks, compose_jamo, has_byte_lookup};
use crate::unicode::text::{CodeUnit, Encoding, four_units, three_bytes};

/// Units that contain a syllable in jamo and the unit after it: three jamo of three bytes each, and one byte.
const SYLLABLE_WINDOW: usize = 10;

/// Maximum number of ASCII characters between two syllables of a run.
const MAX_ASCII_BETWEEN: usize = 4;

/// Minimum number of jamo, vowels and trailing consonants, of a block that is composed as a whole.
const MIN_JAMO: u32 = 12;

/// A syllable of the text.
struct Syllable {
    code: u32,
    /// Length in units in the text.
    length: usize,
    /// Whether a space follows, as 0 or 1.
    spaces: usize,
}

/// The units from `at` on; those at the end of the text are copied to `padded`, with U+0000 after them.
#[inline]
fn syllable_window<'w, U: CodeUnit>(
    text: &'w [U],
    at: usize,
    padded: &'w mut [U; SYLLABLE_WINDOW],
) -> &'w [U; SYLLABLE_WINDOW] {
    let rest = text.part(at..);
    match rest.first_chunk() {
        Some(window) => window,
        None => {
            *padded = [U::default(); SYLLABLE_WINDOW];
            padded.iter_mut().zip(rest).for_each(|(unit, read)| *unit = *read);
            padded
        }
    }
}

/// The first units as one number, the first one lowest: eight of UTF-8, four of UTF-16.
#[inline]
fn first_units<U: CodeUnit>(window: &[U; SYLLABLE_WINDOW]) -> u64 {
    let units = |from: usize| window.get(from..).and_then(|rest| rest.first_chunk()).map_or(0, four_units);
    if U::ENCODING == Encoding::Utf16 { units(0) } else { units(0) | units(4) << 32 }
}

/// The precomposed syllable at the start of a window.
#[inline]
fn precomposed_syllable<U: CodeUnit>(window: &[U; SYLLABLE_WINDOW]) -> Option<Syllable> {
    let [one, two, three, four, ..] = *window;
    let [one, two, three, four]: [u32; 4] = [one, two, three, four].map(Into::into);
    let (code, length, after) =
        if U::ENCODING == Encoding::Utf16 { (one, 1, two) } else { (three_bytes([one, two, three])?, 3, four) };
    SYLLABLES.contains(&code).then_some(Syllable { code, length, spaces: usize::from(after == 0x20) })
}

/// The syllable in jamo at the start of a window, composed.
#[inline]
fn syllable_in_jamo<U: CodeUnit>(window: &[U; SYLLABLE_WINDOW]) -> Option<Syllable> {
    let units = first_units(window);
    // LIndex, VIndex and TIndex; whether a space follows two jamo, and three.
    let (leading, vowel, trailing, spaces);
    if U::ENCODING == Encoding::Utf16 {
        let unit = |index: u32| (units >> (16 * index) & 0xFFFF) as u32;
        (leading, vowel) = (unit(0).wrapping_sub(L_BASE), unit(1).wrapping_sub(V_BASE));
        trailing = unit(2).wrapping_sub(T_BASE);
        spaces = [unit(2) == 0x20, unit(3) == 0x20];
    } else {
        // Leading consonants are E1 84 80 to 92, vowels E1 85 A1 to B5, trailing consonants E1 86 A8 to E1 87 82.
        if units & 0x00FF_FF00_FFFF != 0x0085_E100_84E1 {
            return None;
        }
        let byte = |index: u32| (units >> (8 * index) & 0xFF) as u32;
        let [.., third, after] = *window;
        let [third, after]: [u32; 2] = [third, after].map(Into::into);
        (leading, vowel) = (byte(2).wrapping_sub(0x80), byte(5).wrapping_sub(0xA1));
        // TBase is E1 86 A7.
        let code = (byte(7) << 6 | third & 0x3F).wrapping_sub(0x86 << 6 | 0x27);
        let is_jamo = (byte(6) == 0xE1) & (third & 0xC0 == 0x80);
        trailing = code | u32::from(is_jamo).wrapping_sub(1);
        spaces = [byte(6) == 0x20, after == 0x20];
    }
    if (leading >= L_COUNT) | (vowel >= V_COUNT) {
        return None;
    }
    let is_lvt = u32::from(trailing.wrapping_sub(1) < T_COUNT - 1);
    Some(Syllable {
        code: S_BASE + (leading * V_COUNT + vowel) * T_COUNT + (trailing & is_lvt.wrapping_neg()),
        length: (2 + is_lvt as usize) * if U::ENCODING == Encoding::Utf16 { 1 } else { 3 },
        spaces: (usize::from(spaces[0]) | usize::from(spaces[1]) << 1) >> is_lvt & 1,
    })
}

/// The jamo in UTF-8, the first byte lowest; a space follows a trailing consonant, and entry 0, which is none, is a
/// space.
static LEADING_UTF8: [u32; 32] = jamo_utf8(L_BASE, 0);
static VOWELS_UTF8: [u32; 32] = jamo_utf8(V_BASE, 0);
static TRAILING_UTF8: [u32; 32] = with_first(0x20, jamo_utf8(T_BASE, 0x20 << 24));

/// The trailing consonants in UTF-16, each followed by a space; entry 0, which is none, is a space.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
static TRAILING_UTF16: [u32; 32] = {
    let (mut table, mut index) = ([0x20; 32], 1);
    while index < T_COUNT as usize {
        table[index] = (T_BASE + index as u32) | 0x20 << 16;
        index += 1;
    }
    table
};

#[allow(clippy::indexing_slicing)] // evaluated at compile time
const fn jamo_utf8(base: u32, after: u32) -> [u32; 32] {
    let (mut table, mut index) = ([0; 32], 0);
    while index < 32 {
        table[index] = three_byte_utf8(base + index as u32) | after;
        index += 1;
    }
    table
}

#[allow(clippy::indexing_slicing)] // evaluated at compile time
const fn with_first(first: u32, mut table: [u32; 32]) -> [u32; 32] {
    table[0] = first;
    table
}

/// Whether jamo are composed in blocks.
#[inline]
fn composes_blocks<U: CodeUnit>() -> bool {
    U::ENCODING == Encoding::Utf16 && has_byte_lookup()
}

impl<U: CodeUnit> UnitWriter<'_, U> {
    /// Writes the jamo of a syllable, and stores a space after them, which is not part of the output until the writer
    /// advances. Branchless: whether there is a trailing consonant is unpredictable.
    #[inline]
    fn put_jamo_and_space(&mut self, syllable: u32) {
        let [leading, vowel, trailing] = jamo_indices(syllable.wrapping_sub(S_BASE));
        let is_lvt = usize::from(trailing != 0);
        let entry = |table: &[u32; 32], index: u32| table.item((index & 31) as usize);
        if U::MAX_UNITS == 2 {
            let trailing = entry(&TRAILING_UTF16, trailing);
            let units = [L_BASE + leading, V_BASE + vowel, trailing & 0xFFFF, trailing >> 16];
            return self.put_chunk(&units.map(U::from_low_bits), 2 + is_lvt);
        }
        let (leading, vowel) = (entry(&LEADING_UTF8, leading), entry(&VOWELS_UTF8, vowel));
        let bytes = u64::from(leading) | u64::from(vowel) << 24;
        self.put_chunk(&bytes.to_le_bytes().map(|byte| U::from_low_bits(byte.into())), 6);
        self.put_chunk(&units_of(entry(&TRAILING_UTF8, trailing)), 3 * is_lvt);
    }

    /// Writes a Hangul syllable, and stores a space after it, which is not part of the output until the writer
    /// advances.
    #[inline]
    fn put_syllable_and_space(&mut self, syllable: u32) {
        if U::MAX_UNITS == 2 {
            return self.put_chunk(&[syllable, 0x20].map(U::from_low_bits), 1);
        }
        self.put_chunk(&units_of(three_byte_utf8(syllable) | 0x20 << 24), 3);
    }
}

impl<'p, U: CodeUnit, S: Sink<U>> NormalizationPass<'p, U, S> {
    /// Decomposes a run of syllables and the spaces between words. The first code point is a syllable.
    pub fn expand_hangul(&mut self, start: usize) -> usize {
        if !self.rules.has_hangul_runs {
            return self.normalize_span(start);
        }
        let (mut at, mut spaces) = (start, 0);
        let mut padded = [U::default(); SYLLABLE_WINDOW];
        let copied = usize::from(self.is_inert_ascii(U::from_ascii(b' ')));
        while let Some(syllable) = precomposed_syllable(syllable_window(self.text, at, &mut padded)) {
            spaces = syllable.spaces & copied;
            let end = at + syllable.length;
            self.replace(at, end, |out| out.put_jamo_and_space(syllable.code));
            self.out.advance(spaces);
            at = end + spaces;
        }
        // The piece of a syllable ends at a boundary.
        if spaces == 0 && !self.boundary_at(at) { self.normalize_span(at) } else { at }
    }

    /// Composes a run of syllables in jamo (decomposed Korean text), including the ASCII between words, so that the end
    /// of a word costs no restart. Returns `at` if there is no syllable.
    pub fn compose_jamo_run(&mut self, mut at: usize) -> usize {
        if !self.rules.has_hangul_runs {
            return at;
        }
        // A block may compose the rest.
        let stop = if composes_blocks::<U>() { at + BLOCK } else { usize::MAX };
        let mut between = 0;
        loop {
            let end = self.compose_syllables(at, stop);
            if end > at {
                (at, between) = (end, 0);
            }
            match self.text.get(at) {
                Some(&unit) if between < MAX_ASCII_BETWEEN && at < stop && self.is_inert_ascii(unit) => {
                    self.out.put_unit(unit)
                }
                _ => return at,
            }
            (at, between) = (at + 1, between + 1);
        }
    }

    /// Composes the jamo of a block of UTF-16 that contains many of them, given by the offset of its window and the
    /// mask of the code points that are not inert. Returns the end of what is composed, after which the class is 0;
    /// `None` if that is nothing.
    ///
    /// ```text
    /// write the block with all syllables composed (scan::compose_jamo)
    /// end before the first other code point that is not inert, and before a syllable that continues after the block
    /// end before a syllable at the end that may compose with what follows
    /// remove the other jamo of the syllables
    /// ```
    pub fn compose_jamo_block(&mut self, at: usize, mask: u64) -> Option<usize> {
        let first: u32 = (*self.text.get(at + mask.trailing_zeros() as usize)?).into();
        let is_jamo = VOWELS_TO_TRAILING.contains(&first);
        if !is_jamo || mask.count_ones() < MIN_JAMO || !self.rules.has_hangul_runs || !composes_blocks::<U>() {
            return None;
        }
        // The block may start with the vowel of a leading consonant, which has been copied.
        let starts_before = mask & 1 != 0 && at > self.committed && self.is_leading_consonant(at - 1);
        if starts_before {
            self.out.roll_back(1);
        }
        let (start, mask) = if starts_before { (at - 1, mask << 1) } else { (at, mask) };
        let end = self.compose_block_from(start, mask);
        if starts_before
            && end.is_none()
            && let Some(&consonant) = self.text.get(start)
        {
            self.out.put_unit(consonant);
        }
        end
    }

    fn is_leading_consonant(&self, at: usize) -> bool {
        self.text.get(at).is_some_and(|&unit| LEADING.contains(&unit.into()))
    }

    /// [`NormalizationPass::compose_jamo_block`] for a block that does not start inside of a syllable.
    fn compose_block_from(&mut self, at: usize, mask: u64) -> Option<usize> {
        let lowers_ascii = self.rules.lowers_ascii();
        let window = self.text.get(at..)?.first_chunk()?;
        let units = self.out.space()?;
        let jamo = compose_jamo(window, units)?;
        // The length of a syllable is certain if its third unit is in the block.
        let (whole, rest) = (jamo.before(BLOCK - 2), jamo.syllables >> (BLOCK - 2));
        let end = if rest == 0 { BLOCK } else { BLOCK - 2 + rest.trailing_zeros() as usize };
        let others = mask & !(whole.syllables | whole.removed());
        let mut end = end.min(others.trailing_zeros() as usize);
        let mut composed = whole.before(end);
        if composed.end() == end && !self.boundary_at(at + end) {
            end = BLOCK - 1 - (composed.syllables.leading_zeros() as usize).min(BLOCK - 1);
            composed = composed.before(end);
        }
        if composed.syllables == 0 {
            return None;
        }
        if lowers_ascii && let Some(units) = self.out.space() {
            units.iter_mut().take(end).for_each(|unit| *unit = lower(*unit));
        }
        let start = self.out.length();
        self.out.advance_without(end, composed.removed());
        if S::ENABLED {
            self.report_syllables(at, start, composed);
        }
        // A composite cannot be rolled back by the units of its source.
        self.committed = at + composed.end();
        Some(at + end)
    }

    /// Reports the syllables of a block at `at` whose result starts at `start`.
    fn report_syllables(&mut self, at: usize, start: usize, composed: JamoMasks) {
        let (mut rest, mut removed) = (composed.syllables, 0);
        while rest != 0 {
            let position = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let length = 2 + (composed.lvt >> position & 1) as usize;
            let (source_start, result_start) = (at + position, start + position - removed);
            let source = self.text.part(source_start..source_start + length);
            let result = self.out.between(result_start, result_start + 1);
            self.sink.replaced(Piece { source_start, result_start, source, result });
            removed += length - 1;
        }
    }

    /// Composes syllables in jamo, with at most one space between them; those that start before `stop`. Returns their
    /// end.
    fn compose_syllables(&mut self, mut at: usize, stop: usize) -> usize {
        let start = at;
        // The offset and the spaces of the last syllable.
        let (mut last, mut spaces) = (at, 0);
        let mut padded = [U::default(); SYLLABLE_WINDOW];
        let copied = usize::from(self.is_inert_ascii(U::from_ascii(b' ')));
        while at < stop
            && let Some(syllable) = syllable_in_jamo(syllable_window(self.text, at, &mut padded))
        {
            spaces = syllable.spaces & copied;
            let end = at + syllable.length;
            self.replace(at, end, |out| out.put_syllable_and_space(syllable.code));
            self.out.advance(spaces);
            (last, at) = (at, end + spaces);
        }
        // The next code point may compose with the last syllable, or be reordered.
        if at > last && spaces == 0 && !self.boundary_at(at) {
            self.out.roll_back(if U::ENCODING == Encoding::Utf16 { 1 } else { 3 });
            self.sink.rewind(last);
            at = last;
        }
        if at > start {
            // A composite cannot be rolled back by the units of its source.
            self.committed = at;
        }
        at
    }

    /// Whether a unit is an ASCII character that is copied.
    #[inline]
    fn is_inert_ascii(&self, unit: U) -> bool {
        let code: u32 = unit.into();
        code < 0x80 && char::from_u32(code).is_some_and(|c| self.rules.scan.is_inert(c))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Form, Mode, Normalizer, Scratch};
    use super::*;
    use crate::unicode::text::{from_str, to_string};
    use proptest::prelude::*;

    /// The pieces of a text: start and length in the source and in the result.
    #[derive(Default)]
    struct Pieces(Vec<[usize; 4]>);

    impl<U: CodeUnit> Sink<U> for Pieces {
        fn replaced(&mut self, piece: Piece<'_, U>) {
            self.0.push([piece.source_start, piece.source.len(), piece.result_start, piece.result.len()]);
        }

        fn rewind(&mut self, source_start: usize) {
            self.0.retain(|piece| piece[0] < source_start);
        }
    }

    fn normalized<U: CodeUnit>(normalizer: &Normalizer, text: &str, scratch: &mut Scratch) -> String {
        let text = from_str::<U>(text);
        let (mut out, mut unreported, mut pieces) = (Vec::new(), Vec::new(), Pieces::default());
        normalizer.normalize_to(&text, &mut out, &mut pieces, scratch);
        normalizer.normalize(&text, &mut unreported, scratch);
        assert!(out == unreported);
        // What is between the pieces has the same length.
        let (mut source, mut result) = (0, 0);
        for [source_start, source_length, result_start, result_length] in pieces.0 {
            assert_eq!(source_start - source, result_start - result);
            (source, result) = (source_start + source_length, result_start + result_length);
        }
        assert_eq!(text.len() - source, out.len() - result);
        to_string(&out)
    }

    const PARTS: &str =
        "([ᄀ-ᄒ][ᅡ-ᅵ][ᆨ-ᇂ]?){1,30}|([가-힣]{1,3}[ᆨ-ᇂ]?){1,9}|[ᄀ-ᇿ]{1,3}|[a-zA-Zé]{1,9}|[,.^“]|e?[\u{301}\u{323}]|\u{AD}";

    proptest! {
        /// Blocks of UTF-16 are composed as a whole, and a space is a boundary.
        #[test]
        fn blocks_of_jamo_equal_words(
            texts in prop::collection::vec(prop::collection::vec(prop::collection::vec(PARTS, 1..4), 1..40), 1..3),
            form in prop::sample::select(vec![Form::Nfc, Form::NfkcCf, Form::Utr30]),
            mode in prop::sample::select(vec![Mode::Compose, Mode::ComposeContiguous]),
        ) {
            let normalizer = Normalizer::with_mode(form, mode);
            let mut scratch = Scratch::default();
            for words in texts {
                let words: Vec<String> = words.iter().map(|parts| parts.concat()).collect();
                let word = |word: &String| normalized::<u8>(&normalizer, word, &mut Scratch::default());
                let expected = words.iter().map(word).collect::<Vec<_>>().join(" ");
                let text = words.join(" ");
                assert_eq!(normalized::<u16>(&normalizer, &text, &mut scratch), expected);
                assert_eq!(normalized::<u8>(&normalizer, &text, &mut scratch), expected);
            }
        }
    }

    #[test]
    fn every_syllable_is_composed_in_a_block() {
        let syllables: String = SYLLABLES.filter_map(char::from_u32).collect();
        let (mut jamo, mut composed) = (Vec::new(), Vec::new());
        let syllables = from_str::<u16>(&syllables);
        Normalizer::new(Form::Nfd).normalize(&syllables, &mut jamo, &mut Scratch::default());
        let nfc = Normalizer::new(Form::Nfc);
        for start in 0..70 {
            composed.clear();
            let text: Vec<u16> = std::iter::repeat_n(0x20, start).chain(jamo.iter().copied()).collect();
            nfc.normalize(&text, &mut composed, &mut Scratch::default());
            assert!(composed[start..] == syllables);
        }
    }
}
