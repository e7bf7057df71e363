//! The parsed form of rules (LDML part 3, "Rule-Based Number Formatting"), which `rule_parser` creates from rule texts.

use super::decimal_pattern::DecimalPattern;
use super::plural_branches::PluralBranches;

/// The rules of a set.
#[derive(Clone, Debug, Default)]
pub(super) struct NumberRules {
    /// Rules with a base value, sorted by it.
    pub(super) ordinary: Vec<NumberRule>,
    /// Rules without a base value, by [`SpecialRule`]; boxed, as most sets have none.
    pub(super) special: [Option<Box<NumberRule>>; SpecialRule::COUNT],
}

/// Rules without a base value, in the order in which parsing tries them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpecialRule {
    /// `-x`
    Negative,
    /// `x.x`: fractions above 1.
    Improper,
    /// `0.x`: fractions below 1.
    Proper,
    /// `x.0`: ICU's default rule.
    Default,
    /// `Inf`
    Infinity,
    /// `NaN`
    NotANumber,
}

impl SpecialRule {
    /// The number of kinds.
    pub(super) const COUNT: usize = SpecialRule::NotANumber as usize + 1;
}

/// One rule.
#[derive(Clone, Debug)]
pub(super) struct NumberRule {
    pub(super) special: Option<SpecialRule>,
    /// The base value; 0 for special rules.
    pub(super) base: i64,
    pub(super) radix: i64,
    pub(super) exponent: u32,
    /// The decimal separator between the `x` of `x.x`.
    pub(super) separator: char,
    /// The text without its substitutions, plural branches included.
    pub(super) text: String,
    /// The first and the second substitution, in the order of the text.
    pub(super) substitutions: [Option<Substitution>; 2],
    pub(super) plural: Option<Box<PluralFormat>>,
}

/// Plural branches in a rule.
#[derive(Clone, Debug)]
pub(super) struct PluralFormat {
    /// The start of their range in the text, which includes `$(` and `)$`.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) branches: PluralBranches,
}

/// A substitution: a function of the number, and the target that formats its result.
#[derive(Clone, Debug)]
pub(super) struct Substitution {
    /// The offset in the rule's text.
    pub(super) at: usize,
    pub(super) kind: SubstitutionKind,
    pub(super) target: SubstitutionTarget,
}

/// The function of a substitution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SubstitutionKind {
    /// `<<`: the number divided by the rule's divisor.
    Multiplier,
    /// `>>`: the remainder of that division.
    Modulus,
    /// `==`.
    Same,
    /// `<<` in a rule for fractions.
    IntegralPart,
    /// `>>` in a rule for fractions.
    FractionalPart {
        /// Whether each digit is formatted alone.
        by_digits: bool,
        /// Whether spaces separate the digits.
        spaces: bool,
    },
    /// `>>` in a rule for negative numbers.
    AbsoluteValue,
    /// `<<` in a fraction rule set.
    Numerator {
        /// The base value of the rule.
        denominator: i64,
        /// `<%set<<`: leading zeros are written, up to the length of the denominator.
        with_zeros: bool,
    },
}

/// The target of a substitution, which formats its result.
#[derive(Clone, Debug)]
pub(super) enum SubstitutionTarget {
    /// The rule set with this index.
    Set(usize),
    /// A decimal pattern.
    Pattern(Box<DecimalPattern>),
    /// `>>>`: the preceding rule, by its index in the rules of the set.
    Predecessor(usize),
}

/// The power of `radix` to `exponent`, which wraps around like Java's `long`.
pub(super) fn power(radix: i64, exponent: u32) -> i64 {
    radix.wrapping_pow(exponent)
}

impl NumberRule {
    /// The divisor of `<<` and `>>`.
    pub(super) fn divisor(&self) -> i64 {
        power(self.radix, self.exponent)
    }

    /// Whether a substitution formats the remainder of the division.
    pub(super) fn has_modulus(&self) -> bool {
        self.substitutions.iter().flatten().any(|sub| sub.kind == SubstitutionKind::Modulus)
    }

    /// Whether the preceding rule applies instead, because this one would format a remainder of zero (the rollback
    /// rule).
    pub(super) fn rolls_back(&self, number: i64) -> bool {
        let rest = |value: i64| value.checked_rem(self.divisor()).unwrap_or(0);
        self.has_modulus() && rest(number) == 0 && rest(self.base) != 0
    }

    pub(super) fn set_base(&mut self, base: i64) {
        (self.base, self.radix) = (base, 10);
        self.exponent = expected_exponent(base, 10);
    }
}

/// The greatest exponent for which the power of `radix` is not above `base`.
pub(super) fn expected_exponent(base: i64, radix: i64) -> u32 {
    if base < 1 || radix < 2 {
        return 0;
    }
    base.ilog(radix)
}
