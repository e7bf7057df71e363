//! Fast path for short texts of unified ideographs only, such as titles and names. If the rules leave all such texts to
//! the dictionary, it segments them without script runs and break rules.

use crate::analysis::batch::{Batch, BatchToken};
use crate::analysis::token::TokenType;
use crate::analysis::tokenizer::segment_tokenizer_config::SegmentTokenizerConfig;
use crate::analysis::tokenizer::token_typing::{TokenTyping, packed_script_code, status_type};
use crate::unicode::script::first_run;
use crate::unicode::segment::{Dictionaries, SegmentationState, is_unified_han};
use crate::unicode::text::CodeUnit;

/// The maximum length of a text: in longer texts the check of all characters costs more than the fast path saves.
const MAX_LENGTH: usize = 64;

/// Type and script of the words of a text of ideographs.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShortHanText {
    token_type: TokenType,
    script: u32,
    /// The maximum length of the text, in units: not above the maximum token length, so that no word exceeds it.
    max_length: usize,
}

impl ShortHanText {
    /// Creates the fast path, if the rules and options of the tokenizer allow it.
    pub(super) fn new(config: &SegmentTokenizerConfig) -> Option<ShortHanText> {
        let (TokenTyping::Word, Some(options), None) = (config.typing, config.runs, &config.symbols) else {
            return None;
        };
        let (script, ..) = first_run("一".as_bytes(), options);
        let status = config.rules_of(script).han_status()?;
        Some(ShortHanText {
            token_type: status_type(status, script)?,
            script: packed_script_code(script),
            max_length: MAX_LENGTH.min(config.max_token_length),
        })
    }

    /// Appends the tokens of the whole text and returns true, if the text consists of unified ideographs.
    #[inline]
    pub(super) fn push<U: CodeUnit>(
        self,
        dictionaries: &Dictionaries,
        words: &mut SegmentationState,
        text: &[U],
        batch: &mut Batch<U>,
    ) -> bool {
        if text.len() > self.max_length || !is_unified_han(text) {
            return false;
        }
        words.split_han(dictionaries, text, |start, end| {
            let token = BatchToken::of_text(start, end, self.token_type);
            batch.tokens.push(BatchToken { script: self.script, ..token });
        })
    }
}
