//! Sorts texts by their sort keys: each key is made once. With several threads, each makes and sorts the keys of one
//! part; sorted parts are then merged in pairs.

use crate::analysis::key_maker::{KeyError, KeyMaker, KeyState};
use crate::analysis::key_order::{KeyEntry, compare_keys, key_prefix, sort_keys};
use crate::threads::in_parallel;
use crate::unicode::collate::{Key, SHORT_KEY_CAPACITY};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;
use std::cmp::Ordering;
use std::ops::Range;

/// The minimum number of texts per thread: fewer cost more than the thread saves.
const MIN_PART: usize = 1 << 10;

/// The keys of one part of the texts.
#[derive(Default)]
struct PartKeys {
    /// The index of the first text of the part.
    first: usize,
    /// The keys, and unused bytes.
    arena: Vec<u8>,
    /// The end offset of each key in `arena`.
    ends: Vec<usize>,
}

/// A key of a sorted part, to merge.
#[derive(Clone, Copy)]
struct MergeEntry<'k> {
    /// See [`key_prefix`].
    prefix: u64,
    key: &'k [u8],
    /// The index of the text, which breaks ties between equal keys.
    text: usize,
}

impl KeyMaker {
    /// The indices of the texts in the order of their sort keys; texts with equal keys keep their order. Uses at most
    /// `threads` threads, including the caller's.
    ///
    /// # Errors
    /// A text of 2^31 units or more; no memory.
    pub fn sort<U: CodeUnit>(
        &self,
        texts: &[&[U]],
        threads: usize,
        state: &mut KeyState,
    ) -> Result<Vec<usize>, KeyError> {
        let count = texts.len().div_ceil(MIN_PART).clamp(1, threads.max(1));
        let length = texts.len().div_ceil(count).max(1);
        let parts: Vec<Range<usize>> =
            (0..texts.len()).step_by(length).map(|start| start..(start + length).min(texts.len())).collect();
        let mut parts = parts.into_iter();
        let Some(own) = parts.next() else { return Ok(Vec::new()) };
        let others: Vec<Range<usize>> = parts.collect();
        let keys = in_parallel(
            || self.keys(texts, own.clone(), state),
            others.as_slice(),
            |part| self.keys(texts, part.clone(), &mut KeyState::default()),
        );
        let keys = keys.into_iter().collect::<Result<Vec<PartKeys>, KeyError>>()?;
        if let [keys] = keys.as_slice() {
            let mut order = with_capacity(texts.len())?;
            order.extend(keys.sorted()?.iter().map(|entry| entry.index));
            return Ok(order);
        }
        let (own, others) = keys.split_first().ok_or(KeyError::OutOfMemory)?;
        let sorted = in_parallel(|| own.sorted_to_merge(), others, |keys| keys.sorted_to_merge());
        let mut runs = sorted.into_iter().collect::<Result<Vec<_>, KeyError>>()?;
        while runs.len() > 1 {
            let pairs: Vec<&[Vec<MergeEntry>]> = runs.chunks(2).collect();
            let (own, others) = pairs.split_first().ok_or(KeyError::OutOfMemory)?;
            let merged = in_parallel(|| merged(own), others, |pair| merged(pair));
            runs = merged.into_iter().collect::<Result<_, KeyError>>()?;
        }
        let entries = runs.pop().unwrap_or_default();
        let mut order = with_capacity(entries.len())?;
        order.extend(entries.iter().map(|entry| entry.text));
        Ok(order)
    }

    /// Makes the keys of a part of the texts.
    fn keys<U: CodeUnit>(
        &self,
        texts: &[&[U]],
        part: Range<usize>,
        state: &mut KeyState,
    ) -> Result<PartKeys, KeyError> {
        let texts = texts.part(part.clone());
        let mut keys = PartKeys { first: part.start, arena: Vec::new(), ends: with_capacity(texts.len())? };
        let mut end = 0;
        for text in texts {
            end += match self.key_into(text, state, keys.space(end, SHORT_KEY_CAPACITY)?)? {
                Key::InBuffer(length) => length,
                Key::InScratch(key) => {
                    keys.space(end, key.len())?.part_mut(..key.len()).copy_from_slice(key);
                    key.len()
                }
            };
            keys.ends.push(end);
        }
        Ok(keys)
    }
}

impl PartKeys {
    /// The unused bytes from an end of the keys on, at least `length` ones.
    #[inline]
    fn space(&mut self, end: usize, length: usize) -> Result<&mut [u8], KeyError> {
        if self.arena.len() < end + length {
            self.arena.try_reserve(end + length - self.arena.len()).map_err(|_| KeyError::OutOfMemory)?;
            self.arena.resize(self.arena.capacity(), 0);
        }
        Ok(self.arena.part_mut(end..))
    }

    /// The key of a text, by its index in the part.
    #[inline]
    fn key(&self, index: usize) -> &[u8] {
        let end = |index: usize| self.ends.get(index).copied().unwrap_or(0);
        self.arena.get(index.checked_sub(1).map_or(0, end)..end(index)).unwrap_or(&[])
    }

    /// The sorted keys; the indices are those in the part.
    fn sorted(&self) -> Result<Vec<KeyEntry>, KeyError> {
        let mut entries = with_capacity(self.ends.len())?;
        entries.extend((0..self.ends.len()).map(|index| KeyEntry::new(index, self.key(index))));
        sort_keys(&mut entries, |index| self.key(index));
        Ok(entries)
    }

    fn sorted_to_merge(&self) -> Result<Vec<MergeEntry<'_>>, KeyError> {
        let sorted = self.sorted()?;
        let mut entries = with_capacity(sorted.len())?;
        entries.extend(sorted.iter().map(|&KeyEntry { index, .. }| {
            let key = self.key(index);
            MergeEntry { prefix: key_prefix(key), key, text: self.first + index }
        }));
        Ok(entries)
    }
}

impl MergeEntry<'_> {
    fn compare(&self, other: &Self) -> Ordering {
        compare_keys(self.prefix, other.prefix, || (self.key, other.key)).then_with(|| self.text.cmp(&other.text))
    }
}

/// Merges two sorted parts; a single one is copied.
fn merged<'k>(pair: &[Vec<MergeEntry<'k>>]) -> Result<Vec<MergeEntry<'k>>, KeyError> {
    let mut all = with_capacity(pair.iter().map(Vec::len).sum())?;
    let mut left = pair.first().map_or(&[][..], Vec::as_slice);
    let mut right = pair.get(1).map_or(&[][..], Vec::as_slice);
    while let (Some((first, rest)), Some((other, others))) = (left.split_first(), right.split_first()) {
        if first.compare(other) == Ordering::Less {
            all.push(*first);
            left = rest;
        } else {
            all.push(*other);
            right = others;
        }
    }
    all.extend_from_slice(left);
    all.extend_from_slice(right);
    Ok(all)
}

fn with_capacity<T>(count: usize) -> Result<Vec<T>, KeyError> {
    let mut items = Vec::new();
    items.try_reserve_exact(count).map_err(|_| KeyError::OutOfMemory)?;
    Ok(items)
}
