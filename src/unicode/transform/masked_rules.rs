//! Rules that are never applied, because an earlier one matches whenever they do: an error, as in ICU.

use super::pattern::{self, PatternObject, PatternToken};
use super::rule::TransformRule;
use crate::unicode::part::SlicePart;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Maximum number of tokens that are compared in the rules of a pass: about a second.
const MAX_COMPARED_TOKENS: usize = 1 << 28;

/// The error of [`first_masked`].
#[derive(Debug)]
pub(super) struct TooManyLengths;

/// The first two rules of which one masks the other. As in ICU, only rules whose first code points may have the same
/// low byte are compared.
///
/// The pattern of the masking rule is a part of the other pattern, at the same key. So the parts of each pattern are
/// looked up among the patterns of the earlier rules, which takes time proportional to the number of rules, not to its
/// square, times that of the different lengths:
///
/// ```text
/// for each rule: for each pair of lengths before and after the start of the key that some rule has:
///     for each earlier rule whose pattern is that part: does it mask the rule?
/// ```
///
/// # Errors
/// The patterns have too many different lengths: more than [`MAX_COMPARED_TOKENS`] tokens would be compared.
pub(super) fn first_masked(
    rules: &[TransformRule],
    objects: &[PatternObject],
) -> Result<Option<(usize, usize)>, TooManyLengths> {
    let mut by_pattern: HashMap<(usize, &[PatternToken]), Vec<usize>> = HashMap::new();
    let mut lengths: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (number, rule) in rules.iter().enumerate() {
        by_pattern.entry((rule.key_start(), rule.pattern())).or_default().push(number);
        lengths.entry(rule.key_start()).or_default().insert(rule.pattern().len() - rule.key_start());
    }
    let mut first: Option<(usize, usize)> = None;
    let mut compared = 0;
    'rules: for (number, rule) in rules.iter().enumerate() {
        for (&before, after) in lengths.range(..=rule.key_start()) {
            for &after in after.range(..=rule.pattern().len() - rule.key_start()) {
                let part = rule.pattern().part(rule.key_start() - before..rule.key_start() + after);
                compared += part.len() + 1;
                if compared > MAX_COMPARED_TOKENS {
                    return Err(TooManyLengths);
                }
                let earlier = by_pattern.get(&(before, part)).into_iter().flatten();
                let better = |&&other: &&usize| other < number && first.is_none_or(|best| (other, number) < best);
                for &other in earlier.take_while(better) {
                    if !rules.get(other).is_some_and(|other| masks(other, rule)) {
                        continue;
                    }
                    let buckets = buckets(rule, objects);
                    if buckets == NO_BUCKETS {
                        continue 'rules;
                    }
                    if rules.get(other).is_some_and(|other| share_bucket(&self::buckets(other, objects), &buckets)) {
                        first = Some((other, number));
                        break;
                    }
                }
            }
        }
    }
    Ok(first)
}

/// Whether the later rule `other` is never applied, since `rule` matches whenever it does: with both patterns aligned
/// at their keys, the pattern of `rule` is contained in the other one, and its key is not longer.
fn masks(rule: &TransformRule, other: &TransformRule) -> bool {
    let (left, other_left) = (rule.key_start(), other.key_start());
    let (right, other_right) = (rule.pattern().len() - left, other.pattern().len() - other_left);
    let key = rule.key_end() - rule.key_start();
    let other_key = other.key_end() - other.key_start();
    if left > other_left {
        return false;
    }
    let aligned = other_left - left;
    let inside = other.pattern().get(aligned..aligned + rule.pattern().len()) == Some(rule.pattern());
    if left == other_left && right == other_right && key <= other_key && inside {
        let same_anchors = (rule.anchor_start, rule.anchor_end) == (other.anchor_start, other.anchor_end);
        return same_anchors || !rule.anchor_start && !rule.anchor_end || other.anchor_start && other.anchor_end;
    }
    (right < other_right || right == other_right && key <= other_key) && inside
}

/// The low bytes of code points, as a bit set.
type Buckets = [u64; 4];

const NO_BUCKETS: Buckets = [0; 4];

/// The low bytes of the code points that a match of key and post context may start with.
fn buckets(rule: &TransformRule, objects: &[PatternObject]) -> Buckets {
    let mut first = Vec::new();
    let is_known = pattern::first_code_points(rule.key_and_post(), objects, &mut first);
    let mut buckets = if is_known { NO_BUCKETS } else { [u64::MAX; 4] };
    for (low, high) in first {
        for c in low..=high.min(low.saturating_add(255)) {
            if let Some(word) = buckets.get_mut((c >> 6 & 3) as usize) {
                *word |= 1 << (c & 63);
            }
        }
    }
    buckets
}

fn share_bucket(one: &Buckets, other: &Buckets) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

#[cfg(test)]
mod tests {
    use super::super::direction::Direction;
    use super::super::loader::Loader;
    use super::super::pattern::{OBJECT, SetPattern};
    use super::super::{parser, registry, shipped_rules};
    use super::*;
    use crate::unicode::rule_text::Limits;
    use crate::unicode::set::UnicodeSet;
    use proptest::prelude::*;

    /// Reference implementation: every rule with every later one.
    fn first_masked_by_pairs(rules: &[TransformRule], objects: &[PatternObject]) -> Option<(usize, usize)> {
        let pairs = (0..rules.len()).flat_map(|one| (one + 1..rules.len()).map(move |other| (one, other)));
        pairs.into_iter().find(|&(one, other)| {
            let shared = share_bucket(&buckets(&rules[one], objects), &buckets(&rules[other], objects));
            masks(&rules[one], &rules[other]) && shared
        })
    }

    fn rule() -> impl Strategy<Value = TransformRule> {
        let token = prop::sample::select(vec![u32::from('a'), u32::from('b'), OBJECT, OBJECT + 1]);
        let parts = [0..3_usize, 0..3, 0..3].map(|length| prop::collection::vec(token.clone(), length));
        (parts, any::<[bool; 2]>(), any::<[bool; 2]>()).prop_map(|([ante, key, post], start, end)| TransformRule {
            anchor_start: start == [true; 2],
            anchor_end: end == [true; 2],
            ..TransformRule::new(&[&ante[..], &key, &post].concat(), ante.len()..ante.len() + key.len(), &[])
        })
    }

    #[test]
    fn no_shipped_rule_masks_another_one() {
        let files = registry::files();
        assert!(files.len() > 372, "{} files and directions", files.len());
        for (file, forward) in files {
            let direction = if forward { Direction::Forward } else { Direction::Reverse };
            let text = shipped_rules::source(file);
            let checked = parser::parse(&text, direction, &Limits::default(), &|id| Loader::default().single(id));
            assert!(checked.is_ok(), "{file} {direction:?}: {:?}", checked.err());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn the_first_masked_rule_is_that_of_all_pairs(rules in prop::collection::vec(rule(), 0..12)) {
            let sets = ["[ab]", "[]"].map(|set| PatternObject::Set(SetPattern::new(UnicodeSet::parse(set).unwrap())));
            prop_assert_eq!(first_masked(&rules, &sets).unwrap(), first_masked_by_pairs(&rules, &sets));
        }
    }
}
