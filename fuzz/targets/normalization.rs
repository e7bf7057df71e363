//! Normalization: text, form, mode and set against `icu_normalizer`, and against itself.

use super::source::Source;
use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use unic_analysis::unicode::normalize::{Filtered, Form, Mode, Normalizer, Piece, QuickCheck, Scratch, Sink};
use unic_analysis::unicode::set::UnicodeSet;
use unic_analysis::unicode::text::CodeUnit;

thread_local! {
    static NORMALIZERS: RefCell<HashMap<(usize, usize), Rc<Normalizer>>> = RefCell::default();
}

/// Form and mode, a set, the text.
pub fn run(data: &[u8]) {
    let mut source = Source::new(data);
    let (form, mode) = (source.below(Form::ALL.len()), source.below(Mode::ALL.len()));
    let make = || Rc::new(Normalizer::with_mode(Form::ALL[form].1, Mode::ALL[mode].1));
    let normalizer = &*NORMALIZERS.with_borrow_mut(|all| Rc::clone(all.entry((form, mode)).or_insert_with(make)));
    let set = UnicodeSet::parse(&String::from_utf8_lossy(source.part())).ok();
    let text = source.text();
    let once = normalized(normalizer, &text);
    match (Form::ALL[form].1, Mode::ALL[mode].1) {
        (Form::Nfc | Form::Nfd, Mode::Compose) => same(&once, &ComposingNormalizerBorrowed::new_nfc().normalize(&text)),
        (Form::Nfkc | Form::Nfkd, Mode::Compose) => {
            same(&once, &ComposingNormalizerBorrowed::new_nfkc().normalize(&text))
        }
        (Form::Nfc | Form::Nfd, Mode::Decompose) => {
            same(&once, &DecomposingNormalizerBorrowed::new_nfd().normalize(&text))
        }
        (Form::Nfkc | Form::Nfkd, Mode::Decompose) => {
            same(&once, &DecomposingNormalizerBorrowed::new_nfkd().normalize(&text));
        }
        // The other two modes give canonically equivalent text.
        (Form::Nfc | Form::Nfd, _) => {
            let nfd = DecomposingNormalizerBorrowed::new_nfd();
            same(&nfd.normalize(&once), &nfd.normalize(&text));
        }
        _ => {}
    }
    same(&normalized(normalizer, &once), &once);
    match normalizer.quick_check(text.as_bytes()) {
        QuickCheck::Yes => same(&once, &text),
        QuickCheck::No | QuickCheck::Maybe => {}
    }
    assert_ne!(normalizer.quick_check(once.as_bytes()), QuickCheck::No, "{once:?}");
    let span = normalizer.span_yes(text.as_bytes());
    same(&once, &(text[..span].to_owned() + &normalized(normalizer, &text[span..])));
    check_pieces(normalizer, text.as_bytes());
    check_pieces(normalizer, &text.encode_utf16().collect::<Vec<_>>());
    if let Some(set) = set {
        check_filter(normalizer, &set, &text);
    }
}

fn same(found: &str, expected: &str) {
    assert_eq!(found, expected, "{} and {}", found.escape_unicode(), expected.escape_unicode());
}

fn units<U: CodeUnit>(normalizer: &Normalizer, text: &[U]) -> Vec<U> {
    let mut out = Vec::new();
    normalizer.normalize(text, &mut out, &mut Scratch::default());
    out
}

/// The normalized text, the same from both encodings.
fn normalized(normalizer: &Normalizer, text: &str) -> String {
    let utf8 = String::from_utf8(units(normalizer, text.as_bytes())).expect("well-formed in, well-formed out");
    let utf16: Vec<u16> = text.encode_utf16().collect();
    same(&String::from_utf16(&units(normalizer, &utf16)).expect("well-formed in, well-formed out"), &utf8);
    utf8
}

/// Source and result, start and end, of each changed piece.
#[derive(Default)]
struct Pieces(Vec<[usize; 4]>);

impl<U> Sink<U> for Pieces {
    const PARTS: bool = true;

    fn replaced(&mut self, piece: Piece<'_, U>) {
        let (source, result) = (piece.source_start, piece.result_start);
        self.0.push([source, source + piece.source.len(), result, result + piece.result.len()]);
    }

    fn rewind(&mut self, source_start: usize) {
        self.0.retain(|piece| piece[0] < source_start);
    }
}

/// Pieces are in order, and the text between them, whose mappings change no length, is as long in the result as in the source.
fn check_pieces<U: CodeUnit>(normalizer: &Normalizer, text: &[U]) {
    let (mut pieces, mut out) = (Pieces::default(), Vec::new());
    normalizer.normalize_to(text, &mut out, &mut pieces, &mut Scratch::default());
    let (mut source, mut result) = (0, 0);
    for piece in pieces.0.iter().copied().chain([[text.len(), text.len(), out.len(), out.len()]]) {
        assert!(piece[0] >= source && piece[2] >= result, "{:?}", pieces.0);
        assert_eq!(piece[0] - source, piece[2] - result, "{:?}", pieces.0);
        (source, result) = (piece[1], piece[3]);
    }
    assert!(out == units(normalizer, text));
}

/// A filter normalizes the spans inside the set, one by one.
fn check_filter(normalizer: &Normalizer, set: &UnicodeSet, text: &str) {
    let (mut expected, mut span) = (String::new(), String::new());
    for c in text.chars() {
        if set.contains(u32::from(c)) {
            span.push(c);
        } else {
            expected += &normalized(normalizer, &span);
            expected.push(c);
            span.clear();
        }
    }
    expected += &normalized(normalizer, &span);
    let matcher = set.matcher();
    let filtered = Filtered::new(normalizer, |c: char| matcher.contains(c));
    let mut out = Vec::new();
    filtered.normalize(text.as_bytes(), &mut out, &mut Scratch::default());
    same(&String::from_utf8(out).expect("well-formed in, well-formed out"), &expected);
}
