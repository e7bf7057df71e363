//! Tokenizer `whitespace`: splits at white space, as defined by Java's `Character.isWhitespace` (ruling N2: not at
//! U+00A0, U+2007, U+202F).
//!
//! A mask marks the white space of 64 units at a time; a token is the text between two edges of the mask.

use crate::analysis::batch::{BATCH_TOKENS, BATCH_UNITS, Batch, BatchToken};
use crate::analysis::component::{Build, ComponentSpec, Tokenizer};
use crate::analysis::options::OptionSpec;
use crate::analysis::token::TokenType;
use crate::unicode::java_white_space::is_java_white_space;
use crate::unicode::part::SlicePart;
use crate::unicode::scan::{self, BLOCK, MayStartNonAsciiWhiteSpace, bits_from};
use crate::unicode::text::CodeUnit;
use std::sync::Arc;

static MAX_TOKEN_LENGTH: OptionSpec = OptionSpec::integer(
    "max_token_length",
    1,
    1 << 20,
    255,
    "maximum length of a token, in UTF-16 units; a longer token is split, never inside a code point, so a piece may have one unit more",
);

/// The component type of the tokenizer `whitespace`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "whitespace",
    help: "splits text at white space",
    options: &[&MAX_TOKEN_LENGTH],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Tokenizer(|options, _| {
        Ok(Arc::new(WhitespaceTokenizer { max_token_length: options.length(&MAX_TOKEN_LENGTH), ..Default::default() }))
    }),
};

/// The tokenizer `whitespace`.
#[derive(Clone, Debug, Default)]
pub struct WhitespaceTokenizer {
    max_token_length: usize,
    /// The offset of the current block of 64 units.
    block: usize,
    /// A mask of the offsets in the block, not yet processed, where white space starts or ends.
    edges: u64,
    /// White space that started in the preceding block and continues in this one.
    spill: u64,
    /// The start of the current word.
    word: Option<usize>,
    /// The rest of a word that is being split.
    rest: Option<(usize, usize)>,
    is_started: bool,
}

impl<U: CodeUnit> Tokenizer<U> for WhitespaceTokenizer {
    fn reset(&mut self) {
        *self = WhitespaceTokenizer { max_token_length: self.max_token_length, ..Default::default() };
    }

    fn fill(&mut self, text: &[U], batch: &mut Batch<U>) {
        let stop = self.block + BATCH_UNITS;
        if let Some((start, end)) = self.rest.take() {
            self.push_pieces(text, start, end, batch);
        }
        if !self.is_started {
            self.is_started = true;
            self.find_edges(text);
        }
        while self.rest.is_none() {
            // A block ends at most 32 words, and one more that started before it.
            if batch.tokens.len() + BLOCK / 2 >= BATCH_TOKENS || self.block >= stop {
                return;
            }
            self.push_words(text, batch);
            if self.edges != 0 {
                continue; // a long word was split
            }
            if self.block + BLOCK >= text.len() {
                break;
            }
            self.block += BLOCK;
            self.find_edges(text);
        }
        if self.rest.is_none() && batch.tokens.len() < BATCH_TOKENS {
            // A text of whole blocks has no edge at its end.
            if let Some(start) = self.word.take() {
                self.push(text, start, text.len(), batch);
            }
            batch.last = self.rest.is_none();
        }
    }
}

impl WhitespaceTokenizer {
    /// Computes the edges of the current block.
    #[inline]
    fn find_edges<U: CodeUnit>(&mut self, text: &[U]) {
        let length = text.len().saturating_sub(self.block);
        let past_end = bits_from(length);
        let white = self.white_space(text) | past_end;
        let before = u64::from(self.word.is_none());
        self.edges = white ^ (white << 1 | before);
        // Past the end only the edge where the last word ends is kept.
        self.edges &= !(past_end << 1);
    }

    /// The mask of white space in the current block.
    #[inline]
    fn white_space<U: CodeUnit>(&mut self, text: &[U]) -> u64 {
        let mut white = scan::mask::<U, scan::AsciiWhiteSpace>(text, self.block) | std::mem::take(&mut self.spill);
        let mut candidates = scan::mask::<U, MayStartNonAsciiWhiteSpace>(text, self.block);
        while candidates != 0 {
            let bit = candidates.trailing_zeros();
            candidates &= candidates - 1;
            if let Some((c, length)) = U::decode(text, self.block + bit as usize)
                && is_java_white_space(c)
            {
                let units = (1u128 << length) - 1;
                let here = units << bit;
                white |= here as u64;
                self.spill |= (here >> BLOCK) as u64;
            }
        }
        white
    }

    /// Writes the words that end in the current block.
    #[inline]
    fn push_words<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>) {
        let block = self.block;
        let mut edges = self.edges;
        let mut next = || {
            let edge = block + edges.trailing_zeros() as usize;
            let is_there = edges != 0;
            edges &= edges.wrapping_sub(1);
            is_there.then_some(edge)
        };
        let mut word = self.word.take();
        while let Some(start) = word.take().or_else(&mut next) {
            let Some(end) = next() else {
                word = Some(start);
                break;
            };
            if self.push(text, start, end, batch) {
                break;
            }
        }
        self.word = word;
        self.edges = edges;
    }

    /// Writes a word, in pieces if it is too long; the batch may be full afterwards.
    #[inline]
    fn push<U: CodeUnit>(&mut self, text: &[U], start: usize, end: usize, batch: &mut Batch<U>) -> bool {
        let may_be_long = end - start > self.max_token_length;
        if may_be_long {
            self.push_pieces(text, start, end, batch);
        } else {
            batch.tokens.push(BatchToken::of_text(start, end, TokenType::Word));
        }
        may_be_long
    }

    /// Writes as many pieces of a word that may be too long as fit in the batch.
    #[cold]
    #[inline(never)]
    fn push_pieces<U: CodeUnit>(&mut self, text: &[U], mut start: usize, end: usize, batch: &mut Batch<U>) {
        while start < end {
            if batch.tokens.len() >= BATCH_TOKENS {
                self.rest = Some((start, end));
                return;
            }
            let rest = text.part(start..end);
            let cut = split_offset(rest, self.max_token_length).map_or(end, |length| start + length);
            batch.tokens.push(BatchToken::of_text(start, cut, TokenType::Word));
            start = cut;
        }
    }
}

/// The offset where a word is split: after the code point that brings it to `max_units` UTF-16 units or more, as in
/// Lucene. `None` if nothing follows.
fn split_offset<U: CodeUnit>(word: &[U], max_units: usize) -> Option<usize> {
    let mut length = 0;
    let mut at = 0;
    while let Some((c, taken)) = U::decode(word, at) {
        if length >= max_units {
            return Some(at);
        }
        length += c.len_utf16();
        at += taken;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reference implementation: decodes each character.
    fn reference_tokens<U: CodeUnit>(text: &[U], max_units: usize) -> Vec<(u32, u32)> {
        let mut tokens = Vec::new();
        let mut start = None;
        let mut length = 0;
        let mut at = 0;
        while let Some((c, units)) = U::decode(text, at) {
            if is_java_white_space(c) {
                tokens.extend(start.take().map(|start: usize| (start as u32, at as u32)));
            } else {
                start = start.or(Some(at));
                length += c.len_utf16();
                if length >= max_units {
                    tokens.extend(start.take().map(|start| (start as u32, (at + units) as u32)));
                }
            }
            if start.is_none() {
                length = 0;
            }
            at += units;
        }
        tokens.extend(start.map(|start| (start as u32, at as u32)));
        tokens
    }

    fn tokens<U: CodeUnit>(text: &[U], max_token_length: usize) -> Vec<(u32, u32)> {
        let mut tokenizer = WhitespaceTokenizer { max_token_length, ..Default::default() };
        let mut batch = Batch::<U>::default();
        let mut tokens = Vec::new();
        while !batch.last {
            batch.start_next();
            tokenizer.fill(text, &mut batch);
            assert!(batch.tokens.len() <= BATCH_TOKENS);
            tokens.extend(batch.tokens.iter().map(|token| (token.start, token.end)));
        }
        tokens
    }

    proptest! {
        #[test]
        fn masks_find_what_the_reference_finds(
            parts in prop::collection::vec(prop::sample::select(vec!["a", " ", "é", "\u{3000}", "\u{2007}", "日本", "\t\n", "😀", "\u{1680}b", "xyzxyzxyzxyzxyzxyzxyz", "                 "]), 0..120),
            max_units in prop::sample::select(vec![1usize, 2, 3, 7, 255]),
        ) {
            let text = parts.concat();
            prop_assert_eq!(tokens(text.as_bytes(), max_units), reference_tokens(text.as_bytes(), max_units));
            let text: Vec<u16> = text.encode_utf16().collect();
            prop_assert_eq!(tokens(&text, max_units), reference_tokens(&text, max_units));
        }
    }

    #[test]
    fn long_text_comes_in_batches() {
        let text = "word ".repeat(5000) + &"x".repeat(200_000);
        assert_eq!(tokens(text.as_bytes(), 255), reference_tokens(text.as_bytes(), 255));
    }
}
