//! Compares the fast path with the reference implementation, and comparison with keys: random texts of all scripts,
//! with marks, digits and ill-formed sequences, for locales that use every part of the engine and for all settings.

use crate::lazy::Lazy;
use proptest::prelude::*;

use crate::unicode::collate::collator::{Collator, CollatorScratch, Key};
use crate::unicode::collate::decompose;
use crate::unicode::collate::natural::NaturalSort;
use crate::unicode::collate::options::{Alternate, CaseFirst, MaxVariable, Settings, Strength};
use crate::unicode::collate::reorder::ReorderCode;
use crate::unicode::text::CodeUnit;

const LOCALES: [&str; 34] = [
    "und",
    "de",
    "de-u-co-phonebk",
    "de-u-co-eor",
    "sv",
    "da",
    "pl",
    "ru",
    "uk",
    "es-u-co-trad",
    "fr-CA",
    "cs",
    "hu",
    "lt",
    "vi",
    "hr",
    "tr",
    "zh",
    "zh-u-co-stroke",
    "zh-u-co-zhuyin",
    "zh-u-co-unihan",
    "ja",
    "ja-u-co-unihan",
    "ko",
    "ko-u-co-search",
    "th",
    "lo",
    "my",
    "km",
    "bo",
    "hi",
    "ar",
    "he",
    "und-u-co-emoji",
];

const RULES: [&str; 11] = [
    "&a<b|c/d<cd<xyz&\u{301}<<\u{302}\u{323}<<\u{327}",
    "[reorder Cyrl others Latn]&가<ã/a<<<ᆨ=q|ab&x<1b<2",
    "&เก<กเ&か<カ゛&ー<z&丁<a\u{301}",
    "[caseFirst upper]&丁<<<D&и<<\u{306}&\u{e48}<<\u{e49}\u{e48}",
    "&a<<\u{e40}ก<<<ж&ж<\u{4e00}\u{301}",
    "&x<2\u{301}&y<'-'\u{301}<' '\u{308}&z<'.'\u{327}&ß<<x\u{308}",
    "&a<<<<b<<<<c&ss<<<<ß&x<<<<yz",
    "&a<æ\u{301}<Ä&ss<ß\u{308}&b<1|c&d<的<e|用",
    "&x<१\u{93c}<क१&क<ककख<कख/ग<<\u{94d}क<\u{93f}\u{94d}<<<'-'क<ड\u{93c}\u{94d}",
    "[reorder Mymr]&က<ကခငစ<ခ\u{103a}\u{1037}<<\u{1037}စ<\u{1039}က<ို/တ&မ<ကa<1က<<က\u{102d}\u{102f}က|စ",
    "&ω<а\u{306}&я<α\u{301}<1\u{301}&か<z\u{30c}",
];

static COLLATORS: Lazy<Vec<Collator>> = Lazy::new(|| {
    let locales = LOCALES.iter().map(|locale| Collator::open(locale).unwrap().collator);
    locales.chain(RULES.iter().map(|rules| Collator::from_rules(rules).unwrap())).collect()
});

fn settings() -> impl Strategy<Value = Settings> {
    let strengths = [
        Strength::Primary,
        Strength::Secondary,
        Strength::Tertiary,
        Strength::Tertiary,
        Strength::Quaternary,
        Strength::Identical,
    ];
    let groups = [MaxVariable::Space, MaxVariable::Punctuation, MaxVariable::Symbol, MaxVariable::Currency];
    let picks = (0..strengths.len(), 0usize..5, 0usize..groups.len());
    (picks, any::<[bool; 2]>(), prop::bool::weighted(0.2), prop::bool::weighted(0.2)).prop_map(
        move |((strength, case, group), [shifted, numeric], case_level, backwards)| Settings {
            strength: strengths[strength],
            alternate: if shifted { Alternate::Shifted } else { Alternate::NonIgnorable },
            case_level,
            case_first: [CaseFirst::Off, CaseFirst::Off, CaseFirst::Off, CaseFirst::Lower, CaseFirst::Upper][case],
            numeric,
            backwards,
            max_variable: groups[group],
        },
    )
}

/// Generates characters of one kind in a row, as in real texts, so that runs are long.
fn piece() -> impl Strategy<Value = String> {
    let of = |set: &'static str, most: usize| {
        prop::collection::vec(prop::sample::select(set.chars().collect::<Vec<_>>()), 1..most)
    };
    let text = |chars: Vec<char>| chars.into_iter().collect::<String>();
    prop_oneof![
        of("abcdehlnorstuyzæ", 40).prop_map(text),
        of("aAbBcCeEhlnñNöÖüéàßçåøłžıİ", 12).prop_map(text),
        of(" -_.,!'$€+°#0123456789", 6).prop_map(text),
        of("0123456789०१٣٤๑", 12).prop_map(text),
        of("\u{300}\u{301}\u{302}\u{306}\u{308}\u{30a}\u{323}\u{327}\u{334}\u{345}\u{483}\u{e48}\u{3099}\u{1ab0}", 4)
            .prop_map(text),
        of("абвгдеийжКЛЙёўіїѓќ", 20).prop_map(text),
        of("αβγδάέΐΆςΩ", 10).prop_map(text),
        // The lead byte changes at each letter, with marks after the letters.
        of("zaаαωяב1 \u{306}\u{301}\u{304}\u{30c}", 8).prop_map(text),
        of("بتثآأإىیךلاשׁאבג", 10).prop_map(text),
        of("กขคนมยรลวะาิีุูเแโใไำฯๆ\u{e48}\u{e49}ກຂເແໂຳຫນ", 20).prop_map(text),
        of("あかがきぎハバパーゝゞヽヾカガァイｶﾞｰ・、。々", 14).prop_map(text),
        of("一丁的用件㐀䷀鿿豈﨑", 20).prop_map(text),
        of("가각힣한글각", 16).prop_map(text),
        // Longer than short keys and chunks, with two CEs per character.
        of("ßæœǆŉäÄЁ٫ำຳ㌀", 90).prop_map(text),
        of("一丁的用件", 90).prop_map(text),
        of("あカー漢가ก เ", 90).prop_map(text),
        of("अकक्षिड़ऩநௌকোမြန်ស្ព་ཀྱཱི", 8).prop_map(text),
        // Contractions of several characters with marks in them.
        of("កខរលអឧាិុេោំះ៌៍\u{17d2}\u{17dd}ៈ។", 24).prop_map(text),
        of("ကခငစတနမရသအာါိုေော့း\u{103a}\u{1039}\u{1037}\u{103e}\u{102d}\u{102f} 1", 90).prop_map(text),
        of("कखड१2यरऩ\u{94d}\u{93c}\u{93f}\u{902}ड़ক\u{9cd}\u{9c7}\u{9be}\u{9cb}ௐெொௗ\u{ddd}\u{dd9}\u{dcf} -", 40)
            .prop_map(text),
        of("ကခငညအဥာါိုေဲံး\u{1037}\u{1039}\u{103a}ြျ", 24).prop_map(text),
        of("\u{0}\u{ad}\u{378}\u{fffe}\u{ffff}\u{fffd}\u{fdd0}\u{200d}😀𠀀𐒰𑄱\u{11127}", 3).prop_map(text),
        of("😀😁𠀀𠀁𐻉𐻊𝛛𝜕!", 4).prop_map(text),
        any::<char>().prop_map(String::from),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..5).prop_map(|pieces| pieces.concat())
}

fn collator(number: usize, settings: Settings, reordered: Option<usize>) -> Collator {
    let mut collator = COLLATORS[number].clone();
    collator.set_settings(settings);
    let orders: [&[&str]; 3] = [&["Cyrl", "Grek"], &["digit", "Hani", "others", "Latn"], &["Hang", "Thai", "Kana"]];
    if let Some(order) = reordered {
        let codes: Vec<ReorderCode> = orders[order].iter().filter_map(|name| ReorderCode::from_name(name)).collect();
        collator.set_reorder(&codes).unwrap();
    }
    collator
}

fn keys<U: CodeUnit>(collator: &Collator, text: &[U], scratch: &mut CollatorScratch) -> [Vec<u8>; 2] {
    let [mut fast, mut general] = [vec![7, 7], vec![7, 7]];
    collator.append_key(text, scratch, &mut fast);
    collator.append_key_slow(text, scratch, &mut general);
    for capacity in [0, 64, 1000] {
        let mut buffer = vec![7; capacity];
        match collator.key_into(text, scratch, &mut buffer) {
            Key::InBuffer(length) => assert_eq!(buffer[..length], fast[2..]),
            Key::InScratch(key) => assert_eq!(key, &fast[2..]),
        }
    }
    [fast, general]
}

fn wide(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

/// A mark follows two bytes that resemble a letter but are ill-formed.
#[test]
fn character_before_a_mark_is_read_with_the_mark() {
    for second in [0x64, 0xA4, 0xC4, 0xE4] {
        let text = [b'a', 0xD8, second, 0xCC, 0xA6, b'b'];
        let [fast, general] = keys(&Collator::root(), &text, &mut CollatorScratch::default());
        assert_eq!(fast, general, "{second:X}");
    }
}

/// Each mark after starters of contractions of the root and of the locales that have many: alone, between two starters,
/// and before another mark. Settings other than the default leave the kernels early.
#[test]
fn starters_of_contractions_are_read_with_every_mark() {
    const STARTERS: &str = "аиіуاويऩកक་กເကာငកុឥ";
    let marks: Vec<char> = ('\u{300}'..'\u{FFFF}').filter(|&c| decompose::class(c.into()) != 0).collect();
    let mut state = CollatorScratch::default();
    for (locale, backwards) in [("und", false), ("und", true), ("km", false), ("km", true), ("my", false), ("my", true)]
    {
        let mut collator = Collator::open(locale).unwrap().collator;
        collator.set_settings(Settings { backwards, ..collator.settings() });
        for (starter, mark) in STARTERS.chars().flat_map(|starter| marks.iter().map(move |mark| (starter, mark))) {
            for text in [format!("{starter}{mark}"), format!("{starter}{mark}{starter}{mark}\u{f71}")] {
                let [fast, general] = keys(&collator, text.as_bytes(), &mut state);
                assert_eq!(fast, general, "{locale} {backwards} {text:?}");
                let [fast, general] = keys(&collator, &wide(&text), &mut state);
                assert_eq!(fast, general, "{locale} {backwards} {text:?}");
            }
        }
    }
}

/// A starter is no safe point if a mark starts a contraction with it.
#[test]
fn contractions_of_marks_decide_comparisons() {
    let mut state = CollatorScratch::default();
    let collator = Collator::from_rules("&ि<\u{93c}क").unwrap();
    let texts: Vec<String> = "कखग1a ".chars().map(|last| format!("ख\u{93c}{last}")).collect();
    for (left, right) in texts.iter().flat_map(|left| texts.iter().map(move |right| (left, right))) {
        let [left_key, right_key] = [left, right].map(|text| keys(&collator, text.as_bytes(), &mut state)[1].clone());
        let order = left_key.cmp(&right_key);
        assert_eq!(collator.compare(left.as_bytes(), right.as_bytes(), &mut state), order, "{left} {right}");
        assert_eq!(collator.compare(&wide(left), &wide(right), &mut state), order, "{left} {right}");
    }
}

/// A letter that starts a contraction with a mark directly follows a change of the compressed lead byte.
#[test]
fn first_letter_of_a_run_is_read_with_its_mark() {
    let mut state = CollatorScratch::default();
    for text in ["zа\u{306}б", "я α\u{301}", "абв z\u{30c}", "1а\u{306}", "ب α\u{306}ж\u{308}z"] {
        let long = format!("{}{text}", "ab".repeat(40));
        for (number, text) in (0..COLLATORS.len()).flat_map(|number| [(number, text), (number, long.as_str())]) {
            for keys in [
                keys(&COLLATORS[number], text.as_bytes(), &mut state),
                keys(&COLLATORS[number], &wide(text), &mut state),
            ] {
                assert_eq!(keys[0], keys[1], "{number} {text}");
            }
        }
    }
}

/// A mark after a digit does not roll the number back.
#[test]
fn digits_before_a_mark_are_read_as_numbers() {
    let mut collator = Collator::from_rules("&x<2\u{301}").unwrap();
    collator.set_settings(Settings { numeric: true, ..collator.settings() });
    for text in ["12\u{301}", "2\u{301}", "a 123456782\u{301}b"] {
        let [fast, general] = keys(&collator, text.as_bytes(), &mut CollatorScratch::default());
        assert_eq!(fast, general, "{text}");
    }
}

/// Rules for contractions, prefixes and expansions of a few characters of one script or several, and texts of these.
fn contractions() -> impl Strategy<Value = (String, Vec<String>)> {
    const SCRIPTS: [&str; 14] = [
        "कखऱिा।\u{94d}\u{93c}\u{951}1 \u{200b}",
        "ကခငိုေ၊\u{103a}\u{1039}\u{1037}း -",
        "កខឧិោ\u{17d2}\u{17dd}៖ 1",
        "abcéÅ1 -\u{301}\u{323}",
        "жиайЙ1\u{306}\u{301}.",
        "αάΩ\u{301}\u{345}-",
        "בגשׁ\u{5b0}\u{5c1}بآ\u{653}",
        "กขเแาำ\u{e48}\u{e49} ",
        "かガカーゝ\u{3099}一丁",
        "가각\u{1100}\u{1161}\u{11a8}一1",
        "ꦏꦲ\u{a9b3}\u{a9c0}\u{a9ba}\u{a9b4}꧈ a1\u{301}",
        "𑄇𑄥\u{11131}\u{1112c}\u{11127}\u{11133}𑅀 Ꭰ1",
        "𞤀𞤢𞥐\u{1e94a}\u{1e944}😀ᏣꓐA -一",
        "aжกか一가क\u{301} 😀",
    ];
    prop::sample::select(&SCRIPTS).prop_flat_map(|letters| {
        let string = |most: usize| {
            let letter = prop::sample::select(letters.chars().collect::<Vec<_>>());
            prop::collection::vec(letter, 1..most).prop_map(|letters| letters.into_iter().collect::<String>())
        };
        let quoted = |text: String| text.replace('-', "'-'").replace('.', "'.'").replace(' ', "' '");
        let relation = prop::sample::select(vec!["<", "<<", "<<<", "="]);
        let part = || prop::option::weighted(0.1, string(3));
        let rule = (relation, part(), string(5), part()).prop_map(move |(relation, prefix, string, extension)| {
            let prefix = prefix.map_or_else(String::new, |prefix| quoted(prefix) + "|");
            let extension = extension.map_or_else(String::new, |extension| format!("/{}", quoted(extension)));
            format!("{relation}{prefix}{}{extension}", quoted(string))
        });
        let rules = (string(3), prop::collection::vec(rule, 1..12))
            .prop_map(move |(reset, rules)| format!("&{}{}", quoted(reset), rules.concat()));
        (rules, prop::collection::vec(string(24), 20))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn contractions_equal_reference((rules, texts) in contractions(), settings in settings()) {
        let Ok(mut collator) = Collator::from_rules(&rules) else { return Ok(()) };
        collator.set_settings(settings);
        let mut state = CollatorScratch::default();
        for (left, right) in texts.iter().zip(texts.iter().skip(1)) {
            let [key, general] = keys(&collator, left.as_bytes(), &mut state);
            prop_assert_eq!(&key, &general, "{:?}", left);
            let [of_utf16, general] = keys(&collator, &wide(left), &mut state);
            prop_assert_eq!(of_utf16, general, "{:?}", left);
            let order = key.cmp(&keys(&collator, right.as_bytes(), &mut state)[1]);
            prop_assert_eq!(collator.compare(left.as_bytes(), right.as_bytes(), &mut state), order, "{:?} {:?}", left, right);
            prop_assert_eq!(collator.compare(&wide(left), &wide(right), &mut state), order, "{:?} {:?}", left, right);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4000) })]

    #[test]
    fn fast_path_equals_reference(
        number in 0..LOCALES.len() + RULES.len(), settings in settings(), order in prop::option::weighted(0.1, 0usize..3),
        text in text(),
    ) {
        let collator = collator(number, settings, order);
        let mut state = CollatorScratch::default();
        let [fast, general] = keys(&collator, text.as_bytes(), &mut state);
        prop_assert_eq!(&fast, &general);
        let [fast, general] = keys(&collator, &wide(&text), &mut state);
        prop_assert_eq!(&fast, &general);
    }

    #[test]
    fn natural_sort_keys_equal_reference(
        number in 0..LOCALES.len() + RULES.len(), settings in settings(), order in prop::option::weighted(0.1, 0usize..3),
        most in prop::option::weighted(0.2, 1usize..5), text in text(),
    ) {
        let natural = NaturalSort::new(collator(number, settings, order), most);
        let mut state = CollatorScratch::default();
        let [mut fast, mut general] = [Vec::new(), Vec::new()];
        natural.append_key(text.as_bytes(), &mut state, &mut fast);
        natural.append_key_slow(text.as_bytes(), &mut state, &mut general);
        prop_assert_eq!(&fast, &general);
        fast.clear();
        natural.append_key(&wide(&text), &mut state, &mut fast);
        prop_assert_eq!(&fast, &general);
    }

    #[test]
    fn ill_formed_text_equals_reference(
        number in 0..LOCALES.len() + RULES.len(), settings in settings(),
        bytes in prop::collection::vec(any::<u8>(), 0..40), units in prop::collection::vec(any::<u16>(), 0..20),
        text in text(), cut in any::<prop::sample::Index>(),
    ) {
        let collator = collator(number, settings, None);
        let mut state = CollatorScratch::default();
        let cut = &text.as_bytes()[cut.index(text.len() + 1)..];
        for text in [&bytes[..], cut] {
            let [fast, general] = keys(&collator, text, &mut state);
            prop_assert_eq!(&fast, &general);
        }
        let [fast, general] = keys(&collator, &units, &mut state);
        prop_assert_eq!(&fast, &general);
    }

    #[test]
    fn comparison_equals_order_of_keys(
        number in 0..LOCALES.len() + RULES.len(), settings in settings(), order in prop::option::weighted(0.1, 0usize..3),
        start in text(), left in text(), right in text(), end in piece(),
    ) {
        let collator = collator(number, settings, order);
        let mut state = CollatorScratch::default();
        let pairs = [(format!("{start}{left}"), format!("{start}{right}")), (format!("{start}{left}{end}"), format!("{start}{left}"))];
        for (left, right) in pairs {
            let [_, left_key] = keys(&collator, left.as_bytes(), &mut state);
            let [_, right_key] = keys(&collator, right.as_bytes(), &mut state);
            let order = left_key.cmp(&right_key);
            prop_assert_eq!(collator.compare(left.as_bytes(), right.as_bytes(), &mut state), order);
            prop_assert_eq!(collator.compare(right.as_bytes(), left.as_bytes(), &mut state), order.reverse());
            prop_assert_eq!(collator.compare(&wide(&left), &wide(&right), &mut state), order);
        }
    }
}
