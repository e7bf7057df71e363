//! Short texts of nothing but usual ideographs: titles and names. Where the rules leave all such texts to the dictionary, it is asked at once.

use crate::analysis::batch::{Batch, BatchToken};
use crate::analysis::token::TokenType;
use crate::analysis::tokenizer::segmented::{Config, Typing, code_of, status_type};
use crate::unicode::script::first_run;
use crate::unicode::segment::{Dictionaries, WordState, is_unified_han};
use crate::unicode::text::CodeUnit;

/// Longer texts are not worth a look at all of their characters.
const LONGEST: usize = 64;

/// What the words of such texts become.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainIdeographs {
    token_type: TokenType,
    script: u32,
    /// The longest text, in units: no word in it is cut.
    longest: usize,
}

impl PlainIdeographs {
    /// Those of a tokenizer, where its rules and options allow it.
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

    /// Gives the tokens of a text, which nothing has been read of; says whether it is such a text.
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
