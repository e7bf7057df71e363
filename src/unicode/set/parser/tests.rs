//! Set patterns, with and without variables.

use super::*;

struct Two(UnicodeSet, SetSteps);

impl Variables for Two {
    fn steps(&self) -> Option<&SetSteps> {
        Some(&self.1)
    }

    fn get(&self, name: &str) -> Option<Variable<'_>> {
        match name {
            "vowel" => Some(Variable::Set(&self.0)),
            "hyphen" => Some(Variable::Text("\\-")),
            "word" => Some(Variable::Text("abc")),
            "spaced" => Some(Variable::Text("a ")),
            "quoted" => Some(Variable::Text(" [^a-y]")),
            _ => None,
        }
    }
}

fn with_variables(pattern: &str) -> Result<UnicodeSet, RuleError> {
    let variables = Two(UnicodeSet::parse("[aeiou]").unwrap(), SetSteps::default());
    UnicodeSet::parse_with(pattern, &variables, &Limits::default())
}

/// Without a limit a text of 4 MB takes hours.
#[test]
fn the_steps_of_operations_are_limited() {
    let mut large = UnicodeSet::new();
    large.add_ranges(&mut (0..100_000).map(|number| (2 * number, 2 * number)).collect());
    let variables = Two(large, SetSteps::default());
    let parse = |pattern: &str| UnicodeSet::parse_with(pattern, &variables, &Limits::default());
    assert!(parse("[[$vowel] - $vowel]").unwrap().is_empty());
    let error = parse(&format!("[{}]", "$vowel".repeat(1_000))).unwrap_err();
    assert!(error.limit && error.to_string().contains("steps"), "{error}");
    // The limit is that of all sets with these variables, in the values of variables as well.
    assert!(parse("[$quoted]").unwrap_err().limit);
}

/// Thousands of small operands are few steps, whatever the size of the set.
#[test]
fn small_operands_take_few_steps() {
    let every_second = || (0x4E00..0x9000).step_by(2);
    let count = |pattern: String| UnicodeSet::parse(&pattern).unwrap().len();
    let operands: Vec<String> = every_second().map(|c| format!("[\\u{c:04x}]")).collect();
    assert_eq!(count(format!("[{}]", operands.concat())), 0x2100);
    assert_eq!(count(format!("[[\\u4e00-\\u8fff]-{}]", operands.join("-"))), 0x2100);
    let descending: String = every_second().rev().map(|c| format!("\\u{c:04x}")).collect();
    assert_eq!(count(format!("[{descending}]")), 0x2100);
}

#[test]
fn copies_of_long_strings_are_limited() {
    let mut strings = UnicodeSet::new();
    strings.add_string(&"ab".repeat(1 << 19));
    let variables = Two(strings, SetSteps::default());
    let error = UnicodeSet::parse_with(&format!("[{}]", "$vowel".repeat(100)), &variables, &Limits::default());
    assert!(error.unwrap_err().limit);
}

#[test]
fn variables_are_one_set_or_character() {
    assert_eq!(with_variables("[[a-e] - $vowel]"), UnicodeSet::parse("[b-d]"));
    assert_eq!(with_variables("[a$hyphen z]"), UnicodeSet::parse("[az\\-]"));
    assert_eq!(with_variables("[[a-z] & $quoted]"), UnicodeSet::parse("[z]"));
    assert!(with_variables("[$word]").is_err() && with_variables("[$none]").is_err());
    assert!(with_variables("[$spaced]").is_err());
    assert_eq!(with_variables("[a$]"), UnicodeSet::parse("[a\\uFFFF]"));
}

/// The results of ICU 79.1.
#[test]
fn invisible_characters_do_not_end_an_escape() {
    for joined in
        ["\\10\u{200E}1", "\\0\u{200F}\u{200E}7", "\\x8\u{200E}a", "\\ud83d\u{200E}\\ude00", "\\7-\\11\u{200E}1"]
    {
        let error = UnicodeSet::parse(&format!("[{joined}]")).unwrap_err();
        assert!(error.to_string().contains("invisible"), "{joined:?} {error}");
    }
    for apart in [
        "\\10\u{200E}8",
        "\\10\u{200E} 1",
        "\\101\u{200E}1",
        "\\x81\u{200E}1",
        "\\x{8}\u{200E}1",
        "\\10\u{200E}\\61",
        "\\10\u{200E}-1",
        "\\ud83d \\ude00",
        "\\7\u{200E}",
    ] {
        assert!(UnicodeSet::parse(&format!("[{apart}]")).is_ok(), "{apart:?}");
    }
}

/// The results of ICU 79.1.
#[test]
fn invisible_characters_do_not_separate_a_bracket_and_a_colon() {
    for joined in
        ["[\u{200E}:a]", "[\u{200E}:L:]", "[x[\u{200F}:zzz:]]", "[[a]-[\u{200E}:a]]", "[a[\u{200E}\u{200F}:]]"]
    {
        let error = UnicodeSet::parse(joined).unwrap_err();
        assert!(error.to_string().contains("invisible"), "{joined:?} {error}");
    }
    for apart in
        ["[x[ \u{200E}:zzz:]]", "[x[\u{200E} :zzz:]]", "[x[\u{200E}^:a]]", "[^\u{200E}:a]", "[\u{200E}[:L:]]", "[ :a]"]
    {
        assert!(UnicodeSet::parse(apart).is_ok(), "{apart:?}");
    }
}

/// The results of ICU 79.1.
#[test]
fn a_range_may_end_with_a_dollar_sign() {
    for (pattern, expected) in [
        ("[\\n-$-]", "[\\n-\\$\\-]"),
        ("[\\n-$ - ]", "[\\n-\\$\\-]"),
        ("[\\n-$x-]", "[\\n-\\$x\\-]"),
        ("[!-$$]", "[!-\\$\\uFFFF]"),
        ("[!-$$-]", "[!-\\$\\-]"),
        ("[a$-]", "[a\\$\\-]"),
        ("[a$-z]", "[a\\$-z]"),
    ] {
        assert_eq!(UnicodeSet::parse(pattern), UnicodeSet::parse(expected), "{pattern}");
    }
    for pattern in [
        "[\\n-$]",
        "[\\n-$&[a]]",
        "[\\n-$-[!]]",
        "[\\n-$-z]",
        "[\\n-$--]",
        "[\\n-$-{a}]",
        "[a$-[b]]",
        "[a$&[b]]",
        "[a-$$]",
    ] {
        assert!(UnicodeSet::parse(pattern).is_err(), "{pattern}");
    }
}

#[test]
fn errors_have_the_location() {
    let error = UnicodeSet::parse("[a-z\n [b-a]]").unwrap_err();
    assert_eq!((error.line, error.column), (2, 3));
    let deep = "[".repeat(1000) + &"]".repeat(1000);
    assert!(UnicodeSet::parse(&deep).unwrap_err().limit);
}
