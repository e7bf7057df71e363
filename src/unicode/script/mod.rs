//! Script runs: ranges of text in one script (UAX #24), as the ICU plugin's tokenizer splits them.
//!
//! Common and Inherited characters join the surrounding run, whose script is that of its first other character; a run
//! without such a character is Common. A combining mark never starts a run, nor does a character whose
//! Script_Extensions include the run's script (UAX #24 section 5.2). Optionally Han, Hiragana and Katakana count as one
//! script, `Jpan`; fullwidth digits then count as Latin. The whole text is processed at once: no run is split at the
//! end of a buffer.
//!
//! Brackets are not paired, as in the ICU plugin.

mod name;

pub use name::{script_code, script_from_name};

use crate::lazy::Lazy;
use crate::unicode::class_map::{ClassMap, code_at};
use crate::unicode::segment::RunBoundary;
use crate::unicode::text::CodeUnit;
use icu_properties::CodePointMapData;
pub use icu_properties::props::Script;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};
use icu_properties::script::ScriptWithExtensions;

/// The options for determining script runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScriptRunOptions {
    /// Whether Han, Hiragana and Katakana are one script, [`JAPANESE`].
    pub join_japanese: bool,
    /// Whether Hiragana is excluded from that script.
    pub exclude_hiragana: bool,
    /// Whether white space ends a run, so that the script of the following text is determined independently.
    pub end_at_space: bool,
}

/// The code of the joined Japanese scripts (`Jpan`, ISO 15924 and UScriptCode 105).
#[allow(deprecated)] // the crate has no other constructor for a script that is not a value of the property
pub const JAPANESE: Script = Script::from_icu4c_value(105);

/// A range of text in one script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptRun {
    /// The start, in units.
    pub start: usize,
    /// The end, in units.
    pub end: usize,
    /// The script; [`Script::Common`] if no character has another one.
    pub script: Script,
}

/// The script runs of a text in order.
#[derive(Clone, Debug)]
pub struct ScriptRuns<'a, U> {
    text: &'a [U],
    at: usize,
    options: ScriptRunOptions,
    classes: &'static ClassMap,
}

/// The scripts of all code points for the given options: the class is the number of the script.
struct ScriptTables {
    by_property: Lazy<ClassMap>,
    joined: Lazy<ClassMap>,
    exclude_hiragana: Lazy<ClassMap>,
}

static TABLES: ScriptTables = ScriptTables {
    by_property: Lazy::new(|| table(ScriptRunOptions::default())),
    joined: Lazy::new(|| table(ScriptRunOptions { join_japanese: true, ..ScriptRunOptions::default() })),
    exclude_hiragana: Lazy::new(|| {
        table(ScriptRunOptions { join_japanese: true, exclude_hiragana: true, ..ScriptRunOptions::default() })
    }),
};

fn table(options: ScriptRunOptions) -> ClassMap {
    let scripts = CodePointMapData::<Script>::new();
    let mut ranges: Vec<(u32, usize)> = scripts
        .iter_ranges()
        .map(|range| (*range.range.start(), usize::from(number_of(joined(range.value, options)))))
        .collect();
    if options.join_japanese {
        // Fullwidth digits count as Latin.
        let digits = ranges.partition_point(|&(start, _)| start < 0xFF10);
        let after = ranges.get(digits.saturating_sub(1)).map_or(0, |range| range.1);
        ranges.insert(digits, (0xFF10, usize::from(LATIN)));
        if ranges.get(digits + 1).is_none_or(|&(start, _)| start > 0xFF1A) {
            ranges.insert(digits + 1, (0xFF1A, after));
        }
    }
    ClassMap::new(&ranges)
}

/// The script that a script counts as.
fn joined(script: Script, options: ScriptRunOptions) -> Script {
    match script {
        Script::Hiragana if options.exclude_hiragana => script,
        Script::Han | Script::Hiragana | Script::Katakana if options.join_japanese => JAPANESE,
        script => script,
    }
}

/// The script runs of a text.
pub fn script_runs<U: CodeUnit>(text: &[U], options: ScriptRunOptions) -> ScriptRuns<'_, U> {
    ScriptRuns { text, at: 0, options, classes: classes(options) }
}

fn classes(options: ScriptRunOptions) -> &'static ClassMap {
    match (options.join_japanese, options.exclude_hiragana) {
        (false, _) => &TABLES.by_property,
        (true, false) => &TABLES.joined,
        (true, true) => &TABLES.exclude_hiragana,
    }
}

/// The membership test of a script run. It finds the end of the run while the text is segmented, so that a text is read
/// once.
#[derive(Clone, Copy, Debug)]
pub struct ScriptRunMembers {
    classes: &'static ClassMap,
    /// The script; all characters belong to [`COMMON`].
    run: u16,
    options: ScriptRunOptions,
}

/// The script run at the start of a text: its script, its membership test, and its maximum length.
#[inline]
pub fn first_run<U: CodeUnit>(text: &[U], options: ScriptRunOptions) -> (Script, ScriptRunMembers, usize) {
    let classes = classes(options);
    if options.end_at_space {
        let run = script_runs(text, options).next();
        let (script, end) = run.map_or((Script::Common, text.len()), |run| (run.script, run.end));
        return (script, ScriptRunMembers { classes, run: COMMON, options }, end);
    }
    let mut at = 0;
    while at < text.len() {
        let (script, length) = classes.classify(text, text, at);
        if is_real(script) {
            return (script_of(script), ScriptRunMembers { classes, run: script, options }, text.len());
        }
        at += length;
    }
    (Script::Common, ScriptRunMembers { classes, run: COMMON, options }, text.len())
}

impl ScriptRunMembers {
    /// A run that contains all characters.
    pub fn all() -> ScriptRunMembers {
        ScriptRunMembers {
            classes: classes(ScriptRunOptions::default()),
            run: COMMON,
            options: ScriptRunOptions::default(),
        }
    }

    /// Whether the character of another script at an offset may belong to the run.
    #[inline(never)]
    fn may_belong<U: CodeUnit>(&self, text: &[U], at: usize) -> bool {
        let Some((c, _)) = U::decode(text, at) else { return false };
        let scripts = ScriptWithExtensions::new();
        let has = |script: &Script| scripts.has_script(c, *script);
        if GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(c)) {
            return true;
        }
        match script_of(self.run) {
            JAPANESE if self.options.exclude_hiragana => [Script::Han, Script::Katakana].iter().any(has),
            JAPANESE => [Script::Han, Script::Hiragana, Script::Katakana].iter().any(has),
            script => has(&script),
        }
    }
}

impl RunBoundary for ScriptRunMembers {
    #[inline(always)]
    fn ends_before<U: CodeUnit>(&self, code: u32, text: &[U], at: usize) -> bool {
        if code < 0x80 {
            return (code | 0x20).wrapping_sub(u32::from(b'a')) < 26 && self.run != LATIN && self.run != COMMON;
        }
        let script = self.classes.class(code);
        script != self.run && is_real(script) && self.run != COMMON && !self.may_belong(text, at)
    }

    fn contains(&self, code: u32) -> bool {
        let script = self.classes.class(code);
        script == self.run || !is_real(script) || self.run == COMMON
    }

    fn block_id(&self, code: u32) -> u16 {
        self.classes.block(code)
    }

    #[inline]
    fn is_whole_text(&self) -> bool {
        self.run == COMMON
    }

    #[inline]
    fn id(&self) -> u32 {
        let options = u32::from(self.options.join_japanese) | u32::from(self.options.exclude_hiragana) << 1;
        u32::from(self.run) | options << 16
    }
}

impl<U: CodeUnit> ScriptRuns<'_, U> {
    /// The end of the run at the current offset, given its script.
    fn end_of(&self, run: u16, mut at: usize) -> usize {
        let members = ScriptRunMembers { classes: self.classes, run, options: self.options };
        while at < self.text.len() {
            let (code, length) = code_at(self.text, self.text, at);
            if members.ends_before(code, self.text, at) {
                break;
            }
            at += length;
        }
        at
    }

    fn is_space(&self, at: usize) -> bool {
        U::decode(self.text, at).is_some_and(|(c, _)| c.is_whitespace())
    }

    /// The next run, if white space does not end runs.
    fn next_run(&mut self) -> ScriptRun {
        let start = self.at;
        let mut run = COMMON;
        while self.at < self.text.len() {
            let (script, length) = self.classes.classify(self.text, self.text, self.at);
            self.at += length;
            if is_real(script) {
                run = script;
                self.at = self.end_of(run, self.at);
                break;
            }
        }
        ScriptRun { start, end: self.at, script: script_of(run) }
    }

    /// The next run, if white space ends runs: up to the first character after white space.
    fn next_run_before_space(&mut self) -> ScriptRun {
        let start = self.at;
        let mut run = COMMON;
        let mut after_space = false;
        while self.at < self.text.len() {
            let is_space = self.is_space(self.at);
            if after_space && !is_space {
                break;
            }
            after_space = is_space;
            let (code, length) = code_at(self.text, self.text, self.at);
            let members = ScriptRunMembers { classes: self.classes, run, options: self.options };
            if members.ends_before(code, self.text, self.at) {
                break;
            }
            let script = self.classes.class(code);
            run = if is_real(run) || !is_real(script) { run } else { script };
            self.at += length;
        }
        ScriptRun { start, end: self.at, script: script_of(run) }
    }
}

const COMMON: u16 = number_of(Script::Common);
const LATIN: u16 = number_of(Script::Latin);

#[allow(deprecated)] // the crate has no other number of a script
const fn number_of(script: Script) -> u16 {
    script.to_icu4c_value()
}

/// Whether a script is neither Common nor Inherited.
#[inline]
fn is_real(script: u16) -> bool {
    script > 1
}

#[allow(deprecated)] // the crate has no other conversion from the number
fn script_of(number: u16) -> Script {
    Script::from_icu4c_value(number)
}

impl<U: CodeUnit> Iterator for ScriptRuns<'_, U> {
    type Item = ScriptRun;

    #[inline]
    fn next(&mut self) -> Option<ScriptRun> {
        if self.at >= self.text.len() {
            return None;
        }
        Some(if self.options.end_at_space { self.next_run_before_space() } else { self.next_run() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn runs(text: &str, join_japanese: bool) -> Vec<(String, String)> {
        let options = ScriptRunOptions { join_japanese, ..ScriptRunOptions::default() };
        let units: Vec<u16> = text.encode_utf16().collect();
        let found: Vec<_> = script_runs(&units, options)
            .map(|run| (String::from_utf16_lossy(&units[run.start..run.end]), script_code(run.script).to_owned()))
            .collect();
        let bytes: Vec<_> = script_runs(text.as_bytes(), options)
            .map(|run| (text[run.start..run.end].to_owned(), script_code(run.script).to_owned()))
            .collect();
        assert_eq!(found, bytes);
        found
    }

    fn pair(text: &str, script: &str) -> (String, String) {
        (text.to_owned(), script.to_owned())
    }

    #[test]
    fn common_characters_join_the_surrounding_run() {
        assert_eq!(
            runs("x 14th россия 2BR", true),
            [pair("x 14th ", "Latn"), pair("россия 2", "Cyrl"), pair("BR", "Latn")]
        );
        assert_eq!(runs("2 ab", true), [pair("2 ab", "Latn")]);
        assert_eq!(runs("😀 1", true), [pair("😀 1", "Zyyy")]);
        assert!(runs("", true).is_empty());
    }

    #[test]
    fn kana_and_han_are_one_script_when_joined() {
        assert_eq!(runs("東京にアa", true), [pair("東京にア", "Jpan"), pair("a", "Latn")]);
        assert_eq!(runs("東京に", false), [pair("東京", "Hani"), pair("に", "Hira")]);
        assert_eq!(runs("ァ１4th", true), [pair("ァ", "Jpan"), pair("１4th", "Latn")]);
    }

    #[test]
    fn marks_and_script_extensions_stay_in_the_run() {
        assert_eq!(runs("a\u{903}b", true), [pair("a\u{903}b", "Latn")]);
        assert_eq!(runs("\u{119A0}\u{CE6}", true), [pair("\u{119A0}\u{CE6}", "Nand")]);
    }

    #[test]
    fn numbers_of_scripts_without_letters_are_the_least() {
        assert_eq!((COMMON, number_of(Script::Inherited)), (0, 1));
    }

    /// Reference implementation, which queries the properties of each character.
    fn reference_runs(text: &[char], options: ScriptRunOptions) -> Vec<(usize, Script)> {
        let properties = CodePointMapData::<Script>::new();
        let extensions = ScriptWithExtensions::new();
        let real = |script: Script| !matches!(script, Script::Common | Script::Inherited);
        let of = |c: char| match c {
            '\u{FF10}'..='\u{FF19}' if options.join_japanese => Script::Latin,
            c => joined(properties.get(c), options),
        };
        let may_belong = |c: char, run: Script| {
            let parts: &[Script] = match run {
                JAPANESE if options.exclude_hiragana => &[Script::Han, Script::Katakana],
                JAPANESE => &[Script::Han, Script::Hiragana, Script::Katakana],
                _ => &[run],
            };
            GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(c))
                || parts.iter().any(|&part| extensions.has_script(c, part))
        };
        let mut runs = Vec::new();
        let mut run = Script::Common;
        for (at, &c) in text.iter().enumerate() {
            let after_space = at > 0 && options.end_at_space && text[at - 1].is_whitespace() && !c.is_whitespace();
            let changes = real(of(c)) && of(c) != run && real(run) && !may_belong(c, run);
            if at > 0 && (after_space || changes) {
                runs.push((at, run));
                run = Script::Common;
            }
            run = if real(of(c)) && !real(run) { of(c) } else { run };
        }
        runs.push((text.len(), run));
        runs
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]

        #[test]
        fn runs_equal_the_reference(
            text in prop::collection::vec(
                prop_oneof![
                    prop::sample::select("ab1 .é\u{301}я한東にアーｱ１：ไ\u{903}\u{CE6}\u{119A0}、𠮷😀\u{2003}".chars().collect::<Vec<_>>()),
                    any::<char>(),
                ],
                1..120,
            ),
            join_japanese: bool, exclude_hiragana: bool, end_at_space: bool,
        ) {
            let options = ScriptRunOptions { join_japanese, exclude_hiragana: exclude_hiragana && join_japanese, end_at_space };
            let string: String = text.iter().collect();
            let units: Vec<u16> = string.encode_utf16().collect();
            let wanted = reference_runs(&text, options);
            let utf8: Vec<_> = script_runs(string.as_bytes(), options)
                .map(|run| (string[..run.end].chars().count(), run.script)).collect();
            let utf16: Vec<_> = script_runs(&units, options)
                .map(|run| (String::from_utf16(&units[..run.end]).unwrap().chars().count(), run.script)).collect();
            prop_assert_eq!(&utf8, &wanted);
            prop_assert_eq!(&utf16, &wanted);
        }
    }

    #[test]
    fn space_ends_a_run_with_the_option() {
        let options = ScriptRunOptions { join_japanese: true, end_at_space: true, ..ScriptRunOptions::default() };
        let ends: Vec<_> = script_runs("ァ  14th".as_bytes(), options).map(|run| (run.end, run.script)).collect();
        assert_eq!(ends, [(5, JAPANESE), (9, Script::Latin)]);
    }
}
