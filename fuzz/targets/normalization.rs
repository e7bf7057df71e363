//! Normalization: text, form, mode and set compared with `icu_normalizer`, and consistency checks.

use super::normalizing::{check_filtered, normalized, pieces_are_sound};
use super::source::Source;
use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use unic_analysis::unicode::normalize::{Form, Mode, Normalizer, QuickCheck};
use unic_analysis::unicode::set::UnicodeSet;

thread_local! {
    static NORMALIZERS: RefCell<HashMap<(usize, usize), Rc<Normalizer>>> = RefCell::default();
}

/// The input: form and mode, a set, the text.
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
        // The other two modes produce canonically equivalent text.
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
    pieces_are_sound::<u8, true>(normalizer, text.as_bytes());
    pieces_are_sound::<u16, true>(normalizer, &text.encode_utf16().collect::<Vec<_>>());
    if let Some(set) = set {
        check_filtered(normalizer, &set, &text);
    }
}

fn same(found: &str, expected: &str) {
    assert_eq!(found, expected, "{} and {}", found.escape_unicode(), expected.escape_unicode());
}
