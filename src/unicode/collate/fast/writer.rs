//! Writes the levels of a key: the primary level directly into the output, secondary and tertiary levels into buffers
//! that are appended at the end.
//!
//! ```text
//! for each packed CE:                                     `packed`
//!     out[at..at + 4] = primary bytes                     (the next CE overwrites what was too much)
//!     at += number of primary bytes
//!     if the other weights are common: count them         (one comparison under the plan's mask)
//!     else: end the runs of common weights, store the weights in the level buffers
//! finish:
//!     01, secondary level and its last run, 01, tertiary level and its last run
//! ```
//!
//! Stores have a fixed size and no branch on the length, which is unpredictable. They are right because
//! `ensure_capacity` reserves the largest size of every character of a chunk, and `COPY_CHUNK` bytes beyond it.

use super::non_primary::{LevelCursor, NonPrimaryWeights};
use super::primary::{MAX_PRIMARY_BYTES_PER_CHAR, PrimaryCursor, store};
use crate::unicode::collate::ce::{self, COMMON_LOWER, Ce};
use crate::unicode::collate::ce_cache::{COMMON_WEIGHTS, LongCe, PackedCe, TWO_BYTE_SECONDARY};
use crate::unicode::collate::key::{
    CommonWeightCompression, Levels, NonPrimaryWriter, SECONDARY, TertiaryLevel, put_byte,
};
use crate::unicode::collate::key_context::KeyContext;
use crate::unicode::collate::key_plan::KeyLevels;
use crate::unicode::collate::options::Strength;
use crate::unicode::part::SlicePart;

/// Maximum number of text units between two checks of the capacity.
pub(super) const CAPACITY_CHECK_INTERVAL: usize = 64;

/// The maximum number of bytes on each other level: two CEs, each with a two-byte weight after the end of a run, or
/// with two one-byte weights after ends of runs.
const MAX_LEVEL_BYTES_PER_CHAR: usize = 8;
/// Number of bytes of a copy of fixed size, which avoids a `memcpy` call.
const COPY_CHUNK: usize = 16;

/// Maximum number of units of a short text, and the capacity for its key.
pub(super) const SHORT_UNITS: usize = 64;
pub(crate) const SHORT_KEY_CAPACITY: usize = MAX_PRIMARY_BYTES_PER_CHAR * SHORT_UNITS + NonPrimaryWeights::MAX_BYTES;

/// The start of a key that the kernels write: primaries directly into the output, non-primary weights into a fixed
/// array until the primary level is complete. `cjk_thai` uses it for runs inside longer keys, too.
#[derive(Default)]
pub(super) struct KeyStart {
    /// Offset in the text.
    pub(super) at: usize,
    pub(super) primary: PrimaryCursor,
    /// The end of the last shifted character: marks after it are ignored.
    pub(super) variable_end: Option<usize>,
    pub(super) non_primary: NonPrimaryWeights,
}

impl KeyStart {
    /// Sets the state after `at` units, `bytes` bytes of primaries and `elements` CEs with common weights.
    #[inline(always)]
    pub(super) fn begin(&mut self, at: usize, bytes: usize, elements: usize) {
        (self.at, self.primary.at) = (at, bytes);
        self.non_primary.add_common(elements);
    }
}

/// Writes one key. All buffers have spare capacity, so that stores of fixed size need no check of the exact length.
pub(super) struct FastKeyWriter<'a> {
    /// The primary level.
    pub(super) out: &'a mut Vec<u8>,
    levels: &'a mut Levels,
    pub(super) state: LevelState,
    /// Whether the last CE was shifted, so that ignorable CEs after it are ignored, too.
    pub(super) after_variable: bool,
    /// The value of `after_variable` before the last short primary, for `unwrite`.
    after_variable_before: bool,
    /// The end of the last shifted character of the last `KeyStart`.
    variable_end: Option<usize>,
    context: &'a KeyContext,
    /// Writes the levels after the first for settings that `secondary` and `tertiary` of the state do not support;
    /// `secondary` still counts the common weights.
    non_primary_writer: Option<NonPrimaryWriter>,
}

/// The lengths of the levels, and their current runs.
#[derive(Clone, Copy, Default)]
pub(super) struct LevelState {
    pub(super) primary: PrimaryCursor,
    secondary: LevelCursor,
    tertiary: LevelCursor,
}

impl LevelState {
    /// Counts CEs with common non-primary weights.
    #[inline(always)]
    fn common(&mut self, elements: usize) {
        self.secondary.common_run += elements;
        self.tertiary.common_run += elements;
    }
}

/// The position of a kernel in the text: the offset of the next character, and the end of the last shifted one.
#[derive(Clone, Copy)]
pub(super) struct KernelPosition {
    pub(super) at: usize,
    pub(super) variable_end: Option<usize>,
}

/// Borrowed levels for a loop, so that their state stays in registers.
pub(super) struct LevelBuffers<'w> {
    out: &'w mut [u8],
    levels: &'w mut Levels,
    non_primary_writer: Option<&'w mut NonPrimaryWriter>,
    state: LevelState,
    tertiary_level: TertiaryLevel,
    /// The bits of a packed CE that are compared with the common weights.
    non_primary_mask: PackedCe,
}

impl LevelBuffers<'_> {
    /// Writes a packed CE.
    #[inline(always)]
    pub(super) fn packed(&mut self, packed: PackedCe) {
        self.state.primary.packed(packed, self.out);
        if packed & self.non_primary_mask == COMMON_WEIGHTS {
            self.common(1);
        } else {
            self.non_primary(packed);
        }
    }

    /// Writes the packed CEs that `next` returns; the state of their loop stays in registers.
    #[inline(always)]
    pub(super) fn each_packed(&mut self, mut next: impl FnMut() -> Option<PackedCe>) {
        let (mut primary, mut common) = (self.state.primary, 0);
        while let Some(packed) = next() {
            primary.packed_of_any_length(packed, self.out);
            if packed & self.non_primary_mask == COMMON_WEIGHTS {
                common += 1;
            } else {
                self.common(std::mem::take(&mut common));
                self.non_primary(packed);
            }
        }
        self.common(common);
        self.state.primary = primary;
    }

    /// Writes a packed CE whose primary may have a fourth byte.
    #[inline(always)]
    pub(super) fn long_packed(&mut self, (packed, fourth): LongCe) {
        self.packed(packed);
        store(self.out, self.state.primary.at, [fourth]);
        self.state.primary.at += usize::from(fourth != 0);
    }

    /// Like [`LevelBuffers::long_packed`], as a call: for CEs that are not worth another copy of the code.
    #[inline(never)]
    pub(super) fn long_packed_outlined(&mut self, ce: LongCe) {
        self.long_packed(ce);
    }

    /// Writes a shifted CE, whose reordered primary is its quaternary weight.
    #[inline]
    pub(super) fn shifted(&mut self, primary: u32) {
        if let Some(non_primary_writer) = &mut self.non_primary_writer {
            non_primary_writer.common(std::mem::take(&mut self.state.secondary.common_run));
            non_primary_writer.shifted(primary, self.levels);
        }
    }

    /// Counts CEs with common non-primary weights.
    #[inline(always)]
    fn common(&mut self, elements: usize) {
        self.state.common(elements);
    }

    /// Writes the non-primary weights of a packed CE.
    #[inline(always)]
    fn non_primary(&mut self, packed: PackedCe) {
        if let Some(non_primary_writer) = &mut self.non_primary_writer {
            non_primary_writer.common(std::mem::take(&mut self.state.secondary.common_run));
            return non_primary_writer.packed(packed, self.levels);
        }
        let packed = packed & (self.non_primary_mask | TWO_BYTE_SECONDARY);
        let (secondary, tertiary) = self.levels.buffers();
        self.state.secondary.secondaries(packed, secondary);
        self.state.tertiary.tertiaries(packed, self.tertiary_level, tertiary);
    }

    /// Writes the non-primary weights of a CE, of which `lower` is the lower half.
    #[inline(always)]
    fn non_primary_of_ce(&mut self, lower: u32, primary: u32) {
        if let Some(non_primary_writer) = &mut self.non_primary_writer {
            non_primary_writer.common(std::mem::take(&mut self.state.secondary.common_run));
            return non_primary_writer.ce(lower, primary, self.levels);
        }
        if lower & !ce::QUATERNARY_MASK == COMMON_LOWER {
            return self.common(1);
        }
        let (secondary, tertiary) = self.levels.buffers();
        match ce::secondary(lower) {
            0 => {}
            ce::COMMON => self.state.secondary.common_run += 1,
            weight => self.state.secondary.secondary(weight, secondary),
        }
        self.state.tertiary.tertiary(lower, self.tertiary_level, tertiary);
    }
}

impl<'a> FastKeyWriter<'a> {
    /// A writer that continues after `start`.
    #[inline(always)]
    pub(super) fn new(context: &'a KeyContext, levels: &'a mut Levels, out: &'a mut Vec<u8>, start: &KeyStart) -> Self {
        let non_primary_writer =
            (context.plan().levels == KeyLevels::Any).then(|| NonPrimaryWriter::new(*context.settings(), levels));
        let mut writer = FastKeyWriter {
            out,
            levels,
            state: LevelState::default(),
            after_variable: false,
            after_variable_before: false,
            variable_end: None,
            context,
            non_primary_writer,
        };
        if start.at > 0 {
            writer.ensure_capacity(SHORT_UNITS);
            writer.commit(start);
        }
        writer
    }

    /// Calls `write` with the borrowed levels. If its last CE is a shifted one, the caller sets `after_variable` again.
    ///
    /// The state is copied to the stack and back, since a store through `out` could alias the fields of `self` as far
    /// as the compiler knows: it would reload and store them at each CE. The copy is right because `self` is borrowed
    /// meanwhile. Any CE that is not shifted ends the reach of a variable character, so `after_variable` is reset.
    #[inline(always)]
    pub(super) fn with_buffers(&mut self, write: impl FnOnce(&mut LevelBuffers<'_>)) {
        let plan = self.context.plan();
        let mut buffers = LevelBuffers {
            out: self.out,
            levels: self.levels,
            non_primary_writer: self.non_primary_writer.as_mut(),
            state: self.state,
            tertiary_level: plan.tertiary_level,
            non_primary_mask: plan.non_primary_mask,
        };
        write(&mut buffers);
        self.state = buffers.state;
        self.after_variable = false;
    }

    /// Calls `write` with the borrowed levels for one chunk of the text after the other, until it stops before the end
    /// of a chunk or of the text, which has `length` units; returns the offset there.
    ///
    /// `write` continues to the end of the chunk, which it is given, but may write the whole character, or contraction
    /// with its marks, that begins before it.
    #[inline(always)]
    pub(super) fn in_chunks(
        &mut self,
        length: usize,
        start: usize,
        write: impl Fn(KernelPosition, usize, &mut LevelBuffers<'_>) -> KernelPosition,
    ) -> usize {
        let mut position = KernelPosition { at: start, variable_end: self.after_variable.then_some(start) };
        loop {
            let stop = length.min(position.at + CAPACITY_CHECK_INTERVAL);
            self.ensure_capacity(stop - position.at + 1);
            self.with_buffers(|buffers| position = write(position, stop, buffers));
            self.after_variable = position.variable_end == Some(position.at);
            if position.at < stop || position.at == length {
                return position.at;
            }
        }
    }

    /// Ensures capacity for `characters` more characters and the runs they end, and for the appended levels of a
    /// short key.
    #[inline]
    pub(super) fn ensure_capacity(&mut self, characters: usize) {
        let state = &self.state;
        let primary_bytes = state.primary.at + characters * MAX_PRIMARY_BYTES_PER_CHAR + 3 * COPY_CHUNK;
        let runs = (state.secondary.common_run + state.tertiary.common_run) / SECONDARY.longest;
        let level_bytes =
            state.secondary.at.max(state.tertiary.at) + runs + characters * MAX_LEVEL_BYTES_PER_CHAR + COPY_CHUNK;
        let (secondary, tertiary) = self.levels.buffers();
        if self.out.len() < primary_bytes || secondary.len().min(tertiary.len()) < level_bytes {
            self.grow(primary_bytes, level_bytes);
        }
    }

    /// Enlarges the buffers to these lengths at least, and by a half, so that growth takes amortised constant time.
    #[cold]
    fn grow(&mut self, primary_bytes: usize, level_bytes: usize) {
        let (secondary, tertiary) = self.levels.buffers();
        for (buffer, least) in [(&mut *self.out, primary_bytes), (secondary, level_bytes), (tertiary, level_bytes)] {
            if buffer.len() < least {
                buffer.resize(least + least / 2, 0);
            }
        }
    }

    /// The spare capacity of the primary level; [`FastKeyWriter::commit_run`] appends its written part.
    #[inline(always)]
    pub(super) fn primary_spare(&mut self) -> &mut [u8] {
        self.out.part_mut(self.state.primary.at..)
    }

    /// Commits `bytes` of primaries under the current lead byte, of `elements` CEs with common non-primary weights.
    #[inline(always)]
    pub(super) fn commit_run(&mut self, bytes: usize, elements: usize) {
        let PrimaryCursor { at, run_lead } = self.state.primary;
        self.commit_common(PrimaryCursor { at: at + bytes, run_lead }, elements);
    }

    /// Commits primaries of `elements` CEs with common non-primary weights.
    #[inline(always)]
    pub(super) fn commit_common(&mut self, primary: PrimaryCursor, elements: usize) {
        self.state.primary = primary;
        self.state.secondary.common_run += elements;
        self.state.tertiary.common_run += elements;
        if elements != 0 {
            self.after_variable_before = self.after_variable && elements == 1;
            self.after_variable = false;
        }
    }

    /// Commits primaries and the non-primary weights collected with them.
    #[inline(always)]
    pub(super) fn commit(&mut self, start: &KeyStart) {
        let KeyStart { at, primary, variable_end, non_primary } = start;
        self.state.primary = *primary;
        if non_primary.any_non_common() {
            self.commit_non_common(non_primary);
        }
        self.state.secondary.common_run += non_primary.common();
        self.state.tertiary.common_run += non_primary.common();
        self.after_variable = *variable_end == Some(*at);
        self.after_variable_before = false;
        self.variable_end = *variable_end;
    }

    /// Writes non-common weights, each after its run of common ones.
    #[inline(never)]
    fn commit_non_common(&mut self, weights: &NonPrimaryWeights) {
        self.with_buffers(|buffers| {
            for (packed, common) in weights.each() {
                buffers.common(common);
                buffers.non_primary(packed);
            }
        });
    }

    /// Undoes the last short primary, of `bytes` bytes, of the character at `at`.
    pub(super) fn unwrite(&mut self, bytes: usize, at: usize) {
        self.after_variable = self.after_variable_before || self.variable_end == Some(at);
        self.state.primary.at -= bytes;
        self.state.secondary.common_run -= 1;
        self.state.tertiary.common_run -= 1;
    }

    /// Starts another text: offsets start at 0 again.
    pub(super) fn start_text(&mut self) {
        self.variable_end = None;
    }

    /// Writes a packed CE.
    #[inline(always)]
    pub(super) fn packed(&mut self, packed: PackedCe) {
        self.with_buffers(|buffers| buffers.packed(packed));
    }

    /// Writes any CE; ensures its own capacity.
    pub(super) fn ce(&mut self, ce: Ce) {
        let primary = ce::primary(ce);
        if primary < self.context.plan().variable_limit {
            let shifted = primary > ce::MERGE_SEPARATOR_PRIMARY;
            if shifted || primary == 0 && self.after_variable {
                return if shifted {
                    self.shifted(self.context.reordering().apply(primary))
                };
            }
        }
        self.ensure_capacity(1);
        let context = self.context;
        if primary != 0 && ce::lower(ce) & !ce::QUATERNARY_MASK == COMMON_LOWER && self.non_primary_writer.is_none() {
            // Most CEs: only a few fields change.
            self.state.primary.unordered(context, primary, self.out);
            self.state.common(1);
            self.after_variable = false;
            return;
        }
        self.with_buffers(|buffers| {
            if primary != 0 {
                buffers.state.primary.unordered(context, primary, buffers.out);
            }
            buffers.non_primary_of_ce(ce::lower(ce), primary);
        });
    }

    /// [`LevelBuffers::shifted`] without borrowed levels, whose copy costs quaternary keys 5 %.
    pub(super) fn shifted(&mut self, primary: u32) {
        self.after_variable = true;
        if let Some(non_primary_writer) = &mut self.non_primary_writer {
            non_primary_writer.common(std::mem::take(&mut self.state.secondary.common_run));
            non_primary_writer.shifted(primary, self.levels);
        }
    }

    /// Completes the key: appends the levels; returns its length.
    #[inline]
    pub(super) fn finish(&mut self, strength: Strength) -> usize {
        if let Some(non_primary_writer) = self.non_primary_writer.take() {
            return self.finish_non_primary_writer(non_primary_writer);
        }
        let common = self.context.plan().tertiary_level.run();
        let LevelState { primary, secondary, tertiary } = self.state;
        let short = secondary.at.max(tertiary.at) <= COPY_CHUNK
            && secondary.common_run.max(tertiary.common_run) <= SECONDARY.longest;
        if strength != Strength::Tertiary || !short || self.out.len() < primary.at + 3 * COPY_CHUNK {
            return self.finish_any(strength);
        }
        self.append_short(SECONDARY, true, secondary);
        self.append_short(common, false, tertiary);
        self.state.primary.at
    }

    /// The first `length` bytes of the key.
    pub(super) fn written(&self, length: usize) -> &[u8] {
        self.out.part(..length)
    }

    /// Appends a separator, the secondary or the tertiary level of at most [`COPY_CHUNK`] bytes, and its final run of
    /// common weights.
    ///
    /// ```text
    /// out[at] = 01
    /// out[at + 1..at + 17] = the first 16 bytes of the level     whatever its length: no call of `memcpy`
    /// out[at + 1 + length] = low + run - 1                       counted if there is a run
    /// ```
    ///
    /// Right because [`FastKeyWriter::finish`] has checked that the level fits one copy, that one byte encodes its run,
    /// and that both levels have space; bytes after the counted ones are overwritten or cut off.
    #[inline]
    fn append_short(&mut self, common: CommonWeightCompression, is_secondary: bool, level: LevelCursor) {
        let at = &mut self.state.primary.at;
        store(self.out, *at, [ce::LEVEL_SEPARATOR]);
        *at += 1;
        if level.at != 0 {
            let (secondary, tertiary) = self.levels.buffers();
            let written = if is_secondary { secondary } else { tertiary };
            store(self.out, *at, written.first_chunk::<COPY_CHUNK>().copied().unwrap_or_default());
            *at += level.at;
        }
        store(self.out, *at, [common.final_byte(level.common_run)]);
        *at += usize::from(level.common_run != 0);
    }

    /// [`FastKeyWriter::finish`] for settings that only [`NonPrimaryWriter`] supports.
    #[inline(never)]
    fn finish_non_primary_writer(&mut self, mut non_primary_writer: NonPrimaryWriter) -> usize {
        non_primary_writer.common(self.state.secondary.common_run);
        let (out, mut at) = (&mut *self.out, self.state.primary.at);
        non_primary_writer.finish(self.levels, |level| {
            let end = at + 1 + level.len();
            if out.len() < end {
                out.resize(end, 0);
            }
            put_byte(out, &mut at, ce::LEVEL_SEPARATOR);
            // PERF: most levels are one byte, and calls of `memcpy` for them took a quarter of the time of short keys.
            if level.len() < COPY_CHUNK / 2 {
                level.iter().for_each(|&byte| put_byte(out, &mut at, byte));
            } else if let Some(to) = out.get_mut(at..end) {
                to.copy_from_slice(level);
            }
            at = end;
        });
        at
    }

    /// [`FastKeyWriter::finish`] for any strength and levels of any length.
    #[inline(never)]
    fn finish_any(&mut self, strength: Strength) -> usize {
        let LevelState { primary, secondary, tertiary } = self.state;
        let runs = (secondary.common_run + tertiary.common_run) / SECONDARY.longest;
        let max_end = primary.at + secondary.at + tertiary.at + runs + 4;
        if self.out.len() < max_end {
            self.out.resize(max_end, 0);
        }
        let (second, third) = self.levels.buffers();
        let levels = [
            (Strength::Secondary, second, secondary, SECONDARY),
            (Strength::Tertiary, third, tertiary, self.context.plan().tertiary_level.run()),
        ];
        let mut at = primary.at;
        for (named, buffer, mut level, common) in levels {
            if strength >= named {
                put_byte(self.out, &mut at, ce::LEVEL_SEPARATOR);
                if let (Some(to), Some(from)) = (self.out.get_mut(at..at + level.at), buffer.get(..level.at)) {
                    to.copy_from_slice(from);
                    at += level.at;
                }
                common.put(&mut level.common_run, false, self.out, &mut at);
            }
        }
        at
    }
}
