//! Short texts of unified ideographs alone, such as titles and names. Where the rules leave all such texts to the dictionary, it
//! segments them without script runs and break rules.

use crate::analysis::batch::{Batch, BatchToken};
use crate::analysis::token::TokenType;
use crate::analysis::tokenizer::segment_types::{Typing, code_of, status_type};
use crate::analysis::tokenizer::segmented_config::Config;
use crate::unicode::script::first_run;
use crate::unicode::segment::{Dictionaries, WordState, is_unified_han};
use crate::unicode::text::CodeUnit;

/// In longer texts the check of all characters costs more than it gains.
const LONGEST: usize = 64;

/// Type and script of the words of such texts.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainIdeographs {
    token_type: TokenType,
    script: u32,
    /// The longest text, in units; none of its words is longer than a token may be.
    longest: usize,
}

impl PlainIdeographs {
    /// The fast path of a tokenizer whose rules and options allow it.
    pub(super) fn of(config: &Config) -> Option<PlainIdeographs> {
        let (Typing::Word, Some(options), None) = (config.typing, config.runs, &config.symbols) else { return None };
        let (script, ..) = first_run("一".as_bytes(), options);
        let status = config.rules_of(script).han_status()?;
        Some(PlainIdeographs {
            token_type: status_type(status, script)?,
            script: code_of(script),
            longest: LONGEST.min(config.max_token_length),
        })
    }

    /// Pushes the tokens of a whole text and returns true if it is such a text.
    #[inline]
    pub(super) fn push<U: CodeUnit>(
        self,
        dictionaries: &Dictionaries,
        words: &mut WordState,
        text: &[U],
        batch: &mut Batch<U>,
    ) -> bool {
        if text.len() > self.longest || !is_unified_han(text) {
            return false;
        }
        words.split_han(dictionaries, text, |start, end| {
            let token = BatchToken::of_text(start, end, self.token_type);
            batch.tokens.push(BatchToken { script: self.script, ..token });
        })
    }
}
