//! Reference implementations of the dictionaries: least cost over a whole run at once; words of a list in a set.

use super::southeast_asian::{BEGINS_WORD, ENDS_WORD, MAIYAMOK, MARK, PAIYANNOI, is_mark};
use super::trie::WordTrie;
use super::{
    COMPATIBILITY, Dictionaries, DictionaryScript, FIRST_LABEL, HangulSegmenter, LongestMatchSegmenter, UserWords,
    ViterbiSegmenter,
};
use crate::unicode::part::SlicePart;
use proptest::prelude::*;

/// All breaks inside a run of Chinese or Japanese, in characters.
fn least_cost(dictionaries: &Dictionaries, own: &[String], text: &[char]) -> Vec<usize> {
    let label = |c: char| match dictionaries.script(c) {
        DictionaryScript::ChineseJapanese(number) if number != COMPATIBILITY => number - FIRST_LABEL,
        _ => panic!("{c} is not a plain character of a run"),
    };
    let katakana = |c: char| ('\u{30A1}'..='\u{30FE}').contains(&c) && c != '\u{30FB}';
    let mut best: Vec<(u64, usize)> = vec![(u64::MAX, 0); text.len() + 1];
    best[0].0 = 0;
    for start in 0..text.len() {
        let mut words = Vec::new();
        let trie = dictionaries.shipped.chinese_japanese();
        let mut node = trie.root();
        for (end, &c) in text.iter().enumerate().skip(start).take(20).take_while(|(_, c)| label(**c) != 0) {
            node = trie.step(node, label(c));
            if node.word_cost() != 0 {
                words.push((end + 1, node.word_cost()));
            }
        }
        words.extend(own.iter().filter_map(|word| Some((start + ends_with(word, &text[start..])?, 1))));
        if words.iter().all(|&(end, _)| end != start + 1) {
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
            let cost = best[start].0 + cost;
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

/// The length of a word, if the text starts with it.
fn ends_with(word: &str, text: &[char]) -> Option<usize> {
    let length = word.chars().count();
    (length <= text.len() && word.chars().eq(text[..length].iter().copied())).then_some(length)
}

fn with_words(own: &[String]) -> Dictionaries {
    let mut words = UserWords::default();
    own.iter().for_each(|word| _ = words.add(word).unwrap());
    Dictionaries::with_words(words)
}

/// Finds all breaks inside a run of a South-East Asian script, in characters.
struct ReferenceLongestMatch<'t> {
    dictionaries: &'t Dictionaries,
    script: usize,
    user_words: &'t [String],
    text: &'t [char],
}

impl ReferenceLongestMatch<'_> {
    /// The lengths of the words at a position, descending, the longest user-defined word, and the number of characters
    /// that were read.
    fn words(&self, position: usize) -> (Vec<usize>, usize, usize) {
        let dictionary = self.dictionaries.shipped.southeast_asian(self.script).unwrap();
        let rest = self.text.part(position..);
        let (mut lengths, mut node, mut read) = (Vec::new(), dictionary.words.root(), 0);
        for (at, &c) in rest.iter().enumerate() {
            read = at + 1;
            let Some((child, ends)) = dictionary.words.step(node, dictionary.label(c)) else { break };
            if ends {
                lengths.push(read);
            }
            if child == WordTrie::LEAF {
                break;
            }
            node = child;
        }
        let user_word = self.user_words.iter().filter_map(|word| ends_with(word, rest)).max().unwrap_or(0);
        if user_word > 0 && !lengths.contains(&user_word) {
            lengths.push(user_word);
        }
        lengths.sort_by(|a, b| b.cmp(a));
        (lengths, user_word, read)
    }

    fn has(&self, position: usize, property: u8) -> bool {
        let dictionary = self.dictionaries.shipped.southeast_asian(self.script).unwrap();
        self.text.get(position).is_some_and(|&c| dictionary.has(Some(dictionary.label(c)), property))
    }

    fn word(&self, start: usize) -> usize {
        let end = self.text.len();
        let (lengths, user_word, _) = self.words(start);
        let can_follow = |position: usize| position >= end || !self.words(position).0.is_empty();
        let two_follow = |length: usize| {
            let seconds = self.words(start + length).0;
            start + length >= end
                || seconds.first().is_some_and(|longest| start + length + longest >= end)
                || seconds.iter().any(|second| can_follow(start + length + second))
        };
        let longest = lengths.first().copied().unwrap_or(0);
        let mut length = match lengths.len() {
            0 | 1 => longest,
            _ if start + longest >= end => longest,
            _ => {
                let fit = lengths.iter().copied().find(|&length| length == user_word || two_follow(length));
                let shortest = lengths.iter().rev().copied().find(|&length| can_follow(start + length));
                fit.or(shortest).unwrap_or(longest)
            }
        };
        if start + length < end && length < 3 && !(user_word > 0 && user_word == length) {
            let (next, next_own, read) = self.words(start + length);
            if next.is_empty() && next_own == 0 && !(length > 0 && read >= 3) {
                length += 1;
                while start + length < end {
                    let position = start + length;
                    let plausible = self.has(position - 1, ENDS_WORD) && self.has(position, BEGINS_WORD);
                    let (next, next_own, _) = self.words(position);
                    if next_own > 0 || plausible && !next.is_empty() {
                        break;
                    }
                    length += 1;
                }
            }
        }
        while self.has(start + length, MARK) {
            length += 1;
        }
        let suffix = PAIYANNOI | MAIYAMOK;
        let position = start + length;
        if length > 0 && self.has(position, suffix) && self.words(position).0.is_empty() {
            let mut signs = 0;
            if self.has(position, PAIYANNOI) && !self.has(position - 1, suffix) {
                signs += 1;
            }
            if self.has(position + signs, MAIYAMOK) && !self.has(position + signs - 1, MAIYAMOK) {
                signs += 1;
            }
            length += signs;
        }
        length.max(1)
    }

    fn breaks(&self) -> Vec<usize> {
        let shortest = [4, 2, 4, 2][self.script];
        let (mut at, mut breaks) = (0, Vec::new());
        while self.text.len() >= shortest {
            at += self.word(at);
            if at >= self.text.len() {
                break;
            }
            breaks.push(at);
        }
        breaks
    }
}

/// All breaks inside a run of Hangul, in characters.
fn hangul(own: &[String], text: &[char]) -> Vec<usize> {
    let (mut at, mut breaks) = (0, Vec::new());
    while at < text.len() {
        match own.iter().filter_map(|word| ends_with(word, &text[at..])).max() {
            Some(length) => {
                breaks.extend([at, at + length]);
                at += length;
            }
            None => at += 1,
        }
    }
    breaks.retain(|&at| at > 0 && at < text.len());
    breaks.dedup();
    breaks
}

fn fast_least_cost(dictionaries: &Dictionaries, text: &[char]) -> Vec<usize> {
    let string: String = text.iter().collect();
    let mut engine = ViterbiSegmenter::default();
    engine.start(dictionaries, 0, false);
    let breaks: Vec<_> = std::iter::from_fn(|| engine.next_break(dictionaries, string.as_bytes())).collect();
    assert_eq!(engine.end(), string.len());
    let units: Vec<u16> = string.encode_utf16().collect();
    engine.start(dictionaries, 0, false);
    let in_utf16: Vec<_> = std::iter::from_fn(|| engine.next_break(dictionaries, &units)).collect();
    let characters: Vec<usize> = breaks.iter().map(|&at| string[..at].chars().count()).collect();
    assert_eq!(
        characters,
        in_utf16.iter().map(|&at| String::from_utf16(&units[..at]).unwrap().chars().count()).collect::<Vec<_>>()
    );
    characters
}

fn fast_longest_match(dictionaries: &Dictionaries, script: usize, text: &[char]) -> Vec<usize> {
    let units: Vec<u16> = text.iter().map(|&c| c as u16).collect();
    let mut engine = LongestMatchSegmenter::default();
    engine.start(dictionaries, script, &units, 0);
    std::iter::from_fn(|| engine.next_break(dictionaries)).collect()
}

fn fast_hangul(dictionaries: &Dictionaries, text: &[char]) -> Vec<usize> {
    let units: Vec<u16> = text.iter().map(|&c| c as u16).collect();
    let mut engine = HangulSegmenter::default();
    assert_eq!(engine.start(dictionaries, &units, 0), units.len());
    std::iter::from_fn(|| engine.next_break(dictionaries, &units)).collect()
}

/// Texts over some letters, and words that occur in them.
fn texts_and_words(letters: &'static str, longest: usize) -> impl Strategy<Value = (Vec<char>, Vec<String>)> {
    let letters: Vec<char> = letters.chars().collect();
    let word = prop::collection::vec(prop::sample::select(letters.clone()), 1..6);
    let word = word.prop_map(|word| word.into_iter().collect::<String>());
    (prop::collection::vec(prop::sample::select(letters), 1..longest), prop::collection::vec(word, 0..8))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn least_cost_in_batches_is_least_cost_at_once(
        text in prop::collection::vec(prop::sample::select("日本語東京都人々中国今天的天气很好アイスクリームーカタナのにはをがでした食行龘".chars().collect::<Vec<_>>()), 1..1500)
    ) {
        let dictionaries = Dictionaries::get();
        prop_assert_eq!(fast_least_cost(dictionaries, &text), least_cost(dictionaries, &[], &text));
    }

    #[test]
    fn user_defined_words_cost_least(
        (text, own) in texts_and_words("日本語東京都人々中国今天的天气很好アイーカのには龘𠮷", 600)
    ) {
        let dictionaries = with_words(&own);
        prop_assert_eq!(fast_least_cost(&dictionaries, &text), least_cost(&dictionaries, &own, &text));
    }

    #[test]
    fn longest_match_equals_the_reference(
        (thai, own_thai) in texts_and_words("กขคตนมรลาเแ่ิ์ๆฯ", 100),
        (khmer, own_khmer) in texts_and_words("កខគតនមរលា្ិ", 100),
    ) {
        for (script, text, words) in [(0, thai, own_thai), (2, khmer, own_khmer)] {
            let words: Vec<String> = words.into_iter().filter(|word| !is_mark(word.chars().next().unwrap_or(' '))).collect();
            for words in [&words[..], &[]] {
                let dictionaries = with_words(words);
                let reference = ReferenceLongestMatch { dictionaries: &dictionaries, script, user_words: words, text: &text };
                prop_assert_eq!(fast_longest_match(&dictionaries, script, &text), reference.breaks());
            }
        }
    }

    #[test]
    fn hangul_is_split_at_user_defined_words((text, own) in texts_and_words("데이터베스가나다", 60)) {
        prop_assert_eq!(fast_hangul(&with_words(&own), &text), hangul(&own, &text));
    }

    #[test]
    fn cached_candidates_do_not_change_the_breaks(
        text in prop::collection::vec(prop::sample::select("กขคงจชดตทนบปพมยรลวสหอะาิีึุู่้็์ั์เแโใไๆฯ".chars().collect::<Vec<_>>()), 4..300)
    ) {
        // One instance continues from run to run, as in a text; the other one is new for each run.
        let dictionaries = Dictionaries::get();
        let string: String = text.iter().collect();
        let units: Vec<u16> = string.encode_utf16().collect();
        let mut used = LongestMatchSegmenter::default();
        for start in 0..4 {
            let run = &units[start.min(units.len())..];
            let mut new = LongestMatchSegmenter::default();
            prop_assert_eq!(used.start(dictionaries, 0, run, 0), new.start(dictionaries, 0, run, 0));
            let from_used: Vec<_> = std::iter::from_fn(|| used.next_break(dictionaries)).collect();
            let from_new: Vec<_> = std::iter::from_fn(|| new.next_break(dictionaries)).collect();
            prop_assert_eq!(from_used, from_new);
        }
    }
}

#[test]
fn one_repeated_character_is_split_alike_in_batches() {
    let dictionaries = Dictionaries::get();
    for c in ['日', '々', 'ア', 'ー', '龘', '人'] {
        let text = vec![c; 3000];
        assert_eq!(fast_least_cost(dictionaries, &text), least_cost(dictionaries, &[], &text), "{c}");
    }
}

#[test]
fn marks_belong_to_the_character_before_them() {
    let breaks = |text: &str| fast_least_cost(Dictionaries::get(), &text.chars().collect::<Vec<_>>());
    // Reading marks do so in texts that are normalized, which depends on the whole run.
    assert_eq!(breaks("日\u{16FF0}\u{16FF1}日"), [1, 2, 3]);
    assert_eq!(breaks("日\u{16FF0}\u{16FF1}日ｰ\u{16FF1}"), [3, 4]);
    assert_eq!(breaks("\u{16FF1}\u{16FF1}ｰ\u{16FF1}"), [2]);
    // More marks than fit into the first units of either encoding.
    let many = "ﾞ".repeat(40);
    assert_eq!(breaks(&format!("日{many}本{many}")), breaks(&format!("日{many}本")));
}

/// The lengths of words are bits of a `u64`.
#[test]
fn no_word_is_longer_than_64_characters() {
    fn longest(words: &WordTrie, node: u32, known: &mut std::collections::HashMap<u32, usize>) -> usize {
        if let Some(&length) = known.get(&node) {
            return length;
        }
        let children: Vec<u32> =
            (1..=160).filter_map(|label| words.step(node, label)).map(|(child, _)| child).collect();
        let below = |child: u32, known: &mut _| if child == WordTrie::LEAF { 0 } else { longest(words, child, known) };
        let length = children.into_iter().map(|child| 1 + below(child, known)).max().unwrap_or(0);
        known.insert(node, length);
        length
    }
    for dictionary in (0..4).filter_map(|script| Dictionaries::get().shipped.southeast_asian(script)) {
        let longest = longest(&dictionary.words, dictionary.words.root(), &mut Default::default());
        assert!((10..=64).contains(&longest), "{longest}");
    }
}
