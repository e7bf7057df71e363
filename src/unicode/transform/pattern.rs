//! Patterns of transform rules and how they match (LDML part 2, "Transform Rules").
//!
//! A pattern is a list of tokens: code points, and numbers above them for the objects of a rule set (sets, segments, quantified
//! patterns, function calls). Quantifiers are greedy and never give back what they took, as in ICU.

use super::text::Text;
use super::touched::{Touched, TouchedBuilder};
use crate::unicode::set::UnicodeSet;
use std::sync::Arc;

/// A code point, or [`OBJECT`] plus the number of an object.
pub(super) type Token = u32;

/// Tokens from here on are objects.
pub(super) const OBJECT: Token = 0x11_0000;

/// In a set: the ends of the context (`[$]`).
const ANCHOR: u32 = 0xFFFF;

/// What a token stands for besides a code point.
#[derive(Debug)]
pub(super) enum Object {
    /// A set of characters and strings.
    Set(SetPattern),
    /// `( … )`, with its number from 1.
    Segment { number: usize, pattern: Vec<Token> },
    /// A pattern with `*`, `+` or `?`.
    Quantifier { pattern: Vec<Token>, least: usize, most: usize },
    /// `&id( … )`, in outputs only.
    Function { transform: Arc<super::Transform>, output: Vec<Token> },
}

/// A set, ready to be matched.
#[derive(Debug)]
pub(super) struct SetPattern {
    set: UnicodeSet,
    latin1: [u64; 4],
    /// A bit per code point of the BMP, for sets with more than [`FEW`] ranges.
    bmp: Option<Box<Touched>>,
    /// Strings of the set, longest first.
    strings: Vec<Vec<u32>>,
    has_anchor: bool,
}

/// Ranges that a binary search finds as fast as bits would.
const FEW: usize = 4;

impl SetPattern {
    pub(super) fn new(set: UnicodeSet) -> SetPattern {
        let mut latin1 = [0; 4];
        for c in (0..256_u32).filter(|&c| set.contains(c)) {
            if let Some(word) = latin1.get_mut(c as usize >> 6) {
                *word |= 1_u64 << (c & 63);
            }
        }
        let mut strings: Vec<Vec<u32>> = set.strings().map(|string| string.chars().map(u32::from).collect()).collect();
        strings.retain(|string| !string.is_empty());
        strings.sort_by_key(|string| std::cmp::Reverse(string.len()));
        let is_large = set.ranges().nth(FEW).is_some();
        let bmp = is_large.then(|| Box::new(TouchedBuilder::of_ranges(set.ranges()).build()));
        SetPattern { bmp, has_anchor: set.contains(ANCHOR), set, latin1, strings }
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

    /// The code points that a match may begin with.
    pub(super) fn first_code_points(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let starts = self.strings.iter().filter_map(|string| string.first().map(|&c| (c, c)));
        self.set.ranges().chain(starts)
    }

    fn matches(&self, text: &Text, at: &mut isize, limit: isize) -> bool {
        if *at == limit {
            return self.has_anchor;
        }
        let step = if *at < limit { 1 } else { -1 };
        for string in &self.strings {
            let fits = |(index, &c): (usize, &u32)| {
                let place = *at + step * index as isize;
                (place - limit) * step < 0 && code_point_at(text, place) == Some(c)
            };
            let found =
                if step > 0 { string.iter().enumerate().all(fits) } else { string.iter().rev().enumerate().all(fits) };
            if found {
                *at += step * string.len() as isize;
                return true;
            }
        }
        let found = code_point_at(text, *at).is_some_and(|c| self.contains(c));
        if found {
            *at += step;
        }
        found
    }
}

fn code_point_at(text: &Text, at: isize) -> Option<u32> {
    text.get(usize::try_from(at).ok()?)
}

/// Where the segments of a rule matched; kept for the output. `None`: not yet.
pub(super) type Segments = Vec<Option<(isize, isize)>>;

/// Matches a pattern from `at` towards `limit`, backwards where the limit lies before; moves `at` behind the match. Backwards, `at` is
/// the index of the symbol to read next.
pub(super) fn matches(
    pattern: &[Token],
    objects: &[Object],
    text: &Text,
    at: &mut isize,
    limit: isize,
    segments: &mut Segments,
) -> bool {
    let mut place = *at;
    let backwards = limit < place;
    for index in 0..pattern.len() {
        let index = if backwards { pattern.len() - 1 - index } else { index };
        let Some(&token) = pattern.get(index) else { return false };
        if token < OBJECT {
            let is_inside = if backwards { place > limit } else { place < limit };
            if !is_inside || code_point_at(text, place) != Some(token) {
                return false;
            }
            place += if backwards { -1 } else { 1 };
        } else if !object_matches(objects.get((token - OBJECT) as usize), objects, text, &mut place, limit, segments) {
            return false;
        }
    }
    *at = place;
    true
}

fn object_matches(
    object: Option<&Object>,
    objects: &[Object],
    text: &Text,
    at: &mut isize,
    limit: isize,
    segments: &mut Segments,
) -> bool {
    match object {
        Some(Object::Set(set)) => set.matches(text, at, limit),
        Some(Object::Segment { number, pattern }) => {
            let start = *at;
            let backwards = limit < start;
            if !matches(pattern, objects, text, at, limit, segments) {
                return false;
            }
            if let Some(slot) = number.checked_sub(1).and_then(|index| segments.get_mut(index)) {
                if !backwards {
                    *slot = Some((start, *at));
                } else if slot.is_none_or(|(start, _)| start < 0) {
                    *slot = Some((*at + 1, start + 1)); // the first match backwards, which is the last in the text, counts
                }
            }
            true
        }
        Some(Object::Quantifier { pattern, least, most }) => {
            let start = *at;
            let mut count = 0;
            while count < *most {
                let before = *at;
                if !matches(pattern, objects, text, at, limit, segments) {
                    break;
                }
                count += 1;
                if *at == before {
                    break; // an empty match would repeat for ever
                }
            }
            if count < *least {
                *at = start;
            }
            count >= *least
        }
        Some(Object::Function { .. }) | None => false,
    }
}

/// Adds the code points that a match of the pattern may begin with; `false` if it may be empty.
pub(super) fn first_code_points(pattern: &[Token], objects: &[Object], out: &mut Vec<(u32, u32)>) -> bool {
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
