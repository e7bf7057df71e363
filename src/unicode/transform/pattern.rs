//! Patterns of transform rules (LDML part 2, "Transform Rules").
//!
//! A pattern is a list of tokens: code points, and numbers above them for the objects of a rule set (sets, segments,
//! quantified patterns, function calls). [`super::pattern_matcher`] matches them.

use super::Transform;
use super::error::TransformError;
use super::gap_buffer::{BufferElement, GapSides};
use super::source_set::{SourceSet, SourceSetBuilder};
use super::transform_name::SingleId;
use crate::unicode::set::UnicodeSet;
use std::sync::Arc;

/// One element of a pattern or an output: a code point, or [`OBJECT`] plus the number of an object.
pub(super) type PatternToken = u32;

/// The first token that is an object.
pub(super) const OBJECT: PatternToken = 0x11_0000;

/// The code point in a set that matches both ends of the context (`[$]`).
const ANCHOR: u32 = 0xFFFF;

/// An object of a rule set, which a token refers to by its number.
#[derive(Debug)]
pub(super) enum PatternObject {
    /// A set of characters and strings.
    Set(SetPattern),
    /// `( … )`; segments are numbered from 1, those of variables across all rules, those of a rule after them.
    Segment { number: usize, pattern: Vec<PatternToken> },
    /// A pattern with `*`, `+` or `?`.
    Quantifier { pattern: Vec<PatternToken>, min: usize, max: usize, has_segments: bool },
    /// `&id( … )`, in outputs only.
    Function { id: Box<SingleId>, transform: Arc<Transform>, output: Vec<PatternToken>, has_segments: bool },
}

impl PatternObject {
    /// A quantifier for a pattern of other objects.
    pub(super) fn quantifier(
        pattern: Vec<PatternToken>,
        min: usize,
        max: usize,
        objects: &[PatternObject],
    ) -> PatternObject {
        let has_segments = have_segments(&pattern, objects);
        PatternObject::Quantifier { pattern, min, max, has_segments }
    }

    /// A function of an output of other objects.
    pub(super) fn function(
        id: Box<SingleId>,
        transform: Arc<Transform>,
        output: Vec<PatternToken>,
        objects: &[PatternObject],
    ) -> PatternObject {
        let has_segments = have_segments(&output, objects);
        PatternObject::Function { id, transform, output, has_segments }
    }
}

/// Whether tokens are or contain segments.
pub(super) fn have_segments(tokens: &[PatternToken], objects: &[PatternObject]) -> bool {
    tokens.iter().filter_map(|token| objects.get(token.checked_sub(OBJECT)? as usize)).any(|object| match object {
        PatternObject::Set(_) => false,
        PatternObject::Segment { .. } => true,
        PatternObject::Quantifier { has_segments, .. } | PatternObject::Function { has_segments, .. } => *has_segments,
    })
}

/// Finds the transform of a function.
pub(super) type Functions<'f> = dyn Fn(&SingleId) -> Result<Arc<Transform>, TransformError> + 'f;

/// A set with the tables that match it.
#[derive(Debug)]
pub(super) struct SetPattern {
    set: UnicodeSet,
    latin1: [u64; 4],
    /// A bit per code point of the BMP; only for sets with more than [`MAX_SEARCHED`] ranges, after
    /// [`SetPattern::prepare`].
    bmp: Option<Box<SourceSet>>,
    /// Strings of the set, by their first code point, longest first.
    strings: Vec<Vec<u32>>,
    /// The strings backwards, by their last code point, longest first.
    backwards: Vec<Vec<u32>>,
    /// A filter before the strings: a bit per low six bits of their first code points, and of their last ones.
    ends: [u64; 2],
    has_anchor: bool,
}

/// The number of ranges up to which binary search is as fast as a bit table.
const MAX_SEARCHED: usize = 4;

impl SetPattern {
    pub(super) fn new(set: UnicodeSet) -> SetPattern {
        let mut latin1 = [0; 4];
        let low = set.ranges().take_while(|range| range.0 < 256);
        for c in low.flat_map(|(first, last)| first..=last.min(255)) {
            if let Some(word) = latin1.get_mut(c as usize >> 6) {
                *word |= 1_u64 << (c & 63);
            }
        }
        let mut strings: Vec<Vec<u32>> = set.strings().map(|string| string.chars().map(u32::from).collect()).collect();
        strings.retain(|string| !string.is_empty());
        let by_first = |string: &Vec<u32>| (string.first().copied(), std::cmp::Reverse(string.len()));
        strings.sort_by_key(by_first);
        let mut backwards: Vec<Vec<u32>> =
            strings.iter().map(|string| string.iter().rev().copied().collect()).collect();
        backwards.sort_by_key(by_first);
        let bits = |end: fn(&[u32]) -> Option<&u32>| {
            strings.iter().filter_map(|string| end(string)).fold(0, |bits, &c| bits | 1 << (c & 63))
        };
        let ends = [bits(<[u32]>::first), bits(<[u32]>::last)];
        SetPattern { bmp: None, has_anchor: set.contains(ANCHOR), set, latin1, strings, backwards, ends }
    }

    /// Builds the bit table of the BMP. Most sets of large rule texts need none, since only the index looks them up.
    pub(super) fn prepare(&mut self) {
        let is_large = self.set.ranges().filter(|range| range.1 > 0xFF).nth(MAX_SEARCHED).is_some();
        if is_large && self.bmp.is_none() {
            self.bmp = Some(Box::new(SourceSetBuilder::of_ranges(self.set.ranges()).build()));
        }
    }

    /// Creates a prepared set.
    pub(super) fn prepared(set: UnicodeSet) -> SetPattern {
        let mut pattern = SetPattern::new(set);
        pattern.prepare();
        pattern
    }

    pub(super) fn set(&self) -> &UnicodeSet {
        &self.set
    }

    #[inline]
    pub(super) fn contains(&self, c: u32) -> bool {
        match self.latin1.get(c as usize >> 6) {
            Some(word) => word >> (c & 63) & 1 != 0,
            None => match &self.bmp {
                Some(bmp) if c <= 0xFFFF => bmp.contains(c),
                _ => self.set.contains(c),
            },
        }
    }

    /// The code points that may start a match.
    pub(super) fn first_code_points(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let starts = self.strings.iter().filter_map(|string| string.first().map(|&c| (c, c)));
        self.set.ranges().chain(starts)
    }

    /// The code points that may end a match, as disjoint ranges in order.
    pub(super) fn last_code_points(&self) -> Vec<(u32, u32)> {
        if self.backwards.is_empty() {
            return self.set.ranges().collect();
        }
        let mut set = UnicodeSet::new();
        let lasts = self.backwards.iter().filter_map(|string| string.first().map(|&c| (c, c)));
        self.set.ranges().chain(lasts).for_each(|(low, high)| set.add_range(low, high));
        set.ranges().collect()
    }

    /// Whether the set matches the ends of the context.
    pub(super) fn has_anchor(&self) -> bool {
        self.has_anchor
    }

    pub(super) fn has_strings(&self) -> bool {
        !self.strings.is_empty()
    }

    /// Whether every match is one code point: the set has no strings and does not match the ends of the context.
    pub(super) fn is_code_point_set(&self) -> bool {
        self.strings.is_empty() && !self.has_anchor
    }

    /// Whether a set contains all code points of this set.
    pub(super) fn is_within(&self, other: &UnicodeSet) -> bool {
        let mut ranges = other.ranges();
        let mut around = ranges.next();
        self.set.ranges().all(|(low, high)| {
            while around.is_some_and(|(_, end)| end < low) {
                around = ranges.next();
            }
            around.is_some_and(|(start, end)| start <= low && high <= end)
        })
    }

    pub(super) fn matches<S: BufferElement>(&self, text: GapSides<'_, S>, at: &mut isize, limit: isize) -> bool {
        if *at == limit {
            return self.has_anchor;
        }
        let Some(c) = text.get(*at) else { return false };
        let step = if *at < limit { 1 } else { -1 };
        let [firsts, lasts] = self.ends;
        let may_start = if step > 0 { firsts } else { lasts } >> (c & 63) & 1 != 0;
        if may_start && self.matches_string(c, text, at, limit, step) {
            return true;
        }
        let found = self.contains(c);
        if found {
            *at += step;
        }
        found
    }

    /// Matches the longest string that fits before the limit; `first` is the code point at the position.
    #[inline(never)]
    fn matches_string<S: BufferElement>(
        &self,
        first: u32,
        text: GapSides<'_, S>,
        at: &mut isize,
        limit: isize,
        step: isize,
    ) -> bool {
        let strings = if step > 0 { &self.strings } else { &self.backwards };
        let start = strings.partition_point(|string| string.first().is_some_and(|&c| c < first));
        for string in strings.iter().skip(start).take_while(|string| string.first() == Some(&first)) {
            let end = *at + step * string.len() as isize;
            let fits = |(index, &c): (usize, &u32)| text.get(*at + step * index as isize) == Some(c);
            if (limit - end) * step >= 0 && string.iter().enumerate().all(fits) {
                *at = end;
                return true;
            }
        }
        false
    }
}

/// Whether every match of a token is one code point, which the index then tests completely.
pub(super) fn is_one_code_point(token: PatternToken, objects: &[PatternObject]) -> bool {
    match token.checked_sub(OBJECT) {
        None => true,
        Some(index) => matches!(objects.get(index as usize), Some(PatternObject::Set(set)) if set.is_code_point_set()),
    }
}

/// Adds the code points that may start a match of the pattern; returns `false` if the match may be empty.
pub(super) fn first_code_points(
    pattern: &[PatternToken],
    objects: &[PatternObject],
    out: &mut Vec<(u32, u32)>,
) -> bool {
    for &token in pattern {
        if token < OBJECT {
            out.push((token, token));
            return true;
        }
        match objects.get((token - OBJECT) as usize) {
            Some(PatternObject::Set(set)) => {
                out.extend(set.first_code_points());
                if !set.has_anchor {
                    return true;
                }
            }
            Some(PatternObject::Segment { pattern, .. }) => {
                if first_code_points(pattern, objects, out) {
                    return true;
                }
            }
            Some(PatternObject::Quantifier { pattern, min, .. }) => {
                if first_code_points(pattern, objects, out) && *min > 0 {
                    return true;
                }
            }
            Some(PatternObject::Function { .. }) | None => return true,
        }
    }
    false
}
