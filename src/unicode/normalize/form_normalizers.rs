//! The normalizers of the forms, without user mappings: each is created once per process.

use super::form::{Form, Mode};
use super::normalizer::Normalizer;
use super::span::Scratch;
use crate::lazy::get_or_make;
use std::sync::{Arc, OnceLock};

const FORMS: usize = Form::ALL.len();
const MODES: usize = Mode::ALL.len();

static NORMALIZERS: [[OnceLock<Arc<Normalizer>>; MODES]; FORMS] = [const { [const { OnceLock::new() }; MODES] }; FORMS];

/// The normalizer of a form in a mode, without user mappings.
#[allow(clippy::indexing_slicing)] // there is an item for each form and mode
pub fn normalizer_of_form(form: Form, mode: Mode) -> &'static Arc<Normalizer> {
    get_or_make(&NORMALIZERS[form as usize][mode as usize], || Arc::new(Normalizer::with_mode(form, mode)))
}

/// A text in a form, in its default mode.
pub(crate) fn normalized(form: Form, text: &str) -> String {
    let mut out = Vec::new();
    normalizer_of_form(form, form.default_mode()).normalize(text.as_bytes(), &mut out, &mut Scratch::default());
    // Well-formed text stays well-formed.
    String::from_utf8(out).unwrap_or_default()
}
