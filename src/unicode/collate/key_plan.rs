//! The settings of a collator compiled to masks and limits for the fast path.

use super::ce_cache::{
    CASE, CHECK_NEXT_MARK, IS_DIGIT, LEAD, MARK, MAYBE_VARIABLE, NON_PRIMARY_MASK, PackedCe, SHORT_IS_DIGIT,
    SHORT_MAYBE_VARIABLE, SPECIAL, ShortPrimary,
};
use super::key::TertiaryLevel;
use super::options::{Alternate, Settings, Strength};

/// The flags of packed CEs that leave the fast path under these settings.
fn exclude_mask(settings: &Settings) -> PackedCe {
    let shift = if settings.alternate == Alternate::Shifted { MAYBE_VARIABLE } else { 0 };
    SPECIAL | MARK | CHECK_NEXT_MARK | shift | if settings.numeric { IS_DIGIT } else { 0 }
}

/// Settings compiled for the fast path, once for each change of settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyPlan {
    /// The fast path handles these settings; else `KeyWriter` does.
    pub(crate) supports_fast_path: bool,
    /// The fast path writes the first three levels; the quaternary one says nothing where all its weights are common.
    pub(crate) has_fast_start: bool,
    /// Packed CEs, which have no quaternary weights, serve for these settings.
    pub(crate) reads_packed: bool,
    pub(crate) strength: Strength,
    pub(crate) tertiary_level: TertiaryLevel,
    /// Packed CEs with any of these flags leave the fast path.
    pub(crate) exclude_mask: PackedCe,
    /// The bits of a short primary that must equal the current compressed lead byte, all others of them zero.
    pub(crate) short_primary_mask: ShortPrimary,
    /// The bits of a packed CE that are compared with the common weights.
    pub(crate) non_primary_mask: PackedCe,
    /// Primaries below this are shifted (`alternate: shifted`); 0 for none.
    pub(crate) variable_limit: u32,
}

impl KeyPlan {
    /// `has_quaternary_weights`: whether the tables have other than common weights on the fourth level.
    pub(crate) fn new(
        settings: &Settings,
        variable_limit: u32,
        has_quaternary_weights: impl FnOnce() -> bool,
    ) -> KeyPlan {
        let is_plain = !settings.case_level && !settings.backwards;
        let is_above = settings.strength > Strength::Tertiary;
        let reads_packed = !is_above || !has_quaternary_weights();
        KeyPlan {
            supports_fast_path: is_plain && !is_above,
            has_fast_start: is_plain && is_above && settings.alternate == Alternate::NonIgnorable && reads_packed,
            reads_packed,
            strength: settings.strength.min(Strength::Tertiary),
            tertiary_level: TertiaryLevel::new(settings),
            exclude_mask: exclude_mask(settings),
            short_primary_mask: LEAD
                | if settings.alternate == Alternate::Shifted { SHORT_MAYBE_VARIABLE } else { 0 }
                | if settings.numeric { SHORT_IS_DIGIT } else { 0 },
            non_primary_mask: if settings.case_in_tertiary() { NON_PRIMARY_MASK } else { NON_PRIMARY_MASK & !CASE },
            variable_limit: if settings.alternate == Alternate::Shifted { variable_limit } else { 0 },
        }
    }
}
