//! Properties of every text and every chain of components (rulings T1 to T6).

mod support;

use proptest::prelude::*;
use support::{analyzer, definition, text, tokens};
use unic_analysis::analysis::End;
use unic_analysis::analysis::stream::OwnedToken;
use unic_analysis::analysis::{Analyzer, OffsetUnit};

fn in_utf16_units(analyzer: &Analyzer) -> unic_analysis::analysis::Stream {
    let mut stream = analyzer.stream();
    stream.set_offset_unit(OffsetUnit::Utf16);
    stream
}

/// Offsets are inside the text and ascend, positions are valid.
fn check_shape(
    found: &[OwnedToken],
    end: End,
    length: u32,
    is_boundary: impl Fn(u32) -> bool,
) -> Result<(), TestCaseError> {
    let mut last_start = 0;
    let mut position = -1i64;
    for token in found {
        prop_assert!(token.start >= last_start, "a start offset decreases: {:?}", token);
        prop_assert!(token.start <= token.end && token.end <= length, "outside the text: {:?}", token);
        prop_assert!(is_boundary(token.start) && is_boundary(token.end), "inside a code point: {:?}", token);
        prop_assert!(token.position_length >= 1);
        position += i64::from(token.position_increment);
        prop_assert_eq!(i64::from(token.position), position);
        last_start = token.start;
    }
    prop_assert!(found.first().is_none_or(|first| first.position_increment > 0));
    prop_assert_eq!(end.final_offset, length);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn both_encodings_have_equal_tokens(definition in definition(), text in text()) {
        let analyzer = analyzer(&definition);
        let units: Vec<u16> = text.encode_utf16().collect();
        let (from_utf8, utf8_end) = tokens(&mut in_utf16_units(&analyzer), text.as_bytes(), 256);
        let (from_utf16, utf16_end) = tokens(&mut in_utf16_units(&analyzer), &units, 256);
        prop_assert_eq!(&from_utf8, &from_utf16);
        prop_assert_eq!(utf8_end, utf16_end);
        let is_boundary = |at: u32| units.get(at as usize).is_none_or(|unit| !(0xDC00..0xE000).contains(unit));
        check_shape(&from_utf16, utf16_end, units.len() as u32, is_boundary)?;
        let (in_bytes, end) = tokens(&mut analyzer.stream(), text.as_bytes(), 256);
        check_shape(&in_bytes, end, text.len() as u32, |at| text.is_char_boundary(at as usize))?;
    }

    #[test]
    fn tokens_do_not_depend_on_batch_size_and_reuse(definition in definition(), first in text(), second in text(), batch in 1usize..40) {
        let analyzer = analyzer(&definition);
        let expected = tokens(&mut analyzer.stream(), second.as_bytes(), 1000);
        let mut used = analyzer.stream();
        tokens(&mut used, first.as_bytes(), 100);
        // A stream that was stopped in the middle of a text.
        used.analyze(first.as_bytes()).unwrap().next_batch(1, |_| {}).unwrap();
        prop_assert_eq!(&tokens(&mut used, second.as_bytes(), batch), &expected);
        // A text in another encoding in between has no effect either.
        tokens(&mut used, &first.encode_utf16().collect::<Vec<u16>>(), 3);
        prop_assert_eq!(&tokens(&mut used, second.as_bytes(), 1), &expected);
    }

    #[test]
    fn ill_formed_bytes_are_analysed_as_replacement_characters(
        definition in definition(), text in text(), broken in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)
    ) {
        let mut bytes = text.into_bytes();
        for (position, byte) in broken {
            let at = position.index(bytes.len() + 1);
            bytes.insert(at, byte);
        }
        let analyzer = analyzer(&definition);
        let (found, end) = tokens(&mut analyzer.stream(), &bytes, 256);
        // Boundaries are the starts of sequences and maximal subparts.
        let mut boundaries: Vec<usize> = unic_analysis::unicode::text::code_points(&bytes).map(|(at, _)| at).collect();
        boundaries.push(bytes.len());
        check_shape(&found, end, bytes.len() as u32, |at| boundaries.binary_search(&(at as usize)).is_ok())?;
        let repaired = String::from_utf8_lossy(&bytes).into_owned();
        let terms = |found: &[OwnedToken]| found.iter().map(|token| (token.term.clone(), token.position)).collect::<Vec<_>>();
        prop_assert_eq!(terms(&found), terms(&tokens(&mut analyzer.stream(), repaired.as_bytes(), 256).0));
    }

    #[test]
    fn ill_formed_units_are_analysed_as_replacement_characters(
        definition in definition(), text in text(), broken in prop::collection::vec((any::<prop::sample::Index>(), 0xD800u16..0xE000), 1..6)
    ) {
        let mut units: Vec<u16> = text.encode_utf16().collect();
        for (position, unit) in broken {
            let at = position.index(units.len() + 1);
            units.insert(at, unit);
        }
        let analyzer = analyzer(&definition);
        let repaired: Vec<u16> = String::from_utf16_lossy(&units).encode_utf16().collect();
        prop_assert_eq!(tokens(&mut analyzer.stream(), &units, 256), tokens(&mut analyzer.stream(), &repaired, 256));
    }

    #[test]
    fn random_definitions_are_accepted_or_rejected(bytes in prop::collection::vec(any::<u8>(), 0..60), text in "\\PC{0,60}") {
        let options = unic_analysis::config::CompileOptions::default();
        for definition in [&bytes, text.as_bytes()] {
            let compiled = unic_analysis::config::compile(definition, None, &options);
            let parsed = unic_analysis::config::ParsedDefinition::read(definition, &options);
            prop_assert!(compiled.is_err() || parsed.is_ok());
            if let Err(errors) = compiled {
                prop_assert!(errors.iter().all(|error| error.offset <= definition.len() && !error.found.is_empty()));
            }
        }
    }

    #[test]
    fn errors_of_damaged_definitions_have_locations(definition in definition(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = definition.into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let options = unic_analysis::config::CompileOptions::default();
        if let Err(errors) = unic_analysis::config::validate(&bytes, &options) {
            let offsets: Vec<usize> = errors.iter().map(|error| error.offset).collect();
            prop_assert!(offsets.is_sorted());
            prop_assert!(offsets.iter().all(|offset| *offset <= bytes.len()));
            prop_assert!(errors.iter().all(|error| error.line >= 1 && error.column >= 1 && !error.found.is_empty()));
        }
    }
}

#[test]
fn many_threads_share_one_analyzer() {
    let analyzer = analyzer(r#"{"analyzer": {"a": {"type": "hyphen", "filter": ["lowercase"]}}}"#);
    let text = "Das E-Book, Corinna's U.S.A. Straße ".repeat(50);
    let expected = tokens(&mut analyzer.stream(), text.as_bytes(), 100);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let mut stream = analyzer.stream();
                (0..50).for_each(|_| assert_eq!(tokens(&mut stream, text.as_bytes(), 7), expected));
            });
        }
    });
}
