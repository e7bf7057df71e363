//! The settings of a collator, compiled to masks and limits for the fast path.

use super::ce::MERGE_SEPARATOR_PRIMARY;
use super::ce_cache::{
    CASE, CHECK_NEXT_MARK, IS_DIGIT, LEAD, MARK, MAYBE_VARIABLE, NON_PRIMARY_MASK, PackedCe, QUATERNARY,
    SHORT_IS_DIGIT, SHORT_MAYBE_VARIABLE, SPECIAL, ShortPrimary,
};
use super::key::TertiaryLevel;
use super::options::{Alternate, Settings, Strength};

/// The flags of packed CEs with which a character leaves the fast path under these settings.
fn exclude_mask(settings: &Settings) -> PackedCe {
    let shift = if settings.alternate == Alternate::Shifted { MAYBE_VARIABLE } else { 0 };
    SPECIAL | MARK | CHECK_NEXT_MARK | shift | if settings.numeric { IS_DIGIT } else { 0 }
}

/// The levels after the primary level of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeyLevels {
    /// Secondary weights, forward, and tertiary weights, according to the strength.
    Common,
    /// `Common`, and an empty quaternary level, because all its weights are common.
    CommonAndEmptyQuaternary,
    /// Any combination of levels (`NonPrimaryWriter`).
    Any,
}

/// Settings compiled for the fast path, once per change of settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyPlan {
    pub(crate) levels: KeyLevels,
    /// The strength, at most tertiary.
    pub(crate) strength: Strength,
    pub(crate) tertiary_level: TertiaryLevel,
    /// A packed CE with any of these flags leaves the fast path.
    pub(crate) exclude_mask: PackedCe,
    /// The bits of a short primary that must equal the current compressed lead byte; all other bits are zero.
    pub(crate) short_primary_mask: ShortPrimary,
    /// The bits of a packed CE that are compared with the common weights.
    pub(crate) non_primary_mask: PackedCe,
    /// Primaries below it are shifted (`alternate: shifted`); 0 for none.
    pub(crate) variable_limit: u32,
    /// Whether reordering keeps the primaries of variable characters.
    pub(crate) keeps_variables: bool,
    /// Whether shifted CEs write nothing, because there is no quaternary level.
    pub(crate) ignores_shifted: bool,
}

impl KeyPlan {
    /// `keeps_variables`: whether reordering keeps primaries below `variable_limit`. `has_quaternary_weights`: whether
    /// the tables have quaternary weights other than the common one.
    pub(crate) fn new(
        settings: &Settings,
        variable_limit: u32,
        keeps_variables: bool,
        has_quaternary_weights: impl FnOnce() -> bool,
    ) -> KeyPlan {
        let has_quaternary = settings.strength > Strength::Tertiary;
        let is_shifted = settings.alternate == Alternate::Shifted;
        let levels = match has_quaternary {
            _ if settings.case_level || settings.backwards => KeyLevels::Any,
            false => KeyLevels::Common,
            true if is_shifted || has_quaternary_weights() => KeyLevels::Any,
            true => KeyLevels::CommonAndEmptyQuaternary,
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
            keeps_variables,
            ignores_shifted: !has_quaternary,
        }
    }

    /// The primary of a packed CE that is variable and shifted; `None` also if reordering leaves that undecided.
    #[inline(always)]
    pub(crate) fn shifted_primary(&self, packed: PackedCe) -> Option<u32> {
        let primary = (packed >> 32) as u32 & !0xFF;
        let is_variable = primary > MERGE_SEPARATOR_PRIMARY && primary < self.variable_limit;
        (is_variable && self.keeps_variables).then_some(primary)
    }
}
