//! Access to the tables of one form.
//!
//! Layout: a code point's block of 64 stands in `basic[c >> 6]` or, above U+FFFF, in
//! `row_pool[rows[(c >> 10) - 64]][c >> 6 & 15]`; `blocks[block][c & 63]` is the number of its record (see
//! [`super::record`]). Blocks, records and strings are shared by the shipped forms; a table with mappings of a user has
//! its own copy of them. `bits[c >> 6] >> (c & 63) & 1` tells for the BMP whether the fast scan must stop (also when the
//! unit is a surrogate).

// Indices are masked to the array's size, or come from the generator, whose output the tests walk in full.
#![allow(clippy::indexing_slicing)]

use super::data;
use super::record;
use std::borrow::Cow;

/// What the tables say about one code point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    meta: u32,
    data: u32,
}

impl Record {
    #[inline]
    pub fn kind(self) -> u8 {
        (self.meta >> 24) as u8
    }

    /// Combining class of the first code point of the decomposition.
    #[inline]
    pub fn lead(self) -> u8 {
        (self.meta >> 8) as u8
    }

    /// Combining class of the last code point of the decomposition.
    #[inline]
    pub fn trail(self) -> u8 {
        (self.meta >> 16) as u8
    }

    #[inline]
    pub fn has(self, flag: u32) -> bool {
        self.meta & flag != 0
    }

    /// Whether the code point has neither mapping nor decomposition.
    #[inline]
    pub fn is_unmapped(self) -> bool {
        matches!(self.kind(), record::COPY | record::MARK | record::MAYBE)
    }

    /// The target of a [`record::SIMPLE`].
    #[inline]
    pub fn target(self, c: char) -> char {
        char::from_u32(u32::from(c).wrapping_add(self.data)).unwrap_or(c)
    }
}

/// Which bits a scan reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scan {
    Compose = 0,
    Decompose = 1,
    Fcd = 2,
}

/// The tables of one form.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub basic: Cow<'static, [u16; 1024]>,
    pub rows: Cow<'static, [u16; 1024]>,
    pub row_pool: Cow<'static, [[u16; 16]]>,
    pub blocks: Cow<'static, [[u16; 64]]>,
    pub block_bits: Cow<'static, [[u64; 3]]>,
    pub records: Cow<'static, [[u32; 2]]>,
    pub strings: Cow<'static, [u16]>,
}

impl Table {
    /// A shipped form.
    pub fn shipped(basic: &'static [u16; 1024], rows: &'static [u16; 1024]) -> Table {
        Table {
            basic: Cow::Borrowed(basic),
            rows: Cow::Borrowed(rows),
            row_pool: Cow::Borrowed(&data::ROWS),
            blocks: Cow::Borrowed(&data::BLOCKS),
            block_bits: Cow::Borrowed(&data::BLOCK_BITS),
            records: Cow::Borrowed(&data::RECORDS),
            strings: Cow::Borrowed(&data::STRINGS),
        }
    }

    /// The bits of the fast scan, one word for each block of the BMP.
    pub fn bits(&self, scan: Scan) -> Box<[u64; 1024]> {
        let mut bits = Box::new([0; 1024]);
        for (word, block) in bits.iter_mut().zip(self.basic.iter()) {
            *word = self.block_bits[usize::from(*block)][scan as usize];
        }
        bits
    }

    #[inline]
    pub fn view(&self) -> View<'_> {
        View {
            basic: &self.basic,
            rows: &self.rows,
            row_pool: &self.row_pool,
            blocks: &self.blocks,
            records: &self.records,
            strings: &self.strings,
        }
    }
}

/// A [`Table`] ready for look-ups.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'t> {
    basic: &'t [u16; 1024],
    rows: &'t [u16; 1024],
    row_pool: &'t [[u16; 16]],
    blocks: &'t [[u16; 64]],
    records: &'t [[u32; 2]],
    strings: &'t [u16],
}

impl<'t> View<'t> {
    #[inline]
    pub fn number(self, c: char) -> u16 {
        let code = u32::from(c) as usize;
        let block = if code < 0x10000 {
            self.basic[code >> 6]
        } else {
            self.row_pool[usize::from(self.rows[((code >> 10) - 64) & 1023])][code >> 6 & 15]
        };
        self.blocks[usize::from(block)][code & 63]
    }

    #[inline]
    pub fn record(self, c: char) -> Record {
        let [meta, data] = self.records[usize::from(self.number(c))];
        Record { meta, data }
    }

    /// The decomposed form of a record that has a string, in UTF-16.
    #[inline]
    pub fn decomposed(self, record: Record) -> &'t [u16] {
        let at = record.data as usize;
        let length = usize::from(self.strings[at] & 0xFF);
        &self.strings[at + 1..at + 1 + length]
    }

    /// The composed form of a record that has a string, in UTF-16.
    #[inline]
    pub fn composed(self, record: Record) -> &'t [u16] {
        let at = record.data as usize;
        let [long, short] = [self.strings[at] & 0xFF, self.strings[at] >> 8].map(usize::from);
        if short == usize::from(record::SAME) {
            return &self.strings[at + 1..at + 1 + long];
        }
        &self.strings[at + 1 + long..at + 1 + long + short]
    }
}

const HANGUL_BASE: u32 = 0xAC00;
const LEAD_BASE: u32 = 0x1100;
const VOWEL_BASE: u32 = 0x1161;
const FINAL_BASE: u32 = 0x11A7;
const VOWELS: u32 = 21;
const FINALS: u32 = 28;

/// The jamo of a Hangul syllable, two or three (Unicode Standard, section 3.12).
#[inline]
pub(crate) fn hangul_jamo(c: char) -> ([char; 3], usize) {
    let index = u32::from(c).wrapping_sub(HANGUL_BASE);
    let jamo = [LEAD_BASE + index / (VOWELS * FINALS), VOWEL_BASE + index / FINALS % VOWELS, FINAL_BASE + index % FINALS];
    (jamo.map(|code| char::from_u32(code).unwrap_or(c)), if index.is_multiple_of(FINALS) { 2 } else { 3 })
}

/// The primary composite of two code points.
#[inline]
pub(crate) fn compose(first: char, second: char) -> Option<char> {
    let (one, two) = (u32::from(first), u32::from(second));
    if (VOWEL_BASE..FINAL_BASE + FINALS).contains(&two) {
        return compose_hangul(one, two);
    }
    let mut slot = hash(one, two);
    let key = u64::from(one) << 42 | u64::from(two) << 21;
    loop {
        let entry = data::COMPOSITIONS[slot & 2047];
        if entry == 0 {
            return None;
        }
        if entry & !0x1F_FFFF == key {
            return char::from_u32((entry & 0x1F_FFFF) as u32);
        }
        slot += 1;
    }
}

#[inline]
fn compose_hangul(one: u32, two: u32) -> Option<char> {
    let (lead, vowel, last) = (one.wrapping_sub(LEAD_BASE), two.wrapping_sub(VOWEL_BASE), two.wrapping_sub(FINAL_BASE));
    if lead < 19 && vowel < VOWELS {
        return char::from_u32(HANGUL_BASE + (lead * VOWELS + vowel) * FINALS);
    }
    let syllable = one.wrapping_sub(HANGUL_BASE);
    if syllable < 11172 && syllable.is_multiple_of(FINALS) && (1..FINALS).contains(&last) {
        return char::from_u32(one + last);
    }
    None
}

/// Must be the same as in tools/fold-data/src/tables.rs.
#[inline]
fn hash(first: u32, second: u32) -> usize {
    let key = first.wrapping_mul(0x9E37_79B1) ^ second.wrapping_mul(0x85EB_CA6B);
    (key.wrapping_mul(0xC2B2_AE35) >> 21) as usize
}

/// The composition pairs whose first part is `starter`, Hangul not included: second parts.
pub(crate) fn second_parts(starter: char) -> impl Iterator<Item = char> {
    let wanted = u64::from(u32::from(starter));
    data::COMPOSITIONS
        .iter()
        .filter(move |entry| **entry != 0 && **entry >> 42 == wanted)
        .filter_map(|entry| char::from_u32((entry >> 21 & 0x1F_FFFF) as u32))
}
