//! The text that a transform changes in place: a gap buffer of code points.
//!
//! Rules read forward from the cursor and backward into the output, and the gap is at the cursor. So a rule reads one
//! slice on each side, a replacement costs its own length, and a pass over a text is linear.

use crate::unicode::part::SlicePart;

/// A code point of the buffer, alone or with the number of the source piece that it results from. The engine is
/// compiled for both, so that transforms without offsets have no cost for pieces.
pub(super) trait BufferElement: Copy + Default + PartialEq + std::fmt::Debug {
    /// Whether elements carry the number of their piece.
    const TRACKS: bool;

    fn new(c: u32, piece: u32) -> Self;

    fn code_point(self) -> u32;

    /// Appends the elements of a source; each code point is one piece.
    fn append_source(source: &[u32], to: &mut Vec<Self>);

    /// The number of the piece; 0 for elements without pieces.
    fn piece(self) -> u32;

    /// The element with another code point and the same piece.
    #[inline(always)]
    fn with(self, c: u32) -> Self {
        Self::new(c, self.piece())
    }
}

impl BufferElement for u32 {
    const TRACKS: bool = false;

    #[inline(always)]
    fn new(c: u32, _: u32) -> u32 {
        c
    }

    #[inline(always)]
    fn code_point(self) -> u32 {
        self
    }

    fn append_source(source: &[u32], to: &mut Vec<u32>) {
        to.extend_from_slice(source);
    }

    #[inline(always)]
    fn piece(self) -> u32 {
        0
    }
}

/// The high 32 bits are the number of the piece, the low 32 bits the code point.
impl BufferElement for u64 {
    const TRACKS: bool = true;

    #[inline(always)]
    fn new(c: u32, piece: u32) -> u64 {
        u64::from(piece) << 32 | u64::from(c)
    }

    #[inline(always)]
    fn code_point(self) -> u32 {
        self as u32
    }

    fn append_source(source: &[u32], to: &mut Vec<u64>) {
        to.extend((0..).zip(source).map(|(at, &c)| u64::new(c, at)));
    }

    #[inline(always)]
    fn piece(self) -> u32 {
        (self >> 32) as u32
    }
}

/// The number of UTF-16 code units of a code point.
#[inline(always)]
pub(super) fn units(c: u32) -> usize {
    if c > 0xFFFF { 2 } else { 1 }
}

/// A gap buffer of elements.
#[derive(Debug, Default)]
pub(super) struct GapBuffer<S> {
    buffer: Vec<S>,
    /// The gap: `gap_start <= gap_end <= buffer.len()`.
    gap_start: usize,
    gap_end: usize,
}

/// The initial length of the gap.
const GAP: usize = 64;

/// The maximum number of elements that one is replaced by in [`GapBuffer::replace_each`].
pub(super) const MAX_SHORT_OUTPUT: usize = 4;

/// The two sides of the gap, which is at the cursor. Offsets count from the cursor: 0 is the element after it, -1 the
/// one before.
#[derive(Clone, Copy, Debug)]
pub(super) struct GapSides<'t, S> {
    pub(super) before: &'t [S],
    pub(super) after: &'t [S],
}

impl<S: BufferElement> GapSides<'_, S> {
    /// The code point at an offset.
    #[inline(always)]
    pub(super) fn get(&self, offset: isize) -> Option<u32> {
        let element = match usize::try_from(offset) {
            Ok(offset) => self.after.get(offset),
            Err(_) => self.before.get(self.before.len().checked_sub(offset.unsigned_abs())?),
        };
        element.map(|element| element.code_point())
    }
}

/// The sides of the gap while elements are replaced one by one, read on demand.
#[derive(Clone, Copy, Debug)]
pub(super) struct GapView<'t, S> {
    buffer: &'t [S],
    start: usize,
    end: usize,
}

impl<'t, S: BufferElement> GapView<'t, S> {
    /// The code point before the gap.
    #[inline(always)]
    pub(super) fn before(&self) -> Option<u32> {
        self.buffer.get(self.start.wrapping_sub(1)).map(|element| element.code_point())
    }

    /// The second code point after the gap.
    #[inline(always)]
    pub(super) fn second(&self) -> Option<u32> {
        self.buffer.get(self.end + 1).map(|element| element.code_point())
    }

    #[inline(always)]
    pub(super) fn sides(&self) -> GapSides<'t, S> {
        GapSides { before: self.buffer.part(..self.start), after: self.buffer.part(self.end..) }
    }
}

/// What becomes of an element in [`GapBuffer::replace_each`].
#[derive(Clone, Copy, Debug)]
pub(super) enum ShortStep<S> {
    Keep,
    /// It is replaced by the first elements, as many as the number says.
    Replace([S; MAX_SHORT_OUTPUT], usize),
    /// It and the elements after it are not replaced.
    Stop,
}

/// The range of a transform, in elements: `context_start <= start <= limit <= context_limit`.
#[derive(Clone, Copy, Debug)]
pub(super) struct TransformPosition {
    /// Start of the range that contexts may read.
    pub(super) context_start: usize,
    /// End of the range that contexts may read.
    pub(super) context_limit: usize,
    /// The cursor.
    pub(super) start: usize,
    /// End of the range that may change.
    pub(super) limit: usize,
}

impl TransformPosition {
    /// The position of a whole text of the given length.
    pub(super) fn all(length: usize) -> TransformPosition {
        TransformPosition { context_start: 0, context_limit: length, start: 0, limit: length }
    }

    /// Moves both limits by the change in length of the text.
    #[inline]
    pub(super) fn resize(&mut self, before: usize, after: usize) {
        self.limit = self.limit + after - before;
        self.context_limit = self.context_limit + after - before;
    }
}

impl<S: BufferElement> GapBuffer<S> {
    /// Replaces all elements; keeps the memory.
    pub(super) fn set(&mut self, elements: impl Iterator<Item = S>) {
        // What is in the gap does not matter.
        self.buffer.truncate(GAP);
        if self.buffer.len() < GAP {
            self.buffer.resize(GAP, S::default());
        }
        self.buffer.extend(elements);
        (self.gap_start, self.gap_end) = (0, GAP);
    }

    /// Replaces the text by the elements of a source.
    pub(super) fn set_source(&mut self, source: &[u32]) {
        self.set(std::iter::empty());
        S::append_source(source, &mut self.buffer);
    }

    pub(super) fn len(&self) -> usize {
        self.buffer.len() + self.gap_start - self.gap_end
    }

    /// The index of the gap.
    #[inline(always)]
    pub(super) fn cursor(&self) -> usize {
        self.gap_start
    }

    /// The element at an index; `None` outside the text.
    #[inline(always)]
    pub(super) fn element(&self, index: usize) -> Option<S> {
        let index = if index < self.gap_start { index } else { index + (self.gap_end - self.gap_start) };
        self.buffer.get(index).copied()
    }

    /// The code point at an index.
    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> Option<u32> {
        self.element(index).map(S::code_point)
    }

    /// The elements before and after the gap.
    #[inline(always)]
    pub(super) fn sides(&self) -> GapSides<'_, S> {
        GapSides { before: self.buffer.part(..self.gap_start), after: self.buffer.part(self.gap_end..) }
    }

    /// The elements of a range, in two slices.
    #[inline]
    pub(super) fn slices(&self, start: usize, limit: usize) -> (&[S], &[S]) {
        let GapSides { before, after } = self.sides();
        let gap = before.len();
        let left = before.part(start.min(gap)..limit.min(gap));
        let right = after.part(start.max(gap) - gap..limit.max(gap) - gap);
        (left, right)
    }

    /// The elements of a range.
    pub(super) fn slice(&self, start: usize, limit: usize) -> impl DoubleEndedIterator<Item = S> + '_ {
        let (left, right) = self.slices(start, limit.min(self.len()));
        left.iter().chain(right).copied()
    }

    /// The first index in a range whose code point passes the test; the end of the range if there is none.
    #[inline]
    pub(super) fn find(&self, start: usize, limit: usize, is_wanted: impl Fn(u32) -> bool) -> usize {
        let (left, right) = self.slices(start, limit.min(self.len()));
        let wanted = |element: &S| is_wanted(element.code_point());
        if let Some(offset) = left.iter().position(wanted) {
            return start + offset;
        }
        right.iter().position(wanted).map_or(limit, |offset| start + left.len() + offset)
    }

    /// Moves the gap to an index.
    #[inline]
    pub(super) fn seek(&mut self, index: usize) {
        if index > self.gap_start {
            self.advance(index - self.gap_start);
        } else if index < self.gap_start {
            let count = self.gap_start - index;
            if self.gap_end > self.gap_start {
                self.buffer.copy_within(index..self.gap_start, self.gap_end - count);
            }
            self.gap_start -= count;
            self.gap_end -= count;
        }
    }

    /// Moves the gap forward by `count` elements, at most to the end.
    #[inline]
    pub(super) fn advance(&mut self, count: usize) {
        let count = count.min(self.buffer.len() - self.gap_end);
        if self.gap_end > self.gap_start {
            if count == 1 {
                if let Some(&element) = self.buffer.get(self.gap_end)
                    && let Some(slot) = self.buffer.get_mut(self.gap_start)
                {
                    *slot = element;
                }
            } else {
                self.buffer.copy_within(self.gap_end..self.gap_end + count, self.gap_start);
            }
        }
        self.gap_start += count;
        self.gap_end += count;
    }

    /// Replaces the elements after the gap one by one, at most `limit` of them, until a step stops; returns the number
    /// of replaced ones. `step` gets the element and the text around it.
    ///
    /// Both ends of the gap are in registers, and a step is one store of fixed length.
    #[inline(always)]
    pub(super) fn replace_each(
        &mut self,
        limit: usize,
        mut step: impl FnMut(S, GapView<'_, S>) -> ShortStep<S>,
    ) -> usize {
        let (mut start, mut end) = (self.gap_start, self.gap_end);
        let mut count = 0;
        while let Some(&element) = self.buffer.get(end).filter(|_| count < limit) {
            match step(element, GapView { buffer: &self.buffer, start, end }) {
                ShortStep::Keep => {
                    self.buffer.get_mut(start).into_iter().for_each(|slot| *slot = element);
                    (start, end) = (start + 1, end + 1);
                }
                ShortStep::Replace(elements, length) => {
                    end += 1;
                    if end - start < MAX_SHORT_OUTPUT {
                        (self.gap_start, self.gap_end) = (start, end);
                        self.widen(0);
                        end = self.gap_end;
                    }
                    let slots = self.buffer.get_mut(start..).and_then(|slots| slots.first_chunk_mut());
                    slots.into_iter().for_each(|slots| *slots = elements);
                    start += length.min(MAX_SHORT_OUTPUT);
                }
                ShortStep::Stop => break,
            }
            count += 1;
        }
        (self.gap_start, self.gap_end) = (start, end);
        count
    }

    /// The elements before the gap, mutable.
    #[inline(always)]
    pub(super) fn before_mut(&mut self) -> &mut [S] {
        self.buffer.part_mut(..self.gap_start)
    }

    /// Removes a range before the gap and moves the gap there.
    #[inline]
    pub(super) fn cut_before(&mut self, start: usize, limit: usize) {
        self.seek(limit);
        self.gap_start = start.min(limit);
    }

    /// Writes an element before the gap.
    #[inline]
    pub(super) fn put(&mut self, element: S) {
        if self.gap_start == self.gap_end {
            self.widen(0);
        }
        if let Some(slot) = self.buffer.get_mut(self.gap_start) {
            *slot = element;
            self.gap_start += 1;
        }
    }

    /// Removes `count` elements after the gap.
    #[inline]
    pub(super) fn take(&mut self, count: usize) {
        self.gap_end = (self.gap_end + count).min(self.buffer.len());
    }

    /// Writes code points with the piece of an element before the gap.
    #[inline]
    pub(super) fn put_all(&mut self, piece: S, codes: &[u32]) {
        if self.gap_end - self.gap_start < codes.len() {
            self.widen(codes.len());
        }
        if let Some(slots) = self.buffer.get_mut(self.gap_start..self.gap_start + codes.len()) {
            slots.iter_mut().zip(codes).for_each(|(slot, &c)| *slot = piece.with(c));
            self.gap_start += codes.len();
        }
    }

    /// Enlarges a gap by `least` and a quarter of the text, so that insertions take amortised constant time.
    #[cold]
    fn widen(&mut self, least: usize) {
        let length = self.buffer.len();
        let more = GAP + least + length / 4;
        self.buffer.resize(length + more, S::default());
        self.buffer.copy_within(self.gap_end..length, self.gap_end + more);
        self.gap_end += more;
    }

    /// Replaces a range.
    pub(super) fn replace(&mut self, start: usize, limit: usize, elements: impl Iterator<Item = S>) {
        self.seek(start);
        self.take(limit - start);
        elements.for_each(|element| self.put(element));
    }

    /// Replaces a code point and keeps its piece.
    #[inline]
    pub(super) fn set_code_point(&mut self, index: usize, c: u32) {
        let index = if index < self.gap_start { index } else { index + (self.gap_end - self.gap_start) };
        if let Some(slot) = self.buffer.get_mut(index) {
            *slot = slot.with(c);
        }
    }

    /// The elements of a range, mutable, in two slices.
    pub(super) fn slices_mut(&mut self, start: usize, limit: usize) -> (&mut [S], &mut [S]) {
        let (gap, end) = (self.gap_start, self.gap_end);
        let Some((before, after)) = self.buffer.split_at_mut_checked(end) else { return (&mut [], &mut []) };
        let left = before.part_mut(start.min(gap)..limit.min(gap));
        let right = after.part_mut(start.max(gap) - gap..limit.max(gap) - gap);
        (left, right)
    }

    /// The whole text, in two slices.
    pub(super) fn all(&self) -> (&[S], &[S]) {
        let GapSides { before, after } = self.sides();
        (before, after)
    }

    /// Moves the gap to the end, for [`GapBuffer::whole`].
    pub(super) fn close(&mut self) {
        self.seek(self.len());
    }

    /// The whole text in one slice; requires a preceding call of [`GapBuffer::close`].
    pub(super) fn whole(&self) -> &[S] {
        self.buffer.part(..self.gap_start)
    }

    /// All elements.
    pub(super) fn elements(&self) -> impl Iterator<Item = S> + '_ {
        let GapSides { before, after } = self.sides();
        before.iter().chain(after).copied()
    }

    /// The UTF-16 length of a range.
    pub(super) fn utf16_length(&self, start: usize, limit: usize) -> usize {
        let (left, right) = self.slices(start, limit);
        let length = |slice: &[S]| slice.iter().map(|element| units(element.code_point())).sum::<usize>();
        length(left) + length(right)
    }
}
