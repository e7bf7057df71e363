//! What `unic_normalizer` and `unic_folding` share, as char filters and as token filters: options, building, running.

use crate::analysis::batch::Batch;
use crate::analysis::char_filter::Rewriter;
use crate::analysis::offset_map::Spread;
use crate::analysis::options::{BuildError, Fault, OptionKind, OptionSpec, Options};
use crate::unicode::normalize::{CharSet, Filtered, Form, Mode, Normalizer, Piece, Scratch, Sink};
use crate::unicode::set::{Matcher, UnicodeSet};
use crate::unicode::text::{Buffer, CodeUnit, from_str};
use std::ops::Range;
use std::sync::Arc;

/// `normalization_mode`.
pub static MODE: OptionSpec = OptionSpec::absent(
    "normalization_mode",
    OptionKind::Choice(&["compose", "decompose", "compose_contiguous", "fcd"]),
    "what is done with the mappings; absent: `compose`, and `decompose` for `nfd` and `nfkd`",
)
.with_aliases(&["mode"]);

/// `unicode_set_filter`.
pub static UNICODE_SET_FILTER: OptionSpec = OptionSpec::absent(
    "unicode_set_filter",
    OptionKind::Text,
    "a UnicodeSet: characters outside it stay as they are and take no part in composition",
)
.with_aliases(&["unicodeSetFilter"]);

/// `expansion_offsets`, of the char filters.
pub static EXPANSION_OFFSETS: OptionSpec = OptionSpec {
    name: "expansion_offsets",
    aliases: &[],
    kind: OptionKind::Choice(&["parity", "cover"]),
    default: crate::analysis::options::OptionDefault::Text("parity"),
    help: "`cover`: every part of an expansion spans its source, so that a highlighter marks something",
};

/// A built normalization: shared by all streams.
#[derive(Debug)]
pub struct Normalization {
    normalizer: Normalizer,
    filter: Option<Filter>,
}

/// A `unicode_set_filter`.
#[derive(Debug)]
struct Filter {
    matcher: Matcher,
    /// The set's strings, longest first.
    strings: Vec<(Vec<u8>, Vec<u16>)>,
}

impl CharSet for &Filter {
    fn contains(&self, c: char) -> bool {
        self.matcher.contains(c)
    }

    fn span<U: CodeUnit>(&self, text: &[U], mut at: usize, inside: bool) -> usize {
        while let Some((c, length)) = U::decode(text, at) {
            let string = self.string_at(text.get(at..).unwrap_or(&[]));
            if (string > 0 || self.contains(c)) != inside {
                break;
            }
            at += length.max(string);
        }
        at
    }
}

impl Filter {
    /// The length of the longest string of the set that starts here.
    fn string_at<U: CodeUnit>(&self, rest: &[U]) -> usize {
        let fits = |(utf8, utf16): &(Vec<u8>, Vec<u16>)| {
            let (mut utf8, mut utf16) = (utf8.clone(), utf16.clone());
            let string = U::buffer(&mut utf8, &mut utf16);
            rest.starts_with(string).then_some(string.len())
        };
        self.strings.iter().find_map(fits).unwrap_or(0)
    }
}

/// The mode that the options ask for.
pub fn mode(options: &Options, form: Form) -> Mode {
    let named = options.text(&MODE);
    let known = Mode::ALL.into_iter().find(|(name, _)| Some(*name) == named);
    known.map_or(form.default_mode(), |(_, mode)| mode)
}

impl Normalization {
    /// With the `unicode_set_filter` of the options.
    pub fn new(normalizer: Normalizer, options: &Options) -> Result<Arc<Normalization>, BuildError> {
        let filter = options.text(&UNICODE_SET_FILTER).map(Filter::new).transpose()?;
        Ok(Arc::new(Normalization { normalizer, filter }))
    }
}

impl Filter {
    fn new(pattern: &str) -> Result<Filter, BuildError> {
        let set = UnicodeSet::parse(pattern).map_err(|error| {
            let fault = if error.limit { Fault::Limit } else { Fault::Syntax };
            let found = format!("the set {pattern:?} can't be read: {error}");
            BuildError::wrong_value(&UNICODE_SET_FILTER, found, "a UnicodeSet pattern such as [^ß]").with_fault(fault)
        })?;
        let mut strings: Vec<_> = set.strings().map(|string| (from_str(string), from_str(string))).collect();
        strings.sort_by_key(|(utf8, _): &(Vec<u8>, Vec<u16>)| std::cmp::Reverse(utf8.len()));
        Ok(Filter { matcher: set.matcher(), strings })
    }
}

/// Pieces that a normalization changed: in the source, in the result.
type Pieces = Vec<(Range<usize>, Range<usize>)>;

/// Takes pieces; `PARTS` as in [`Sink`].
struct Collect<'p, const PARTS: bool>(&'p mut Pieces);

impl<U, const PARTS: bool> Sink<U> for Collect<'_, PARTS> {
    const PARTS: bool = PARTS;

    fn replaced(&mut self, piece: Piece<'_, U>) {
        let source = piece.source_start..piece.source_start + piece.source.len();
        let result = piece.result_start..piece.result_start + piece.result.len();
        self.0.push((source, result));
    }

    fn rewind(&mut self, source_start: usize) {
        let kept = self.0.partition_point(|(source, _)| source.start < source_start);
        self.0.truncate(kept);
    }
}

/// A normalization at work over texts and terms: what the four components clone for each stream.
#[derive(Clone, Debug)]
pub struct Running {
    normalization: Arc<Normalization>,
    cover: bool,
    scratch: Scratch,
    pieces: Pieces,
    buffer: Buffer,
}

impl Running {
    /// `options` may have `expansion_offsets`.
    pub fn new(normalization: Arc<Normalization>, options: &Options) -> Running {
        let cover = options.text(&EXPANSION_OFFSETS) == Some("cover");
        Running { normalization, cover, scratch: Scratch::default(), pieces: Vec::new(), buffer: Buffer::default() }
    }

    /// As a char filter.
    pub fn filter_text<U: CodeUnit>(&mut self, rewriter: &mut Rewriter<'_, U>) {
        if self.is_normalized(rewriter.source()) {
            return;
        }
        self.pieces.clear();
        rewriter.replace_whole(|source, result| {
            if self.cover {
                self.normalization.run(source, result, &mut Collect::<true>(&mut self.pieces), &mut self.scratch);
            } else {
                self.normalization.run(source, result, &mut Collect::<false>(&mut self.pieces), &mut self.scratch);
            }
        });
        let spread = if self.cover { Spread::Cover } else { Spread::TailFirst };
        for (source, result) in self.pieces.drain(..) {
            rewriter.tell_piece(source, result, spread);
        }
    }

    fn is_normalized<U: CodeUnit>(&self, text: &[U]) -> bool {
        let normalizer = &self.normalization.normalizer;
        let span = match &self.normalization.filter {
            Some(filter) => Filtered::new(normalizer, filter).span_yes(text),
            None => normalizer.span_yes(text),
        };
        span == text.len()
    }

    /// As a token filter.
    pub fn filter_terms<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>) {
        let result = self.buffer.of::<U>();
        let normalizer = &self.normalization.normalizer;
        for at in 0..batch.tokens.len() {
            let Some(term) = batch.tokens.get(at).map(|token| token.term) else { break };
            let units = batch.units(text, term);
            result.clear();
            let changed = match &self.normalization.filter {
                Some(filter) => Filtered::new(normalizer, filter).normalize_token(units, result, &mut self.scratch),
                None => normalizer.normalize_token(units, result, &mut self.scratch),
            };
            if changed {
                let term = batch.write(|arena| arena.extend(result));
                batch.tokens.iter_mut().skip(at).take(1).for_each(|token| token.term = term);
            }
        }
    }
}

impl Normalization {
    fn run<U: CodeUnit, S: Sink<U>>(&self, text: &[U], result: &mut Vec<U>, sink: &mut S, scratch: &mut Scratch) {
        match &self.filter {
            Some(filter) => Filtered::new(&self.normalizer, filter).normalize_to(text, result, sink, scratch),
            None => self.normalizer.normalize_to(text, result, sink, scratch),
        }
    }
}
