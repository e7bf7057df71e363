//! The settings of a collator compiled to masks and limits for the fast path.

use super::ce_cache::{
    CASE, CHECK_NEXT_MARK, IS_DIGIT, LEAD, MARK, MAYBE_VARIABLE, NON_PRIMARY_MASK, PackedCe, QUATERNARY,
    SHORT_IS_DIGIT, SHORT_MAYBE_VARIABLE, SPECIAL, ShortPrimary,
};
use super::key::TertiaryLevel;
use super::options::{Alternate, Settings, Strength};

/// The flags of packed CEs that leave the fast path under these settings.
fn exclude_mask(settings: &Settings) -> PackedCe {
    let shift = if settings.alternate == Alternate::Shifted { MAYBE_VARIABLE } else { 0 };
    SPECIAL | MARK | CHECK_NEXT_MARK | shift | if settings.numeric { IS_DIGIT } else { 0 }
}

/// What follows the primary level of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeyLevels {
    /// Secondary weights forward and tertiary weights, as far as the strength asks for them.
    Plain,
    /// `Plain`, then a quaternary level that is empty, because all its weights are common.
    PlainAndEmptyQuaternary,
    /// Whatever the settings ask for (`NonPrimaryWriter`).
    Any,
}

/// Settings compiled for the fast path, once for each change of settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyPlan {
    pub(crate) levels: KeyLevels,
    /// At most tertiary.
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
    /// Shifted CEs write nothing: there is no quaternary level.
    pub(crate) ignores_shifted: bool,
}

impl KeyPlan {
    /// `has_quaternary_weights`: whether the tables have other than common weights on the fourth level.
    pub(crate) fn new(
        settings: &Settings,
        variable_limit: u32,
        has_quaternary_weights: impl FnOnce() -> bool,
    ) -> KeyPlan {
        let has_quaternary = settings.strength > Strength::Tertiary;
        let is_shifted = settings.alternate == Alternate::Shifted;
        let levels = match has_quaternary {
            _ if settings.case_level || settings.backwards => KeyLevels::Any,
            false => KeyLevels::Plain,
            true if is_shifted || has_quaternary_weights() => KeyLevels::Any,
            true => KeyLevels::PlainAndEmptyQuaternary,
        };
        let ignored = if settings.case_in_tertiary() || settings.case_level { 0 } else { CASE };
        let quaternary = if levels == KeyLevels::Any && has_quaternary { QUATERNARY } else { 0 };
        KeyPlan {
            levels,
            strength: settings.strength.min(Strength::Tertiary),
            tertiary_level: TertiaryLevel::new(settings),
            exclude_mask: exclude_mask(settings),
            short_primary_mask: LEAD
                | if is_shifted { SHORT_MAYBE_VARIABLE } else { 0 }
                | if settings.numeric { SHORT_IS_DIGIT } else { 0 },
            non_primary_mask: NON_PRIMARY_MASK & !ignored | quaternary,
            variable_limit: if is_shifted { variable_limit } else { 0 },
            ignores_shifted: !has_quaternary,
        }
    }
}
