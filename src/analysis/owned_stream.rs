//! A stream that owns its text, for hosts whose texts move or are freed between two calls (arrays of a garbage collector, the
//! buffer of a reader). The text is analysed once, whatever the size of the batches in which its tokens are taken.

use crate::analysis::chain::Analyzer;
use crate::analysis::stream::{Stream, StreamUnit};
use crate::analysis::text_error::TextError;
use crate::analysis::token::End;
use crate::analysis::token::Token;

/// Text buffers above this capacity (in bytes) are released when the next text is set.
const KEPT_BYTES: usize = 1 << 20;

/// A stream that owns its text, one text at a time.
pub struct OwnedStream<U> {
    stream: Stream,
    text: Vec<U>,
    is_running: bool,
}

impl<U: StreamUnit> OwnedStream<U> {
    /// Creates a stream over an analyzer.
    pub fn new(analyzer: &Analyzer) -> OwnedStream<U> {
        OwnedStream { stream: analyzer.stream(), text: Vec::new(), is_running: false }
    }

    /// The underlying stream: for sort keys, and to set the offset unit between two texts.
    pub fn stream(&mut self) -> &mut Stream {
        &mut self.stream
    }

    /// Starts a text of `length` units: `fill` receives an empty buffer with that capacity and fills it. The remaining tokens
    /// of the preceding text are dropped.
    pub fn set(&mut self, length: usize, fill: impl FnOnce(&mut Vec<U>)) -> Result<(), TextError> {
        self.is_running = false;
        self.text.clear();
        if self.text.capacity() * size_of::<U>() > KEPT_BYTES {
            self.text = Vec::new();
        }
        if length >= 1 << 31 {
            return Err(TextError::TooLong);
        }
        self.text.try_reserve(length).map_err(|_| TextError::OutOfMemory)?;
        fill(&mut self.text);
        self.stream.start(&self.text)?;
        self.is_running = true;
        Ok(())
    }

    /// The current text.
    pub fn text(&self) -> &[U] {
        &self.text
    }

    /// Passes up to `most` of the next tokens to `take` and returns their number, which is less than `most` if and only if the
    /// text ends. `take` also receives the text and the text after the char filters (the same slice if none changed it); most
    /// terms are slices of the latter.
    pub fn next_batch(
        &mut self,
        most: usize,
        mut take: impl FnMut(&[U], &[U], Token<'_, U>),
    ) -> Result<usize, TextError> {
        let text = self.text.as_slice();
        match self.stream.pipeline::<U>().filter(|_| self.is_running) {
            Some(pipeline) => pipeline.take_tokens(text, most, |filtered, token| take(text, filtered, token)),
            None => Ok(0),
        }
    }

    /// The end-of-text state, once all tokens have been returned; `None` before, and if no text is set.
    pub fn end(&mut self) -> Option<End> {
        let pipeline = self.stream.pipeline::<U>().filter(|_| self.is_running)?;
        pipeline.is_at_end().then(|| pipeline.end(&self.text))
    }

    /// Discards the state of all components, after a panic.
    pub fn rebuild(&mut self) {
        self.is_running = false;
        self.stream.rebuild();
        self.stream.forget_keys();
    }
}
