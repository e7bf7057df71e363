//! Tokenizer `letter`: emits runs of letters (general category L), like Lucene's `LetterTokenizer`: marks, digits and
//! all other characters separate tokens. A run is split after the code point that reaches 255 UTF-16 units (ruling N2).

use crate::analysis::batch::{BATCH_TOKENS, BATCH_UNITS, Batch, BatchToken};
use crate::analysis::component::{Build, ComponentSpec, Tokenizer};
use crate::analysis::token::TokenType;
use crate::analysis::word_class::{LETTER, MARK, word_class};
use crate::unicode::text::CodeUnit;
use std::sync::Arc;

/// Lucene's `CharTokenizer.DEFAULT_MAX_WORD_LEN`.
const MAX_TOKEN_LENGTH: usize = 255;

/// The component type of the tokenizer `letter`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "letter",
    help: "splits text into runs of letters",
    options: &[],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Tokenizer(|_, _| Ok(Arc::new(LetterTokenizer::default()))),
};

/// The tokenizer `letter`.
#[derive(Clone, Debug, Default)]
pub struct LetterTokenizer {
    /// The offset where the search for the next token starts.
    at: usize,
}

impl<U: CodeUnit> Tokenizer<U> for LetterTokenizer {
    fn reset(&mut self) {
        self.at = 0;
    }

    fn fill(&mut self, text: &[U], batch: &mut Batch<U>) {
        let stop = self.at + BATCH_UNITS;
        while batch.tokens.len() < BATCH_TOKENS && self.at < stop {
            let Some((c, units)) = U::decode(text, self.at) else {
                batch.last = true;
                return;
            };
            if !is_letter(c) {
                self.at += units;
                continue;
            }
            let start = self.at;
            let mut length = 0;
            while let Some((c, units)) = U::decode(text, self.at)
                && length < MAX_TOKEN_LENGTH
                && is_letter(c)
            {
                length += c.len_utf16();
                self.at += units;
            }
            batch.tokens.push(BatchToken::of_text(start, self.at, TokenType::Word));
        }
    }
}

/// Java's `Character.isLetter`.
#[inline]
fn is_letter(c: char) -> bool {
    word_class(c) & (LETTER | MARK) == LETTER
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms<U: CodeUnit>(text: &[U]) -> Vec<(u32, u32)> {
        let mut tokenizer = LetterTokenizer::default();
        let mut batch = Batch::<U>::default();
        let mut tokens = Vec::new();
        while !batch.last {
            batch.start_next();
            tokenizer.fill(text, &mut batch);
            tokens.extend(batch.tokens.iter().map(|token| (token.start, token.end)));
        }
        tokens
    }

    #[test]
    fn tokens_are_runs_of_letters() {
        // A mark ends a token; a letter outside the BMP is one.
        assert_eq!(terms("It's 2BR, e\u{301}a; 𐐀b".as_bytes()), [(0, 2), (3, 4), (6, 8), (10, 11), (13, 14), (16, 21)]);
        let text: Vec<u16> = "It's 2BR, e\u{301}a; 𐐀b".encode_utf16().collect();
        assert_eq!(terms(&text), [(0, 2), (3, 4), (6, 8), (10, 11), (12, 13), (15, 18)]);
        assert_eq!(terms(b""), []);
    }

    #[test]
    fn a_long_run_is_split_after_the_code_point_that_reaches_the_length() {
        assert_eq!(terms("x".repeat(600).as_bytes()), [(0, 255), (255, 510), (510, 600)]);
        let wide: Vec<u16> = "𐐀".repeat(200).encode_utf16().collect();
        assert_eq!(terms(&wide), [(0, 256), (256, 400)]);
    }

    #[test]
    fn a_long_text_comes_in_batches() {
        let text = "ab1".repeat(50_000) + &"-".repeat(200_000) + "c";
        let found = terms(text.as_bytes());
        assert_eq!((found.len(), found.last()), (50_001, Some(&(350_000, 350_001))));
    }
}
