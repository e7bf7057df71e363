//! The rule files of this repository: the current words of the ICU plugin, and the effect of each variant.

mod oracle_files;

use oracle_files::{rows, string};
use unic_analysis::unicode::rule_text::Limits;
use unic_analysis::unicode::segment::{BreakRules, shipped_rules};

/// The segments with a status other than 0, which become tokens.
fn words(rules: &str, text: &str) -> Vec<(String, u32)> {
    let rules = shipped_rules(rules).unwrap();
    let all = rules.segments(text.as_bytes()).filter(|word| word.status != 0);
    all.map(|word| (text[word.start..word.end].to_owned(), word.status)).collect()
}

fn terms(rules: &str, text: &str) -> Vec<String> {
    words(rules, text).into_iter().map(|(term, _)| term).collect()
}

/// All texts in the oracle files of break rules and kinds.
fn texts() -> Vec<Vec<u16>> {
    let of = |file: &str, column: usize| rows(file).into_iter().flatten().map(move |row| row[column].clone());
    of("rbbi/rules.segments.tsv", 1).chain(of("seg/root.tsv", 0)).chain(of("seg/locales.tsv", 2)).collect()
}

#[test]
fn default_and_myanmar_rules_equal_those_of_the_plugin() {
    let Some(sources) = rows("rbbi/rules.tsv") else { return };
    for (ours, theirs) in [("Default", "lucene/Default"), ("MyanmarSyllable", "lucene/MyanmarSyllable")] {
        let Some(source) = sources.iter().find(|row| string(&row[0]) == theirs) else { continue };
        let theirs = BreakRules::compile(&string(&source[1]), &Limits::default()).unwrap();
        let ours = shipped_rules(ours).unwrap();
        let texts = texts();
        assert!(texts.len() > 1000);
        for text in texts {
            let (ours, theirs): (Vec<_>, Vec<_>) = (ours.segments(&text).collect(), theirs.segments(&text).collect());
            assert_eq!(ours, theirs, "{:?}", string(&text));
        }
    }
}

#[test]
fn default_rules_give_the_described_words() {
    let text = "don't O’Reilly U.S.A. co-op __x a_1 1_a 3.14 1,234.5 C3PO foo:bar 10% x²";
    let wanted = [
        ("don't", 200),
        ("O’Reilly", 200),
        ("U.S.A", 200),
        ("co", 200),
        ("op", 200),
        ("__x", 200),
        ("a_1", 100),
        ("1_a", 200),
        ("3.14", 100),
        ("1,234.5", 100),
        ("C3PO", 200),
        ("foo:bar", 200),
        ("10", 100),
        ("x", 200),
    ];
    assert_eq!(words("Default", text), wanted.map(|(term, status)| (term.to_owned(), status)));
    assert_eq!(words("Default", "カタカナ"), [("カタカナ".to_owned(), 300)]);
    assert_eq!(terms("Default", "東京に"), ["東", "京", "に"]);
}

#[test]
fn hyphen_rules_keep_dashes_between_letters_and_between_digits() {
    let text = "don't e-mail O’Reilly-Verlag 3-428-84350-9 a–b x\u{2010}y 1\u{2212}2 - -a b-";
    let wanted = ["don't", "e-mail", "O’Reilly-Verlag", "3-428-84350-9", "a–b", "x\u{2010}y", "1\u{2212}2", "a", "b"];
    assert_eq!(terms("Latin-dont-break-on-hyphens", text), wanted);
}

#[test]
fn keyword_and_white_space_rules() {
    assert_eq!(
        words("KeywordTokenizer", "Custom tokenization\nrules"),
        [("Custom tokenization\nrules".to_owned(), 200)]
    );
    let wanted = [("Don't,break.at?/(punct)!", 200), ("85_At:all;", 200), ("2=3$5,&813", 100), ("!@#%$^)(*@#$", 1)];
    let text = "  Don't,break.at?/(punct)! \r\n\r\n85_At:all; 2=3$5,&813 !@#%$^)(*@#$   ";
    assert_eq!(words("Latin-break-only-on-whitespace", text), wanted.map(|(term, status)| (term.to_owned(), status)));
}

#[test]
fn khmer_syllables_have_one_base_each() {
    for text in ["កម្ពុជា ភាសាខ្មែរ", "ព្រះរាជាណាចក្រកម្ពុជា", "ក៏ដោយ"]
    {
        let syllables = terms("KhmerSyllable", text);
        assert_eq!(syllables.concat(), text.replace(' ', ""));
        for syllable in syllables {
            let characters: Vec<char> = syllable.chars().collect();
            let is_base = |c: &char| ('\u{1780}'..='\u{17B3}').contains(c);
            let stacked = characters.windows(2).filter(|pair| pair[0] == '\u{17D2}' && is_base(&pair[1])).count();
            assert!(
                is_base(&characters[0]) && characters.iter().filter(|c| is_base(c)).count() - stacked == 1,
                "{syllable}"
            );
        }
    }
}

#[test]
fn technical_terms_are_not_split() {
    let text =
        "C++ C# F# R&D AT&T .NET node.js @user #tag, e.g. C++20 (C#) and foo... And cats&dogs end. Next issue#12";
    let wanted = [
        "C++", "C#", "F#", "R&D", "AT&T", ".NET", "node.js", "@user", "#tag", "e.g", "C++20", "C#", "and", "foo",
        "And", "cats", "dogs", "end", "Next", "issue", "12",
    ];
    assert_eq!(terms("TechnicalTerms", text), wanted);
    assert_eq!(terms("TechnicalTerms", "use C#"), ["use", "C#"]);
    let normal = "Don't stop: 3.14 isn't 22/7, co-op U.S.A. – “quoted” 東京カタカナ ภาษาไทย 1️⃣";
    assert_eq!(words("TechnicalTerms", normal), words("Default", normal));
}

#[test]
fn shipped_break_data_is_below_three_megabytes() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data/break");
    let files = ["compiled", "dictionary"].into_iter().flat_map(|part| std::fs::read_dir(folder.join(part)).unwrap());
    let bytes: u64 = files.map(|file| file.unwrap().metadata().unwrap().len()).sum();
    assert!((2_000_000..3_000_000).contains(&bytes), "{bytes}");
}
