//! The conversion of mappings to a compiled table (`../table.rs`).

use crate::lazy::Lazy;
use crate::memory;
use crate::unicode::hangul;
use crate::unicode::part::SlicePart;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::mappings::{CodePointMap, Contexts, MAX_CES, TailoringMappings};
use crate::unicode::collate::ce::{self, Ce};
use crate::unicode::collate::decompose;
use crate::unicode::collate::table::{
    self, BLOCK, BLOCKS, DECOMPOSE, DIGIT, EXPANSION, EXPANSION32, HANGUL, HEADER, LEAF, LONG_PRIMARY, LONG_SECONDARY,
    MARK, NO_SINGLE_MATCH, NONE, PREFIX_OR_CONTRACTION, SECTIONS, STARTS_WITH_MARK, Section, TAILORED, TAILORED_SLOT,
    TableData, Tables, UNIFIED_IDEOGRAPHS, UNMAPPED, Word,
};

/// All code points with a canonical decomposition except Hangul syllables.
static COMPOSITES: Lazy<Box<[u32]>> =
    Lazy::new(|| (0xC0..0x3_0000u32).filter(|c| !hangul::SYLLABLES.contains(c) && decompose::decomposes(*c)).collect());

/// By character: the composites whose NFD form contains it. Not a hash table: leak checkers do not follow the pointer
/// into its middle.
static COMPOSITES_WITH: Lazy<BTreeMap<u32, Vec<u32>>> = Lazy::new(|| {
    let mut with: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (number, &composite) in COMPOSITES.iter().enumerate() {
        decompose::nfd([composite]).into_iter().for_each(|part| with.entry(part).or_default().push(number as u32));
    }
    with
});

/// The other contents of a table.
#[derive(Debug, Default)]
pub(crate) struct TableSections {
    /// The values of digits (root only).
    pub(crate) digits: BTreeMap<u32, u8>,
    /// Further sections.
    pub(crate) sections: Vec<(Section, Vec<u32>)>,
    /// Whether to store only the CE32s that differ, if they are few: the table is smaller, but must be expanded when it
    /// is opened.
    pub(crate) sparse: bool,
}

/// The maximum number of blocks of a sparse table: expanded they take 32 KB.
const MAX_SPARSE_BLOCKS: usize = 128;

struct TailoringWriter<'m, 'b> {
    mappings: &'m mut TailoringMappings<'b>,
    /// [`TAILORED`] or 0.
    side: u32,
    /// The CE32s that differ from those of the base.
    ce32s: CodePointMap<u32>,
    ces: Vec<u32>,
    known_ces: HashMap<Vec<Ce>, u32>,
    contexts: Vec<u32>,
    marks: Vec<u32>,
    mark_contexts: BTreeMap<u32, u32>,
    unsafe_starters: BTreeSet<u32>,
    digits: Vec<u32>,
}

/// The CE32 of a CE that fits into one.
fn single(ce: Ce) -> Option<u32> {
    let (primary, lower) = (ce::primary(ce), ce::lower(ce));
    if primary & 0xFF == 0 && primary != 0 && lower == ce::COMMON_LOWER {
        return Some(primary | LONG_PRIMARY);
    }
    if primary & 0xFFFF == 0 && lower & 0x00FF_00FF == 0 && lower >> 8 & 0xFF < 0xC0 {
        return Some(primary | (lower >> 24) << 8 | lower >> 8 & 0xFF);
    }
    (primary == 0 && lower & 0xFF == 0).then_some(lower | LONG_SECONDARY)
}

/// Writes a table.
///
/// # Errors
/// More mappings than CE32s can address.
pub(crate) fn write(mappings: &mut TailoringMappings, extra: &TableSections) -> Result<TableData, &'static str> {
    let side = if mappings.base.is_some() { TAILORED } else { 0 };
    let mut writer = TailoringWriter {
        mappings,
        side,
        ce32s: CodePointMap::default(),
        ces: Vec::new(),
        known_ces: HashMap::new(),
        contexts: Vec::new(),
        marks: Vec::new(),
        mark_contexts: BTreeMap::new(),
        unsafe_starters: BTreeSet::new(),
        digits: Vec::new(),
    };
    writer.characters(extra);
    writer.composites();
    if side == 0 {
        hangul::SYLLABLES.for_each(|c| {
            writer.ce32s.insert(c, HANGUL);
        });
    }
    if writer.fits() { Ok(writer.assemble(extra)) } else { Err("the rules need more space than a table has") }
}

impl TailoringWriter<'_, '_> {
    fn characters(&mut self, extra: &TableSections) {
        let context_free = memory::collect(self.mappings.context_free.iter().map(|(&c, &span)| (c, span)));
        for (c, span) in context_free {
            let ces = self.mappings.ces(span).to_vec();
            let mut ce32 = self.ce32_of(&ces);
            if let Some(&value) = extra.digits.get(&c) {
                ce32 = self.digit(ce32, u32::from(value));
            }
            let ce32 = self.keep_digit(c, ce32);
            self.set(c, ce32, None);
        }
        // Moved while the writer changes.
        let contexts = std::mem::take(&mut self.mappings.contexts);
        for (&c, contexts) in &contexts {
            memory::checkpoint();
            self.add_unsafe_backward(c, contexts);
            let alone = contexts.alone().map(|span| self.mappings.ces(span).to_vec());
            let ce32 = alone.map_or(UNMAPPED, |ces| self.ce32_of(&ces));
            let node = (!contexts.are_trivial()).then(|| self.context_tree(contexts));
            if decompose::class(c) != 0 || node.is_none() {
                let ce32 = self.keep_digit(c, ce32);
                self.set(c, ce32, node);
                let base = self.mappings.base.map(|base| base.tables());
                if node.is_none() && base.is_some_and(|base| base.mark_contexts(c).is_some()) {
                    self.mark_contexts.insert(c, NONE);
                }
                continue;
            }
            let Some(node) = node else { continue };
            let starts_context = contexts.by_prefix.iter().any(|(prefix, suffixes)| {
                let starter = |suffix: &Vec<u32>| suffix.first().is_some_and(|&c| decompose::class(c) == 0);
                !prefix.is_empty() || suffixes.keys().any(starter)
            });
            let inserted = if starts_context { node << 8 | PREFIX_OR_CONTRACTION | self.side } else { ce32 };
            if !starts_context {
                self.mark_contexts.insert(c, node);
            }
            let inserted = self.keep_digit(c, inserted);
            self.insert(c, inserted);
        }
        self.mappings.contexts = contexts;
    }

    fn insert(&mut self, c: u32, ce32: u32) {
        memory::reserve(&mut self.ce32s, 1);
        self.ce32s.insert(c, ce32);
    }

    /// Whether CE32s have enough bits for every offset in the pools.
    fn fits(&self) -> bool {
        self.ces.len() <= 1 << 19 && self.contexts.len().max(self.marks.len()) < 1 << 24 && self.digits.len() <= 1 << 20
    }

    fn digit(&mut self, ce32: u32, value: u32) -> u32 {
        memory::push(&mut self.digits, ce32);
        (self.digits.len() as u32 - 1) << 12 | value << 8 | DIGIT | self.side
    }

    /// A tailored digit remains a digit for numeric collation.
    fn keep_digit(&mut self, c: u32, ce32: u32) -> u32 {
        match self.mappings.base.map_or(0, |base| base.tables().ce32(c)) {
            base if base & 0xFF == DIGIT => self.digit(ce32, base >> 8 & 15),
            _ => ce32,
        }
    }

    fn add_unsafe_backward(&mut self, c: u32, contexts: &Contexts) {
        for (prefix, suffixes) in &contexts.by_prefix {
            if !prefix.is_empty() {
                self.unsafe_starters.insert(c);
            }
            let inner = suffixes.keys().flatten().filter(|&&c| decompose::class(c) == 0);
            self.unsafe_starters.extend(inner);
        }
    }

    fn set(&mut self, c: u32, ce32: u32, node: Option<u32>) {
        let class = decompose::class(c);
        let ce32 = if class == 0 {
            ce32
        } else {
            let number = self.marks.len() as u32 / 2;
            memory::extend(&mut self.marks, [ce32, node.unwrap_or(NONE) << 8 | u32::from(class)]);
            number << 8 | MARK | self.side
        };
        self.insert(c, ce32);
    }

    /// The CE32 of a list of CEs, which are stored in the pool if necessary.
    fn ce32_of(&mut self, ces: &[Ce]) -> u32 {
        match *ces {
            [] | [0] => return 0,
            [ce] => {
                if let Some(ce32) = single(ce) {
                    return ce32;
                }
            }
            _ => {}
        }
        let short: Option<Vec<u32>> = ces.iter().map(|&ce| single(ce)).collect();
        let kind = if short.is_some() { EXPANSION32 } else { EXPANSION };
        let words = short.unwrap_or_else(|| ces.iter().flat_map(|&ce| [ce::lower(ce), ce::primary(ce)]).collect());
        let next = self.ces.len() as u32;
        memory::reserve(&mut self.known_ces, 1);
        let index = *self.known_ces.entry(ces.to_vec()).or_insert(next);
        if index == next {
            memory::extend(&mut self.ces, words);
        }
        index << 13 | (ces.len() as u32).min(31) << 8 | kind | self.side
    }

    /// Writes the trie of prefixes, with those of suffixes below it; returns its offset.
    fn context_tree(&mut self, contexts: &Contexts) -> u32 {
        let mut prefixes: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        for (prefix, suffixes) in &contexts.by_prefix {
            let mut values: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
            for (suffix, &span) in suffixes {
                let ces = self.mappings.ces(span).to_vec();
                values.insert(suffix.clone(), self.ce32_of(&ces));
                memory::checkpoint();
            }
            // Without a prefix the character always has a mapping, even if it is unmapped.
            let alone = prefix.is_empty() || values.contains_key(&[][..]);
            let list = memory::collect(values.iter().map(|(suffix, &ce32)| (suffix.as_slice(), ce32)));
            let root = self.tree(&list, 0);
            if !alone && let Some(count) = self.contexts.get_mut(root as usize + 1) {
                *count |= NO_SINGLE_MATCH;
            }
            prefixes.insert(prefix.clone(), root);
        }
        let list = memory::collect(prefixes.iter().map(|(prefix, &root)| (prefix.as_slice(), root)));
        self.tree(&list, 0)
    }

    /// Writes a node for sorted strings that share their first `depth` characters.
    fn tree(&mut self, strings: &[(&[u32], u32)], depth: usize) -> u32 {
        let (value, longer) = match strings.split_first() {
            Some(((string, value), rest)) if string.len() == depth => (Some(*value), rest),
            _ => (None, strings),
        };
        let groups: Vec<&[(&[u32], u32)]> = memory::collect(longer.chunk_by(|a, b| a.0.get(depth) == b.0.get(depth)));
        let at = self.contexts.len();
        memory::extend(&mut self.contexts, [value.unwrap_or(NONE), groups.len() as u32]);
        let keys: Vec<(u32, bool)> = memory::collect(groups.iter().map(|group| match group {
            [(string, _)] => (string.item(depth), string.len() == depth + 1),
            _ => (group.first().and_then(|(string, _)| string.get(depth)).copied().unwrap_or(0), false),
        }));
        memory::extend(&mut self.contexts, keys.iter().map(|&(key, leaf)| if leaf { key | LEAF } else { key }));
        let targets = self.contexts.len();
        memory::extend(&mut self.contexts, groups.iter().map(|_| 0));
        for (number, (group, (_, leaf))) in groups.iter().zip(keys).enumerate() {
            let target = if leaf { group.first().map_or(0, |(_, value)| *value) } else { self.tree(group, depth + 1) };
            if let Some(slot) = self.contexts.get_mut(targets + number) {
                *slot = target;
            }
        }
        at as u32
    }

    /// Updates the CE32s of the composites that a change may affect.
    fn composites(&mut self) {
        let numbers: BTreeSet<u32> = if self.side == 0 {
            (0..COMPOSITES.len() as u32).collect()
        } else {
            let changed = self.ce32s.keys().chain(self.mark_contexts.keys());
            changed.filter_map(|c| COMPOSITES_WITH.get(c)).flatten().copied().collect()
        };
        for number in numbers {
            let Some(&c) = COMPOSITES.get(number as usize) else { continue };
            let nfd = decompose::nfd([c]);
            let ce32 = self.composite(&nfd);
            if self.unsafe_starters.contains(nfd.first().unwrap_or(&0)) {
                self.unsafe_starters.insert(c);
            }
            self.insert(c, ce32);
        }
    }

    fn composite(&mut self, nfd: &[u32]) -> u32 {
        if nfd.first().is_some_and(|&c| decompose::class(c) != 0) {
            return DECOMPOSE | STARTS_WITH_MARK;
        }
        if !self.is_context_free(nfd) {
            return DECOMPOSE;
        }
        let mut ces = Vec::new();
        self.mappings.elements(nfd, 0, &mut ces);
        // The length of an expansion has five bits.
        if ces.len() > MAX_CES { DECOMPOSE } else { self.ce32_of(&ces) }
    }

    /// Whether the CEs of a decomposed character do not depend on its neighbours: none of its parts has a prefix, or a
    /// contraction that continues with a starter after the character. One that continues with a mark does not count:
    /// a CE32 is for a character that no mark follows.
    fn is_context_free(&mut self, nfd: &[u32]) -> bool {
        (0..nfd.len()).all(|at| {
            let inside = nfd.part(at + 1..);
            let Some(contexts) = nfd.get(at).and_then(|&c| self.mappings.contexts_of(c)) else { return true };
            contexts.by_prefix.iter().all(|(prefix, suffixes)| {
                let reaches_out = |suffix: &Vec<u32>| {
                    suffix.iter().find(|c| !inside.contains(c)).is_some_and(|&c| decompose::class(c) == 0)
                };
                prefix.is_empty() && !suffixes.keys().any(reaches_out)
            })
        })
    }

    fn assemble(self, extra: &TableSections) -> TableData {
        let base = self.mappings.base.map(|base| base.tables());
        let (map, mut blocks) = self.blocks(base);
        let unsafe_ranges = self.unsafe_ranges();
        let mut sparse = Vec::new();
        if let (Some(base), true) = (base, extra.sparse && blocks.len() <= MAX_SPARSE_BLOCKS * BLOCK) {
            sparse = sparse_blocks(&base, &map, &blocks);
            blocks.clear();
        }
        let mut sections: Vec<(Section, Vec<u32>)> = vec![
            (Section::Sparse, sparse),
            (Section::Map, map),
            (Section::Blocks, blocks),
            (Section::Ces, self.ces),
            (Section::Contexts, self.contexts),
            (Section::Marks, self.marks),
            (Section::MarkContexts, self.mark_contexts.iter().flat_map(|(&c, &node)| [c, node]).collect()),
            (Section::UnsafeBackward, unsafe_ranges),
            (Section::Digits, self.digits),
        ];
        sections.extend(extra.sections.iter().cloned());
        concatenate(sections)
    }

    /// The map from block numbers to blocks, and the blocks; equal blocks are stored once.
    fn blocks(&self, base: Option<Tables<'_>>) -> (Vec<u32>, Vec<u32>) {
        let (mut map, mut blocks): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
        if base.is_none() {
            blocks.extend([UNMAPPED; BLOCK]);
            known.insert(vec![UNMAPPED; BLOCK], 0);
        }
        for (number, ce32s) in self.ce32s_by_block() {
            if number as usize >= BLOCKS {
                continue;
            }
            let first = number * BLOCK as u32;
            let mut block: Vec<u32> =
                (0..BLOCK as u32).map(|n| base.map_or(UNMAPPED, |base| base.ce32(first + n))).collect();
            for (c, ce32) in ce32s {
                if let Some(slot) = block.get_mut((c - first) as usize) {
                    *slot = ce32;
                }
            }
            let next = (blocks.len() / BLOCK) as u32;
            memory::reserve(&mut blocks, BLOCK);
            memory::reserve(&mut known, 1);
            let index = *known.entry(block).or_insert_with_key(|block| {
                blocks.extend_from_slice(block);
                next
            });
            let flag = if base.is_some() { u32::from(TAILORED_SLOT) } else { 0 };
            memory::push(&mut map, number << 16 | index | flag);
        }
        (map, blocks)
    }

    /// The code points and CE32s by block number. If most blocks of the unified ideographs have one, all of them have
    /// an entry.
    fn ce32s_by_block(&self) -> BTreeMap<u32, Vec<(u32, u32)>> {
        let mut by_block: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
        for (&c, &ce32) in &self.ce32s {
            by_block.entry(c / BLOCK as u32).or_default().push((c, ce32));
            memory::checkpoint();
        }
        let common = UNIFIED_IDEOGRAPHS.start / BLOCK as u32..UNIFIED_IDEOGRAPHS.end / BLOCK as u32;
        if by_block.range(common.clone()).count() > common.len() / 2 {
            common.for_each(|block| _ = by_block.entry(block).or_default());
        }
        by_block
    }

    /// The first and the last character of each range of unsafe starters.
    fn unsafe_ranges(&self) -> Vec<u32> {
        let starters = memory::collect(self.unsafe_starters.iter().copied());
        let ranges = starters.chunk_by(|a, b| a + 1 == *b);
        ranges.filter_map(|range| Some([*range.first()?, *range.last()?])).flatten().collect()
    }
}

/// The blocks in sparse form: only the CE32s that differ from the base's.
fn sparse_blocks(base: &Tables, map: &[u32], blocks: &[u32]) -> Vec<u32> {
    let mut sparse = Vec::new();
    for (index, block) in blocks.chunks(BLOCK).enumerate() {
        let of_index = |pair: &&u32| (**pair & 0x7FFF) as usize == index;
        let first = map.iter().find(of_index).map_or(0, |pair| (pair >> 16) * BLOCK as u32);
        let changed: Vec<(usize, u32)> =
            block.iter().copied().enumerate().filter(|&(at, ce32)| base.ce32(first + at as u32) != ce32).collect();
        let bits = changed.iter().fold(0u64, |bits, (at, _)| bits | 1 << at);
        sparse.extend([bits as u32, (bits >> 32) as u32]);
        sparse.extend(changed.iter().map(|(_, ce32)| ce32));
    }
    sparse
}

fn concatenate(sections: Vec<(Section, Vec<u32>)>) -> TableData {
    let mut words: Vec<u32> = vec![0; HEADER];
    let mut starts = vec![table::MAGIC];
    for number in 0..SECTIONS {
        starts.push(words.len() as u32);
        for (_, content) in sections.iter().filter(|(section, _)| *section as usize == number) {
            memory::extend(&mut words, content.iter().copied());
        }
    }
    starts.push(words.len() as u32);
    words.iter_mut().zip(starts).for_each(|(slot, word)| *slot = word);
    TableData::Built(memory::collect(words.into_iter().map(|word| -> Word { word.to_le_bytes() })).into())
}
