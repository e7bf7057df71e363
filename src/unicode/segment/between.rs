//! What stands between two words: signs of ASCII after which a letter starts the next word, whichever of them there are and
//! however many. They are told for 64 units at a time, like the letters that are passed over ([`super::skip`]).

use super::machine::{BACK, BARE, BOUNDARY, BreakRules, FLAGS, LOOP, SAVE};
use crate::unicode::part::SlicePart;
use crate::unicode::scan::WordMasks;

/// The signs of [`WordMasks::between`], the blank first.
const BETWEEN: [u8; 6] = *b" \n(),-";
/// Those of [`WordMasks::middle`], which join words when no other sign stands beside them.
const MIDDLE: [u8; 2] = *b".:";

/// Rows that signs lead to, at the most.
const MOST_ROWS: usize = 8;

/// Which signs count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Signs {
    #[default]
    None,
    Blank,
    All,
}

/// The signs between two words of one row, and the rows that they lead to: the first one is that after a blank. All segments
/// that end in these are bare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Between {
    signs: Signs,
    row: u32,
    rows: [u32; MOST_ROWS],
    used: usize,
}

impl Between {
    /// No signs.
    pub(super) const NONE: Between = Between { signs: Signs::None, row: 0, rows: [0; MOST_ROWS], used: 0 };

    /// The signs behind a row. Rules that look ahead to marked places do more at boundaries.
    pub(super) fn new(rules: &BreakRules, row: u32) -> Between {
        let none = Between { row, ..Between::NONE };
        if rules.slots != 0 {
            return none;
        }
        none.with(rules, Signs::All).or_else(|| none.with(rules, Signs::Blank)).unwrap_or(none)
    }

    fn with(mut self, rules: &BreakRules, signs: Signs) -> Option<Between> {
        let (between, middle): (&[u8], &[u8]) = match signs {
            Signs::All => (&BETWEEN, &MIDDLE),
            _ => (b" ", b""),
        };
        let entry = |row: u32, sign: &u8| rules.entry(row, rules.classes.class((*sign).into())) & !LOOP;
        for sign in between {
            let entry = entry(self.row, sign);
            if entry & FLAGS != BOUNDARY {
                return None;
            }
            self.reach(rules, entry & !FLAGS)?;
        }
        for sign in middle {
            // A word may go on behind it, but does not with another sign.
            let joined = entry(self.row, sign);
            let goes_back = |between: &u8| entry(joined & !FLAGS, between) & BACK != 0;
            if joined & FLAGS != SAVE || !between.iter().all(goes_back) {
                return None;
            }
            self.reach(rules, entry(rules.stride, sign) & !FLAGS)?;
        }
        let mut at = 0;
        while let Some(&row) = self.rows.get(..self.used)?.get(at) {
            for sign in between.iter().chain(middle) {
                let entry = entry(row, sign);
                if entry & FLAGS & !(BOUNDARY | BARE) != 0 {
                    return None;
                }
                self.reach(rules, entry & !FLAGS)?;
            }
            at += 1;
        }
        self.signs = signs;
        Some(self)
    }

    /// Takes a row in.
    fn reach(&mut self, rules: &BreakRules, row: u32) -> Option<()> {
        if !rules.is_bare(row) {
            return None;
        }
        if !self.rows.get(..self.used)?.contains(&row) {
            *self.rows.get_mut(self.used)? = row;
            self.used += 1;
        }
        Some(())
    }

    /// All rows that the signs lead to, if there are any, and one that a text's first blank leads to is among them.
    pub(super) fn rows_with_blank(&self, first_blank: u32) -> Option<&[u32]> {
        self.rows.get(..self.used).filter(|rows| rows.contains(&first_blank))
    }

    /// The row after a blank.
    pub(super) fn blank(&self) -> u32 {
        self.rows.first().copied().unwrap_or(0)
    }

    /// Whether a code point starts a word after any of the signs, by leading back into the row.
    #[inline]
    pub(super) fn starts_word(&self, rules: &BreakRules, code: u32) -> bool {
        let class = rules.classes.class(code);
        let rows = self.rows.part(..self.used);
        rows.iter().all(|&row| rules.entry(row, class) & !LOOP == BOUNDARY | BARE | self.row)
    }

    /// The same after a blank.
    #[inline(always)]
    pub(super) fn starts_after_blank(&self, rules: &BreakRules, code: u32) -> bool {
        rules.entry(self.blank(), rules.classes.class(code)) & !LOOP == BOUNDARY | BARE | self.row
    }

    /// The signs of a block, a bit each.
    #[inline(always)]
    pub(super) fn mask(&self, masks: &WordMasks) -> u64 {
        let WordMasks { blank, between, middle, .. } = *masks;
        match self.signs {
            Signs::None => 0,
            Signs::Blank => blank,
            Signs::All => between | middle & (between << 1 | between >> 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::scan::{Expected, WINDOW};
    use crate::unicode::segment::shipped_rules;

    #[test]
    fn signs_that_were_looked_at_are_those_that_are_passed() {
        for block in [0u8, 64] {
            let units: [u8; WINDOW] = std::array::from_fn(|at| (block + (at % 64) as u8) & 0x7F);
            let masks = Expected::ascii().word_masks(&units);
            for at in 0..64 {
                let has = |mask: u64| mask >> at & 1 != 0;
                let sign = block + at as u8;
                assert_eq!([has(masks.between), has(masks.middle)], [BETWEEN.contains(&sign), MIDDLE.contains(&sign)]);
                assert_eq!(has(masks.blank), sign == BETWEEN[0]);
            }
        }
    }

    #[test]
    fn rules_take_all_signs_or_the_blank() {
        let signs = |name| shipped_rules(name).map(|rules| rules.between.signs);
        assert_eq!(["Default", "word", "Standard"].map(signs), [Some(Signs::All); 3]);
        assert_eq!(["char", "line", "sent"].map(signs), [Some(Signs::None); 3]);
    }
}
