//! Comparison of the vector backends with the scalar one.

use super::*;
use crate::unicode::bloom_filter::BloomFilter;
use crate::unicode::hangul;
use crate::unicode::text::{CodeUnit, Encoding};
use proptest::prelude::*;

fn check<C: Class>(bytes: &[u8; BLOCK], words: &[u16; BLOCK]) {
    assert_eq!(block_mask::<u8, C>(bytes), scalar::mask::<u8, C>(bytes));
    assert_eq!(block_mask::<u16, C>(words), scalar::mask::<u16, C>(words));
}

fn check_all(bytes: &[u8; BLOCK], words: &[u16; BLOCK]) {
    check::<AsciiWhiteSpace>(bytes, words);
    check::<AsciiAlphanumeric>(bytes, words);
    check::<AsciiLetter>(bytes, words);
    check::<NonAscii>(bytes, words);
    check::<AsciiUpper>(bytes, words);
    check::<AsciiLower>(bytes, words);
    check::<MayBePunctuation>(bytes, words);
    check::<InWordPunctuation>(bytes, words);
    check::<NumberJoiner>(bytes, words);
    check::<MarkupStart>(bytes, words);
    check::<AngleBracket>(bytes, words);
    check::<Surrogates>(bytes, words);
    check::<TrailSurrogates>(bytes, words);
    check::<MayStartNonAsciiWhiteSpace>(bytes, words);
    check::<LatinCyrillicLetter>(bytes, words);
    check::<MayChangeWhenLowercased>(bytes, words);
    check::<LatinCyrillicLeadByte>(bytes, words);
    check::<LeadC3>(bytes, words);
    check::<TimesOrDivision>(bytes, words);
    check::<ContinuationByte>(bytes, words);
    check::<AsciiSpace>(bytes, words);
    for byte in [b'^', bytes[0] & 0x7F, words[0] as u8 & 0x7F] {
        assert_eq!(mask::unit_mask(bytes, byte), scalar::unit_mask(bytes, byte));
        assert_eq!(mask::unit_mask(words, byte), scalar::unit_mask(words, byte));
    }
    assert_eq!(PunctuationMasks::new(bytes), PunctuationMasks::one_by_one(bytes));
    assert_eq!(PunctuationMasks::new(words), PunctuationMasks::one_by_one(words));
    check::<AsciiDigit>(bytes, words);
    assert_eq!(Utf8Masks::new(bytes), Utf8Masks::scalar(bytes));
    assert_eq!(Utf8Masks::new(bytes).non_ascii, scalar::mask::<u8, NonAscii>(bytes));
    assert_eq!(Utf8Masks::new(bytes).continuations(), scalar::mask::<u8, ContinuationByte>(bytes));
    let of_three = bytes.map(|byte| u64::from(byte >= 0xE0)).iter().rev().fold(0, |mask, bit| mask << 1 | bit);
    let of_four = bytes.map(|byte| u64::from(byte >= 0xF0)).iter().rev().fold(0, |mask, bit| mask << 1 | bit);
    assert_eq!((Utf8Masks::new(bytes).three, Utf8Masks::new(bytes).four), (of_three, of_four));
}

/// The mismatches of a window, unit by unit: by the sets for UTF-8 if the kernel uses these, which may contain less
/// than the spans and bitmaps.
fn expected_mismatches<U: CodeUnit>(filter: &CodePointFilter, window: &[U; WINDOW]) -> (u64, usize) {
    if !CodePointFilter::has_utf8_sets::<U>() {
        return filter.scalar_mismatches(window);
    }
    let is_isolated = |code| filter.utf8.contains(code, true);
    filter.mismatches_one_by_one(window, |code| filter.utf8.contains(code, false), is_isolated)
}

/// Checks the backend of the process and the loop over windows.
fn check_filter<U: CodeUnit>(filter: &CodePointFilter, window: &[U; WINDOW]) {
    let (mask, length) = expected_mismatches(filter, window);
    let found = if mask == 0 { Mismatch { at: length, mask, length: 0 } } else { Mismatch { at: 0, mask, length } };
    assert_eq!(filter.find_mismatch(window, 0), found);
    assert_eq!(filter.find_mismatch_with(window, 0, expected_mismatches), found);
    // The word masks are of filters of the BMP.
    let ascii =
        CodePointFilter { limit: 0x80, except: [0xFF; 2], except_upper: false, supplementary_used: 0, ..*filter };
    use PunctuationKind::*;
    let some = [(b':', MidLetter), (b';', MidNum), (b'.', MidNumLet)];
    let many = [(b'\'', MidNumLet), (b',', MidNum), (b'_', Other), (b'\r', Other), (b'-', MidNumLet)];
    for characters in [vec![], some.to_vec(), many.to_vec(), some.into_iter().chain(many).collect()] {
        let punctuation = WordPunctuation::new(&characters).unwrap();
        assert_eq!(
            ascii.word_masks(&punctuation, window),
            ascii.word_masks_with(&punctuation, window, expected_mismatches)
        );
    }
    #[cfg(target_arch = "x86_64")]
    {
        // SSE2 has neither bitmaps nor supplementary code points.
        let filter = CodePointFilter { bitmaps_used: 0, supplementary_used: 0, ..*filter };
        assert_eq!(
            filter.find_mismatch_with(window, 0, sse2::mismatches),
            filter.find_mismatch_with(window, 0, CodePointFilter::scalar_mismatches)
        );
    }
}

fn check_latin_cyrillic<U: CodeUnit>(text: &[U]) {
    let mut plain = vec![false; text.len()];
    let mut starts = Vec::new();
    let mut at = 0;
    while let Some((c, length)) = U::decode(text, at) {
        let is_latin_cyrillic = matches!(c, '\u{C0}'..='\u{27F}' | '\u{400}'..='\u{47F}') && !matches!(c, '×' | '÷');
        plain[at..at + length].fill(is_latin_cyrillic);
        starts.push(at);
        at += length;
    }
    for start in starts {
        let mask = latin_cyrillic_letters(block_at(text, start, &mut [U::default(); BLOCK]));
        let is_parted = U::ENCODING == Encoding::Utf8
            && text.get(start + BLOCK).is_some_and(|unit| (0x80..0xC0).contains(&(*unit).into()));
        for i in 0..BLOCK - usize::from(is_parted) {
            assert_eq!(mask >> i & 1 != 0, plain.get(start + i) == Some(&true), "{text:X?} at {}", start + i);
        }
    }
}

#[test]
fn the_environment_chooses_the_backend() {
    match std::env::var("UNIC_BACKEND").as_deref() {
        Ok("scalar") => assert_eq!(backend(), Backend::Scalar),
        Ok("sse2") if cfg!(target_arch = "x86_64") => assert_eq!(backend(), Backend::Sse2),
        _ if cfg!(target_arch = "x86_64") => assert!(matches!(backend(), Backend::Sse2 | Backend::Avx2)),
        _ => assert_eq!(backend(), if cfg!(neon) { Backend::Neon } else { Backend::Scalar }),
    }
}

#[test]
fn every_unit_is_classified_as_by_the_scalar_backend() {
    for start in (0..=0xFFFFu32).step_by(BLOCK) {
        check_all(
            &std::array::from_fn(|i| (start as usize + i) as u8),
            &std::array::from_fn(|i| (start as usize + i) as u16),
        );
    }
}

proptest! {
    #[test]
    fn any_block_is_classified_as_by_the_scalar_backend(bytes: [u8; BLOCK], words: [u16; BLOCK]) {
        check_all(&bytes, &words);
    }

    #[test]
    fn latin_cyrillic_letters_equal_those_of_the_reference(
        bytes in prop::collection::vec(prop::sample::select(b"aZ09 -\x7F\xC2\xC3\x97\xB7\xA4\xC5\xC9\xBF\xCA\xD0\xD1\x80\xD2\xE4\xF0\xFF".to_vec()), 0..200),
        units in prop::collection::vec(prop::sample::select(vec![0x61u16, 0x20, 0xBF, 0xC0, 0xD7, 0xF7, 0x27F, 0x280, 0x3FF, 0x400, 0x47F, 0x480, 0x482, 0xD800, 0xDC00]), 0..200),
    ) {
        check_latin_cyrillic(&bytes);
        check_latin_cyrillic(&units);
    }

    #[test]
    fn mismatches_are_those_of_the_scalar_backend(
        text in prop::collection::vec(prop::sample::select("aZ^z (.,-:\n'+äนั้กูนั้นé¨Ййשกูं漢字가ｱ‘\u{301}\u{FFFF}😀🚀🙏𐀀𠀀𠮷\u{0}\u{7F}\u{80}".chars().collect::<Vec<_>>()), WINDOW..=WINDOW),
        bytes in prop::collection::vec(prop::sample::select(b"aZ^\xC3\xA4\xD0\xB9\xE0\xB8\x81\xE6\xBC\xA2\xF0\x9F\xA0\xC1".to_vec()), WINDOW..=WINDOW),
        (spans_used, bitmaps_used) in (0usize..=6, 0usize..=3),
        except_upper: bool,
        except in prop::sample::select(vec![[0xFF, 0xFF], [b'^', 0xFF], [b'^', b'a']]),
        limit in prop::sample::select(vec![0x41u16, 0x80, 0x300]),
        supplementary in prop::collection::vec(prop::sample::select(vec![0x1_F600, 0x1_0000, 0x2_0000]), 0..3),
    ) {
        let span = |first: char, last: char| Span::new(first as u16, last as u16);
        let spans = [
            span('ä', 'ö'), span('а', 'я'), span('ก', 'ู'), span('㐀', '鿿'), span('א', 'ת'), span('\u{80}', '\u{900}'),
        ];
        let bitmaps = [
            Bitmap128 { first: 0x0E00, bits: [0x5555_5555_5555_5555, 0x0F0F_0F0F_0F0F_0F0F], isolated: [0xAAAA << 40, 0xF0F0] },
            Bitmap128 { first: 0x6F80, bits: [u64::MAX, 0], isolated: [0; 2] },
            Bitmap128 { first: 0x0080, bits: [1, 1 << 63 | 0x10], isolated: [1 << 40, 1 << 36] },
        ];
        let bitmaps_used = if CodePointFilter::supports_bitmaps() { bitmaps_used } else { 0 };
        let mut filter = CodePointFilter { limit, except, except_upper, spans_used, spans, bitmaps_used, bitmaps, ..CodePointFilter::ascii() };
        filter.compile::<u8>();
        // Ranges with edges inside of a prefix, and one without.
        let is_inert = |code: u32| match code {
            0x1_F000..0x2_0000 => (0x1_F3C0..0x1_F680).contains(&code),
            0x2_0000.. => true,
            _ => code < 0x1_00C0,
        };
        let supplementary = if CodePointFilter::supports_supplementary() { supplementary } else { vec![] };
        for code in &supplementary {
            filter.insert_supplementary(SupplementaryRange::around::<u16>(*code, is_inert).unwrap());
        }
        let words: Vec<u16> = text.iter().collect::<String>().encode_utf16().collect();
        let words: &[u16; WINDOW] = words.first_chunk().unwrap();
        check_filter(&filter, words);
        filter.limit = limit.min(0x80);
        filter.supplementary_used = 0;
        for code in supplementary {
            filter.insert_supplementary(SupplementaryRange::around::<u8>(code, is_inert).unwrap());
        }
        let utf8 = text.iter().collect::<String>().into_bytes();
        let utf8: &[u8; WINDOW] = utf8.first_chunk().unwrap();
        if limit >= 0x80 {
            check_filter(&filter, utf8);
            let bytes: &[u8; WINDOW] = bytes.first_chunk().unwrap();
            check_filter(&filter, bytes);
        }
    }

    /// The compiled sets for UTF-8 contain only code points of the spans and bitmaps, and always the code points that
    /// they were inserted for.
    #[test]
    fn sets_for_utf8_are_inside_the_spans_and_bitmaps(
        spans in prop::collection::vec((0x80u16..0xD7FF, 0u16..0x4000, any::<u16>()), 0..4),
        bitmaps in prop::collection::vec((1u16..430, any::<[u64; 2]>(), any::<[u64; 2]>()), 0..3),
    ) {
        if !CodePointFilter::has_utf8_sets::<u8>() {
            return Ok(());
        }
        let mut filter = CodePointFilter::ascii();
        let mut given = [0_u64; 1024];
        let mut give = |code: u16| given[usize::from(code >> 6)] |= 1 << (code & 63);
        for (low, length, code) in spans {
            let span = Span { first: low, extent: length.min(0xD7FF - low) };
            let code = low + code % (span.extent + 1);
            filter.insert_range::<u8>(span, code);
            prop_assert!(filter.utf8.contains(code.into(), false), "{code:X} of {span:X?}");
            (low..=span.last()).for_each(&mut give);
        }
        for &(cell, bits, isolated) in &bitmaps {
            let map = Bitmap128 { first: cell * 128, bits, isolated };
            filter.insert_bitmap::<u8>(map);
            let codes = (0x80..0xD800).filter(|code| map.contains(*code));
            codes.clone().for_each(&mut give);
            prop_assert!(codes.clone().all(|code| filter.utf8.contains(code.into(), false)));
        }
        for code in 0x80..0xD800u32 {
            let found = filter.utf8.contains(code, false);
            prop_assert_eq!(found, filter.has(code), "{:X}", code);
            prop_assert!(!found || given[(code >> 6) as usize] >> (code & 63) & 1 != 0, "{:X}", code);
        }
    }

    #[test]
    fn compress_store_equals_moving_single_units(bytes: [u8; 80], words: [u16; 80], length in 0..=BLOCK + MAX_AFTER, gone: u64, fewer: u64) {
        fn check<U: CodeUnit>(mut units: [U; 80], length: usize, gone: u64) {
            let stays = |place: usize| gone.checked_shr(place as u32).unwrap_or(0) & 1 == 0;
            let wanted: Vec<U> = (0..length).filter(|place| stays(*place)).map(|place| units[place]).collect();
            if let Some(length) = compress_store(&mut units, length, gone) {
                assert_eq!(units[..length], wanted);
            }
        }
        for gone in [gone, gone & fewer, 0, u64::MAX] {
            check(bytes, length, gone);
            check(words, length, gone);
        }
    }

    #[test]
    fn lowered_blocks_equal_those_of_single_masks(
        parts in prop::collection::vec(
            "[A-Za-z ]{0,9}|[\u{80}-\u{7FF}]{0,9}|\\PC{0,9}|[À-Þ×Α-ΫА-Я]{0,9}|[\u{800}\u{FFF}\u{D7FF}Ａ]{0,9}",
            WINDOW..=WINDOW,
        ),
        ill_formed in prop::collection::vec((0..WINDOW, any::<u8>()), 0..3),
    ) {
        let mut window: [u8; WINDOW] = *parts.concat().as_bytes().first_chunk().unwrap_or(&[b'A'; WINDOW]);
        for (at, byte) in ill_formed {
            window[at] = byte;
        }
        let (mut out, mut expected_out) = ([0; BLOCK], [0; BLOCK]);
        let lowered = lower_block(&window, &mut out);
        let expected = utf8_lower::one_by_one(&window, &mut expected_out);
        prop_assert_eq!(lowered.masks, expected.masks);
        if expected.masks.bytes_after(&window).is_some() {
            prop_assert_eq!((lowered, out), (expected, expected_out));
        }
    }

    #[test]
    fn decoded_units_are_those_of_the_text(
        parts in prop::collection::vec("[a-z ]{0,9}|[ß-ß߿а-я]{0,9}|[ࠀ\u{D7FF}\u{E000}\u{FFFF}ｱ-ﾝ日]{0,9}", WINDOW..=WINDOW),
        at in 0..BLOCK,
        changed: Option<[u8; 2]>,
    ) {
        let mut window: [u8; WINDOW] = *parts.concat().as_bytes().first_chunk().unwrap_or(&[b'a'; WINDOW]);
        if let Some(changed) = changed {
            window[at..at + 2].copy_from_slice(&changed);
        }
        let masks = Utf8Masks::new(window.first_chunk().unwrap());
        let mut units = [0; BLOCK + 16];
        if let Some(after) = masks.bytes_after(&window).filter(|_| masks.four == 0)
            && let Some(is_well_formed) = decode_utf8(&window, masks.continuations(), &mut units)
        {
            let text = std::str::from_utf8(&window[..BLOCK + after]);
            prop_assert_eq!(is_well_formed, text.is_ok());
            let wanted: Vec<u16> = text.unwrap_or_default().encode_utf16().collect();
            prop_assert_eq!(&units[..wanted.len()], wanted);
        }
    }

    #[test]
    fn syllables_equal_those_composed_one_by_one(
        parts in prop::collection::vec("[ᄀ-ᄒ][ᅡ-ᅵ][ᆨ-ᇂ]?|[ᄀ-ᇿ]|[가-힣 a]", WINDOW..=WINDOW),
    ) {
        let units: Vec<u16> = parts.concat().encode_utf16().collect();
        let window: &[u16; WINDOW] = units.first_chunk().unwrap();
        let mut composed = [0; BLOCK];
        if let Some(masks) = compose_jamo(window, &mut composed) {
            for (at, (&unit, jamo)) in composed.iter().zip(window.windows(3)).enumerate() {
                let [one, two, three] = [0, 1, 2].map(|at| u32::from(jamo[at]));
                let lv = hangul::compose(one, two).filter(|_| hangul::LEADING.contains(&one)).map(u32::from);
                let lvt = lv.and_then(|lv| hangul::compose(lv, three)).map(u32::from);
                prop_assert_eq!(u32::from(unit), lvt.or(lv).unwrap_or(one));
                prop_assert_eq!(masks.syllables >> at & 1 != 0, lv.is_some());
                prop_assert_eq!(masks.lvt >> at & 1 != 0, lvt.is_some());
            }
        }
    }

    #[test]
    fn bloom_mask_has_the_positions_of_the_reference(
        bytes in prop::collection::vec(prop::sample::select(b"ab\xC3\xA4".to_vec()), WINDOW..=WINDOW),
        words in prop::collection::vec(prop::sample::select(vec![0x61u16, 0x62, 0x4E00, 0x4F01, 0xD800, 0xFFFF]), WINDOW..=WINDOW),
        positions in prop::collection::vec(0..WINDOW - HASHED_UNITS, 1..40),
        others in 0u64..3000,
    ) {
        fn check<U: CodeUnit>(window: &[U], positions: &[usize], others: u64) {
            let known = positions.iter().map(|at| hash_units(*window[*at..].first_chunk().unwrap()));
            let hashes = BloomFilter::new(known.chain((0..others).map(|other| other.wrapping_mul(0x9E37_79B9) & 0x3FFFF)));
            let window: &[U; WINDOW] = window.first_chunk().unwrap();
            let found = bloom_mask(window, &hashes);
            assert_eq!(found, hashed_units::one_by_one(window, &hashes));
            assert!(positions.iter().all(|&at| at >= BLOCK || found >> at & 1 != 0));
        }
        check(&bytes, &positions, others);
        check(&words, &positions, others);
    }

    #[test]
    fn units_are_looked_up_as_by_the_scalar_backend(units in prop::collection::vec(any::<u16>(), WINDOW..=WINDOW), seed: u64) {
        let table = std::array::from_fn(|at| seed.rotate_left(at as u32).wrapping_mul(at as u64 | 1));
        let window: &[u16; WINDOW] = units.first_chunk().unwrap();
        prop_assert_eq!(table_mask(window, &table), scalar::table_mask(window, &table));
    }

    #[test]
    fn cells_of_utf8_are_looked_up_as_single_code_points(
        parts in prop::collection::vec(
            prop_oneof![
                8 => "[ -~]{0,4}|[à-ɏ]{0,4}|[α-я]{0,6}|[א-ת]{0,6}|[ऀ-ॿ]{0,6}|[ก-๛]{0,6}|[一-丿]{0,6}|[가-긿]{0,6}|[𐀀-𐀏]{0,2}|\\PC{0,3}"
                    .prop_map(String::into_bytes),
                1 => prop::collection::vec(any::<u8>(), 0..3),
            ],
            0..20,
        ),
        seed: u64,
        empty: u64,
        except: u64,
    ) {
        // Runs of cells without bits, and others.
        let bits = std::array::from_fn(|block| match empty.rotate_left(block as u32 / 8) & 3 {
            0 => seed.rotate_left(block as u32).wrapping_mul(block as u64 | 1),
            _ => 0,
        });
        let marks = bits.map(|bits| bits & seed.rotate_left(7));
        let (ranges, isolated) = (LookupRanges::new(&bits), CellBits::new(&marks));
        let table = Utf8Table { bits: &bits, ranges: &ranges, isolated: &isolated };
        let mut window = [b'a'; WINDOW];
        window.iter_mut().zip(parts.concat()).for_each(|(unit, byte)| *unit = byte);
        let except = except & block_mask::<u8, AsciiUpper>(window.first_chunk().unwrap());
        let (found, expected) = (table.mask(&window, except), table.mask_one_by_one(&window, except));
        let without_isolated = |mask: TableMask| TableMask { isolated: 0, ..mask };
        prop_assert_eq!(found.map(without_isolated), expected);
        prop_assert_eq!(found.map_or(0, |mask| mask.isolated & !mask.found), 0);
        // An ASCII exception beside an isolated code point.
        let isolated = found.map_or(0, |mask| mask.isolated);
        prop_assert_eq!((isolated << 1 | isolated >> 1) & except, 0);
    }

    #[test]
    fn cached_mask_answers_like_the_reference(
        text in prop::collection::vec(prop::sample::select(b"aB\xC3".to_vec()), 0..200), a in 0usize..200, b in 0usize..200
    ) {
        let (start, end) = (a.min(b).min(text.len()), a.max(b).min(text.len()));
        let plain = text[start..end].iter().any(|unit| unit.is_ascii_uppercase());
        let mut remembered = BlockMask::<AsciiUpper>::default();
        remembered.any(&text, 0, text.len());
        prop_assert_eq!(remembered.any(&text, start, end), plain);
        prop_assert_eq!(ascii_prefix(&text), text.iter().position(|unit| *unit >= 0x80).unwrap_or(text.len()));
    }
}
