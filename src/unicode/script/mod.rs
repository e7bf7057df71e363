//! Script runs: stretches of text of one script (UAX #24), as the mainline tokenizer cuts them.
//!
//! Common and Inherited characters join the run that they stand in, the first character with a script of its own names it; a
//! run without any is Common. A combining mark never starts a run, nor does a character whose Script_Extensions hold
//! the run's script (UAX #24 section 5.2). Optionally Han, Hiragana and Katakana are one script, `Jpan`; fullwidth digits then
//! count as Latin. The whole text is one: no buffer cuts a run.
//!
//! Left out on purpose: pairing of brackets, which the mainline does not do either.

mod name;

pub use name::{script_code, script_from_name, script_long_name};

use crate::unicode::text::CodeUnit;
pub use icu_properties::props::Script;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};
use icu_properties::script::{ScriptWithExtensions, ScriptWithExtensionsBorrowed};
use icu_properties::{CodePointMapData, CodePointMapDataBorrowed};

/// How scripts are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunOptions {
    /// Han, Hiragana and Katakana are one script, [`JAPANESE`].
    pub join_japanese: bool,
    /// Hiragana is not joined with the other two.
    pub hiragana_apart: bool,
    /// White space ends a run, and what follows decides its own script.
    pub end_at_space: bool,
}

/// The code of the joined Japanese scripts (`Jpan`, ISO 15924 and UScriptCode 105).
#[allow(deprecated)] // the crate has no other way to make a script that is not a value of the property
pub const JAPANESE: Script = Script::from_icu4c_value(105);

/// A stretch of text of one script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptRun {
    /// Where it starts, in units.
    pub start: usize,
    /// Where it ends, in units.
    pub end: usize,
    /// Its script; [`Script::Common`] if none of its characters has one.
    pub script: Script,
}

/// The script runs of a text in order.
#[derive(Clone, Debug)]
pub struct ScriptRuns<'a, U> {
    text: &'a [U],
    at: usize,
    options: RunOptions,
    scripts: ScriptWithExtensionsBorrowed<'static>,
    categories: CodePointMapDataBorrowed<'static, GeneralCategory>,
}

/// The script runs of a text.
pub fn script_runs<U: CodeUnit>(text: &[U], options: RunOptions) -> ScriptRuns<'_, U> {
    script_runs_from(text, 0, options)
}

/// The script runs of a text from a place on, where a run must start.
pub fn script_runs_from<U: CodeUnit>(text: &[U], at: usize, options: RunOptions) -> ScriptRuns<'_, U> {
    ScriptRuns {
        text,
        at,
        options,
        scripts: ScriptWithExtensions::new(),
        categories: CodePointMapData::<GeneralCategory>::new(),
    }
}

impl<U: CodeUnit> ScriptRuns<'_, U> {
    #[inline]
    fn script(&self, c: char) -> Script {
        // The most frequent cases first: ASCII letters, and ASCII without a script.
        if c.is_ascii() {
            return if c.is_ascii_alphabetic() { Script::Latin } else { Script::Common };
        }
        let script = self.scripts.get_script_val(c);
        if !self.options.join_japanese {
            return script;
        }
        match script {
            Script::Hiragana if self.options.hiragana_apart => script,
            Script::Han | Script::Hiragana | Script::Katakana => JAPANESE,
            _ if matches!(c, '\u{FF10}'..='\u{FF19}') => Script::Latin,
            script => script,
        }
    }

    /// Whether a character of another script may stay in the run.
    fn stays(&self, c: char, run: Script) -> bool {
        if GeneralCategoryGroup::Mark.contains(self.categories.get(c)) {
            return true;
        }
        match run {
            JAPANESE => {
                let hiragana = if self.options.hiragana_apart { &[][..] } else { &[Script::Hiragana] };
                let joined = hiragana.iter().chain(&[Script::Han, Script::Katakana]);
                joined.into_iter().any(|&one| self.scripts.has_script(c, one))
            }
            _ => self.scripts.has_script(c, run),
        }
    }

    fn ends_run(&self, c: char) -> bool {
        self.options.end_at_space && c.is_whitespace()
    }
}

fn is_real(script: Script) -> bool {
    !matches!(script, Script::Common | Script::Inherited)
}

impl<U: CodeUnit> Iterator for ScriptRuns<'_, U> {
    type Item = ScriptRun;

    fn next(&mut self) -> Option<ScriptRun> {
        let start = self.at;
        let (first, length) = U::decode(self.text, start)?;
        let mut run = self.script(first);
        let mut after_space = self.ends_run(first);
        self.at += length;
        while let Some((c, length)) = U::decode(self.text, self.at) {
            let script = self.script(c);
            if after_space && !self.ends_run(c) {
                break;
            }
            after_space = self.ends_run(c);
            if script != run && is_real(script) {
                if is_real(run) {
                    if !self.stays(c, run) {
                        break;
                    }
                } else {
                    run = script;
                }
            }
            self.at += length;
        }
        let script = if is_real(run) { run } else { Script::Common };
        Some(ScriptRun { start, end: self.at, script })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(text: &str, join_japanese: bool) -> Vec<(String, String)> {
        let options = RunOptions { join_japanese, ..RunOptions::default() };
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
    fn common_characters_join_the_run_they_stand_in() {
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
    fn space_ends_a_run_when_asked() {
        let options = RunOptions { join_japanese: true, end_at_space: true, ..RunOptions::default() };
        let ends: Vec<_> = script_runs("ァ  14th".as_bytes(), options).map(|run| (run.end, run.script)).collect();
        assert_eq!(ends, [(5, JAPANESE), (9, Script::Latin)]);
    }
}
