//! The mappings of a tailoring under construction: from characters in context to collation elements, over a base.
//!
//! All strings are NFD. A character that gets its first contextual mapping, or a mapping without context where the base
//! has contexts, copies the base's contexts (LDML part 5, "Tailoring": untailored mappings are kept).

use crate::memory;
use crate::unicode::multiply_hash::mix;
use crate::unicode::part::SlicePart;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Bound;

use crate::unicode::collate::ce::{self, Ce};
use crate::unicode::collate::decompose;
use crate::unicode::collate::root::Root;
use crate::unicode::collate::table::{self, Child, ContextNode, Tables};

/// The hasher of code points. The order of a [`CodePointMap`], and so of the CEs of a compiled table, depends on it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CodePointHasher(u64);

impl Hasher for CodePointHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(u32::from(byte)));
    }

    fn write_u32(&mut self, value: u32) {
        self.0 = mix(self.0, value.into());
    }
}

/// A map keyed by code points.
pub(crate) type CodePointMap<V> = HashMap<u32, V, BuildHasherDefault<CodePointHasher>>;

/// A range of CEs in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CeSpan {
    pub(crate) start: u32,
    pub(crate) length: u32,
}

/// The maximum number of CEs of one mapping.
pub(crate) const MAX_CES: usize = 31;

/// The mappings of one character by suffix.
pub(crate) type Suffixes = BTreeMap<Vec<u32>, CeSpan>;

/// The mappings of one character by prefix (nearest character first), then by suffix.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contexts {
    pub(crate) by_prefix: BTreeMap<Vec<u32>, Suffixes>,
}

impl Contexts {
    /// The mapping of the character without context.
    pub(crate) fn alone(&self) -> Option<CeSpan> {
        self.by_prefix.get(&[][..])?.get(&[][..]).copied()
    }

    /// Whether no mapping depends on context.
    pub(crate) fn are_trivial(&self) -> bool {
        self.by_prefix.iter().all(|(prefix, suffixes)| prefix.is_empty() && suffixes.keys().all(Vec::is_empty))
    }

    pub(crate) fn insert(&mut self, prefix: Vec<u32>, suffix: Vec<u32>, ces: CeSpan) {
        self.by_prefix.entry(prefix).or_default().insert(suffix, ces);
    }

    /// Whether a mapping has a prefix.
    fn has_prefixes(&self) -> bool {
        self.by_prefix.last_key_value().is_some_and(|(prefix, _)| !prefix.is_empty())
    }

    /// The suffixes of the prefixes that match (`nearest` character first), longest prefix first.
    fn with_prefix(&self, nearest: Vec<u32>) -> impl Iterator<Item = (&[u32], &Suffixes)> {
        let mut length = Some(nearest.len());
        std::iter::from_fn(move || {
            let found = longest_start(&self.by_prefix, nearest.get(..length?)?)?;
            length = found.0.len().checked_sub(1);
            Some(found)
        })
    }
}

/// The longest key that is a prefix of a text, with its value.
fn longest_start<'m, V>(map: &'m BTreeMap<Vec<u32>, V>, text: &[u32]) -> Option<(&'m [u32], &'m V)> {
    let mut start = text;
    loop {
        let (key, value) = map.range::<[u32], _>((Bound::Unbounded, Bound::Included(start))).next_back()?;
        let same = key.iter().zip(start).take_while(|(a, b)| a == b).count();
        if same == key.len() {
            return Some((key, value));
        }
        // No key is between their common part and the text, so a shorter prefix is before it.
        start = start.get(..same)?;
    }
}

/// The mappings of a tailoring over a base.
#[derive(Debug)]
pub(crate) struct TailoringMappings<'b> {
    /// The base; `None` while the root itself is compiled.
    pub(crate) base: Option<&'b Root>,
    /// The CEs that spans refer to.
    pub(crate) arena: Vec<Ce>,
    /// The mappings of characters without context.
    pub(crate) context_free: CodePointMap<CeSpan>,
    /// The mappings of characters with contexts, including those copied from the base.
    pub(crate) contexts: BTreeMap<u32, Contexts>,
    /// Contexts of the base that were looked up; read-only.
    copies: BTreeMap<u32, Contexts>,
}

impl<'b> TailoringMappings<'b> {
    pub(crate) fn new(base: Option<&'b Root>) -> TailoringMappings<'b> {
        TailoringMappings {
            base,
            arena: Vec::new(),
            context_free: CodePointMap::default(),
            contexts: BTreeMap::new(),
            copies: BTreeMap::new(),
        }
    }

    pub(crate) fn ces(&self, span: CeSpan) -> &[Ce] {
        self.arena.part(span.start as usize..(span.start + span.length) as usize)
    }

    /// The number of CEs of all mappings, those that were replaced included.
    pub(crate) fn ce_count(&self) -> usize {
        self.arena.len()
    }

    pub(crate) fn store(&mut self, ces: &[Ce]) -> CeSpan {
        let start = self.arena.len() as u32;
        memory::extend(&mut self.arena, ces.iter().copied());
        CeSpan { start, length: ces.len() as u32 }
    }

    /// Maps `string` after `prefix` (both NFD; `string` is not empty) to CEs.
    pub(crate) fn add(&mut self, prefix: &[u32], string: &[u32], ces: &[Ce]) {
        let Some((&first, suffix)) = string.split_first() else { return };
        let span = self.store(ces);
        let is_context_free = prefix.is_empty() && suffix.is_empty();
        if !self.contexts.contains_key(&first) {
            if is_context_free && !self.base_has_contexts(first) {
                memory::reserve(&mut self.context_free, 1);
                self.context_free.insert(first, span);
                return;
            }
            let contexts = self.copied_contexts(first);
            self.contexts.insert(first, contexts);
        }
        if let Some(contexts) = self.contexts.get_mut(&first) {
            contexts.insert(prefix.iter().rev().copied().collect(), suffix.to_vec(), span);
        }
    }

    /// Removes all contexts of a character, including those of the base.
    pub(crate) fn suppress(&mut self, c: u32) {
        if let Some(contexts) = self.contexts.get(&c) {
            if let Some(alone) = contexts.alone() {
                let mut trivial = Contexts::default();
                trivial.insert(Vec::new(), Vec::new(), alone);
                self.contexts.insert(c, trivial);
            } else {
                self.contexts.insert(c, Contexts::default());
            }
        } else if self.base_has_contexts(c) {
            let contexts = self.copied_contexts(c);
            self.contexts.insert(c, contexts);
            self.suppress(c);
        }
    }

    fn base_node(&self, c: u32) -> Option<(Tables<'b>, Option<ContextNode<'b>>, u32)> {
        let tables = self.base?.tables();
        let ce32 = tables.ce32(c);
        Some(match table::tag(ce32) {
            table::PREFIX_OR_CONTRACTION => (tables, Some(tables.node(ce32)), ce32),
            table::MARK => {
                let (ce32_of_mark, _, node) = tables.mark(ce32);
                (tables, node, ce32_of_mark)
            }
            _ => (tables, tables.mark_contexts(c), ce32),
        })
    }

    fn base_has_contexts(&self, c: u32) -> bool {
        matches!(self.base_node(c), Some((_, Some(_), _)))
    }

    /// The contexts of a character, initialized from its mapping without context or from the base.
    fn copied_contexts(&mut self, c: u32) -> Contexts {
        let mut contexts = Contexts::default();
        if let Some(span) = self.context_free.remove(&c) {
            contexts.insert(Vec::new(), Vec::new(), span);
        } else if let Some((tables, node, ce32)) = self.base_node(c) {
            match node {
                Some(node) => self.copy_prefixes(&tables, node, c, &mut Vec::new(), &mut contexts),
                None if table::tag(ce32) == table::UNMAPPED => {}
                None => {
                    let span = self.store_ce32(&tables, ce32, c);
                    contexts.insert(Vec::new(), Vec::new(), span);
                }
            }
        }
        contexts
    }

    fn store_ce32(&mut self, tables: &Tables<'b>, ce32: u32, c: u32) -> CeSpan {
        let start = self.arena.len() as u32;
        tables.each_ce(ce32, c, &mut |ce| memory::push(&mut self.arena, ce));
        CeSpan { start, length: self.arena.len() as u32 - start }
    }

    fn copy_prefixes(
        &mut self,
        tables: &Tables<'b>,
        node: ContextNode<'b>,
        c: u32,
        prefix: &mut Vec<u32>,
        into: &mut Contexts,
    ) {
        if let (Some(value), _) = node.value() {
            self.copy_suffixes(tables, node.follow(value), c, prefix, &mut Vec::new(), into);
        }
        for (key, child) in node.children() {
            prefix.push(key);
            match child {
                Child::Leaf(value) => {
                    self.copy_suffixes(tables, node.follow(value), c, prefix, &mut Vec::new(), into);
                }
                Child::ContextNode(node) => self.copy_prefixes(tables, node, c, prefix, into),
            }
            prefix.pop();
        }
    }

    fn copy_suffixes(
        &mut self,
        tables: &Tables<'b>,
        node: ContextNode<'b>,
        c: u32,
        prefix: &[u32],
        suffix: &mut Vec<u32>,
        into: &mut Contexts,
    ) {
        if let (Some(value), true) = node.value() {
            let span = self.store_ce32(tables, value, c);
            into.insert(prefix.to_vec(), suffix.clone(), span);
        }
        for (key, child) in node.children() {
            suffix.push(key);
            match child {
                Child::Leaf(value) => {
                    let span = self.store_ce32(tables, value, c);
                    into.insert(prefix.to_vec(), suffix.clone(), span);
                }
                Child::ContextNode(node) => self.copy_suffixes(tables, node, c, prefix, suffix, into),
            }
            suffix.pop();
        }
    }

    /// Whether `string` after `prefix` (both NFD) already maps to these CEs without a mapping of its own. A contraction
    /// that changes no CEs would still change which marks are contiguous: with one of A and U+030A, the ring of `Ạ̊`
    /// would come before the dot.
    pub(crate) fn has(&mut self, prefix: &[u32], string: &[u32], ces: &[Ce]) -> bool {
        let mut found = Vec::new();
        self.elements(&[prefix, string].concat(), prefix.len(), &mut found);
        found == ces
    }

    /// Appends the CEs of an NFD string from `start` on by the current mappings; stops soon after [`MAX_CES`] CEs.
    pub(crate) fn elements(&mut self, text: &[u32], start: usize, out: &mut Vec<Ce>) {
        let mut rest: Vec<u32> = text.to_vec();
        let mut at = start;
        while let Some(&c) = rest.get(at)
            && out.len() <= MAX_CES
        {
            at += 1;
            self.copy_contexts(c);
            if let Some(contexts) = self.contexts.get(&c).or_else(|| self.copies.get(&c)) {
                let (span, used) = match_contexts(contexts, &mut rest, at);
                at += used;
                match span {
                    Some(span) => out.extend_from_slice(self.ces(span)),
                    None => self.base_elements(c, out),
                }
            } else if let Some(&span) = self.context_free.get(&c) {
                out.extend_from_slice(self.ces(span));
            } else {
                self.base_elements(c, out);
            }
        }
    }

    /// The CEs of a character that has no context in the base, or no mapping.
    fn base_elements(&self, c: u32, out: &mut Vec<Ce>) {
        match self.base_node(c) {
            Some((tables, None, ce32)) => tables.each_ce(ce32, c, &mut |ce| out.push(ce)),
            _ => out.push(ce::from_primary(ce::unassigned_primary(c))),
        }
    }

    /// The contexts of a character, tailored or of the base.
    pub(crate) fn contexts_of(&mut self, c: u32) -> Option<&Contexts> {
        self.copy_contexts(c);
        self.contexts.get(&c).or_else(|| self.copies.get(&c))
    }

    /// Loads the contexts of an untailored character.
    fn copy_contexts(&mut self, c: u32) {
        let known =
            self.contexts.contains_key(&c) || self.copies.contains_key(&c) || self.context_free.contains_key(&c);
        if !known && self.base_has_contexts(c) {
            let contexts = self.copied_contexts(c);
            self.copies.insert(c, contexts);
        }
    }
}

/// Matches the contexts of the character at `at - 1` (S2.1 to S2.1.3). Returns the mapping and the number of following
/// characters that matched; discontiguous marks are moved next to them.
fn match_contexts(contexts: &Contexts, text: &mut [u32], at: usize) -> (Option<CeSpan>, usize) {
    let before = text.get(..at - 1).filter(|_| contexts.has_prefixes()).unwrap_or(&[]);
    for (prefix, suffixes) in contexts.with_prefix(before.iter().rev().copied().collect()) {
        // Without a prefix the character always has a mapping, even if it is unmapped.
        let alone = prefix.is_empty() || suffixes.contains_key(&[][..]);
        if let (Some(span), used) = match_suffixes(suffixes, alone, text, at) {
            return (Some(span), used);
        }
    }
    (None, 0)
}

fn match_suffixes(suffixes: &Suffixes, alone: bool, text: &mut [u32], at: usize) -> (Option<CeSpan>, usize) {
    let run = longest_start(suffixes, text.part(at..)).map_or(&[][..], |(run, _)| run);
    if run.is_empty() && !alone {
        return (None, 0);
    }
    let mut matched = run.to_vec();
    let mut blocking = 0;
    let mut next = at + matched.len();
    while let Some(&mark) = text.get(next) {
        let class = decompose::class(mark);
        if class == 0 {
            break;
        }
        matched.push(mark);
        if class > blocking && suffixes.contains_key(&matched) {
            if let Some(moved) = text.get_mut(at + matched.len() - 1..=next) {
                moved.rotate_right(1);
            }
        } else {
            matched.pop();
            blocking = class;
        }
        next += 1;
    }
    (suffixes.get(&matched).copied(), matched.len())
}
