//! Short texts of ASCII letters and blanks, which many fields hold. Where the rules give all their words the same status, these stand
//! between the edges of one mask.

use crate::analysis::batch::{Batch, BatchToken};
use crate::analysis::token::TokenType;
use crate::analysis::tokenizer::segmented::{Config, Typing, code_of, standard_type, status_type};
use crate::unicode::scan::{AsciiLetter, AsciiSpace, BLOCK, block_at, block_mask};
use crate::unicode::script::{RunOptions, Script};
use crate::unicode::text::CodeUnit;
use crate::unicode::word_class::{LETTER, ascii_class};

/// What the words of such texts become.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainWords {
    token_type: TokenType,
    script: u32,
    /// The longest text, in units: no word in it is cut.
    longest: usize,
}

impl PlainWords {
    /// Those of a tokenizer, where its rules and options allow it.
    pub(super) fn of(config: &Config) -> Option<PlainWords> {
        let status = config.rules_of(Script::Latin).ascii_word_status()?;
        let (token_type, script) = match (config.typing, config.runs) {
            // Runs that end at blanks would bring the rules of other scripts in.
            (Typing::Word, Some(RunOptions { end_at_space: false, .. })) => {
                (status_type(status, Script::Latin)?, code_of(Script::Latin))
            }
            (Typing::Standard, None) => (standard_type(status)?, 0),
            _ => return None,
        };
        // Blanks may be symbols that are kept.
        let longest = BLOCK.min(config.max_token_length);
        config.symbols.is_none().then_some(PlainWords { token_type, script, longest })
    }

    /// Gives the tokens of a text, which nothing has been read of; says whether it is such a text.
    #[inline]
    pub(super) fn push<U: CodeUnit>(self, text: &[U], batch: &mut Batch<U>) -> bool {
        // Usual for other texts: something else is first or last.
        let (Some(first), Some(last)) = (text.first(), text.last()) else { return false };
        if text.len() > self.longest || !is_of_words(*first) || !is_of_words(*last) {
            return false;
        }
        let mut copy = [U::default(); BLOCK];
        let block = block_at(text, 0, &mut copy);
        let letters = block_mask::<U, AsciiLetter>(block);
        // Zeros, which follow the text, are neither.
        let other = !(letters | block_mask::<U, AsciiSpace>(block));
        if letters == 0 || other.trailing_zeros() as usize != text.len() {
            return false;
        }
        let (mut starts, mut ends) = (letters & !(letters << 1), !letters & letters << 1);
        while starts != 0 {
            // Where no word ends any more, the last one ends with the block: 64.
            let (start, end) = (starts.trailing_zeros() as usize, ends.trailing_zeros() as usize);
            let token = BatchToken::of_text(start, end, self.token_type);
            batch.tokens.push(BatchToken { script: self.script, ..token });
            (starts, ends) = (starts & (starts - 1), ends & ends.wrapping_sub(1));
        }
        true
    }
}

/// Whether a unit is an ASCII letter or a blank.
#[inline(always)]
fn is_of_words<U: CodeUnit>(unit: U) -> bool {
    ascii_class(unit.into()) & LETTER != 0 || unit == U::from_ascii(b' ')
}
