//! Sort keys (UTS #10 section 7.3; LDML part 5 and the format of ICU's keys): the weights of one level after the other,
//! levels separated by 01, runs of common weights compressed, so that keys compare as unsigned bytes.
//!
//! The primary level goes straight into the key; the others are collected beside it and appended at the end.
//!
//! A run of common weights is written as one byte (or more, for long runs) that sorts before or after every other
//! weight depending on what follows: *low* bytes rise and *high* bytes fall with the length of the run.

use super::ce::{self, COMMON, COMMON_LOWER, Ce};
use super::ce_cache::{BYTES, COMMON_WEIGHTS, COMPRESSED, NON_PRIMARY_MASK, PackedCe, TWO_BYTE_SECONDARY};
use super::options::{Alternate, CaseFirst, Settings, Strength};
use super::reorder::Reordering;

/// Where the weights of the levels after the first are collected; kept by the caller.
#[derive(Debug, Default)]
pub(crate) struct Levels {
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
    /// The longest run for one byte.
    pub(crate) longest: usize,
}

pub(crate) const SECONDARY: CommonWeightCompression =
    CommonWeightCompression { low: 0x05, middle: 0x25, high: 0x45, longest: 0x21 };
const TERTIARY: CommonWeightCompression =
    CommonWeightCompression { low: 0x05, middle: 0x65, high: 0xC5, longest: 0x61 };
const TERTIARY_LOWER_FIRST: CommonWeightCompression =
    CommonWeightCompression { low: 0x05, middle: 0x25, high: 0x45, longest: 0x21 };
const TERTIARY_UPPER_FIRST: CommonWeightCompression =
    CommonWeightCompression { low: 0x85, middle: 0xA5, high: 0xC5, longest: 0x21 };
const QUATERNARY: CommonWeightCompression =
    CommonWeightCompression { low: 0x1C, middle: 0x8C, high: 0xFC, longest: 0x71 };
/// Runs of the case level are nibbles: lower case first, and upper case first.
const CASE_LOWER: CommonWeightCompression = CommonWeightCompression { low: 1, middle: 7, high: 13, longest: 7 };
const CASE_UPPER: CommonWeightCompression = CommonWeightCompression { low: 3, middle: 3, high: 15, longest: 13 };

/// Least lead byte of shifted primaries that would collide with the run bytes of the quaternary level.
const SHIFTED_LIMIT: u8 = 0x1B;

impl CommonWeightCompression {
    /// Writes a run. `above`: a weight above the common one follows.
    pub(crate) fn write(&self, run: &mut usize, above: bool, out: &mut Vec<u8>) {
        if *run == 0 {
            return;
        }
        let mut rest = *run - 1;
        while rest >= self.longest {
            out.push(self.middle);
            rest -= self.longest;
        }
        out.push(if above { self.high - rest as u8 } else { self.low + rest as u8 });
        *run = 0;
    }
}

impl CommonWeightCompression {
    /// Writes a run into a buffer that has room for it.
    #[inline]
    pub(crate) fn put(&self, run: &mut usize, above: bool, out: &mut [u8], at: &mut usize) {
        if *run == 0 {
            return;
        }
        let mut rest = *run - 1;
        while rest >= self.longest {
            put_byte(out, at, self.middle);
            rest -= self.longest;
        }
        put_byte(out, at, if above { self.high - rest as u8 } else { self.low + rest as u8 });
        *run = 0;
    }
}

#[inline(always)]
pub(crate) fn put_byte(buffer: &mut [u8], at: &mut usize, byte: u8) {
    if let Some(room) = buffer.get_mut(*at) {
        *room = byte;
        *at += 1;
    }
}

impl Levels {
    /// Secondary and tertiary level as buffers.
    #[inline]
    pub(crate) fn buffers(&mut self) -> (&mut Vec<u8>, &mut Vec<u8>) {
        (&mut self.secondary, &mut self.tertiary)
    }
}

/// How weights are written on the tertiary level, which may put case first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TertiaryLevel {
    /// Off where case is no part of the level.
    case_first: CaseFirst,
}

impl TertiaryLevel {
    pub(crate) fn new(settings: &Settings) -> TertiaryLevel {
        TertiaryLevel { case_first: if settings.case_in_tertiary() { settings.case_first } else { CaseFirst::Off } }
    }

    /// Whether case counts before the other tertiary differences.
    #[inline]
    pub(crate) fn has_case(&self) -> bool {
        self.case_first != CaseFirst::Off
    }

    /// How runs of the common weight are written.
    #[inline]
    pub(crate) fn run(&self) -> CommonWeightCompression {
        match self.case_first {
            CaseFirst::Off => TERTIARY,
            CaseFirst::Lower => TERTIARY_LOWER_FIRST,
            CaseFirst::Upper => TERTIARY_UPPER_FIRST,
        }
    }

    /// What is written for the lower half of a CE, and whether that stands above the common weight; `None` for the
    /// common weight, which only lengthens the run.
    #[inline]
    pub(crate) fn weight(&self, lower: u32) -> Option<(u32, bool)> {
        let weight = lower & if self.has_case() { ce::CASE_MASK | ce::TERTIARY_MASK } else { ce::TERTIARY_MASK };
        if weight == COMMON {
            return None;
        }
        let above = weight > COMMON;
        Some(match self.case_first {
            CaseFirst::Off => (if above { weight + 0xC000 } else { weight }, above),
            CaseFirst::Lower => (if above { weight + 0x4000 } else { weight }, above),
            CaseFirst::Upper => {
                let weight = upper_first(weight, lower);
                (weight, weight >> 8 >= TERTIARY_UPPER_FIRST.low.into())
            }
        })
    }
}

/// Writes one key.
pub(crate) struct KeyWriter<'a> {
    settings: Settings,
    tertiary_level: TertiaryLevel,
    /// Primaries under this one are variable; 0 when nothing is.
    variable_top: u32,
    /// Primaries above this one are neither variable nor special.
    special_top: u32,
    reordering: &'a Reordering,
    compressible: &'a [bool; 256],
    out: &'a mut Vec<u8>,
    levels: &'a mut Levels,
    /// The lead byte whose repetition is left out, as the whole primary; 0 for none.
    run_primary: u32,
    secondary_run: usize,
    tertiary_run: usize,
    quaternary_run: usize,
    case_run: usize,
    /// Backwards secondary: where the segment began, and the last weight written.
    segment: usize,
    last_secondary: u32,
    /// The last CE was variable: ignorable ones after it are ignored.
    after_variable: bool,
    has_secondary: bool,
    has_tertiary: bool,
    has_quaternary: bool,
}

impl<'a> KeyWriter<'a> {
    pub(crate) fn new(
        settings: Settings,
        variable_top: u32,
        reordering: &'a Reordering,
        compressible: &'a [bool; 256],
        out: &'a mut Vec<u8>,
        levels: &'a mut Levels,
    ) -> Self {
        levels.secondary.clear();
        levels.case.clear();
        levels.tertiary.clear();
        levels.quaternary.clear();
        let variable_top = if settings.alternate == Alternate::Shifted { variable_top } else { 0 };
        KeyWriter {
            settings,
            tertiary_level: TertiaryLevel::new(&settings),
            variable_top,
            special_top: variable_top.max(ce::MERGE_SEPARATOR_PRIMARY),
            reordering,
            compressible,
            out,
            levels,
            run_primary: 0,
            secondary_run: 0,
            tertiary_run: 0,
            quaternary_run: 0,
            case_run: 0,
            segment: 0,
            last_secondary: 0,
            after_variable: false,
            has_secondary: settings.strength >= Strength::Secondary,
            has_tertiary: settings.strength >= Strength::Tertiary,
            has_quaternary: settings.strength >= Strength::Quaternary,
        }
    }

    /// Adds one CE to all levels.
    #[inline]
    pub(crate) fn ce(&mut self, ce: Ce) {
        let primary = ce::primary(ce);
        if ce::lower(ce) == COMMON_LOWER && primary > self.special_top {
            self.primary(primary);
            return self.common_weights();
        }
        if primary < self.variable_top {
            if primary > ce::MERGE_SEPARATOR_PRIMARY {
                return self.variable(primary);
            }
            if primary == 0 && self.after_variable {
                return;
            }
        }
        self.after_variable = false;
        if primary != 0 {
            self.primary(primary);
        }
        self.lower(ce::lower(ce), primary);
    }

    /// Adds a packed CE that is not variable, and whose quaternary weight is common.
    #[inline]
    pub(crate) fn packed(&mut self, packed: PackedCe) {
        let primary = (packed >> 32) as u32 & !0xFF;
        if packed & BYTES != 0 {
            self.reordered_primary(primary, packed & COMPRESSED != 0);
        }
        if packed & NON_PRIMARY_MASK == COMMON_WEIGHTS && primary > ce::MERGE_SEPARATOR_PRIMARY {
            return self.common_weights();
        }
        self.after_variable = false;
        let primary = if packed & BYTES != 0 { primary } else { 0 };
        let lower = (packed & NON_PRIMARY_MASK) as u32;
        if packed & TWO_BYTE_SECONDARY != 0 {
            return self.lower(lower, primary);
        }
        self.lower(lower & !0x00FF_0000, primary);
        let accent = lower & 0x00FF_0000;
        if accent != 0 {
            self.lower(accent << 8 | COMMON, 0);
        }
    }

    /// Common weights on all levels but the first.
    #[inline]
    fn common_weights(&mut self) {
        self.after_variable = false;
        self.secondary_run += 1;
        self.case_run += 1;
        self.tertiary_run += 1;
        self.quaternary_run += 1;
    }

    /// Adds the lower half of a CE to the levels after the first.
    fn lower(&mut self, lower: u32, primary: u32) {
        if lower == 0 {
            return;
        }
        if self.has_secondary {
            self.secondary(lower >> 16, primary);
        }
        if self.settings.case_level {
            self.case(lower, primary);
        }
        if self.has_tertiary {
            self.tertiary(lower);
        }
        if self.has_quaternary {
            match lower >> 6 & 3 {
                0 => self.quaternary_run += 1,
                weight => {
                    QUATERNARY.write(&mut self.quaternary_run, true, &mut self.levels.quaternary);
                    self.levels.quaternary.push(0xFC + weight as u8);
                }
            }
        }
    }

    #[inline]
    fn primary(&mut self, primary: u32) {
        let [lead, ..] = primary.to_be_bytes();
        let compressible = self.compressible.get(usize::from(lead)).copied().unwrap_or(false);
        self.reordered_primary(self.reordering.apply(primary), compressible);
    }

    /// Writes a primary; a compressible lead byte that repeats is left out.
    #[inline]
    fn reordered_primary(&mut self, primary: u32, compressible: bool) {
        let [lead, second, third, fourth] = primary.to_be_bytes();
        if !compressible || lead != (self.run_primary >> 24) as u8 {
            if self.run_primary != 0 {
                if primary > self.run_primary {
                    self.out.push(ce::COMPRESSION_HIGH);
                } else if primary > ce::MERGE_SEPARATOR_PRIMARY | 0xFF_FFFF {
                    self.out.push(ce::COMPRESSION_LOW);
                }
            }
            self.out.push(lead);
            self.run_primary = if compressible { primary } else { 0 };
        }
        if second != 0 {
            self.out.push(second);
            if third != 0 {
                self.out.push(third);
                if fourth != 0 {
                    self.out.push(fourth);
                }
            }
        }
    }

    /// A variable CE under `alternate: shifted`.
    fn variable(&mut self, primary: u32) {
        self.after_variable = true;
        if !self.has_quaternary {
            return;
        }
        QUATERNARY.write(&mut self.quaternary_run, false, &mut self.levels.quaternary);
        let primary = self.reordering.apply(primary);
        let bytes = primary.to_be_bytes();
        if bytes[0] >= SHIFTED_LIMIT {
            self.levels.quaternary.push(SHIFTED_LIMIT);
        }
        self.levels.quaternary.extend(bytes.iter().take_while(|&&byte| byte != 0));
    }

    fn secondary(&mut self, weight: u32, primary: u32) {
        let merge = primary == ce::MERGE_SEPARATOR_PRIMARY;
        if weight == 0 {
        } else if weight == COMMON && !(self.settings.backwards && merge) {
            self.secondary_run += 1;
        } else if !self.settings.backwards {
            let out = &mut self.levels.secondary;
            SECONDARY.write(&mut self.secondary_run, weight > COMMON, out);
            push_weight(weight, out);
        } else {
            self.backward_run();
            if merge {
                self.reverse_segment();
                self.levels.secondary.push(2);
                self.segment = self.levels.secondary.len();
                self.last_secondary = 0;
            } else {
                let [high, low] = (weight as u16).to_be_bytes();
                if low != 0 {
                    self.levels.secondary.push(low);
                }
                self.levels.secondary.push(high);
                self.last_secondary = weight;
            }
        }
    }

    /// A run of common weights that will be read backwards: the byte that depends on the neighbour comes first here.
    fn backward_run(&mut self) {
        if self.secondary_run == 0 {
            return;
        }
        let rest = self.secondary_run - 1;
        let part = (rest % SECONDARY.longest) as u8;
        let out = &mut self.levels.secondary;
        out.push(if self.last_secondary < COMMON { SECONDARY.low + part } else { SECONDARY.high - part });
        out.extend(std::iter::repeat_n(SECONDARY.middle, rest / SECONDARY.longest));
        self.secondary_run = 0;
    }

    fn reverse_segment(&mut self) {
        if let Some(segment) = self.levels.secondary.get_mut(self.segment..) {
            segment.reverse();
        }
    }

    fn case(&mut self, lower: u32, primary: u32) {
        let ignored = if self.settings.strength == Strength::Primary { primary == 0 } else { lower <= 0xFFFF };
        if ignored {
            return;
        }
        let case = (lower >> 14 & 3) as u8;
        let out = &mut self.levels.case;
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

    fn tertiary(&mut self, lower: u32) {
        match self.tertiary_level.weight(lower) {
            None => self.tertiary_run += 1,
            Some((weight, above)) => {
                let out = &mut self.levels.tertiary;
                self.tertiary_level.run().write(&mut self.tertiary_run, above, out);
                push_weight(weight, out);
            }
        }
    }

    /// Ends the levels and puts them together.
    pub(crate) fn finish(mut self) {
        if self.has_secondary {
            if self.settings.backwards {
                self.backward_run();
                self.reverse_segment();
            } else {
                SECONDARY.write(&mut self.secondary_run, false, &mut self.levels.secondary);
            }
            self.out.push(ce::LEVEL_SEPARATOR);
            self.out.extend_from_slice(&self.levels.secondary);
        }
        if self.settings.case_level {
            self.finish_case();
        }
        if self.has_tertiary {
            self.tertiary_level.run().write(&mut self.tertiary_run, false, &mut self.levels.tertiary);
            self.out.push(ce::LEVEL_SEPARATOR);
            self.out.extend_from_slice(&self.levels.tertiary);
        }
        if self.has_quaternary {
            // Nothing but common weights says nothing, unless shifted ones could stand against them.
            if self.settings.alternate == Alternate::Shifted || !self.levels.quaternary.is_empty() {
                QUATERNARY.write(&mut self.quaternary_run, false, &mut self.levels.quaternary);
            }
            self.out.push(ce::LEVEL_SEPARATOR);
            self.out.extend_from_slice(&self.levels.quaternary);
        }
    }

    /// The case level: nibbles, two to a byte.
    fn finish_case(&mut self) {
        let out = &mut self.levels.case;
        if self.settings.case_first == CaseFirst::Upper {
            CASE_UPPER.write(&mut self.case_run, false, out);
        } else if !out.is_empty() {
            CASE_LOWER.write(&mut self.case_run, false, out);
        }
        self.out.push(ce::LEVEL_SEPARATOR);
        let pairs = self.levels.case.chunks(2);
        self.out
            .extend(pairs.map(|pair| pair.iter().fold(0, |byte, nibble| byte << 4 | nibble) << (4 * (2 - pair.len()))));
    }
}

/// The tertiary weight with the case order turned round. Tertiary CEs keep their (artificial) upper case bits, so that
/// they stay above those of primary and secondary CEs.
pub(crate) fn upper_first(weight: u32, lower: u32) -> u32 {
    if lower <= 0xFFFF {
        return weight + 0x4000;
    }
    let turned = weight ^ ce::CASE_MASK;
    if turned < u32::from(TERTIARY_UPPER_FIRST.high) << 8 { turned - 0x4000 } else { turned }
}

#[inline]
fn push_weight(weight: u32, out: &mut Vec<u8>) {
    let [high, low] = (weight as u16).to_be_bytes();
    out.push(high);
    if low != 0 {
        out.push(low);
    }
}
