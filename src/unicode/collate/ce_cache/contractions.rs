//! The contractions within a page of 256 characters as a state table, for the scripts of India, Myanmar and Khmer,
//! where nearly every letter or vowel sign starts contractions or has marks.

use super::packed_ce::{
    BYTES, CHECK_NEXT_MARK, MARK, MAYBE_VARIABLE, PAGE_SIZE, PackedCe, PrimaryEncoder, SPECIAL, decomposes,
};
use crate::unicode::collate::decompose::class;
use crate::unicode::collate::table::{self, Child, ContextNode, Tables};

/// A state of the table: the characters of a contraction read so far.
pub(crate) type ContractionState = u16;

/// The state of characters that start no contraction: it has no transitions.
pub(crate) const NO_CONTRACTION: ContractionState = 0;
/// The target of a transition that the table does not have: the contraction has other CEs than one [`LongCe`].
pub(crate) const UNSUPPORTED: ContractionState = ContractionState::MAX;

/// Maximum number of transitions.
const MAX_TRANSITIONS: usize = 1 << 16;
/// Maximum number of characters of a contraction.
const MAX_LENGTH: usize = 32;

/// A packed CE and the fourth byte of its primary, 0 for none: tailorings with many contractions have such primaries.
pub(crate) type LongCe = (PackedCe, u8);

/// The value for no CE.
pub(crate) const NO_CE: LongCe = (0, 0);

/// The role of a character, in bits, so that it is one load: its state, its column, its canonical combining class, and
/// flags.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct PageCharacter(u64);

impl PageCharacter {
    const COLUMN_SHIFT: u32 = 16;
    const CLASS_SHIFT: u32 = 24;
    const CLASS: u64 = 0xFF << Self::CLASS_SHIFT;
    const DECOMPOSES: u64 = 1 << 32;
    const NOT_OF_PAGE: u64 = 2 << 32;

    /// A character that is not of the page: a starter, or one that may be a mark.
    pub(crate) const OTHER: PageCharacter = PageCharacter(Self::NOT_OF_PAGE | UNSUPPORTED as u64);
    pub(crate) const OTHER_MARK: PageCharacter = PageCharacter(Self::OTHER.0 | Self::CLASS);

    fn new(state: ContractionState, class: u8, decomposes: bool) -> PageCharacter {
        let class = u64::from(class) << Self::CLASS_SHIFT;
        PageCharacter(u64::from(state) | class | if decomposes { Self::DECOMPOSES } else { 0 })
    }

    /// The state after the character as the first one; [`UNSUPPORTED`] if the kernel can't begin with it.
    #[inline(always)]
    pub(crate) fn state(self) -> ContractionState {
        self.0 as ContractionState
    }

    /// The column of its transitions; 0 if it continues no contraction.
    #[inline(always)]
    fn column(self) -> u8 {
        (self.0 >> Self::COLUMN_SHIFT) as u8
    }

    /// The canonical combining class; of a character that decomposes, whether its decomposition starts with a mark.
    #[inline(always)]
    pub(crate) fn class(self) -> u8 {
        (self.0 >> Self::CLASS_SHIFT) as u8
    }

    /// Whether it is a mark, or decomposes to characters that start with one.
    #[inline(always)]
    pub(crate) fn is_mark(self) -> bool {
        self.0 & Self::CLASS != 0
    }

    #[inline(always)]
    pub(crate) fn decomposes(self) -> bool {
        self.0 & Self::DECOMPOSES != 0
    }

    /// Whether a mark after it may be reordered before it, or before a part of it.
    #[inline(always)]
    pub(crate) fn is_mark_or_decomposes(self) -> bool {
        self.0 & (Self::CLASS | Self::DECOMPOSES) != 0
    }

    #[inline(always)]
    pub(crate) fn is_of_page(self) -> bool {
        self.0 & Self::NOT_OF_PAGE == 0
    }
}

/// The contractions of a page, all of whose characters are in it.
#[derive(Clone, Debug)]
pub(crate) struct ContractionTable {
    pub(crate) characters: [PageCharacter; PAGE_SIZE],
    columns: usize,
    /// By state and column: the next state; [`NO_CONTRACTION`] if no contraction continues so.
    transitions: Vec<ContractionState>,
    /// By state: the CE of the characters read; [`NO_CE`] if they are only the start of a contraction.
    ces: Vec<LongCe>,
}

impl ContractionTable {
    /// Compiles the contractions of the page that starts at `first`, with these packed CEs; `None` if there are too
    /// many.
    pub(crate) fn new(
        tables: &Tables,
        primaries: PrimaryEncoder<'_>,
        first: u32,
        packed: &[PackedCe; PAGE_SIZE],
    ) -> Option<ContractionTable> {
        let mut compiler = ContractionCompiler {
            tables,
            primaries,
            first,
            characters: [PageCharacter::default(); PAGE_SIZE],
            columns: 1,
            edges: Vec::new(),
            ces: vec![NO_CE],
        };
        for ((index, c), &packed) in (first..).enumerate().take(PAGE_SIZE).zip(packed) {
            // Most characters have the default values.
            if packed & (SPECIAL | MARK | CHECK_NEXT_MARK) == 0 {
                continue;
            }
            let state = compiler.first_state(c, packed).unwrap_or(UNSUPPORTED);
            if let Some(character) = compiler.characters.get_mut(index) {
                let class = if tables.is_mark(c) { class(c).max(1) } else { 0 };
                // The column may be there.
                character.0 |= PageCharacter::new(state, class, packed & CHECK_NEXT_MARK != 0 && decomposes(c)).0;
            }
        }
        compiler.finish()
    }

    /// The state after a further character.
    #[inline(always)]
    pub(crate) fn next(&self, state: ContractionState, character: PageCharacter) -> ContractionState {
        let at = usize::from(state) * self.columns + usize::from(character.column());
        self.transitions.get(at).copied().unwrap_or(UNSUPPORTED)
    }

    /// The CE of a state.
    #[inline(always)]
    pub(crate) fn ce(&self, state: ContractionState) -> LongCe {
        self.ces.get(usize::from(state)).copied().unwrap_or(NO_CE)
    }
}

/// Compiles the table: states and transitions from the context nodes.
struct ContractionCompiler<'a> {
    tables: &'a Tables<'a>,
    primaries: PrimaryEncoder<'a>,
    first: u32,
    characters: [PageCharacter; PAGE_SIZE],
    columns: usize,
    /// State, column, next state.
    edges: Vec<(ContractionState, u8, ContractionState)>,
    ces: Vec<LongCe>,
}

impl ContractionCompiler<'_> {
    /// The state after a character as the first one; `None` if it has prefixes, or other CEs than one [`LongCe`].
    fn first_state(&mut self, c: u32, packed: PackedCe) -> Option<ContractionState> {
        let ce32 = self.tables.ce32(c);
        let tag = table::tag(ce32);
        let contexts = match tag {
            table::PREFIX_OR_CONTRACTION => Some(self.tables.node(ce32)),
            table::MARK => self.tables.mark(ce32).2,
            _ if packed & CHECK_NEXT_MARK == 0 || decomposes(c) => None,
            _ => self.tables.mark_contexts(c),
        };
        match contexts {
            // A digit must keep its flag.
            Some(contexts) => self.states_of(c, contexts).filter(|_| tag != table::DIGIT),
            None if packed & SPECIAL == 0 => Some(NO_CONTRACTION),
            None if packed & CHECK_NEXT_MARK != 0 => None,
            None => self.ce(ce32, c).and_then(|ce| self.add_state(ce)),
        }
    }

    /// Adds the states of all contractions of a character; returns that of the character alone.
    fn states_of(&mut self, c: u32, contexts: ContextNode<'_>) -> Option<ContractionState> {
        let suffixes = contexts.value().0.filter(|_| !contexts.has_children())?;
        let node = contexts.follow(suffixes);
        let alone = self.ce(node.value().0?, c)?;
        self.add_node(c, node, alone, 1)
    }

    fn add_state(&mut self, ce: LongCe) -> Option<ContractionState> {
        let state = ContractionState::try_from(self.ces.len()).ok().filter(|&state| state != UNSUPPORTED)?;
        self.ces.push(ce);
        Some(state)
    }

    /// Adds the state of a node, reached by `length` characters, and those of its children; `None` if a character of
    /// another page follows.
    fn add_node(&mut self, c: u32, node: ContextNode<'_>, ce: LongCe, length: usize) -> Option<ContractionState> {
        let state = self.add_state(ce).filter(|_| length < MAX_LENGTH)?;
        for (following, child) in node.children() {
            let column = self.column(following)?;
            let (value, node) = match child {
                Child::Leaf(value) => (Some(value), None),
                Child::ContextNode(node) => (node.value().0, Some(node)),
            };
            let ce = match value {
                None => Some(NO_CE),
                Some(value) => self.ce(value, c).filter(|(packed, _)| packed & BYTES != 0),
            };
            let next = match (ce, node) {
                (None, _) => UNSUPPORTED,
                (Some(ce), Some(node)) => self.add_node(c, node, ce, length + 1)?,
                (Some(ce), None) => self.add_state(ce)?,
            };
            self.edges.push((state, column, next));
        }
        Some(state)
    }

    /// The CE of a CE32, if it is one, or one and an accent, and not variable.
    fn ce(&self, ce32: u32, c: u32) -> Option<LongCe> {
        let (packed, fourth) = self.primaries.of_long_elements(self.tables, ce32, c)?;
        let is_variable = packed & BYTES != 0 && packed & MAYBE_VARIABLE != 0;
        (!is_variable).then_some((packed, fourth))
    }

    /// The column of a character that continues a contraction.
    fn column(&mut self, c: u32) -> Option<u8> {
        let index = c.checked_sub(self.first)?;
        let character = self.characters.get_mut(index as usize)?;
        if character.column() == 0 {
            character.0 |= u64::from(u8::try_from(self.columns).ok()?) << PageCharacter::COLUMN_SHIFT;
            self.columns += 1;
        }
        Some(character.column())
    }

    fn finish(self) -> Option<ContractionTable> {
        let ContractionCompiler { characters, columns, edges, ces, .. } = self;
        let count = columns * ces.len();
        if count > MAX_TRANSITIONS {
            return None;
        }
        let mut transitions = vec![NO_CONTRACTION; count];
        for (state, column, next) in edges {
            if let Some(slot) = transitions.get_mut(usize::from(state) * columns + usize::from(column)) {
                *slot = next;
            }
        }
        Some(ContractionTable { characters, columns, transitions, ces })
    }
}
