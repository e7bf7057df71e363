//! Tokenizer `keyword`: emits the whole text as one token, also for an empty text.

use crate::analysis::batch::{Batch, BatchToken};
use crate::analysis::component::{Build, ComponentSpec, Tokenizer};
use crate::analysis::options::OptionSpec;
use crate::analysis::token::TokenType;
use crate::unicode::text::CodeUnit;
use std::sync::Arc;

static BUFFER_SIZE: OptionSpec = OptionSpec::integer(
    "buffer_size",
    1,
    1 << 20,
    256,
    "accepted for compatibility; has no effect, since texts are not buffered",
)
.with_aliases(&["bufferSize"])
.without_effect();

/// The component type of the tokenizer `keyword`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "keyword",
    help: "emits the whole text as one token",
    options: &[&BUFFER_SIZE],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Tokenizer(|_, _| Ok(Arc::new(KeywordTokenizer::default()))),
};

/// The tokenizer `keyword`.
#[derive(Clone, Debug, Default)]
pub struct KeywordTokenizer {
    is_done: bool,
}

impl<U: CodeUnit> Tokenizer<U> for KeywordTokenizer {
    fn reset(&mut self) {
        self.is_done = false;
    }

    fn fill(&mut self, text: &[U], batch: &mut Batch<U>) {
        if !self.is_done {
            batch.tokens.push(BatchToken::of_text(0, text.len(), TokenType::Word));
        }
        self.is_done = true;
        batch.last = true;
    }
}
