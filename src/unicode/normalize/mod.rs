//! Normalization (UAX #15) and the forms built on it: NFC, NFD, NFKC, NFKD, NFKC_Casefold, NFKC_Simple_Casefold
//! (UAX #44, UTS #46) and the search folding of UTR #30.
//!
//! A single pass with tables from `tools/fold-data` (Unicode 18.0), generic over the encoding, linear in the length of
//! the text, without recursion; it does not allocate once output and [`Scratch`] have their capacity. Results equal
//! those of ICU 79.1's `Normalizer2`; each ill-formed sequence becomes U+FFFD.
//!
//! Not supported by design: UTS #46 processing, `.nrm` files, stream-safe text (UAX #15, section 13).

mod check;
mod copy;
mod copy_runs;
mod custom;
mod data;
mod decomposition;
mod fcd;
mod filter;
mod hangul;
mod inert_ranges;
mod inert_terms;
mod pass;
mod pieces;
mod quick_check_scan;
mod record;
mod scan_tables;
mod span;
mod table;
mod table_mask_utf8;
mod terms;
mod writer;

pub use check::QuickCheck;
pub use custom::MappingError;
pub use filter::{CharSet, Filtered};
pub use inert_terms::InertTerms;
pub use pieces::{Piece, Sink};
pub use span::Scratch;
pub use terms::Shifts;

pub(crate) use decomposition::Decomposer;
use inert_ranges::InertRanges;

use crate::unicode::scan::WINDOW;
use crate::unicode::text::CodeUnit;
use pass::{FormRules, Pass, PreMappings};
use scan_tables::{BlockRuns, ScanTables, block_runs};
use std::sync::atomic::{AtomicU64, Ordering};
use table::{Bits, FormTable, Record};

/// The total size of the tables of all shipped forms.
pub const TABLE_BYTES: usize = size_of_val(&data::RECORDS)
    + size_of_val(&data::COMPOSE_ACTIONS)
    + size_of_val(&data::DECOMPOSE_ACTIONS)
    + size_of_val(&data::STRINGS)
    + size_of_val(&data::NUMBERS)
    + size_of_val(&data::ROWS)
    + size_of_val(&data::BLOCK_BITS)
    + 5 * (size_of_val(&data::NFC_BASIC) + size_of_val(&data::NFC_ROWS))
    + size_of_val(&data::COMPOSITIONS);

// The limit for all normalization and folding data is 400 KB.
const _: () = assert!(TABLE_BYTES < 400_000);

/// A normalization form: the mappings that are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Canonical mappings, composed by default.
    Nfc,
    /// Canonical mappings, decomposed by default.
    Nfd,
    /// Compatibility mappings, composed by default.
    Nfkc,
    /// Compatibility mappings, decomposed by default.
    Nfkd,
    /// NFKC_Casefold: compatibility mappings, full case folding, default ignorables removed.
    NfkcCf,
    /// NFKC_Simple_Casefold: compatibility mappings, simple case folding, default ignorables removed.
    NfkcScf,
    /// The foldings of UTR #30 (see `tools/fold-data/foldings`).
    Utr30,
}

/// The operation that is applied with the mappings of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Decompose, reorder marks, compose.
    Compose,
    /// Decompose, reorder marks.
    Decompose,
    /// Compose contiguously: a mark that does not compose blocks all marks after it (FCC, UTN #5).
    ComposeContiguous,
    /// Decompose and reorder only spans that are out of order (FCD, UTN #5).
    Fcd,
}

impl Form {
    /// All forms with their option values.
    pub const ALL: [(&'static str, Form); 7] = [
        ("nfc", Form::Nfc),
        ("nfd", Form::Nfd),
        ("nfkc", Form::Nfkc),
        ("nfkd", Form::Nfkd),
        ("nfkc_cf", Form::NfkcCf),
        ("nfkc_scf", Form::NfkcScf),
        ("utr30", Form::Utr30),
    ];

    /// The mode that the name of a form implies.
    pub fn default_mode(self) -> Mode {
        if matches!(self, Form::Nfd | Form::Nfkd) { Mode::Decompose } else { Mode::Compose }
    }

    /// The form with the case and compatibility mappings that this form applies before its foldings.
    fn before_folding(self) -> Form {
        if self == Form::Utr30 { Form::NfkcCf } else { self }
    }

    fn table(self) -> FormTable {
        match self {
            Form::Nfc | Form::Nfd => FormTable::shipped(&data::NFC_BASIC, &data::NFC_ROWS),
            Form::Nfkc | Form::Nfkd => FormTable::shipped(&data::NFKC_BASIC, &data::NFKC_ROWS),
            Form::NfkcCf => FormTable::shipped(&data::NFKC_CF_BASIC, &data::NFKC_CF_ROWS),
            Form::NfkcScf => FormTable::shipped(&data::NFKC_SCF_BASIC, &data::NFKC_SCF_ROWS),
            Form::Utr30 => FormTable::shipped(&data::UTR30_BASIC, &data::UTR30_ROWS),
        }
    }
}

impl Mode {
    /// All modes with their option values.
    pub const ALL: [(&'static str, Mode); 4] = [
        ("compose", Mode::Compose),
        ("decompose", Mode::Decompose),
        ("compose_contiguous", Mode::ComposeContiguous),
        ("fcd", Mode::Fcd),
    ];
}

/// The result of [`Normalizer::normalize_part`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum NormalizedPart {
    /// The part itself.
    Kept,
    /// A single code point.
    Composed(char),
    /// The code points in the scratch buffers.
    Scratch,
}

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
    table: FormTable,
    mode: Mode,
    /// Identifies the tables in this process; see [`inert_ranges::LearnedRanges`].
    id: u64,
    bits: Box<Bits>,
    runs: Box<BlockRuns>,
    limit: u32,
    lowers_ascii: bool,
    ascii_removed: [u8; 2],
    pre_mappings: Option<UserData>,
}

/// Data of user mappings in addition to their table.
#[derive(Debug)]
struct UserData {
    canonical: FormTable,
    compatible: FormTable,
    sources: Vec<char>,
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

    fn from_table(table: FormTable, mode: Mode) -> Normalizer {
        let bits = table.bits(is_composing(mode));
        let limit = bits
            .iter()
            .position(|word| *word != 0)
            .map_or(0x10000, |page| page as u32 * 64 + bits.get(page).map_or(0, |word| word.trailing_zeros()));
        let (lowers_ascii, ascii_removed) =
            ascii_behaviour(&table, mode).map_or((false, [0; 2]), |removed| (true, removed));
        let runs = block_runs(&bits);
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        Normalizer { table, mode, id, bits, runs, limit, lowers_ascii, ascii_removed, pre_mappings: None }
    }

    /// Creates a normalizer for a form with user mappings, each from a code point to a string (empty: removed; the code
    /// point itself: kept, even if the form changes it). The form's mappings apply to the results of user mappings and
    /// vice versa. User mappings apply to every canonically equivalent spelling of their sources.
    ///
    /// # Errors
    /// Cyclic or non-terminating mappings, and more mappings than the tables can hold.
    pub fn with_mappings(form: Form, mode: Mode, mappings: &[(char, String)]) -> Result<Normalizer, MappingError> {
        let table = custom::build(form, mappings)?;
        let mut normalizer = Normalizer::from_table(table, mode);
        let mut sources: Vec<char> = mappings.iter().map(|(source, _)| *source).collect();
        sources.sort_unstable();
        let compatible = form.before_folding().table();
        normalizer.pre_mappings = Some(UserData { canonical: Form::Nfc.table(), compatible, sources });
        custom::check(&normalizer, mappings)?;
        Ok(normalizer)
    }

    /// The decomposition of single code points, for forms that decompose and remove nothing.
    pub(crate) fn decomposer(&self) -> Decomposer<'_> {
        Decomposer::new(self.table.view(false), &self.bits)
    }

    fn rules(&self) -> FormRules<'_> {
        let compose = is_composing(self.mode);
        let view = self.table.view(compose);
        // FCC and FCD need the tccc of composites, whose action key is 0 when composing.
        let stop_at_marks = matches!(self.mode, Mode::ComposeContiguous | Mode::Fcd);
        FormRules {
            view,
            scan: ScanTables {
                view,
                bits: &self.bits,
                runs: &self.runs,
                limit: self.limit,
                id: self.id,
                stop_at_marks,
            },
            compose,
            contiguous: self.mode == Mode::ComposeContiguous,
            lowers_ascii: self.lowers_ascii,
            ascii_removed: self.ascii_removed,
            pre_mappings: self.pre_mappings.as_ref().map(|before| PreMappings {
                canonical: before.canonical.view(true),
                compatible: before.compatible.view(true),
                sources: &before.sources,
            }),
        }
    }

    /// Whether a code point of the BMP, given by its block of 64 and its index there, is not inert.
    #[inline]
    #[allow(clippy::indexing_slicing)] // masked to the size of the table
    fn is_active(&self, block: u32, low: u32) -> bool {
        self.bits[(block & 1023) as usize] >> (low & 63) & 1 != 0
    }

    /// See [`FormRules::boundary_before`].
    fn is_boundary_before(&self, c: char) -> bool {
        let record = self.table.view(self.composes()).record(c);
        if self.composes() || self.pre_mappings.is_some() {
            record.has(record::BOUNDARY_BEFORE)
        } else {
            record.lccc() == 0
        }
    }

    /// Whether the mode is FCD, which only reorders.
    pub fn is_fcd(&self) -> bool {
        self.mode == Mode::Fcd
    }

    pub(crate) fn composes(&self) -> bool {
        is_composing(self.mode)
    }

    /// One bit per code point of the BMP, set if it is not inert. Inert code points have a boundary before them.
    pub(crate) fn active_code_points(&self) -> [u64; 1024] {
        *self.bits
    }

    /// Normalizes the first part of a run of code points before a boundary; returns the length of the part and its
    /// result. Not for FCD.
    ///
    /// If the form decomposes, a part is a code point with the following ones whose decomposition starts with a mark;
    /// if it composes, the part is the whole run. Marks in order, and a letter with a mark, do not use [`Scratch`].
    pub(crate) fn normalize_part(
        &self,
        mut text: impl Iterator<Item = u32> + Clone,
        scratch: &mut Scratch,
    ) -> (usize, NormalizedPart) {
        let view = self.table.view(self.composes());
        let read = |c: u32| view.record(char::from_u32(c).unwrap_or('\u{FFFD}'));
        let all = text.clone();
        let Some(c) = text.next() else { return (0, NormalizedPart::Kept) };
        if self.composes() {
            if let (Some(mark), None) = (text.next(), text.next())
                && let Some(part) = self.normalize_pair(c, mark)
            {
                return (2, part);
            }
            let length = all.clone().count();
            self.normalize_span(all, scratch);
            return (length, NormalizedPart::Scratch);
        }
        let record = read(c);
        let (mut length, mut kept, mut last) = (1, is_kept(record), record.lccc());
        for mark in text.map(read).take_while(|record| record.lccc() != 0) {
            kept &= is_kept(mark) && mark.lccc() >= last;
            last = mark.lccc();
            length += 1;
        }
        if kept {
            return (length, NormalizedPart::Kept);
        }
        self.normalize_span(all.take(length), scratch);
        (length, NormalizedPart::Scratch)
    }

    /// The decomposition of a code point at the start of a part, for a form that decomposes, if no code point of the
    /// part follows and it is short: the code points up to the count. `next` is the following code point, if it is in
    /// the same run.
    #[inline]
    pub(crate) fn decompose_alone(&self, c: u32, next: Option<u32>) -> Option<([u32; 4], usize)> {
        let view = self.table.view(false);
        let read = |c: u32| char::from_u32(c).map(|c| view.record(c));
        if next.is_some_and(|next| read(next).is_none_or(|record| record.lccc() != 0)) {
            return None;
        }
        let record = read(c)?;
        let mut codes = [c, 0, 0, 0];
        match record.kind() {
            record::COPY | record::NON_STARTER | record::MAYBE => return Some((codes, 1)),
            record::HANGUL => {
                let [lead, vowel, last] = table::jamo_codes(c);
                return Some(([lead, vowel, last, 0], if last == table::FINAL_BASE { 2 } else { 3 }));
            }
            record::COMPOSITE | record::EXPAND => {}
            _ => return None,
        }
        // A decomposition is in canonical order.
        let units = view.decomposed(record);
        let is_short = units.len() <= codes.len() && units.iter().all(|unit| unit & 0xF800 != 0xD800);
        codes.iter_mut().zip(units).for_each(|(code, &unit)| *code = unit.into());
        is_short.then_some((codes, units.len()))
    }

    /// Normalizes two code points between boundaries, the first one a starter, for a form that composes: either their
    /// primary composite or the two of them, [`NormalizedPart::Kept`]. `None` if they decompose.
    #[inline]
    pub(crate) fn normalize_pair(&self, first: u32, second: u32) -> Option<NormalizedPart> {
        let view = self.table.view(true);
        let (first, second) = (char::from_u32(first)?, char::from_u32(second)?);
        let is_simple = view.record(first).kind() == record::COPY && is_kept(view.record(second));
        is_simple.then(|| table::compose(first, second).map_or(NormalizedPart::Kept, NormalizedPart::Composed))
    }

    /// Normalizes code points between two boundaries by the slow path; the result is in `scratch`.
    fn normalize_span(&self, text: impl Iterator<Item = u32>, scratch: &mut Scratch) {
        let view = self.table.view(self.composes());
        scratch.clear();
        for c in text.map(|c| char::from_u32(c).unwrap_or('\u{FFFD}')) {
            scratch.decompose(view, c, view.record(c), 0, 0);
        }
        scratch.order();
        if self.composes() {
            scratch.compose(self.mode == Mode::ComposeContiguous);
        }
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

    /// Appends the normalized text from `start` on, which must be a boundary as returned by [`Normalizer::span_yes`].
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
        let is_short = text.len() <= MAX_PADDED && text.len().saturating_sub(start) >= MIN_PADDED;
        if is_short && !self.is_active(u32::from(PAD >> 6), u32::from(PAD)) {
            let mut padded = std::mem::take(scratch.padded.of::<U>());
            if pad(&mut padded, text) {
                Pass::new(rules, &padded, start, out, sink, scratch).with_end(text.len()).run();
                *scratch.padded.of() = padded;
                return;
            }
        }
        Pass::new(rules, text, start, out, sink, scratch).run();
    }

    /// Normalizes a short text; returns `false`, with nothing written to `out`, if the text is normalized.
    #[inline]
    pub fn normalize_token<U: CodeUnit>(&self, token: &[U], out: &mut Vec<U>, scratch: &mut Scratch) -> bool {
        if self.quick_check(token) == QuickCheck::Yes {
            return false;
        }
        let start = out.len();
        self.normalize(token, out, scratch);
        keep_if_changed(token, out, start)
    }

    /// Creates the scan for inert terms, which need no check.
    pub fn inert_terms<U: CodeUnit>(&self) -> InertTerms {
        let rules = self.rules();
        let lowering = rules.lowers_ascii.then_some(rules.ascii_removed);
        let ranges = if self.is_fcd() { None } else { InertRanges::new::<U>(rules.scan, lowering, false, &[]) };
        InertTerms::new(ranges.map(InertRanges::into_filter))
    }

    /// The quick check of UAX #15, section 9.
    #[inline]
    pub fn quick_check<U: CodeUnit>(&self, text: &[U]) -> QuickCheck {
        // Most tokens are inert, and this check must cost next to nothing.
        if text.len() <= scan_tables::MAX_SHORT_TEXT && scan_tables::is_inert_text(text, &self.bits) && !self.is_fcd() {
            return QuickCheck::Yes;
        }
        self.check_span(text, 0)
    }

    /// The end of the longest prefix of the text, up to a normalization boundary, for which the quick check is `Yes`.
    pub fn span_yes<U: CodeUnit>(&self, text: &[U]) -> usize {
        let rules = self.rules();
        if self.is_fcd() {
            fcd::span_yes(&rules, text, 0)
        } else {
            rules.span_yes(text, 0, &mut rules.inert(text, &[]))
        }
    }

    /// [`Normalizer::span_yes`] that is faster for short texts: `scratch` keeps what earlier texts taught.
    pub fn span_yes_with<U: CodeUnit>(&self, text: &[U], scratch: &mut Scratch) -> usize {
        if self.is_fcd() {
            return self.span_yes(text);
        }
        let rules = self.rules();
        let mut inert = rules.inert(text, &scratch.learned);
        let end = rules.span_yes(text, 0, &mut inert);
        if let Some(inert) = inert {
            inert.keep::<U>(&mut scratch.learned);
        }
        end
    }

    #[inline]
    fn check_span<U: CodeUnit>(&self, text: &[U], start: usize) -> QuickCheck {
        let rules = self.rules();
        if self.is_fcd() { fcd::check(&rules, text, start) } else { rules.quick_check(text, start) }
    }
}

/// The primary composites whose second part is this code point.
pub(crate) fn composites_with(second: char) -> impl Iterator<Item = char> {
    table::pairs().filter(move |pair| pair.1 == second).map(|pair| pair.2)
}

fn is_composing(mode: Mode) -> bool {
    matches!(mode, Mode::Compose | Mode::ComposeContiguous)
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
fn keep_if_changed<U: CodeUnit>(text: &[U], out: &mut Vec<U>, start: usize) -> bool {
    let changed = out.get(start..) != Some(text);
    if !changed {
        out.truncate(start);
    }
    changed
}

/// If a form only maps ASCII letters to lower case and removes at most two ASCII characters: the removed ones.
fn ascii_behaviour(table: &FormTable, mode: Mode) -> Option<[u8; 2]> {
    if mode == Mode::Fcd {
        return None;
    }
    let mut removed = Vec::new();
    for byte in 0..0x80_u8 {
        let c = char::from(byte);
        let record = table.view(is_composing(mode)).record(c);
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

/// Whether a code point of this record is unchanged, unless it composes with others.
#[inline(always)]
fn is_kept(record: Record) -> bool {
    matches!(record.kind(), record::COPY | record::NON_STARTER | record::MAYBE)
}
