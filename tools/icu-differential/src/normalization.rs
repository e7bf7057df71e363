//! Normalization forms in all modes, whole and limited to a set (`Normalization.java`).

use crate::components::Components;
use crate::{Kind, Verdict};
use std::collections::HashMap;
use unic_analysis::unicode::normalize::{Form, Mode, Normalizer, QuickCheck, Scratch};
use unic_analysis::unicode::set::UnicodeSet;
use unic_analysis::unicode::text::CodeUnit;

#[derive(Default)]
pub(crate) struct Normalization {
    /// By form and mode, and set.
    normalizers: HashMap<(String, String), (Normalizer, Components)>,
}

/// The normalizer of a form, or of a form and a mode, limited to a set unless it is empty.
fn open(name: &str, set: &str) -> (Normalizer, Components) {
    let (form, mode) = name.split_once(' ').unwrap_or((name, ""));
    let form = Form::ALL.iter().find(|(known, _)| *known == form).expect("a form").1;
    let mode = Mode::ALL.iter().find(|(known, _)| *known == mode).map_or(form.default_mode(), |(_, mode)| *mode);
    let normalizer = Normalizer::with_mode(form, mode);
    let modes = [("normalization_mode", name.split_once(' ').map_or("", |(_, mode)| mode))];
    let sets = [("unicode_set_filter", set)];
    let options = modes.into_iter().chain(sets).filter(|(_, value)| !value.is_empty());
    let options: Vec<(&str, &str)> = [("normalization_name", name.split_once(' ').map_or(name, |(form, _)| form))]
        .into_iter()
        .chain(options)
        .collect();
    let components = Components::filters("unic_normalizer", &options);
    if set.is_empty() {
        return (normalizer, components);
    }
    (normalizer.limited_to(&UnicodeSet::parse(set).expect("a set")).expect("a table"), components)
}

impl Kind for Normalization {
    fn row(&mut self, fields: &[&str]) -> Verdict {
        let &["normalize", form, filter, text, normalized, is_normalized, check] = fields else {
            panic!("a row of no known kind")
        };
        let key = (form.to_owned(), filter.to_owned());
        let (normalizer, components) = self.normalizers.entry(key).or_insert_with(|| open(form, filter));
        let expected = format!("{normalized} {is_normalized} {check}");
        if let Some(problem) = components.difference(text, normalized) {
            return Verdict::Different(problem);
        }
        // An engine that is limited to a set knows characters only.
        if check.is_empty() {
            return Verdict::Same;
        }
        let units: Vec<u16> = text.encode_utf16().collect();
        let from_utf16 = answers(normalizer, &units);
        let from_utf8 = answers(normalizer, text.as_bytes());
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

fn answers<U: CodeUnit>(normalizer: &Normalizer, text: &[U]) -> Answers<U> {
    let mut normalized = Vec::new();
    normalizer.normalize(text, &mut normalized, &mut Scratch::default());
    let check = match normalizer.quick_check(text) {
        QuickCheck::Yes => "YES",
        QuickCheck::No => "NO",
        QuickCheck::Maybe => "MAYBE",
    };
    Answers { normalized, check }
}
