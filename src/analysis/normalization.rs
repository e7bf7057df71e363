//! The common part of `unic_normalizer` and `unic_folding`, as char filters and as token filters: options and
//! construction. [`super::normalization_runner`] runs them.

use crate::analysis::build_error::BuildError;
use crate::analysis::options::{FingerprintPart, OptionDefault, OptionKind, OptionSpec, Options};
use crate::analysis::set_filter::SetFilter;
use crate::memory::{self, AllocationFailed};
use crate::unicode::normalize::{
    FilteredNormalizer, Form, Mode, Normalizer, Scratch, Sink, normalizer_of_form, shared_limited_to,
};
use crate::unicode::part::SlicePart;
use crate::unicode::quoted::quoted;
use crate::unicode::set::UnicodeSet;
use crate::unicode::text::CodeUnit;
use std::sync::Arc;

/// The option `normalization_name` of `unic_normalizer`.
pub static NAME: OptionSpec = OptionSpec {
    name: "normalization_name",
    aliases: &["name", "form"],
    kind: OptionKind::Choice(&["nfc", "nfd", "nfkc", "nfkd", "nfkc_cf", "nfkc_scf", "utr30"]),
    default: OptionDefault::Text("nfkc_cf"),
    help: "the form; `nfkc_cf` folds case and removes default ignorables, `utr30` is the form of `unic_folding`",
    fingerprint: FingerprintPart::Value,
};

/// The option `normalization_mode`.
pub static MODE: OptionSpec = OptionSpec::absent(
    "normalization_mode",
    OptionKind::Choice(&["compose", "decompose", "compose_contiguous", "fcd"]),
    "the normalization step; absent: `compose`, and `decompose` for `nfd` and `nfkd`",
)
.with_aliases(&["mode"])
.with_fingerprint(FingerprintPart::Meaning(|options| {
    let mode = mode(options, form(options));
    let (name, _) = Mode::ALL.into_iter().find(|(_, one)| *one == mode)?;
    Some(vec![name.to_owned()])
}));

/// The option `unicode_set_filter`.
pub static UNICODE_SET_FILTER: OptionSpec = OptionSpec::absent(
    "unicode_set_filter",
    OptionKind::Text,
    "a UnicodeSet: characters outside it are left unchanged and do not compose",
)
.with_aliases(&["unicodeSetFilter"])
.with_fingerprint(FingerprintPart::Meaning(|options| {
    let set = set_filter(options).ok()??;
    Some(memory::collect(range_names(&set).chain(set.strings().map(|string| format!("{{{string}}}")))))
}));

/// The ranges of a set, for fingerprints: they do not depend on how its pattern is written.
pub fn range_names(set: &UnicodeSet) -> impl Iterator<Item = String> {
    set.ranges().map(|(first, last)| format!("{first:X}-{last:X}"))
}

/// The option `expansion_offsets` of the char filters.
pub static EXPANSION_OFFSETS: OptionSpec = OptionSpec {
    name: "expansion_offsets",
    aliases: &[],
    kind: OptionKind::Choice(&["parity", "cover"]),
    default: OptionDefault::Text("parity"),
    help: "`cover`: every part of an expansion spans its source, so that a highlighter can mark it",
    fingerprint: FingerprintPart::Value,
};

/// A normalizer with its set filter, shared by all streams.
#[derive(Debug)]
pub struct Normalization {
    pub(super) normalizer: Arc<Normalizer>,
    /// The set, unless the normalizer itself is limited to it.
    pub(super) filter: Option<SetFilter>,
}

/// The form that the option `normalization_name` selects.
pub fn form(options: &Options) -> Form {
    let named = options.text(&NAME);
    Form::ALL.into_iter().find(|(name, _)| Some(*name) == named).map_or(Form::NfkcCf, |(_, form)| form)
}

/// The mode that the options select for a form.
pub fn mode(options: &Options, form: Form) -> Mode {
    let named = options.text(&MODE);
    let known = Mode::ALL.into_iter().find(|(name, _)| Some(*name) == named);
    known.map_or(form.default_mode(), |(_, mode)| mode)
}

impl Normalization {
    /// Creates the normalization of a form with the `unicode_set_filter` of the options.
    pub fn new(form: Form, mode: Mode, options: &Options) -> Result<Arc<Normalization>, BuildError> {
        let set = set_filter(options)?;
        let limited = set.as_ref().filter(|set| set.strings().next().is_none());
        let limited = limited.and_then(|set| shared_limited_to(form, mode, set));
        Ok(Arc::new(match limited {
            Some(normalizer) => Normalization { normalizer, filter: None },
            None => Normalization::by_spans(Arc::clone(normalizer_of_form(form, mode)), set),
        }))
    }

    /// Creates the normalization of a normalizer with the `unicode_set_filter` of the options.
    pub fn of_normalizer(normalizer: Arc<Normalizer>, options: &Options) -> Result<Arc<Normalization>, BuildError> {
        Ok(Arc::new(Normalization::by_spans(normalizer, set_filter(options)?)))
    }

    fn by_spans(normalizer: Arc<Normalizer>, set: Option<UnicodeSet>) -> Normalization {
        Normalization { normalizer, filter: set.as_ref().map(SetFilter::new) }
    }

    /// The length of the longest prefix of a text that is normalized.
    pub(super) fn normalized_prefix<U: CodeUnit>(&self, text: &[U], scratch: &mut Scratch) -> usize {
        match &self.filter {
            Some(filter) => FilteredNormalizer::new(&self.normalizer, filter).span_yes(text),
            None => self.normalizer.normalized_prefix(text, scratch),
        }
    }

    /// Normalizes a text; `normalized` is the length of its normalized prefix.
    pub(super) fn run<U: CodeUnit, S: Sink<U>>(
        &self,
        text: &[U],
        normalized: usize,
        result: &mut Vec<U>,
        sink: &mut S,
        scratch: &mut Scratch,
    ) -> Result<(), AllocationFailed> {
        if let Some(filter) = &self.filter {
            FilteredNormalizer::new(&self.normalizer, filter).normalize_to(text, result, sink, scratch);
            return Ok(());
        }
        result.try_reserve(text.len()).map_err(|_| AllocationFailed)?;
        result.extend_from_slice(text.part(..normalized));
        self.normalizer.normalize_rest(text, normalized, result, sink, scratch);
        Ok(())
    }
}

/// The set of the option `unicode_set_filter`.
fn set_filter(options: &Options) -> Result<Option<UnicodeSet>, BuildError> {
    options.text(&UNICODE_SET_FILTER).map(parse_filter).transpose()
}

/// Parses the value of a `unicode_set_filter`.
pub fn parse_filter(pattern: &str) -> Result<UnicodeSet, BuildError> {
    UnicodeSet::parse(pattern)
        .map_err(|error| BuildError::in_rules(&UNICODE_SET_FILTER, &format!("the set {}", quoted(pattern)), &error))
}
