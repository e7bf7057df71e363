//! Comparison in the order of the keys (UTS #10 section 7.4): by primaries from the first difference on, then by keys
//! if the texts are short and their levels the common ones, else level by level. The CEs are computed again for each
//! level, so memory depends on the texts only for runs of marks, and for the segments of a backwards secondary level.

use crate::unicode::part::SlicePart;
use std::cmp::Ordering;

use super::ce::{self, COMMON, Ce};
use super::collator::{Collator, CollatorScratch};
use super::elements::Elements;
use super::fast::{PrimaryComparator, compare_context_free, compare_single_units};
use super::key::{QUATERNARY_LEVEL, SHIFTED_LIMIT, TERTIARY_UPPER_FIRST, upper_first};
use super::key_context::KeyContext;
use super::key_plan::KeyLevels;
use super::options::{Alternate, CaseFirst, Strength};
use crate::unicode::text::{CodeUnit, four_units};

/// Texts up to this length, in units, are compared by their keys if their primary weights are equal.
const MAX_LENGTH_BY_KEYS: usize = 1024;

/// Iterates over the CEs of a text.
struct CeSource<'a, U> {
    elements: Elements<'a, U>,
    pending: Vec<Ce>,
    next: usize,
}

impl<U: CodeUnit> CeSource<'_, U> {
    #[inline]
    fn next(&mut self) -> Option<Ce> {
        loop {
            if let Some(&ce) = self.pending.get(self.next) {
                self.next += 1;
                return Some(ce);
            }
            self.pending.clear();
            self.next = 0;
            let pending = &mut self.pending;
            if !self.elements.step(&mut |ce| pending.push(ce)) {
                return None;
            }
        }
    }
}

/// The weights of one text that a level compares, as ordered numbers; the end of the text is lower than all of them.
struct LevelWeights<'a, 'c, U> {
    source: CeSource<'a, U>,
    context: &'c KeyContext,
    variable_limit: u32,
    after_variable: bool,
}

impl<U: CodeUnit> LevelWeights<'_, '_, U> {
    /// The next CE, without ignorable CEs after a variable one; `Err` with the primary of a variable CE.
    #[inline]
    fn next(&mut self) -> Option<Result<Ce, u32>> {
        loop {
            let ce = self.source.next()?;
            let primary = ce::primary(ce);
            if primary < self.variable_limit {
                if primary > ce::MERGE_SEPARATOR_PRIMARY {
                    self.after_variable = true;
                    return Some(Err(primary));
                }
                if primary == 0 && self.after_variable {
                    continue;
                }
            }
            self.after_variable = false;
            return Some(Ok(ce));
        }
    }

    fn primary(&mut self) -> u32 {
        while let Some(ce) = self.next() {
            if let Ok(ce) = ce
                && ce::primary(ce) != 0
            {
                return self.context.reordering().apply(ce::primary(ce));
            }
        }
        0
    }

    fn secondary(&mut self) -> u32 {
        while let Some(ce) = self.next() {
            if let Ok(ce) = ce
                && ce::secondary(ce::lower(ce)) != 0
            {
                return ce::secondary(ce::lower(ce));
            }
        }
        0
    }

    /// Reads the secondary weights of a segment, which ends at U+FFFE or at the end of the text; returns whether
    /// another segment follows.
    fn segment(&mut self, into: &mut Vec<u16>) -> bool {
        into.clear();
        while let Some(ce) = self.next() {
            let Ok(ce) = ce else { continue };
            if ce::primary(ce) == ce::MERGE_SEPARATOR_PRIMARY {
                return true;
            }
            if ce::secondary(ce::lower(ce)) != 0 {
                into.push(ce::secondary(ce::lower(ce)) as u16);
            }
        }
        false
    }

    fn case(&mut self) -> u32 {
        let settings = self.context.settings();
        while let Some(ce) = self.next() {
            let Ok(ce) = ce else { continue };
            let ignored = match settings.strength {
                Strength::Primary => ce::primary(ce) == 0,
                _ => ce::secondary(ce::lower(ce)) == 0,
            };
            if !ignored {
                let case = ce::case(ce::lower(ce));
                return if settings.case_first == CaseFirst::Upper { 3 - case } else { 1 + case };
            }
        }
        0
    }

    fn tertiary(&mut self) -> u32 {
        let settings = self.context.settings();
        while let Some(ce) = self.next() {
            let Ok(ce) = ce else { continue };
            let lower = ce::lower(ce);
            if lower == 0 {
                continue;
            }
            if !settings.case_in_tertiary() {
                return lower & ce::TERTIARY_MASK;
            }
            let weight = lower & (ce::CASE_MASK | ce::TERTIARY_MASK);
            return match settings.case_first {
                // The common weight keeps its position; weights above it are shifted up.
                CaseFirst::Upper if weight == COMMON => u32::from(TERTIARY_UPPER_FIRST.low) << 8,
                CaseFirst::Upper => upper_first(weight, lower),
                _ => weight,
            };
        }
        0
    }

    fn quaternary(&mut self) -> u64 {
        while let Some(ce) = self.next() {
            match ce {
                Err(primary) => {
                    let primary = u64::from(self.context.reordering().apply(primary));
                    // As in keys: a byte precedes primaries that would collide with the common weight.
                    let limit = u64::from(SHIFTED_LIMIT);
                    return if primary >> 24 >= limit { limit << 32 | primary } else { primary << 8 };
                }
                Ok(ce) if ce::lower(ce) != 0 => {
                    return u64::from(u32::from(QUATERNARY_LEVEL.low) + ce::quaternary(ce::lower(ce))) << 32;
                }
                Ok(_) => {}
            }
        }
        0
    }
}

impl Collator {
    /// Compares two texts in the order of their keys.
    #[inline]
    pub fn compare<U: CodeUnit>(&self, left: &[U], right: &[U], scratch: &mut CollatorScratch) -> Ordering {
        let same = common_units(left, right);
        compare_single_units(self.context(), left, right, same)
            .unwrap_or_else(|| self.compare_further(left, right, same, scratch))
    }

    /// The order of two texts whose first `same` units are equal.
    #[inline(never)]
    fn compare_further<U: CodeUnit>(
        &self,
        left: &[U],
        right: &[U],
        same: usize,
        scratch: &mut CollatorScratch,
    ) -> Ordering {
        if let Some(order) = compare_context_free(self.context(), left, right, same) {
            return order;
        }
        if same == left.len() && same == right.len() {
            return Ordering::Equal;
        }
        match PrimaryComparator::new(self.context()).compare(left, right, same) {
            Ok(order) => order,
            Err(start) => self.compare_fully(left, right, start, scratch),
        }
    }

    /// The order of two texts that are equal before `start`, which is a safe point in both.
    #[inline(never)]
    fn compare_fully<U: CodeUnit>(
        &self,
        left: &[U],
        right: &[U],
        start: usize,
        scratch: &mut CollatorScratch,
    ) -> Ordering {
        if self.context().plan().levels == KeyLevels::Common
            && left.len().max(right.len()) - start <= MAX_LENGTH_BY_KEYS
        {
            return self.compare_keys(left.part(start..), right.part(start..), scratch);
        }
        let order = self.compare_levels(left, right, start, scratch);
        if order == Ordering::Equal && self.settings().strength == Strength::Identical {
            return self.compare_identical(left, right, start, scratch);
        }
        order
    }

    /// Compares by keys, which is faster than comparing levels.
    fn compare_keys<U: CodeUnit>(&self, left: &[U], right: &[U], scratch: &mut CollatorScratch) -> Ordering {
        let mut keys = std::mem::take(&mut scratch.keys);
        for (text, key) in [left, right].into_iter().zip(&mut keys) {
            key.clear();
            self.append_key(text, scratch, key);
        }
        let [left, right] = &keys;
        let order = left.cmp(right);
        scratch.keys = keys;
        order
    }

    fn compare_levels<U: CodeUnit>(
        &self,
        left: &[U],
        right: &[U],
        start: usize,
        scratch: &mut CollatorScratch,
    ) -> Ordering {
        let settings = self.settings();
        let mut order = self.level_of(left, right, start, scratch, |weights| weights.primary());
        if order == Ordering::Equal && settings.strength >= Strength::Secondary {
            order = if settings.backwards {
                let mut segments = std::mem::take(&mut scratch.segments);
                let order = self.level(left, right, start, scratch, |a, b| compare_backwards(a, b, &mut segments));
                scratch.segments = segments;
                order
            } else {
                self.level_of(left, right, start, scratch, |weights| weights.secondary())
            };
        }
        if order == Ordering::Equal && settings.case_level {
            order = self.level_of(left, right, start, scratch, |weights| weights.case());
        }
        if order == Ordering::Equal && settings.strength >= Strength::Tertiary {
            order = self.level_of(left, right, start, scratch, |weights| weights.tertiary());
        }
        if order == Ordering::Equal && settings.strength >= Strength::Quaternary {
            order = self.level_of(left, right, start, scratch, |weights| weights.quaternary());
        }
        order
    }

    /// Compares the level whose weights `weight` returns one after the other, then 0. Generic, as a call by pointer for
    /// each weight makes the comparison 5 to 10 % slower.
    fn level_of<U: CodeUnit, W: Ord + Default>(
        &self,
        left: &[U],
        right: &[U],
        start: usize,
        scratch: &mut CollatorScratch,
        weight: impl Fn(&mut LevelWeights<'_, '_, U>) -> W,
    ) -> Ordering {
        self.level(left, right, start, scratch, |a, b| {
            loop {
                let (x, y) = (weight(a), weight(b));
                if x != y || x == W::default() {
                    return x.cmp(&y);
                }
            }
        })
    }

    /// Compares one level of two texts.
    fn level<U: CodeUnit>(
        &self,
        left: &[U],
        right: &[U],
        start: usize,
        scratch: &mut CollatorScratch,
        compare: impl FnOnce(&mut LevelWeights<'_, '_, U>, &mut LevelWeights<'_, '_, U>) -> Ordering,
    ) -> Ordering {
        let tables = self.context().tables();
        let (jamo, numeric) = (self.context().jamo_ce32s(), self.context().numeric());
        let variable_limit =
            if self.settings().alternate == Alternate::Shifted { self.context().variable_limit() } else { 0 };
        let CollatorScratch { nfd_buffer, other_nfd_buffer, pending, other_pending, .. } = scratch;
        pending.clear();
        other_pending.clear();
        let source = |text, nfd_buffer, pending: &mut Vec<Ce>| CeSource {
            elements: Elements::new(&tables, jamo, numeric, text, start, nfd_buffer),
            pending: std::mem::take(pending),
            next: 0,
        };
        let mut a = LevelWeights {
            source: source(left, nfd_buffer, pending),
            context: self.context(),
            variable_limit,
            after_variable: false,
        };
        let mut b = LevelWeights {
            source: source(right, other_nfd_buffer, other_pending),
            context: self.context(),
            variable_limit,
            after_variable: false,
        };
        let order = compare(&mut a, &mut b);
        let (a, b) = (a.source.pending, b.source.pending);
        (*pending, *other_pending) = (a, b);
        order
    }

    fn compare_identical<U: CodeUnit>(
        &self,
        left: &[U],
        right: &[U],
        start: usize,
        scratch: &mut CollatorScratch,
    ) -> Ordering {
        let tables = self.context().tables();
        let CollatorScratch { nfd_buffer, other_nfd_buffer, .. } = scratch;
        let mut a = Elements::new(&tables, None, None, left, start, nfd_buffer);
        let mut b = Elements::new(&tables, None, None, right, start, other_nfd_buffer);
        // U+FFFE is lower than other characters, as on every level; the end of a text is lower still.
        let rank = |c: Option<u32>| c.map_or(0, |c| if c == 0xFFFE { 1 } else { c + 2 });
        loop {
            let (x, y) = (rank(a.next_decomposed()), rank(b.next_decomposed()));
            if x != y || x == 0 {
                return x.cmp(&y);
            }
        }
    }
}

/// The number of units at the start that are equal in both texts.
#[inline(always)]
fn common_units<U: CodeUnit>(left: &[U], right: &[U]) -> usize {
    let mut same = 0;
    for (a, b) in left.as_chunks::<4>().0.iter().zip(right.as_chunks::<4>().0) {
        let differing = four_units(a) ^ four_units(b);
        if differing != 0 {
            return same + differing.trailing_zeros() as usize / (8 * size_of::<U>());
        }
        same += 4;
    }
    let (left, right) = (left.part(same..), right.part(same..));
    same + left.iter().zip(right).take_while(|(a, b)| a == b).count()
}

/// Compares the secondary level of each segment from its end to its start.
fn compare_backwards<U: CodeUnit>(
    a: &mut LevelWeights<'_, '_, U>,
    b: &mut LevelWeights<'_, '_, U>,
    [left, right]: &mut [Vec<u16>; 2],
) -> Ordering {
    loop {
        let (more_left, more_right) = (a.segment(left), b.segment(right));
        let order = left.iter().rev().cmp(right.iter().rev());
        if order != Ordering::Equal || !more_left || !more_right {
            return order.then(more_left.cmp(&more_right));
        }
    }
}
