//! `BreakRules::following`, `preceding` and `is_boundary` agree with the segments, at every position, in both
//! encodings.

use unic_analysis::segment::{BreakKind, BreakRules, LineStrictness};
use unic_analysis::unicode::text::{CodeUnit, from_str};

const TEXTS: [&str; 5] = ["", "a", "Mr. Smith's e-mail, 1,000.5 times", "สวัสดีชาวโลก 我购买了道具", "🇩🇪e\u{301}\r\n👩‍👩‍👦"];

fn check<U: CodeUnit>(rules: &BreakRules, text: &str) {
    let units: Vec<U> = from_str(text);
    let mut boundaries = vec![0];
    boundaries.extend(rules.segments(&units).map(|segment| segment.end));
    for at in 0..=units.len() + 1 {
        let after = boundaries.iter().copied().find(|&boundary| boundary > at);
        let before = boundaries.iter().copied().rfind(|&boundary| boundary < at);
        assert_eq!(rules.following(&units, at), after, "following {at} in {text:?}");
        assert_eq!(rules.preceding(&units, at), before.filter(|_| !units.is_empty()), "preceding {at} in {text:?}");
        assert_eq!(rules.is_boundary(&units, at), boundaries.contains(&at), "is_boundary {at} in {text:?}");
    }
}

#[test]
fn boundaries_around_a_position_are_those_of_the_segments() {
    for kind in [BreakKind::Grapheme, BreakKind::Word, BreakKind::Sentence, BreakKind::Line(LineStrictness::Default)] {
        let rules: &BreakRules = kind.rules("root").unwrap();
        for text in TEXTS {
            check::<u8>(rules, text);
            check::<u16>(rules, text);
        }
    }
}
