//! Growth of collections whose size depends on the input, each with a checkpoint.

use super::checkpoint::{checkpoint, end_call, mark, may_end};
use hashbrown::HashTable;
use std::collections::{HashMap, HashSet, TryReserveError};
use std::hash::{BuildHasher, Hash};

/// A collection that grows by reservations.
pub(crate) trait Growable {
    fn try_grow(&mut self, more: usize) -> Result<(), TryReserveError>;
    /// Aborts the process if there is no memory.
    fn grow(&mut self, more: usize);
}

impl<T> Growable for Vec<T> {
    fn try_grow(&mut self, more: usize) -> Result<(), TryReserveError> {
        self.try_reserve(more)
    }

    fn grow(&mut self, more: usize) {
        self.reserve(more);
    }
}

impl Growable for String {
    fn try_grow(&mut self, more: usize) -> Result<(), TryReserveError> {
        self.try_reserve(more)
    }

    fn grow(&mut self, more: usize) {
        self.reserve(more);
    }
}

impl<K: Eq + Hash, V, S: BuildHasher> Growable for HashMap<K, V, S> {
    fn try_grow(&mut self, more: usize) -> Result<(), TryReserveError> {
        self.try_reserve(more)
    }

    fn grow(&mut self, more: usize) {
        self.reserve(more);
    }
}

impl<K: Eq + Hash, S: BuildHasher> Growable for HashSet<K, S> {
    fn try_grow(&mut self, more: usize) -> Result<(), TryReserveError> {
        self.try_reserve(more)
    }

    fn grow(&mut self, more: usize) {
        self.reserve(more);
    }
}

/// Ends the call after a reservation that failed, if it may end; otherwise its caller takes from the reserve.
#[cold]
fn end_call_if_possible() {
    if may_end() {
        mark(true);
        end_call();
    }
}

/// Reserves memory for `more` items. A checkpoint.
pub(crate) fn reserve(collection: &mut impl Growable, more: usize) {
    if collection.try_grow(more).is_err() {
        end_call_if_possible();
        collection.grow(more);
    }
    checkpoint();
}

/// Reserves memory for exactly `more` items. A checkpoint.
#[cfg(feature = "capi")]
pub(crate) fn reserve_exact<T>(items: &mut Vec<T>, more: usize) {
    if items.try_reserve_exact(more).is_err() {
        end_call_if_possible();
        items.reserve_exact(more);
    }
    checkpoint();
}

/// Reserves memory for one more item of a hash table. A checkpoint.
pub(crate) fn reserve_in<T>(table: &mut HashTable<T>, hash: impl Fn(&T) -> u64) {
    if table.try_reserve(1, &hash).is_err() {
        end_call_if_possible();
        table.reserve(1, hash);
    }
    checkpoint();
}

/// Appends an item. A checkpoint if the memory grows.
#[inline]
pub(crate) fn push<T>(items: &mut Vec<T>, item: T) {
    if items.len() == items.capacity() {
        reserve(items, 1);
    }
    items.push(item);
}

/// Appends a string. A checkpoint if the memory grows.
#[inline]
pub(crate) fn push_str(text: &mut String, more: &str) {
    if text.capacity() - text.len() < more.len() {
        reserve(text, more.len());
    }
    text.push_str(more);
}

/// The items of an iterator. A checkpoint after each item.
pub(crate) fn collect<T>(source: impl IntoIterator<Item = T>) -> Vec<T> {
    let source = source.into_iter();
    let mut items = Vec::new();
    reserve(&mut items, source.size_hint().0);
    for item in source {
        push(&mut items, item);
        checkpoint();
    }
    items
}

/// Appends the items of an iterator. A checkpoint if the memory grows.
pub(crate) fn extend<T>(items: &mut Vec<T>, source: impl IntoIterator<Item = T>) {
    source.into_iter().for_each(|item| push(items, item));
}

/// A copy of a string. A checkpoint.
pub(crate) fn copied(text: &str) -> String {
    concatenated(&[text])
}

/// A copy of strings, one after the other. A checkpoint.
pub(crate) fn concatenated(texts: &[&str]) -> String {
    let mut whole = String::new();
    reserve(&mut whole, texts.iter().map(|text| text.len()).sum());
    texts.iter().for_each(|text| whole.push_str(text));
    whole
}

/// A copy of items. A checkpoint after each item.
pub(crate) fn cloned<T: Clone>(items: &[T]) -> Vec<T> {
    collect(items.iter().cloned())
}
