//! Tokenizer `lowercase`: the tokens of `letter`, mapped like the token filter `lowercase` (ruling N2).

use crate::analysis::batch::Batch;
use crate::analysis::component::{Build, ComponentSpec, TokenFilter, Tokenizer};
use crate::analysis::token_filter::lowercase::LowercaseFilter;
use crate::analysis::tokenizer::letter::LetterTokenizer;
use crate::unicode::text::CodeUnit;
use std::sync::Arc;

/// The component type of the tokenizer `lowercase`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "lowercase",
    help: "splits text into runs of letters, in lower case",
    options: &[],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Tokenizer(|_, _| Ok(Arc::new(LowercaseTokenizer::default()))),
};

/// The tokenizer `lowercase`.
#[derive(Clone, Debug, Default)]
pub struct LowercaseTokenizer {
    letters: LetterTokenizer,
    lowercase: LowercaseFilter,
}

impl<U: CodeUnit> Tokenizer<U> for LowercaseTokenizer {
    fn reset(&mut self) {
        Tokenizer::<U>::reset(&mut self.letters);
    }

    fn fill(&mut self, text: &[U], batch: &mut Batch<U>) {
        self.letters.fill(text, batch);
        self.lowercase.filter(text, batch);
    }
}
