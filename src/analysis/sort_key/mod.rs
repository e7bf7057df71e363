//! Sort keys: what an analyzer of type `unic_collation` or `naturalsort` makes of a text, and comparison in their order.
//!
//! A [`KeyMaker`] is built once and shared; a stream keeps a [`KeyState`], so that nothing is allocated per key once
//! warm. Keys are bytes, compared as unsigned bytes, without a final zero byte (ruling U10).

pub mod naturalsort;
pub mod unic_collation;

use crate::analysis::batch::{Batch, BatchToken, Term};
use crate::analysis::component::{TokenFilter, Tokenizer};
use crate::analysis::options::{BuildError, OptionDefault, OptionKind, OptionSpec, Options, Warnings};
use crate::analysis::token::TokenType;
use crate::unicode::collate::{
    Bound, Collator, Key, KeyRange, LEVEL_SEPARATOR, NaturalSort, State, Strength, bound, key_after, to_base_32768,
};
use crate::unicode::text::CodeUnit;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// Makes keys and compares texts; immutable.
#[derive(Debug)]
pub struct KeyMaker {
    engine: Engine,
    /// Keys are cut to this many bytes.
    max_key_bytes: Option<usize>,
}

#[derive(Debug)]
enum Engine {
    Collation(Collator),
    Natural(NaturalSort),
}

/// What one thread needs to make keys.
#[derive(Debug, Default)]
pub struct KeyState {
    engine: State,
    /// Of natural sort.
    key: Vec<u8>,
    /// The first key of a comparison.
    first: Vec<u8>,
    /// The last text was long: its buffers are given back.
    was_long: bool,
}

/// Why there is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyError {
    /// The analyzer is none that makes keys.
    NoKeys,
    /// The text has 2^31 units or more.
    TooLong,
    /// Memory ran out.
    OutOfMemory,
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KeyError::NoKeys => "the analyzer makes no sort keys",
            KeyError::TooLong => "the text has 2^31 code units or more",
            KeyError::OutOfMemory => "out of memory",
        })
    }
}

impl std::error::Error for KeyError {}

/// Buffers for texts above this length, in units, are given back when the next text comes.
const LONG: usize = 1 << 18;

impl KeyMaker {
    fn new(engine: Engine, max_key_bytes: Option<usize>) -> KeyMaker {
        KeyMaker { engine, max_key_bytes }
    }

    /// The key of a text of either encoding. Ill-formed text counts as U+FFFD.
    #[inline]
    pub fn key<'s, U: CodeUnit>(&self, text: &[U], state: &'s mut KeyState) -> Result<&'s [u8], KeyError> {
        state.prepare(text.len())?;
        Ok(self.write(text, state))
    }

    /// The same, in the caller's buffer where that is much longer than the key; what stands behind the key there is then undefined.
    #[inline]
    pub fn key_in<'s, U: CodeUnit>(
        &self,
        text: &[U],
        state: &'s mut KeyState,
        buffer: &mut [u8],
    ) -> Result<Key<'s>, KeyError> {
        state.prepare(text.len())?;
        Ok(match &self.engine {
            Engine::Collation(collator) if self.max_key_bytes.is_none() => {
                collator.key_in(text, &mut state.engine, buffer)
            }
            _ => Key::Apart(self.write(text, state)),
        })
    }

    /// The same with a state that is prepared.
    #[inline]
    fn write<'s, U: CodeUnit>(&self, text: &[U], state: &'s mut KeyState) -> &'s [u8] {
        let key = match &self.engine {
            Engine::Collation(collator) => collator.key(text, &mut state.engine),
            Engine::Natural(natural) => {
                state.key.clear();
                natural.append_key(text, &mut state.engine, &mut state.key);
                &state.key
            }
        };
        self.max_key_bytes.and_then(|most| key.get(..most)).unwrap_or(key)
    }

    /// Compares two texts in the order of their keys. Collation needs no keys for it, unless they are cut; natural sort
    /// does.
    pub fn compare<U: CodeUnit>(&self, left: &[U], right: &[U], state: &mut KeyState) -> Result<Ordering, KeyError> {
        state.prepare(left.len().max(right.len()))?;
        if let (Engine::Collation(collator), None) = (&self.engine, self.max_key_bytes) {
            return Ok(collator.compare(left, right, &mut state.engine));
        }
        let mut first = std::mem::take(&mut state.first);
        first.clear();
        first.extend_from_slice(self.write(left, state));
        let order = first.as_slice().cmp(self.write(right, state));
        state.first = first;
        Ok(order)
    }

    /// The levels of a key of this maker, each with its name. A key that was cut has fewer.
    pub fn levels<'k>(&self, key: &'k [u8]) -> Vec<(&'static str, &'k [u8])> {
        let (settings, is_natural) = match &self.engine {
            Engine::Collation(collator) => (collator.settings(), false),
            Engine::Natural(natural) => (natural.collator().settings(), true),
        };
        let names = [
            ("primary", true),
            ("secondary", settings.strength >= Strength::Secondary),
            ("case", settings.case_level),
            ("tertiary", settings.strength >= Strength::Tertiary),
            ("quaternary", settings.strength >= Strength::Quaternary),
            ("identical", settings.strength == Strength::Identical),
            ("leading zeros", is_natural && settings.strength >= Strength::Tertiary),
        ];
        let names = names.into_iter().filter_map(|(name, is_there)| is_there.then_some(name));
        names.zip(key.split(|byte| *byte == LEVEL_SEPARATOR)).collect()
    }

    /// The range of the keys of all texts that start with `text`, at a strength: see [`Collator::prefix_range`]. For
    /// natural sort `text` ends where a token ends: a number at its end is a whole number.
    pub fn prefix_range<U: CodeUnit>(
        &self,
        text: &[U],
        strength: Strength,
        state: &mut KeyState,
    ) -> Result<KeyRange, KeyError> {
        state.prepare(text.len())?;
        let mut range = match &self.engine {
            Engine::Collation(collator) => collator.prefix_range(text, strength, &mut state.engine),
            Engine::Natural(natural) => natural_range(natural, text, strength, &mut state.engine),
        };
        if let Some(most) = self.max_key_bytes {
            range.start.truncate(most);
        }
        Ok(range)
    }
}

fn natural_range<U: CodeUnit>(natural: &NaturalSort, text: &[U], strength: Strength, state: &mut State) -> KeyRange {
    let settings = natural.collator().settings();
    let mut key = Vec::new();
    natural.append_key(text, state, &mut key);
    let end = bound(&key, Bound::Lower, 1);
    // Zeros stand behind all levels, so a key of a weaker strength is no start: the levels of the own key are.
    let levels = match strength.min(settings.strength) {
        Strength::Primary => 1,
        weaker if weaker < settings.strength => weaker as usize + 1 + usize::from(settings.case_level),
        _ => usize::MAX,
    };
    KeyRange { start: bound(&key, Bound::Lower, levels), end: key_after(end) }
}

impl KeyState {
    /// Before a text of this many units.
    #[inline(always)]
    fn prepare(&mut self, length: usize) -> Result<(), KeyError> {
        if self.was_long || length > LONG { self.prepare_long(length) } else { Ok(()) }
    }

    #[cold]
    fn prepare_long(&mut self, length: usize) -> Result<(), KeyError> {
        if self.was_long {
            *self = KeyState::default();
        }
        if length >= 1 << 31 {
            return Err(KeyError::TooLong);
        }
        if length > LONG {
            self.was_long = true;
            // Most keys take up to four bytes a unit.
            let room = self.engine.reserve(4 * length).and_then(|()| self.key.try_reserve(4 * length));
            room.map_err(|_| KeyError::OutOfMemory)?;
        }
        Ok(())
    }
}

/// `key_format`: every analyzer of keys takes it.
pub static KEY_FORMAT: OptionSpec = OptionSpec {
    name: "key_format",
    aliases: &[],
    kind: OptionKind::Choice(&["bytes", "text"]),
    default: OptionDefault::Text("bytes"),
    help: "`text`: the token's term is the key in base 32768; `bytes`: it is the text, and the key calls give the key",
};

/// What the term of a token of keys is (ruling U10a).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyTerm {
    /// The text: the key is got by the key calls.
    Text,
    /// The key in base 32768.
    Key,
    /// The same with a final zero byte, as the mainline writes it.
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
    /// What an analyzer of keys is told to give.
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

    /// Puts the key of each term in its place, from the batch's token of this number on.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_for_long_texts_are_given_back() {
        let collator = || Engine::Collation(Collator::root());
        let natural = Engine::Natural(NaturalSort::new(Collator::root(), None));
        let long = "a1 ".repeat(LONG);
        for maker in
            [KeyMaker::new(collator(), None), KeyMaker::new(collator(), Some(16)), KeyMaker::new(natural, None)]
        {
            for (left, right) in [(long.as_str(), "b"), ("b", long.as_str()), (&long, &long)] {
                let mut state = KeyState::default();
                let order = maker.compare(left.as_bytes(), right.as_bytes(), &mut state);
                assert_eq!(order, Ok(left.cmp(right)));
                assert_eq!(maker.compare(b"a", b"b", &mut state), Ok(Ordering::Less));
                assert!(!state.was_long && state.key.capacity().max(state.first.capacity()) < LONG);
            }
        }
    }
}
