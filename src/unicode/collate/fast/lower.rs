//! The levels under the first: weights of items that are not all common, kept until the first level is written, and how they
//! are written.

use super::super::ce::{self, LEVEL_SEPARATOR};
use super::super::key::{Common, SECONDARY, TertiaryLevel, put_byte};
use super::super::options::Strength;
use super::Way;
use super::item::{Item, USUAL, WIDE};
use super::writer::put;

/// Lower weights that wait until a loop ends: those that are not common, each with the number of common ones before it.
#[derive(Default)]
pub(super) struct LowerWeights {
    /// The lower weights and flags of an item, with that number in place of the primary.
    unusual: [u64; 16],
    count: usize,
    common: u32,
}

/// Where an item has its secondary weight, that of its accent, and its tertiary one without case.
const FIRST: Item = 0xFF00_0000;
const ACCENT: Item = 0x00FF_0000;
const TERTIARY: Item = 0x3F00;

/// The part of an item that tells its lower weights.
const LOWER_PART: Item = 0xFF_FFFF_FFFF;

impl LowerWeights {
    /// Bytes that they make on the two levels together: of each two weights and a run before each, and the runs of common ones.
    pub(super) const MOST: usize = 2 * (2 * 16 * 3 + 16);

    /// Whether some are not common.
    #[inline(always)]
    pub(super) fn are_unusual(&self) -> bool {
        self.count > 0
    }

    /// Whether there are many that may be usual: a few are quicker one by one.
    #[inline(always)]
    fn may_be_usual(&self) -> bool {
        self.count > 2 && self.each().next().is_some_and(|(item, _)| item & FIRST == USUAL & FIRST)
    }

    /// The common ones behind the last unusual one.
    #[inline(always)]
    pub(super) fn common(&self) -> usize {
        self.common as usize
    }

    /// Two more can be added.
    #[inline(always)]
    pub(super) fn has_room(&self) -> bool {
        self.room() >= 2
    }

    /// Adds those of an item; the mask has the bits that count. Whether there was room.
    #[inline(always)]
    pub(super) fn add(&mut self, item: Item, mask: Item) -> bool {
        if item & mask == USUAL {
            self.common += 1;
            return true;
        }
        let Some(slot) = self.unusual.get_mut(self.count) else { return false };
        *slot = u64::from(self.common) << 40 | item & LOWER_PART;
        self.count += 1;
        self.common = 0;
        true
    }

    /// Adds those of many without a branch on which they are; there must be room for all.
    #[inline(always)]
    pub(super) fn add_unforeseen(&mut self, lower: impl Iterator<Item = Item>, mask: Item) {
        let LowerWeights { unusual, count, common } = self;
        let (mut at, mut run) = (*count, *common);
        for item in lower {
            let is_unusual = item & mask != USUAL;
            if let Some(slot) = unusual.get_mut(at) {
                *slot = u64::from(run) << 40 | item & LOWER_PART;
            }
            at += usize::from(is_unusual);
            run = (run + 1) & u32::from(is_unusual).wrapping_sub(1);
        }
        (*count, *common) = (at, run);
    }

    /// How many more can be added, whichever they are.
    #[inline(always)]
    pub(super) fn room(&self) -> usize {
        self.unusual.len() - self.count
    }

    /// The weights of each unusual one, and how many common ones stand before it.
    #[inline(always)]
    pub(super) fn each(&self) -> impl Iterator<Item = (Item, usize)> {
        self.unusual.iter().take(self.count).map(|weights| (weights & LOWER_PART, (weights >> 40) as usize))
    }

    /// Adds common ones.
    #[inline(always)]
    pub(super) fn add_common(&mut self, elements: usize) {
        self.common += elements as u32;
    }
}

/// Ends a key whose first level is written up to a place, with room for the others; its length.
#[inline(always)]
pub(super) fn end_levels(way: &Way, lower: &LowerWeights, out: &mut [u8], at: usize) -> usize {
    let mut level = Level { at, run: 0 };
    if way.strength >= Strength::Secondary {
        put_byte(out, &mut level.at, LEVEL_SEPARATOR);
        for (item, common) in lower.each() {
            level.run += common;
            level.secondaries(item & (way.lower_mask | WIDE), out);
        }
        level.run += lower.common();
        SECONDARY.put(&mut level.run, false, out, &mut level.at);
    }
    if way.strength >= Strength::Tertiary {
        put_byte(out, &mut level.at, LEVEL_SEPARATOR);
        for (item, common) in lower.each() {
            level.run += common;
            level.tertiaries(item & (way.lower_mask | WIDE), way.tertiary_level, out);
        }
        level.run += lower.common();
        way.tertiary_level.run().put(&mut level.run, false, out, &mut level.at);
    }
    level.at
}

/// The same of many items where each has a common secondary, maybe an accent, and a tertiary, all of one byte, at tertiary
/// strength: without a branch on what they are, as nothing foretells that.
#[inline(never)]
pub(super) fn end_usual_levels(way: &Way, lower: &LowerWeights, out: &mut [u8], at: usize) -> Option<usize> {
    if !lower.may_be_usual() {
        return None;
    }
    let (mut differing, mut elements, mut accents) = (0, lower.common() + lower.count, 0);
    for (item, common) in lower.each() {
        let [accent, tertiary] = weights(item);
        differing |= item ^ USUAL | if tertiary == 0 { WIDE } else { 0 };
        elements += common;
        accents += usize::from(accent != 0);
    }
    let are_usual = differing & (WIDE | FIRST) == 0 && elements <= SECONDARY.longest;
    if !are_usual || way.strength != Strength::Tertiary || way.tertiary_level.has_case() {
        return None;
    }
    let room = out.get_mut(at..)?.first_chunk_mut()?;
    let mut level = Usual { out: room, at: 0, run: 0 };
    level.put(LEVEL_SEPARATOR);
    if differing & ACCENT != 0 {
        for (item, common) in lower.each() {
            let [accent, _] = weights(item);
            level.run += common + 1;
            level.weight(SECONDARY, accent != 0, (accent, accent > 5));
        }
        level.run += lower.common();
    } else {
        level.run = elements;
    }
    level.end(SECONDARY);
    level.put(LEVEL_SEPARATOR);
    let run = way.tertiary_level.run();
    if differing & TERTIARY != 0 {
        for (item, common) in lower.each() {
            let [accent, tertiary] = weights(item);
            let (is_common, above) = (tertiary == 5, tertiary > 5);
            level.run += common + usize::from(is_common);
            level.weight(run, !is_common, (tertiary + 0xC0 * u8::from(above), above));
            level.run += usize::from(accent != 0);
        }
        level.run += lower.common();
    } else {
        level.run = elements + accents;
    }
    level.end(run);
    Some(at + level.at)
}

/// The accent of an item and its tertiary weight without case, where each of them is one byte.
#[inline(always)]
fn weights(item: Item) -> [u8; 2] {
    let [_, accent, tertiary, _] = (item as u32).to_be_bytes();
    [accent, tertiary & (TERTIARY >> 8) as u8]
}

/// Usual levels as they are written.
struct Usual<'o> {
    out: &'o mut [u8; LowerWeights::MOST],
    at: usize,
    /// Common weights behind the last other one.
    run: usize,
}

impl Usual<'_> {
    #[inline(always)]
    fn put(&mut self, byte: u8) {
        put_byte(self.out, &mut self.at, byte);
    }

    /// Writes a weight and the run before it, if there are such; whether it stands above the common one is told with it.
    #[inline(always)]
    fn weight(&mut self, common: Common, is_one: bool, (weight, above): (u8, bool)) {
        let has_run = is_one & (self.run != 0);
        let rest = (self.run as u8).wrapping_sub(1);
        let (low, high) = (common.low.wrapping_add(rest), common.high.wrapping_sub(rest));
        put(self.out, self.at, [low ^ (low ^ high) & u8::from(above).wrapping_neg()]);
        self.at += usize::from(has_run);
        put(self.out, self.at, [weight]);
        self.at += usize::from(is_one);
        self.run &= usize::from(is_one).wrapping_sub(1);
    }

    /// Ends a level.
    #[inline(always)]
    fn end(&mut self, common: Common) {
        put(self.out, self.at, [common.low.wrapping_add(self.run as u8).wrapping_sub(1)]);
        self.at += usize::from(self.run != 0);
        self.run = 0;
    }
}

/// How far a level under the first is: where its last weight ends, and the common weights behind that.
#[derive(Clone, Copy, Default)]
pub(super) struct Level {
    pub(super) at: usize,
    pub(super) run: usize,
}

impl Level {
    /// The secondary weights of an item, as far as they count.
    #[inline(always)]
    pub(super) fn secondaries(&mut self, item: Item, out: &mut [u8]) {
        let lower = item as u32;
        if item & WIDE != 0 {
            return self.secondary(lower >> 16, out);
        }
        let [first, second, ..] = lower.to_be_bytes();
        match first {
            5 => self.run += 1,
            0 => {}
            weight => self.secondary(u32::from(weight) << 8, out),
        }
        if second != 0 {
            self.secondary(u32::from(second) << 8, out);
        }
    }

    /// The same for its tertiary weights.
    #[inline(always)]
    pub(super) fn tertiaries(&mut self, item: Item, level: TertiaryLevel, out: &mut [u8]) {
        let lower = item as u32;
        if item & WIDE != 0 {
            return self.tertiary(lower, level, out);
        }
        self.tertiary(lower & 0xFF00_FFFF, level, out);
        self.run += usize::from(lower & 0x00FF_0000 != 0);
    }

    #[inline(always)]
    pub(super) fn secondary(&mut self, weight: u32, out: &mut [u8]) {
        self.weight(SECONDARY, (weight, weight > ce::COMMON), out);
    }

    #[inline(always)]
    pub(super) fn tertiary(&mut self, lower: u32, level: TertiaryLevel, out: &mut [u8]) {
        if lower & ce::TERTIARY_MASK == 0 {
            return;
        }
        match level.weight(lower) {
            None => self.run += 1,
            Some(weight) => self.weight(level.run(), weight, out),
        }
    }

    /// A weight that is not the common one, and whether it stands above that.
    #[inline(always)]
    fn weight(&mut self, common: Common, (weight, above): (u32, bool), out: &mut [u8]) {
        if self.run > 0 {
            common.put(&mut self.run, above, out, &mut self.at);
        }
        put_weight(out, &mut self.at, weight);
    }
}

#[inline(always)]
fn put_weight(buffer: &mut [u8], at: &mut usize, weight: u32) {
    put_byte(buffer, at, (weight >> 8) as u8);
    if weight & 0xFF != 0 {
        put_byte(buffer, at, weight as u8);
    }
}
