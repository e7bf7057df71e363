//! Texts of nothing but usual ideographs, the first block of them: rules know them as one class, and the dictionary has them all.

use super::Dictionaries;
use super::class_map::BLOCK;
use super::machine::{BACK, BOUNDARY, BreakRules, FLAGS, LOOKED, MARK};
use super::words::WordState;
use crate::unicode::text::{CodeUnit, Encoding};
use std::ops::RangeInclusive;

/// The block CJK Unified Ideographs, which is full.
const IDEOGRAPHS: RangeInclusive<u32> = 0x4E00..=0x9FFF;

/// Whether a well-formed text has some of these ideographs and nothing else.
#[inline]
pub fn is_of_ideographs<U: CodeUnit>(text: &[U]) -> bool {
    match U::ENCODING {
        Encoding::Utf16 => !text.is_empty() && text.iter().all(|&unit| IDEOGRAPHS.contains(&unit.into())),
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
    /// The status of all parts that the dictionary cuts a text of these ideographs into; `None` where the rules say more about
    /// them, or have other segments than the whole text.
    pub fn status_of_ideographs(&self) -> Option<u32> {
        let (first, last) = (*IDEOGRAPHS.start(), *IDEOGRAPHS.end());
        let class = self.classes.class(first);
        let mut blocks = (first..=last).step_by(BLOCK).map(|code| self.classes.block(code));
        let is_uniform = blocks.all(|block| block == self.classes.block(first))
            && (first..first + BLOCK as u32).all(|code| self.classes.class(code) == class);
        let is_left_to_dictionary = self.dictionary.get(usize::from(class)) == Some(&true);
        // The rows after the first and the second one; from there on nothing changes.
        let start = self.entry(self.stride, class);
        let one = start & !FLAGS;
        let next = self.entry(one, class);
        let more = next & !FLAGS;
        let goes_on = [start, next].iter().all(|entry| entry & (BACK | BOUNDARY | LOOKED | MARK) == 0);
        let ends_alone = |row: u32| self.info(row).accept == 1 && self.info(row).at_end == 0;
        let segment = self.segment(0, 0, one);
        let is_one = goes_on
            && self.loops(more, first)
            && [one, more].iter().all(|row| ends_alone(*row) && self.segment(0, 0, *row) == segment);
        let parts_are_alike = self.parts_have_status && !self.phrases && self.slots == 0;
        (is_uniform && is_left_to_dictionary && is_one && parts_are_alike && segment.dictionary)
            .then_some(segment.status)
    }
}

impl WordState {
    /// The words of a short text for which [`is_of_ideographs`] holds, by the dictionary alone; nothing, and false, if it does not
    /// take the whole text as one run.
    #[inline]
    pub fn cut_ideographs<U: CodeUnit>(
        &mut self,
        dictionaries: &Dictionaries,
        text: &[U],
        mut word: impl FnMut(usize, usize),
    ) -> bool {
        let least_cost = &mut self.least_cost;
        least_cost.start(dictionaries, 0, false);
        let mut found = least_cost.next_break(dictionaries, text);
        if least_cost.end() != text.len() {
            return false;
        }
        let mut start = 0;
        while let Some(end) = found {
            word(start, end);
            start = end;
            found = least_cost.next_break(dictionaries, text);
        }
        word(start, text.len());
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::dictionary::Script;
    use super::*;
    use crate::unicode::script::{RunOptions, first_run};

    #[test]
    fn all_are_in_the_dictionary_and_of_one_script() {
        for options in [false, true].into_iter().flat_map(|join_japanese| {
            [false, true].map(|hiragana_apart| RunOptions { join_japanese, hiragana_apart, end_at_space: false })
        }) {
            let (script, ..) = first_run("一".as_bytes(), options);
            for c in IDEOGRAPHS.filter_map(char::from_u32) {
                assert!(matches!(Dictionaries::get().script(c), Script::Cj(_)), "{c}");
                assert_eq!(first_run(c.to_string().as_bytes(), options).0, script, "{c}");
            }
        }
    }

    #[test]
    fn borders() {
        for (text, is) in
            [("一", true), ("鿿一", true), ("䷿", false), ("ꀀ", false), ("", false), ("一a", false), ("﨑", false)]
        {
            assert_eq!(is_of_ideographs(text.as_bytes()), is, "{text}");
            assert_eq!(is_of_ideographs(&text.encode_utf16().collect::<Vec<_>>()), is, "{text}");
        }
    }
}
