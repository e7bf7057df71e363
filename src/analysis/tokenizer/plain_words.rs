//! Short texts of ASCII letters and spaces, which many fields hold. Where the rules give all their words the same status, words
//! start and end at the edges of one mask.

use crate::analysis::batch::{Batch, BatchToken};
use crate::analysis::token::TokenType;
use crate::analysis::tokenizer::segment_types::{Typing, code_of, standard_type, status_type};
use crate::analysis::tokenizer::segmented_config::Config;
use crate::unicode::scan::{AsciiLetter, AsciiSpace, BLOCK, block_at, block_mask};
use crate::unicode::script::{RunOptions, Script};
use crate::unicode::text::CodeUnit;
use crate::unicode::word_class::{LETTER, ascii_class};

/// Type and script of the words of such texts.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainWords {
    token_type: TokenType,
    script: u32,
    /// The longest text, in units; none of its words is longer than a token may be.
    longest: usize,
}

impl PlainWords {
    /// The fast path of a tokenizer whose rules and options allow it.
    pub(super) fn of(config: &Config) -> Option<PlainWords> {
        let status = config.rules_of(Script::Latin).ascii_word_status()?;
        let (token_type, script) = match (config.typing, config.runs) {
            // With runs that end at spaces, rules of other scripts would apply.
            (Typing::Word, Some(RunOptions { end_at_space: false, .. })) => {
                (status_type(status, Script::Latin)?, code_of(Script::Latin))
            }
            (Typing::Standard, None) => (standard_type(status)?, 0),
            _ => return None,
        };
        // Spaces may be symbols that become tokens.
        let longest = BLOCK.min(config.max_token_length);
        config.symbols.is_none().then_some(PlainWords { token_type, script, longest })
    }

    /// Pushes the tokens of a whole text and returns true if it is such a text.
    #[inline]
    pub(super) fn push<U: CodeUnit>(self, text: &[U], batch: &mut Batch<U>) -> bool {
        // Most other texts begin or end with another character.
        let (Some(first), Some(last)) = (text.first(), text.last()) else { return false };
        if text.len() > self.longest || !is_of_words(*first) || !is_of_words(*last) {
            return false;
        }
        let mut copy = [U::default(); BLOCK];
        let block = block_at(text, 0, &mut copy);
        let letters = block_mask::<U, AsciiLetter>(block);
        // The zeros after the text are neither.
        let other = !(letters | block_mask::<U, AsciiSpace>(block));
        if letters == 0 || other.trailing_zeros() as usize != text.len() {
            return false;
        }
        let (mut starts, mut ends) = (letters & !(letters << 1), !letters & letters << 1);
        while starts != 0 {
            // Without an end that is left, the last word ends with the block: 64.
            let (start, end) = (starts.trailing_zeros() as usize, ends.trailing_zeros() as usize);
            let token = BatchToken::of_text(start, end, self.token_type);
            batch.tokens.push(BatchToken { script: self.script, ..token });
            (starts, ends) = (starts & (starts - 1), ends & ends.wrapping_sub(1));
        }
        true
    }
}

/// Whether a unit is an ASCII letter or a space.
#[inline(always)]
fn is_of_words<U: CodeUnit>(unit: U) -> bool {
    ascii_class(unit.into()) & LETTER != 0 || unit == U::from_ascii(b' ')
}
