//! Texts of CJK Unified Ideographs (the block from U+4E00) only: break rules have one class for them, and the
//! dictionary contains all of them.

use super::break_rules::BreakRules;
use super::dfa::{BACKTRACK, BOUNDARY, FLAGS, LOOKAHEAD_ACCEPT, LOOKAHEAD_MARK};
use super::dictionary::Dictionaries;
use super::dictionary_segments::SegmentationState;
use crate::unicode::class_map::BLOCK;
use crate::unicode::text::{CodeUnit, Encoding};
use std::ops::RangeInclusive;

/// The block CJK Unified Ideographs, all of whose code points are assigned.
const UNIFIED_IDEOGRAPHS: RangeInclusive<u32> = 0x4E00..=0x9FFF;

/// Whether a well-formed text consists of one or more of these ideographs.
#[inline]
pub fn is_unified_han<U: CodeUnit>(text: &[U]) -> bool {
    match U::ENCODING {
        Encoding::Utf16 => !text.is_empty() && text.iter().all(|&unit| UNIFIED_IDEOGRAPHS.contains(&unit.into())),
        Encoding::Utf8 => {
            let (characters, rest) = text.as_chunks::<3>();
            // E4 B8 80 to E9 BF BF.
            let is_one = |&[first, second, _]: &[U; 3]| {
                let (first, second) = (first.into(), second.into());
                matches!(first, 0xE5..=0xE9) || first == 0xE4 && second >= 0xB8
            };
            !text.is_empty() && rest.is_empty() && characters.iter().all(is_one)
        }
    }
}

impl BreakRules {
    /// The status of all words that the dictionary splits a text of these ideographs into; `None` if the rules have
    /// several classes for them, or do not match the whole text as one segment.
    pub fn han_status(&self) -> Option<u32> {
        let (first, last) = (*UNIFIED_IDEOGRAPHS.start(), *UNIFIED_IDEOGRAPHS.end());
        let dfa = &self.dfa;
        let class = dfa.classes.class(first);
        let mut blocks = (first..=last).step_by(BLOCK).map(|code| dfa.classes.block(code));
        let is_uniform = blocks.all(|block| block == dfa.classes.block(first))
            && (first..first + BLOCK as u32).all(|code| dfa.classes.class(code) == class);
        let is_left_to_dictionary = dfa.dictionary.get(usize::from(class)) == Some(&true);
        // The states after the first and the second ideograph; the latter must be a self-loop.
        let start = dfa.transition(dfa.stride, class);
        let one = start & !FLAGS;
        let next = dfa.transition(one, class);
        let more = next & !FLAGS;
        let continues = [start, next]
            .iter()
            .all(|transition| transition & (BACKTRACK | BOUNDARY | LOOKAHEAD_ACCEPT | LOOKAHEAD_MARK) == 0);
        let segment = self.segment(0, 0, one);
        let is_one = continues
            && dfa.is_self_loop(more, first)
            && [one, more].iter().all(|&state| dfa.ends_alone(state) && self.segment(0, 0, state) == segment);
        let words_keep_status = self.dictionary_words_keep_status && !self.phrases && dfa.lookahead_slots == 0;
        (is_uniform && is_left_to_dictionary && is_one && words_keep_status && segment.dictionary)
            .then_some(segment.status)
    }
}

impl SegmentationState {
    /// Passes the words of a short text, for which [`is_unified_han`] must hold, to `word`, by the dictionary alone;
    /// returns false, without words, if the text is not one run of the dictionary.
    #[inline]
    pub fn split_han<U: CodeUnit>(
        &mut self,
        dictionaries: &Dictionaries,
        text: &[U],
        mut word: impl FnMut(usize, usize),
    ) -> bool {
        let viterbi = &mut self.viterbi;
        viterbi.start(dictionaries, 0, false);
        let mut found = viterbi.next_break(dictionaries, text);
        if viterbi.end() != text.len() {
            return false;
        }
        let mut start = 0;
        while let Some(end) = found {
            word(start, end);
            start = end;
            found = viterbi.next_break(dictionaries, text);
        }
        word(start, text.len());
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::script::{ScriptRunOptions, first_run};
    use crate::unicode::segment::dictionary::DictionaryScript;

    #[test]
    fn all_are_in_the_dictionary_and_of_one_script() {
        for options in [false, true].into_iter().flat_map(|join_japanese| {
            [false, true].map(|exclude_hiragana| ScriptRunOptions {
                join_japanese,
                exclude_hiragana,
                end_at_space: false,
            })
        }) {
            let (script, ..) = first_run("一".as_bytes(), options);
            for c in UNIFIED_IDEOGRAPHS.filter_map(char::from_u32) {
                assert!(matches!(Dictionaries::get().script(c), DictionaryScript::ChineseJapanese(_)), "{c}");
                assert_eq!(first_run(c.to_string().as_bytes(), options).0, script, "{c}");
            }
        }
    }

    #[test]
    fn the_block_of_unified_ideographs_is_han_and_its_neighbours_are_not() {
        for (text, is) in
            [("一", true), ("鿿一", true), ("䷿", false), ("ꀀ", false), ("", false), ("一a", false), ("﨑", false)]
        {
            assert_eq!(is_unified_han(text.as_bytes()), is, "{text}");
            assert_eq!(is_unified_han(&text.encode_utf16().collect::<Vec<_>>()), is, "{text}");
        }
    }
}
