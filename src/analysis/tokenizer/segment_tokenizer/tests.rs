//! Comparison of the tokenizer with splitting into runs, words and types one after the other.

use super::*;

use crate::analysis::tokenizer::segment_tokenizer_config::{SharedBreakRules, WordLists};
use crate::unicode::rule_text::Limits;
use crate::unicode::script::{JAPANESE, ScriptRunOptions, script_runs};
use crate::unicode::segment::{BreakKind, UserWords, shipped_rules};
use proptest::prelude::*;

const RUNS: ScriptRunOptions = ScriptRunOptions { join_japanese: true, exclude_hiragana: false, end_at_space: false };

fn config() -> SegmentTokenizerConfig {
    let rules = |name| SharedBreakRules::Shipped(shipped_rules(name).unwrap());
    SegmentTokenizerConfig {
        runs: Some(RUNS),
        by_script: vec![(JAPANESE, rules("word"))],
        rules: rules("Default"),
        typing: TokenTyping::Word,
        max_token_length: 4096,
        dictionaries: WordLists::Shipped(Dictionaries::get()),
        clusters: BreakKind::Grapheme.rules("root").unwrap(),
        exceptions: None,
        symbols: None,
    }
}

type Tokens = Vec<(usize, usize, TokenType, u32)>;

fn tokens<U: CodeUnit>(tokenizer: &mut SegmentTokenizer, text: &[U]) -> Tokens {
    let (mut batch, mut found) = (Batch::default(), Vec::new());
    Tokenizer::<U>::reset(tokenizer);
    while !batch.last {
        batch.start_next();
        tokenizer.fill(text, &mut batch);
        let of = |token: &BatchToken| (token.start as usize, token.end as usize, token.token_type, token.script);
        found.extend(batch.tokens.iter().map(of));
    }
    found
}

/// Reference implementation: splits into runs, then into words, then determines the types.
fn reference_tokens<U: CodeUnit>(text: &[U], runs: ScriptRunOptions) -> Tokens {
    let mut found = Vec::new();
    for run in script_runs(text, runs) {
        let rules = shipped_rules(if run.script == JAPANESE { "word" } else { "Default" }).unwrap();
        for word in rules.segments(&text[run.start..run.end]) {
            let (start, end) = (run.start + word.start, run.start + word.end);
            let token_type = word_type(text, Segment { start, end, ..word }, run.script);
            found.extend(token_type.map(|token_type| (start, end, token_type, packed_script_code(run.script))));
        }
    }
    found
}

proptest! {
    #[test]
    fn one_pass_gives_the_tokens_of_runs_words_and_types(
        texts in prop::collection::vec(
            prop::collection::vec(
                prop_oneof![
                    prop::sample::select(vec![
                        "Wörter sind ", "слова и дело ", "λέξεις, ", "कुछ शब्द। ", "كلمات ", "מילה ", "한국어 단어 ", "ภาษาไทยมีคำ",
                        "中华人民共和国宪法", "東京タワーの展望室。", "3.5 km ", "に1&#xD83D;", "1️⃣", "😀", "©", "#", "\u{301}", "C’est ", "_x", "—", "　",
                    ]).prop_map(str::to_owned),
                    any::<char>().prop_map(String::from),
                ],
                0..60,
            ).prop_map(|pieces| pieces.concat()),
            1..4,
        ),
    ) {
        for runs in [RUNS, ScriptRunOptions { end_at_space: true, ..RUNS }] {
            let mut reused = SegmentTokenizer::new(SegmentTokenizerConfig { runs: Some(runs), ..config() });
            for text in &texts {
                let units: Vec<u16> = text.encode_utf16().collect();
                prop_assert_eq!(tokens(&mut reused, text.as_bytes()), reference_tokens(text.as_bytes(), runs));
                prop_assert_eq!(tokens(&mut reused, &units), reference_tokens(&units, runs));
            }
        }
    }

    #[test]
    fn short_texts_of_words_have_the_tokens_of_the_rules(
        texts in prop::collection::vec("[a-zA-Z ]{0,40}[a-zA-Z  .é中\0]?[a-zA-Z ]{0,30}", 1..8),
    ) {
        let standard = SegmentTokenizerConfig {
            runs: None,
            rules: SharedBreakRules::Shipped(shipped_rules("Standard").unwrap()),
            typing: TokenTyping::Standard,
            ..config()
        };
        let custom = LATIN_RULES.map(|(rules, is_supported)| (with_rules(Script::Latin, rules), is_supported));
        for (config, is_supported) in [(config(), true), (standard, true)].into_iter().chain(custom) {
            let fast = SegmentTokenizer::new(config);
            prop_assert_eq!(fast.short_ascii_text.is_some(), is_supported);
            let reference = SegmentTokenizer { short_ascii_text: None, ..fast.clone() };
            have_equal_tokens(&texts, fast, reference)?;
        }
    }
}

fn have_equal_tokens(
    texts: &[String],
    mut one: SegmentTokenizer,
    mut other: SegmentTokenizer,
) -> Result<(), TestCaseError> {
    for text in texts {
        let units: Vec<u16> = text.encode_utf16().collect();
        prop_assert_eq!(tokens(&mut one, text.as_bytes()), tokens(&mut other, text.as_bytes()));
        prop_assert_eq!(tokens(&mut one, &units), tokens(&mut other, &units));
    }
    Ok(())
}

proptest! {
    #[test]
    fn short_texts_of_ideographs_have_the_tokens_of_the_rules(
        texts in prop::collection::vec("[一-鿿中人民大学京都]{0,24}[㐀ー、々a가]?[中华人民共和国]{0,5}", 1..6),
    ) {
        let mut user_words = UserWords::default();
        user_words.add("中华人").unwrap();
        user_words.add("学").unwrap();
        let with_user_words =
            SegmentTokenizerConfig { dictionaries: WordLists::Built(Arc::new(Dictionaries::with_words(user_words))), ..config() };
        let short = SegmentTokenizerConfig { max_token_length: 3, ..config() };
        let japanese = HAN_RULES.map(|(rules, is_supported)| (with_rules(JAPANESE, rules), is_supported));
        for (config, is_supported) in [(config(), true), (with_user_words, true), (short, true)].into_iter().chain(japanese) {
            let fast = SegmentTokenizer::new(config);
            prop_assert_eq!(fast.short_han_text.is_some(), is_supported);
            let reference = SegmentTokenizer { short_han_text: None, ..fast.clone() };
            have_equal_tokens(&texts, fast, reference)?;
        }
    }
}

/// Rules of a definition, and whether they assign one status to all words of letters between spaces.
const LATIN_RULES: [(&str, bool); 6] = [
    ("[a-zA-Z]+ {200};", true),
    (r"[a-zA-Z]+ {100}; [\ ]+;", true),
    (".+ {200};", false),
    (r"[a-zA-Z]+ {200}; [\ ]+ {100};", false),
    ("[a-zA-Z]+ {200}; q {300};", false),
    (r"!!chain; [a-zA-Z]+ {200}; [a-zA-Z][\ ] {300};", false),
];

/// Rules for ideographs, and whether they leave all texts of ideographs to the dictionary.
const HAN_RULES: [(&str, bool); 8] = [
    ("$dictionary = [[:Han:]]; [[:Han:]]+ {400};", true),
    ("$dictionary = [[:Han:]]; [[:Han:]] {400}; [[:Han:]][[:Han:]]+ {400};", true),
    ("$dictionary = [[:Han:]]; [[:Han:]]+ {400}; 学 {500};", false),
    ("[[:Han:]]+ {400};", false),
    ("$dictionary = [[:Han:]]; [[:Han:]] {400};", false),
    ("$dictionary = [[:Han:]]; [[:Han:]] {200}; [[:Han:]][[:Han:]]+ {400};", false),
    ("$dictionary = [[:Han:]]; [[:Han:]]+ {400}; 学 {200};", true),
    ("$dictionary = [[:Han:]]; [[:Han:]]+ {100};", false),
];

/// Segments from masks are no words, so that their types are tested one by one.
#[test]
fn rules_of_single_characters_find_emoji() {
    let mut tokenizer = SegmentTokenizer::new(with_rules(Script::Common, ". {200};"));
    let text = "\u{2600}".repeat(100);
    let units: Vec<u16> = text.encode_utf16().collect();
    for found in [tokens(&mut tokenizer, text.as_bytes()), tokens(&mut tokenizer, &units)] {
        assert_eq!(found.iter().filter(|(_, _, token_type, _)| *token_type == TokenType::Emoji).count(), 100);
    }
}

fn with_rules(script: Script, rules: &str) -> SegmentTokenizerConfig {
    let rules = BreakRules::compile(rules, &Limits::default()).unwrap();
    SegmentTokenizerConfig { by_script: vec![(script, SharedBreakRules::Built(Arc::new(rules)))], ..config() }
}
