//! Levels of a key as they are written: the primary one straight into the key, the others beside it.

use super::super::ce::{self, COMMON_LOWER, Ce};
use super::super::collator::Collator;
use super::super::key::{Common, Levels, SECONDARY};
use super::super::options::Strength;
use super::item::{BYTES, COMPRESSED, Item, USUAL, WIDE};

/// Bytes that one more character can take on the primary level: the end of a run, four bytes; a syllable as much.
const MOST: usize = 5;
/// On the others: the end of a run, two weights of two bytes; written eight at a time.
const MOST_LOWER: usize = 8;
/// Bytes that are copied at once.
const PIECE: usize = 16;

/// Writes one key. Buffers are longer than what is written: there is room ahead.
pub(super) struct Writer<'a> {
    out: &'a mut Vec<u8>,
    out_at: usize,
    levels: &'a mut Levels,
    secondary_at: usize,
    tertiary_at: usize,
    /// The lead byte that is left out when it repeats; 0 for none.
    pub(super) run_lead: u32,
    secondary_run: usize,
    tertiary_run: usize,
    /// The last CE was shifted: ignorable ones after it are ignored.
    after_variable: bool,
    /// The bits of an item that count on the lower levels.
    lower_mask: Item,
    collator: &'a Collator,
}

#[inline(always)]
fn put<const N: usize>(buffer: &mut [u8], at: usize, bytes: [u8; N]) {
    if let Some(room) = buffer.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
        *room = bytes;
    }
}

#[inline]
fn put_byte(buffer: &mut [u8], at: &mut usize, byte: u8) {
    if let Some(room) = buffer.get_mut(*at) {
        *room = byte;
        *at += 1;
    }
}

#[inline]
fn put_weight(buffer: &mut [u8], at: &mut usize, weight: u32) {
    put_byte(buffer, at, (weight >> 8) as u8);
    if weight & 0xFF != 0 {
        put_byte(buffer, at, weight as u8);
    }
}

impl<'a> Writer<'a> {
    /// A writer that goes on after `simple` characters of one byte that end at `out_at`.
    #[inline(always)]
    pub(super) fn new(
        collator: &'a Collator,
        levels: &'a mut Levels,
        (out, out_at): (&'a mut Vec<u8>, usize),
        simple: usize,
    ) -> Self {
        Writer {
            out,
            out_at,
            levels,
            secondary_at: 0,
            tertiary_at: 0,
            run_lead: 0,
            secondary_run: simple,
            tertiary_run: simple,
            after_variable: false,
            lower_mask: collator.way().lower_mask,
            collator,
        }
    }

    /// Sees to it that each level has room for so many characters and for the runs that end in them, and the key for the
    /// ends of short levels.
    #[inline]
    pub(super) fn make_room(&mut self, characters: usize) {
        let most = self.out_at + characters * MOST + 3 * PIECE;
        if self.out.len() < most {
            self.out.resize(most, 0);
        }
        let runs = (self.secondary_run + self.tertiary_run) / SECONDARY.longest;
        let most = self.secondary_at.max(self.tertiary_at) + runs + characters * MOST_LOWER + PIECE;
        let (secondary, tertiary) = self.levels.buffers();
        if secondary.len().min(tertiary.len()) < most {
            self.grow(most);
        }
    }

    #[cold]
    fn grow(&mut self, most: usize) {
        let (secondary, tertiary) = self.levels.buffers();
        for buffer in [secondary, tertiary] {
            buffer.resize(buffer.len().max(most + most / 2), 0);
        }
    }

    /// The room left on the primary level; what was written there is told to [`Writer::wrote_simple`].
    #[inline(always)]
    pub(super) fn primary_room(&mut self) -> &mut [u8] {
        self.out.get_mut(self.out_at..).unwrap_or(&mut [])
    }

    /// So many bytes were written for so many elements with common weights on the other levels.
    #[inline(always)]
    pub(super) fn wrote_simple(&mut self, bytes: usize, elements: usize) {
        self.out_at += bytes;
        self.secondary_run += elements;
        self.tertiary_run += elements;
        self.after_variable &= elements == 0;
    }

    /// Takes back the last simple character, of so many bytes.
    pub(super) fn take_back(&mut self, bytes: usize) {
        self.out_at -= bytes;
        self.secondary_run -= 1;
        self.tertiary_run -= 1;
    }

    /// A character.
    #[inline(always)]
    pub(super) fn item(&mut self, item: Item) {
        let bytes = (item & BYTES) as usize;
        if item & COMPRESSED == 0 && self.run_lead == 0 {
            put(self.out, self.out_at, ((item >> 32) as u32).to_be_bytes());
            self.out_at += bytes;
        } else if bytes != 0 {
            self.primary((item >> 32) as u32, bytes, item & COMPRESSED != 0);
        }
        if item & self.lower_mask == USUAL {
            self.secondary_run += 1;
            self.tertiary_run += 1;
        } else {
            self.lower(item);
        }
        self.after_variable = false;
    }

    /// A primary that starts, goes on with or ends a run of one lead byte.
    #[inline]
    pub(super) fn primary(&mut self, primary: u32, bytes: usize, compressed: bool) {
        let lead = primary >> 24;
        if compressed && lead == self.run_lead {
            put(self.out, self.out_at, (primary << 8).to_be_bytes());
            self.out_at += bytes - 1;
            return;
        }
        if self.run_lead != 0 {
            if lead > self.run_lead {
                put_byte(self.out, &mut self.out_at, ce::COMPRESSION_HIGH);
            } else if lead > ce::MERGE_SEPARATOR_PRIMARY >> 24 {
                put_byte(self.out, &mut self.out_at, ce::COMPRESSION_LOW);
            }
        }
        put(self.out, self.out_at, primary.to_be_bytes());
        self.out_at += bytes;
        self.run_lead = if compressed { lead } else { 0 };
    }

    /// Lower weights that are not all common.
    fn lower(&mut self, item: Item) {
        let lower = (item & self.lower_mask) as u32;
        if item & WIDE != 0 {
            self.secondary(lower >> 16);
            return self.tertiary(lower);
        }
        match lower >> 24 {
            0 => {}
            5 => self.secondary_run += 1,
            weight => self.secondary(weight << 8),
        }
        let accent = lower >> 8 & 0xFF00;
        if accent != 0 {
            self.secondary(accent);
        }
        self.tertiary(lower & 0xFF00_FFFF);
        self.tertiary_run += usize::from(accent != 0);
    }

    #[inline]
    fn secondary(&mut self, weight: u32) {
        let (buffer, _) = self.levels.buffers();
        if self.secondary_run > 0 {
            SECONDARY.put(&mut self.secondary_run, weight > ce::COMMON, buffer, &mut self.secondary_at);
        }
        put_weight(buffer, &mut self.secondary_at, weight);
    }

    #[inline]
    fn tertiary(&mut self, lower: u32) {
        if lower & ce::TERTIARY_MASK == 0 {
            return;
        }
        match self.collator.way().tertiary_level.weight(lower) {
            None => self.tertiary_run += 1,
            Some((weight, above)) => {
                let (_, buffer) = self.levels.buffers();
                if self.tertiary_run > 0 {
                    self.collator.way().tertiary_level.run().put(
                        &mut self.tertiary_run,
                        above,
                        buffer,
                        &mut self.tertiary_at,
                    );
                }
                put_weight(buffer, &mut self.tertiary_at, weight);
            }
        }
    }

    /// Any CE; makes its own room.
    pub(super) fn ce(&mut self, ce: Ce) {
        let primary = ce::primary(ce);
        if primary < self.collator.way().variable_limit {
            let shifted = primary > ce::MERGE_SEPARATOR_PRIMARY;
            if shifted || primary == 0 && self.after_variable {
                self.after_variable = true;
                return;
            }
        }
        self.after_variable = false;
        self.make_room(1);
        if primary != 0 {
            let bytes = 4 - primary.trailing_zeros() as usize / 8;
            let [lead, ..] = primary.to_be_bytes();
            let compressed = self.collator.compressible().get(usize::from(lead)).is_some_and(|&is| is);
            self.primary(self.collator.reordering().apply(primary), bytes, compressed);
        }
        let lower = ce::lower(ce);
        if lower & !ce::QUATERNARY_MASK == COMMON_LOWER {
            self.secondary_run += 1;
            self.tertiary_run += 1;
            return;
        }
        match lower >> 16 {
            0 => {}
            ce::COMMON => self.secondary_run += 1,
            weight => self.secondary(weight),
        }
        self.tertiary(lower);
    }

    /// Ends the levels and puts them together.
    #[inline]
    pub(super) fn finish(mut self, strength: Strength) {
        let (secondary, tertiary) = (SECONDARY, self.collator.way().tertiary_level.run());
        let short = self.secondary_at.max(self.tertiary_at) <= PIECE
            && self.secondary_run.max(self.tertiary_run) <= secondary.longest;
        if strength == Strength::Tertiary && short && self.out.len() >= self.out_at + 3 * PIECE {
            self.append_short(secondary, true, self.secondary_at, self.secondary_run);
            self.append_short(tertiary, false, self.tertiary_at, self.tertiary_run);
            self.out.truncate(self.out_at);
        } else {
            self.finish_any(strength);
        }
    }

    /// A separator, what a short level holds, and its last run of common weights: there is room.
    #[inline]
    fn append_short(&mut self, common: Common, secondary: bool, length: usize, run: usize) {
        put(self.out, self.out_at, [ce::LEVEL_SEPARATOR]);
        self.out_at += 1;
        if length != 0 {
            let (first, second) = self.levels.buffers();
            let level = if secondary { first } else { second };
            put(self.out, self.out_at, level.first_chunk::<PIECE>().copied().unwrap_or_default());
            self.out_at += length;
        }
        put(self.out, self.out_at, [(usize::from(common.low) + run).wrapping_sub(1) as u8]);
        self.out_at += usize::from(run != 0);
    }

    #[inline(never)]
    fn finish_any(self, strength: Strength) {
        let Writer { out, out_at, levels, secondary_at, tertiary_at, secondary_run, tertiary_run, collator, .. } = self;
        out.truncate(out_at);
        let (secondary, tertiary) = levels.buffers();
        let levels = [
            (Strength::Secondary, secondary, secondary_at, SECONDARY, secondary_run),
            (Strength::Tertiary, tertiary, tertiary_at, collator.way().tertiary_level.run(), tertiary_run),
        ];
        for (level, buffer, length, common, mut run) in levels {
            if strength >= level {
                out.push(ce::LEVEL_SEPARATOR);
                out.extend_from_slice(buffer.get(..length).unwrap_or(buffer));
                common.write(&mut run, false, out);
            }
        }
    }
}
