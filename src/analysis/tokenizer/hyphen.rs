//! Tokenizer `hyphen`: splits text into words of European languages, which may contain hyphens, apostrophes, dots and
//! number signs.
//!
//! The grammar is in [`super::hyphen_grammar`]. Words of Latin and Cyrillic letters without punctuation after them take
//! the fast path:
//!
//! ```text
//! for each block of 64 units, as masks:                                                (`HyphenBlock`)
//!     words between separators: a token between two edges of the mask, without decoding   (`push_simple_words`)
//!     another character, or a word that may be joined: the grammar                        (`push_word`, `push_any`)
//! ```
//!
//! The tests compare it with a reference implementation of the grammar.

use crate::analysis::batch::{BATCH_TOKENS, BATCH_UNITS, Batch, BatchToken};
use crate::analysis::component::{Build, ComponentSpec, Tokenizer};
use crate::analysis::options::OptionSpec;
use crate::analysis::token::TokenType;
use crate::analysis::tokenizer::hyphen_block::HyphenBlock;
use crate::analysis::tokenizer::hyphen_grammar::{class_at, longest_word, may_continue, skip_marks, word_end};
use crate::analysis::word_class::{CJ, WORD};
use crate::unicode::part::SlicePart;
use crate::unicode::scan::BLOCK;
use crate::unicode::text::{CodeUnit, is_longer};
use std::sync::Arc;

/// The option `max_token_length`; the analyzer `hyphen` takes it too.
pub static MAX_TOKEN_LENGTH: OptionSpec = OptionSpec::integer(
    "max_token_length",
    1,
    i32::MAX as i64,
    255,
    "maximum length of a token, in UTF-16 units; a longer token is dropped and leaves a position gap",
);

/// The component type of the tokenizer `hyphen`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "hyphen",
    help: "splits text into words that may contain hyphens, apostrophes and other in-word symbols",
    options: &[&MAX_TOKEN_LENGTH],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Tokenizer(|options, _| {
        Ok(Arc::new(HyphenTokenizer { max_token_length: options.length(&MAX_TOKEN_LENGTH), ..Default::default() }))
    }),
};

/// The tokenizer `hyphen`.
#[derive(Clone, Debug, Default)]
pub struct HyphenTokenizer {
    max_token_length: usize,
    /// The next unit to read.
    at: usize,
    /// The number of tokens dropped since the last token that was kept.
    dropped: u32,
    block: HyphenBlock,
}

impl<U: CodeUnit> Tokenizer<U> for HyphenTokenizer {
    fn reset(&mut self) {
        *self = HyphenTokenizer { max_token_length: self.max_token_length, ..Default::default() };
    }

    fn fill(&mut self, text: &[U], batch: &mut Batch<U>) {
        let stop = self.at + BATCH_UNITS;
        while batch.tokens.len() < BATCH_TOKENS && self.at < stop {
            if self.at >= text.len() {
                batch.last = true;
                batch.trailing_gap = self.dropped;
                return;
            }
            self.push_block(text, batch);
        }
    }
}

impl HyphenTokenizer {
    /// Continues from the current position to the end of its block, or until the batch is full.
    #[inline]
    fn push_block<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>) {
        if self.at >= self.block.end {
            self.block = HyphenBlock::of(text, self.at);
        }
        self.push_simple_words(text, batch);
        let HyphenBlock { start, words, others, ends, .. } = self.block;
        while self.at < start + BLOCK && batch.tokens.len() < BATCH_TOKENS {
            let bit = self.at - start;
            let candidates = (words | others) >> bit;
            if candidates == 0 {
                self.at = start + BLOCK;
                return;
            }
            let bit = bit + candidates.trailing_zeros() as usize;
            self.at = start + bit;
            let length = (!(words >> bit)).trailing_zeros() as usize;
            let end = bit + length;
            if end < BLOCK && ends >> end & 1 != 0 && length > 0 {
                // Simple words that follow the special character at which the last call stopped.
                self.push_simple_words(text, batch);
            } else if end == BLOCK && bit > 0 {
                // The word may continue after the block: read it from a block that starts with the word.
                self.block = HyphenBlock::of(text, self.at);
                return;
            } else if length > 0 {
                self.push_word(text, batch);
            } else {
                self.push_any(text, batch);
            }
        }
    }

    /// Writes the simple words from the current position to the next character of the block that needs the grammar,
    /// without decoding any character.
    #[inline]
    fn push_simple_words<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>) {
        let HyphenBlock { start, end, words, others, ends } = self.block;
        if self.at >= end {
            return;
        }
        let rest = u64::MAX << (self.at - start);
        let words = words & rest;
        let word_starts = words & !(words << 1);
        let word_ends = !words & words << 1;
        // The first punctuation that may join, or the first character outside the words.
        let special = (others | word_ends & !ends) & rest;
        let below = special.wrapping_sub(1) & !special;
        let mut word_ends = word_ends & below;
        let mut word_starts = word_starts;
        while word_ends != 0 && batch.tokens.len() < BATCH_TOKENS {
            self.at = start + word_starts.trailing_zeros() as usize;
            self.push(text, start + word_ends.trailing_zeros() as usize, TokenType::Alphanum, batch);
            word_starts &= word_starts - 1;
            word_ends &= word_ends - 1;
        }
    }

    /// Writes a token of alternatives 1 to 3, at the start of a word.
    #[inline]
    fn push_word<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>) {
        let first = word_end(text, self.at, &self.block);
        if may_continue(text, first) {
            let (end, token_type) = longest_word(text, self.at, first, &self.block);
            self.push(text, end, token_type, batch);
        } else {
            self.push(text, first, TokenType::Alphanum, batch);
        }
    }

    /// Applies the whole grammar, at a position where a token may start.
    fn push_any<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>) {
        let Some((first, length)) = class_at(text, self.at) else { return };
        if first & WORD != 0 {
            self.push_word(text, batch);
        } else if first & CJ != 0 {
            let end = skip_marks(text, self.at + length);
            self.push(text, end, TokenType::Cj, batch);
        } else {
            // Skip a separator and the marks on it, or a mark without a preceding word.
            self.at = skip_marks(text, self.at + length);
        }
    }

    /// Writes the token that ends at `end`, or drops it if it is too long (H2).
    #[inline(always)]
    fn push<U: CodeUnit>(&mut self, text: &[U], end: usize, token_type: TokenType, batch: &mut Batch<U>) {
        let start = std::mem::replace(&mut self.at, end);
        if end - start > self.max_token_length && self.drop_if_longer(text.part(start..end)) {
            return;
        }
        let mut token = BatchToken::of_text(start, end, token_type);
        if token_type == TokenType::Alphanum {
            token.term = token.term.with_alphanumeric();
        }
        token.position_increment = 1 + std::mem::take(&mut self.dropped);
        batch.tokens.push(token);
    }

    #[cold]
    #[inline(never)]
    fn drop_if_longer<U: CodeUnit>(&mut self, term: &[U]) -> bool {
        let is_dropped = is_longer(term, self.max_token_length);
        self.dropped += u32::from(is_dropped);
        is_dropped
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::word_class::{ADJUNCT, DIGIT, MARK, NUMBER_JOINER, OTHER_THAI, WordClass, word_class};
    use crate::unicode::text::from_str;
    use proptest::prelude::*;

    fn tokens<U: CodeUnit>(text: &str, max_token_length: usize) -> Vec<(String, TokenType, u32)> {
        let text = from_str::<U>(text);
        let mut tokenizer = HyphenTokenizer { max_token_length, ..Default::default() };
        let mut batch = Batch::<U>::default();
        let mut found = Vec::new();
        while !batch.last {
            batch.start_next();
            tokenizer.fill(&text, &mut batch);
            found.extend(batch.tokens.iter().map(|token| {
                let term = crate::unicode::text::to_string(batch.units(&text, token.term));
                (term, token.token_type, token.position_increment)
            }));
        }
        found
    }

    /// Reference implementation: tries every end of every alternative of the grammar.
    fn reference_tokens(text: &str) -> Vec<(String, TokenType)> {
        // Characters with the marks that belong to them.
        let mut units: Vec<(String, WordClass, char)> = Vec::new();
        for c in text.chars() {
            match units.last_mut() {
                Some((unit, _, _)) if word_class(c) & MARK != 0 => unit.push(c),
                _ => units.push((c.to_string(), word_class(c), c)),
            }
        }
        let is = |unit: &(String, WordClass, char), flags| unit.1 & flags != 0;
        // Splits a range into words and the punctuation between them; `None` if it does not start and end as required.
        let mut found = Vec::new();
        let mut at = 0;
        while at < units.len() {
            let mut best: Option<(usize, usize, TokenType)> = None;
            for end in at + 1..=units.len() {
                let part = &units[at..end];
                for (rank, token_type) in
                    [(1, TokenType::Alphanum), (2, TokenType::AlphanumComp), (3, TokenType::Num), (4, TokenType::Cj)]
                {
                    let fits = match token_type {
                        TokenType::Alphanum => part.iter().all(|unit| is(unit, WORD)),
                        TokenType::Cj => part.len() == 1 && is(&part[0], CJ),
                        TokenType::AlphanumComp => is_composed(part),
                        _ => is_number(part),
                    };
                    if fits && best.is_none_or(|(longest, _, _)| end > longest) {
                        best = Some((end, rank, token_type));
                    }
                }
            }
            match best {
                Some((end, _, token_type)) => {
                    found.push((units[at..end].iter().map(|unit| unit.0.as_str()).collect(), token_type));
                    at = end;
                }
                None => at += 1,
            }
        }
        found
    }

    fn is_composed(part: &[(String, WordClass, char)]) -> bool {
        let kinds: String = part
            .iter()
            .map(|(_, class, c)| match c {
                '\u{2019}' => '’',
                '.' => '.',
                _ if class & WORD != 0 => 'w',
                _ if class & ADJUNCT != 0 => 'a',
                _ => 'x',
            })
            .collect();
        let words = |signs: &str| {
            let parts: Vec<&str> = kinds.split(|c| signs.contains(c)).collect();
            let runs: Vec<&str> = kinds.split('w').filter(|run| !run.is_empty()).collect();
            (parts, runs)
        };
        if kinds.contains('x') || !kinds.starts_with('w') {
            return false;
        }
        if kinds.contains('.') {
            let (parts, _) = words(".");
            return parts.iter().all(|part| !part.is_empty() && part.chars().all(|c| c == 'w'));
        }
        let (parts, runs) = words("a’");
        let single = runs.iter().all(|run| !run.contains('’') || *run == "’");
        let inner = single && !runs.is_empty();
        let is_2a = parts.first().is_some_and(|word| !word.is_empty())
            && parts[1..].iter().all(|part| part.is_empty())
            && !kinds.contains('’')
            && runs.len() == 1;
        let is_2b = inner && kinds.ends_with('w');
        is_2a || is_2b
    }

    fn is_number(part: &[(String, WordClass, char)]) -> bool {
        let mut segments = vec![Vec::new()];
        for unit in part {
            if unit.1 & WORD != 0 {
                segments.last_mut().unwrap().push(unit.1);
            } else if unit.1 & NUMBER_JOINER != 0 {
                segments.push(Vec::new());
            } else {
                return false;
            }
        }
        let digits = |segment: &Vec<WordClass>| {
            segment.iter().any(|class| class & DIGIT != 0) && segment.iter().all(|class| class & OTHER_THAI == 0)
        };
        segments.len() > 1
            && segments.iter().all(|segment| !segment.is_empty())
            && (segments.iter().step_by(2).all(digits) || segments.iter().skip(1).step_by(2).all(digits))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn tokens_equal_those_of_the_grammar(
            parts in prop::collection::vec(prop::sample::select(vec![
                "a", "Z9", "1", "22", "-", "--", ".", ",", "/", "_", "'", "’", "&", " ", "é", "e\u{301}", "\u{301}",
                "日", "カ\u{3099}", "\u{30A0}", "ก", "฿", "٣", "−", "—", "𝐀", "!", "word", "Ж", "ß", "ł", "×", "„", "҃", "ΐ"
            ]), 0..24),
            before in 0usize..70,
        ) {
            let text = parts.concat();
            let expected = reference_tokens(&text);
            // With each of these offsets, a block ends at another position of the text.
            let text = " ".repeat(before) + &text;
            let found = |tokens: Vec<(String, TokenType, u32)>| -> Vec<_> { tokens.into_iter().map(|t| (t.0, t.1)).collect() };
            prop_assert_eq!(&found(tokens::<u8>(&text, 255)), &expected, "{:?}", &text);
            prop_assert_eq!(&found(tokens::<u16>(&text, 255)), &expected, "{:?}", &text);
        }
    }

    #[test]
    fn over_long_tokens_leave_a_gap() {
        let found = tokens::<u8>("abcdef gh 𝐀𝐁𝐂 x toolong", 5);
        let terms: Vec<_> = found.iter().map(|(term, _, increment)| (term.as_str(), *increment)).collect();
        assert_eq!(terms, [("gh", 2), ("x", 2)]);
    }

    #[test]
    fn long_runs_take_linear_time() {
        for text in ["a-".repeat(200_000), "1.".repeat(200_000), "a\u{301}".repeat(200_000), "a/".repeat(200_000)] {
            assert_eq!(tokens::<u8>(&text, 255), tokens::<u16>(&text, 255));
        }
    }
}
