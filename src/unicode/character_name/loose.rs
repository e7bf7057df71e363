//! Loose matching of names (UAX44-LM2), as in ICU 79.1.

/// The maximum length of a loose form; ICU does not match a name whose loose form is longer.
const MAX_LENGTH: usize = 120;

/// The loose form of UAX44-LM2: upper case, without spaces, underscores and medial hyphens, those between two ASCII
/// letters or digits. Only the hyphen of `HANGUL JUNGSEONG O-E` is kept. Empty if it is too long for a name.
pub(super) fn loose(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut length = 0;
    let mut before = None;
    let mut characters = name.chars();
    while let Some(c) = characters.next() {
        if length == MAX_LENGTH {
            return String::new();
        }
        let rest = characters.as_str();
        let is_medial = || is_alphanumeric(before) && is_alphanumeric(rest.chars().next());
        if !matches!(c, ' ' | '_') && (c != '-' || !is_medial() || is_jungseong_o_e(&out, rest)) {
            out.push(upper(c));
            length += 1;
        }
        before = Some(c);
    }
    out
}

fn is_alphanumeric(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_ascii_alphanumeric())
}

/// Whether a hyphen between two parts of a name is that of `HANGUL JUNGSEONG O-E`, the only medial hyphen that
/// distinguishes two names.
fn is_jungseong_o_e(loose_start: &str, rest: &str) -> bool {
    let is_e = || rest.strip_prefix(['e', 'E']).is_some_and(|rest| rest.trim_matches([' ', '_']).is_empty());
    loose_start == JUNGSEONG_O && is_e()
}

const JUNGSEONG_O: &str = "HANGULJUNGSEONGO";

/// The upper case of a character of a name, also of the two other characters whose upper case is an ASCII letter.
fn upper(c: char) -> char {
    match c {
        '\u{131}' => 'I',
        '\u{17F}' => 'S',
        _ => c.to_ascii_uppercase(),
    }
}

/// The loose form of a word of a name.
pub(super) fn loose_word(word: &[u8]) -> impl Iterator<Item = u8> + '_ {
    let last = word.len().saturating_sub(1);
    let is_medial = move |at: usize| at > 0 && at < last;
    word.iter().enumerate().filter(move |&(at, &byte)| byte != b'-' || !is_medial(at)).map(|(_, &byte)| byte)
}
