//! A trie of strings of characters that grows string by string, for lists of users and of languages.

use crate::memory;
use crate::unicode::part::SlicePart;
use std::collections::HashMap;

/// A trie whose strings have values.
#[derive(Clone, Debug)]
pub(super) struct CharacterTrie<V> {
    children: HashMap<(u32, char), u32>,
    /// At least the root.
    nodes: Vec<CharacterNode<V>>,
}

#[derive(Clone, Debug)]
struct CharacterNode<V> {
    /// The value of the string that ends here.
    value: Option<V>,
    has_children: bool,
}

impl<V> CharacterNode<V> {
    const EMPTY: CharacterNode<V> = CharacterNode { value: None, has_children: false };
}

impl<V> Default for CharacterTrie<V> {
    fn default() -> CharacterTrie<V> {
        CharacterTrie { children: HashMap::new(), nodes: vec![CharacterNode::EMPTY] }
    }
}

impl<V> CharacterTrie<V> {
    /// The root node.
    pub(super) const ROOT: u32 = 0;

    /// Adds a string. The first of several equal strings counts.
    pub(super) fn insert(&mut self, text: impl ExactSizeIterator<Item = char>, value: V) {
        memory::reserve(&mut self.children, text.len());
        memory::reserve(&mut self.nodes, text.len());
        let mut node = Self::ROOT;
        for c in text {
            let next = self.nodes.len() as u32;
            let child = *self.children.entry((node, c)).or_insert(next);
            if child == next {
                self.nodes.push(CharacterNode::EMPTY);
            }
            if let Some(parent) = self.nodes.get_mut(node as usize) {
                parent.has_children = true;
            }
            node = child;
        }
        if let Some(end) = self.nodes.get_mut(node as usize) {
            end.value.get_or_insert(value);
        }
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The child of a node for a character.
    #[inline]
    pub(super) fn child(&self, node: u32, c: char) -> Option<u32> {
        self.children.get(&(node, c)).copied()
    }

    /// The value of the string that ends at a node.
    #[inline]
    pub(super) fn value(&self, node: u32) -> Option<&V> {
        self.nodes.part(node as usize..).first().and_then(|node| node.value.as_ref())
    }

    /// Whether longer strings go through a node.
    pub(super) fn has_children(&self, node: u32) -> bool {
        self.nodes.get(node as usize).is_some_and(|node| node.has_children)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_have_the_value_that_came_first() {
        let mut trie = CharacterTrie::default();
        for (text, value) in [("ab", 1), ("a", 2), ("ab", 3), ("", 4)] {
            trie.insert(text.chars().collect::<Vec<char>>().into_iter(), value);
        }
        let a = trie.child(CharacterTrie::<i32>::ROOT, 'a').unwrap();
        let b = trie.child(a, 'b').unwrap();
        assert_eq!((trie.value(0), trie.value(a), trie.value(b), trie.len()), (Some(&4), Some(&2), Some(&1), 3));
        assert_eq!((trie.has_children(a), trie.has_children(b), trie.child(b, 'b')), (true, false, None));
    }
}
