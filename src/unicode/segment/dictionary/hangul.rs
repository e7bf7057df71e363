//! User-defined Hangul words: scanning from left to right, the longest word that starts at a position is a segment; the
//! text between words is not split.

use super::user_words::UserWords;
use super::{Dictionaries, DictionaryScript};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// Splits one run of Hangul syllables.
#[derive(Clone, Debug, Default)]
pub(in crate::unicode::segment) struct HangulSegmenter {
    start: usize,
    end: usize,
    /// The end of the last word found, where the search continues.
    at: usize,
    /// Whether the break before that word was returned, and the break after it was not.
    is_end_pending: bool,
}

impl HangulSegmenter {
    /// Starts with the run at `start`; returns the end of the run.
    pub(in crate::unicode::segment) fn start<U: CodeUnit>(
        &mut self,
        dictionaries: &Dictionaries,
        text: &[U],
        start: usize,
    ) -> usize {
        let mut end = start;
        while let Some((_, length)) =
            U::decode(text, end).filter(|(c, _)| dictionaries.script(*c) == DictionaryScript::Hangul)
        {
            end += length;
        }
        *self = HangulSegmenter { start, end, at: start, is_end_pending: false };
        end
    }

    /// The distance from the start of the run to the next break, in units; `None` at the end of the run.
    pub(in crate::unicode::segment) fn next_break<U: CodeUnit>(
        &mut self,
        dictionaries: &Dictionaries,
        text: &[U],
    ) -> Option<usize> {
        let run = text.part(..self.end);
        if std::mem::take(&mut self.is_end_pending) && self.at < self.end {
            return Some(self.at - self.start);
        }
        let last = self.at;
        let mut position = last;
        while let Some((_, length)) = U::decode(run, position) {
            if let Some(end) = longest_word(&dictionaries.user, run, position) {
                self.at = end;
                if position > last {
                    self.is_end_pending = true;
                    return Some(position - self.start);
                }
                return (end < self.end).then_some(end - self.start);
            }
            position += length;
        }
        self.at = self.end;
        None
    }
}

/// The end of the longest word that starts at a position.
fn longest_word<U: CodeUnit>(words: &UserWords, run: &[U], position: usize) -> Option<usize> {
    let (mut node, mut at, mut found) = (UserWords::ROOT, position, None);
    while let Some((c, length)) = U::decode(run, at) {
        let Some((child, ends)) = words.step(node, c) else { break };
        (node, at) = (child, at + length);
        found = if ends { Some(at) } else { found };
    }
    found
}
