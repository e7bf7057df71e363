//! White space as defined by Java: by the `whitespace` tokenizer of the JVM search engines, and in their settings.

/// Java's `Character.isWhitespace`: the space, line and paragraph separators without the no-break ones (U+00A0, U+2007,
/// U+202F), and the controls U+0009 to U+000D and U+001C to U+001F. The list is stable since Unicode 6.3.
#[inline]
pub fn is_java_white_space(c: char) -> bool {
    matches!(
        c,
        '\t'..='\r' | '\u{1C}'..=' ' | '\u{1680}' | '\u{2000}'..='\u{2006}' | '\u{2008}'..='\u{200A}'
            | '\u{2028}' | '\u{2029}' | '\u{205F}' | '\u{3000}'
    )
}

/// Java's `String.trim`: the text without the characters up to U+0020 at its ends.
pub fn java_trim(text: &str) -> &str {
    text.trim_matches(|c| c <= ' ')
}

#[cfg(test)]
mod tests {
    use super::*;
    use icu_properties::CodePointMapData;
    use icu_properties::props::GeneralCategory;

    #[test]
    fn list_equals_the_rule_over_the_data() {
        for c in '\0'..=char::MAX {
            let category = CodePointMapData::<GeneralCategory>::new().get(c);
            let separator = matches!(
                category,
                GeneralCategory::SpaceSeparator | GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator
            );
            let no_break = matches!(c, '\u{A0}' | '\u{2007}' | '\u{202F}');
            let control = matches!(c, '\t'..='\r' | '\u{1C}'..='\u{1F}');
            assert_eq!(is_java_white_space(c), separator && !no_break || control, "{c:?}");
        }
    }
}
