//! Sort keys (UTS #10 section 7.3; LDML part 5 and the format of ICU's keys): the weights level by level, with
//! separators 01 and compressed runs of common weights, so that keys compare as unsigned bytes.
//!
//! The primary level is written directly to the key; the others are collected in buffers and appended at the end.
//!
//! A run of common weights is written as one byte (or more, for long runs) that sorts below or above every other weight
//! depending on the next weight: *low* bytes increase and *high* bytes decrease with the length of the run.

use super::ce::{self, COMMON};
use super::ce_cache::{ACCENT, BYTES, NON_PRIMARY_MASK, PackedCe, QUATERNARY, QUATERNARY_SHIFT, TWO_BYTE_SECONDARY};
use super::options::{Alternate, CaseFirst, Settings, Strength};
use crate::unicode::part::SlicePart;

/// The buffers of the levels after the first; kept by the caller.
#[derive(Debug, Default)]
pub(crate) struct Levels {
    /// The secondary and the tertiary level for common settings; the buffers are longer than their contents.
    buffers: [Vec<u8>; 2],
    secondary: Vec<u8>,
    case: Vec<u8>,
    tertiary: Vec<u8>,
    quaternary: Vec<u8>,
}

/// The bytes of compressed runs of common weights on one level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommonWeightCompression {
    pub(crate) low: u8,
    middle: u8,
    pub(crate) high: u8,
    /// The maximum length of a run that one byte encodes.
    pub(crate) longest: usize,
}

pub(crate) const SECONDARY: CommonWeightCompression =
    CommonWeightCompression { low: 0x05, middle: 0x25, high: 0x45, longest: 0x21 };
const TERTIARY: CommonWeightCompression =
    CommonWeightCompression { low: 0x05, middle: 0x65, high: 0xC5, longest: 0x61 };
const TERTIARY_LOWER_FIRST: CommonWeightCompression =
    CommonWeightCompression { low: 0x05, middle: 0x25, high: 0x45, longest: 0x21 };
pub(crate) const TERTIARY_UPPER_FIRST: CommonWeightCompression =
    CommonWeightCompression { low: 0x85, middle: 0xA5, high: 0xC5, longest: 0x21 };
pub(crate) const QUATERNARY_LEVEL: CommonWeightCompression =
    CommonWeightCompression { low: 0x1C, middle: 0x8C, high: 0xFC, longest: 0x71 };
/// Runs of the case level are nibbles: for lower case first, and for upper case first.
const CASE_LOWER: CommonWeightCompression = CommonWeightCompression { low: 1, middle: 7, high: 13, longest: 7 };
const CASE_UPPER: CommonWeightCompression = CommonWeightCompression { low: 3, middle: 3, high: 15, longest: 13 };

/// The least lead byte of shifted primaries that collide with the run bytes of the quaternary level.
pub(crate) const SHIFTED_LIMIT: u8 = 0x1B;

impl CommonWeightCompression {
    /// The width of the gap for the bytes of runs, in weights: weights on one side of it are moved by it.
    const fn gap(&self) -> u32 {
        ((self.high - self.low) as u32) << 8
    }

    /// Appends a run. `above`: whether the next weight is above the common one.
    pub(crate) fn write(&self, run: &mut usize, above: bool, out: &mut Vec<u8>) {
        if let Some((middles, last)) = self.run_bytes(std::mem::take(run), above) {
            out.extend(std::iter::repeat_n(self.middle, middles));
            out.push(last);
        }
    }

    /// Writes a run to a buffer that has space for it.
    #[inline]
    pub(crate) fn put(&self, run: &mut usize, above: bool, out: &mut [u8], at: &mut usize) {
        if let Some((middles, last)) = self.run_bytes(std::mem::take(run), above) {
            (0..middles).for_each(|_| put_byte(out, at, self.middle));
            put_byte(out, at, last);
        }
    }

    /// The number of middle bytes of a run, and its last byte; `None` for an empty run.
    #[inline]
    fn run_bytes(&self, run: usize, above: bool) -> Option<(usize, u8)> {
        let (mut rest, mut middles) = (run.checked_sub(1)?, 0);
        // Most runs are one byte, so there is no division.
        while rest >= self.longest {
            (rest, middles) = (rest - self.longest, middles + 1);
        }
        Some((middles, if above { self.high - rest as u8 } else { self.low + rest as u8 }))
    }

    /// The byte of a run that ends a level, if it is not empty and one byte encodes it.
    #[inline(always)]
    pub(crate) fn final_byte(&self, run: usize) -> u8 {
        self.low.wrapping_add(run as u8).wrapping_sub(1)
    }
}

#[inline(always)]
pub(crate) fn put_byte(buffer: &mut [u8], at: &mut usize, byte: u8) {
    if let Some(slot) = buffer.get_mut(*at) {
        *slot = byte;
        *at += 1;
    }
}

impl Levels {
    /// The buffers of the secondary and the tertiary level.
    #[inline]
    pub(crate) fn buffers(&mut self) -> (&mut Vec<u8>, &mut Vec<u8>) {
        let [secondary, tertiary] = &mut self.buffers;
        (secondary, tertiary)
    }
}

/// The encoding of tertiary weights, which may put case first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TertiaryLevel {
    /// `Off` if case is not part of the level.
    case_first: CaseFirst,
}

impl TertiaryLevel {
    pub(crate) fn new(settings: &Settings) -> TertiaryLevel {
        TertiaryLevel { case_first: if settings.case_in_tertiary() { settings.case_first } else { CaseFirst::Off } }
    }

    /// Whether case precedes the other tertiary differences.
    #[inline]
    pub(crate) fn has_case(&self) -> bool {
        self.case_first != CaseFirst::Off
    }

    /// The encoding of runs of the common weight.
    #[inline]
    pub(crate) fn run(&self) -> CommonWeightCompression {
        match self.case_first {
            CaseFirst::Off => TERTIARY,
            CaseFirst::Lower => TERTIARY_LOWER_FIRST,
            CaseFirst::Upper => TERTIARY_UPPER_FIRST,
        }
    }

    /// The encoded tertiary weight of the lower half of a CE, and whether it is above the common weight; `None` for the
    /// common weight, which only lengthens the run.
    #[inline]
    pub(crate) fn weight(&self, lower: u32) -> Option<(u32, bool)> {
        let weight = lower & if self.has_case() { ce::CASE_MASK | ce::TERTIARY_MASK } else { ce::TERTIARY_MASK };
        if weight == COMMON {
            return None;
        }
        let above = weight > COMMON;
        Some(match self.case_first {
            CaseFirst::Off => (if above { weight + TERTIARY.gap() } else { weight }, above),
            CaseFirst::Lower => (if above { weight + TERTIARY_LOWER_FIRST.gap() } else { weight }, above),
            CaseFirst::Upper => {
                let weight = upper_first(weight, lower);
                (weight, weight >> 8 >= TERTIARY_UPPER_FIRST.low.into())
            }
        })
    }
}

/// Writes the levels after the first, for any settings.
pub(crate) struct NonPrimaryWriter {
    settings: Settings,
    tertiary_level: TertiaryLevel,
    secondary_run: usize,
    tertiary_run: usize,
    quaternary_run: usize,
    case_run: usize,
    /// For the backwards secondary level: the start of the segment, and the last weight.
    segment: usize,
    last_secondary: u32,
    has_secondary: bool,
    has_tertiary: bool,
    has_quaternary: bool,
}

impl NonPrimaryWriter {
    pub(crate) fn new(settings: Settings, levels: &mut Levels) -> NonPrimaryWriter {
        levels.secondary.clear();
        levels.case.clear();
        levels.tertiary.clear();
        levels.quaternary.clear();
        NonPrimaryWriter {
            settings,
            tertiary_level: TertiaryLevel::new(&settings),
            secondary_run: 0,
            tertiary_run: 0,
            quaternary_run: 0,
            case_run: 0,
            segment: 0,
            last_secondary: 0,
            has_secondary: settings.strength >= Strength::Secondary,
            has_tertiary: settings.strength >= Strength::Tertiary,
            has_quaternary: settings.strength >= Strength::Quaternary,
        }
    }

    /// Adds CEs with common weights on all levels after the first, and with primaries other than that of the merge
    /// separator.
    #[inline(always)]
    pub(crate) fn common(&mut self, elements: usize) {
        self.secondary_run += elements;
        self.case_run += elements;
        self.tertiary_run += elements;
        self.quaternary_run += elements;
    }

    /// Adds the weights of a packed CE; its primary may be masked out. The merge separator is never packed.
    pub(crate) fn packed(&mut self, packed: PackedCe, levels: &mut Levels) {
        let primary = if packed & BYTES != 0 { u32::MAX } else { 0 };
        let quaternary = ((packed & QUATERNARY) >> QUATERNARY_SHIFT) as u32;
        let lower = (packed & NON_PRIMARY_MASK) as u32 | quaternary;
        if packed & TWO_BYTE_SECONDARY != 0 {
            return self.ce(lower, primary, levels);
        }
        let accent = lower & ACCENT as u32;
        self.ce(lower & !accent, primary, levels);
        if accent != 0 {
            self.ce(accent << 8 | COMMON, 0, levels);
        }
    }

    /// Adds the lower half of a CE; `primary` matters only for the merge separator and for 0.
    pub(crate) fn ce(&mut self, lower: u32, primary: u32, levels: &mut Levels) {
        if lower == 0 {
            return;
        }
        if self.has_secondary {
            self.secondary(ce::secondary(lower), primary, &mut levels.secondary);
        }
        if self.settings.case_level {
            self.case(lower, primary, &mut levels.case);
        }
        if self.has_tertiary {
            self.tertiary(lower, &mut levels.tertiary);
        }
        if self.has_quaternary {
            match ce::quaternary(lower) {
                0 => self.quaternary_run += 1,
                weight => {
                    QUATERNARY_LEVEL.write(&mut self.quaternary_run, true, &mut levels.quaternary);
                    levels.quaternary.push(QUATERNARY_LEVEL.high + weight as u8);
                }
            }
        }
    }

    /// Adds the reordered primary of a variable CE under `alternate: shifted`.
    pub(crate) fn shifted(&mut self, primary: u32, levels: &mut Levels) {
        if !self.has_quaternary {
            return;
        }
        let out = &mut levels.quaternary;
        QUATERNARY_LEVEL.write(&mut self.quaternary_run, false, out);
        let bytes = primary.to_be_bytes();
        if bytes[0] >= SHIFTED_LIMIT {
            out.push(SHIFTED_LIMIT);
        }
        out.extend(bytes.iter().take_while(|&&byte| byte != 0));
    }

    fn secondary(&mut self, weight: u32, primary: u32, out: &mut Vec<u8>) {
        let merge = primary == ce::MERGE_SEPARATOR_PRIMARY;
        if weight == 0 {
        } else if weight == COMMON && !(self.settings.backwards && merge) {
            self.secondary_run += 1;
        } else if !self.settings.backwards {
            SECONDARY.write(&mut self.secondary_run, weight > COMMON, out);
            push_weight(weight, out);
        } else {
            self.backward_run(out);
            if merge {
                self.reverse_segment(out);
                out.push(2);
                self.segment = out.len();
                self.last_secondary = 0;
            } else {
                let [high, low] = (weight as u16).to_be_bytes();
                if low != 0 {
                    out.push(low);
                }
                out.push(high);
                self.last_secondary = weight;
            }
        }
    }

    /// Writes a run of common weights that will be read backwards: the byte that depends on the next weight comes
    /// first.
    fn backward_run(&mut self, out: &mut Vec<u8>) {
        let run = std::mem::take(&mut self.secondary_run);
        if let Some((middles, last)) = SECONDARY.run_bytes(run, self.last_secondary >= COMMON) {
            out.push(last);
            out.extend(std::iter::repeat_n(SECONDARY.middle, middles));
        }
    }

    fn reverse_segment(&mut self, out: &mut [u8]) {
        if let Some(segment) = out.get_mut(self.segment..) {
            segment.reverse();
        }
    }

    fn case(&mut self, lower: u32, primary: u32, out: &mut Vec<u8>) {
        let ignored =
            if self.settings.strength == Strength::Primary { primary == 0 } else { ce::secondary(lower) == 0 };
        if ignored {
            return;
        }
        let case = ce::case(lower) as u8;
        if case == 0 {
            self.case_run += 1;
        } else if self.settings.case_first == CaseFirst::Upper {
            CASE_UPPER.write(&mut self.case_run, false, out);
            out.push(CASE_UPPER.low - case);
        } else {
            CASE_LOWER.write(&mut self.case_run, true, out);
            out.push(CASE_LOWER.high + case);
        }
    }

    fn tertiary(&mut self, lower: u32, out: &mut Vec<u8>) {
        match self.tertiary_level.weight(lower) {
            None => self.tertiary_run += 1,
            Some((weight, above)) => {
                self.tertiary_level.run().write(&mut self.tertiary_run, above, out);
                push_weight(weight, out);
            }
        }
    }

    /// Ends the levels and passes them to `append`, which writes the separator before each of them.
    pub(crate) fn finish(mut self, levels: &mut Levels, mut append: impl FnMut(&[u8])) {
        let Levels { secondary, case, tertiary, quaternary, .. } = levels;
        if self.has_secondary {
            if self.settings.backwards {
                self.backward_run(secondary);
                self.reverse_segment(secondary);
            } else {
                SECONDARY.write(&mut self.secondary_run, false, secondary);
            }
            append(secondary);
        }
        if self.settings.case_level {
            append(self.finish_case(case));
        }
        if self.has_tertiary {
            self.tertiary_level.run().write(&mut self.tertiary_run, false, tertiary);
            append(tertiary);
        }
        if self.has_quaternary {
            // A quaternary level of common weights only is omitted, unless they compare with shifted ones.
            if self.settings.alternate == Alternate::Shifted || !quaternary.is_empty() {
                QUATERNARY_LEVEL.write(&mut self.quaternary_run, false, quaternary);
            }
            append(quaternary);
        }
    }

    /// Ends the case level and packs its nibbles, two per byte.
    fn finish_case<'l>(&mut self, level: &'l mut Vec<u8>) -> &'l [u8] {
        if self.settings.case_first == CaseFirst::Upper {
            CASE_UPPER.write(&mut self.case_run, false, level);
        } else if !level.is_empty() {
            CASE_LOWER.write(&mut self.case_run, false, level);
        }
        let bytes = level.len().div_ceil(2);
        for at in 0..bytes {
            let nibble = |at| level.get(at).copied().unwrap_or(0);
            let byte = nibble(2 * at) << 4 | nibble(2 * at + 1);
            if let Some(slot) = level.get_mut(at) {
                *slot = byte;
            }
        }
        level.part(..bytes)
    }
}

/// The tertiary weight with the case order reversed. Tertiary CEs keep their (artificial) upper case bits, so that they
/// stay above those of primary and secondary CEs.
pub(crate) fn upper_first(weight: u32, lower: u32) -> u32 {
    if ce::secondary(lower) == 0 {
        return weight + TERTIARY_UPPER_FIRST.gap();
    }
    let inverted = weight ^ ce::CASE_MASK;
    let is_below_runs = inverted < u32::from(TERTIARY_UPPER_FIRST.high) << 8;
    if is_below_runs { inverted - TERTIARY_UPPER_FIRST.gap() } else { inverted }
}

#[inline]
fn push_weight(weight: u32, out: &mut Vec<u8>) {
    let [high, low] = (weight as u16).to_be_bytes();
    out.push(high);
    if low != 0 {
        out.push(low);
    }
}
