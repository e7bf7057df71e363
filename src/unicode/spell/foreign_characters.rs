//! The characters of no literal, by which the prefilter rejects most words in another script than that of the rules: a
//! term that contains one of them is not a number.
//!
//! A character is *foreign* if NFC does not change it, and neither it nor a composite that starts with it may be
//! matched by literals: each has a unit that no literal has. Decimal digits and separators never are.
//!
//! Why it is right: NFC of a term that contains a foreign character has this character or such a composite, and
//! literals match all units of a term.
//!
//! The bits of 64 code points are computed when the first of them is looked up, since a text uses few scripts.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use super::RuleBasedNumberFormat;
use super::lenient::{Folding, fold_literal, is_separator, is_unchanged_by_nfc, simple_fold};
use crate::unicode::collate::Collator;
use crate::unicode::decimal_digit::digit;
use crate::unicode::normalize::composites_starting_with;

/// The number of pages of 64 code points: those of the Basic and the Supplementary Multilingual Plane.
const PAGES: usize = 0x2_0000 / 64;

/// The foreign characters of a format, up to U+1FFFF.
#[derive(Debug)]
pub(super) struct ForeignCharacters {
    /// The units of all literals.
    units: BTreeSet<u32>,
    /// The collator, if comparison is by primary weights.
    collator: Option<Arc<Collator>>,
    case_folding: Folding<'static>,
    /// A bit for each code point.
    pages: Box<[OnceLock<u64>]>,
}

impl ForeignCharacters {
    /// Creates the set from the literals in the form of lenient comparison; `None` stands for unknown literals, for
    /// which there are no foreign characters.
    pub(super) fn new(format: &RuleBasedNumberFormat, literals: Option<&[Vec<u32>]>) -> ForeignCharacters {
        let pages = if literals.is_some() { PAGES } else { 0 };
        ForeignCharacters {
            units: literals.into_iter().flatten().flatten().copied().collect(),
            collator: format.lenient_collator().cloned(),
            case_folding: format.case_folding(),
            pages: (0..pages).map(|_| OnceLock::new()).collect(),
        }
    }

    #[inline]
    pub(super) fn contains(&self, c: char) -> bool {
        let code = u32::from(c);
        let Some(page) = self.pages.get(code as usize >> 6) else { return false };
        page.get_or_init(|| self.page(code & !63)) >> (code & 63) & 1 != 0
    }

    #[cold]
    fn page(&self, first: u32) -> u64 {
        let characters = (first..first + 64).filter_map(char::from_u32);
        characters.filter(|c| self.is_foreign(*c)).fold(0, |bits, c| bits | 1 << (u32::from(c) & 63))
    }

    fn is_foreign(&self, c: char) -> bool {
        is_unchanged_by_nfc(c)
            && !is_separator(c)
            && digit(c).is_none()
            && self.has_foreign_unit(c)
            && composites_starting_with(c).all(|composite| self.is_foreign(composite))
    }

    /// Whether neither the character nor its folded form may be matched: rules that compare by weights also compare by
    /// case folding, in strict parsing.
    fn has_foreign_unit(&self, c: char) -> bool {
        let folding = match &self.collator {
            Some(collator) => &Folding::Primary(collator),
            None => &self.case_folding,
        };
        let is_foreign = |c: char| {
            let units = fold_literal(c.encode_utf8(&mut [0; 4]), folding);
            units.iter().any(|unit| !self.units.contains(unit))
        };
        is_foreign(c) && char::from_u32(simple_fold(c, &self.case_folding)).is_none_or(is_foreign)
    }
}
