//! Short texts of ASCII letters and blanks, which many fields hold. Where the rules give all their words the same status, these stand
//! between the edges of one mask.

use crate::analysis::batch::{Batch, BatchToken};
use crate::analysis::token::TokenType;
use crate::analysis::tokenizer::segmented::{Config, Typing, code_of, standard_type, status_type};
use crate::unicode::scan::{AsciiLetter, BLOCK, Blank, block_at, block_mask};
use crate::unicode::script::Script;
use crate::unicode::text::CodeUnit;

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
        let status = config.rules_of(Script::Latin).status_among_blanks()?;
        let (token_type, script) = match config.typing {
            Typing::Word => (status_type(status, Script::Latin)?, code_of(Script::Latin)),
            Typing::Standard => (standard_type(status)?, 0),
            Typing::Trimmed(_) => return None,
        };
        // Runs that end at blanks bring the rules of other scripts in; blanks may be symbols that are kept.
        let has_other_rules = config.runs.is_none_or(|runs| runs.end_at_space) && config.typing == Typing::Word;
        let is_known = !has_other_rules && config.symbols.is_none();
        is_known.then_some(PlainWords { token_type, script, longest: BLOCK.min(config.max_token_length) })
    }

    /// Gives the tokens of a text, which nothing has been read of; says whether it is such a text.
    #[inline]
    pub(super) fn push<U: CodeUnit>(self, text: &[U], batch: &mut Batch<U>) -> bool {
        // Usual for other texts: something else stands first or last.
        let (Some(first), Some(last)) = (text.first(), text.last()) else { return false };
        if text.len() > self.longest || !is_of_words(*first) || !is_of_words(*last) {
            return false;
        }
        let mut copy = [U::default(); BLOCK];
        let block = block_at(text, 0, &mut copy);
        let letters = block_mask::<U, AsciiLetter>(block);
        // Zeros, which stand behind the text, are neither.
        let other = !(letters | block_mask::<U, Blank>(block));
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
    let unit: u32 = unit.into();
    (unit | 0x20).wrapping_sub(u32::from(b'a')) < 26 || unit == u32::from(b' ')
}
