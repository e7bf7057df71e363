//! Sorts texts by their sort keys: each key is made once, and most comparisons read only its first eight bytes. With
//! several threads, each makes and sorts the keys of one part; sorted parts are then merged in pairs.

use crate::analysis::key_maker::{KeyError, KeyMaker, KeyState};
use crate::analysis::key_order::key_prefix;
use crate::threads::in_parallel;
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;
use std::cmp::Ordering;
use std::ops::Range;

/// The minimum number of texts per thread: fewer cost more than the thread saves.
const MIN_PART: usize = 1 << 10;

/// The keys of one part of the texts.
#[derive(Default)]
struct SortedPart {
    /// The index of the first text of the part.
    first: usize,
    arena: Vec<u8>,
    /// The end offset of each key in `arena`.
    ends: Vec<usize>,
}

#[derive(Clone, Copy)]
struct SortEntry<'k> {
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
        let keys = keys.into_iter().collect::<Result<Vec<SortedPart>, KeyError>>()?;
        let (own, others) = keys.split_first().ok_or(KeyError::OutOfMemory)?;
        let sorted = in_parallel(|| own.sorted(), others, |keys| keys.sorted());
        let mut runs = sorted.into_iter().collect::<Result<Vec<_>, KeyError>>()?;
        while runs.len() > 1 {
            let pairs: Vec<&[Vec<SortEntry>]> = runs.chunks(2).collect();
            let (own, others) = pairs.split_first().ok_or(KeyError::OutOfMemory)?;
            let merged = in_parallel(|| merged(own), others, |pair| merged(pair));
            runs = merged.into_iter().collect::<Result<_, KeyError>>()?;
        }
        let entries = runs.pop().unwrap_or_default();
        let mut order = with_capacity(entries.len())?;
        order.extend(entries.iter().map(|entry| entry.text));
        Ok(order)
    }

    fn keys<U: CodeUnit>(
        &self,
        texts: &[&[U]],
        part: Range<usize>,
        state: &mut KeyState,
    ) -> Result<SortedPart, KeyError> {
        let texts = texts.part(part.clone());
        let mut keys = SortedPart { first: part.start, arena: Vec::new(), ends: with_capacity(texts.len())? };
        for text in texts {
            let key = self.key(text, state)?;
            keys.arena.try_reserve(key.len()).map_err(|_| KeyError::OutOfMemory)?;
            keys.arena.extend_from_slice(key);
            keys.ends.push(keys.arena.len());
        }
        Ok(keys)
    }
}

impl SortedPart {
    fn sorted(&self) -> Result<Vec<SortEntry<'_>>, KeyError> {
        let mut entries = with_capacity(self.ends.len())?;
        let mut start = 0;
        for (text, &end) in (self.first..).zip(&self.ends) {
            let key = self.arena.part(start..end);
            entries.push(SortEntry { prefix: key_prefix(key), key, text });
            start = end;
        }
        // No two entries compare equal, so an unstable sort, which allocates nothing, gives a stable order.
        entries.sort_unstable_by(SortEntry::compare);
        Ok(entries)
    }
}

impl SortEntry<'_> {
    #[inline]
    fn compare(&self, other: &Self) -> Ordering {
        self.prefix.cmp(&other.prefix).then_with(|| self.compare_keys(other))
    }

    /// Out of line, since a sort has a dozen copies of its comparison.
    #[inline(never)]
    fn compare_keys(&self, other: &Self) -> Ordering {
        self.key.cmp(other.key).then(self.text.cmp(&other.text))
    }
}

/// Merges two sorted parts; a single one is copied.
fn merged<'k>(pair: &[Vec<SortEntry<'k>>]) -> Result<Vec<SortEntry<'k>>, KeyError> {
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
