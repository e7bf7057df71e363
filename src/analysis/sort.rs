//! Sorts texts by their sort keys: each key is made once, and most comparisons read only its first eight bytes. With
//! several threads, each makes and sorts the keys of one part; sorted parts are then merged in pairs.

use crate::analysis::key_maker::{KeyError, KeyMaker, KeyState};
use crate::threads::in_parallel;
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;
use std::cmp::Ordering;
use std::ops::Range;

/// The minimum number of texts per thread: fewer cost more than the thread saves.
const LEAST_PART: usize = 1 << 10;

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
    /// The first eight bytes of the key.
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
        let count = texts.len().div_ceil(LEAST_PART).clamp(1, threads.max(1));
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
        let mut order = with_room(entries.len())?;
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
        let mut keys = SortedPart { first: part.start, arena: Vec::new(), ends: with_room(texts.len())? };
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
        let mut entries = with_room(self.ends.len())?;
        let mut start = 0;
        for (text, &end) in (self.first..).zip(&self.ends) {
            let key = self.arena.part(start..end);
            entries.push(SortEntry { prefix: prefix(key), key, text });
            start = end;
        }
        // No two entries compare equal, so an unstable sort, which allocates nothing, gives a stable order.
        entries.sort_unstable_by(SortEntry::compare);
        Ok(entries)
    }
}

impl SortEntry<'_> {
    fn compare(&self, other: &Self) -> Ordering {
        let keys = self.prefix.cmp(&other.prefix).then_with(|| self.key.cmp(other.key));
        keys.then_with(|| self.text.cmp(&other.text))
    }
}

/// The first eight bytes of a key as a big-endian number, padded with zeros, so that numbers compare like keys.
fn prefix(key: &[u8]) -> u64 {
    match key.first_chunk() {
        Some(first) => u64::from_be_bytes(*first),
        None => key.iter().enumerate().fold(0, |prefix, (at, byte)| prefix | u64::from(*byte) << (56 - 8 * at)),
    }
}

/// Merges two sorted parts; a single one is copied.
fn merged<'k>(pair: &[Vec<SortEntry<'k>>]) -> Result<Vec<SortEntry<'k>>, KeyError> {
    let mut all = with_room(pair.iter().map(Vec::len).sum())?;
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

fn with_room<T>(count: usize) -> Result<Vec<T>, KeyError> {
    let mut items = Vec::new();
    items.try_reserve_exact(count).map_err(|_| KeyError::OutOfMemory)?;
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_order_as_keys_do() {
        let keys: [&[u8]; 10] = [
            b"",
            b"\x00",
            b"\x00\x00",
            b"\x01",
            b"\x01\x01",
            b"abcdefg",
            b"abcdefg\x01",
            b"abcdefgh",
            b"abcdefghi",
            b"\xFF",
        ];
        for (left, right) in keys.iter().flat_map(|left| keys.iter().map(move |right| (*left, *right))) {
            assert_eq!(prefix(left).cmp(&prefix(right)).then_with(|| left.cmp(right)), left.cmp(right));
        }
    }
}
