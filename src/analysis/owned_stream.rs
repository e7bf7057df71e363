//! A stream that owns its text: for hosts whose texts move or go away between two calls (a garbage collector's arrays, a
//! reader's buffer). The text is analysed once, however small the batches are in which its tokens are taken.

use crate::analysis::chain::Analyzer;
use crate::analysis::stream::{Stream, StreamUnit};
use crate::analysis::text_error::TextError;
use crate::analysis::token::End;
use crate::analysis::token::Token;

/// Text buffers larger than this (in bytes) are given back when the next text is set.
const KEPT_BYTES: usize = 1 << 20;

/// An analyzer at work on texts of its own, one at a time.
pub struct OwnedStream<U> {
    stream: Stream,
    text: Vec<U>,
    is_running: bool,
}

impl<U: StreamUnit> OwnedStream<U> {
    /// A stream over an analyzer.
    pub fn new(analyzer: &Analyzer) -> OwnedStream<U> {
        OwnedStream { stream: analyzer.stream(), text: Vec::new(), is_running: false }
    }

    /// The stream underneath: for keys, and for the offset unit between two texts.
    pub fn stream(&mut self) -> &mut Stream {
        &mut self.stream
    }

    /// Starts a text of `length` units: `fill` gets an empty buffer with room for them and puts them there. Whatever was
    /// left of the text before is dropped.
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

    /// The text that is set.
    pub fn text(&self) -> &[U] {
        &self.text
    }

    /// Passes the next tokens to `take`, at most `most` of them, and returns their number; fewer if and only if the text ends.
    /// `take` gets the text as well, and the text after the char filters (the same slice if none changed it): most terms are slices
    /// of the latter.
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

    /// The end of the text, once all tokens have been returned; `None` before, and when no text is set.
    pub fn end(&mut self) -> Option<End> {
        let pipeline = self.stream.pipeline::<U>().filter(|_| self.is_running)?;
        pipeline.is_at_end().then(|| pipeline.end(&self.text))
    }

    /// Drops all state of components, after a fault.
    pub fn rebuild(&mut self) {
        self.is_running = false;
        self.stream.rebuild();
        self.stream.forget_keys();
    }
}
