//! Rule sets as they are run (LDML part 3, "Rule-Based Number Formatting"). `parse` makes them of rule texts.

use super::packed::Entry;
use super::parse::parse_packed;
use super::pattern::Pattern;
use super::plural::Branches;
use once_cell::sync::OnceCell;
use std::borrow::Cow;

/// The rule sets of a text, or of a locale: these are parsed one by one, when they are first used.
#[derive(Debug, Default)]
pub(super) struct RuleSets {
    pub(super) sets: Vec<RuleSet>,
    /// The set that writes when none is named.
    pub(super) default: usize,
    /// Collation rules for lenient reading (`%%lenient-parse`).
    pub(super) lenient: Option<String>,
    /// A rule has two substitutions of one kind: nothing can be read back, as in ICU.
    pub(super) write_only: bool,
    /// The packed rules that sets are parsed from.
    pub(super) packed: Option<Entry>,
    /// The locale's decimal separator.
    pub(super) separator: char,
}

/// A set of rules.
#[derive(Debug, Default)]
pub(super) struct RuleSet {
    /// With its `%` signs.
    pub(super) name: Cow<'static, str>,
    /// Its name begins with one `%`, not two.
    pub(super) public: bool,
    /// Reading may begin with it: no `@noparse`.
    pub(super) readable: bool,
    /// Its base values are denominators.
    pub(super) fraction: bool,
    /// It was known as a fraction rule set before its rules were parsed.
    pub(super) fraction_before: bool,
    pub(super) rules: OnceCell<Rules>,
}

/// The rules of a set.
#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    /// In the order of their base values.
    pub(super) ordinary: Vec<Rule>,
    /// Rules without a base value, by [`Special`].
    pub(super) special: [Option<Rule>; 6],
}

static NO_RULES: Rules = Rules { ordinary: Vec::new(), special: [const { None }; 6] };

impl RuleSets {
    /// The rule sets of a locale.
    pub(super) fn of_locale(entry: Entry, separator: &str) -> RuleSets {
        let mut lenient = None;
        let sets = entry.sets().map(|set| RuleSet {
            name: Cow::Borrowed(set.name),
            public: !set.name.starts_with("%%"),
            readable: set.readable,
            fraction: set.fraction,
            fraction_before: set.fraction_before,
            ..RuleSet::default()
        });
        let sets: Vec<RuleSet> = sets.collect();
        if entry.has_lenient() {
            lenient = entry.text(sets.len());
        }
        RuleSets {
            sets,
            default: entry.default_set(),
            lenient,
            write_only: entry.is_write_only(),
            packed: Some(entry),
            separator: separator.chars().next().unwrap_or('.'),
        }
    }

    /// The rules of a set.
    pub(super) fn rules(&self, number: usize) -> &Rules {
        let Some(set) = self.sets.get(number) else { return &NO_RULES };
        set.rules.get_or_init(|| {
            let text = self.packed.as_ref().and_then(|entry| entry.text(number)).unwrap_or_default();
            parse_packed(self, number, &text).unwrap_or_default()
        })
    }

    /// The rules of all sets.
    pub(super) fn all(&self) -> Vec<Rules> {
        let texts = self.packed.as_ref().map(Entry::texts).unwrap_or_default();
        let rules = |(number, set): (usize, &RuleSet)| match (set.rules.get(), texts.get(number)) {
            (Some(rules), _) => rules.clone(),
            (None, Some(text)) => parse_packed(self, number, text).unwrap_or_default(),
            (None, None) => Rules::default(),
        };
        self.sets.iter().enumerate().map(rules).collect()
    }
}

/// Rules without a base value, in the order in which reading tries them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Special {
    Negative,
    Improper,
    Proper,
    Default,
    Infinity,
    NotANumber,
}

/// One rule.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) special: Option<Special>,
    pub(super) base: i64,
    pub(super) radix: i64,
    pub(super) exponent: u32,
    /// The decimal separator between the `x` of `x.x`.
    pub(super) separator: char,
    /// The text without its substitutions, plural branches included.
    pub(super) text: String,
    /// The first substitution and, never before it, the second one.
    pub(super) subs: [Option<Substitution>; 2],
    pub(super) plural: Option<Plural>,
}

/// Plural branches in a rule.
#[derive(Clone, Debug)]
pub(super) struct Plural {
    /// Where they stand in the text, with `$(` and `)$`.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) branches: Branches,
}

/// A substitution: what is made of the number, and what writes that.
#[derive(Clone, Debug)]
pub(super) struct Substitution {
    /// Where it stands in the rule's text.
    pub(super) at: usize,
    pub(super) kind: SubstitutionKind,
    pub(super) target: Target,
}

/// What a substitution makes of the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SubstitutionKind {
    /// `<<`: the number divided by the rule's divisor.
    Multiplier,
    /// `>>`: the rest of that division.
    Modulus,
    /// `==`.
    Same,
    /// `<<` in a rule for fractions.
    IntegralPart,
    /// `>>` in a rule for fractions.
    FractionalPart { by_digits: bool, spaces: bool },
    /// `>>` in a rule for negative numbers.
    AbsoluteValue,
    /// `<<` in a fraction rule set.
    Numerator { denominator: i64, with_zeros: bool },
}

/// What writes the number that a substitution makes.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// A rule set, by number.
    Set(usize),
    /// A decimal pattern.
    Pattern(Pattern),
    /// `>>>`: the rule before, by its number in this list of rules of the same set.
    RuleBefore(usize),
}

/// The most digits of powers: `radix` to `exponent`, wrapping as Java's `long`.
pub(super) fn power(radix: i64, exponent: u32) -> i64 {
    radix.wrapping_pow(exponent)
}

impl Rule {
    /// The divisor of `<<` and `>>`.
    pub(super) fn divisor(&self) -> i64 {
        power(self.radix, self.exponent)
    }

    /// Whether a substitution writes the rest of the division.
    pub(super) fn has_modulus(&self) -> bool {
        self.subs.iter().flatten().any(|sub| sub.kind == SubstitutionKind::Modulus)
    }

    /// The rule that stands for its multiples writes the rest only when there is one (the rollback rule).
    pub(super) fn rolls_back(&self, number: i64) -> bool {
        let rest = |value: i64| value.checked_rem(self.divisor()).unwrap_or(0);
        self.has_modulus() && rest(number) == 0 && rest(self.base) != 0
    }

    pub(super) fn set_base(&mut self, base: i64) {
        (self.base, self.radix) = (base, 10);
        self.exponent = expected_exponent(base, 10);
    }
}

/// The greatest exponent with `radix` to it not above `base`.
pub(super) fn expected_exponent(base: i64, radix: i64) -> u32 {
    if base < 1 || radix < 2 {
        return 0;
    }
    base.ilog(radix)
}
