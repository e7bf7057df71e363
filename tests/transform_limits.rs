//! Bad input of transforms: time linear in the text, bounded memory of rules, locations of errors.

use serde_json::json;
use std::time::{Duration, Instant};
use unic_analysis::analysis::TextError;
use unic_analysis::config::{CompileOptions, compile};
use unic_analysis::unicode::rule_text::{Limits, RuleError};
use unic_analysis::unicode::transform::{Direction, PieceOptions, Runner, Transform, TransformError, transform};

fn rules(rules: &str) -> Result<Transform, TransformError> {
    Transform::from_rules(rules, Direction::Forward, &Limits::default())
}

/// The error of a rule text.
fn refused(text: &str, direction: Direction) -> RuleError {
    match Transform::from_rules(text, direction, &Limits::default()) {
        Err(TransformError::Rules(error)) => error,
        other => panic!("{text:.100}: {other:?}"),
    }
}

/// The time of a transform of `count` copies of a text, the smaller of two.
fn time(by: &Transform, part: &str, count: usize) -> Duration {
    let text = part.repeat(count);
    let run = || {
        let start = Instant::now();
        // A limit is reached after a bounded time as well.
        _ = transform(by, &text);
        start.elapsed()
    };
    (0..2).map(|_| run()).min().unwrap_or_default()
}

/// A text that is 32 times as long takes about 32 times as long, and not 1,024 times.
fn check_linear(name: &str, by: &Transform, part: &str) {
    let short = time(by, part, 2_000).max(Duration::from_millis(1));
    let long = time(by, part, 64_000);
    assert!(long < short * 200, "{name}, {part:?}: {short:?} and {long:?}");
}

#[test]
fn shipped_transforms_are_linear_in_long_runs() {
    for (id, parts) in [
        ("Greek-Latin", "α Σ \u{345}"),
        ("lt-Title", ". ー \u{301} '"),
        ("tr-Title", ". ー \u{301}"),
        ("el-Title", ". ー \u{301}"),
        ("az-Title", ". ー \u{301}"),
        ("Latin-Greek/UNGEGN", "\u{301} \u{94D} \u{345}"),
        ("Zawgyi-my", "\u{1039}"),
        ("NumericPinyin-Latin", "a A"),
        ("Any-Latin", "α ก ཀ"),
    ] {
        let by = Transform::new(id, Direction::Forward).expect("an id");
        parts.split(' ').for_each(|part| check_linear(id, &by, part));
    }
    check_linear("Zawgyi-my", &Transform::new("Zawgyi-my", Direction::Forward).expect("an id"), " ");
}

#[test]
fn custom_rules_are_linear_in_long_runs() {
    for (text, part) in [
        ("a+ b > x;", "a"),
        ("[ab]* c > x;", "ab"),
        ("(a+) b > $1;", "a"),
        ("{a} a* b > x;", "a"),
        ("b a* { a > | a;", "a"),
        ("[^x]* { a } [^x]* x > y;", "a"),
        // Nested quantifiers, quantifiers with segments, quantifiers of several characters.
        ("((a b?)+ c?)+ d > x;", "ab"),
        ("((a)+ b)* c > $2;", "aab"),
        ("(ab)+ c > x;", "ab"),
        ("$q = a+; $q b $q c > x;", "aaaaaaaab"),
        ("a } (b? a)* > | @ x;", "a"),
        // Matches in each place, with a context as long as the text.
        ("(a)* { (b) > $1 $2;", "b"),
        ("[a-c]* { (b) > &Upper($1);", "b"),
        // A segment is written again at each step.
        ("(a+) > x | $1;", "a"),
        ("(a+) > | $1 b;", "a"),
        ("(.) > &Any-Name($1);", "a"),
        (":: [a]; b* { a > b;", "ab"),
        (":: [a]; b* { a > c; :: Null; [bc]* { c > d; ", "ab"),
    ] {
        check_linear(text, &rules(text).expect(text), part);
    }
}

#[test]
fn results_of_long_runs_are_exact() {
    let run = "a".repeat(100);
    for (by, text, result) in [
        ("a+ b > x;", format!("{run}{run}b{run}"), format!("x{run}")),
        ("(a)+ b > $1;", format!("{run}b"), "a".to_owned()),
        ("(c? (a))* { b > $2;", format!("{run}bb"), format!("{run}aa")),
        ("x (a* b)* { c > $1;", format!("x{run}b{run}bccab"), format!("x{run}b{run}b{run}b{run}bab")),
        ("a { a } a* b > x;", format!("{run}b{run}"), format!("{}b{run}", "ax".repeat(50))),
    ] {
        assert_eq!(transform(&rules(by).expect(by), &text).as_deref(), Ok(result.as_str()), "{by}");
    }
}

#[test]
fn variables_and_sets_have_a_total_limit() {
    let doubling: String =
        (1..2_000).map(|number| format!("$v{number} = $v{} $v{};\n", number - 1, number / 2)).collect();
    let error = refused(&format!("$v0 = a;\n{doubling}"), Direction::Forward);
    assert!(error.limit, "{error}");
    let long = format!("$v = {};\n", "ab".repeat(30_000));
    let many = refused(&format!("{long}{}", "$v > x;".repeat(100)), Direction::Forward);
    assert!(many.limit && many.to_string().contains("4 million characters"), "{many}");
    let sets =
        refused(&format!("use variable range 0x4E00 0x9FFF;{}", "[:L:] a > b;".repeat(20_000)), Direction::Forward);
    assert!(sets.limit, "{sets}");
    // What an empty function call or an empty quantifier doubles has no length.
    for step in ["$v{n} = &Upper($v{b} $v{b});", "$w = $v{b} $v{b}; $v{n} = $w*;"] {
        let text: String = (1..200)
            .map(|n| {
                step.replace("$w", &format!("$w{n}"))
                    .replace("{n}", &n.to_string())
                    .replace("{b}", &(n - 1).to_string())
            })
            .collect();
        let start = if step.contains('&') { "$v0 = &Upper(a);" } else { "$v0 = a*;" };
        let last = if step.contains('&') { "b > $v199;" } else { "$v199 b > c;" };
        let error = refused(&format!("{start}{text}{last}"), Direction::Forward);
        assert!(error.limit, "{error}");
    }
    let plain = refused(&format!("{} > x;", "a".repeat(66_000)), Direction::Forward);
    assert!(plain.to_string().contains("65536 characters"), "{plain}");
}

#[test]
fn errors_say_where_and_what() {
    for (text, line, column, message) in [
        ("foo;", 1, 4, "found `;`, expected `>`, `<`, `<>` or `=`"),
        ("a b c;", 1, 6, "found `;`, expected `>`, `<`, `<>` or `=`"),
        ("a > b;\nc d", 2, 4, "unexpected end of the text, expected `>`"),
        ("pragma x;", 1, 1, "`pragma` is not supported"),
        ("a > b;\n:: Foo-Bar;", 2, 1, "unknown transform id `Foo-Bar`, expected the id of a transform"),
        ("a > b;\n:: Cyrilic-Latin;", 2, 1, "`Cyrilic-Latin`, expected an id such as `Cyrillic-Latin`"),
        ("a > b;\nc > &Foo-Bar(c);", 2, 5, "unknown transform id `Foo-Bar`"),
        ("a > b;\n\n :: [a-c];\nb > c;", 3, 2, "the global filter is not at its end"),
    ] {
        let error = refused(text, Direction::Forward);
        assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
        assert!(error.to_string().contains(message), "{text}: {error}");
    }
    let error = refused("a > b;\n:: ([a]);\nb > c;", Direction::Reverse);
    assert_eq!((error.line, error.column), (2, 1), "{error}");
}

#[test]
fn wrong_ids_say_what_is_wrong() {
    let refused = |id: &str, direction| Transform::new(id, direction).expect_err(id).to_string();
    assert!(refused("[z-a] Upper", Direction::Forward).contains("column 2: the range `z-a`"));
    assert!(refused("Lower; [a", Direction::Forward).contains("line 1, column"));
    assert!(refused("", Direction::Forward).ends_with("it is empty"));
    assert!(refused("a;;b", Direction::Forward).contains("ill-formed"));
    assert_eq!(refused("Foo-Bar", Direction::Reverse), "unknown transform id `Foo-Bar`");
    let error = Transform::new("Han-Latin", Direction::Reverse).expect_err("no inverse");
    assert_eq!(error.to_string(), "the transform `Han-Latin` has no inverse: there is no `Latin-Han`");
}

#[test]
fn a_char_filter_that_does_not_end_is_a_limit() {
    for rules in ["a > |a;", "a > aa|a;", "(a+) > | $1 b;"] {
        let json = json!({"char_filter": {"f": {"type": "unic_transform", "rules": rules}},
            "analyzer": {"a": {"type": "custom", "tokenizer": "keyword", "char_filter": ["f"]}}});
        let analyzer =
            compile(json.to_string().as_bytes(), Some("a"), &CompileOptions::default()).expect("rules").analyzer;
        let error = analyzer.stream().analyze("aaa".as_bytes()).err();
        assert_eq!(error, Some(TextError::Limit), "{rules}");
        assert!(TextError::Limit.to_string().contains("do not terminate"));
    }
}

/// A result that exceeds the limit of the caller fails before it is complete.
#[test]
fn the_limit_of_the_caller_applies() {
    let by = rules("a > bbbbbbbbbbbbbbbbbbbb;").expect("rules");
    let text = "a".repeat(10_000);
    let mut runner = Runner::default();
    let within = |max_length| PieceOptions { max_length, ..PieceOptions::default() };
    assert!(runner.transform_with_pieces(&by, text.as_bytes(), within(200_000)).is_ok());
    assert!(runner.transform_with_pieces(&by, text.as_bytes(), within(20_000)).is_err());
}

#[test]
fn nested_quantifiers_and_functions_are_limited_also_in_variables() {
    let chain = |first: &str, next: &str, last: &str, count: usize| -> String {
        let steps = (0..count).map(|n| format!("$v{} = {};", n + 1, next.replace('_', &format!("$v{n}"))));
        format!(
            "use variable range 0x100 0xF000; $v0 = {first};{}{}",
            steps.collect::<String>(),
            last.replace('_', &format!("$v{count}"))
        )
    };
    let quantifiers = |count: usize| format!("use variable range 0x100 0xF000; a{} > b;", "+".repeat(count));
    let texts = [
        [quantifiers(100), quantifiers(60_000)],
        [chain("a+", "_+", "_ > b;", 99), chain("a+", "_+", "_ > b;", 50_000)],
        [chain("(a)", "(_)", "_ > b;", 99), chain("(a)", "(_)", "_ > b;", 900)],
        [chain("&NFC(a)", "&NFC(_)", "b > _;", 99), chain("&NFC(a)", "&NFC(_)", "b > _;", 50_000)],
    ];
    for [accepted, deep] in texts {
        rules(&accepted).unwrap_or_else(|error| panic!("{accepted:.60}: {error}"));
        let error = refused(&deep, Direction::Forward).to_string();
        assert!(error.contains("nested deeper than 100"), "{deep:.60}: {error}");
    }
}

/// The text, up to the limit, is read in a time that depends on its length, not on its square.
#[test]
fn long_lists_of_ids_and_passes_end() {
    for direction in [Direction::Forward, Direction::Reverse] {
        for part in ["::NFC;", "a<>b;::Null;"] {
            let error = refused(&part.repeat(300_000), direction).to_string();
            assert!(error.contains("more than 4096 ids and passes"), "{part}: {error}");
        }
        assert!(Transform::new(&"NFC;".repeat(100_000), direction).is_ok());
        for id in ["x".repeat(1 << 20), format!("a{}!", " ".repeat(1 << 20))] {
            let error = Transform::new(&id, direction).expect_err("no id");
            assert_eq!(Transform::nearest_id(error.unknown_id().unwrap_or(&id)), None);
        }
    }
}

/// As in ICU, the inverse has the passes, and the ids between them, in reverse order.
#[test]
fn inverses_of_rule_texts_have_the_reverse_order() {
    let text = "::Upper (Lower); ::[a-z] NFD (NFC); a <> b; ::Null; b <> c; c <> d; ::Null (Upper);";
    let by = Transform::from_rules(text, Direction::Reverse, &Limits::default()).expect("rules");
    // Upper, then c > b and d > c, then b > a.
    assert_eq!(transform(&by, "dcb").as_deref(), Ok("dcb"));
    let text = "::(Lower); a <> b; ::Null; b <> c; c <> d;";
    let by = Transform::from_rules(text, Direction::Reverse, &Limits::default()).expect("rules");
    assert_eq!(transform(&by, "dcbA").as_deref(), Ok("caaa"));
}

/// Shared by 20,000 rules, the expansion of a large variable is counted once.
#[test]
fn large_variables_in_many_rules_are_expanded_once() {
    let objects: String = (0..20_000).map(|_| "a+").collect();
    let uses: String = (0..20_000).map(|n| format!("$v x{n} > y;")).collect();
    let error = refused(&format!("use variable range 0x100 0xF000; $v = ({objects}); {uses}"), Direction::Forward);
    assert!(!error.to_string().is_empty());
}
