//! The characters of no literal, by which the prefilter rejects most words in another script than that of the rules: a
//! term that contains one of them is not a number.
//!
//! A character is *foreign* if it starts a segment of NFC, and neither it nor a composite that starts with it may be
//! matched by literals: each has a unit that no literal has. Decimal digits and separators never are. Marks are not
//! foreign either: a literal that ends with their letter matches them, too.
//!
//! Why it is right: NFC of a term that contains a foreign character has this character or such a composite, and
//! literals match the start of each segment.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::lenient::{Folding, fold_literal, is_separator, is_whole_segment, simple_fold};
use crate::unicode::collate::Collator;
use crate::unicode::decimal_digit::digit;
use crate::unicode::normalize::composites_starting_with;

/// Decides which characters are foreign to the rules of a format.
#[derive(Debug)]
pub(super) struct ForeignCharacters {
    /// The units of all literals; `None` if they are unknown, so that no character is foreign.
    units: Option<BTreeSet<u32>>,
    /// The collator, if comparison is by primary weights.
    collator: Option<Arc<Collator>>,
    case_folding: Folding<'static>,
}

impl ForeignCharacters {
    /// Creates the set from the literals in the form of lenient comparison, if they are known. `collator` compares by
    /// primary weights, if there is one.
    pub(super) fn new(
        literals: Option<&[Vec<u32>]>,
        collator: Option<Arc<Collator>>,
        case_folding: Folding<'static>,
    ) -> ForeignCharacters {
        let units = literals.map(|literals| literals.iter().flatten().copied().collect());
        ForeignCharacters { units, collator, case_folding }
    }

    /// Whether comparison is by primary weights.
    pub(super) fn compares_weights(&self) -> bool {
        self.collator.is_some()
    }

    #[inline(never)]
    pub(super) fn contains(&self, c: char) -> bool {
        is_whole_segment(c)
            && !is_separator(c)
            && digit(c).is_none()
            && self.has_foreign_unit(c)
            && !self.may_compose(c)
    }

    /// Whether a composite that starts with a character is not foreign.
    #[inline(never)]
    pub(super) fn may_compose(&self, c: char) -> bool {
        composites_starting_with(c).any(|composite| !self.contains(composite))
    }

    /// Whether neither the character nor its folded form may be matched: rules that compare by weights also compare by
    /// case folding, in strict parsing.
    fn has_foreign_unit(&self, c: char) -> bool {
        let Some(known) = &self.units else { return false };
        let is_foreign = |c: char| self.units_of(c).iter().any(|unit| !known.contains(unit));
        is_foreign(c) && is_foreign(self.folded(c))
    }

    /// The units of a character alone, which NFC does not change and which is no separator.
    #[inline(never)]
    pub(super) fn units_of(&self, c: char) -> Vec<u32> {
        match &self.collator {
            Some(collator) => fold_literal(c.encode_utf8(&mut [0; 4]), &Folding::Primary(collator)),
            None => vec![simple_fold(c, &self.case_folding)],
        }
    }

    /// The folded form of a character.
    pub(super) fn folded(&self, c: char) -> char {
        char::from_u32(simple_fold(c, &self.case_folding)).unwrap_or(c)
    }
}
