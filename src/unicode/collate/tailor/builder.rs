//! Takes resets and relations one by one (LDML part 5, "Tailoring"): a reset finds a place, relations put new ones after
//! it (`places`); at the end these get weights (`numbering`). Until then a tailored CE is a *stand-in* that holds the
//! number of its place.

use super::super::ce::{self, BEFORE, CASE_MASK, Ce, TERTIARY_MASK};
use super::super::decompose;
use super::super::options::MaxVariable;
use super::super::root::Root;
use super::cases;
use super::mappings::{LONGEST, Mappings};
use super::numbering;
pub(crate) use super::places::Level;
use super::places::{Id, Places};
use super::root_elements::RootElements;
pub(crate) use super::special::Special;

/// What a reset names.
#[derive(Clone, Debug)]
pub(crate) enum Position {
    Special(Special),
    Text(Vec<u32>),
}

pub(super) type Result<T> = std::result::Result<T, &'static str>;

/// Reads relations, makes mappings.
pub(crate) struct Builder<'r> {
    pub(super) root: &'r Root,
    pub(super) elements: RootElements<'r>,
    pub(crate) mappings: Mappings<'r>,
    pub(super) places: Places,
    /// The CEs of the current place.
    ces: Vec<Ce>,
    /// Where `[last variable]` and `[first regular]` are: `[maxVariable]` does not move them.
    pub(super) variable_limit: u32,
}

/// Upper half of stand-ins: no CE of the root or of a tailoring has it. Then follow the place and the strongest level on
/// which it differs from nothing.
const STAND_IN: u64 = 0xFFFE;

pub(super) fn stand_in(place: Id, level: Level) -> Ce {
    STAND_IN << 48 | u64::from(place) << 16 | (level as u64) << 8
}

/// The place that a stand-in holds.
fn place_of(ce: Ce) -> Option<Id> {
    (ce >> 48 == STAND_IN).then_some((ce >> 16) as Id)
}

/// The level of the strongest weight of a CE.
pub(super) fn level_of(ce: Ce) -> Level {
    const LEVELS: [Level; 4] = [Level::Primary, Level::Secondary, Level::Tertiary, Level::Quaternary];
    if place_of(ce).is_some() {
        return LEVELS.get((ce >> 8 & 3) as usize).copied().unwrap_or(Level::Quaternary);
    }
    match (ce::primary(ce), ce::lower(ce) >> 16, ce) {
        (_, _, 0) => Level::Identical,
        (0, 0, _) => Level::Tertiary,
        (0, ..) => Level::Secondary,
        _ => Level::Primary,
    }
}

impl<'r> Builder<'r> {
    pub(crate) fn new(root: &'r Root) -> Builder<'r> {
        Builder {
            root,
            elements: RootElements::new(root),
            mappings: Mappings::new(Some(root)),
            places: Places::new(),
            ces: Vec::new(),
            variable_limit: root.variable_limit(MaxVariable::Punctuation),
        }
    }

    /// `&position`, or `&[before n]position`.
    pub(crate) fn reset(&mut self, position: &Position, before: Option<Level>) -> Result<()> {
        match position {
            Position::Special(special) => self.ces = vec![self.special_position(*special)?],
            Position::Text(text) => {
                self.ces.clear();
                self.append_elements(text, "the reset position maps to more than 31 collation elements")?;
            }
        }
        match before {
            None => Ok(()),
            Some(level) => self.reset_before(level),
        }
    }

    /// Appends the CEs of a text to those of the current place.
    fn append_elements(&mut self, text: &[u32], too_many: &'static str) -> Result<()> {
        let nfd = decompose::nfd(text.iter().copied());
        let mut ces = std::mem::take(&mut self.ces);
        self.mappings.elements(&nfd, 0, &mut ces);
        self.ces = ces;
        if self.ces.len() > LONGEST { Err(too_many) } else { Ok(()) }
    }

    /// Moves the current place to right before it, as far as one level tells places apart.
    fn reset_before(&mut self, level: Level) -> Result<()> {
        let found = self.current_place(level)?;
        let at = self.places.on_level(found, level);
        let place = self.places.get(at);
        let (before, strongest) = match (place.weight, level) {
            (None, _) => (self.places.last_inside(place.before), level),
            (Some(primary), Level::Primary) => (self.before_primary(primary)?, level),
            (Some(weight), _) => {
                let before = self.before_weight(at, weight, level)?;
                (before, self.ces.last().map_or(level, |&ce| level_of(ce)))
            }
        };
        if let Some(last) = self.ces.last_mut() {
            *last = stand_in(before, strongest);
        }
        Ok(())
    }

    /// The last place before a root primary.
    fn before_primary(&mut self, primary: u32) -> Result<Id> {
        if primary == 0 {
            return Err("a primary reset before an ignorable character is not possible");
        }
        if primary <= self.elements.first_primary() {
            return Err("a primary reset before the first character with a primary weight is not possible");
        }
        if primary == ce::FIRST_TRAILING_PRIMARY {
            return Err("a primary reset before [first trailing] is not possible");
        }
        let before = self.places.primary(self.elements.primary_before(primary));
        Ok(self.places.last_of_row(before))
    }

    /// The last place before a secondary or tertiary weight of the root: if need be that of the next lower weight there.
    fn before_weight(&mut self, at: Id, weight: u32, level: Level) -> Result<Id> {
        if weight == 0 {
            return Err(match level {
                Level::Secondary => "a secondary reset before a secondary ignorable character is not possible",
                _ => "a tertiary reset before a completely ignorable character is not possible",
            });
        }
        let lower = self.lower_weight(at, weight);
        if self.places.known_before(at) == Some(lower) {
            return Ok(self.places.last_inside(self.places.get(at).before));
        }
        Ok(self.places.put_root_before(at, lower))
    }

    /// The weight under one of the root's that the root has next to it; under a tailored place, the limit of all weights.
    fn lower_weight(&self, at: Id, weight: u32) -> u32 {
        let parent = self.places.get(self.places.get(at).parent);
        match (parent.weight, self.places.get(parent.parent).weight) {
            (Some(primary), _) if parent.level == Level::Primary => self.elements.secondary_before(primary, weight),
            (Some(secondary), Some(primary)) => self.elements.tertiary_before(primary, secondary, weight),
            _ => BEFORE,
        }
    }

    /// `< string`, with what stands before it and what it expands by.
    pub(crate) fn relation(&mut self, level: Level, prefix: &[u32], text: &[u32], extension: &[u32]) -> Result<()> {
        let prefix = decompose::nfd(prefix.iter().copied());
        let text = decompose::nfd(text.iter().copied());
        check_jamo(&text)?;
        if level != Level::Identical {
            self.put_place(level)?;
        }
        cases::set(self.root, &text, &mut self.ces);
        let length = self.ces.len();
        if !extension.is_empty() {
            self.append_elements(extension, "with the extension there are more than 31 collation elements")?;
        }
        // With a level the CEs end in a place that nothing else has.
        if level != Level::Identical || !self.mappings.has(&prefix, &text, &self.ces) {
            self.mappings.add(&prefix, &text, &self.ces);
        }
        self.ces.truncate(length);
        Ok(())
    }

    /// Puts a place after the current one and makes it the current one.
    fn put_place(&mut self, level: Level) -> Result<()> {
        let current = self.current_place(level)?;
        let ce = self.ces.last().copied().unwrap_or(0);
        if level == Level::Primary && ce::primary(ce) == 0 {
            return Err("a primary difference after an ignorable character is not possible");
        }
        if level == Level::Quaternary && ce == 0 {
            return Err("a quaternary difference after a completely ignorable character is not possible");
        }
        let place = self.places.put_tailored(current, level);
        if let Some(last) = self.ces.last_mut() {
            *last = stand_in(place, level_of(ce).min(level));
        }
        Ok(())
    }

    /// The place of the last CE that is at least as strong as the level; weaker CEs after it are dropped.
    fn current_place(&mut self, level: Level) -> Result<Id> {
        let kept = self.ces.iter().rposition(|&ce| level_of(ce) <= level).map_or(0, |last| last + 1);
        self.ces.truncate(kept);
        let Some(&ce) = self.ces.last() else {
            self.ces.push(0);
            return Ok(self.root_place(0, level));
        };
        match place_of(ce) {
            Some(place) => Ok(place),
            None if ce >> 56 == u64::from(ce::UNASSIGNED_LEAD) => {
                Err("tailoring relative to an unassigned code point is not possible")
            }
            None => Ok(self.root_place(ce, level)),
        }
    }

    /// The place of a CE of the root, down to a level.
    pub(super) fn root_place(&mut self, ce: Ce, level: Level) -> Id {
        let mut id = self.places.primary(ce::primary(ce));
        if level >= Level::Secondary {
            id = self.places.root_weight(id, ce::lower(ce) >> 16);
        }
        if level >= Level::Tertiary {
            id = self.places.root_weight(id, ce::lower(ce) & TERTIARY_MASK);
        }
        id
    }

    /// Gives every tailored place its weights, and every mapping its final CEs.
    pub(crate) fn finish(mut self) -> Result<Mappings<'r>> {
        let ces = numbering::number(&self.places, self.root)?;
        for ce in &mut self.mappings.arena {
            if let Some(place) = place_of(*ce) {
                *ce = ces.get(place as usize).copied().unwrap_or(0) | *ce & u64::from(CASE_MASK);
            }
        }
        Ok(self.mappings)
    }
}

/// Jamo of a syllable are looked up one by one, so strings can't begin or end inside one.
fn check_jamo(text: &[u32]) -> Result<()> {
    let is_leading = |c: u32| (0x1100..0x1113).contains(&c);
    let is_vowel = |c: u32| (0x1161..0x1176).contains(&c);
    let [first, .., last] = *text else { return Ok(()) };
    if is_leading(first) || is_vowel(first) {
        return Err("a contraction that starts with a conjoining jamo L or V is not possible");
    }
    let after_leading = text.iter().nth_back(1).is_some_and(|&c| is_leading(c));
    if is_leading(last) || is_vowel(last) && after_leading {
        return Err("a contraction that ends with a conjoining jamo L or L and V is not possible");
    }
    Ok(())
}
