//! A map as a vector in the order of its keys, for tables of the data: most of them are in this order, so that entries
//! are appended, without an allocation per few of them.
//!
//! PERF: to collect a `BTreeMap` takes 5 KB of machine code more per type, since it sorts the entries.

use std::borrow::Borrow;

/// A map whose entries are in the order of their keys.
#[derive(Debug)]
pub(crate) struct SortedMap<K, V>(Vec<(K, V)>);

impl<K: Ord, V> SortedMap<K, V> {
    pub(crate) const fn new() -> SortedMap<K, V> {
        SortedMap(Vec::new())
    }

    /// Adds an entry, or replaces that with an equal key.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        if self.0.last().is_none_or(|last| last.0 < key) {
            self.0.push((key, value));
            return;
        }
        match self.0.binary_search_by(|entry| entry.0.cmp(&key)) {
            Ok(at) => {
                if let Some(entry) = self.0.get_mut(at) {
                    entry.1 = value;
                }
            }
            Err(at) => self.0.insert(at, (key, value)),
        }
    }

    pub(crate) fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let at = self.0.binary_search_by(|entry| entry.0.borrow().cmp(key)).ok()?;
        self.0.get(at).map(|(_, value)| value)
    }

    /// All entries in order.
    pub(crate) fn entries(&self) -> &[(K, V)] {
        &self.0
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> SortedMap<K, V> {
        let mut map = SortedMap::new();
        entries.into_iter().for_each(|(key, value)| map.insert(key, value));
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_in_order_and_the_last_of_equal_keys_counts() {
        let map: SortedMap<_, _> = [("b", 1), ("d", 2), ("a", 3), ("c", 4), ("d", 5)].into_iter().collect();
        assert_eq!(map.entries(), [("a", 3), ("b", 1), ("c", 4), ("d", 5)]);
        assert_eq!((map.get(&"c"), map.get(&"e")), (Some(&4), None));
    }
}
