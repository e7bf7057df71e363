//! Normalization compared with reference implementations: pure functions over a text that panic at a difference.
//! Property tests and fuzz targets call them.
#![allow(dead_code)]

use icu_normalizer::properties::CanonicalCombiningClassMap;
use icu_normalizer::{ComposingNormalizer, DecomposingNormalizer};
use proptest::prelude::*;
use std::sync::LazyLock;
use unic_analysis::unicode::normalize::{FilteredNormalizer, Form, Mode, Normalizer, Piece, QuickCheck, Scratch, Sink};
use unic_analysis::unicode::set::UnicodeSet;
use unic_analysis::unicode::text::{self, CodeUnit};

pub fn units<U: CodeUnit>(normalizer: &Normalizer, text: &[U]) -> Vec<U> {
    let mut out = Vec::new();
    normalizer.normalize(text, &mut out, &mut Scratch::default());
    out
}

/// The normalized text; checks that both encodings agree.
pub fn normalized(normalizer: &Normalizer, text: &str) -> String {
    let utf8 = String::from_utf8(units(normalizer, text.as_bytes())).unwrap();
    let utf16: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(String::from_utf16(&units(normalizer, &utf16)).unwrap(), utf8, "{text:?}");
    utf8
}

/// The reference implementation: maps each code point, then reorders all marks, then composes with the crate.
pub struct Reference {
    pub alone: Normalizer,
    pub compose: bool,
}

impl Reference {
    pub fn new(form: Form) -> Reference {
        Reference { alone: Normalizer::with_mode(form, Mode::Decompose), compose: form.default_mode() == Mode::Compose }
    }

    pub fn normalize(&self, text: &str) -> String {
        let mapped: String = text.chars().map(|c| normalized(&self.alone, &c.to_string())).collect();
        let ordered = canonical_order(&mapped);
        if self.compose { ComposingNormalizer::new_nfc().normalize(&ordered).into_owned() } else { ordered }
    }
}

pub fn canonical_order(text: &str) -> String {
    let classes = CanonicalCombiningClassMap::new();
    let mut chars: Vec<char> = text.chars().collect();
    let mut sorted = false;
    while !sorted {
        sorted = true;
        for at in 1..chars.len() {
            let (one, two) = (classes.get_u8(chars[at - 1]), classes.get_u8(chars[at]));
            if one > two && two != 0 {
                chars.swap(at - 1, at);
                sorted = false;
            }
        }
    }
    chars.into_iter().collect()
}

/// With simple folding, capital dotted I and letters with iota subscript are not composites: the crate would see their
/// parts.
pub fn reference_does_not_apply(name: &str, text: &str) -> bool {
    name == "nfkc_scf"
        && text
            .chars()
            .any(|c| c == 'İ' || DecomposingNormalizer::new_nfd().normalize(&c.to_string()).contains('\u{345}'))
}

pub fn all_forms() -> Vec<(&'static str, Normalizer, Reference)> {
    Form::ALL.into_iter().map(|(name, form)| (name, Normalizer::new(form), Reference::new(form))).collect()
}

/// Code points that interact.
pub fn interesting() -> impl Strategy<Value = char> {
    let all = "aeAEißﬁ½①㋀ﷺĄ́ǻéÉậệḗǖΐᾳᾴᾂΆαιω\u{345}\u{301}\u{300}\u{308}\u{323}\u{327}\u{328}\u{334}\u{338}\u{342}\u{313}\u{344}\u{340}\
        \u{AD}\u{200D}\u{34F}\u{115F}가각갛각ᆪ힣\u{3099}\u{309A}かがはパｶﾞﾊﾟー\u{93C}\u{94D}क़कखि\u{E38}\u{E48}\u{E33}ก\u{FB2}\u{F71}\u{F72}\u{F73}\u{F74}\
        \u{64B}\u{651}\u{653}\u{654}\u{627}آ\u{5B0}\u{5BC}\u{5C1}ששּׁ\u{16121}\u{1611E}\u{1611F}\u{16D63}\u{16D67}\u{16D68}\u{110A5}\u{110BA}\u{1D157}\u{1D165}\u{1D15E}\u{2F800}𝐀𐐀\
        \u{9C7}\u{9BE}\u{9D7}\u{B47}\u{B56}\u{1026}\u{1025}\u{102E}^`´¨_-–“ \u{1F8A}\u{1FB3}\u{0}\u{7F}\u{FFFD}\u{10FFFF}İıſẞ";
    prop_oneof![
        4 => prop::sample::select(all.chars().collect::<Vec<_>>()),
        1 => any::<char>(),
        1 => prop::char::range('\0', '\u{3000}'),
    ]
}

pub fn interesting_text() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::collection::vec(interesting(), 0..12).prop_map(|chars| chars.into_iter().collect::<String>()),
        ("[a-zA-Z ,]{0,40}", prop::collection::vec(interesting(), 0..4), "[a-zA-Z^é]{0,40}")
            .prop_map(|(before, chars, after)| before + &chars.into_iter().collect::<String>() + &after),
    ]
}

/// Text of the letters of one script, with some of another one, long enough for the kernels over blocks of 64 units.
pub fn text_of_a_script() -> impl Strategy<Value = String> {
    let ranges = [
        ('a', 'z'),
        ('À', 'ſ'),
        ('Ͱ', 'Ͽ'),
        ('Ѐ', 'ҿ'),
        ('א', '״'),
        ('؀', 'ۿ'),
        ('ऀ', 'ॿ'),
        ('\u{985}', '\u{9D7}'),
        ('\u{B85}', '\u{BD7}'),
        ('ก', '๛'),
        ('ᄀ', 'ᇿ'),
        ('Ḁ', 'ỿ'),
        ('‐', '⁔'),
        ('⺀', '⻳'),
        ('぀', 'ヿ'),
        ('一', '丿'),
        ('가', '걿'),
        ('！', '￮'),
        ('\u{300}', '\u{36F}'),
    ];
    let script = prop::sample::select(ranges.to_vec());
    let other = prop_oneof![prop::char::range(' ', '~'), prop::char::range('\0', '\u{3FFF}'), any::<char>()];
    let letters = script.prop_flat_map(move |(first, last)| {
        let letter = prop_oneof![30 => prop::char::range(first, last), 4 => Just(' '), 1 => other.clone()];
        prop::collection::vec(letter, 0..260)
    });
    letters.prop_map(|letters| letters.into_iter().collect())
}

/// Adlam and Chakma with marks of several classes, symbols that decompose, letters with mappings, removed code points,
/// emoji, and what is between them.
pub fn supplementary_text() -> impl Strategy<Value = String> {
    let part = "[𞤀-𞥃][\u{1E944}-\u{1E94A}]{0,3}|[𑄃-𑄦][\u{11127}\u{11131}\u{11133}]{0,3}|[\u{1D15E}\u{1D165}\u{1D16D}]|\
        [𝐀-𝐳\u{E0100}\u{E0020}]{1,4}|[😀-😏]\u{FE0F}?| |[a-zéÅ]{1,30}|[\u{301}\u{323}\u{1E94A}]|[一-丅が가\u{11A8}]";
    prop::collection::vec(part, 0..60).prop_map(|parts| parts.concat())
}

/// Korean text, decomposed or not, with what may end a run of Hangul: spaces, punctuation, marks, and the neighbours of
/// the jamo.
pub fn korean_text() -> impl Strategy<Value = String> {
    let unit = prop_oneof![
        6 => prop::char::range('가', '힣').prop_map(String::from),
        6 => "[\u{1100}-\u{1112}][\u{1161}-\u{1175}][\u{11A8}-\u{11C2}]?",
        3 => Just(String::from(" ")),
        1 => "[ .,a\t\u{0}\u{A0}\u{301}\u{327}\u{1113}\u{1160}\u{1176}\u{11A7}\u{11C3}]{1,3}",
        1 => "[\u{1100}-\u{11FF}]{1,3}",
    ];
    prop::collection::vec(unit, 0..60).prop_map(|units| units.concat())
}

/// Stores the edits.
#[derive(Default)]
pub struct Pieces<const FINE_GRAINED: bool>(Vec<(usize, usize, usize, usize)>);

impl<U, const FINE_GRAINED: bool> Sink<U> for Pieces<FINE_GRAINED> {
    fn is_fine_grained(&self) -> bool {
        FINE_GRAINED
    }

    fn replaced(&mut self, piece: Piece<'_, U>) {
        let (source, result) = (piece.source_start, piece.result_start);
        self.0.push((source, source + piece.source.len(), result, result + piece.result.len()));
    }

    fn rewind(&mut self, source_start: usize) {
        self.0.retain(|piece| piece.0 < source_start);
    }
}

/// Edits must be in order, and the text between them must have equal lengths in source and result.
pub fn pieces_are_sound<U: CodeUnit, const FINE_GRAINED: bool>(normalizer: &Normalizer, text: &[U]) {
    let mut pieces = Pieces::<FINE_GRAINED>::default();
    let mut out = Vec::new();
    normalizer.normalize_to(text, &mut out, &mut pieces, &mut Scratch::default());
    let (mut source, mut result) = (0, 0);
    for piece in pieces.0.iter().copied().chain([(text.len(), text.len(), out.len(), out.len())]) {
        assert!(piece.0 >= source && piece.2 >= result, "{:?} {:?}", text::to_string(text), pieces.0);
        assert_eq!(piece.0 - source, piece.2 - result, "{:?} {:?}", text::to_string(text), pieces.0);
        (source, result) = (piece.1, piece.3);
    }
    assert_eq!(out, units(normalizer, text));
}

static FORMS: LazyLock<Vec<(&'static str, Normalizer, Reference)>> = LazyLock::new(all_forms);

static MODES: LazyLock<Vec<Normalizer>> = LazyLock::new(|| {
    let of = |(_, form)| Mode::ALL.into_iter().map(move |(_, mode)| Normalizer::with_mode(form, mode));
    Form::ALL.into_iter().flat_map(of).collect()
});

/// Checks every form of a text: equal to the reference, the standard forms equal to the crate `icu_normalizer`,
/// idempotent, consistent with quick check and tokens.
pub fn check_text(text: &str) {
    for (name, normalizer, reference) in FORMS.iter() {
        let once = normalized(normalizer, text);
        if !reference_does_not_apply(name, text) {
            assert_eq!(once, reference.normalize(text), "{name} {text:?}");
        }
        let crates = match *name {
            "nfc" => Some(ComposingNormalizer::new_nfc().normalize(text).into_owned()),
            "nfkc" => Some(ComposingNormalizer::new_nfkc().normalize(text).into_owned()),
            "nfd" => Some(DecomposingNormalizer::new_nfd().normalize(text).into_owned()),
            "nfkd" => Some(DecomposingNormalizer::new_nfkd().normalize(text).into_owned()),
            _ => None,
        };
        assert!(crates.is_none_or(|expected| expected == once), "{name} {text:?}");
        assert_eq!(normalized(normalizer, &once), once, "{name} twice {text:?}");
        let check = normalizer.quick_check(text.as_bytes());
        assert_eq!(check, normalizer.quick_check(&text.encode_utf16().collect::<Vec<_>>()), "{name} {text:?}");
        match check {
            QuickCheck::Yes => assert_eq!(once, text, "{name}"),
            QuickCheck::No if *name == "nfc" || *name == "nfkc" => assert_ne!(once, text, "{name}"),
            _ => {}
        }
        assert_ne!(normalizer.quick_check(once.as_bytes()), QuickCheck::No, "{name} {once:?}");
        let mut token = Vec::new();
        let changes = normalizer.normalize_token(text.as_bytes(), &mut token, &mut Scratch::default());
        assert_eq!(changes, once != text, "{name} {text:?}");
        assert_eq!(token, if changes { once.as_bytes() } else { b"" }, "{name} {text:?}");
    }
}

/// Checks every form in every mode: the reported edits, and the span of the quick check.
pub fn check_modes(text: &str) {
    let utf16: Vec<u16> = text.encode_utf16().collect();
    for normalizer in MODES.iter() {
        let span = normalizer.span_yes(text.as_bytes());
        assert_eq!(text[..span].encode_utf16().count(), normalizer.span_yes(&utf16), "{text:?}");
        let mut scratch = Scratch::default();
        let prefix = normalizer.normalized_prefix(text.as_bytes(), &mut scratch);
        assert!(prefix >= span, "{text:?}");
        let prefix_utf16 = normalizer.normalized_prefix(&utf16, &mut scratch);
        assert_eq!(text[..prefix].encode_utf16().count(), prefix_utf16, "{text:?}");
        for end in [span, prefix] {
            let (head, tail) = (&text[..end], &text[end..]);
            assert_eq!(normalized(normalizer, text), head.to_owned() + &normalized(normalizer, tail), "{text:?}");
        }
        pieces_are_sound::<u8, false>(normalizer, text.as_bytes());
        pieces_are_sound::<u8, true>(normalizer, text.as_bytes());
        pieces_are_sound::<u16, false>(normalizer, &utf16);
        pieces_are_sound::<u16, true>(normalizer, &utf16);
    }
}

/// Checks ill-formed text, in bytes and units: as if each maximal subpart were U+FFFD.
pub fn check_ill_formed(bytes: &[u8], wide: &[u16]) {
    for normalizer in MODES.iter() {
        let clean = String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(units(normalizer, bytes), units(normalizer, clean.as_bytes()), "{bytes:X?}");
        let clean = String::from_utf16_lossy(wide).encode_utf16().collect::<Vec<_>>();
        assert_eq!(units(normalizer, wide), units(normalizer, &clean), "{wide:X?}");
        pieces_are_sound::<u8, true>(normalizer, bytes);
    }
}

/// Checks a form in a mode, both by a number, limited to a set.
pub fn check_filter(which: usize, ranges: &[(u32, u32)], text: &str, bytes: &[u8]) {
    let mut set = UnicodeSet::new();
    ranges.iter().for_each(|(first, last)| set.add_range(*first, *last));
    let normalizer = &MODES[which % MODES.len()];
    check_filtered(normalizer, &set, text);
    let limited = normalizer.limited_to(&set).unwrap();
    check_limited(normalizer, &limited, &set, bytes);
}

/// Checks a form limited to a set: each span inside is normalized by itself, the rest is unchanged.
pub fn check_filtered(normalizer: &Normalizer, set: &UnicodeSet, text: &str) {
    let mut expected = String::new();
    let mut span = String::new();
    for c in text.chars() {
        if set.contains(c.into()) {
            span.push(c);
        } else {
            expected += &normalized(normalizer, &span);
            expected.push(c);
            span.clear();
        }
    }
    expected += &normalized(normalizer, &span);
    let filtered = FilteredNormalizer::new(normalizer, |c: char| set.contains(c.into()));
    let mut out = Vec::new();
    filtered.normalize(text.as_bytes(), &mut out, &mut Scratch::default());
    assert_eq!(String::from_utf8(out).unwrap(), expected, "{text:?}");
    if let Some(limited) = normalizer.limited_to(set) {
        check_limited(normalizer, &limited, set, text.as_bytes());
        check_limited(normalizer, &limited, set, &text.encode_utf16().collect::<Vec<_>>());
    }
}

/// Checks the tables of a limited normalizer against the spans of the set: result, edits, quick check.
fn check_limited<U: CodeUnit>(normalizer: &Normalizer, limited: &Normalizer, set: &UnicodeSet, text: &[U]) {
    let filtered = FilteredNormalizer::new(normalizer, |c: char| set.contains(c.into()));
    let shown = || text::to_string(text);
    let (mut expected, mut pieces) = (Vec::new(), Pieces::<true>::default());
    filtered.normalize_to(text, &mut expected, &mut pieces, &mut Scratch::default());
    let (mut out, mut found) = (Vec::new(), Pieces::<true>::default());
    limited.normalize_to(text, &mut out, &mut found, &mut Scratch::default());
    assert_eq!(text::to_string(&out), text::to_string(&expected), "{:?}", shown());
    assert_eq!(out, expected, "{:?}", shown());
    assert_eq!(found.0, pieces.0, "{:?}", shown());
    assert_eq!(limited.quick_check(text), filtered.quick_check(text), "{:?}", shown());
    assert_eq!(limited.span_yes(text), filtered.span_yes(text), "{:?}", shown());
}
