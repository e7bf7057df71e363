//! The tokenizer over break rules: script runs, segments, their token types, and splitting of long tokens.
//!
//! A text is split into script runs (or is one run), and each run into segments by the rules of its script; a segment becomes a
//! token by its status (mainline-behaviour.md 3.6). All progress is in the state of the tokenizer, so a batch may end after any
//! token.

use crate::analysis::batch::{BATCH_TOKENS, BATCH_UNITS, Batch, BatchToken};
use crate::analysis::component::Tokenizer;
use crate::analysis::token::TokenType;
use crate::analysis::tokenizer::pieces::TokenPieces;
use crate::analysis::tokenizer::plain_ideographs::PlainIdeographs;
use crate::analysis::tokenizer::plain_words::PlainWords;
use crate::analysis::tokenizer::segment_types::{Typing, packed_script_code, standard_type, status_type, word_type};
use crate::analysis::tokenizer::segmented_config::Config;
use crate::unicode::part::SlicePart;
use crate::unicode::script::{RunMembers, Script, ScriptRun, first_run};
use crate::unicode::segment::{BreakRules, Dictionaries, Segment, SegmentFilter, WordState, may_start_emoji};
use crate::unicode::text::CodeUnit;
use crate::unicode::text::is_longer;
use std::sync::Arc;

/// A tokenizer over break rules.
#[derive(Clone, Debug)]
pub struct SegmentTokenizer {
    config: Arc<Config>,
    plain_words: Option<PlainWords>,
    plain_ideographs: Option<PlainIdeographs>,
    state: SegmentedState,
}

#[derive(Clone, Debug)]
struct SegmentedState {
    /// The current script run; its end is known once its last word has been read.
    run: ScriptRun,
    members: RunMembers,
    /// The script that `script_code` and `types` are computed for.
    described: Option<Script>,
    /// The ISO 15924 code of that script, the value of [`BatchToken::script`].
    script_code: u32,
    /// The token types for the statuses 0 (unused), 100, 200, 300 and 400 in runs of that script.
    types: [TokenType; 5],
    /// Whether the current run has more words.
    in_run: bool,
    words: WordState,
    /// The remaining pieces of a token that is too long.
    pieces: TokenPieces,
    piece_type: TokenType,
    /// The range of a segment that remains to be searched for symbols.
    symbols: (usize, usize),
    /// The end of the last token, or the start of the run.
    last: usize,
}

impl SegmentTokenizer {
    /// Creates a tokenizer.
    pub fn new(config: Config) -> SegmentTokenizer {
        let state = SegmentedState {
            run: ScriptRun { start: 0, end: 0, script: Script::Common },
            members: RunMembers::all(),
            described: None,
            script_code: 0,
            types: [TokenType::Other; 5],
            in_run: false,
            words: WordState::default(),
            pieces: TokenPieces::default(),
            piece_type: TokenType::Word,
            symbols: (0, 0),
            last: 0,
        };
        let (plain_words, plain_ideographs) = (PlainWords::new(&config), PlainIdeographs::new(&config));
        SegmentTokenizer { plain_words, plain_ideographs, config: Arc::new(config), state }
    }
}

impl<U: CodeUnit> Tokenizer<U> for SegmentTokenizer {
    fn reset(&mut self) {
        self.state.run = ScriptRun { start: 0, end: 0, script: Script::Common };
        self.state.in_run = false;
        self.state.pieces.clear();
        self.state.symbols = (0, 0);
    }

    fn fill(&mut self, text: &[U], batch: &mut Batch<U>) {
        let SegmentTokenizer { config, plain_words, plain_ideographs, state } = self;
        let dictionaries: &Dictionaries = &config.dictionaries;
        if state.run.end == 0
            && (plain_words.is_some_and(|plain| plain.push(text, batch))
                || plain_ideographs.is_some_and(|plain| plain.push(dictionaries, &mut state.words, text, batch)))
        {
            (state.run.end, batch.last) = (text.len(), true);
            return;
        }
        state.write_remaining(config, text, batch);
        let first = if state.in_run { state.last } else { state.run.end };
        let stop = first + BATCH_UNITS;
        while batch.tokens.len() < BATCH_TOKENS {
            if !state.in_run && !state.next_run(config, text) {
                batch.last = true;
                return;
            }
            let rules = config.rules_of(state.run.script);
            let run = text.part(state.run.start..state.run.end);
            while batch.tokens.len() < BATCH_TOKENS {
                let Some(segment) = state.words.next(rules, dictionaries, run, &state.members) else {
                    state.in_run = false;
                    state.run.end = state.run.start + state.words.limit();
                    break;
                };
                let (start, end) = (state.run.start + segment.start, state.run.start + segment.end);
                state.segment(config, text, Segment { start, end, ..segment }, batch);
                state.last = end;
                if end >= stop {
                    return;
                }
                state.fast_segments(config, rules, run, stop, batch);
            }
        }
    }
}

/// Writes the tokens of segments that need no special treatment.
struct FastTokenSink<'a, U> {
    run: &'a [U],
    /// The offset of the run in the text.
    offset: usize,
    /// Only segments that end before this offset in the run are taken.
    last: usize,
    script: u32,
    types: &'a [TokenType; 5],
    most: usize,
    tokens: &'a mut Vec<BatchToken>,
    place: &'a mut usize,
}

impl<U: CodeUnit> FastTokenSink<'_, U> {
    /// Writes the token of a segment; returns false if the segment needs the slow path.
    #[inline(always)]
    fn take(&mut self, segment: Segment) -> bool {
        let Some(token_type) = self.types.get(usize::from(segment.kind)) else { return false };
        let is_short = segment.end - segment.start <= self.most;
        let has_room = segment.end < self.last && self.tokens.len() < BATCH_TOKENS;
        if !is_short || !has_room || may_start_emoji(self.run, segment.start) {
            return false;
        }
        if segment.kind != 0 {
            let (start, end) = (self.offset + segment.start, self.offset + segment.end);
            let token = BatchToken::of_text(start, end, *token_type);
            self.tokens.push(BatchToken { script: self.script, ..token });
            *self.place = end;
        }
        true
    }
}

impl SegmentedState {
    /// Fast path: the segments that are computed already, with a common status, no emoji, and not too long.
    #[inline(always)]
    fn fast_segments<U: CodeUnit>(
        &mut self,
        config: &Config,
        rules: &BreakRules,
        run: &[U],
        stop: usize,
        batch: &mut Batch<U>,
    ) {
        if config.typing != Typing::Word || config.symbols.is_some() {
            return;
        }
        let mut fast_segments = FastTokenSink {
            run,
            offset: self.run.start,
            last: stop.saturating_sub(self.run.start),
            script: self.script_code,
            types: &self.types,
            most: config.max_token_length,
            tokens: &mut batch.tokens,
            place: &mut self.last,
        };
        if self.words.is_splitting() {
            self.words.take_ready_words(rules, |segment| fast_segments.take(segment));
        } else {
            self.words.take_ready(rules, |segment| fast_segments.take(segment));
        }
    }

    /// Starts the next script run; returns false at the end of the text.
    fn next_run<U: CodeUnit>(&mut self, config: &Config, text: &[U]) -> bool {
        let start = self.run.end;
        if start >= text.len() {
            return false;
        }
        let rest = text.part(start..);
        let (script, members, length) = match config.runs {
            Some(options) => first_run(rest, options),
            None => (Script::Common, RunMembers::all(), rest.len()),
        };
        // If white space ends runs, the text after a run is not yet known.
        let distance = start.checked_sub(self.run.start).filter(|_| start > 0 && length == rest.len());
        self.run = ScriptRun { start, end: start + length, script };
        self.members = members;
        if self.described != Some(script) {
            self.described = Some(script);
            self.script_code = if config.typing == Typing::Standard { 0 } else { packed_script_code(script) };
            self.types = std::array::from_fn(|kind| status_type(100 * kind as u32, script).unwrap_or(TokenType::Other));
        }
        let run = text.part(self.run.start..self.run.end);
        let rules = config.rules_of(self.run.script);
        match distance {
            Some(distance) => self.words.continue_text(rules, run, &members, distance),
            None => self.words.start(rules, run, &members),
        }
        if self.run.script == Script::Hangul && !config.dictionaries.splits_hangul() && config.runs.is_some() {
            self.words.disable_dictionaries();
        }
        let leaves_out = config.symbols.is_none() && !matches!(config.typing, Typing::Trimmed(_));
        self.words.set_filter(if leaves_out { SegmentFilter::Words } else { SegmentFilter::All });
        (self.in_run, self.last) = (true, start);
        true
    }

    /// Writes the token of a segment, if it becomes one.
    #[inline]
    fn segment<U: CodeUnit>(&mut self, config: &Config, text: &[U], segment: Segment, batch: &mut Batch<U>) {
        // Common case: the first words of runs that dictionaries have split.
        if let (Typing::Word, 1.., Some(token_type)) =
            (config.typing, segment.kind, self.types.get(usize::from(segment.kind)))
            && segment.end - segment.start <= config.max_token_length
            && !may_start_emoji(text, segment.start)
        {
            return self.push(segment.start, segment.end, *token_type, batch);
        }
        self.any_segment(config, text, segment, batch);
    }

    #[inline(never)]
    fn any_segment<U: CodeUnit>(&mut self, config: &Config, text: &[U], segment: Segment, batch: &mut Batch<U>) {
        let (start, end, token_type) = match config.typing {
            Typing::Word => (segment.start, segment.end, word_type(text, segment, self.run.script)),
            Typing::Standard => (segment.start, segment.end, standard_type(segment.status)),
            Typing::Trimmed(token_type) => {
                let (start, end) = trim(text, segment.start, segment.end);
                (start, end, (start < end).then_some(token_type))
            }
        };
        let Some(token_type) = token_type else {
            if config.symbols.is_some() {
                self.symbols = (start, end);
                self.symbols(config, text, batch);
            }
            return;
        };
        if end - start > config.max_token_length && is_longer(text.part(start..end), config.max_token_length) {
            self.split(config, text, (start, end), token_type, batch);
        } else {
            self.push(start, end, token_type, batch);
        }
    }

    #[inline]
    fn push<U: CodeUnit>(&self, start: usize, end: usize, token_type: TokenType, batch: &mut Batch<U>) {
        batch.tokens.push(BatchToken { script: self.script_code, ..BatchToken::of_text(start, end, token_type) });
    }

    /// Writes a token that is too long in pieces.
    #[cold]
    fn split<U: CodeUnit>(
        &mut self,
        config: &Config,
        text: &[U],
        (start, end): (usize, usize),
        token_type: TokenType,
        batch: &mut Batch<U>,
    ) {
        self.pieces.start(config.clusters, text, start, end);
        self.piece_type = token_type;
        self.pieces(config, text, batch);
    }

    /// Writes the tokens that did not fit in the preceding batch.
    #[inline]
    fn write_remaining<U: CodeUnit>(&mut self, config: &Config, text: &[U], batch: &mut Batch<U>) {
        if !self.pieces.is_empty() {
            self.pieces(config, text, batch);
        }
        if config.symbols.is_some() {
            self.symbols(config, text, batch);
        }
    }

    #[inline(never)]
    fn pieces<U: CodeUnit>(&mut self, config: &Config, text: &[U], batch: &mut Batch<U>) {
        while !self.pieces.is_empty() && batch.tokens.len() < BATCH_TOKENS {
            if let Some((start, end)) = self.pieces.next(config.clusters, text, config.max_token_length) {
                self.push(start, end, self.piece_type, batch);
            }
        }
    }

    #[inline(never)]
    fn symbols<U: CodeUnit>(&mut self, config: &Config, text: &[U], batch: &mut Batch<U>) {
        let Some(symbols) = &config.symbols else { return };
        while self.symbols.0 < self.symbols.1 && batch.tokens.len() < BATCH_TOKENS {
            let at = self.symbols.0;
            let Some((c, length)) = U::decode(text, at) else { return };
            self.symbols.0 = at + length;
            if symbols.contains(c) {
                self.push(at, at + length, TokenType::Symbol, batch);
            }
        }
    }
}

/// The range of a segment without the white space at both ends.
fn trim<U: CodeUnit>(text: &[U], mut start: usize, mut end: usize) -> (usize, usize) {
    while let Some((c, length)) = U::decode(text, start).filter(|_| start < end) {
        if !c.is_whitespace() {
            break;
        }
        start += length;
    }
    while let Some((c, length)) = U::decode_back(text, end).filter(|_| start < end) {
        if !c.is_whitespace() {
            break;
        }
        end -= length;
    }
    (start, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::analysis::tokenizer::segmented_config::{SharedBreakRules, WordLists};
    use crate::unicode::rule_text::Limits;
    use crate::unicode::script::{JAPANESE, RunOptions, script_runs};
    use crate::unicode::segment::{BreakKind, UserWords, shipped_rules};
    use proptest::prelude::*;

    const RUNS: RunOptions = RunOptions { join_japanese: true, exclude_hiragana: false, end_at_space: false };

    fn config() -> Config {
        let rules = |name| SharedBreakRules::Shipped(shipped_rules(name).unwrap());
        Config {
            runs: Some(RUNS),
            by_script: vec![(JAPANESE, rules("word"))],
            rules: rules("Default"),
            typing: Typing::Word,
            max_token_length: 4096,
            dictionaries: WordLists::Shipped(Dictionaries::get()),
            clusters: BreakKind::Grapheme.rules("root").unwrap(),
            symbols: None,
        }
    }

    type Tokens = Vec<(usize, usize, TokenType, u32)>;

    fn tokens<U: CodeUnit>(tokenizer: &mut SegmentTokenizer, text: &[U]) -> Tokens {
        let (mut batch, mut found) = (Batch::default(), Vec::new());
        Tokenizer::<U>::reset(tokenizer);
        while !batch.last {
            batch.next();
            tokenizer.fill(text, &mut batch);
            let of = |token: &BatchToken| (token.start as usize, token.end as usize, token.token_type, token.script);
            found.extend(batch.tokens.iter().map(of));
        }
        found
    }

    /// Reference implementation: splits into runs, then into words, then determines the types.
    fn reference_tokens<U: CodeUnit>(text: &[U]) -> Tokens {
        let mut found = Vec::new();
        for run in script_runs(text, RUNS) {
            let rules = shipped_rules(if run.script == JAPANESE { "word" } else { "Default" }).unwrap();
            for word in rules.words(&text[run.start..run.end]) {
                let (start, end) = (run.start + word.start, run.start + word.end);
                let token_type = word_type(text, Segment { start, end, ..word }, run.script);
                found.extend(token_type.map(|token_type| (start, end, token_type, packed_script_code(run.script))));
            }
        }
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn one_pass_gives_the_tokens_of_runs_words_and_types(
            texts in prop::collection::vec(
                prop::collection::vec(
                    prop_oneof![
                        prop::sample::select(vec![
                            "Wörter sind ", "слова и дело ", "λέξεις, ", "कुछ शब्द। ", "كلمات ", "מילה ", "한국어 단어 ", "ภาษาไทยมีคำ",
                            "中华人民共和国宪法", "東京タワーの展望室。", "3.5 km ", "1️⃣", "😀", "©", "#", "\u{301}", "C’est ", "_x", "—", "　",
                        ]).prop_map(str::to_owned),
                        any::<char>().prop_map(String::from),
                    ],
                    0..60,
                ).prop_map(|pieces| pieces.concat()),
                1..4,
            ),
        ) {
            let mut reused = SegmentTokenizer::new(config());
            for text in texts {
                let units: Vec<u16> = text.encode_utf16().collect();
                prop_assert_eq!(tokens(&mut reused, text.as_bytes()), reference_tokens(text.as_bytes()));
                prop_assert_eq!(tokens(&mut reused, &units), reference_tokens(&units));
            }
        }

        #[test]
        fn short_texts_of_words_have_the_tokens_of_the_rules(
            texts in prop::collection::vec("[a-zA-Z ]{0,40}[a-zA-Z  .é中\0]?[a-zA-Z ]{0,30}", 1..8),
        ) {
            let standard = Config {
                runs: None,
                rules: SharedBreakRules::Shipped(shipped_rules("Standard").unwrap()),
                typing: Typing::Standard,
                ..config()
            };
            let own = LATIN_RULES.map(|(rules, are_plain)| (with_rules(Script::Latin, rules), are_plain));
            for (config, are_plain) in [(config(), true), (standard, true)].into_iter().chain(own) {
                let fast = SegmentTokenizer::new(config);
                prop_assert_eq!(fast.plain_words.is_some(), are_plain);
                let reference = SegmentTokenizer { plain_words: None, ..fast.clone() };
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
            let mut own = UserWords::default();
            own.add("中华人").unwrap();
            own.add("学").unwrap();
            let with_own =
                Config { dictionaries: WordLists::Own(Arc::new(Dictionaries::with_words(own))), ..config() };
            let short = Config { max_token_length: 3, ..config() };
            let japanese = HAN_RULES.map(|(rules, are_plain)| (with_rules(JAPANESE, rules), are_plain));
            for (config, are_plain) in [(config(), true), (with_own, true), (short, true)].into_iter().chain(japanese) {
                let fast = SegmentTokenizer::new(config);
                prop_assert_eq!(fast.plain_ideographs.is_some(), are_plain);
                let reference = SegmentTokenizer { plain_ideographs: None, ..fast.clone() };
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

    fn with_rules(script: Script, rules: &str) -> Config {
        let rules = BreakRules::compile(rules, &Limits::default()).unwrap();
        Config { by_script: vec![(script, SharedBreakRules::Own(Arc::new(rules)))], ..config() }
    }
}
