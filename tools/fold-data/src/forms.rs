//! The mappings of the standard forms, closed and in canonical order, and the composition pairs.

use crate::record::Relations;
use icu_casemap::{CaseMapper, CaseMapperBorrowed};
use icu_normalizer::properties::{
    CanonicalCombiningClassMap, CanonicalCombiningClassMapBorrowed, CanonicalComposition, CanonicalCompositionBorrowed,
    CanonicalDecomposition, Decomposed,
};
use icu_normalizer::{
    ComposingNormalizer, ComposingNormalizerBorrowed, DecomposingNormalizer, DecomposingNormalizerBorrowed,
};
use icu_properties::CodePointSetData;
use icu_properties::props::DefaultIgnorableCodePoint;
use std::collections::{BTreeMap, HashMap};

/// Full decompositions by code point, without Hangul syllables.
pub type Mapping = BTreeMap<char, Vec<char>>;

/// The data of the crates.
pub struct Unicode {
    nfd: DecomposingNormalizerBorrowed<'static>,
    nfkd: DecomposingNormalizerBorrowed<'static>,
    nfkc: ComposingNormalizerBorrowed<'static>,
    case: CaseMapperBorrowed<'static>,
    classes: CanonicalCombiningClassMapBorrowed<'static>,
    composition: CanonicalCompositionBorrowed<'static>,
    /// First part, second part, composite; without Hangul.
    pub pairs: Vec<(char, char, char)>,
}

/// Every scalar value except Hangul syllables.
pub fn scalars() -> impl Iterator<Item = char> {
    ('\0'..=char::MAX).filter(|c| !is_hangul(*c))
}

pub fn is_hangul(c: char) -> bool {
    ('\u{AC00}'..='\u{D7A3}').contains(&c)
}

impl Unicode {
    pub fn new() -> Unicode {
        let composition = CanonicalComposition::new();
        let decomposition = CanonicalDecomposition::new();
        let pair = |c: char| match decomposition.decompose(c) {
            Decomposed::Expansion(first, second) => {
                (composition.compose(first, second) == Some(c)).then_some((first, second, c))
            }
            _ => None,
        };
        Unicode {
            nfd: DecomposingNormalizer::new_nfd(),
            nfkd: DecomposingNormalizer::new_nfkd(),
            nfkc: ComposingNormalizer::new_nfkc(),
            case: CaseMapper::new(),
            classes: CanonicalCombiningClassMap::new(),
            composition,
            pairs: scalars().filter_map(pair).collect(),
        }
    }

    fn changed(c: char, mapped: &str) -> Option<(char, Vec<char>)> {
        let mapped: Vec<char> = mapped.chars().collect();
        (mapped != [c]).then_some((c, mapped))
    }

    pub fn nfc(&self) -> Mapping {
        scalars().filter_map(|c| Self::changed(c, &self.nfd.normalize(c.encode_utf8(&mut [0; 4])))).collect()
    }

    pub fn nfkc(&self) -> Mapping {
        scalars().filter_map(|c| Self::changed(c, &self.nfkd.normalize(c.encode_utf8(&mut [0; 4])))).collect()
    }

    pub fn nfkd(&self, text: &str) -> String {
        self.nfkd.normalize(text).into_owned()
    }

    /// One round of NFKC_Casefold (UAX #44): decompose, fold case, drop default ignorables.
    pub fn casefold_round(&self, text: &str) -> String {
        self.fold_and_drop(&self.nfkd(text), true)
    }

    fn fold_and_drop(&self, text: &str, full: bool) -> String {
        let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>();
        let folded = if full {
            self.case.fold_string(text).into_owned()
        } else {
            text.chars().map(|c| self.case.simple_fold(c)).collect()
        };
        folded.chars().filter(|c| !ignorable.contains(*c)).collect()
    }

    /// NFKC_Casefold or NFKC_Simple_Casefold: rounds until a fixed point, then decomposed as far as the result is
    /// stable. Simple folding keeps `ᾳ` but maps a single iota subscript to a letter: such letters are not decomposed.
    pub fn nfkc_casefold(&self, full: bool) -> Mapping {
        let folded: HashMap<char, String> = scalars()
            .filter_map(|c| {
                let folded = self.composed_fixpoint(c, full);
                (folded.chars().ne([c])).then_some((c, folded))
            })
            .collect();
        let parts = |c: char| {
            let parts = self.nfd.normalize(c.encode_utf8(&mut [0; 4])).into_owned();
            if parts.chars().any(|part| folded.contains_key(&part)) { c.to_string() } else { parts }
        };
        let decomposed = |c: char| match folded.get(&c) {
            Some(text) => text.chars().map(parts).collect(),
            None => parts(c),
        };
        scalars().filter_map(|c| Self::changed(c, &self.nfkd_order(&decomposed(c)))).collect()
    }

    fn composed_fixpoint(&self, c: char, full: bool) -> String {
        let mut text = c.to_string();
        loop {
            let composed = self.nfkc.normalize(&text).into_owned();
            let next = self.nfkc.normalize(&self.fold_and_drop(&composed, full)).into_owned();
            if next == text {
                return text;
            }
            text = next;
        }
    }

    /// Canonical ordering of text that is decomposed already.
    fn nfkd_order(&self, text: &str) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        let class = |c: &char| self.classes.get_u8(*c);
        for run in chars.chunk_by_mut(|_, next| class(next) != 0) {
            let marks = usize::from(run.first().is_some_and(|c| class(c) == 0));
            if let Some(marks) = run.get_mut(marks..) {
                marks.sort_by_key(class);
            }
        }
        chars.into_iter().collect()
    }

    /// For each code point, the fixed point of the rounds, decomposed at the end.
    pub fn fixpoint(&self, round: impl Fn(&str) -> String) -> Mapping {
        let closed = |c: char| {
            let mut text = c.to_string();
            loop {
                let next = self.nfkd(&round(&text));
                if next == text {
                    return text;
                }
                text = next;
            }
        };
        scalars().filter_map(|c| Self::changed(c, &closed(c))).collect()
    }
}

/// The compositions that a mapping allows: parts and composite are fixed points.
pub struct Live<'u> {
    pub unicode: &'u Unicode,
    pub pairs: Vec<(char, char, char)>,
}

impl<'u> Live<'u> {
    /// Fails if a composition leads to a code point that the mapping changes: the form would not be idempotent.
    pub fn new(unicode: &'u Unicode, mapping: &Mapping) -> Result<Live<'u>, String> {
        let nfc = unicode.nfc();
        let stable = |c: &char| mapping.get(c) == nfc.get(c);
        let mut pairs = Vec::new();
        for &(first, second, composite) in &unicode.pairs {
            if stable(&first) && stable(&second) {
                if !stable(&composite) {
                    return Err(format!("{first:?} {second:?} compose to {composite:?}, which is mapped"));
                }
                pairs.push((first, second, composite));
            }
        }
        Ok(Live { unicode, pairs })
    }
}

const LEADS: std::ops::RangeInclusive<char> = '\u{1100}'..='\u{1112}';
const VOWELS: std::ops::RangeInclusive<char> = '\u{1161}'..='\u{1175}';
const FINALS: std::ops::RangeInclusive<char> = '\u{11A8}'..='\u{11C2}';

impl Relations for Live<'_> {
    fn ccc(&self, c: char) -> u8 {
        self.unicode.classes.get_u8(c)
    }

    fn compose(&self, first: char, second: char) -> Option<char> {
        self.unicode.composition.compose(first, second)
    }

    fn combines_back(&self, c: char) -> bool {
        VOWELS.contains(&c) || FINALS.contains(&c) || self.pairs.iter().any(|pair| pair.1 == c)
    }

    fn combines_forward(&self, c: char, class: &dyn Fn(u8) -> bool) -> bool {
        let two_jamo = is_hangul(c) && (u32::from(c) - 0xAC00).is_multiple_of(28);
        ((LEADS.contains(&c) || two_jamo) && class(0))
            || self.pairs.iter().any(|pair| pair.0 == c && class(self.ccc(pair.1)))
    }
}
