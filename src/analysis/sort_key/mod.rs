//! Sort keys as terms, and the options of the components that make them: one file per kind of key.

pub mod naturalsort;
pub mod unic_collation;

use crate::analysis::batch::{Batch, BatchToken, Term};
use crate::analysis::component::{TokenFilter, Tokenizer};
use crate::analysis::key_maker::{KeyMaker, KeyState};
use crate::analysis::options::{BuildError, OptionDefault, OptionKind, OptionSpec, Options, Warnings};
use crate::analysis::token::TokenType;
use crate::unicode::collate::to_base_32768;
use crate::unicode::text::CodeUnit;
use std::sync::Arc;

/// `key_format`: every analyzer of keys takes it.
pub static KEY_FORMAT: OptionSpec = OptionSpec {
    name: "key_format",
    aliases: &[],
    kind: OptionKind::Choice(&["bytes", "text"]),
    default: OptionDefault::Text("bytes"),
    help: "`text`: the term is the key in base 32768; `bytes`: the term is the text, and the sort key calls return the key",
};

/// What the term of a token of keys is (ruling U10a).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyTerm {
    /// The text: the key is got by the key calls.
    Text,
    /// The key in base 32768.
    Key,
    /// With a final zero byte, as ICU writes it.
    KeyWithZero,
}

/// Keys as terms: the tokenizer of key analyzers (one token over the whole text), and a token filter.
#[derive(Debug)]
pub struct KeyTerms {
    maker: Arc<KeyMaker>,
    term: KeyTerm,
    state: KeyState,
    /// With the zero byte.
    key: Vec<u8>,
    units: Vec<u16>,
    is_done: bool,
}

impl Clone for KeyTerms {
    /// Buffers are not shared.
    fn clone(&self) -> KeyTerms {
        KeyTerms::new(Arc::clone(&self.maker), self.term)
    }
}

impl KeyTerm {
    /// The configured output of an analyzer of keys.
    pub fn of_format(options: &Options) -> KeyTerm {
        if options.text(&KEY_FORMAT) == Some("text") { KeyTerm::Key } else { KeyTerm::Text }
    }
}

/// Makes a [`KeyMaker`] out of options.
pub type MakeKeys = fn(&Options, &mut Warnings) -> Result<KeyMaker, BuildError>;

impl KeyTerms {
    /// Terms out of the keys that the options ask for.
    pub fn build(
        key_maker: MakeKeys,
        term: KeyTerm,
        options: &Options,
        warnings: &mut Warnings,
    ) -> Result<KeyTerms, BuildError> {
        Ok(KeyTerms::new(Arc::new(key_maker(options, warnings)?), term))
    }

    fn new(maker: Arc<KeyMaker>, term: KeyTerm) -> KeyTerms {
        KeyTerms { maker, term, state: KeyState::default(), key: Vec::new(), units: Vec::new(), is_done: false }
    }

    /// Writes the key of `units` into `self.units`. Texts in the pipeline are below 2^31 units.
    fn write<U: CodeUnit>(&mut self, units: &[U]) {
        self.units.clear();
        let Ok(key) = self.maker.key(units, &mut self.state) else { return };
        if self.term == KeyTerm::Key {
            return to_base_32768(key, &mut self.units);
        }
        self.key.clear();
        self.key.extend_from_slice(key);
        self.key.push(0);
        to_base_32768(&self.key, &mut self.units);
    }

    /// Replaces each term by its key, from the batch's token of this number on.
    pub fn replace<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>, first: usize) {
        for at in first..batch.tokens.len() {
            let Some(term) = batch.tokens.get(at).map(|token| token.term) else { break };
            self.write(batch.units(text, term));
            let term = self.put(batch);
            if let Some(token) = batch.tokens.get_mut(at) {
                token.term = term;
            }
        }
    }

    /// The written key as a term.
    fn put<U: CodeUnit>(&self, batch: &mut Batch<U>) -> Term {
        // Values up to 7FFF are characters.
        let chars = || self.units.iter().filter_map(|unit| char::from_u32(u32::from(*unit)));
        batch.parts().1.write(|arena| chars().for_each(|c| arena.push(c)))
    }
}

impl<U: CodeUnit> Tokenizer<U> for KeyTerms {
    fn reset(&mut self) {
        self.is_done = false;
    }

    fn fill(&mut self, text: &[U], batch: &mut Batch<U>) {
        if !self.is_done {
            let mut token = BatchToken::of_text(0, text.len(), TokenType::Word);
            if self.term != KeyTerm::Text {
                self.write(text);
                token.term = self.put(batch);
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

impl<U: CodeUnit> TokenFilter<U> for KeyTerms {
    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        self.replace(text, batch, 0);
    }
}
