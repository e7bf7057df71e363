//! Levels of a key as they are written: the primary one straight into the key, the others beside it.

use super::super::ce::{self, COMMON_LOWER, Ce};
use super::super::collator::Collator;
use super::super::key::{Common, Levels, SECONDARY, TertiaryLevel, put_byte};
use super::super::options::Strength;
use super::item::{BYTES, COMPRESSED, Item, USUAL, WIDE};
use super::lower::{Level, LowerWeights};
use super::start::{SHORT, Start};

/// Bytes that one more character can take on the primary level: the end of a run and three bytes, of each of two elements; a
/// syllable takes less.
pub(super) const MOST: usize = 8;
/// On the others, for each of two elements: the end of a run and a weight of two bytes, or that twice with weights of one byte.
const MOST_LOWER: usize = 8;
/// Bytes that are copied at once.
const PIECE: usize = 16;

/// Writes one key. Buffers are longer than what is written: there is room ahead.
pub(super) struct Writer<'a> {
    out: &'a mut Vec<u8>,
    levels: &'a mut Levels,
    pub(super) state: Progress,
    /// The last CE was shifted: ignorable ones after it are ignored.
    pub(super) after_variable: bool,
    collator: &'a Collator,
}

/// How far the levels are.
#[derive(Clone, Copy, Default)]
pub(super) struct Progress {
    out_at: usize,
    secondary: Level,
    tertiary: Level,
    /// The lead byte that is left out when it repeats; 0 for none.
    pub(super) run_lead: u32,
}

/// A writer for a loop: everything at hand.
struct Pen<'w> {
    out: &'w mut [u8],
    secondary: &'w mut [u8],
    tertiary: &'w mut [u8],
    state: Progress,
    tertiary_level: TertiaryLevel,
    /// The bits of an item that count on the lower levels.
    lower_mask: Item,
}

#[inline(always)]
pub(super) fn put<const N: usize>(buffer: &mut [u8], at: usize, bytes: [u8; N]) {
    if let Some(room) = buffer.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
        *room = bytes;
    }
}

/// The byte that ends a run of one lead byte before another one.
#[inline(always)]
pub(super) fn end_run(out: &mut [u8], at: &mut usize, lead: u32, next: u32) {
    if next > lead {
        put_byte(out, at, ce::COMPRESSION_HIGH);
    } else if next > ce::MERGE_SEPARATOR_PRIMARY >> 24 {
        put_byte(out, at, ce::COMPRESSION_LOW);
    }
}

/// A primary of so many bytes that starts, goes on with or ends a run of one lead byte.
#[inline(always)]
fn put_primary(out: &mut [u8], at: &mut usize, run_lead: &mut u32, (primary, bytes): (u32, usize), compressed: bool) {
    let lead = primary >> 24;
    if compressed && lead == *run_lead {
        put(out, *at, (primary << 8).to_be_bytes());
        *at += bytes - 1;
        return;
    }
    if *run_lead != 0 {
        end_run(out, at, *run_lead, lead);
    }
    put(out, *at, primary.to_be_bytes());
    *at += bytes;
    *run_lead = if compressed { lead } else { 0 };
}

/// A primary as tables have it.
#[inline(always)]
pub(super) fn put_any_primary(collator: &Collator, primary: u32, out: &mut [u8], at: &mut usize, run_lead: &mut u32) {
    let [lead, ..] = primary.to_be_bytes();
    let compressed = collator.compressible().get(usize::from(lead)).is_some_and(|&is| is);
    let bytes = ce::primary_length(primary);
    put_primary(out, at, run_lead, (collator.reordering().apply(primary), bytes), compressed);
}

/// The primary of an item.
#[inline(always)]
pub(super) fn put_item(out: &mut [u8], at: &mut usize, run_lead: &mut u32, item: Item) {
    let bytes = (item & BYTES) as usize;
    if bytes != 0 {
        put_primary(out, at, run_lead, ((item >> 32) as u32, bytes), item & COMPRESSED != 0);
    }
}

impl Pen<'_> {
    /// A character.
    #[inline(always)]
    fn item(&mut self, item: Item) {
        let bytes = (item & BYTES) as usize;
        if item & COMPRESSED == 0 && self.state.run_lead == 0 {
            put(self.out, self.state.out_at, ((item >> 32) as u32).to_be_bytes());
            self.state.out_at += bytes;
        } else {
            put_item(self.out, &mut self.state.out_at, &mut self.state.run_lead, item);
        }
        if item & self.lower_mask == USUAL {
            self.common(1);
        } else {
            self.lower(item);
        }
    }

    /// So many elements with common lower weights.
    #[inline(always)]
    fn common(&mut self, elements: usize) {
        self.state.secondary.run += elements;
        self.state.tertiary.run += elements;
    }

    /// Lower weights that are not all common.
    #[inline(always)]
    fn lower(&mut self, item: Item) {
        let item = item & (self.lower_mask | WIDE);
        self.state.secondary.secondaries(item, self.secondary);
        self.state.tertiary.tertiaries(item, self.tertiary_level, self.tertiary);
    }
}

impl<'a> Writer<'a> {
    /// A writer that goes on after the start of a text.
    #[inline(always)]
    pub(super) fn new(collator: &'a Collator, levels: &'a mut Levels, out: &'a mut Vec<u8>, start: &Start) -> Self {
        let mut writer = Writer { out, levels, state: Progress::default(), after_variable: false, collator };
        if start.at > 0 {
            writer.make_room(SHORT);
            writer.wrote(start);
        }
        writer
    }

    /// Writes what is not shifted, with everything at hand.
    #[inline(always)]
    fn with_pen(&mut self, write: impl FnOnce(&mut Pen<'_>)) {
        let way = self.collator.way();
        let (secondary, tertiary) = self.levels.buffers();
        let mut pen = Pen {
            out: self.out,
            secondary,
            tertiary,
            state: self.state,
            tertiary_level: way.tertiary_level,
            lower_mask: way.lower_mask,
        };
        write(&mut pen);
        self.state = pen.state;
        self.after_variable = false;
    }

    /// Sees to it that each level has room for so many characters and for the runs that end in them, and the key for the
    /// ends of short levels.
    #[inline]
    pub(super) fn make_room(&mut self, characters: usize) {
        let state = &self.state;
        let most = state.out_at + characters * MOST + 3 * PIECE;
        let runs = (state.secondary.run + state.tertiary.run) / SECONDARY.longest;
        let most_lower = state.secondary.at.max(state.tertiary.at) + runs + characters * MOST_LOWER + PIECE;
        let (secondary, tertiary) = self.levels.buffers();
        if self.out.len() < most || secondary.len().min(tertiary.len()) < most_lower {
            self.grow(most, most_lower);
        }
    }

    #[cold]
    fn grow(&mut self, most: usize, most_lower: usize) {
        let (secondary, tertiary) = self.levels.buffers();
        for (buffer, most) in [(&mut *self.out, most), (secondary, most_lower), (tertiary, most_lower)] {
            if buffer.len() < most {
                buffer.resize(most + most / 2, 0);
            }
        }
    }

    /// The room left on the primary level; what was written there is told to [`Writer::wrote_simple`] or [`Writer::wrote`].
    #[inline(always)]
    pub(super) fn primary_room(&mut self) -> &mut [u8] {
        self.out.get_mut(self.state.out_at..).unwrap_or(&mut [])
    }

    /// So many bytes were written for so many elements with common weights on the other levels.
    #[inline(always)]
    pub(super) fn wrote_simple(&mut self, bytes: usize, elements: usize) {
        self.state.out_at += bytes;
        self.state.secondary.run += elements;
        self.state.tertiary.run += elements;
        self.after_variable &= elements == 0;
    }

    /// Primaries were written, of elements with these lower weights.
    #[inline(always)]
    pub(super) fn wrote(&mut self, start: &Start) {
        let Start { at, written, run_lead, after_variable, lower } = start;
        self.state.out_at += written;
        self.state.run_lead = *run_lead;
        if lower.are_unusual() {
            self.unusual(lower);
        }
        self.state.secondary.run += lower.common();
        self.state.tertiary.run += lower.common();
        self.after_variable = *after_variable == Some(*at);
    }

    #[inline(never)]
    fn unusual(&mut self, lower: &LowerWeights) {
        self.with_pen(|pen| {
            for (item, common) in lower.each() {
                pen.common(common);
                pen.lower(item);
            }
        });
    }

    /// Takes back the last simple character, of so many bytes.
    pub(super) fn take_back(&mut self, bytes: usize) {
        self.state.out_at -= bytes;
        self.state.secondary.run -= 1;
        self.state.tertiary.run -= 1;
    }

    /// A character.
    #[inline(always)]
    pub(super) fn item(&mut self, item: Item) {
        self.with_pen(|pen| pen.item(item));
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
        self.make_room(1);
        let collator = self.collator;
        self.with_pen(|pen| {
            if primary != 0 {
                let Progress { out_at, run_lead, .. } = &mut pen.state;
                put_any_primary(collator, primary, pen.out, out_at, run_lead);
            }
            let lower = ce::lower(ce);
            if lower & !ce::QUATERNARY_MASK == COMMON_LOWER {
                pen.common(1);
            } else {
                match lower >> 16 {
                    0 => {}
                    ce::COMMON => pen.state.secondary.run += 1,
                    weight => pen.state.secondary.secondary(weight, pen.secondary),
                }
                pen.state.tertiary.tertiary(lower, pen.tertiary_level, pen.tertiary);
            }
        });
    }

    /// Ends the levels and puts them together; the length of the key.
    #[inline]
    pub(super) fn finish(&mut self, strength: Strength) -> usize {
        let common = self.collator.way().tertiary_level.run();
        let Progress { out_at, secondary, tertiary, .. } = self.state;
        let short = secondary.at.max(tertiary.at) <= PIECE && secondary.run.max(tertiary.run) <= SECONDARY.longest;
        if strength != Strength::Tertiary || !short || self.out.len() < out_at + 3 * PIECE {
            return self.finish_any(strength);
        }
        self.append_short(SECONDARY, true, secondary);
        self.append_short(common, false, tertiary);
        self.state.out_at
    }

    /// So much of what is written.
    pub(super) fn written(&self, length: usize) -> &[u8] {
        self.out.get(..length).unwrap_or(&[])
    }

    /// A separator, what a short level holds, and its last run of common weights: there is room.
    #[inline]
    fn append_short(&mut self, common: Common, secondary: bool, level: Level) {
        let at = &mut self.state.out_at;
        put(self.out, *at, [ce::LEVEL_SEPARATOR]);
        *at += 1;
        if level.at != 0 {
            let (first, second) = self.levels.buffers();
            let written = if secondary { first } else { second };
            put(self.out, *at, written.first_chunk::<PIECE>().copied().unwrap_or_default());
            *at += level.at;
        }
        put(self.out, *at, [(usize::from(common.low) + level.run).wrapping_sub(1) as u8]);
        *at += usize::from(level.run != 0);
    }

    #[inline(never)]
    fn finish_any(&mut self, strength: Strength) -> usize {
        let Progress { out_at, secondary, tertiary, .. } = self.state;
        let runs = (secondary.run + tertiary.run) / SECONDARY.longest;
        let most = out_at + secondary.at + tertiary.at + runs + 4;
        if self.out.len() < most {
            self.out.resize(most, 0);
        }
        let (second, third) = self.levels.buffers();
        let levels = [
            (Strength::Secondary, second, secondary, SECONDARY),
            (Strength::Tertiary, third, tertiary, self.collator.way().tertiary_level.run()),
        ];
        let mut at = out_at;
        for (named, buffer, mut level, common) in levels {
            if strength >= named {
                put_byte(self.out, &mut at, ce::LEVEL_SEPARATOR);
                if let (Some(to), Some(from)) = (self.out.get_mut(at..at + level.at), buffer.get(..level.at)) {
                    to.copy_from_slice(from);
                    at += level.at;
                }
                common.put(&mut level.run, false, self.out, &mut at);
            }
        }
        at
    }
}
