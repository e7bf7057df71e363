//! Finds the literals of rules in a text: exactly, otherwise leniently.
//!
//! Offsets are in bytes of the text; `start..end` is the part that is parsed.

use super::indexed_rules::{IndexedLiteral, IndexedRule};
use super::lenient::{FoldedText, Folding, has_same_separators, is_separator, is_separator_variant};
use super::occurrences::{Occurrences, find_bytes};
use super::reader::NumberReader;
use super::rules::PluralFormat;
use crate::unicode::part::StrPart;

/// The range of a literal in the text.
#[derive(Clone, Copy)]
pub(super) struct LiteralRange {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The end of a literal that is matched leniently at a unit; separators may precede it from `start` on.
fn lenient_end(
    folded: &FoldedText,
    key: &[u32],
    unit: usize,
    literal: &IndexedLiteral,
    start: usize,
    end: usize,
) -> Option<usize> {
    if key.is_empty() {
        // A literal of separators matches one or more separators.
        return Some(folded.after_separators(start, end)).filter(|at| *at > start);
    }
    let at = folded.match_at(unit, key, literal.ends_with_ignorable, end)?;
    // A segment that a literal ends in belongs to it, but not the separators after it.
    let skips_separators = literal.ends_with_separator && !folded.continues_segment(unit + key.len());
    Some(if skips_separators { folded.after_separators(at, end) } else { at })
}

/// Finds a literal in a folded text: takes the text, the folded literal, start and end, and a function that accepts or
/// rejects a match.
type FindInText<'f> =
    dyn Fn(&FoldedText, &[u32], usize, usize, &dyn Fn(usize, usize) -> bool) -> Option<LiteralRange> + 'f;

/// The match that starts first.
fn first_match(one: Option<LiteralRange>, other: Option<LiteralRange>) -> Option<LiteralRange> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if other.start < one.start { other } else { one }),
        (one, other) => one.or(other),
    }
}

impl<'a> NumberReader<'a> {
    /// Whether the delimiter of a rule does not occur in the whole text.
    pub(super) fn is_absent(&mut self, rule: &IndexedRule, delimiter: u32) -> bool {
        // A part that starts or ends inside of a segment has another folded form.
        if self.lenient.is_some() && !self.properties.is_simple {
            return false;
        }
        let key = rule.plural_literal.unwrap_or(delimiter);
        if let Some(known) = self.occurrences.is_absent(key) {
            return known;
        }
        let is_absent = match &rule.plural {
            Some(plural) => match self.plural_starts(plural, key) {
                Some(Occurrences { first, .. }) => {
                    let text = self.text.as_bytes().get(first as usize..).unwrap_or_default();
                    !plural.branches.messages().any(|message| find_bytes(text, message.as_bytes()).is_some())
                }
                None => true,
            },
            None => self.find_delimiter(rule, delimiter, 0, 0, self.text.len()).is_none(),
        };
        self.occurrences.set_absent(key, is_absent);
        is_absent
    }

    /// Where the common start of the messages of plural branches is.
    fn plural_starts(&mut self, plural: &PluralFormat, key: u32) -> Option<Occurrences> {
        self.occurrences.exact(key, self.text.as_bytes(), &plural.branches.common_start)
    }

    fn literal(&self, literal: u32) -> Option<&'a IndexedLiteral> {
        self.index.literals.get(literal as usize)
    }

    pub(super) fn is_empty(&self, literal: u32) -> bool {
        self.literal(literal).is_none_or(|literal| literal.text.is_empty())
    }

    /// The offset after the literal, if the part starts with it.
    pub(super) fn match_prefix(&mut self, literal: u32, start: usize, end: usize) -> Option<usize> {
        let indexed = self.literal(literal).filter(|indexed| !indexed.text.is_empty());
        let Some(indexed) = indexed else { return Some(start) };
        if self.text.as_bytes().get(start..end)?.starts_with(indexed.text.as_bytes()) {
            return Some(start + indexed.text.len());
        }
        let is_split = self.is_split(start, end);
        let end = if is_split { self.window_end(literal, start, end) } else { end };
        self.count_fold(is_split, start, end);
        self.find_leniently(literal, start, end, is_split, |folded, key, start, end, accepts| {
            let after = lenient_end(folded, key, folded.unit_at(start), indexed, start, end)?;
            accepts(start, after).then_some(LiteralRange { start, end: after })
        })
        .map(|found| found.end)
    }

    /// Whether the folded form of a part is no range of the folded text.
    fn is_split(&self, start: usize, end: usize) -> bool {
        !self.properties.is_simple && self.lenient.as_ref().is_some_and(|lenient| lenient.splits_segment(start, end))
    }

    /// The end of what [`NumberReader::match_prefix`] reads of a part that has to be folded: whole segments after the
    /// first one with the units of the literal and two more. Folding all of the part for each literal would take
    /// quadratic time.
    fn window_end(&self, literal: u32, start: usize, end: usize) -> usize {
        let Some(lenient) = &self.lenient else { return end };
        let ends = lenient.with_literal(literal).map(|(folded, key)| folded.end_of_units(start, key.len() + 2));
        ends.fold(0, |last, window| last.max(window.unwrap_or(end))).min(end)
    }

    /// The first match of a literal in a part, in any of the forms of comparison. `is_split`: whether the part has to
    /// be folded.
    fn find_leniently(
        &self,
        literal: u32,
        start: usize,
        end: usize,
        is_split: bool,
        find: impl Fn(&FoldedText, &[u32], usize, usize, &dyn Fn(usize, usize) -> bool) -> Option<LiteralRange>,
    ) -> Option<LiteralRange> {
        if is_split {
            return self.find_in_folded_part(literal, start, end, &find);
        }
        let matches = self.lenient.as_ref()?.with_literal(literal).zip([false, true]);
        let ranges = matches.map(|((folded, key), is_primary)| {
            find(folded, key, start, end, &|at, after| self.accepts(literal, is_primary, at, after))
        });
        ranges.fold(None, first_match)
    }

    /// Variant of [`NumberReader::find_leniently`] for a part that has to be folded.
    #[inline(never)]
    fn find_in_folded_part(&self, literal: u32, start: usize, end: usize, find: &FindInText) -> Option<LiteralRange> {
        let lenient = self.lenient.as_ref()?;
        let case = self.format.case_folding();
        let primary = self.format.lenient_collator().map(|collator| Folding::Primary(collator));
        let mut found = None;
        for ((_, key), folding) in lenient.with_literal(literal).zip(std::iter::once(case).chain(primary)) {
            let is_primary = matches!(folding, Folding::Primary(_));
            let mut folded = FoldedText::default();
            folded.fill(self.text.part(start..end), &folding);
            let in_part = find(&folded, key, 0, end - start, &|at, after| {
                self.accepts(literal, is_primary, start + at, start + after)
            });
            let in_text = in_part.map(|found| LiteralRange { start: start + found.start, end: start + found.end });
            found = first_match(found, in_text);
        }
        found
    }

    /// Whether a range of the text matches a literal that its folded form contains: by weights, separators that have
    /// weights must match too, and folded texts are without separators.
    fn accepts(&self, literal: u32, is_primary: bool, start: usize, end: usize) -> bool {
        let wanted = self.literal(literal).map_or("", |indexed| indexed.text.as_str());
        match self.format.lenient_collator() {
            Some(collator) if is_primary => has_same_separators(self.text.part(start..end), wanted, collator),
            _ => true,
        }
    }

    /// The next occurrence of the delimiter of a rule at or after `from`: exactly, otherwise leniently.
    pub(super) fn find_delimiter(
        &mut self,
        rule: &IndexedRule,
        literal: u32,
        start: usize,
        from: usize,
        end: usize,
    ) -> Option<LiteralRange> {
        if let Some(plural) = &rule.plural {
            return self.find_plural(rule, plural, start, from, end);
        }
        let (text, indexed) = (self.text.get(from..end)?, self.literal(literal)?);
        if let Some(at) = self.find_exactly(literal, indexed.text.as_bytes(), from, end) {
            return Some(LiteralRange { start: at, end: at + indexed.text.len() });
        }
        let collator = self.format.lenient_collator();
        let is_split = self.is_split(from, end);
        self.count_fold(is_split, from, end);
        self.find_leniently(literal, from, end, is_split, |folded, key, from, end, accepts| {
            if key.is_empty() {
                let is_variant = |c| collator.is_some_and(|collator| is_separator_variant(c, &indexed.text, collator));
                let (at, c) = text.char_indices().find(|(_, c)| is_separator(*c) || is_variant(*c))?;
                let (at, after) = (from + at, from + at + c.len_utf8());
                let end = if is_separator(c) { folded.after_separators(at, end) } else { after };
                return Some(LiteralRange { start: at, end });
            }
            (folded.unit_at(from)..folded.unit_at(end)).find_map(|unit| {
                let after = lenient_end(folded, key, unit, indexed, from, end)?;
                let at = folded.end_before(unit).max(from);
                accepts(at, after).then_some(LiteralRange { start: at, end: after })
            })
        })
    }

    fn find_exactly(&mut self, literal: u32, wanted: &[u8], from: usize, end: usize) -> Option<usize> {
        let Occurrences { first, last } = self.occurrences.exact(literal, self.text.as_bytes(), wanted)?;
        let (first, last) = (first as usize, last as usize);
        if from <= first || last < from {
            return Some(first).filter(|at| from <= *at && at + wanted.len() <= end);
        }
        let text = self.text.as_bytes().get(from..end.min(last + wanted.len()))?;
        find_bytes(text, wanted).map(|at| from + at)
    }

    /// Finds a plural branch with the surrounding text of the rule. Each branch is searched from `from` on; a branch
    /// that is later in the text and longer, in UTF-16 units, takes precedence over those before it in the rule, as in
    /// ICU (`PluralFormat.parseType`).
    fn find_plural(
        &mut self,
        rule: &IndexedRule,
        plural: &PluralFormat,
        start: usize,
        from: usize,
        end: usize,
    ) -> Option<LiteralRange> {
        let text = self.text.get(..end)?;
        let Occurrences { first, last } = self.plural_starts(plural, rule.plural_literal?)?;
        if (last as usize) < from {
            return None;
        }
        let from = from.max(first as usize);
        let mut best: Option<(usize, &str)> = None;
        let units = |message: &str| message.encode_utf16().count();
        for message in plural.branches.messages() {
            let Some(at) = find_bytes(text.as_bytes().get(from..)?, message.as_bytes()).map(|at| from + at) else {
                continue;
            };
            if best.is_none_or(|(best, other)| at >= best && units(message) > units(other)) {
                best = Some((at, message));
            }
        }
        let (at, length) = best.map(|(at, message)| (at, message.len()))?;
        let prefix = rule.text.get(..plural.start)?;
        let suffix = rule.text.get(plural.end..)?;
        let before = text.get(start..at)?.strip_suffix(prefix)?;
        let after = text.get(at + length..)?;
        after
            .starts_with(suffix)
            .then_some(LiteralRange { start: start + before.len(), end: at + length + suffix.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::reader::ParseLimits;
    use super::*;
    use crate::unicode::spell::{RuleBasedNumberFormat, RuleSetGroup, Scratch};
    use proptest::prelude::*;

    proptest! {
        /// Folding the first segments of a part that starts or ends inside of a segment, instead of all of it.
        #[test]
        fn a_literal_at_the_start_of_a_part_is_found_in_its_first_segments(
            parts in prop::collection::vec(prop::sample::select(vec![
                "л", "\u{483}", "҂", "е\u{301}", "\u{323}", "\u{345}", "e", "E\u{301}", "u\u{308}", "-", " ", "\u{AD}", ".",
                "ein", "zwo", "ß", "α", "´", "\u{1100}\u{1161}", "\u{11A8}", "\u{F73}", "\u{344}", "фі", "-\u{323}\u{334}",
            ]), 1..12),
            rules in 0usize..3,
        ) {
            let (locale, group) = [
                ("de", RuleSetGroup::Spellout),
                ("root", RuleSetGroup::NumberingSystem),
                ("vi", RuleSetGroup::Spellout),
            ][rules];
            let text = parts.concat();
            let format = RuleBasedNumberFormat::open(locale, group).format;
            let (index, mut scratch) = (format.index(), Scratch::default());
            let mut reader = format.reader(index, &text, true, ParseLimits::Text, &mut scratch).unwrap();
            let at: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            for (number, &start) in at.iter().enumerate() {
                for &end in &at[number + 1..] {
                    let is_split = reader.is_split(start, end);
                    for literal in 0..index.literals.len() as u32 {
                        let indexed = &index.literals[literal as usize];
                        if indexed.text.is_empty() || text[start..end].starts_with(&indexed.text) {
                            continue;
                        }
                        let whole = reader.find_leniently(literal, start, end, is_split, |folded, key, start, end, accepts| {
                            let after = lenient_end(folded, key, folded.unit_at(start), indexed, start, end)?;
                            accepts(start, after).then_some(LiteralRange { start, end: after })
                        });
                        let whole = whole.map(|found| found.end);
                        prop_assert_eq!(reader.match_prefix(literal, start, end), whole, "{}", &indexed.text);
                    }
                }
            }
        }
    }
}
