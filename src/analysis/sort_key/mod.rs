//! Sort keys as terms, and the options of the components that produce them: one file per kind of key.

pub mod naturalsort;
pub mod unic_collation;

use crate::analysis::batch::{Batch, BatchToken, Term};
use crate::analysis::build_error::{BuildError, Warnings};
use crate::analysis::component::{TokenFilter, Tokenizer};
use crate::analysis::key_maker::{KeyError, KeyMaker, KeyState};
use crate::analysis::options::{FingerprintPart, OptionDefault, OptionKind, OptionSpec, Options};
use crate::analysis::token::TokenType;
use crate::unicode::collate::to_base_32768;
use crate::unicode::text::CodeUnit;
use std::sync::Arc;

/// The option `key_format` of every analyzer of sort keys.
pub static KEY_FORMAT: OptionSpec = OptionSpec {
    name: "key_format",
    aliases: &[],
    kind: OptionKind::Choice(&["bytes", "text"]),
    default: OptionDefault::Text("bytes"),
    help: "`text`: the term is the key in base 32768; `bytes`: the term is the text, and the sort key calls return the key",
    fingerprint: FingerprintPart::Value,
};

/// What the term of a sort key token contains (ruling U10a).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermContent {
    /// The text itself; sort keys are available from the key functions.
    SourceText,
    /// The sort key in base 32768.
    Base32768Key,
    /// The sort key with a final zero byte, as ICU writes it, in base 32768.
    Base32768KeyWithZero,
}

/// Produces sort keys as terms: the tokenizer of key analyzers (one token over the whole text), and a token filter.
#[derive(Debug)]
pub struct SortKeyComponent {
    maker: Arc<KeyMaker>,
    term: TermContent,
    state: KeyState,
    /// The bytes of the key with its final zero byte.
    key: Vec<u8>,
    units: Vec<u16>,
    is_done: bool,
}

impl Clone for SortKeyComponent {
    /// The copy has buffers of its own.
    fn clone(&self) -> SortKeyComponent {
        SortKeyComponent::new(Arc::clone(&self.maker), self.term)
    }
}

impl TermContent {
    /// The content that the option `key_format` selects.
    pub fn from_options(options: &Options) -> TermContent {
        if options.text(&KEY_FORMAT) == Some("text") { TermContent::Base32768Key } else { TermContent::SourceText }
    }
}

/// Creates a [`KeyMaker`] from options.
pub type BuildKeyMaker = fn(&Options, &mut Warnings) -> Result<KeyMaker, BuildError>;

impl SortKeyComponent {
    /// Builds the component from the key maker that the options describe.
    pub fn build(
        key_maker: BuildKeyMaker,
        term: TermContent,
        options: &Options,
        warnings: &mut Warnings,
    ) -> Result<SortKeyComponent, BuildError> {
        Ok(SortKeyComponent::new(Arc::new(key_maker(options, warnings)?), term))
    }

    fn new(maker: Arc<KeyMaker>, term: TermContent) -> SortKeyComponent {
        SortKeyComponent { maker, term, state: KeyState::default(), key: Vec::new(), units: Vec::new(), is_done: false }
    }

    /// Writes the sort key of a text to `self.units`.
    fn write<U: CodeUnit>(&mut self, text: &[U]) -> Result<(), KeyError> {
        self.units.clear();
        let mut key = self.maker.key(text, &mut self.state)?;
        if self.term == TermContent::Base32768KeyWithZero {
            self.key.clear();
            self.key.extend_from_slice(key);
            self.key.push(0);
            key = &self.key;
        }
        to_base_32768(key, &mut self.units);
        Ok(())
    }

    /// Replaces each term by its sort key, from the token with index `first` on.
    pub fn replace<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>, first: usize) {
        for at in first..batch.tokens.len() {
            let Some(term) = batch.tokens.get(at).map(|token| token.term) else { break };
            let written = self.write(batch.units(text, term));
            let term = self.put(batch, written);
            if let Some(token) = batch.tokens.get_mut(at) {
                token.term = term;
            }
        }
    }

    /// Stores the key in `self.units` as a term. Texts in the pipeline are not too long, so a key fails for lack of
    /// memory.
    fn put<U: CodeUnit>(&self, batch: &mut Batch<U>, written: Result<(), KeyError>) -> Term {
        if written.is_err() {
            batch.record_out_of_memory();
        }
        // Values up to 7FFF are code points.
        let chars = || self.units.iter().filter_map(|unit| char::from_u32(u32::from(*unit)));
        batch.write(|arena| chars().for_each(|c| arena.push(c)))
    }
}

impl<U: CodeUnit> Tokenizer<U> for SortKeyComponent {
    fn reset(&mut self) {
        self.is_done = false;
    }

    fn fill(&mut self, text: &[U], batch: &mut Batch<U>) {
        if !self.is_done {
            let mut token = BatchToken::of_text(0, text.len(), TokenType::Word);
            if self.term != TermContent::SourceText {
                let written = self.write(text);
                token.term = self.put(batch, written);
            }
            batch.tokens.push(token);
        }
        self.is_done = true;
        batch.last = true;
    }

    fn key_maker(&self) -> Option<Arc<KeyMaker>> {
        Some(Arc::clone(&self.maker))
    }
}

impl<U: CodeUnit> TokenFilter<U> for SortKeyComponent {
    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        self.replace(text, batch, 0);
    }
}
