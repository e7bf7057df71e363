//! The levels under the first: weights of items that are not all common, kept until the first level is written, and how they
//! are written.

use super::super::ce;
use super::super::key::{Common, SECONDARY, TertiaryLevel, put_byte};
use super::super::options::Strength;
use super::Way;
use super::item::{Item, USUAL, WIDE};

/// Lower weights that wait until a loop ends: those that are not common, each with the number of common ones before it.
#[derive(Default)]
pub(super) struct LowerWeights {
    /// The lower weights and flags of an item, with that number in place of the primary.
    unusual: [u64; 16],
    count: usize,
    common: u32,
}

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

    /// The common ones behind the last unusual one.
    #[inline(always)]
    pub(super) fn common(&self) -> usize {
        self.common as usize
    }

    /// Two more can be added.
    #[inline(always)]
    pub(super) fn has_room(&self) -> bool {
        self.count + 2 <= self.unusual.len()
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
        put_byte(out, &mut level.at, ce::LEVEL_SEPARATOR);
        for (item, common) in lower.each() {
            level.run += common;
            level.secondaries(item & (way.lower_mask | WIDE), out);
        }
        level.run += lower.common();
        SECONDARY.put(&mut level.run, false, out, &mut level.at);
    }
    if way.strength >= Strength::Tertiary {
        put_byte(out, &mut level.at, ce::LEVEL_SEPARATOR);
        for (item, common) in lower.each() {
            level.run += common;
            level.tertiaries(item & (way.lower_mask | WIDE), way.tertiary_level, out);
        }
        level.run += lower.common();
        way.tertiary_level.run().put(&mut level.run, false, out, &mut level.at);
    }
    level.at
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
