//! The characters of `\N{…}` in set patterns, as in ICU 79.1.

use crate::unicode::character_name;

/// The code point of `NAME`, `hex:NAME` or `hex:c:NAME`, whose parts must be those of one character; or what is wrong,
/// and what is expected.
pub(super) fn named_character(text: &str) -> Result<u32, (String, &'static str)> {
    let mut parts = text.splitn(3, ':');
    let (number, literal, name) = match (parts.next(), parts.next(), parts.next()) {
        (Some(number), Some(literal), Some(name)) => (Some(number), Some(literal), name),
        (Some(number), Some(name), None) => (Some(number), None, name),
        _ => (None, None, text),
    };
    let c = character_name::find(name).ok_or_else(|| (format!("unknown character name `{name}`"), ""))?;
    let is_hexadecimal = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_number = |digits: &str| is_hexadecimal(digits) && u32::from_str_radix(digits, 16) == Ok(c);
    let is_literal = |literal: &str| literal.chars().map(u32::from).eq([c]);
    if number.is_some_and(|number| !is_number(number)) || literal.is_some_and(|literal| !is_literal(literal)) {
        return Err((
            format!("`\\N{{{text}}}` does not describe one character"),
            "its number in hexadecimal digits, or its number and the character, before the name",
        ));
    }
    Ok(c)
}

#[cfg(test)]
mod tests {
    use crate::unicode::set::UnicodeSet;

    /// The results of ICU 79.1.
    #[test]
    fn a_named_character_may_have_its_number() {
        for (pattern, expected) in [
            ("[\\N{20:SPACE}]", "[\\ ]"),
            ("[\\N{20: :SPACE}]", "[\\ ]"),
            ("[\\N{00000000000020:SPACE}]", "[\\ ]"),
            ("[\\N{1f600:😀:GRINNING FACE}]", "[😀]"),
            ("[{\\N{20:SPACE}b}]", "[{\\ b}]"),
            ("[\\N{61:a:LATIN SMALL LETTER A}-\\N{LATIN SMALL LETTER C}]", "[a-c]"),
            ("[\\N{9:<control-9>}]", "[\\t]"),
            ("[\\N{<lead surrogate-D800>}]", "[\\uD800]"),
            ("[\\N{SPACE}\u{200E}1]", "[\\ 1]"),
            ("[:na=_latin small-letter a :]", "[a]"),
        ] {
            assert_eq!(UnicodeSet::parse(pattern), UnicodeSet::parse(expected), "{pattern}");
        }
        for pattern in [
            "[\\N{61:SPACE}]",
            "[\\N{61:a:SPACE}]",
            "[\\N{20:a:SPACE}]",
            "[\\N{:SPACE}]",
            "[\\N{20:}]",
            "[\\N{20::SPACE}]",
            "[\\N{20:::SPACE}]",
            "[\\N{+20:SPACE}]",
            "[\\N{ 20:SPACE}]",
            "[\\N{20:\\u0020:SPACE}]",
            "[\\N{110020:SPACE}]",
            "[\\N {SPACE}]",
            "[\\N{SPACE\t}]",
            "\\N{SPACE}",
            "[:na=LATIN SMALL LETTER A\t:]",
        ] {
            assert!(UnicodeSet::parse(pattern).is_err(), "{pattern}");
        }
    }
}
