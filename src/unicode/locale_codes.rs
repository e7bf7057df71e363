//! Three-letter codes (ISO 639-2, ISO 3166-1) in locale ids: they are replaced by two-letter codes where these exist,
//! as in ICU.

use super::sorted_lines::SortedLines;

static CODES: SortedLines = SortedLines::new(include_str!("../../data/unicode/locale_codes.tsv"));

/// The language in lower case, as a two-letter code if there is one (`swe` is `sv`).
pub(crate) fn language(code: &str) -> String {
    let code = code.to_ascii_lowercase();
    shorter("language", &code).map_or(code, str::to_owned)
}

/// The region in upper case, as a two-letter code if there is one (`CAN` is `CA`); `None` for a string that is not a
/// region subtag, and for an unknown three-letter code.
pub(crate) fn region(code: &str) -> Option<String> {
    let upper = code.to_ascii_uppercase();
    match (code.len(), code.bytes().all(|byte| byte.is_ascii_alphabetic())) {
        (2, true) => Some(upper),
        (3, true) => shorter("region", &upper).map(str::to_owned),
        (3, false) => code.bytes().all(|byte| byte.is_ascii_digit()).then_some(upper),
        _ => None,
    }
}

/// The two-letter code of a three-letter code, if there is one.
fn shorter(kind: &str, code: &str) -> Option<&'static str> {
    if code.len() == 3 { CODES.get(&[kind, code]) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_letter_codes_become_two_letter_codes() {
        let languages = [("swe", "sv"), ("DEU", "de"), ("fil", "fil"), ("sv", "sv"), ("", ""), ("qqq", "qqq")];
        assert_eq!(languages.map(|(code, _)| language(code)), languages.map(|(_, code)| code.to_owned()));
        let regions = [
            ("CAN", Some("CA")),
            ("can", Some("CA")),
            ("CA", Some("CA")),
            ("419", Some("419")),
            ("CAX", None),
            ("4a1", None),
        ];
        assert_eq!(regions.map(|(code, _)| region(code)), regions.map(|(_, code)| code.map(str::to_owned)));
        let mut lines = CODES.lines().filter_map(|line| line.split_once('\t'));
        assert!(lines.all(|(kind, codes)| {
            codes.split_once('\t').is_some_and(|(long, short)| shorter(kind, long) == Some(short))
        }));
    }
}
