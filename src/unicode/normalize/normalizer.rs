//! A normalizer: a form in a mode, with its tables and the entry points.

use super::check::QuickCheck;
use super::decomposition::Decomposer;
use super::form::{Form, Mode};
use super::form_rules::{FormRules, PreMappings};
use super::pass::NormalizationPass;
use super::pieces::Sink;
use super::scan_tables::{self, BlockRuns, MaybePolicy, ScanTables, block_runs};
use super::span::Scratch;
use super::table::{ActiveBits, BlockClasses, FormTable, is_active};
use super::{fcd, limited_table, record};
use crate::unicode::hangul;
use crate::unicode::part::SlicePart;
use crate::unicode::scan::{CellBits, LookupRanges, WINDOW, has_byte_lookup};
use crate::unicode::set::UnicodeSet;
use crate::unicode::text::{CodeUnit, REPLACEMENT};
use std::sync::atomic::{AtomicU64, Ordering};

/// A letter that most forms copy.
const PAD: u8 = b'a';
/// Texts of fewer units take less time one by one than in a block.
const MIN_PADDED: usize = 32;
/// The end of a text of more units is a small part of it.
const MAX_PADDED: usize = 2048;

/// The number of normalizers created so far.
static NEXT_ID: AtomicU64 = AtomicU64::new(0);

/// A form in a mode; immutable, shared between threads.
#[derive(Debug)]
pub struct Normalizer {
    pub(super) table: FormTable,
    pub(super) mode: Mode,
    /// Identifies the tables in this process; see [`super::learned_ranges::LearnedRanges`].
    id: u64,
    pub(super) bits: Box<ActiveBits>,
    runs: Box<BlockRuns>,
    ranges: LookupRanges,
    /// See [`ScanTables::isolated`].
    isolated: CellBits,
    /// See [`ScanTables::isolated_in_check`]; `None` if they are those of `isolated`.
    isolated_in_check: Option<CellBits>,
    /// See [`ScanTables::trailing_classes`].
    trailing_classes: Option<Box<BlockClasses>>,
    /// See [`ScanTables::limit`].
    limit: u32,
    /// See [`FormRules::ascii_lowering`].
    ascii_lowering: Option<[u8; 2]>,
    /// With user mappings only.
    pub(super) pre_mappings: Option<PreMappingTables>,
    /// Whether U+FFFD is outside of the set that limits the normalizer, and ill-formed sequences with it.
    keeps_ill_formed: bool,
    /// Whether runs of Hangul syllables are composed and decomposed by arithmetic: there is no user mapping for them,
    /// and all of them are in the set.
    pub(super) has_hangul_runs: bool,
}

/// The tables of the [`PreMappings`].
#[derive(Debug)]
pub(super) struct PreMappingTables {
    pub(super) canonical: FormTable,
    pub(super) before_folding: FormTable,
    pub(super) sources: Vec<char>,
}

impl Normalizer {
    /// Creates a normalizer for a shipped form in its default mode ([`Form::default_mode`]).
    pub fn new(form: Form) -> Normalizer {
        Normalizer::with_mode(form, form.default_mode())
    }

    /// Creates a normalizer for the mappings of a form in a given mode.
    pub fn with_mode(form: Form, mode: Mode) -> Normalizer {
        Normalizer::from_table(form.table(), mode)
    }

    pub(super) fn from_table(table: FormTable, mode: Mode) -> Normalizer {
        let mut bits = if mode == Mode::Fcd { table.mark_bits() } else { table.bits(mode.composes()) };
        let (isolated, isolated_in_check) = isolated(&table, mode, &mut bits);
        let limit = bits
            .iter()
            .position(|word| *word != 0)
            .map_or(0x10000, |page| page as u32 * 64 + bits.get(page).map_or(0, |word| word.trailing_zeros()));
        let ascii_lowering = ascii_lowering(&table, mode);
        let (runs, ranges) = (block_runs(&bits), LookupRanges::new(&bits));
        let trailing_classes = reads_class_before(mode).then(|| table.trailing_classes(&bits));
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        Normalizer {
            table,
            mode,
            id,
            bits,
            runs,
            ranges,
            isolated,
            isolated_in_check,
            trailing_classes,
            limit,
            ascii_lowering,
            pre_mappings: None,
            keeps_ill_formed: false,
            has_hangul_runs: true,
        }
    }

    /// The normalizer limited to a set of code points, as in ICU's `FilteredNormalizer2`: others are kept, and nothing
    /// is composed or reordered across them. `None` if it has no table of its own: with user mappings, and for a set
    /// whose tables are too large. [`super::FilteredNormalizer`] does the same without a table.
    pub fn limited_to(&self, set: &UnicodeSet) -> Option<Normalizer> {
        if self.pre_mappings.is_some() {
            return None;
        }
        let mut outside = set.clone();
        outside.complement();
        let table = limited_table::build(&self.table, outside.ranges())?;
        let mut normalizer = Normalizer::from_table(table, self.mode);
        normalizer.keeps_ill_formed = !set.contains(REPLACEMENT.into());
        let is_hangul = |(first, last): (u32, u32)| {
            hangul::JAMO_AND_SYLLABLES.iter().any(|range| first < range.end && last >= range.start)
        };
        normalizer.has_hangul_runs = !outside.ranges().any(is_hangul);
        Some(normalizer)
    }

    /// The decomposition of single code points, for forms that decompose and remove nothing.
    pub(crate) fn decomposer(&self) -> Decomposer<'_> {
        Decomposer::new(self.table.view(false), &self.bits)
    }

    pub(super) fn rules(&self) -> FormRules<'_> {
        let compose = self.mode.composes();
        let view = self.table.view(compose);
        FormRules {
            view,
            scan: ScanTables {
                view,
                bits: &self.bits,
                runs: &self.runs,
                ranges: &self.ranges,
                isolated: &self.isolated,
                isolated_in_check: self.isolated_in_check.as_ref().unwrap_or(&self.isolated),
                limit: self.limit,
                id: self.id,
                trailing_classes: self.trailing_classes.as_deref(),
            },
            compose,
            contiguous: self.mode == Mode::ComposeContiguous,
            ascii_lowering: self.ascii_lowering,
            keeps_ill_formed: self.keeps_ill_formed,
            has_hangul_runs: self.has_hangul_runs,
            pre_mappings: self.pre_mappings.as_ref().map(|tables| PreMappings {
                canonical: tables.canonical.view(true),
                before_folding: tables.before_folding.view(true),
                sources: &tables.sources,
            }),
        }
    }

    /// Whether the mode is FCD, which only reorders.
    pub fn is_fcd(&self) -> bool {
        self.mode == Mode::Fcd
    }

    pub(crate) fn composes(&self) -> bool {
        self.mode.composes()
    }

    /// One bit per code point of the BMP, set unless the code point is kept in any context. Those that are kept have a
    /// boundary before them.
    pub(crate) fn active_bmp_bits(&self) -> [u64; 1024] {
        *self.table.bits(self.composes())
    }

    /// The code points of [`Normalizer::active_bmp_bits`], in all planes.
    pub(crate) fn active_code_points(&self) -> impl Iterator<Item = char> + '_ {
        self.table.active_code_points(self.composes())
    }

    /// Appends the normalized text to `out`.
    pub fn normalize<U: CodeUnit>(&self, text: &[U], out: &mut Vec<U>, scratch: &mut Scratch) {
        self.normalize_rest(text, 0, out, &mut (), scratch);
    }

    /// Appends the normalized text to `out` and reports the changed pieces to `sink`.
    pub fn normalize_to<U: CodeUnit, S: Sink<U>>(
        &self,
        text: &[U],
        out: &mut Vec<U>,
        sink: &mut S,
        scratch: &mut Scratch,
    ) {
        self.normalize_rest(text, 0, out, sink, scratch);
    }

    /// Appends the normalized text from `start` on, which must be a boundary as returned by [`Normalizer::span_yes`]
    /// or [`Normalizer::normalized_prefix`].
    pub fn normalize_rest<U: CodeUnit, S: Sink<U>>(
        &self,
        text: &[U],
        start: usize,
        out: &mut Vec<U>,
        sink: &mut S,
        scratch: &mut Scratch,
    ) {
        let rules = self.rules();
        if self.is_fcd() {
            return fcd::run(&rules, text, start, out, sink, scratch);
        }
        if text.len() <= MAX_PADDED && self.is_padded(text.len().saturating_sub(start)) {
            let mut padded = std::mem::take(scratch.padded.of::<U>());
            if pad(&mut padded, text) {
                NormalizationPass::new(rules, &padded, start, out, sink, scratch).with_end(text.len()).run();
                *scratch.padded.of() = padded;
                return;
            }
        }
        NormalizationPass::new(rules, text, start, out, sink, scratch).run();
    }

    /// Normalizes a text, usually a token; returns `false`, with nothing written to `out`, if it is normalized.
    #[inline]
    pub fn normalize_token<U: CodeUnit>(&self, token: &[U], out: &mut Vec<U>, scratch: &mut Scratch) -> bool {
        // Most tokens are inert, and this check must cost next to nothing.
        if token.len() <= scan_tables::MAX_SHORT_TEXT && scan_tables::is_inert_text(token, &self.bits) {
            return false;
        }
        let normalized = self.normalized_prefix(token, scratch);
        if normalized == token.len() {
            return false;
        }
        let start = out.len();
        scratch.append(out, token.part(..normalized));
        self.normalize_rest(token, normalized, out, &mut (), scratch);
        keep_if_changed(token, out, start)
    }

    /// The quick check of UAX #15, section 9.
    #[inline]
    pub fn quick_check<U: CodeUnit>(&self, text: &[U]) -> QuickCheck {
        // Most tokens are inert, and this check must cost next to nothing.
        if text.len() <= scan_tables::MAX_SHORT_TEXT && scan_tables::is_inert_text(text, &self.bits) {
            return QuickCheck::Yes;
        }
        self.check_span(text, 0)
    }

    /// The end of the longest prefix of the text, up to a normalization boundary, for which the quick check is `Yes`.
    pub fn span_yes<U: CodeUnit>(&self, text: &[U]) -> usize {
        let rules = self.rules();
        let mut learned = Vec::new();
        if self.is_fcd() {
            fcd::span_yes(&rules, text, 0, &mut learned)
        } else {
            let inert = &mut rules.ranges_for_check::<U>(text.len(), &mut learned, MaybePolicy::Stop);
            rules.span_yes(text, 0, inert, MaybePolicy::Stop)
        }
    }

    /// The end of a prefix of the text, up to a normalization boundary, that is normalized: at least
    /// [`Normalizer::span_yes`], because the quick check is `Maybe` for all vowel signs that compose with some letter.
    /// `scratch` keeps what it learns from the texts.
    pub fn normalized_prefix<U: CodeUnit>(&self, text: &[U], scratch: &mut Scratch) -> usize {
        let rules = self.rules();
        if self.is_fcd() {
            return fcd::span_yes(&rules, text, 0, &mut scratch.learned);
        }
        let inert = &mut rules.ranges_for_check::<U>(text.len(), &mut scratch.learned, MaybePolicy::Copy);
        rules.span_yes(text, 0, inert, MaybePolicy::Copy)
    }

    /// Whether a text of this length is faster with letters after its end, which are inert.
    #[inline]
    fn is_padded(&self, length: usize) -> bool {
        (MIN_PADDED..=MAX_PADDED).contains(&length) && !is_active(&self.bits, u32::from(PAD >> 6), PAD.into())
    }

    #[inline]
    pub(super) fn check_span<U: CodeUnit>(&self, text: &[U], start: usize) -> QuickCheck {
        let rules = self.rules();
        if self.is_fcd() { fcd::check(&rules, text, start) } else { rules.quick_check(text, start) }
    }
}

/// Copies a text and appends inert letters, so that its last code points are processed in blocks. False if there is no
/// memory.
fn pad<U: CodeUnit>(buffer: &mut Vec<U>, text: &[U]) -> bool {
    buffer.clear();
    if buffer.try_reserve(text.len() + WINDOW).is_err() {
        return false;
    }
    buffer.extend_from_slice(text);
    buffer.extend_from_slice(&[U::from_ascii(PAD); WINDOW]);
    true
}

/// Removes a result equal to the text.
pub(super) fn keep_if_changed<U: CodeUnit>(text: &[U], out: &mut Vec<U>, start: usize) -> bool {
    let changed = out.get(start..) != Some(text);
    if !changed {
        out.truncate(start);
    }
    changed
}

/// Whether a mark needs the class of the code point before it, which the scans may skip.
fn reads_class_before(mode: Mode) -> bool {
    matches!(mode, Mode::ComposeContiguous | Mode::Fcd)
}

/// See [`ScanTables::isolated`], and [`ScanTables::isolated_in_check`] if they differ. The code points that vowel signs
/// compose with become active, so that a vowel sign after an inert one is copied.
fn isolated(table: &FormTable, mode: Mode, bits: &mut ActiveBits) -> (CellBits, Option<CellBits>) {
    // In modes that read the class before a mark, only a test of it decides.
    let mut copied = if reads_class_before(mode) { Box::new([0; 1024]) } else { table.copied_marks(mode.composes()) };
    // Only with this lookup the scans pass isolated code points.
    if !mode.composes() || !has_byte_lookup() {
        return (CellBits::new(&copied), None);
    }
    let [signs, starters] = table.vowel_signs();
    add_bits(bits, &starters);
    add_bits(&mut copied, &starters);
    let in_check = CellBits::new(&copied);
    add_bits(&mut copied, &signs);
    (CellBits::new(&copied), Some(in_check))
}

#[inline(never)]
fn add_bits(bits: &mut ActiveBits, others: &ActiveBits) {
    bits.iter_mut().zip(others).for_each(|(word, other)| *word |= other);
}

/// If a form only maps ASCII letters to lower case and removes at most two ASCII characters: the removed ones.
fn ascii_lowering(table: &FormTable, mode: Mode) -> Option<[u8; 2]> {
    if mode == Mode::Fcd {
        return None;
    }
    let mut removed = Vec::new();
    for byte in 0..0x80_u8 {
        let c = char::from(byte);
        let record = table.view(mode.composes()).record(c);
        let lower = match record.kind() {
            record::COPY => c,
            record::SIMPLE => record.target(c),
            record::REMOVED => {
                removed.push(byte);
                continue;
            }
            _ => return None,
        };
        if lower != c.to_ascii_lowercase() {
            return None;
        }
    }
    // 0xFF is not ASCII and means no character.
    match removed.as_slice() {
        [] => Some([0xFF, 0xFF]),
        [one] => Some([*one, 0xFF]),
        [one, two] => Some([*one, *two]),
        _ => None,
    }
}
