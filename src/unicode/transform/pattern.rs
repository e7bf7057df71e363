//! Patterns of transform rules and how they match (LDML part 2, "Transform Rules").
//!
//! A pattern is a list of tokens: code points, and numbers above them for the objects of a rule set (sets, segments,
//! quantified patterns, function calls). Quantifiers are greedy without backtracking (possessive), as in ICU.

use super::Transform;
use super::error::TransformError;
use super::gap_buffer::{Sides, Symbol};
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
pub(super) enum Object {
    /// A set of characters and strings.
    Set(SetPattern),
    /// `( … )`; segments are numbered from 1.
    Segment { number: usize, pattern: Vec<PatternToken> },
    /// A pattern with `*`, `+` or `?`.
    Quantifier { pattern: Vec<PatternToken>, least: usize, most: usize },
    /// `&id( … )`, in outputs only.
    Function { id: Box<SingleId>, transform: Arc<Transform>, output: Vec<PatternToken> },
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
    /// Strings of the set, longest first.
    strings: Vec<Vec<u32>>,
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
        strings.sort_by_key(|string| std::cmp::Reverse(string.len()));
        let bits = |end: fn(&[u32]) -> Option<&u32>| {
            strings.iter().filter_map(|string| end(string)).fold(0, |bits, &c| bits | 1 << (c & 63))
        };
        let ends = [bits(<[u32]>::first), bits(<[u32]>::last)];
        SetPattern { bmp: None, has_anchor: set.contains(ANCHOR), set, latin1, strings, ends }
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

    /// Whether every match is one code point: the set has no strings and does not match the ends of the context.
    pub(super) fn is_code_point_set(&self) -> bool {
        self.strings.is_empty() && !self.has_anchor
    }

    fn matches<S: Symbol>(&self, text: Sides<'_, S>, at: &mut isize, limit: isize) -> bool {
        if *at == limit {
            return self.has_anchor;
        }
        let Some(c) = text.get(*at) else { return false };
        let step = if *at < limit { 1 } else { -1 };
        let [firsts, lasts] = self.ends;
        let may_start = if step > 0 { firsts } else { lasts } >> (c & 63) & 1 != 0;
        if may_start && self.matches_string(text, at, limit, step) {
            return true;
        }
        let found = self.contains(c);
        if found {
            *at += step;
        }
        found
    }

    /// Matches the first string that fits before the limit.
    #[inline(never)]
    fn matches_string<S: Symbol>(&self, text: Sides<'_, S>, at: &mut isize, limit: isize, step: isize) -> bool {
        for string in &self.strings {
            let fits = |(index, &c): (usize, &u32)| {
                let position = *at + step * index as isize;
                (position - limit) * step < 0 && text.get(position) == Some(c)
            };
            let found =
                if step > 0 { string.iter().enumerate().all(fits) } else { string.iter().rev().enumerate().all(fits) };
            if found {
                *at += step * string.len() as isize;
                return true;
            }
        }
        false
    }
}

/// The range that each segment of a rule matched, in offsets from the cursor, for the output; `None` before its match.
pub(super) type CapturedSegments = Vec<Option<(isize, isize)>>;

/// The objects and the text that patterns are matched with.
#[derive(Clone, Copy, Debug)]
pub(super) struct PatternMatcher<'m, S> {
    pub(super) objects: &'m [Object],
    pub(super) text: Sides<'m, S>,
}

impl<S: Symbol> PatternMatcher<'_, S> {
    /// Matches a pattern from `at` towards `limit`, backwards if `limit` precedes `at`; moves `at` to the end of the
    /// match. Backwards, `at` is the offset of the symbol to read next.
    ///
    /// Nearly all tokens are code points and sets, which the loops of the two directions match directly;
    /// [`PatternMatcher::object`] matches the others.
    #[inline]
    pub(super) fn pattern(
        self,
        pattern: &[PatternToken],
        at: &mut isize,
        limit: isize,
        segments: &mut CapturedSegments,
    ) -> bool {
        if limit < *at {
            return self.backwards(pattern, at, limit, segments);
        }
        let mut position = *at;
        for &token in pattern {
            if token < OBJECT {
                if position >= limit || self.text.get(position) != Some(token) {
                    return false;
                }
                position += 1;
            } else if !self.object(token, &mut position, limit, segments) {
                return false;
            }
        }
        *at = position;
        true
    }

    #[inline]
    fn backwards(
        self,
        pattern: &[PatternToken],
        at: &mut isize,
        limit: isize,
        segments: &mut CapturedSegments,
    ) -> bool {
        let mut position = *at;
        for &token in pattern.iter().rev() {
            if token < OBJECT {
                if position <= limit || self.text.get(position) != Some(token) {
                    return false;
                }
                position -= 1;
            } else if !self.object(token, &mut position, limit, segments) {
                return false;
            }
        }
        *at = position;
        true
    }

    #[inline]
    fn object(self, token: PatternToken, at: &mut isize, limit: isize, segments: &mut CapturedSegments) -> bool {
        match self.objects.get((token - OBJECT) as usize) {
            Some(Object::Set(set)) => set.matches(self.text, at, limit),
            Some(Object::Segment { number, pattern }) => self.segment(*number, pattern, at, limit, segments),
            Some(Object::Quantifier { pattern, least, most }) => {
                self.quantifier(pattern, (*least, *most), at, limit, segments)
            }
            Some(Object::Function { .. }) | None => false,
        }
    }

    fn segment(
        self,
        number: usize,
        pattern: &[PatternToken],
        at: &mut isize,
        limit: isize,
        segments: &mut CapturedSegments,
    ) -> bool {
        let start = *at;
        let backwards = limit < start;
        if !self.pattern(pattern, at, limit, segments) {
            return false;
        }
        if let Some(slot) = number.checked_sub(1).and_then(|index| segments.get_mut(index)) {
            if !backwards {
                *slot = Some((start, *at));
            } else if slot.is_none() {
                // The first match backwards, which is the last one in the text, is used.
                *slot = Some((*at + 1, start + 1));
            }
        }
        true
    }

    fn quantifier(
        self,
        pattern: &[PatternToken],
        (least, most): (usize, usize),
        at: &mut isize,
        limit: isize,
        segments: &mut CapturedSegments,
    ) -> bool {
        let start = *at;
        let mut count = 0;
        while count < most {
            let before = *at;
            if !self.pattern(pattern, at, limit, segments) {
                break;
            }
            count += 1;
            if *at == before {
                break; // an empty match would repeat forever
            }
        }
        if count < least {
            *at = start;
        }
        count >= least
    }
}

/// Whether every match of a token is one code point, which the index then tests completely.
pub(super) fn is_one_code_point(token: PatternToken, objects: &[Object]) -> bool {
    match token.checked_sub(OBJECT) {
        None => true,
        Some(index) => matches!(objects.get(index as usize), Some(Object::Set(set)) if set.is_code_point_set()),
    }
}

/// Adds the code points that may start a match of the pattern; returns `false` if the match may be empty.
pub(super) fn first_code_points(pattern: &[PatternToken], objects: &[Object], out: &mut Vec<(u32, u32)>) -> bool {
    for &token in pattern {
        if token < OBJECT {
            out.push((token, token));
            return true;
        }
        match objects.get((token - OBJECT) as usize) {
            Some(Object::Set(set)) => {
                out.extend(set.first_code_points());
                if !set.has_anchor {
                    return true;
                }
            }
            Some(Object::Segment { pattern, .. }) => {
                if first_code_points(pattern, objects, out) {
                    return true;
                }
            }
            Some(Object::Quantifier { pattern, least, .. }) => {
                if first_code_points(pattern, objects, out) && *least > 0 {
                    return true;
                }
            }
            Some(Object::Function { .. }) | None => return true,
        }
    }
    false
}
