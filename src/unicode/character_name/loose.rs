//! Loose matching of names (UAX44-LM2).

/// The loose form of UAX44-LM2: upper case, without spaces, underscores and medial hyphens.
pub(super) fn loose(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for word in name.split([' ', '_', '\t']) {
        out.extend(loose_word(word.as_bytes()).map(char::from));
    }
    out
}

pub(super) fn loose_word(word: &[u8]) -> impl Iterator<Item = u8> + '_ {
    // A hyphen next to another one is not medial.
    let is_in_word = move |at: Option<usize>| at.and_then(|at| word.get(at)).is_some_and(|&byte| byte != b'-');
    let medial =
        move |at: usize, byte: u8| byte == b'-' && is_in_word(at.checked_sub(1)) && is_in_word(at.checked_add(1));
    word.iter().enumerate().filter(move |&(at, &byte)| !medial(at, byte)).map(|(_, byte)| byte.to_ascii_uppercase())
}
