//! A trie of strings of characters that grows string by string, for the words of users.

use crate::memory;
use std::collections::HashMap;

/// A set of strings.
#[derive(Clone, Debug)]
pub(super) struct CharacterTrie {
    children: HashMap<(u32, char), u32>,
    /// For each node whether a string ends there. The first node is the root.
    ends: Vec<bool>,
}

impl Default for CharacterTrie {
    fn default() -> CharacterTrie {
        CharacterTrie { children: HashMap::new(), ends: vec![false] }
    }
}

impl CharacterTrie {
    /// The root node.
    pub(super) const ROOT: u32 = 0;

    /// Adds a string.
    pub(super) fn insert(&mut self, text: impl ExactSizeIterator<Item = char>) {
        memory::reserve(&mut self.children, text.len());
        memory::reserve(&mut self.ends, text.len());
        let mut node = Self::ROOT;
        for c in text {
            let next = self.ends.len() as u32;
            node = *self.children.entry((node, c)).or_insert(next);
            if node == next {
                self.ends.push(false);
            }
        }
        if let Some(end) = self.ends.get_mut(node as usize) {
            *end = true;
        }
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The child of a node for a character.
    #[inline]
    pub(super) fn child(&self, node: u32, c: char) -> Option<u32> {
        self.children.get(&(node, c)).copied()
    }

    /// Whether a string ends at a node.
    #[inline]
    pub(super) fn is_end(&self, node: u32) -> bool {
        self.ends.get(node as usize) == Some(&true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_end_at_nodes() {
        let mut trie = CharacterTrie::default();
        for text in ["abc", "ab", "ab"] {
            trie.insert(text.chars().collect::<Vec<char>>().into_iter());
        }
        let a = trie.child(CharacterTrie::ROOT, 'a').unwrap();
        let b = trie.child(a, 'b').unwrap();
        let c = trie.child(b, 'c').unwrap();
        assert_eq!([0, a, b, c].map(|node| trie.is_end(node)), [false, false, true, true]);
        assert_eq!((trie.child(b, 'b'), trie.child(c, 'a'), trie.len()), (None, None, 4));
    }
}
