//! Composes and decomposes Hangul by arithmetic (Unicode Standard, section 3.12), in runs that include the spaces
//! between words.
//!
//! Whether a syllable has a final consonant, and whether a space follows, is unpredictable, so neither is a branch:
//! both are read from one window, and only the length depends on them. A run ends at the first code point that is no
//! syllable; whether there is a normalization boundary is checked there, once per run.

use super::pass::NormalizationPass;
use super::pieces::Sink;
use super::writer::{UnitWriter, three_byte_utf8, units_of};
use crate::unicode::hangul::{L_BASE, L_COUNT, S_BASE, SYLLABLES, T_BASE, T_COUNT, V_BASE, V_COUNT, jamo_indices};
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, Encoding, four_units, three_bytes};

/// Units that contain a syllable in jamo and the unit after it: three jamo of three bytes each, and one byte.
const WINDOW: usize = 10;

/// ASCII characters that may follow a syllable without ending the run.
const MAX_BETWEEN: usize = 4;

/// A syllable of the text.
struct Syllable {
    code: u32,
    /// Length in units in the text.
    length: usize,
    /// Whether a space follows, as 0 or 1.
    spaces: usize,
}

/// The units from `at` on; those at the end of the text are copied to `padded`, which is U+0000 otherwise.
#[inline]
fn window<'w, U: CodeUnit>(text: &'w [U], at: usize, padded: &'w mut [U; WINDOW]) -> &'w [U; WINDOW] {
    let rest = text.part(at..);
    match rest.first_chunk() {
        Some(window) => window,
        None => {
            *padded = [U::default(); WINDOW];
            padded.iter_mut().zip(rest).for_each(|(unit, read)| *unit = *read);
            padded
        }
    }
}

/// The units as one number, the first unit lowest: eight of UTF-8, four of UTF-16.
#[inline]
fn word<U: CodeUnit>(window: &[U; WINDOW]) -> u64 {
    let units = |from: usize| window.get(from..).and_then(|rest| rest.first_chunk()).map_or(0, four_units);
    if U::ENCODING == Encoding::Utf16 { units(0) } else { units(0) | units(4) << 32 }
}

/// The precomposed syllable at the start of a window.
#[inline]
fn precomposed<U: CodeUnit>(window: &[U; WINDOW]) -> Option<Syllable> {
    let [one, two, three, four, ..] = *window;
    let [one, two, three, four]: [u32; 4] = [one, two, three, four].map(Into::into);
    let (code, length, after) =
        if U::ENCODING == Encoding::Utf16 { (one, 1, two) } else { (three_bytes([one, two, three])?, 3, four) };
    SYLLABLES.contains(&code).then_some(Syllable { code, length, spaces: usize::from(after == 0x20) })
}

/// The syllable in jamo at the start of a window, composed.
#[inline]
fn in_jamo<U: CodeUnit>(window: &[U; WINDOW]) -> Option<Syllable> {
    let word = word(window);
    let (lead, vowel, last, spaces);
    if U::ENCODING == Encoding::Utf16 {
        let unit = |index: u32| (word >> (16 * index) & 0xFFFF) as u32;
        (lead, vowel) = (unit(0).wrapping_sub(L_BASE), unit(1).wrapping_sub(V_BASE));
        last = unit(2).wrapping_sub(T_BASE);
        spaces = [unit(2) == 0x20, unit(3) == 0x20];
    } else {
        // Leading consonants are E1 84 80 to 92, vowels E1 85 A1 to B5, finals E1 86 A8 to E1 87 82.
        if word & 0x00FF_FF00_FFFF != 0x0085_E100_84E1 {
            return None;
        }
        let byte = |index: u32| (word >> (8 * index) & 0xFF) as u32;
        let [.., third, after] = *window;
        let [third, after]: [u32; 2] = [third, after].map(Into::into);
        (lead, vowel) = (byte(2).wrapping_sub(0x80), byte(5).wrapping_sub(0xA1));
        let code = (byte(7) << 6 | third & 0x3F).wrapping_sub(0x86 << 6 | 0x27);
        let is_jamo = (byte(6) == 0xE1) & (third & 0xC0 == 0x80);
        last = code | u32::from(is_jamo).wrapping_sub(1);
        spaces = [byte(6) == 0x20, after == 0x20];
    }
    if (lead >= L_COUNT) | (vowel >= V_COUNT) {
        return None;
    }
    let has_last = u32::from(last.wrapping_sub(1) < T_COUNT - 1);
    Some(Syllable {
        code: S_BASE + (lead * V_COUNT + vowel) * T_COUNT + (last & has_last.wrapping_neg()),
        length: (2 + has_last as usize) * if U::ENCODING == Encoding::Utf16 { 1 } else { 3 },
        spaces: (usize::from(spaces[0]) | usize::from(spaces[1]) << 1) >> has_last & 1,
    })
}

/// The jamo in UTF-8, the first byte lowest; final consonants are followed by a space, and the missing one is a space.
static LEADS_UTF8: [u32; 32] = jamo_utf8(L_BASE, 0);
static VOWELS_UTF8: [u32; 32] = jamo_utf8(V_BASE, 0);
static FINALS_UTF8: [u32; 32] = with_missing(jamo_utf8(T_BASE, 0x20 << 24), 0x20);

/// The final consonants in UTF-16, each followed by a space; the missing one is a space.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
static FINALS_UTF16: [u32; 32] = {
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
const fn with_missing(mut table: [u32; 32], missing: u32) -> [u32; 32] {
    table[0] = missing;
    table
}

impl<U: CodeUnit> UnitWriter<'_, U> {
    /// Writes the jamo of a syllable, and stores a space after them, which is not part of the output until the writer
    /// advances. Branchless: whether there is a final consonant is unpredictable.
    #[inline]
    fn put_jamo_and_space(&mut self, syllable: u32) {
        let [lead, vowel, last] = jamo_indices(syllable.wrapping_sub(S_BASE));
        let has_last = usize::from(last != 0);
        let entry = |table: &[u32; 32], index: u32| table.item((index & 31) as usize);
        if U::MAX_UNITS == 2 {
            let last = entry(&FINALS_UTF16, last);
            let units = [L_BASE + lead, V_BASE + vowel, last & 0xFFFF, last >> 16];
            return self.put_chunk(&units.map(U::from_low_bits), 2 + has_last);
        }
        let (lead, vowel) = (entry(&LEADS_UTF8, lead), entry(&VOWELS_UTF8, vowel));
        let bytes = u64::from(lead) | u64::from(vowel) << 24;
        self.put_chunk(&bytes.to_le_bytes().map(|byte| U::from_low_bits(byte.into())), 6);
        self.put_chunk(&units_of(entry(&FINALS_UTF8, last)), 3 * has_last);
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
        let mut padded = [U::default(); WINDOW];
        let copied = usize::from(self.is_inert_ascii(U::from_ascii(b' ')));
        while let Some(syllable) = precomposed(window(self.text, at, &mut padded)) {
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
    pub fn compose_jamo(&mut self, mut at: usize) -> usize {
        if !self.rules.has_hangul_runs {
            return at;
        }
        let mut between = 0;
        loop {
            let end = self.compose_syllables(at);
            if end > at {
                (at, between) = (end, 0);
            }
            match self.text.get(at) {
                Some(&unit) if between < MAX_BETWEEN && self.is_inert_ascii(unit) => self.out.put_unit(unit),
                _ => return at,
            }
            (at, between) = (at + 1, between + 1);
        }
    }

    /// Composes syllables in jamo, with at most one space between them.
    fn compose_syllables(&mut self, mut at: usize) -> usize {
        let start = at;
        // The offset and the spaces of the last syllable.
        let (mut last, mut spaces) = (at, 0);
        let mut padded = [U::default(); WINDOW];
        let copied = usize::from(self.is_inert_ascii(U::from_ascii(b' ')));
        while let Some(syllable) = in_jamo(window(self.text, at, &mut padded)) {
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
        code < 0x80 && char::from_u32(code).is_some_and(|c| self.rules.scan.is_inert_starter(c))
    }
}
