//! Plain executors to check the fast ones against: least cost over a whole run at once; words of a list in a set.

use super::{COMPATIBILITY, Dictionaries, FIRST_LABEL, LeastCost, LookAhead, Script};
use proptest::prelude::*;

/// All inner breaks of a run of Chinese or Japanese, in characters.
fn least_cost(dictionaries: &Dictionaries, text: &[char]) -> Vec<usize> {
    let label = |c: char| match dictionaries.script(c) {
        Script::Cj(number) if number != COMPATIBILITY => number - FIRST_LABEL,
        _ => panic!("{c} is not a plain character of a run"),
    };
    let katakana = |c: char| ('\u{30A1}'..='\u{30FE}').contains(&c) && c != '\u{30FB}';
    let mut best: Vec<(u64, usize)> = vec![(u64::MAX, 0); text.len() + 1];
    best[0].0 = 0;
    for start in 0..text.len() {
        let mut words = Vec::new();
        let mut node = Some(dictionaries.cj.root());
        for (end, &c) in text.iter().enumerate().skip(start).take(20) {
            let Some((child, cost)) = node.and_then(|node| dictionaries.cj.step(node, label(c))) else { break };
            if cost != 0 {
                words.push((end + 1, cost));
            }
            node = child;
        }
        if words.first().is_none_or(|&(end, _)| end != start + 1) {
            words.push((start + 1, 255));
        }
        if katakana(text[start]) && (start == 0 || !katakana(text[start - 1])) {
            let length = text[start..].iter().take(20).take_while(|&&c| katakana(c)).count();
            if length < 20 {
                let costs = [8192, 984, 408, 240, 204, 252, 300, 372, 480];
                words.push((start + length, *costs.get(length).unwrap_or(&8192)));
            }
        }
        for (end, cost) in words {
            let cost = best[start].0 + u64::from(cost);
            if cost < best[end].0 {
                best[end] = (cost, start);
            }
        }
    }
    let mut breaks = Vec::new();
    let mut at = best[text.len()].1;
    while at > 0 {
        breaks.push(at);
        at = best[at].1;
    }
    breaks.reverse();
    breaks
}

fn fast_least_cost(dictionaries: &Dictionaries, text: &[char]) -> Vec<usize> {
    let string: String = text.iter().collect();
    let mut engine = LeastCost::default();
    assert_eq!(engine.start(dictionaries, string.as_bytes(), 0), string.len());
    let breaks = std::iter::from_fn(|| engine.next_break(dictionaries, string.as_bytes()));
    breaks.map(|at| string[..at].chars().count()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn least_cost_in_batches_is_least_cost_at_once(
        text in prop::collection::vec(prop::sample::select("日本語東京都人々中国今天的天气很好アイスクリームーカタナのにはをがでした食行龘".chars().collect::<Vec<_>>()), 1..1500)
    ) {
        let dictionaries = Dictionaries::get();
        prop_assert_eq!(fast_least_cost(dictionaries, &text), least_cost(dictionaries, &text));
    }

    #[test]
    fn remembered_candidates_change_nothing(
        text in prop::collection::vec(prop::sample::select("กขคงจชดตทนบปพมยรลวสหอะาิีึุู่้็์ั์เแโใไๆฯ".chars().collect::<Vec<_>>()), 4..300)
    ) {
        // One engine goes from run to run, as in a text; the other one is new each time.
        let dictionaries = Dictionaries::get();
        let string: String = text.iter().collect();
        let units: Vec<u16> = string.encode_utf16().collect();
        let mut used = LookAhead::default();
        for start in 0..4 {
            let run = &units[start.min(units.len())..];
            let mut new = LookAhead::default();
            prop_assert_eq!(used.start(dictionaries, 0, run, 0), new.start(dictionaries, 0, run, 0));
            let from_used: Vec<_> = std::iter::from_fn(|| used.next_break(dictionaries)).collect();
            let from_new: Vec<_> = std::iter::from_fn(|| new.next_break(dictionaries)).collect();
            prop_assert_eq!(from_used, from_new);
        }
    }
}

#[test]
fn one_character_repeated_is_cut_alike_in_batches() {
    let dictionaries = Dictionaries::get();
    for c in ['日', '々', 'ア', 'ー', '龘', '人'] {
        let text = vec![c; 3000];
        assert_eq!(fast_least_cost(dictionaries, &text), least_cost(dictionaries, &text), "{c}");
    }
}
