//! Where a place in a changed text stands in the original text.
//!
//! Run-length coded: only places where the two texts stop running side by side are stored. A map knows its texts'
//! units, so UTF-8 and UTF-16 have each their own; the rules inside a replaced piece are stated in UTF-16 units (the
//! engines' unit) and snapped to code point borders, so both encodings give the same answer.

use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, code_points, utf16_length};

/// How the places inside a piece that became longer are spread over what it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// The first units of the result stand for those of the source one to one, the rest for its last unit (the
    /// engine's `mapping`).
    HeadFirst,
    /// The last units of the result stand for those of the source one to one, the rest for its start (the mainline's
    /// normalizer, mainline-behaviour.md 5.2).
    TailFirst,
    /// Every part of the result stands for the whole source.
    Cover,
}

/// From here on, places in the result are `start` (as a token's start) or `end` (as its end) in the original.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    result: u32,
    start: u32,
    end: u32,
}

/// A map from places in a changed text to places in the original. Empty: the identity.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct OffsetMap {
    steps: Vec<Step>,
}

impl OffsetMap {
    /// The identity.
    pub fn clear(&mut self) {
        self.steps.clear();
    }

    /// Whether places stand where they stood.
    #[inline]
    pub fn is_identity(&self) -> bool {
        self.steps.is_empty()
    }

    /// Bytes held.
    pub fn capacity_bytes(&self) -> usize {
        self.steps.capacity() * size_of::<Step>()
    }

    /// Where a token's start stands in the original. `hint` is any number at first, and keeps the place found: asking
    /// in ascending order costs constant time.
    #[inline]
    pub fn start(&self, place: u32, hint: &mut usize) -> u32 {
        self.find(place, hint).map_or(place, |step| step.start + (place - step.result))
    }

    /// Where a token's end stands in the original; see [`OffsetMap::start`].
    #[inline]
    pub fn end(&self, place: u32, hint: &mut usize) -> u32 {
        self.find(place, hint).map_or(place, |step| step.end + (place - step.result))
    }

    /// The last step at or before a place.
    #[inline]
    fn find(&self, place: u32, hint: &mut usize) -> Option<Step> {
        if self.steps.first().is_none_or(|first| place < first.result) {
            return None;
        }
        // A few steps on, as who asks goes on; else anywhere.
        const FEW: usize = 8;
        if self.steps.get(*hint).is_some_and(|step| step.result <= place) {
            for _ in 0..FEW {
                match self.steps.get(*hint + 1) {
                    Some(next) if next.result <= place => *hint += 1,
                    _ => return self.steps.get(*hint).copied(),
                }
            }
        }
        *hint = self.steps.partition_point(|step| step.result <= place).saturating_sub(1);
        self.steps.get(*hint).copied()
    }

    /// The map as a table: from each place of the result on, up to the next one, places are so far behind a place of the
    /// original. Before the first one they stand where they stood. Of a piece that stands for its whole source every
    /// place is the source's start.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = (u32, u32)> {
        self.steps.iter().map(|step| (step.result, step.start))
    }

    fn push(&mut self, step: Step) -> Result<(), OutOfMemory> {
        self.steps.try_reserve(1).map_err(|_| OutOfMemory)?;
        self.steps.push(step);
        Ok(())
    }
}

/// A piece that a char filter changed: where it starts and ends in its source, then in its result. Texts are shorter than
/// 2^31 units.
pub type Place = [u32; 4];

/// Memory for a map ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

/// Builds the map of one char filter, on top of the map of those before it.
#[derive(Debug)]
pub struct OffsetMapBuilder<'m> {
    before: &'m OffsetMap,
    hint: usize,
    map: &'m mut OffsetMap,
    /// Place in the result.
    result: u32,
    /// Place in this char filter's input.
    source: u32,
    /// Steps of `before` up to this one have been taken over.
    taken: usize,
    out_of_memory: bool,
}

impl<'m> OffsetMapBuilder<'m> {
    /// `before` maps this char filter's input to the original; `map` receives the map of its output to the original.
    pub fn new(before: &'m OffsetMap, map: &'m mut OffsetMap) -> OffsetMapBuilder<'m> {
        map.clear();
        OffsetMapBuilder { before, hint: 0, map, result: 0, source: 0, taken: 0, out_of_memory: false }
    }

    /// `length` units of the input stand unchanged in the result.
    pub fn copied(&mut self, length: usize) {
        let end = self.source + length as u32;
        // Steps of the map before, inside the copied span, hold shifted. One at its start was told by `replaced`, if
        // there was one; else it is told here.
        while let Some(step) = self.before.steps.get(self.taken).filter(|step| step.result < end) {
            self.taken += 1;
            if step.result >= self.source {
                self.step(Step { result: self.result + (step.result - self.source), ..*step });
            }
        }
        self.source = end;
        self.result += length as u32;
    }

    /// `source` of the input has become `result`.
    pub fn replaced<U: CodeUnit>(&mut self, source: &[U], result: &[U], spread: Spread) {
        let side_by_side = self.before.is_identity() && spread != Spread::Cover && have_same_borders(source, result);
        if !side_by_side {
            self.spread(source, result, spread);
        }
        self.source += source.len() as u32;
        self.result += result.len() as u32;
        while self.before.steps.get(self.taken).is_some_and(|step| step.result <= self.source) {
            self.taken += 1;
        }
        if side_by_side {
            return;
        }
        // Behind the piece both run side by side again.
        let (start, end) = (self.original_start(self.source), self.original_end(self.source));
        self.step(Step { result: self.result, start, end });
    }

    /// Pieces of a text, first to last, each where it starts and ends in `source`, then in `result`; what lies between them
    /// stands side by side.
    pub fn all_replaced<U: CodeUnit>(&mut self, source: &[U], result: &[U], pieces: &[Place], spread: Spread) {
        self.out_of_memory |= self.map.steps.try_reserve(pieces.len()).is_err();
        if self.out_of_memory {
            return;
        }
        let is_first = self.before.is_identity() && spread != Spread::Cover;
        for &[start, end, result_start, result_end] in pieces {
            let (length, becomes) = (end - start, result_end - result_start);
            // Usual: a piece that becomes one unit or goes has no border inside it.
            if is_first && becomes < 2 && length != becomes {
                (self.source, self.result) = (end, result_end);
                let step = Step { result: result_end, start: end, end };
                match self.map.steps.last_mut() {
                    Some(last) if last.result == result_end => *last = step,
                    _ => self.out_of_memory |= self.map.push(step).is_err(),
                }
                continue;
            }
            // A result that ran out of memory is shorter.
            let becomes = result.get(result_start as usize..result_end as usize).unwrap_or(&[]);
            if is_first && length as usize != becomes.len() && has_no_border(becomes) {
                (self.source, self.result) = (end, result_end);
                self.step(Step { result: result_end, start: end, end });
                continue;
            }
            self.copied(start.saturating_sub(self.source) as usize);
            self.replaced(source.part(start as usize..end as usize), becomes, spread);
        }
    }

    /// Tells the borders inside a replaced piece.
    fn spread<U: CodeUnit>(&mut self, source: &[U], result: &[U], spread: Spread) {
        let source_length = utf16_length(source);
        let result_length = utf16_length(result);
        let mut borders = Borders { text: source, unit: 0, utf16: 0 };
        let mut in_result = 0;
        for (at, c) in code_points(result) {
            if at > 0 {
                let inside = match spread {
                    Spread::HeadFirst if result_length > source_length => {
                        in_result.min(source_length.saturating_sub(1))
                    }
                    Spread::TailFirst if result_length > source_length => {
                        (in_result + source_length).saturating_sub(result_length)
                    }
                    _ => in_result.min(source_length),
                };
                let (start, end) = match spread {
                    Spread::Cover => (0, source.len()),
                    _ => [borders.before(inside); 2].into(),
                };
                let (start, end) = (self.source + start as u32, self.source + end as u32);
                let (start, end) = (self.original_start(start), self.original_end(end));
                self.step(Step { result: self.result + at as u32, start, end });
            } else if spread == Spread::Cover || !self.before.is_identity() {
                // A step of the map before may stand right here.
                let (start, end) = (self.original_start(self.source), self.original_end(self.source));
                self.step(Step { result: self.result, start, end });
            }
            in_result += c.len_utf16();
        }
    }

    fn original_start(&mut self, place: u32) -> u32 {
        self.before.start(place, &mut self.hint)
    }

    fn original_end(&mut self, place: u32) -> u32 {
        self.before.end(place, &mut self.hint)
    }

    fn step(&mut self, step: Step) {
        // A later word about the same place wins: `ab` deleted, then `cd` deleted, ends behind both.
        if self.map.steps.last().is_some_and(|last| last.result == step.result) {
            self.map.steps.pop();
        }
        self.out_of_memory |= self.map.push(step).is_err();
    }

    /// The whole input has been told of.
    pub fn finish(mut self) -> Result<(), OutOfMemory> {
        // One more unit, so that a step of the map before at the very end is taken over too.
        self.copied(1);
        if self.out_of_memory { Err(OutOfMemory) } else { Ok(()) }
    }
}

/// Whether a text is one code point, or none.
#[inline]
fn has_no_border<U: CodeUnit>(text: &[U]) -> bool {
    text.len() < 2 || U::decode(text, 0).is_some_and(|(_, length)| length == text.len())
}

/// Whether two texts have their code points at the same places, so that no place needs a word.
pub fn have_same_borders<U: CodeUnit>(a: &[U], b: &[U]) -> bool {
    a.len() == b.len() && code_points(a).map(|(at, _)| at).eq(code_points(b).map(|(at, _)| at))
}

/// A walk over the code points of a text, for places that only grow.
struct Borders<'t, U> {
    text: &'t [U],
    /// A border, in units and in UTF-16 units.
    unit: usize,
    utf16: usize,
}

impl<U: CodeUnit> Borders<'_, U> {
    /// The unit at which the code point that holds UTF-16 unit `place` starts.
    fn before(&mut self, place: usize) -> usize {
        while self.utf16 < place
            && let Some((c, length)) = U::decode(self.text, self.unit)
            && self.utf16 + c.len_utf16() <= place
        {
            self.utf16 += c.len_utf16();
            self.unit += length;
        }
        self.unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::text::from_str;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn places_are_found_in_any_order(
            gaps in prop::collection::vec(0u32..5, 0..60), places in prop::collection::vec(0u32..200, 1..60),
        ) {
            let mut result = 0;
            let steps = gaps.iter().map(|gap| {
                result += gap + 1;
                Step { result, start: 2 * result, end: 2 * result + 1 }
            });
            let map = OffsetMap { steps: steps.collect() };
            let mut hint = 0;
            for place in places {
                let step = map.steps.iter().rev().find(|step| step.result <= place);
                let expected = step.map_or(place, |step| step.start + place - step.result);
                prop_assert_eq!(map.start(place, &mut hint), expected);
            }
        }
    }

    /// Pieces: (source, result); equal ones are copied.
    fn offsets<U: CodeUnit>(before: &OffsetMap, pieces: &[(&str, &str)], spread: Spread) -> (OffsetMap, Vec<u32>) {
        let mut map = OffsetMap::default();
        let mut builder = OffsetMapBuilder::new(before, &mut map);
        let mut result = Vec::<U>::new();
        for (source, target) in pieces {
            let (source, target) = (from_str::<U>(source), from_str::<U>(target));
            result.extend_from_slice(&target);
            if source == target {
                builder.copied(source.len());
            } else {
                builder.replaced(&source, &target, spread);
            }
        }
        builder.finish().unwrap();
        let mut hint = 0;
        let borders = code_points(&result).map(|(at, _)| at).chain([result.len()]);
        let found = borders.map(|at| map.start(at as u32, &mut hint)).collect();
        (map, found)
    }

    fn places(pieces: &[(&str, &str)], spread: Spread) -> Vec<u32> {
        offsets::<u16>(&OffsetMap::default(), pieces, spread).1
    }

    #[test]
    fn shorter_piece_maps_its_end_to_the_end_of_the_source() {
        assert_eq!(places(&[("u\u{308}", "ü")], Spread::TailFirst), [0, 2]);
        assert_eq!(places(&[("x", "x"), ("\u{AD}", ""), ("y", "y")], Spread::TailFirst), [0, 2, 3]);
        assert_eq!(places(&[("abc", "xy"), ("d", "d")], Spread::HeadFirst), [0, 1, 3, 4]);
    }

    #[test]
    fn longer_piece_is_spread_as_asked() {
        let pieces = [("x", "x"), ("½", "1⁄2"), ("y", "y")];
        assert_eq!(places(&pieces, Spread::TailFirst), [0, 1, 1, 1, 2, 3]);
        assert_eq!(places(&pieces, Spread::HeadFirst), [0, 1, 1, 1, 2, 3]);
        assert_eq!(places(&[("ab", "wxyz")], Spread::HeadFirst), [0, 1, 1, 1, 2]);
        assert_eq!(places(&[("ab", "wxyz")], Spread::TailFirst), [0, 0, 0, 1, 2]);
    }

    #[test]
    fn cover_gives_every_part_the_whole_source() {
        let (map, starts) = offsets::<u16>(&OffsetMap::default(), &[("日", "日"), ("㋀", "1月")], Spread::Cover);
        assert_eq!(starts, [0, 1, 1, 2]);
        let mut hint = 0;
        assert_eq!([1, 2, 3].map(|at| map.end(at, &mut hint)), [1, 2, 2]);
    }

    #[test]
    fn utf8_stays_on_code_point_borders() {
        let (_, starts) = offsets::<u8>(&OffsetMap::default(), &[("aé", "wxyz"), ("b", "b")], Spread::HeadFirst);
        assert_eq!(starts, [0, 1, 1, 1, 3, 4]);
        let (_, starts) = offsets::<u8>(&OffsetMap::default(), &[("éé", "ab")], Spread::HeadFirst);
        assert_eq!(starts, [0, 2, 4]);
    }

    #[test]
    fn maps_compose() {
        // `&amp;` to `&`, then `&` to `and`.
        let first = [("a ", "a "), ("&amp;", "&"), (" b", " b")];
        let (before, _) = offsets::<u16>(&OffsetMap::default(), &first, Spread::HeadFirst);
        let second = [("a ", "a "), ("&", "and"), (" b", " b")];
        let (_, starts) = offsets::<u16>(&before, &second, Spread::HeadFirst);
        assert_eq!(starts, [0, 1, 2, 2, 2, 7, 8, 9]);
        let untouched = offsets::<u16>(&before, &[("a & b", "a & b")], Spread::HeadFirst).1;
        assert_eq!(untouched, [0, 1, 2, 7, 8, 9]);
    }

    /// Tells pieces at once, and one by one.
    fn told_both_ways<U: CodeUnit>(before: &OffsetMap, pieces: &[(&str, &str)], spread: Spread) -> [OffsetMap; 2] {
        let (mut source, mut result, mut places) = (Vec::<U>::new(), Vec::<U>::new(), Vec::<Place>::new());
        for (from, to) in pieces {
            let (start, result_start) = (source.len() as u32, result.len() as u32);
            source.extend(from_str::<U>(from));
            result.extend(from_str::<U>(to));
            if from != to {
                places.push([start, source.len() as u32, result_start, result.len() as u32]);
            }
        }
        let mut map = OffsetMap::default();
        let mut builder = OffsetMapBuilder::new(before, &mut map);
        builder.all_replaced(&source, &result, &places, spread);
        let told = places.last().map_or(0, |place| place[1] as usize);
        builder.copied(source.len() - told);
        builder.finish().unwrap();
        [map, offsets::<U>(before, pieces, spread).0]
    }

    proptest! {
        #[test]
        fn pieces_told_at_once_make_the_same_map(
            pieces in prop::collection::vec(prop::sample::select(vec![
                ("a", "a"), ("é😀", "é😀"), ("e\u{301}", "é"), ("\u{301}", ""), ("각", "각"), ("각", "각"), ("½", "1⁄2"),
                ("ﷺ", "صلى"), ("が", "か"), ("é", "e"), ("𝐀", "a"), ("ab", "cd"), ("\u{958}", "\u{915}\u{93C}"),
            ]), 0..12),
            spread in prop::sample::select(vec![Spread::HeadFirst, Spread::TailFirst, Spread::Cover]),
            is_second: bool,
        ) {
            let first = if is_second { vec![("x&amp;", "x&"), ("b", "b"), ("½", "1⁄2")] } else { Vec::new() };
            let [one, two] = told_both_ways::<u8>(&offsets::<u8>(&OffsetMap::default(), &first, Spread::HeadFirst).0, &pieces, spread);
            prop_assert_eq!(one, two);
            let [one, two] = told_both_ways::<u16>(&offsets::<u16>(&OffsetMap::default(), &first, Spread::HeadFirst).0, &pieces, spread);
            prop_assert_eq!(one, two);
        }
    }
}
