//! Streams: a running analyzer for one thread, reusable for any number of texts.

use crate::analysis::chain::Analyzer;
use crate::analysis::key_maker::{KeyError, KeyState};
use crate::analysis::offset_map::OffsetMap;
use crate::analysis::offset_unit::OffsetUnit;
use crate::analysis::pipeline::{Pipeline, PipelineUnit};
use crate::analysis::text_error::TextError;
use crate::analysis::token::{End, Token, TokenType};
use crate::unicode::collate::{Key, KeyRange, Strength};
use std::cmp::Ordering;

/// A running analyzer. Buffers are allocated when an encoding is first used, and kept from text to text.
pub struct Stream {
    analyzer: Analyzer,
    unit: OffsetUnit,
    pipelines: Pipelines,
    stages: Option<(usize, usize)>,
    keys: KeyState,
}

/// A pipeline for each encoding that was used.
#[derive(Default)]
pub struct Pipelines {
    utf8: Option<Box<Pipeline<u8>>>,
    utf16: Option<Box<Pipeline<u16>>>,
}

impl Pipelines {
    /// Discards the components that may have large buffers.
    fn release_large(&mut self) {
        self.utf8.take_if(|pipeline| pipeline.had_large_text());
        self.utf16.take_if(|pipeline| pipeline.had_large_text());
    }
}

/// The code units of a text that a stream analyses.
pub trait StreamUnit: PipelineUnit {
    /// The slot of the pipeline for this encoding.
    fn pipeline(pipelines: &mut Pipelines) -> &mut Option<Box<Pipeline<Self>>>;
}

impl StreamUnit for u8 {
    fn pipeline(pipelines: &mut Pipelines) -> &mut Option<Box<Pipeline<u8>>> {
        &mut pipelines.utf8
    }
}

impl StreamUnit for u16 {
    fn pipeline(pipelines: &mut Pipelines) -> &mut Option<Box<Pipeline<u16>>> {
        &mut pipelines.utf16
    }
}

impl Analyzer {
    /// Creates a stream over this analyzer, for one thread at a time and any number of texts.
    pub fn stream(&self) -> Stream {
        Stream::new(self.clone())
    }
}

impl Stream {
    fn new(analyzer: Analyzer) -> Stream {
        Stream {
            analyzer,
            unit: OffsetUnit::Native,
            pipelines: Pipelines::default(),
            stages: None,
            keys: KeyState::default(),
        }
    }

    /// The analyzer that this stream runs.
    pub fn analyzer(&self) -> &Analyzer {
        &self.analyzer
    }

    /// Sets the unit of offsets, from the next text on.
    pub fn set_offset_unit(&mut self, unit: OffsetUnit) {
        self.unit = unit;
    }

    /// The unit of offsets.
    pub fn offset_unit(&self) -> OffsetUnit {
        self.unit
    }

    /// Runs only the first `char_filters` char filters and `token_filters` token filters, for the output of a single
    /// stage.
    pub fn limit_stages(&mut self, char_filters: usize, token_filters: usize) {
        self.stages = Some((char_filters, token_filters));
    }

    /// Analyses a text in UTF-8 (`&[u8]`) or UTF-16 (`&[u16]`).
    ///
    /// # Errors
    /// A text of 2^31 units or more; a char filter beyond its limits; no memory.
    pub fn analyze<'s, 't, U: StreamUnit>(&'s mut self, text: &'t [U]) -> Result<Tokens<'s, 't, U>, TextError> {
        Ok(Tokens { pipeline: self.start(text)?, text })
    }

    /// The sort key of a text. Does not affect the text that is being analysed.
    ///
    /// # Errors
    /// An analyzer without keys; a text of 2^31 units or more; no memory.
    pub fn sort_key<U: StreamUnit>(&mut self, text: &[U]) -> Result<&[u8], KeyError> {
        self.analyzer.key_maker().ok_or(KeyError::NoKeys)?.key(text, &mut self.keys)
    }

    /// The sort key of a text. It is written to `buffer` if that has at least 736 bytes, the text has at most 64 units,
    /// and the key has the common levels alone and is not truncated; the bytes after the key are then undefined. Other
    /// keys are in the scratch ([`Key::InScratch`]).
    ///
    /// # Errors
    /// An analyzer without keys; a text of 2^31 units or more; no memory.
    #[inline]
    pub fn sort_key_into<U: StreamUnit>(&mut self, text: &[U], buffer: &mut [u8]) -> Result<Key<'_>, KeyError> {
        self.analyzer.key_maker().ok_or(KeyError::NoKeys)?.key_into(text, &mut self.keys, buffer)
    }

    /// Compares two texts in the order of their sort keys.
    ///
    /// # Errors
    /// An analyzer without keys; a text of 2^31 units or more; no memory.
    pub fn compare<U: StreamUnit>(&mut self, left: &[U], right: &[U]) -> Result<Ordering, KeyError> {
        self.analyzer.key_maker().ok_or(KeyError::NoKeys)?.compare(left, right, &mut self.keys)
    }

    /// The indices of the texts in the order of their sort keys; texts with equal keys keep their order. Uses at most
    /// `threads` threads, including the caller's.
    ///
    /// # Errors
    /// An analyzer without keys; a text of 2^31 units or more; no memory.
    pub fn sort<U: StreamUnit>(&mut self, texts: &[&[U]], threads: usize) -> Result<Vec<usize>, KeyError> {
        self.analyzer.key_maker().ok_or(KeyError::NoKeys)?.sort(texts, threads, &mut self.keys)
    }

    /// The range of the sort keys of all texts that start with `text`, at the given strength.
    ///
    /// # Errors
    /// An analyzer without keys; a text of 2^31 units or more; no memory.
    pub fn sort_key_prefix<U: StreamUnit>(&mut self, text: &[U], strength: Strength) -> Result<KeyRange, KeyError> {
        self.analyzer.key_maker().ok_or(KeyError::NoKeys)?.prefix_range(text, strength, &mut self.keys)
    }

    /// Releases the buffers of sort keys.
    pub(crate) fn forget_keys(&mut self) {
        self.keys = KeyState::default();
    }

    /// The text after the char filters.
    ///
    /// # Errors
    /// A text of 2^31 units or more; a char filter beyond its limits; no memory.
    pub fn apply_char_filters<'s, U: StreamUnit>(&'s mut self, text: &'s [U]) -> Result<&'s [U], TextError> {
        Ok(self.start(text)?.filtered_text(text))
    }

    /// The text after the char filters, and its offset map to the original, in units of `U`.
    ///
    /// # Errors
    /// As [`Stream::apply_char_filters`].
    pub fn apply_char_filters_with_map<'s, U: StreamUnit>(
        &'s mut self,
        text: &'s [U],
    ) -> Result<(&'s [U], &'s OffsetMap), TextError> {
        let pipeline = self.start(text)?;
        Ok((pipeline.filtered_text(text), pipeline.offset_map()))
    }

    /// Starts a text; calls of the returned pipeline must pass this text.
    pub(crate) fn start<U: StreamUnit>(&mut self, text: &[U]) -> Result<&mut Pipeline<U>, TextError> {
        let chain = self.analyzer.chain();
        self.pipelines.release_large();
        let pipeline = U::pipeline(&mut self.pipelines).get_or_insert_with(|| Box::new(Pipeline::new(chain)));
        if let Some((char_filters, token_filters)) = self.stages {
            pipeline.limit_stages(char_filters, token_filters);
        }
        pipeline.set(text, self.unit, chain)?;
        Ok(pipeline)
    }

    /// The pipeline of the last text in this encoding.
    pub(crate) fn pipeline<U: StreamUnit>(&mut self) -> Option<&mut Pipeline<U>> {
        U::pipeline(&mut self.pipelines).as_deref_mut()
    }

    /// Discards all buffers and the state of all components.
    pub(crate) fn rebuild(&mut self) {
        self.pipelines = Pipelines::default();
    }
}

/// The tokens of one text.
pub struct Tokens<'s, 't, U: StreamUnit> {
    pipeline: &'s mut Pipeline<U>,
    text: &'t [U],
}

impl<U: StreamUnit> Tokens<'_, '_, U> {
    /// Passes up to `max_tokens` of the next tokens to `take` and returns their number, which is less than `max_tokens`
    /// if and only if the text ends.
    ///
    /// # Errors
    /// No memory.
    pub fn next_batch(&mut self, max_tokens: usize, mut take: impl FnMut(Token<'_, U>)) -> Result<usize, TextError> {
        self.pipeline.take_tokens(self.text, max_tokens, |token| take(token.to_token()))
    }

    /// Passes all remaining tokens to `take`.
    ///
    /// # Errors
    /// No memory.
    pub fn for_each(&mut self, take: impl FnMut(Token<'_, U>)) -> Result<(), TextError> {
        self.next_batch(usize::MAX, take).map(drop)
    }

    /// Maps an offset of the filtered text (in units of `U`) to an offset in the original, in the stream's offset unit.
    pub fn original_offset(&mut self, filtered: u32) -> u32 {
        self.pipeline.original_offset(self.text, filtered)
    }

    /// The end-of-text state, once all tokens have been returned; `None` before.
    pub fn end(&mut self) -> Option<End> {
        self.pipeline.is_at_end().then(|| self.pipeline.end(self.text))
    }
}

/// A token that owns its term, for tests and for callers that collect tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedToken {
    /// The term, with ill-formed sequences as U+FFFD.
    pub term: String,
    /// See [`Token::start`].
    pub start: u32,
    /// See [`Token::end`].
    pub end: u32,
    /// See [`Token::position`].
    pub position: u32,
    /// See [`Token::position_increment`].
    pub position_increment: u32,
    /// See [`Token::position_length`].
    pub position_length: u32,
    /// See [`Token::token_type`].
    pub token_type: TokenType,
    /// See [`Token::script`].
    pub script: u32,
    /// See [`Token::keyword`].
    pub keyword: bool,
}

impl<U: PipelineUnit> From<Token<'_, U>> for OwnedToken {
    fn from(token: Token<'_, U>) -> OwnedToken {
        OwnedToken {
            term: crate::unicode::text::to_string(token.term),
            start: token.start,
            end: token.end,
            position: token.position,
            position_increment: token.position_increment,
            position_length: token.position_length,
            token_type: token.token_type,
            script: token.script,
            keyword: token.keyword,
        }
    }
}
