//! A stream that owns its text, for hosts whose texts move or are freed between two calls (arrays of a garbage
//! collector, the buffer of a reader). The text is analysed once, whatever the size of the batches in which its tokens
//! are taken.

use crate::analysis::chain::Analyzer;
use crate::analysis::pipeline::CorrectedToken;
use crate::analysis::stream::{Stream, StreamUnit};
use crate::analysis::text_error::TextError;
use crate::analysis::token::{End, Token};
use crate::memory;
use crate::unicode::part::SlicePart;
use crate::unicode::text::MAX_TEXT_UNITS;

/// A stream that owns its text, one text at a time.
pub struct OwnedStream<U> {
    stream: Stream,
    /// The text; after it, units of longer preceding texts.
    buffer: Vec<U>,
    length: usize,
    is_running: bool,
}

impl<U: StreamUnit> OwnedStream<U> {
    /// Creates a stream over an analyzer.
    pub fn new(analyzer: &Analyzer) -> OwnedStream<U> {
        OwnedStream { stream: analyzer.stream(), buffer: Vec::new(), length: 0, is_running: false }
    }

    /// The underlying stream: for sort keys, and to set the offset unit between two texts.
    pub fn stream(&mut self) -> &mut Stream {
        &mut self.stream
    }

    /// Starts a text of `length` units: `fill` receives a slice of that length with undefined contents and writes the
    /// text to it. The remaining tokens of the preceding text are dropped.
    ///
    /// # Errors
    /// No memory.
    pub fn set(&mut self, length: usize, fill: impl FnOnce(&mut [U])) -> Result<(), TextError> {
        self.is_running = false;
        self.length = 0;
        memory::release_large(&mut self.buffer);
        if length > MAX_TEXT_UNITS {
            return Err(TextError::TooLong);
        }
        if let Some(missing) = length.checked_sub(self.buffer.len()) {
            self.buffer.try_reserve(missing).map_err(|_| TextError::OutOfMemory)?;
            self.buffer.resize(length, U::default());
        }
        let text = self.buffer.part_mut(..length);
        fill(text);
        self.length = length;
        self.stream.start(text)?;
        self.is_running = true;
        Ok(())
    }

    /// The current text.
    pub fn text(&self) -> &[U] {
        self.buffer.part(..self.length)
    }

    /// Whether char filters have changed the text that is set.
    pub fn is_filtered(&mut self) -> bool {
        self.stream.pipeline::<U>().is_some_and(|pipeline| pipeline.is_filtered())
    }

    /// Passes up to `max_tokens` of the next tokens to `take` and returns their number, which is less than `max_tokens`
    /// if and only if the text ends. `take` also receives the text after the char filters, and the start of the term in
    /// it; `None` for a term that is no slice of it.
    ///
    /// # Errors
    /// No memory.
    pub fn next_batch(
        &mut self,
        max_tokens: usize,
        mut take: impl FnMut(&[U], Option<u32>, Token<'_, U>),
    ) -> Result<usize, TextError> {
        self.next_corrected(max_tokens, |corrected| {
            take(corrected.text, corrected.token.term.text_range().map(|(start, _)| start), corrected.to_token());
        })
    }

    /// [`OwnedStream::next_batch`] without the slice of the term, for callers that need it for some tokens only.
    #[doc(hidden)]
    #[inline]
    pub fn next_corrected(
        &mut self,
        max_tokens: usize,
        take: impl FnMut(CorrectedToken<'_, U>),
    ) -> Result<usize, TextError> {
        match self.stream.pipeline::<U>().filter(|_| self.is_running) {
            Some(pipeline) => pipeline.take_tokens(self.buffer.part(..self.length), max_tokens, take),
            None => Ok(0),
        }
    }

    /// The end-of-text state, once all tokens have been returned; `None` before, and if no text is set.
    pub fn end(&mut self) -> Option<End> {
        let pipeline = self.stream.pipeline::<U>().filter(|_| self.is_running)?;
        pipeline.is_at_end().then(|| pipeline.end(self.buffer.part(..self.length)))
    }

    /// Discards the state of all components, after a panic.
    pub fn rebuild(&mut self) {
        self.is_running = false;
        self.stream.rebuild();
        self.stream.forget_keys();
    }
}
