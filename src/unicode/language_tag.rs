//! Language tags (RFC 5646, section 2.1), as strictly as ICU4J's `Locale.Builder` parses them.

/// The grandfathered tags in lower case, and the tags that replace them.
const GRANDFATHERED: [(&str, &str); 26] = [
    ("art-lojban", "jbo"),
    ("cel-gaulish", "xtg-x-cel-gaulish"),
    ("en-gb-oed", "en-GB-x-oed"),
    ("i-ami", "ami"),
    ("i-bnn", "bnn"),
    ("i-default", "en-x-i-default"),
    ("i-enochian", "und-x-i-enochian"),
    ("i-hak", "hak"),
    ("i-klingon", "tlh"),
    ("i-lux", "lb"),
    ("i-mingo", "see-x-i-mingo"),
    ("i-navajo", "nv"),
    ("i-pwn", "pwn"),
    ("i-tao", "tao"),
    ("i-tay", "tay"),
    ("i-tsu", "tsu"),
    ("no-bok", "nb"),
    ("no-nyn", "nn"),
    ("sgn-be-fr", "sfb"),
    ("sgn-be-nl", "vgt"),
    ("sgn-ch-de", "sgg"),
    ("zh-guoyu", "cmn"),
    ("zh-hakka", "hak"),
    ("zh-min", "nan-x-zh-min"),
    ("zh-min-nan", "nan"),
    ("zh-xiang", "hsn"),
];

/// The offsets of the hyphen after a grandfathered tag at the start of a longer one: ICU4J ignores hyphens before them,
/// and the longest tag has 11 characters.
const GRANDFATHERED_LENGTHS: std::ops::RangeInclusive<usize> = 3..=11;

/// A tag without grandfathered tags and extended language subtags, the first of which replaces the language; `None` if
/// it is not well-formed. A tag that starts with a grandfathered one ends before the first subtag of no kind.
pub(super) fn canonical(tag: &str) -> Option<String> {
    let replaced = without_grandfathered(tag);
    let parts: Vec<&str> = replaced.as_deref().unwrap_or(tag).split('-').collect();
    let mut subtags = Subtags { rest: &parts };
    let language = subtags.next_if(is_language);
    let extended = language.and_then(|_| subtags.next_if(is_extended_language));
    if extended.is_some() {
        (0..2).for_each(|_| _ = subtags.next_if(is_extended_language));
    }
    let others = subtags.rest;
    if language.is_some() {
        subtags.next_if(is_script);
        subtags.next_if(is_region);
        subtags.skip_while(is_variant);
        while subtags.next_if(is_singleton).is_some() {
            subtags.next_if(is_of_extension)?;
            subtags.skip_while(is_of_extension);
        }
    }
    if subtags.next_if(is_private_use).is_some() {
        subtags.next_if(is_subtag)?;
        subtags.skip_while(is_subtag);
    }
    if !subtags.rest.is_empty() && replaced.is_none() {
        return None;
    }
    let read = others.get(..others.len() - subtags.rest.len())?;
    Some([&[extended.or(language).unwrap_or("und")], read].concat().join("-"))
}

/// A tag that is or starts with a grandfathered one, with that replaced.
fn without_grandfathered(tag: &str) -> Option<String> {
    let hyphens = tag.match_indices('-').map(|(at, _)| at);
    let before = hyphens.skip_while(|at| !GRANDFATHERED_LENGTHS.contains(at));
    let ends = std::iter::once(tag.len()).chain(before.take_while(|at| GRANDFATHERED_LENGTHS.contains(at)));
    ends.filter_map(|end| tag.split_at_checked(end)).find_map(|(start, rest)| {
        let (_, replacement) = GRANDFATHERED.iter().find(|(known, _)| start.eq_ignore_ascii_case(known))?;
        Some(format!("{replacement}{rest}"))
    })
}

/// The subtags that are not read yet.
struct Subtags<'p, 't> {
    rest: &'p [&'t str],
}

impl<'t> Subtags<'_, 't> {
    fn next_if(&mut self, is_one: fn(&str) -> bool) -> Option<&'t str> {
        let (first, rest) = self.rest.split_first().filter(|(first, _)| is_one(first))?;
        self.rest = rest;
        Some(*first)
    }

    fn skip_while(&mut self, is_one: fn(&str) -> bool) {
        while self.next_if(is_one).is_some() {}
    }
}

fn is_subtag(part: &str) -> bool {
    (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
}

fn is_alphabetic(part: &str) -> bool {
    part.bytes().all(|b| b.is_ascii_alphabetic())
}

fn is_language(part: &str) -> bool {
    (2..=8).contains(&part.len()) && is_alphabetic(part)
}

fn is_extended_language(part: &str) -> bool {
    part.len() == 3 && is_alphabetic(part)
}

fn is_script(part: &str) -> bool {
    part.len() == 4 && is_alphabetic(part)
}

fn is_region(part: &str) -> bool {
    part.len() == 2 && is_alphabetic(part) || part.len() == 3 && part.bytes().all(|b| b.is_ascii_digit())
}

fn is_variant(part: &str) -> bool {
    is_subtag(part) && (part.len() >= 5 || part.len() == 4 && part.starts_with(|c: char| c.is_ascii_digit()))
}

fn is_singleton(part: &str) -> bool {
    part.len() == 1 && is_subtag(part) && !is_private_use(part)
}

fn is_of_extension(part: &str) -> bool {
    part.len() >= 2 && is_subtag(part)
}

fn is_private_use(part: &str) -> bool {
    part.eq_ignore_ascii_case("x")
}

#[cfg(test)]
mod tests {
    use super::canonical;

    /// Measured with ICU4J 79.1.
    #[test]
    fn well_formed_tags_are_accepted() {
        for (tag, expected) in [
            ("de-u-co-phonebk", "de-u-co-phonebk"),
            ("zh-Hant-TW", "zh-Hant-TW"),
            ("root", "root"),
            ("sl-rozaj-1994", "sl-rozaj-1994"),
            ("de-a-bcd-x-y-u", "de-a-bcd-x-y-u"),
            ("zh-yue-HK", "yue-HK"),
            ("zh-yue-abc-Hant", "yue-Hant"),
            ("no-BOK", "nb"),
            ("no-bok-a-bcd", "nb-a-bcd"),
            ("no-bok-Hant_u-co-trad", "nb"),
            ("i-default", "en-x-i-default"),
            ("x-private", "und-x-private"),
            ("es-419", "es-419"),
        ] {
            assert_eq!(canonical(tag).as_deref(), Some(expected), "{tag}");
        }
    }

    /// Measured with ICU4J 79.1.
    #[test]
    fn other_tags_are_refused() {
        for tag in [
            "",
            "a",
            "und-u-c-co-search",
            "de-u",
            "de-x",
            "x",
            "de--u-co-eor",
            "de_DE",
            "abcdefghi",
            "de-DE-abcd",
            "de-u-co-é",
            "no-bok-u",
        ] {
            assert_eq!(canonical(tag), None, "{tag}");
        }
    }
}
