//! Sort keys of texts, and comparison in key order, for analyzers of type `unic_collation` or `naturalsort`.
//!
//! A [`KeyMaker`] is built once and shared; a stream keeps a [`KeyState`], so that no key allocates memory once the
//! buffers have grown. Keys are compared as unsigned bytes and have no final zero byte (ruling U10).

use crate::unicode::collate::{
    Bound, Collator, CollatorScratch, Key, KeyRange, LEVEL_SEPARATOR, NaturalSort, Strength, bound, key_after,
};
use crate::unicode::text::{CodeUnit, MAX_TEXT_UNITS};
use std::cmp::Ordering;
use std::fmt;

/// Makes sort keys and compares texts. Immutable.
#[derive(Debug)]
pub struct KeyMaker {
    engine: KeyEngine,
    /// Keys are truncated to this many bytes.
    max_key_bytes: Option<usize>,
}

#[derive(Debug)]
pub(crate) enum KeyEngine {
    Collation(Collator),
    Natural(NaturalSort),
}

/// The buffers that one thread needs to make keys.
#[derive(Debug, Default)]
pub struct KeyState {
    scratch: CollatorScratch,
    /// The last key of natural sort.
    key: Vec<u8>,
    /// The first key of a comparison that compares keys.
    first: Vec<u8>,
    /// Whether the last text was long, so that its buffers are to be released.
    was_long: bool,
}

/// The reason why no key can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyError {
    /// The analyzer does not make keys.
    NoKeys,
    /// The text has 2^31 units or more.
    TooLong,
    /// Memory ran out.
    OutOfMemory,
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KeyError::NoKeys => "the analyzer has no sort keys",
            KeyError::TooLong => "the text has 2^31 code units or more",
            KeyError::OutOfMemory => "out of memory",
        })
    }
}

impl std::error::Error for KeyError {}

/// Buffers for texts above this length, in units, are released when the next text arrives.
const MAX_KEPT_TEXT: usize = 1 << 18;

impl KeyMaker {
    pub(crate) fn new(engine: KeyEngine, max_key_bytes: Option<usize>) -> KeyMaker {
        KeyMaker { engine, max_key_bytes }
    }

    /// The key of a text in either encoding. Ill-formed sequences count as U+FFFD.
    #[inline]
    pub fn key<'s, U: CodeUnit>(&self, text: &[U], state: &'s mut KeyState) -> Result<&'s [u8], KeyError> {
        state.prepare(text.len())?;
        Ok(self.write(text, state))
    }

    /// The sort key of a text. It is written to `buffer` if that has at least 736 bytes, the text has at most 64 units,
    /// and the key has the common levels alone and is not truncated; the bytes after the key are then undefined. Other
    /// keys are in the scratch ([`Key::InScratch`]).
    #[inline(always)]
    pub fn key_into<'s, U: CodeUnit>(
        &self,
        text: &[U],
        state: &'s mut KeyState,
        buffer: &mut [u8],
    ) -> Result<Key<'s>, KeyError> {
        state.prepare(text.len())?;
        Ok(match &self.engine {
            KeyEngine::Collation(collator) if self.max_key_bytes.is_none() => {
                collator.key_into(text, &mut state.scratch, buffer)
            }
            _ => Key::InScratch(self.write(text, state)),
        })
    }

    /// The key of a text; the state must be prepared.
    #[inline]
    fn write<'s, U: CodeUnit>(&self, text: &[U], state: &'s mut KeyState) -> &'s [u8] {
        let key = match &self.engine {
            KeyEngine::Collation(collator) => collator.key(text, &mut state.scratch),
            KeyEngine::Natural(natural) => {
                state.key.clear();
                natural.append_key(text, &mut state.scratch, &mut state.key);
                &state.key
            }
        };
        self.max_key_bytes.and_then(|max_bytes| key.get(..max_bytes)).unwrap_or(key)
    }

    /// Compares two texts in the order of their keys. Collation compares without making keys, unless keys are
    /// truncated; natural sort makes both keys.
    pub fn compare<U: CodeUnit>(&self, left: &[U], right: &[U], state: &mut KeyState) -> Result<Ordering, KeyError> {
        state.prepare(left.len().max(right.len()))?;
        if let (KeyEngine::Collation(collator), None) = (&self.engine, self.max_key_bytes) {
            return Ok(collator.compare(left, right, &mut state.scratch));
        }
        let mut first = std::mem::take(&mut state.first);
        first.clear();
        first.extend_from_slice(self.write(left, state));
        let order = first.as_slice().cmp(self.write(right, state));
        state.first = first;
        Ok(order)
    }

    /// The levels of a key that this maker made, each with its name. A truncated key has fewer.
    pub fn levels<'k>(&self, key: &'k [u8]) -> Vec<(&'static str, &'k [u8])> {
        let (settings, is_natural) = match &self.engine {
            KeyEngine::Collation(collator) => (collator.settings(), false),
            KeyEngine::Natural(natural) => (natural.collator().settings(), true),
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
    /// natural sort `text` must end at the end of a token: a number at its end is complete.
    pub fn prefix_range<U: CodeUnit>(
        &self,
        text: &[U],
        strength: Strength,
        state: &mut KeyState,
    ) -> Result<KeyRange, KeyError> {
        state.prepare(text.len())?;
        let mut range = match &self.engine {
            KeyEngine::Collation(collator) => collator.prefix_range(text, strength, &mut state.scratch),
            KeyEngine::Natural(natural) => natural_range(natural, text, strength, &mut state.scratch),
        };
        if let Some(max_bytes) = self.max_key_bytes {
            range.start.truncate(max_bytes);
        }
        Ok(range)
    }
}

fn natural_range<U: CodeUnit>(
    natural: &NaturalSort,
    text: &[U],
    strength: Strength,
    scratch: &mut CollatorScratch,
) -> KeyRange {
    let settings = natural.collator().settings();
    let mut key = Vec::new();
    natural.append_key(text, scratch, &mut key);
    let end = bound(&key, Bound::Lower, 1);
    // The level for leading zeros follows the last collation level, so a key of a weaker strength is not a prefix;
    // the levels of a key of this strength are.
    let levels = match strength.min(settings.strength) {
        Strength::Primary => 1,
        weaker if weaker < settings.strength => weaker as usize + 1 + usize::from(settings.case_level),
        _ => usize::MAX,
    };
    KeyRange { start: bound(&key, Bound::Lower, levels), end: key_after(end) }
}

impl KeyState {
    /// Reserves memory for the key of a text of `length` units.
    #[inline(always)]
    fn prepare(&mut self, length: usize) -> Result<(), KeyError> {
        if self.was_long || length > MAX_KEPT_TEXT { self.prepare_long(length) } else { Ok(()) }
    }

    #[cold]
    fn prepare_long(&mut self, length: usize) -> Result<(), KeyError> {
        if self.was_long {
            *self = KeyState::default();
        }
        if length > MAX_TEXT_UNITS {
            return Err(KeyError::TooLong);
        }
        if length > MAX_KEPT_TEXT {
            self.was_long = true;
            // Most keys take at most four bytes per unit.
            let reserved = self.scratch.reserve(4 * length).and_then(|()| self.key.try_reserve(4 * length));
            reserved.map_err(|_| KeyError::OutOfMemory)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_for_long_texts_are_released() {
        let collator = || KeyEngine::Collation(Collator::root());
        let natural = KeyEngine::Natural(NaturalSort::new(Collator::root(), None));
        let long = "a1 ".repeat(MAX_KEPT_TEXT);
        for maker in
            [KeyMaker::new(collator(), None), KeyMaker::new(collator(), Some(16)), KeyMaker::new(natural, None)]
        {
            for (left, right) in [(long.as_str(), "b"), ("b", long.as_str()), (&long, &long)] {
                let mut state = KeyState::default();
                let order = maker.compare(left.as_bytes(), right.as_bytes(), &mut state);
                assert_eq!(order, Ok(left.cmp(right)));
                assert_eq!(maker.compare(b"a", b"b", &mut state), Ok(Ordering::Less));
                assert!(!state.was_long && state.key.capacity().max(state.first.capacity()) < MAX_KEPT_TEXT);
            }
        }
    }
}
