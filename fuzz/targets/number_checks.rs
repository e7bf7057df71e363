//! Properties of number rules: compiled rules format like the parsed rules, and the parser with filters equals the
//! parser that tries all rules in turn. The property tests (`src/unicode/spell/properties.rs`) include this file, too.

use super::{Number, RuleBasedNumberFormat, Scratch};

/// Formats a number in both encodings, and with the reference.
pub fn check_writing(format: &RuleBasedNumberFormat, set: usize, number: &Number) -> Option<String> {
    let (mut text, mut reference) = (String::new(), String::new());
    let (mut utf8, mut utf16) = (Vec::<u8>::new(), Vec::<u16>::new());
    let written = format.write_by(set, number, &mut text);
    assert_eq!(written, format.write_units(set, number, &mut utf8), "{number}");
    assert_eq!(written, format.write_units(set, number, &mut utf16), "{number}");
    if *number != Number::Integer(i64::MIN) {
        assert_eq!(written, format.write_by_reference(set, number, &mut reference), "{number}");
        assert!(written.is_err() || text == reference, "{number}: {text}, by the reference {reference}");
    }
    assert_eq!(text.as_bytes(), utf8, "{number}");
    assert_eq!(text.encode_utf16().collect::<Vec<u16>>(), utf16, "{number}");
    written.ok().map(|()| text)
}

/// Parses a text with the search for rules that parse all of it, and with the reference, which tries more rules and so
/// reaches a limit sooner: with several rule sets (`may_give_up`) the search may find a number where the reference
/// finds none.
pub fn check_reading(
    format: &RuleBasedNumberFormat,
    text: &str,
    may_give_up: bool,
    scratch: &mut Scratch,
    about: &str,
) {
    for lenient in [false, true] {
        let found = format.read(text, lenient, scratch);
        // With the cache, and without it.
        for again in [format.read(text, lenient, scratch), format.read(text, lenient, &mut Scratch::default())] {
            assert_eq!(format!("{found:?}"), format!("{again:?}"), "{about} lenient {lenient} {text:?}");
        }
        let expected = format.read_by_reference(text, lenient, scratch);
        let is_same = match (&found, &expected) {
            (Some(found), Some(expected)) => {
                found.length == expected.length && found.value.to_bits() == expected.value.to_bits()
            }
            (None, None) => true,
            (Some(found), None) => found.length == text.len() && may_give_up,
            (None, Some(_)) => false,
        };
        assert!(is_same, "{about} lenient {lenient} {text:?}: {found:?}, by the reference {expected:?}");
    }
}
