//! Reads numbers (ICU: `RuleBasedNumberFormat::parse`): a text is first parsed as a whole, which is fast, then its
//! longest start.

use super::RuleBasedNumberFormat;
use super::decimal::Number;
use super::number_prefilter::NumberPrefilter;
use super::read_cache::{CacheKey, CachedResult, MAX_TEXT, WHOLE_TEXT};
use super::reader::{NOTHING, ParseLimitReached, ParseLimits, ParsedNumber, Scratch};

impl RuleBasedNumberFormat {
    /// Parses a number at the start of a text, with the public rule set that consumes the most text; ties go to the
    /// last one. `None` if no rule set parses anything.
    pub fn read(&self, text: &str, lenient: bool, scratch: &mut Scratch) -> Option<ParsedNumber> {
        let text = self.parsed_part(text);
        let key = CacheKey { format: self.id, set: WHOLE_TEXT, lenient, ..CacheKey::default() };
        cached(&key, text, scratch, |scratch| self.read_new(text, lenient, scratch))
    }

    /// Parses a text that is not in the cache.
    fn read_new(&self, text: &str, lenient: bool, scratch: &mut Scratch) -> Option<ParsedNumber> {
        let index = self.index();
        let mut reader = self.reader(index, text, lenient, ParseLimits::Text, scratch)?;
        match reader.full_match(&index.read_order) {
            Ok(Some(value)) => Some(ParsedNumber { value, length: text.len() }),
            Err(ParseLimitReached) if reader.tries_left == 0 => None,
            // A text that is not a number as a whole may start with one.
            Ok(None) | Err(ParseLimitReached) => {
                reader.restart();
                reader.longest_match(&index.read_order.all).ok().flatten()
            }
        }
    }

    /// Parses a term that is a number in words as a whole, with the public rule sets that `prefilter` was created for,
    /// the last one first. Infinity and NaN are not accepted.
    pub fn read_words(
        &self,
        term: &str,
        lenient: bool,
        scratch: &mut Scratch,
        prefilter: &NumberPrefilter,
    ) -> Option<Number> {
        let key = CacheKey {
            format: self.id,
            bound_or_prefilter: prefilter.id(),
            set: WHOLE_TEXT,
            lenient,
            ..CacheKey::default()
        };
        let ParsedNumber { value, .. } = cached(&key, term, scratch, |scratch| {
            let mut reader = self.reader(self.index(), term, lenient, ParseLimits::Term, scratch)?;
            let value = reader.full_match(prefilter.read_order()).ok()?;
            value.filter(|value| value.is_finite()).map(|value| ParsedNumber { value, length: term.len() })
        })?;
        // Integers up to 2^53 are exact as doubles; negative zero is zero.
        let is_exact = value.fract() == 0.0 && value.abs() < 9.0e15;
        if is_exact { Some(Number::Integer(value as i64)) } else { Number::parse(&format!("{value}")) }
    }

    /// Variant of [`RuleBasedNumberFormat::read`] without the search for rules that parse the whole text: the
    /// reference.
    #[doc(hidden)]
    pub fn read_by_reference(&self, text: &str, lenient: bool, scratch: &mut Scratch) -> Option<ParsedNumber> {
        let index = self.index();
        self.reader(index, text, lenient, ParseLimits::Text, scratch)?.longest_match(&index.read_order.all).ok()?
    }
}

/// The result for a text, from the cache if it is there.
fn cached(
    key: &CacheKey,
    text: &str,
    scratch: &mut Scratch,
    parse: impl FnOnce(&mut Scratch) -> Option<ParsedNumber>,
) -> Option<ParsedNumber> {
    if text.len() > MAX_TEXT {
        return parse(scratch);
    }
    let (slot, known) = scratch.texts.get(key, text.as_bytes());
    let CachedResult { value, length, .. } = known.unwrap_or_else(|| {
        let found = parse(scratch).unwrap_or(NOTHING);
        let known = CachedResult { value: found.value, length: found.length as u8, ..CachedResult::default() };
        scratch.texts.put(slot, key, text.as_bytes(), known);
        known
    });
    Some(ParsedNumber { value, length: usize::from(length) }).filter(|found| found.length > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::spell::reader::MAX_TERM_TRIES;
    use crate::unicode::spell::{RuleSetGroup, locales};

    /// Measured with ICU4J 79.1.
    #[test]
    fn a_set_that_only_calls_another_one_parses_decimals_if_parsing_is_lenient() {
        let rules = "%a:0: =#,##0=x;%b:-x: >>;0: =#,##0=y;%c:0: =%a=;";
        let format = RuleBasedNumberFormat::from_rules(rules, "en").unwrap();
        let read = |text| format.read(text, true, &mut Scratch::default()).map(|found| (found.value, found.length));
        assert_eq!(read("12,206"), Some((12_206.0, 6)));
        assert_eq!(read("5y"), Some((-5.0, 2)));
        let prefilter = format.prefilter(|_| true);
        let read = |term| format.read_words(term, true, &mut Scratch::default(), &prefilter);
        assert_eq!(read("12,206"), Some(Number::Integer(12_206)));
    }

    /// The longest numbers need a small part of what a term may take, in all languages.
    #[test]
    fn numbers_of_rule_sets_are_far_below_the_limits_of_a_term() {
        let mut scratch = Scratch::default();
        for (locale, group) in
            locales().flat_map(|locale| [(locale, RuleSetGroup::Spellout), (locale, RuleSetGroup::NumberingSystem)])
        {
            let format = RuleBasedNumberFormat::open(locale, group).format;
            for set in 0..format.rule_sets().count() {
                for number in [2_025_886_804_001_977_i64, 123_456_789, -98_765] {
                    let mut text = String::new();
                    if format.write_by(set, &Number::Integer(number), &mut text).is_err() {
                        continue;
                    }
                    for lenient in [false, true] {
                        let index = format.index();
                        let mut reader = format.reader(index, &text, lenient, ParseLimits::Term, &mut scratch).unwrap();
                        let left = (reader.tries_left, reader.searches_left);
                        _ = reader.full_match(&index.read_order);
                        let (tries, searches) = (left.0 - reader.tries_left, left.1 - reader.searches_left);
                        assert!(tries.max(searches) < MAX_TERM_TRIES / 8, "{locale}, {text}: {tries}, {searches}");
                    }
                }
            }
        }
    }

    /// Without limits each of these terms takes seconds.
    #[test]
    fn terms_with_many_readings_are_no_numbers() {
        let format = RuleBasedNumberFormat::open("en", RuleSetGroup::NumberingSystem).format;
        let (prefilter, mut scratch) = (format.prefilter(|_| true), Scratch::default());
        let parts = ["\u{43b}\u{483}", "\u{483}", "\u{437} ", "\u{430}\u{483}\u{456} ", "፩፼፼፲", "፼፼፩፼፳፻", ". ", "١."];
        for (part, lenient) in parts.iter().flat_map(|part| [(part, false), (part, true)]) {
            for length in [4_088, 4_095] {
                let term = part.repeat(length / part.chars().count());
                assert_eq!(format.read_words(&term, lenient, &mut scratch, &prefilter), None, "{part}, {lenient}");
            }
        }
    }

    /// Without limits each of these texts takes minutes.
    #[test]
    fn long_texts_with_many_readings_are_not_parsed() {
        for (locale, part, lenient) in [("en", "one hundred ", false), ("de", "eine\u{AD}million", true)] {
            let format = RuleBasedNumberFormat::open(locale, RuleSetGroup::Spellout).format;
            assert!(format.read(part, lenient, &mut Scratch::default()).is_some(), "{locale}");
            let text = part.repeat(100_000 / part.len());
            assert!(format.read(&text, lenient, &mut Scratch::default()).is_none(), "{locale}");
        }
    }
}
