//! Properties: general categories, scripts, binary properties, and the names of POSIX.

use super::flags::Flags;
use crate::unicode::set::UnicodeSet;
use icu_properties::props::Script;
use icu_properties::{PropertyNamesLong, PropertyNamesShort, PropertyParser};
use std::fmt::Write;

/// The class of a property.
pub(super) fn property(name: &str, flags: Flags) -> Option<String> {
    if let Some((key, value)) = name.split_once('=') {
        return match key.to_ascii_lowercase().as_str() {
            "sc" | "script" => script(value),
            "gc" | "general_category" => category(value, flags),
            _ => None,
        };
    }
    if let Some(name) = name.strip_prefix("Is") {
        return category(name, flags).or_else(|| binary(name, flags)).or_else(|| script(name));
    }
    category(name, flags).or_else(|| posix(name, flags))
}

fn category(name: &str, flags: Flags) -> Option<String> {
    const CATEGORIES: &str = " C Cc Cf Cn Co L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm \
                              So Z Zl Zp Zs ";
    let is_category = !name.contains(' ') && CATEGORIES.contains(&format!(" {name} "));
    match name {
        _ if !is_category => None,
        "Lu" | "Ll" | "Lt" if flags.ignore_case => class_of(CASED),
        _ => class_of(&format!(r"[\p{{gc={name}}}]")),
    }
}

/// The class of a script by its name or code, in any case.
fn script(name: &str) -> Option<String> {
    let script = PropertyParser::<Script>::new().get_loose(name)?;
    let long = PropertyNamesLong::<Script>::new().get(script)?;
    let code = PropertyNamesShort::<Script>::new().get(script)?;
    let is_name = [long, code].into_iter().any(|known| known.eq_ignore_ascii_case(name));
    if is_name { class_of(&format!(r"[\p{{sc={code}}}]")) } else { None }
}

/// The class of a binary property of Unicode.
fn binary(name: &str, flags: Flags) -> Option<String> {
    class_of(match name.to_ascii_uppercase().as_str() {
        "LOWERCASE" | "UPPERCASE" | "TITLECASE" if flags.ignore_case => CASED_PROPERTIES,
        "ALPHABETIC" => r"[\p{Alphabetic}]",
        "IDEOGRAPHIC" => r"[\p{Ideographic}]",
        "LETTER" => r"[\p{L}]",
        "LOWERCASE" => r"[\p{Lowercase}]",
        "UPPERCASE" => r"[\p{Uppercase}]",
        "TITLECASE" => r"[\p{Lt}]",
        "PUNCTUATION" => r"[\p{P}]",
        "CONTROL" => r"[\p{Cc}]",
        "WHITE_SPACE" | "WHITESPACE" => WHITE_SPACE,
        "DIGIT" => DIGITS,
        "HEX_DIGIT" | "HEXDIGIT" => r"[\p{Nd}\p{Hex_Digit}]",
        "ASSIGNED" => r"[\P{Cn}]",
        "WORD" => WORD_CHARACTERS,
        "JOIN_CONTROL" | "JOINCONTROL" => r"[\p{Join_Control}]",
        "NONCHARACTER_CODE_POINT" | "NONCHARACTERCODEPOINT" => r"[\p{Noncharacter_Code_Point}]",
        "EMOJI" => r"[\p{Emoji}]",
        "EMOJI_PRESENTATION" => r"[\p{Emoji_Presentation}]",
        "EMOJI_MODIFIER" => r"[\p{Emoji_Modifier}]",
        "EMOJI_MODIFIER_BASE" => r"[\p{Emoji_Modifier_Base}]",
        "EMOJI_COMPONENT" => r"[\p{Emoji_Component}]",
        "EXTENDED_PICTOGRAPHIC" => r"[\p{Extended_Pictographic}]",
        _ => return None,
    })
}

/// The class of a name of POSIX, which is ASCII without the flag `U`, or of Java.
fn posix(name: &str, flags: Flags) -> Option<String> {
    class_of(match (name, flags.unicode_classes) {
        ("Lower" | "Upper", true) if flags.ignore_case => CASED_PROPERTIES,
        ("Lower" | "Upper", false) if flags.ignore_case => "[a-zA-Z]",
        ("LC", _) => CASED,
        ("LD", _) => r"[\p{L}\p{Nd}]",
        ("L1", _) => r"[\u0000-\u00FF]",
        ("all" | "ALL", _) => r"[\p{Any}]",
        ("ASCII", _) => r"[\p{ASCII}]",
        ("Lower", false) => "[a-z]",
        ("Upper", false) => "[A-Z]",
        ("Alpha", false) => "[a-zA-Z]",
        ("Digit", false) => "[0-9]",
        ("Alnum", false) => "[a-zA-Z0-9]",
        ("Punct", false) => r"[[!-~]-[a-zA-Z0-9]]",
        ("Graph", false) => "[!-~]",
        ("Print", false) => r"[\u0020-~]",
        ("Blank", false) => r"[\u0020\t]",
        ("Cntrl", false) => r"[\u0000-\u001F\u007F]",
        ("XDigit", false) => "[0-9a-fA-F]",
        ("Space", false) => r"[\u0020\u0009-\u000D]",
        ("Lower", true) => r"[\p{Lowercase}]",
        ("Upper", true) => r"[\p{Uppercase}]",
        ("Alpha", true) => r"[\p{Alphabetic}]",
        ("Digit", true) => DIGITS,
        ("Alnum", true) => r"[\p{Alphabetic}\p{Nd}]",
        ("Punct", true) => r"[\p{P}]",
        ("Cntrl", true) => r"[\p{Cc}]",
        ("Blank", true) => r"[\p{Zs}\t]",
        ("Graph", true) => r"[^\p{Z}\p{Cc}\p{Cs}\p{Cn}]",
        ("Print", true) => r"[^\p{Zl}\p{Zp}\p{Cc}\p{Cs}\p{Cn}]",
        ("XDigit", true) => r"[\p{Nd}\p{Hex_Digit}]",
        ("Space", true) => WHITE_SPACE,
        (WORD, _) => WORD_CHARACTERS,
        _ => return None,
    })
}

/// The letters that the categories of case match if case is ignored; a UnicodeSet, like all patterns for [`class_of`].
const CASED: &str = r"[\p{Lu}\p{Ll}\p{Lt}]";
/// The characters that the binary properties of case match if case is ignored.
const CASED_PROPERTIES: &str = r"[\p{Lowercase}\p{Uppercase}\p{Lt}]";
const DIGITS: &str = r"[\p{Nd}]";
const WHITE_SPACE: &str = r"[\p{White_Space}]";
/// The name here of the class `\w` with the flag `U`, which no property has.
pub(super) const WORD: &str = r"\w";
/// The word characters of UTS #18, annex C.
const WORD_CHARACTERS: &str = r"[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200C\u200D]";

/// The code points of a UnicodeSet as a class, so that all components have one version of Unicode.
fn class_of(set: &str) -> Option<String> {
    let set = UnicodeSet::parse(set).ok()?;
    let mut class = String::from("[");
    for (first, last) in set.ranges() {
        // Surrogates are in no term.
        for (first, last) in [(first, last.min(0xD7FF)), (first.max(0xE000), last)] {
            if first <= last {
                let _ = write!(class, "\\x{{{first:X}}}-\\x{{{last:X}}}");
            }
        }
    }
    class.push(']');
    // The empty class is not a class for the engine.
    (class.len() > 2).then_some(class)
}
