//! From text to collation elements (UTS #10 section 7.2): the *direct* way takes one table entry after the other as
//! long as nothing depends on what stands around; the *general* way reads the text in NFD through a queue and matches
//! prefixes and contractions there, discontiguous ones too (S2.1 to S2.4). Both look into the same table.

use super::ce::Ce;
use super::decompose;
use super::numeric;
use super::table::{self, Child, Node, Tables};
use crate::unicode::text::{CodeUnit, Encoding};

/// How many marks after a match are tried for a discontiguous contraction. Canonical text has a few; more only costs.
const MARKS_TRIED: usize = 128;
/// How many characters before a character are read for its prefix.
const PREFIX_READ: usize = 64;
/// Consumed characters in the queue after which it is cut.
const QUEUE_CUT: usize = 4096;

/// Buffers that an iteration needs; kept by the caller so that nothing is allocated once warm.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    /// Decomposed text: code point, and its combining class in the top byte.
    chars: Vec<u32>,
    /// The first character that has not been consumed.
    head: usize,
    /// Where in the text the queue began.
    start: usize,
    /// Digits of a number.
    digits: Vec<u8>,
}

/// The collation elements of a text.
pub(crate) struct Elements<'a, U> {
    tables: &'a Tables<'a>,
    /// Entries of the 67 conjoining jamo; `None` when one of them depends on context.
    jamo: Option<&'a [u32; 67]>,
    /// The lead byte of numbers, when digits are compared by value.
    numeric: Option<u32>,
    text: &'a [U],
    /// The first unit that is neither consumed nor in the queue.
    at: usize,
    queue: &'a mut Queue,
}

const HANGUL_FIRST: u32 = 0xAC00;

impl<'a, U: CodeUnit> Elements<'a, U> {
    pub(crate) fn new(
        tables: &'a Tables<'a>,
        jamo: Option<&'a [u32; 67]>,
        numeric: Option<u32>,
        text: &'a [U],
        at: usize,
        queue: &'a mut Queue,
    ) -> Self {
        queue.chars.clear();
        queue.head = 0;
        queue.start = at;
        Elements { tables, jamo, numeric, text, at, queue }
    }

    /// Gives the CEs of the next character or contraction; false at the end.
    #[inline]
    pub(crate) fn step(&mut self, give: &mut impl FnMut(Ce)) -> bool {
        if self.queue.head < self.queue.chars.len() {
            self.general(give);
            return true;
        }
        let Some((c, length)) = U::decode(self.text, self.at) else { return false };
        let c = u32::from(c);
        let mut entry = self.tables.ce32(c);
        if digit_value(entry).is_some() {
            if self.numeric.is_some() {
                self.number(give);
                return true;
            }
            entry = self.tables.digit(entry);
        }
        let low = entry & 0xFF;
        let plain = low <= table::LONG_SECONDARY
            || !matches!(low & !table::TAILORED, table::CONTEXT | table::DECOMPOSE | table::MARK);
        if plain && !self.mark_at(self.at + length) && (low != table::HANGUL || self.jamo.is_some()) {
            self.at += length;
            self.plain(entry, c, give);
        } else {
            self.start_queue();
            self.general(give);
        }
        true
    }

    /// The next code point of the text in NFD.
    pub(crate) fn next_decomposed(&mut self) -> Option<u32> {
        let next = self.look(0)?;
        self.queue.head += 1;
        self.end_step();
        Some(next & 0x1F_FFFF)
    }

    /// Gives the CEs of an entry that needs no context.
    #[inline]
    fn plain(&self, entry: u32, c: u32, give: &mut impl FnMut(Ce)) {
        match self.jamo {
            Some(jamo) if entry & 0xFF == table::HANGUL => {
                for (jamo_entry, jamo_char) in hangul(jamo, c) {
                    self.tables.each_ce(jamo_entry, jamo_char, &mut *give);
                }
            }
            _ => self.tables.each_ce(entry, c, give),
        }
    }

    /// Whether the character there is a mark or begins with one.
    #[inline]
    fn mark_at(&self, at: usize) -> bool {
        // Everything under U+0300 starts with a starter.
        match self.text.get(at) {
            None => false,
            Some(&unit) => {
                let unit: u32 = unit.into();
                unit >= first_mark::<U>()
                    && U::decode(self.text, at).is_some_and(|(c, _)| self.tables.is_mark(u32::from(c)))
            }
        }
    }

    /// Gives the CEs of what begins at a place and depends on context; where to go on.
    pub(crate) fn general_from(&mut self, at: usize, give: &mut impl FnMut(Ce)) -> usize {
        self.at = at;
        self.start_queue();
        while self.queue.head < self.queue.chars.len() {
            self.general(give);
        }
        self.at
    }

    /// Gives the CEs of the number that begins at a place; where it ends.
    pub(crate) fn number_from(&mut self, at: usize, give: &mut impl FnMut(Ce)) -> usize {
        self.queue.chars.clear();
        self.queue.head = 0;
        self.at = at;
        self.number(give);
        self.at
    }

    fn start_queue(&mut self) {
        self.queue.chars.clear();
        self.queue.head = 0;
        self.queue.start = self.at;
        self.fill();
    }

    /// Appends the next character and all marks after it to the queue, decomposed and in canonical order.
    fn fill(&mut self) -> bool {
        let Some((c, length)) = U::decode(self.text, self.at) else { return false };
        let start = self.queue.chars.len();
        self.at += length;
        self.push(u32::from(c));
        while self.mark_at(self.at) {
            let Some((c, length)) = U::decode(self.text, self.at) else { break };
            self.at += length;
            self.push(u32::from(c));
        }
        let mut marks = self.queue.chars.len();
        while marks > start && self.queue.chars.get(marks - 1).is_some_and(|c| c >> 24 != 0) {
            marks -= 1;
        }
        if let Some(marks) = self.queue.chars.get_mut(marks..)
            && !marks.is_sorted_by_key(|c| c >> 24)
        {
            marks.sort_by_key(|c| c >> 24);
        }
        true
    }

    fn push(&mut self, c: u32) {
        let chars = &mut self.queue.chars;
        decompose::decompose(c, &mut |part| chars.push(part | u32::from(decompose::class(part)) << 24));
    }

    /// The character `ahead` places after the next one in the queue.
    fn look(&mut self, ahead: usize) -> Option<u32> {
        while self.queue.head + ahead >= self.queue.chars.len() {
            if !self.fill() {
                return None;
            }
        }
        self.queue.chars.get(self.queue.head + ahead).copied()
    }

    /// Takes one character of the queue, with what it is contracted with.
    fn general(&mut self, give: &mut impl FnMut(Ce)) {
        let Some(next) = self.look(0) else { return };
        let c = next & 0x1F_FFFF;
        let mut entry = self.tables.ce32(c);
        if digit_value(entry).is_some() {
            if self.numeric.is_some() {
                self.number(give);
                return self.end_step();
            }
            entry = self.tables.digit(entry);
        }
        let contexts = match entry & 0xFF {
            low if low >= 0xC0 && low & !table::TAILORED == table::CONTEXT => Some(self.tables.node(entry)),
            low if low >= 0xC0 && low & !table::TAILORED == table::MARK => {
                let (plain, _, node) = self.tables.mark(entry);
                entry = plain;
                node
            }
            _ => self.tables.mark_contexts(c),
        };
        self.queue.head += 1;
        match contexts {
            None => self.tables.each_ce(entry, c, give),
            Some(node) => {
                let value = self.match_contexts(node).unwrap_or(table::UNMAPPED);
                self.tables.each_ce(value, c, give);
            }
        }
        self.end_step();
    }

    /// Forgets what has been consumed.
    fn end_step(&mut self) {
        if self.queue.head == self.queue.chars.len() {
            self.queue.chars.clear();
            self.queue.head = 0;
            self.queue.start = self.at;
        } else if self.queue.head > QUEUE_CUT {
            let cut = self.queue.head - PREFIX_READ;
            self.queue.chars.drain(..cut);
            self.queue.head = PREFIX_READ;
        }
    }

    /// The value of the character at `head - 1` in its context: under the longest prefix that stands before it; where
    /// that says nothing about what follows nor about the character alone, under the next shorter one.
    fn match_contexts(&mut self, tree: Node<'a>) -> Option<u32> {
        let (own, _) = tree.value();
        if tree.has_children() {
            let prefixes = self.match_prefixes(tree);
            for &value in prefixes.values.iter().take(prefixes.count).rev() {
                let found = self.match_suffix(tree.follow(value));
                if found.is_some() {
                    return found;
                }
            }
        }
        self.match_suffix(tree.follow(own?))
    }

    /// The values of all prefixes that stand before the character at `head - 1`, shortest first.
    fn match_prefixes(&self, tree: Node<'a>) -> Prefixes {
        let mut found = Prefixes::default();
        let mut place = Some(tree);
        let consumed = self.queue.chars.get(..self.queue.head.saturating_sub(1)).unwrap_or(&[]);
        for &c in consumed.iter().rev() {
            step_prefix(&mut place, c & 0x1F_FFFF, &mut found);
        }
        let mut start = self.queue.start;
        while place.is_some()
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
                // Marks have to be brought into order first.
                return self.match_reordered_prefixes(tree);
            }
            parts.iter().take(count).rev().for_each(|&part| step_prefix(&mut place, part, &mut found));
            start -= length;
        }
        found
    }

    #[cold]
    fn match_reordered_prefixes(&self, tree: Node<'a>) -> Prefixes {
        let mut found = Prefixes::default();
        let mut place = Some(tree);
        self.before().iter().rev().for_each(|&c| step_prefix(&mut place, c, &mut found));
        found
    }

    /// The text before the character at `head - 1`, in NFD, a bounded piece of it.
    fn before(&self) -> Vec<u32> {
        let mut start = self.queue.start;
        for _ in 0..PREFIX_READ {
            match U::decode_back(self.text, start) {
                Some((_, length)) => start -= length,
                None => break,
            }
        }
        let piece = self.text.get(start..self.queue.start).unwrap_or(&[]);
        let mut before = decompose::nfd(crate::unicode::text::code_points(piece).map(|(_, c)| u32::from(c)));
        let consumed = self.queue.chars.iter().take(self.queue.head.saturating_sub(1));
        before.extend(consumed.map(|c| c & 0x1F_FFFF));
        before
    }

    /// Matches what follows the consumed character: the longest run first (S2.1), then unblocked marks (S2.1.1 to 3).
    /// Consumes what matched.
    fn match_suffix(&mut self, tree: Node<'a>) -> Option<u32> {
        let (mut best, alone) = tree.value();
        let mut after_best = Some(tree);
        let mut matched = 0;
        let mut place = tree;
        let mut ahead = 0;
        while let Some(next) = self.look(ahead) {
            ahead += 1;
            match place.child(next & 0x1F_FFFF) {
                None => break,
                Some(Child::Leaf(value)) => {
                    (best, matched, after_best) = (Some(value), ahead, None);
                    break;
                }
                Some(Child::Node(node)) => {
                    place = node;
                    if let (Some(value), _) = node.value() {
                        (best, matched, after_best) = (Some(value), ahead, Some(node));
                    }
                }
            }
        }
        if (alone || matched > 0)
            && let Some(place) = after_best
            && place.has_children()
        {
            best = self.match_marks(place, &mut matched).or(best);
        }
        self.queue.head += matched;
        best
    }

    /// Extends a match by marks that stand apart from it and are not blocked; moves them next to the match.
    fn match_marks(&mut self, mut place: Node<'a>, matched: &mut usize) -> Option<u32> {
        let mut best = None;
        let mut blocking = 0;
        let mut ahead = *matched;
        while let Some(next) = self.look(ahead)
            && next >> 24 != 0
            && ahead < *matched + MARKS_TRIED
        {
            let value = match place.child(next & 0x1F_FFFF) {
                Some(Child::Leaf(value)) if next >> 24 > blocking => Some((value, None)),
                Some(Child::Node(node)) if next >> 24 > blocking => node.value().0.map(|value| (value, Some(node))),
                _ => None,
            };
            match value {
                None => {
                    blocking = next >> 24;
                    ahead += 1;
                }
                Some((value, node)) => {
                    best = Some(value);
                    let from = self.queue.head + *matched;
                    if let Some(moved) = self.queue.chars.get_mut(from..=self.queue.head + ahead) {
                        moved.rotate_right(1);
                    }
                    *matched += 1;
                    ahead += 1;
                    match node {
                        Some(node) => place = node,
                        None => break,
                    }
                }
            }
        }
        best
    }

    /// Gives the CEs of a run of digits by its value.
    fn number(&mut self, give: &mut impl FnMut(Ce)) {
        self.queue.digits.clear();
        if self.queue.head < self.queue.chars.len() {
            while let Some(next) = self.look(0)
                && let Some(digit) = digit_value(self.tables.ce32(next & 0x1F_FFFF))
            {
                self.queue.digits.push(digit);
                self.queue.head += 1;
                if self.queue.head > QUEUE_CUT {
                    self.end_step();
                }
            }
        } else {
            while let Some((c, length)) = U::decode(self.text, self.at)
                && let Some(digit) = digit_value(self.tables.ce32(u32::from(c)))
            {
                self.queue.digits.push(digit);
                self.at += length;
            }
        }
        numeric::number(&self.queue.digits, self.numeric.unwrap_or(0), give);
    }
}

/// The least unit that can begin a mark: that of U+0300.
const fn first_mark<U: CodeUnit>() -> u32 {
    match U::ENCODING {
        Encoding::Utf8 => 0xCC,
        Encoding::Utf16 => 0x300,
    }
}

#[inline]
fn digit_value(entry: u32) -> Option<u8> {
    (entry & 0xFF & !table::TAILORED == table::DIGIT).then_some((entry >> 8 & 15) as u8)
}

/// Values of prefixes, shortest first. Of more than eight the longest are left out: CLDR's longest prefix has two.
#[derive(Default)]
struct Prefixes {
    values: [u32; 8],
    count: usize,
}

/// Follows one more character backwards.
fn step_prefix<'a>(place: &mut Option<Node<'a>>, c: u32, found: &mut Prefixes) {
    let Some(node) = place.take() else { return };
    let value = match node.child(c) {
        None => None,
        Some(Child::Leaf(value)) => Some(value),
        Some(Child::Node(node)) => {
            *place = Some(node);
            node.value().0
        }
    };
    if let (Some(value), Some(slot)) = (value, found.values.get_mut(found.count)) {
        *slot = value;
        found.count += 1;
    }
}

/// The jamo of a syllable (Unicode Standard, section 3.12) with their entries.
#[inline]
pub(crate) fn hangul(jamo: &[u32; 67], c: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
    let syllable = c.wrapping_sub(HANGUL_FIRST);
    let (l, v, t) = (syllable / 588, syllable % 588 / 28, syllable % 28);
    let entry = |at: u32| jamo.get(at as usize).copied().unwrap_or(0);
    let last = (t > 0).then(|| (entry(39 + t), 0x11A7 + t));
    [(entry(l), 0x1100 + l), (entry(19 + v), 0x1161 + v)].into_iter().chain(last)
}
