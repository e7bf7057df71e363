//! Access to the tables of one form.
//!
//! Layout: the 64 code points of a block are adjacent in `numbers`; the start of the block of a code point is
//! `basic[c >> 6]` or, above U+FFFF, `row_pool[rows[(c >> 10) - 64]][c >> 6 & 15]`. `numbers` contains the number of a
//! record (see [`super::record`]), whose action is in `actions`. The shipped forms share all arrays but the first
//! level; a table with user mappings has its own copies, and one that is limited to a set its own blocks. Sizes are
//! powers of two, so that lookups in the BMP need no bounds check.

// Indices are masked to the array's size, or come from the generator, whose output the tests walk in full.
#![allow(clippy::indexing_slicing)]

use super::data;
use super::record::{self, CopyAction, is_mark};
use crate::lazy;
use crate::unicode::hangul;
use crate::unicode::shipped_or::ShippedOr;
use std::collections::BinaryHeap;
use std::sync::OnceLock;

/// The total size of the tables of all shipped forms.
pub const TABLE_BYTES: usize = size_of_val(&data::RECORDS)
    + size_of_val(&data::COMPOSE_ACTIONS)
    + size_of_val(&data::DECOMPOSE_ACTIONS)
    + size_of_val(&data::STRINGS)
    + size_of_val(&data::NUMBERS)
    + size_of_val(&data::ROWS)
    + size_of_val(&data::BLOCK_BITS)
    + 5 * (size_of_val(&data::NFC_BASIC) + size_of_val(&data::NFC_ROWS))
    + size_of_val(&data::COMPOSITIONS);

// The limit for all normalization and folding data is 400 KB.
const _: () = assert!(TABLE_BYTES < 400_000);

/// The normalization record of one code point.
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
    pub fn lccc(self) -> u8 {
        (self.meta >> 8) as u8
    }

    /// Combining class of the last code point of the decomposition.
    #[inline]
    pub fn tccc(self) -> u8 {
        (self.meta >> 16) as u8
    }

    #[inline]
    pub fn has(self, flag: u32) -> bool {
        self.meta & flag != 0
    }

    /// Whether the code point has neither mapping nor decomposition.
    #[inline]
    pub fn is_unmapped(self) -> bool {
        matches!(self.kind(), record::COPY | record::NON_STARTER | record::MAYBE)
    }

    /// The least combining class that a following mark may have to be in order after this code point; `None` if only
    /// the slow path can determine it.
    #[inline]
    pub fn class_after(self, compose: bool, contiguous: bool) -> Option<u8> {
        match self.kind() {
            record::COMPOSITE if compose && !contiguous => Some(0),
            record::EXPAND if compose => (self.tccc() == 0).then_some(0),
            record::REMOVED | record::NEEDS_CONTEXT => None,
            _ => Some(self.tccc()),
        }
    }

    /// Whether no following code point composes with it, as with those outside of the set of a limited table.
    #[inline]
    pub fn composes_with_none(self) -> bool {
        self.kind() == record::COPY && self.has(record::BOUNDARY_AFTER)
    }

    /// The target of a [`record::SIMPLE`].
    #[inline]
    pub fn target(self, c: char) -> char {
        char::from_u32(u32::from(c).wrapping_add(self.data)).unwrap_or(c)
    }
}

/// A part of a table: shipped, or owned by a table with user mappings.
pub(crate) type TablePart<T> = ShippedOr<T, Box<T>>;

/// Maximum number of records of a table.
pub(crate) const MAX_RECORDS: usize = 8192;

/// A private use code point; its block is inert in every form.
pub(super) const INERT_CODE_POINT: u32 = 0xE000;

/// For each block of the BMP, the *active* code points: those that are not inert (copied unchanged, with a boundary
/// before them). Their action is not 0; for FCD, their decomposition starts with a mark.
pub(crate) type ActiveBits = [u64; 1024];

/// Whether a code point of the BMP, given by its block of 64 and its index there, is active.
#[inline(always)]
pub(super) fn is_active(bits: &ActiveBits, block: u32, low: u32) -> bool {
    bits[(block & 1023) as usize] >> (low & 63) & 1 != 0
}

fn set_active(bits: &mut ActiveBits, c: char) {
    if let Some(bits) = bits.get_mut(u32::from(c) as usize >> 6) {
        *bits |= 1 << (u32::from(c) & 63);
    }
}

/// For each block of the BMP, the greatest combining class at the end of one of its code points.
pub(crate) type BlockClasses = [u8; 1024];

/// The tables of one form.
#[derive(Debug)]
pub(crate) struct FormTable {
    pub basic: TablePart<[u16; 1024]>,
    pub rows: TablePart<[u16; 1024]>,
    pub row_pool: TablePart<[[u16; 16]]>,
    pub numbers: TablePart<[u16; 0x10000]>,
    pub records: TablePart<[[u32; 2]]>,
    pub strings: TablePart<[u16]>,
    /// The actions when composing, and when decomposing.
    pub actions: [TablePart<[u32; MAX_RECORDS]>; 2],
    /// For each block, the code points whose action is not 0, when composing and when decomposing.
    pub block_bits: TablePart<[[u64; 2]]>,
}

impl FormTable {
    /// The table of a shipped form.
    pub fn shipped(basic: &'static [u16; 1024], rows: &'static [u16; 1024]) -> FormTable {
        FormTable {
            basic: TablePart::Shipped(basic),
            rows: TablePart::Shipped(rows),
            row_pool: TablePart::Shipped(&data::ROWS),
            numbers: TablePart::Shipped(&data::NUMBERS),
            records: TablePart::Shipped(&data::RECORDS),
            strings: TablePart::Shipped(&data::STRINGS),
            actions: [TablePart::Shipped(&data::COMPOSE_ACTIONS), TablePart::Shipped(&data::DECOMPOSE_ACTIONS)],
            block_bits: TablePart::Shipped(&data::BLOCK_BITS),
        }
    }

    /// A table of the given blocks of record numbers; `index` is the position of the block of each 64 code points.
    /// `None` if there are too many blocks.
    pub fn from_blocks(
        blocks: &[[u16; 64]],
        index: &[usize],
        records: TablePart<[[u32; 2]]>,
        strings: TablePart<[u16]>,
        actions: [TablePart<[u32; MAX_RECORDS]>; 2],
    ) -> Option<FormTable> {
        if blocks.len() > 1024 {
            return None;
        }
        let mut numbers = vec![0; 0x10000];
        numbers.iter_mut().zip(blocks.iter().flatten()).for_each(|(target, number)| *target = *number);
        let block_bits: Vec<[u64; 2]> = blocks.iter().map(|block| bits_of(block, &records)).collect();
        let starts: Vec<u16> = index.iter().map(|block| (block * 64) as u16).collect();
        let (basic, supplementary) = starts.split_at_checked(1024)?;
        let mut rows = Vec::new();
        let mut row_pool: Vec<[u16; 16]> = Vec::new();
        for row in supplementary.as_chunks().0 {
            // Most rows contain unassigned code points only.
            let position = row_pool.iter().rposition(|known| known == row).unwrap_or(row_pool.len());
            if position == row_pool.len() {
                row_pool.push(*row);
            }
            rows.push(position as u16);
        }
        Some(FormTable {
            basic: TablePart::Built(boxed(basic.to_vec())),
            rows: TablePart::Built(boxed(rows)),
            row_pool: TablePart::Built(row_pool.into_boxed_slice()),
            numbers: TablePart::Built(boxed(numbers)),
            records,
            strings,
            actions,
            block_bits: TablePart::Built(block_bits.into_boxed_slice()),
        })
    }

    /// The bits of all blocks of the BMP.
    pub fn bits(&self, compose: bool) -> Box<ActiveBits> {
        let mut bits = Box::new([0; 1024]);
        for (word, start) in bits.iter_mut().zip(self.basic.iter()) {
            *word = self.block_bits[usize::from(*start) / 64][usize::from(!compose)];
        }
        bits
    }

    /// The code points that have an action.
    pub fn active_code_points(&self, compose: bool) -> impl Iterator<Item = char> + '_ {
        let bits_of =
            move |block: u32| self.block_bits[usize::from(self.block(block << 6)) / 64][usize::from(!compose)];
        let blocks = (0..=u32::from(char::MAX) >> 6).filter(move |block| bits_of(*block) != 0);
        blocks.flat_map(move |block| {
            let bits = bits_of(block);
            (0..64).filter(move |low| bits >> low & 1 != 0).filter_map(move |low| char::from_u32(block << 6 | low))
        })
    }

    /// For each block of the BMP, the code points whose decomposition starts with a mark, and surrogates.
    pub fn mark_bits(&self) -> Box<ActiveBits> {
        self.bits_by_block(|number| {
            let record = self.record_of(number);
            record.lccc() != 0 || record.kind() == record::SURROGATE
        })
    }

    /// For each block of the BMP, the marks that are copied after a code point that ends without a class.
    pub fn copied_marks(&self, compose: bool) -> Box<ActiveBits> {
        let view = self.view(compose);
        self.bits_by_block(|number| is_mark(view.action_of(number).class()))
    }

    /// For each block of the BMP, the vowel signs that compose with another starter before them, Hangul not included,
    /// and these other starters.
    pub fn vowel_signs(&self) -> [Box<ActiveBits>; 2] {
        let view = self.view(true);
        let [mut signs, mut starters] = [(); 2].map(|_| Box::new([0; 1024]));
        for (starter, sign, _) in pairs() {
            let record = view.record(sign);
            if record.kind() == record::MAYBE && record.lccc() == 0 {
                set_active(&mut signs, sign);
                set_active(&mut starters, starter);
            }
        }
        [signs, starters]
    }

    /// For each block of the BMP, the code points whose number is accepted.
    fn bits_by_block(&self, accepts: impl Fn(u16) -> bool) -> Box<ActiveBits> {
        self.by_block(|_, numbers| {
            numbers.enumerate().fold(0, |bits, (low, number)| bits | u64::from(accepts(number)) << low)
        })
    }

    /// For each block of the BMP, the greatest combining class at the end of a code point without a bit. Blocks with
    /// equal records have equal bits.
    pub fn trailing_classes(&self, bits: &ActiveBits) -> Box<BlockClasses> {
        self.by_block(|block, numbers| {
            let copied = numbers.enumerate().filter(|(low, _)| bits[block] >> low & 1 == 0);
            copied.map(|(_, number)| self.record_of(number).tccc()).max().unwrap_or(0)
        })
    }

    /// Computes a value for each block of the BMP from the numbers of its records: once for blocks that share them.
    fn by_block<T: Copy + Default>(&self, of: impl Fn(usize, &mut dyn Iterator<Item = u16>) -> T) -> Box<[T; 1024]> {
        let mut values = Box::new([T::default(); 1024]);
        let mut known: Vec<Option<T>> = vec![None; 1024];
        for (block, (value, start)) in values.iter_mut().zip(self.basic.iter()).enumerate() {
            let start = usize::from(*start);
            *value = *known[start / 64]
                .get_or_insert_with(|| of(block, &mut self.numbers[start..].iter().take(64).copied()));
        }
        values
    }

    fn record_of(&self, number: u16) -> Record {
        let [meta, data] = self.records[usize::from(number)];
        Record { meta, data }
    }

    /// The start of the block of a code point in `numbers`.
    pub fn block(&self, code: u32) -> u16 {
        match self.basic.get((code >> 6) as usize) {
            Some(start) => *start,
            None => supplementary_block(&self.rows, &self.row_pool, code),
        }
    }

    #[inline]
    pub fn view(&self, compose: bool) -> TableView<'_> {
        let [composing, decomposing] = &self.actions;
        let actions = if compose { composing } else { decomposing };
        TableView {
            basic: &self.basic,
            rows: &self.rows,
            row_pool: &self.row_pool,
            numbers: &self.numbers,
            records: &self.records,
            strings: &self.strings,
            actions,
        }
    }
}

#[inline]
fn supplementary_block(rows: &[u16; 1024], row_pool: &[[u16; 16]], code: u32) -> u16 {
    let row = usize::from(rows[(code >> 10).wrapping_sub(64) as usize & 1023]);
    row_pool[row][code as usize >> 6 & 15]
}

/// The code points of a block whose action is not 0, when composing and when decomposing.
fn bits_of(block: &[u16; 64], records: &[[u32; 2]]) -> [u64; 2] {
    let mut bits = [0; 2];
    for (low, number) in block.iter().enumerate() {
        let record = records[usize::from(*number)];
        for (bit, action) in bits.iter_mut().zip(record::actions(record)) {
            *bit |= u64::from(action != 0) << low;
        }
    }
    bits
}

/// Converts a vector to an array, filled up with zeros.
pub(super) fn boxed<T: Copy + Default, const N: usize>(mut values: Vec<T>) -> Box<[T; N]> {
    values.resize(N, T::default());
    values.into_boxed_slice().try_into().unwrap_or_else(|_| Box::new([T::default(); N]))
}

/// A [`FormTable`] for lookups in one direction, composing or decomposing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableView<'t> {
    basic: &'t [u16; 1024],
    rows: &'t [u16; 1024],
    row_pool: &'t [[u16; 16]],
    numbers: &'t [u16; 0x10000],
    records: &'t [[u32; 2]],
    strings: &'t [u16],
    actions: &'t [u32; MAX_RECORDS],
}

impl<'t> TableView<'t> {
    /// The number of the record of a code point of the BMP (or the unit of a surrogate), by its block and its index in
    /// the block.
    #[inline]
    pub fn number(self, block: u32, low: u32) -> u16 {
        self.number_in(self.basic[(block & 1023) as usize], low)
    }

    /// The number of the record of a code point whose block starts at `start` in `numbers`.
    #[inline]
    pub fn number_in(self, start: u16, code: u32) -> u16 {
        self.numbers[usize::from(start.wrapping_add((code & 63) as u16))]
    }

    /// The action of a record.
    #[inline]
    pub fn action_of(self, number: u16) -> CopyAction {
        CopyAction(self.actions[usize::from(number) & (MAX_RECORDS - 1)])
    }

    /// A record by its number.
    #[inline]
    pub fn record_of(self, number: u16) -> Record {
        let [meta, data] = self.records[usize::from(number)];
        Record { meta, data }
    }

    /// The action of a code point of the BMP (or the unit of a surrogate).
    #[inline]
    pub fn action(self, block: u32, low: u32) -> CopyAction {
        self.action_of(self.number(block, low))
    }

    /// The start of the block of a supplementary code point in `numbers`: equal for blocks with equal records.
    #[inline]
    pub fn supplementary_block(self, code: u32) -> u16 {
        supplementary_block(self.rows, self.row_pool, code)
    }

    /// The start of the block of [`INERT_CODE_POINT`] in `numbers`.
    #[inline]
    pub fn inert_block(self) -> u16 {
        self.basic[INERT_CODE_POINT as usize >> 6]
    }

    #[inline]
    pub fn record(self, c: char) -> Record {
        let code = u32::from(c);
        let number = match code {
            0..0x10000 => self.number(code >> 6, code),
            _ => self.number_in(self.supplementary_block(code), code),
        };
        self.record_of(number)
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

/// Canonical_Combining_Class of a code point that has no decomposition; of others, that of its first code point.
#[inline]
pub(crate) fn combining_class(c: char) -> u8 {
    static CANONICAL: TableView<'static> = TableView {
        basic: &data::NFC_BASIC,
        rows: &data::NFC_ROWS,
        row_pool: &data::ROWS,
        numbers: &data::NUMBERS,
        records: &data::RECORDS,
        strings: &data::STRINGS,
        actions: &data::COMPOSE_ACTIONS,
    };
    CANONICAL.record(c).lccc()
}

/// The primary composite of two code points.
#[inline]
pub(crate) fn compose(first: char, second: char) -> Option<char> {
    let (one, two) = (u32::from(first), u32::from(second));
    if hangul::VOWELS_TO_TRAILING.contains(&two) {
        return hangul::compose(one, two);
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

/// The hash function of the composition table; must equal the one in tools/fold-data/src/tables.rs.
#[inline]
fn hash(first: u32, second: u32) -> usize {
    let key = first.wrapping_mul(0x9E37_79B1) ^ second.wrapping_mul(0x85EB_CA6B);
    (key.wrapping_mul(0xC2B2_AE35) >> 21) as usize
}

/// All composition pairs: first part, second part, composite; Hangul not included.
pub(crate) fn pairs() -> impl Iterator<Item = (char, char, char)> {
    let part = |entry: u64, shift: u32| char::from_u32((entry >> shift & 0x1F_FFFF) as u32);
    data::COMPOSITIONS
        .iter()
        .filter(|entry| **entry != 0)
        .filter_map(move |entry| Some((part(*entry, 42)?, part(*entry, 21)?, part(*entry, 0)?)))
}

/// The primary composites whose first part is this code point.
pub(crate) fn composites_starting_with(first: char) -> impl Iterator<Item = char> {
    static BY_FIRST: OnceLock<Vec<(char, char)>> = OnceLock::new();
    // A heap sort, which is little code.
    let by_first = lazy::get_or_make(&BY_FIRST, || {
        pairs().map(|(first, _, composite)| (first, composite)).collect::<BinaryHeap<_>>().into_sorted_vec()
    });
    let of_first = &by_first[by_first.partition_point(|pair| pair.0 < first)..];
    let is_hangul = hangul::is_jamo_or_syllable(first.into());
    let jamo = hangul::VOWELS.chain(hangul::TRAILING).take_while(move |_| is_hangul);
    let of_pairs = of_first.iter().take_while(move |pair| pair.0 == first).map(|pair| pair.1);
    of_pairs.chain(jamo.filter_map(move |second| hangul::compose(first.into(), second)))
}

/// The primary composites whose second part is this code point.
pub(crate) fn composites_with(second: char) -> impl Iterator<Item = char> {
    pairs().filter(move |pair| pair.1 == second).map(|pair| pair.2)
}
