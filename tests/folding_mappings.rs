//! Foldings with user mappings.

use proptest::prelude::*;
use unic_analysis::unicode::fold::{
    Expansion, LanguageError, language_mappings, languages, parse_mappings, with_mappings,
};
use unic_analysis::unicode::normalize::{Form, Mode, Normalizer, Scratch};
use unic_analysis::unicode::rule_text::Limits;

fn folding(form: Form, mappings: &str) -> Normalizer {
    with_mappings(form, Mode::Compose, mappings, &Limits::default()).unwrap()
}

fn fold(normalizer: &Normalizer, text: &str) -> String {
    let mut scratch = Scratch::default();
    let mut utf8 = Vec::new();
    normalizer.normalize(text.as_bytes(), &mut utf8, &mut scratch);
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut utf16 = Vec::new();
    normalizer.normalize(&units, &mut utf16, &mut scratch);
    let result = String::from_utf8(utf8).unwrap();
    assert_eq!(String::from_utf16(&utf16).unwrap(), result);
    let mut token = Vec::new();
    let changed = normalizer.normalize_token(text.as_bytes(), &mut token, &mut scratch);
    assert_eq!(if changed { String::from_utf8(token).unwrap() } else { text.to_owned() }, result);
    result
}

#[test]
fn a_mapping_holds_for_every_spelling_of_its_source() {
    let german = folding(Form::Utr30, "ä => ae\nö => oe\nü => ue # umlauts\n");
    for text in ["Käse", "Ka\u{308}se", "KÄSE", "KA\u{308}SE", "ka\u{200D}\u{308}se"] {
        assert_eq!(fold(&german, text), "kaese", "{text:?}");
    }
    assert_eq!(fold(&german, "Müller Straße ǖ é u\u{304}\u{308} e\u{301}"), "mueller strasse ue e u e");
}

#[test]
fn a_letter_mapped_to_itself_is_kept() {
    let swedish = folding(Form::Utr30, "å => å\nä => ä\nö => ö");
    assert_eq!(
        fold(&swedish, "ÅNGSTRÖM A\u{30A}ngstro\u{308}m é ǻ a\u{327}\u{30A} \u{212B}"),
        "ångström ångström e å å å"
    );
}

#[test]
fn mappings_apply_to_the_results_of_the_form_and_of_each_other() {
    let chained = folding(Form::Utr30, "a => b\nb => c\n\\u0063 => \\u{63}\nx =>");
    assert_eq!(fold(&chained, "AÁàæ xX\u{1D5BA}½"), "cccce c1/2");
    let removed = folding(Form::NfkcCf, "ä => \n");
    assert_eq!(fold(&removed, "xäA\u{308}y ａ\u{308}"), "xy ");
}

#[test]
fn cyclic_mappings_are_rejected_with_their_chain() {
    let error =
        with_mappings(Form::Utr30, Mode::Compose, "q => w\na => bx\nb => c\nc => á", &Limits::default()).unwrap_err();
    assert_eq!((error.line, error.column), (2, 1));
    assert!(!error.limit && error.to_string().contains("a → b → c → a"), "{error}");
    let doubled = with_mappings(Form::Utr30, Mode::Compose, "ä => ae\nä => a", &Limits::default()).unwrap_err();
    assert!(doubled.to_string().contains("two mappings"), "{doubled}");
}

/// A table has 1,024 blocks of 64 code points. A block of the form that a changed one replaces does not count; UTR #30
/// has 337 blocks.
#[test]
fn mappings_may_change_code_points_in_many_blocks() {
    let one_per_block = |ranges: &[std::ops::Range<u32>], blocks: usize| -> String {
        let first = ranges.iter().cloned().flat_map(|range| range.step_by(64)).filter_map(char::from_u32);
        first.take(blocks).map(|c| format!("{c} => x\n")).collect()
    };
    let folded = [0x1E00..0x1F00, 0x2460..0x2500, 0x3200..0x3400, 0xFF40..0xFFC0, 0x1_D400..0x1_D800];
    let ideographs = [0x4E00..0x9F00, 0x2_0000..0x2_A6C0, 0x2_A700..0x2_EB80];
    let folded = one_per_block(&folded, 100);
    assert_eq!(folded.lines().count(), 33);
    let many = folding(Form::Utr30, &(folded + &one_per_block(&ideographs, 680)));
    assert_eq!(fold(&many, "\u{4E00}\u{4E01}\u{2_0000}\u{2_0001}Ä\u{1D400}\u{1D401}"), "x\u{4E01}x\u{2_0001}axb");
    let too_many = one_per_block(&ideographs, 1_100);
    let error = with_mappings(Form::Utr30, Mode::Compose, &too_many, &Limits::default()).map(drop).unwrap_err();
    assert!(error.limit && error.to_string().contains("1,024 blocks"), "{error}");
}

#[test]
fn mappings_that_double_and_chain_are_followed_once() {
    let doubling = |count: u32, last: &str| -> String {
        let letter = |number: u32| char::from_u32(0x4E00 + number).unwrap();
        let lines = (0..count).map(|n| format!("{} => {1}{1}\n", letter(n), letter(n + 1)));
        lines.chain([format!("{} => {last}", letter(count))]).collect()
    };
    assert_eq!(fold(&folding(Form::Utr30, &doubling(200, "")), "a\u{4E00}b"), "ab");
    assert_eq!(fold(&folding(Form::Utr30, &doubling(3, "x")), "\u{4E00}"), "xxxxxxxx");
    let refused = |mappings: &str| {
        with_mappings(Form::Utr30, Mode::Compose, mappings, &Limits::default()).map(drop).unwrap_err().to_string()
    };
    assert!(refused(&doubling(40, "x")).contains("longer than 254"));
    // In UTF-16 code units.
    let long = |count: usize| format!("ж => {}", "😀".repeat(count));
    assert_eq!(fold(&folding(Form::Utr30, &long(127)), "ж"), "😀".repeat(127));
    assert!(refused(&long(128)).contains("longer than 254"));
    // A ligature with several of the letter.
    assert!(refused(&format!("\u{644} => {}", "x".repeat(130))).contains("longer than 254"));
    assert!(refused(&doubling(400, "")).contains("more than 254 steps"));
    // The code points of one of these are expanded from the end of the chain.
    for start in [0x4E00, 0xA000] {
        let letter = |number: u32| char::from_u32(start + number).unwrap();
        let chain =
            |count: u32| (0..count).map(|n| format!("{} => {}\n", letter(n), letter(n + 1))).collect::<String>();
        assert_eq!(fold(&folding(Form::Utr30, &chain(254)), &letter(0).to_string()), letter(254).to_string());
        assert!(refused(&chain(255)).contains("more than 254 steps"), "{start:X}");
    }
}

#[test]
fn rule_text_errors_have_a_location() {
    for (text, line, column) in
        [("ab => c", 1, 1), ("x => y\nä ae", 2, 5), ("\\u12 => a", 1, 2), ("a => b\n => c", 2, 2)]
    {
        let error = parse_mappings(text, &Limits::default()).unwrap_err();
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
    }
    assert_eq!(
        parse_mappings("\n# remark\n \\# => \\=\n\t\\  =>\\u0041 b  # x\r\n", &Limits::default()).unwrap().len(),
        2
    );
}

fn for_language(tag: &str, expansion: Expansion) -> Normalizer {
    let mappings = language_mappings(tag, expansion).unwrap();
    Normalizer::with_mappings(Form::Utr30, Mode::Compose, &mappings).unwrap()
}

#[test]
fn letters_of_the_language_are_kept_and_all_others_fold() {
    for (tag, text, folded) in [
        ("sv-SE", "Ångström ÄR öl är A\u{30A} Müller café", "ångström är öl är å muller cafe"),
        ("es", "Niño n\u{303} José pingüino", "niño ñ jose pinguino"),
        ("de", "Käse Straße", "kase strasse"),
        ("fr", "Hélène œuvre ça", "helene oeuvre ca"),
        ("tr", "ISPARTA İstanbul I\u{307} ışık Çağ âlem", "ısparta istanbul i ışık çağ alem"),
        ("az", "IĞDIR Ə", "ığdır ə"),
        ("pl", "Łódź Ł ą ü", "łódź ł ą u"),
        ("da", "Ærø Å é ö", "ærø å e o"),
        ("cs", "Čeština řeka áéí", "čeština řeka aei"),
        ("hr", "Đorđe đak ćevapi", "đorđe đak ćevapi"),
        ("ru", "Йод ёж й", "йод еж й"),
        ("uk", "Її ґанок й", "її ґанок й"),
        ("vi", "Ấm ơ đ á Việt ậ Ặ Ộ ợ ự", "âm ơ đ a viêt â ă ô ơ ư"),
        ("ja", "ガギ がぱ か\u{3099} ｶﾞ ﾊﾟ é", "ガギ がぱ が ガ パ e"),
        ("hu", "Őr ű á", "őr ű a"),
    ] {
        assert_eq!(fold(&for_language(tag, Expansion::Base), text), folded, "{tag}");
    }
    let german = for_language("de", Expansion::Ae);
    assert_eq!(fold(&german, "Käse Öl ÜBER u\u{308} Straße é"), "kaese oel ueber ue strasse e");
}

#[test]
fn every_language_gives_an_idempotent_folding() {
    assert!(languages().len() > 200);
    for (language, letters) in languages() {
        let normalizer = for_language(language, Expansion::Base);
        let text = letters.to_string() + &letters.to_uppercase();
        let once = fold(&normalizer, &text);
        assert_eq!(fold(&normalizer, &once), once, "{language}");
        assert_eq!(fold(&normalizer, letters), *letters, "{language}");
    }
}

/// All composites of Latin, Greek and Cyrillic, and capital I with each of their marks.
#[test]
fn foldings_of_languages_do_not_depend_on_the_spelling() {
    let nfd = icu_normalizer::DecomposingNormalizerBorrowed::new_nfd();
    let blocks = [0xC0..=0x24F, 0x370..=0x4FF, 0x1E00..=0x1FFFu32];
    let composites: Vec<char> = blocks.into_iter().flatten().filter_map(char::from_u32).collect();
    for (language, _) in languages() {
        let normalizer = for_language(language, Expansion::Base);
        for composite in &composites {
            let composed = composite.to_string();
            assert_eq!(
                fold(&normalizer, &composed),
                fold(&normalizer, &nfd.normalize(&composed)),
                "{language} {composite}"
            );
        }
    }
}

/// A composite of the result is a source again, so that each round of the normalization multiplies the text.
#[test]
fn mappings_that_multiply_their_sources_are_rejected() {
    for mappings in [
        [('ä', "åéå"), ('å', "a\u{308}")],
        [('ä', "\u{308}åa"), ('\u{30A}', "a\u{308}a")],
        [('ä', "åå"), ('\u{30A}', "éa\u{308}")],
    ] {
        let mappings = mappings.map(|(source, target)| (source, target.to_owned()));
        let error = Normalizer::with_mappings(Form::Nfc, Mode::Compose, &mappings).err();
        assert!(error.is_some_and(|error| error.to_string().contains("compose to their sources")), "{mappings:?}");
    }
}

#[test]
fn tags_inherit_the_letters_of_their_parent_or_language() {
    let letters = |tag: &str| language_mappings(tag, Expansion::Base).unwrap();
    for (tag, same) in [
        ("sr-ME", "sr-Latn"),
        ("sh", "sr-Latn"),
        ("sh-Cyrl", "sr"),
        ("sr_Cyrl_ME", "sr"),
        ("deu", "de"),
        ("sv_Latn_FI", "sv"),
        ("tr-u-nu-arab", "tr"),
        ("ji", "yi"),
        ("iw-IL", "he"),
        ("pa-PK", "pa-Arab"),
        ("zh-Hant-TW", "zh"),
        ("de-Cyrl", "de"),
    ] {
        assert_eq!(letters(tag), letters(same), "{tag}");
    }
}

#[test]
fn unknown_languages_and_expansions_are_errors() {
    assert!(matches!(language_mappings("xx", Expansion::Base), Err(LanguageError::Unknown(_))));
    assert!(matches!(language_mappings("sv", Expansion::Ae), Err(LanguageError::NoExpansion(_))));
}

#[test]
fn marks_and_jamo_are_mapped_in_every_spelling_of_composites() {
    let trema = folding(Form::Utr30, "\\u0308 => e");
    assert_eq!(fold(&trema, "Ü U\u{308} q\u{308} ǖ u\u{304}\u{308} \u{344} é"), "ue ue qe ue ue e e");
    let angstrom = folding(Form::Utr30, "\\u212B => aa\n\\uFA0C => x");
    assert_eq!(fold(&angstrom, "\u{212B} \u{C5} A\u{30A} å \u{FA0C} \u{5140}"), "aa aa aa a x x");
    let kept = folding(Form::Nfkd, "\\u212B => \\u212B");
    assert_eq!(fold(&kept, "\u{212B} \u{C5}"), "\u{C5} \u{C5}");
    let vowel = folding(Form::Utr30, "\\u1161 => a\n각 => gag\n한 => han");
    assert_eq!(fold(&vowel, "가 \u{1100}\u{1161} 갂 \u{1100}\u{1161}\u{11A9}"), "ᄀa ᄀa ᄀaᆩ ᄀaᆩ");
    assert_eq!(fold(&vowel, "각 \u{1100}\u{1161}\u{11A8} 한 \u{1112}\u{1161}\u{11AB} 국"), "gag gag han han 국");
    let leading = folding(Form::NfkcCf, "\\u1100 => a");
    assert_eq!(fold(&leading, "\u{1100}\u{3099} \u{1100}\u{1161} 각"), "a\u{3099} aᅡ aᅡᆨ");
    let syllable = folding(Form::Utr30, "가 => ae");
    assert_eq!(fold(&syllable, "가 \u{1100}\u{1161} 각 \u{1100}\u{1161}\u{11A8} 나"), "ae ae aeᆨ aeᆨ 나");
}

proptest! {
    #[test]
    fn foldings_do_not_depend_on_the_spelling(
        form in prop::sample::select(vec![Form::Utr30, Form::NfkcCf, Form::Nfc, Form::Nfkd]),
        mode in prop::sample::select(vec![Mode::Compose, Mode::Decompose]),
        sources in prop::collection::vec((
            prop::sample::select("aäåeæ½ﬁx\u{308}\u{30A}\u{301}\u{323}\u{653}آكが\u{3099}가각\u{1100}\u{1161}\u{11A8}क\u{93C}".chars().collect::<Vec<_>>()),
            "[a-cäå\u{308}é½가\u{1161}]{0,3}",
        ), 1..4),
        text in "[a-cA-CäåÄǟǻé½ﬁæxXａậ\u{308}\u{30A}\u{327}\u{301}\u{323}\u{344}\u{200D}ا\u{653}آかが\u{3099}가각나\u{1100}\u{1161}\u{11A8}क\u{93C}\u{958}]{0,12}",
    ) {
        let [nfc, nfd] = [Form::Nfc, Form::Nfd].map(|form| fold(&Normalizer::new(form), &text));
        let Ok(normalizer) = Normalizer::with_mappings(form, mode, &sources) else { return Ok(()) };
        let expected = fold(&normalizer, &text);
        // Also inside a text that is long enough for the kernels over blocks of 64 units.
        let (before, after) = ("q ".repeat(45), "w x ".repeat(30));
        for spelling in [&nfc, &nfd] {
            prop_assert_eq!(fold(&normalizer, spelling), &expected[..], "{:?}", spelling);
            let long = fold(&normalizer, &format!("{before}{spelling}{after}"));
            prop_assert_eq!(long, format!("{}{expected}{}", fold(&normalizer, &before), fold(&normalizer, &after)));
        }
    }

    #[test]
    fn folding_is_idempotent(
        sources in prop::collection::vec((prop::sample::select("aäåeæ½ﬁx\u{308}\u{30A}".chars().collect::<Vec<_>>()), "[a-cäå\u{308}é½]{0,3}"), 1..4),
        text in "[a-cA-CäåÄǟǻé½ﬁæxXａ\u{308}\u{30A}\u{327}\u{301}\u{200D}가]{0,12}",
    ) {
        for form in [Form::Utr30, Form::NfkcCf, Form::Nfc] {
            if let Ok(normalizer) = Normalizer::with_mappings(form, Mode::Compose, &sources) {
                let once = fold(&normalizer, &text);
                prop_assert_eq!(fold(&normalizer, &once), &once[..], "{:?} {:?} {:?}", form, sources, text);
                // Also inside a text that is long enough for the kernels over blocks of 64 units.
                let words = |of: &str| format!("{} {of} {of} {}", "q ".repeat(45), "w é ".repeat(30));
                let around = fold(&normalizer, "é");
                let expected = words(&once).replace('é', &around);
                if !once.contains('é') {
                    prop_assert_eq!(fold(&normalizer, &words(&text)), expected, "{:?} {:?} {:?}", form, sources, text);
                }
            }
        }
    }
}
