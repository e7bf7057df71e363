//! Normalization forms, whole and inside of a set (`Normalization.java`).

use crate::{Kind, Verdict};
use std::collections::HashMap;
use unic_analysis::unicode::normalize::{CharSet, Filtered, Form, Normalizer, QuickCheck, Scratch};
use unic_analysis::unicode::set::{Matcher, UnicodeSet};
use unic_analysis::unicode::text::CodeUnit;

#[derive(Default)]
pub(crate) struct Normalization {
    normalizers: HashMap<String, Normalizer>,
    sets: HashMap<String, Set>,
}

struct Set(Matcher);

impl CharSet for &Set {
    fn contains(&self, c: char) -> bool {
        self.0.contains(c)
    }
}

impl Kind for Normalization {
    fn row(&mut self, fields: &[&str]) -> Verdict {
        let &["normalize", form, filter, text, normalized, is_normalized, check] = fields else {
            panic!("a row of no known kind")
        };
        let normalizer = self.normalizers.entry(form.to_owned()).or_insert_with(|| {
            let known = Form::ALL.iter().find(|(name, _)| *name == form);
            Normalizer::new(known.expect("a form").1)
        });
        let set = self.sets.entry(filter.to_owned()).or_insert_with(|| {
            let pattern = if filter.is_empty() { "[^[]]" } else { filter };
            Set(UnicodeSet::parse(pattern).expect("a set").matcher())
        });
        let expected = format!("{normalized} {is_normalized} {check}");
        let units: Vec<u16> = text.encode_utf16().collect();
        let from_utf16 = answers(normalizer, &*set, &units, filter.is_empty());
        let from_utf8 = answers(normalizer, &*set, text.as_bytes(), filter.is_empty());
        let written = |answers: &Answers<u16>| {
            let normalized = String::from_utf16_lossy(&answers.normalized);
            let is_normalized = normalized == text;
            format!("{normalized} {is_normalized} {}", answers.check)
        };
        let narrow = Answers::<u16> {
            normalized: String::from_utf8_lossy(&from_utf8.normalized).encode_utf16().collect(),
            check: from_utf8.check,
        };
        match (written(&from_utf16), written(&narrow)) {
            (wide, narrow) if wide == narrow => Verdict::of(&wide, &expected),
            (wide, narrow) => Verdict::Different(format!("UTF-8 {narrow} UTF-16 {wide}")),
        }
    }
}

struct Answers<U> {
    normalized: Vec<U>,
    check: &'static str,
}

fn answers<U: CodeUnit>(normalizer: &Normalizer, set: &Set, text: &[U], without_filter: bool) -> Answers<U> {
    let mut normalized = Vec::new();
    let filtered = Filtered::new(normalizer, set);
    let scratch = &mut Scratch::default();
    let check = if without_filter {
        normalizer.normalize(text, &mut normalized, scratch);
        normalizer.quick_check(text)
    } else {
        filtered.normalize(text, &mut normalized, scratch);
        filtered.quick_check(text)
    };
    let check = match check {
        QuickCheck::Yes => "YES",
        QuickCheck::No => "NO",
        QuickCheck::Maybe => "MAYBE",
    };
    Answers { normalized, check }
}
