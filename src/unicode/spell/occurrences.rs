//! Where the delimiters of rules occur in a text: each is searched once in the text, not once for each part and rule.

/// A literal in the text, by bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrences {
    /// The offset of the first occurrence.
    pub(super) first: u32,
    /// That of the last one.
    pub(super) last: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct KnownDelimiter {
    /// The number of the text that the entry belongs to.
    text: u32,
    exact: Option<Occurrences>,
    /// Whether the delimiter is in the text in no form of comparison, once this is known.
    is_absent: Option<bool>,
}

/// The occurrences of each delimiter in a text, found at its first lookup.
#[derive(Debug, Default)]
pub(super) struct OccurrenceTable {
    /// By literal. Entries of preceding texts are not cleared: they have other numbers.
    delimiters: Vec<KnownDelimiter>,
    /// The number of the current text.
    text: u32,
}

impl OccurrenceTable {
    /// Starts a text: the entries of preceding texts do not count. `literals` is the number of literals.
    pub(super) fn start_text(&mut self, literals: usize) {
        self.text = self.text.wrapping_add(1);
        if self.text == 0 {
            self.delimiters.clear();
            self.text = 1;
        }
        if self.delimiters.len() < literals {
            self.delimiters.resize(literals, KnownDelimiter::default());
        }
    }

    /// The occurrences of a literal in a text.
    #[inline]
    pub(super) fn exact(&mut self, literal: u32, text: &[u8], wanted: &[u8]) -> Option<Occurrences> {
        let number = self.text;
        match self.delimiters.get_mut(literal as usize) {
            Some(known) if known.text == number => known.exact,
            Some(known) => {
                let exact = all_occurrences(text, wanted);
                *known = KnownDelimiter { text: number, exact, is_absent: None };
                exact
            }
            None => all_occurrences(text, wanted),
        }
    }

    /// Whether a literal is absent in all forms of comparison, if [`OccurrenceTable::set_absent`] stored it.
    #[inline]
    pub(super) fn is_absent(&self, literal: u32) -> Option<bool> {
        self.delimiters.get(literal as usize).filter(|known| known.text == self.text)?.is_absent
    }

    /// Stores whether a literal, whose exact occurrences are known, is absent in all forms of comparison.
    pub(super) fn set_absent(&mut self, literal: u32, is_absent: bool) {
        if let Some(known) = self.delimiters.get_mut(literal as usize).filter(|known| known.text == self.text) {
            known.is_absent = Some(is_absent);
        }
    }
}

fn all_occurrences(text: &[u8], wanted: &[u8]) -> Option<Occurrences> {
    let first = find_bytes(text, wanted)?;
    Some(Occurrences { first: first as u32, last: find_last_bytes(text, wanted)? as u32 })
}

/// The first occurrence of a few bytes in a short text, without the setup of a search for long texts. The last byte is
/// compared first: in scripts with two bytes per letter, most letters share the first byte.
pub(super) fn find_bytes(text: &[u8], wanted: &[u8]) -> Option<usize> {
    let Some((last, rest)) = wanted.split_last() else { return Some(0) };
    let ends = text.get(rest.len()..)?;
    let mut at = 0;
    loop {
        at += ends.get(at..)?.iter().position(|byte| byte == last)?;
        if is_at(text, at, rest) {
            return Some(at);
        }
        at += 1;
    }
}

/// The last occurrence of a few bytes.
fn find_last_bytes(text: &[u8], wanted: &[u8]) -> Option<usize> {
    let Some((last, rest)) = wanted.split_last() else { return Some(text.len()) };
    let mut ends = text.get(rest.len()..)?;
    loop {
        let at = ends.iter().rposition(|byte| byte == last)?;
        if is_at(text, at, rest) {
            return Some(at);
        }
        ends = ends.get(..at)?;
    }
}

#[inline]
fn is_at(text: &[u8], at: usize, wanted: &[u8]) -> bool {
    text.get(at..)
        .zip(wanted.first())
        .is_none_or(|(text, first)| text.first() == Some(first) && text.starts_with(wanted))
}
