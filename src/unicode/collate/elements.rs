//! Converts text to collation elements (UTS #10 section 7.2). The *direct lookup* emits one CE32 after the other while
//! none depends on context; the *general path* decomposes the text into an NFD buffer and matches prefixes and
//! contractions there, including discontiguous ones (S2.1 to S2.4). Both use the same tables.

use super::ce::Ce;
use super::decompose;
use super::numeric;
use super::table::{self, Child, ContextNode, Tables};
use crate::unicode::hangul::{JAMO_COUNT, L_BASE, L_COUNT, S_BASE, T_BASE, V_BASE, V_COUNT, jamo_indices};
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, Encoding, code_points};

/// The number of marks after a match that are tried for a discontiguous contraction (UTS #10, S2.1.1); real text has a
/// few.
const MAX_DISCONTIGUOUS_MARKS: usize = 128;
/// The maximum length of a prefix in NFD, and the number of characters before a character that are read to match it.
pub(crate) const MAX_PREFIX: usize = 64;
/// The number of consumed characters after which they are removed from the NFD buffer, once they are half of it.
const MAX_CONSUMED: usize = 4096;

/// The buffers of an iteration; the caller keeps them, so that nothing is allocated once they have grown.
#[derive(Debug, Default)]
pub(crate) struct NfdBuffer {
    /// The decomposed text: code points, with the combining class in the top byte.
    chars: Vec<u32>,
    /// The index of the first character that is not consumed.
    head: usize,
    /// The offset in the text where the NFD buffer starts.
    start: usize,
    /// The digits of a number.
    digits: Vec<u8>,
}

/// Iterates over the collation elements of a text.
pub(crate) struct Elements<'a, U> {
    tables: &'a Tables<'a>,
    /// The CE32s of the conjoining jamo; `None` if one of them depends on context.
    jamo: Option<&'a [u32; JAMO_COUNT]>,
    /// The lead byte of numbers, if `numeric` is on.
    numeric: Option<u32>,
    text: &'a [U],
    /// The offset of the first unit that is neither consumed nor in the NFD buffer.
    at: usize,
    nfd_buffer: &'a mut NfdBuffer,
}

impl<'a, U: CodeUnit> Elements<'a, U> {
    pub(crate) fn new(
        tables: &'a Tables<'a>,
        jamo: Option<&'a [u32; JAMO_COUNT]>,
        numeric: Option<u32>,
        text: &'a [U],
        at: usize,
        nfd_buffer: &'a mut NfdBuffer,
    ) -> Self {
        nfd_buffer.chars.clear();
        nfd_buffer.head = 0;
        nfd_buffer.start = at;
        Elements { tables, jamo, numeric, text, at, nfd_buffer }
    }

    /// Emits the CEs of the next character or contraction; returns false at the end.
    #[inline]
    pub(crate) fn step(&mut self, emit: &mut impl FnMut(Ce)) -> bool {
        if self.nfd_buffer.head < self.nfd_buffer.chars.len() {
            self.general(emit);
            return true;
        }
        let Some((c, length)) = U::decode(self.text, self.at) else { return false };
        let c = u32::from(c);
        let mut ce32 = self.tables.ce32(c);
        if digit_value(ce32).is_some() {
            if self.numeric.is_some() {
                self.number(emit);
                return true;
            }
            ce32 = self.tables.digit(ce32);
        }
        let low = ce32 & 0xFF;
        let is_context_free = low <= table::LONG_SECONDARY
            || !matches!(table::tag(ce32), table::PREFIX_OR_CONTRACTION | table::DECOMPOSE | table::MARK);
        if is_context_free && !self.mark_at(self.at + length) && (low != table::HANGUL || self.jamo.is_some()) {
            self.at += length;
            self.emit_ce32(ce32, c, emit);
        } else {
            self.start_nfd_buffer();
            self.general(emit);
        }
        true
    }

    /// The next code point of the text in NFD.
    pub(crate) fn next_decomposed(&mut self) -> Option<u32> {
        let next = self.peek(0)?;
        self.nfd_buffer.head += 1;
        self.end_step();
        Some(next & 0x1F_FFFF)
    }

    /// Emits the CEs of a context-free CE32.
    #[inline]
    fn emit_ce32(&self, ce32: u32, c: u32, emit: &mut impl FnMut(Ce)) {
        match self.jamo {
            Some(jamo) if ce32 & 0xFF == table::HANGUL => {
                for (jamo_entry, jamo_char) in hangul(jamo, c) {
                    self.tables.each_ce(jamo_entry, jamo_char, &mut *emit);
                }
            }
            _ => self.tables.each_ce(ce32, c, emit),
        }
    }

    /// Whether the character at `at` is a mark or its decomposition starts with one.
    #[inline]
    fn mark_at(&self, at: usize) -> bool {
        // All characters below U+0300 start with a starter.
        match self.text.get(at) {
            None => false,
            Some(&unit) => {
                let unit: u32 = unit.into();
                unit >= first_mark::<U>()
                    && U::decode(self.text, at).is_some_and(|(c, _)| self.tables.is_mark(u32::from(c)))
            }
        }
    }

    /// Emits the CEs of the context-dependent characters from `at` on; returns the offset after them.
    pub(crate) fn general_from(&mut self, at: usize, emit: &mut impl FnMut(Ce)) -> usize {
        self.at = at;
        self.start_nfd_buffer();
        while self.nfd_buffer.head < self.nfd_buffer.chars.len() {
            self.general(emit);
        }
        self.at
    }

    /// Emits the CEs of the number at `at`; returns the offset after it.
    pub(crate) fn number_from(&mut self, at: usize, emit: &mut impl FnMut(Ce)) -> usize {
        self.nfd_buffer.chars.clear();
        self.nfd_buffer.head = 0;
        self.at = at;
        self.number(emit);
        self.at
    }

    fn start_nfd_buffer(&mut self) {
        self.nfd_buffer.chars.clear();
        self.nfd_buffer.head = 0;
        self.nfd_buffer.start = self.at;
        self.fill();
    }

    /// Appends the next character and all marks after it to the NFD buffer, decomposed and in canonical order.
    fn fill(&mut self) -> bool {
        let Some((c, length)) = U::decode(self.text, self.at) else { return false };
        let start = self.nfd_buffer.chars.len();
        self.at += length;
        self.push(u32::from(c));
        while self.mark_at(self.at) {
            let Some((c, length)) = U::decode(self.text, self.at) else { break };
            self.at += length;
            self.push(u32::from(c));
        }
        let mut marks = self.nfd_buffer.chars.len();
        while marks > start && self.nfd_buffer.chars.get(marks - 1).is_some_and(|c| c >> 24 != 0) {
            marks -= 1;
        }
        decompose::order_marks(self.nfd_buffer.chars.part_mut(marks..));
        true
    }

    fn push(&mut self, c: u32) {
        if decompose::may_change(c) { self.push_decomposed(c) } else { self.nfd_buffer.chars.push(c) }
    }

    #[inline(never)]
    fn push_decomposed(&mut self, c: u32) {
        let chars = &mut self.nfd_buffer.chars;
        decompose::decompose(c, &mut |part| chars.push(part | u32::from(decompose::class(part)) << 24));
    }

    /// The character in the NFD buffer at distance `ahead` from the next one.
    fn peek(&mut self, ahead: usize) -> Option<u32> {
        while self.nfd_buffer.head + ahead >= self.nfd_buffer.chars.len() {
            if !self.fill() {
                return None;
            }
        }
        self.nfd_buffer.chars.get(self.nfd_buffer.head + ahead).copied()
    }

    /// Consumes one character of the NFD buffer, and the other characters of its contraction.
    fn general(&mut self, emit: &mut impl FnMut(Ce)) {
        let Some(next) = self.peek(0) else { return };
        let c = next & 0x1F_FFFF;
        let mut ce32 = self.tables.ce32(c);
        if digit_value(ce32).is_some() {
            if self.numeric.is_some() {
                self.number(emit);
                return self.end_step();
            }
            ce32 = self.tables.digit(ce32);
        }
        let contexts = match ce32 & 0xFF {
            low if low >= table::FIRST_TAG && table::tag(ce32) == table::PREFIX_OR_CONTRACTION => {
                Some(self.tables.node(ce32))
            }
            low if low >= table::FIRST_TAG && table::tag(ce32) == table::MARK => {
                let (ce32_of_mark, _, node) = self.tables.mark(ce32);
                ce32 = ce32_of_mark;
                node
            }
            _ => self.tables.mark_contexts(c),
        };
        self.nfd_buffer.head += 1;
        match contexts {
            None => self.tables.each_ce(ce32, c, emit),
            Some(node) => {
                let value = self.match_contexts(node).unwrap_or(table::UNMAPPED);
                self.tables.each_ce(value, c, emit);
            }
        }
        self.end_step();
    }

    /// Removes the consumed characters.
    fn end_step(&mut self) {
        if self.nfd_buffer.head == self.nfd_buffer.chars.len() {
            self.nfd_buffer.chars.clear();
            self.nfd_buffer.head = 0;
            self.nfd_buffer.start = self.at;
        } else if self.nfd_buffer.head > MAX_CONSUMED && self.nfd_buffer.head > self.nfd_buffer.chars.len() / 2 {
            // No more characters are moved than are removed, nearly: a run of marks may be as long as the text.
            // The longest prefix before the next character is kept, so `start`, which is not moved, is never read.
            let cut = self.nfd_buffer.head - MAX_PREFIX;
            self.nfd_buffer.chars.drain(..cut);
            self.nfd_buffer.head = MAX_PREFIX;
        }
    }

    /// The value of the character at `head - 1` in its context: under the longest matching prefix or, if that has
    /// neither a matching suffix nor a value for the character alone, under the next shorter one.
    fn match_contexts(&mut self, tree: ContextNode<'a>) -> Option<u32> {
        let (without_prefix, _) = tree.value();
        if tree.has_children() {
            let prefixes = self.match_prefixes(tree);
            for &value in prefixes.values.iter().take(prefixes.count).rev() {
                let found = self.match_suffix(tree.follow(value));
                if found.is_some() {
                    return found;
                }
            }
        }
        self.match_suffix(tree.follow(without_prefix?))
    }

    /// The values of all matching prefixes of the character at `head - 1`, shortest first.
    fn match_prefixes(&self, tree: ContextNode<'a>) -> Prefixes {
        let mut found = Prefixes::default();
        let mut cursor = Some(tree);
        for &c in self.consumed().iter().rev() {
            step_prefix(&mut cursor, c & 0x1F_FFFF, &mut found);
            if cursor.is_none() {
                return found;
            }
        }
        let mut start = self.nfd_buffer.start;
        while cursor.is_some()
            && let Some((c, length)) = U::decode_back(self.text, start)
        {
            let (mut parts, mut count) = ([0; 8], 0);
            decompose::decompose(u32::from(c), &mut |part| {
                if let Some(slot) = parts.get_mut(count) {
                    *slot = part;
                    count += 1;
                }
            });
            if decompose::class(parts[0]) != 0 {
                // Marks must be reordered first.
                return self.match_reordered_prefixes(tree);
            }
            parts.iter().take(count).rev().for_each(|&part| step_prefix(&mut cursor, part, &mut found));
            start -= length;
        }
        found
    }

    /// Variant of [`Elements::match_prefixes`] for text before the NFD buffer that has marks: pieces of it from a
    /// starter on, the last one first, in canonical order. A prefix has a few characters, so few pieces are read.
    #[cold]
    fn match_reordered_prefixes(&self, tree: ContextNode<'a>) -> Prefixes {
        let (mut found, mut cursor) = (Prefixes::default(), Some(tree));
        self.consumed().iter().rev().for_each(|&c| step_prefix(&mut cursor, c & 0x1F_FFFF, &mut found));
        let (mut start, mut left) = (self.nfd_buffer.start, MAX_PREFIX);
        while cursor.is_some() && start > 0 && left > 0 {
            let end = start;
            while left > 0
                && let Some((c, length)) = U::decode_back(self.text, start)
            {
                (start, left) = (start - length, left - 1);
                if decompose::class(decompose::first_part(u32::from(c))) == 0 {
                    break;
                }
            }
            let piece = code_points(self.text.part(start..end)).map(|(_, c)| u32::from(c));
            decompose::nfd(piece).iter().rev().for_each(|&c| step_prefix(&mut cursor, c, &mut found));
        }
        found
    }

    /// The consumed characters of the NFD buffer before the one at `head - 1`, as far as a prefix may reach.
    fn consumed(&self) -> &[u32] {
        let end = self.nfd_buffer.head.saturating_sub(1);
        self.nfd_buffer.chars.part(end.saturating_sub(MAX_PREFIX)..end)
    }

    /// Matches the suffix of the consumed character: the longest contiguous match first (S2.1), then unblocked marks
    /// (S2.1.1 to S2.1.3). Consumes the matched characters.
    fn match_suffix(&mut self, tree: ContextNode<'a>) -> Option<u32> {
        let (mut best, alone) = tree.value();
        let mut after_best = Some(tree);
        let mut matched = 0;
        let mut cursor = tree;
        let mut ahead = 0;
        while let Some(next) = self.peek(ahead) {
            ahead += 1;
            match cursor.child(next & 0x1F_FFFF) {
                None => break,
                Some(Child::Leaf(value)) => {
                    (best, matched, after_best) = (Some(value), ahead, None);
                    break;
                }
                Some(Child::ContextNode(node)) => {
                    cursor = node;
                    if let (Some(value), _) = node.value() {
                        (best, matched, after_best) = (Some(value), ahead, Some(node));
                    }
                }
            }
        }
        if (alone || matched > 0)
            && let Some(cursor) = after_best
            && cursor.has_children()
        {
            best = self.match_marks(cursor, &mut matched).or(best);
        }
        self.nfd_buffer.head += matched;
        best
    }

    /// Extends a match by marks that are not adjacent and not blocked (S2.1.1 to S2.1.3); moves them next to the match.
    fn match_marks(&mut self, mut cursor: ContextNode<'a>, matched: &mut usize) -> Option<u32> {
        let mut best = None;
        let mut blocking = 0;
        let mut ahead = *matched;
        while let Some(next) = self.peek(ahead)
            && next >> 24 != 0
            && ahead < *matched + MAX_DISCONTIGUOUS_MARKS
        {
            let value = match cursor.child(next & 0x1F_FFFF) {
                Some(Child::Leaf(value)) if next >> 24 > blocking => Some((value, None)),
                Some(Child::ContextNode(node)) if next >> 24 > blocking => {
                    node.value().0.map(|value| (value, Some(node)))
                }
                _ => None,
            };
            match value {
                None => {
                    blocking = next >> 24;
                    ahead += 1;
                }
                Some((value, node)) => {
                    best = Some(value);
                    let from = self.nfd_buffer.head + *matched;
                    if let Some(moved) = self.nfd_buffer.chars.get_mut(from..=self.nfd_buffer.head + ahead) {
                        moved.rotate_right(1);
                    }
                    *matched += 1;
                    ahead += 1;
                    match node {
                        Some(node) => cursor = node,
                        None => break,
                    }
                }
            }
        }
        best
    }

    /// Emits the CEs of a run of digits by its numeric value.
    fn number(&mut self, emit: &mut impl FnMut(Ce)) {
        self.nfd_buffer.digits.clear();
        if self.nfd_buffer.head < self.nfd_buffer.chars.len() {
            while let Some(next) = self.peek(0)
                && let Some(digit) = digit_value(self.tables.ce32(next & 0x1F_FFFF))
            {
                self.nfd_buffer.digits.push(digit);
                self.nfd_buffer.head += 1;
                if self.nfd_buffer.head > MAX_CONSUMED {
                    self.end_step();
                }
            }
        } else {
            while let Some((c, length)) = U::decode(self.text, self.at)
                && let Some(digit) = digit_value(self.tables.ce32(u32::from(c)))
            {
                self.nfd_buffer.digits.push(digit);
                self.at += length;
            }
        }
        numeric::number(&self.nfd_buffer.digits, self.numeric.unwrap_or(0), emit);
    }
}

/// The least unit that may start a mark: that of U+0300.
const fn first_mark<U: CodeUnit>() -> u32 {
    match U::ENCODING {
        Encoding::Utf8 => 0xCC,
        Encoding::Utf16 => 0x300,
    }
}

#[inline]
fn digit_value(ce32: u32) -> Option<u8> {
    (table::tag(ce32) == table::DIGIT).then_some((ce32 >> 8 & 15) as u8)
}

/// The values of matching prefixes, shortest first. If there are more than eight, the shortest are ignored, as the
/// longest match applies: CLDR's longest prefix has two characters.
#[derive(Default)]
struct Prefixes {
    values: [u32; 8],
    count: usize,
}

/// Extends a prefix match backwards by one character.
fn step_prefix<'a>(cursor: &mut Option<ContextNode<'a>>, c: u32, found: &mut Prefixes) {
    let Some(node) = cursor.take() else { return };
    let value = match node.child(c) {
        None => None,
        Some(Child::Leaf(value)) => Some(value),
        Some(Child::ContextNode(node)) => {
            *cursor = Some(node);
            node.value().0
        }
    };
    let Some(value) = value else { return };
    if found.count == found.values.len() {
        found.values.rotate_left(1);
        found.count -= 1;
    }
    if let Some(slot) = found.values.get_mut(found.count) {
        *slot = value;
        found.count += 1;
    }
}

/// The jamo of a syllable (Unicode Standard, section 3.12) with their CE32s.
#[inline]
pub(crate) fn hangul(jamo: &[u32; JAMO_COUNT], c: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
    let [l, v, t] = jamo_indices(c.wrapping_sub(S_BASE));
    let ce32_at = |at: u32| jamo.get(at as usize).copied().unwrap_or(0);
    let last = (t > 0).then(|| (ce32_at(L_COUNT + V_COUNT + t - 1), T_BASE + t));
    [(ce32_at(l), L_BASE + l), (ce32_at(L_COUNT + v), V_BASE + v)].into_iter().chain(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::collate::root::root;
    use proptest::prelude::*;

    proptest! {
        /// Pieces from a starter on, instead of all characters before.
        #[test]
        fn prefixes_with_marks_equal_those_in_the_whole_text(
            parts in prop::collection::vec(prop::sample::select(vec![
                "l", "L", "\u{140}", "か", "\u{3099}", "\u{301}", "\u{323}", "\u{334}", "\u{F73}", "\u{F81}", "\u{344}", "\u{E9}",
                "\u{301}\u{323}\u{334}\u{301}\u{323}\u{334}\u{301}\u{323}\u{334}\u{301}\u{323}\u{334}\u{301}\u{323}\u{334}",
            ]), 0..8),
            last in prop::sample::select(vec!['\u{B7}', '\u{30FC}', '\u{309D}']),
        ) {
            let text = parts.concat();
            let (tables, mut buffer) = (root().tables(), NfdBuffer::default());
            let elements = Elements::new(&tables, None, None, text.as_bytes(), text.len(), &mut buffer);
            let ce32 = tables.ce32(u32::from(last));
            if table::tag(ce32) == table::PREFIX_OR_CONTRACTION {
                let characters: Vec<char> = text.chars().collect();
                let before = characters[characters.len().saturating_sub(MAX_PREFIX)..].iter().map(|&c| u32::from(c));
                let (mut expected, mut cursor) = (Prefixes::default(), Some(tables.node(ce32)));
                decompose::nfd(before).iter().rev().for_each(|&c| step_prefix(&mut cursor, c, &mut expected));
                let found = elements.match_reordered_prefixes(tables.node(ce32));
                prop_assert_eq!((found.values, found.count), (expected.values, expected.count));
            }
        }
    }

    /// Reads a text by steps of the general path. Returns the most consumed characters that were compared with
    /// prefixes, and the number of characters that were moved when consumed ones were removed.
    fn work(text: &str) -> (usize, usize) {
        let (tables, mut buffer) = (root().tables(), NfdBuffer::default());
        let mut elements = Elements::new(&tables, None, None, text.as_bytes(), 0, &mut buffer);
        let (mut compared, mut moved) = (0, 0);
        elements.start_nfd_buffer();
        while elements.peek(0).is_some() {
            let before = elements.nfd_buffer.head;
            elements.general(&mut |_| ());
            compared = compared.max(elements.consumed().len());
            if elements.nfd_buffer.head < before {
                moved += elements.nfd_buffer.chars.len();
            }
        }
        (compared, moved)
    }

    /// `·` after `l`, `ー` and `ゝ` after kana have other elements.
    #[test]
    fn a_prefix_is_compared_with_few_characters_of_a_long_run() {
        for text in ["\u{B7}", "l\u{B7}", "\u{30FC}", "\u{309D}", "か\u{30FC}\u{3099}"] {
            let (compared, _) = work(&text.repeat(20_000));
            assert!(compared <= MAX_PREFIX, "{text}: {compared}");
        }
    }

    #[test]
    fn removal_of_consumed_characters_moves_each_one_a_few_times() {
        const MARKS: usize = 400_000;
        for text in ["\u{301}".repeat(MARKS), "\u{323}\u{301}".repeat(MARKS / 2)] {
            let (_, moved) = work(&format!("a{text}b"));
            assert!(moved < 2 * MARKS, "{moved}");
        }
    }
}
