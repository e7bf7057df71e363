//! Fast path for short texts of ASCII letters and spaces, which many fields contain. If the rules assign one status to
//! all their words, the words start and end at the edges of one mask.

use crate::analysis::batch::{Batch, BatchToken};
use crate::analysis::token::TokenType;
use crate::analysis::tokenizer::segment_tokenizer_config::SegmentTokenizerConfig;
use crate::analysis::tokenizer::token_typing::{TokenTyping, packed_script_code, standard_type, status_type};
use crate::analysis::word_class::{LETTER, ascii_class};
use crate::unicode::scan::{AsciiLetter, AsciiSpace, BLOCK, block_at, block_mask};
use crate::unicode::script::{Script, ScriptRunOptions};
use crate::unicode::text::CodeUnit;

/// Type and script of the words of a text of ASCII letters and spaces.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShortAsciiText {
    token_type: TokenType,
    script: u32,
    /// The maximum length of the text, in units: not above the maximum token length, so that no word exceeds it.
    max_length: usize,
}

impl ShortAsciiText {
    /// Creates the fast path, if the rules and options of the tokenizer allow it.
    pub(super) fn new(config: &SegmentTokenizerConfig) -> Option<ShortAsciiText> {
        let status = config.rules_of(Script::Latin).ascii_word_status()?;
        let (token_type, script) = match (config.typing, config.runs) {
            // With runs that end at spaces, rules of other scripts would apply.
            (TokenTyping::Word, Some(ScriptRunOptions { end_at_space: false, .. })) => {
                (status_type(status, Script::Latin)?, packed_script_code(Script::Latin))
            }
            (TokenTyping::Standard, None) => (standard_type(status)?, 0),
            _ => return None,
        };
        // Spaces may be symbols that become tokens.
        let max_length = BLOCK.min(config.max_token_length);
        config.symbols.is_none().then_some(ShortAsciiText { token_type, script, max_length })
    }

    /// Appends the tokens of the whole text and returns true, if the text consists of ASCII letters and spaces.
    #[inline]
    pub(super) fn push<U: CodeUnit>(self, text: &[U], batch: &mut Batch<U>) -> bool {
        // Most other texts start or end with another character.
        let (Some(first), Some(last)) = (text.first(), text.last()) else { return false };
        if text.len() > self.max_length || !is_of_words(*first) || !is_of_words(*last) {
            return false;
        }
        let mut copy = [U::default(); BLOCK];
        let block = block_at(text, 0, &mut copy);
        let letters = block_mask::<U, AsciiLetter>(block);
        // The zeros after the text are neither letters nor spaces.
        let other = !(letters | block_mask::<U, AsciiSpace>(block));
        if letters == 0 || other.trailing_zeros() as usize != text.len() {
            return false;
        }
        let (mut starts, mut ends) = (letters & !(letters << 1), !letters & letters << 1);
        while starts != 0 {
            // If no word end is left, the last word ends with the block: at 64.
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
