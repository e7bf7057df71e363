//! `unic_stream`.

use crate::analysis::stream::StreamUnit;
use crate::analysis::{OffsetUnit, Stream};
use crate::capi::analyzer::unic_analyzer;
use crate::capi::encoding::unic_offset_unit;
use crate::capi::filtered_text::unic_offset_step;
use crate::capi::guard::{guard, guard_free, guard_status};
use crate::capi::handle::{Boxed, Out, borrow, borrow_mut, buffer, checked_text};
use crate::capi::status::{
    Failure, INVALID_ARGUMENT, OUT_OF_MEMORY, UNIC_STATUS_END, UNIC_STATUS_INTERNAL, UNIC_STATUS_OK,
    UNIC_STATUS_OUT_OF_MEMORY, WRONG_STATE, unic_status,
};
use crate::capi::token::unic_token;
use crate::memory::{MAX_KEPT_BYTES, release_large};
use crate::unicode::text::{Buffer, CodeUnit, Encoding};
use std::ffi::{c_char, c_void};

/// A running analyzer: analyses any number of texts, one at a time, in one thread at a time. Allocates nothing per
/// text once its buffers have grown. When the next text is set, buffers larger than 1 MiB are released, and all buffers
/// after a text of more than 256 KiB.
pub struct unic_stream {
    pub(crate) inner: Stream,
    state: StreamState,
    /// The caller's text, if one is set.
    text: *const c_void,
    length: usize,
    encoding: Encoding,
    /// The copy of the text for `unic_stream_set_utf8_copy` and its UTF-16 variant, not modified while the text is set.
    copy: Buffer,
    /// The offset map of the last filtered text, for the caller.
    pub(crate) steps: Vec<unic_offset_step>,
}

impl Boxed for unic_stream {}

#[derive(Clone, Copy, PartialEq, Eq)]
enum StreamState {
    /// No text is set.
    Idle,
    /// Tokens may follow.
    Running,
    /// All tokens of the text have been returned.
    Ended,
    /// After an internal error: the next text rebuilds the pipeline.
    Broken,
}

/// Creates a stream. Takes a few kilobytes; buffers are allocated with the first text.
///
/// Parameters:
///     analyzer: not consumed; the stream keeps its data alive.
///     stream: receives the stream; free it with unic_stream_free. Unchanged on failure.
/// Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_stream_create(
    analyzer: *const unic_analyzer,
    stream: *mut *mut unic_stream,
) -> unic_status {
    guard(|| {
        let out = Out::required(stream)?;
        // SAFETY: NULL is rejected; otherwise a live handle.
        let stream = unsafe { borrow(analyzer) }?.analyzer.stream();
        let (text, length, encoding) = (std::ptr::null(), 0, Encoding::Utf8);
        let handle = unic_stream {
            inner: stream,
            state: StreamState::Idle,
            text,
            length,
            encoding,
            copy: Buffer::default(),
            steps: Vec::new(),
        };
        // SAFETY: checked by `Out`.
        unsafe { out.set(handle.into_raw()?) };
        Ok(())
    })
}

/// Frees a stream. Terms of its tokens become invalid.
///
/// Parameters:
///     stream: may be NULL.
/// Threads: any, but not while another thread uses the stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_stream_free(stream: *mut unic_stream) {
    guard_free(|| {
        // SAFETY: NULL is rejected; otherwise the caller owns it.
        unsafe { unic_stream::free(stream) };
    });
}

/// Sets the unit of all offsets, starting with the next text. Allowed before the first text and after the last
/// token of a text.
///
/// Parameters:
///     unit: UNIC_OFFSET_...
/// Returns: OK; WRONG_STATE while a text may have tokens left; NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
/// Threads: one at a time per stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_stream_set_offset_unit(stream: *mut unic_stream, unit: unic_offset_unit) -> unic_status {
    guard(|| {
        // SAFETY: NULL is rejected; otherwise a live handle of this thread.
        let stream = unsafe { borrow_mut(stream) }?;
        let unit = OffsetUnit::from_number(unit).ok_or(INVALID_ARGUMENT)?;
        if stream.state == StreamState::Running {
            return Err(WRONG_STATE);
        }
        stream.inner.set_offset_unit(unit);
        Ok(())
    })
}

/// Starts a UTF-8 text and drops the rest of the previous one. Char filters run here, over the whole text; without
/// char filters the cost is one validation scan.
///
/// Parameters:
///     text, length: length in bytes. The text is not copied: it must remain unchanged until another text is set or
///         the stream is freed. Ill-formed sequences are analysed as U+FFFD, one per maximal subpart; offsets refer
///         to the bytes of the text.
/// Returns: OK; TEXT_TOO_LONG for 2^31 bytes or more (the text is not read); LIMIT if char filters make it longer
///     than unic_options allows; OUT_OF_MEMORY, NULL_ARGUMENT, INVALID_ARGUMENT, INTERNAL. After a failure no text
///     is set, except that a NULL or misaligned stream changes nothing.
/// Threads: one at a time per stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_stream_set_utf8(
    stream: *mut unic_stream,
    text: *const c_char,
    length: usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { set(stream, text.cast::<u8>(), length) }
}

/// UTF-16 variant of unic_stream_set_utf8: native byte order, length in 16-bit units. A misaligned text is
/// INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_stream_set_utf16(
    stream: *mut unic_stream,
    text: *const u16,
    length: usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { set(stream, text, length) }
}

/// Variant of unic_stream_set_utf8 that copies the text, for hosts whose texts move or are freed between calls.
///
/// Parameters:
///     text, length: length in bytes; read during the call only, and no part of the stream's own memory, such as
///         the terms of its tokens. The stream keeps the copy until another text is set. Terms that are parts of the
///         text point into the copy.
/// Returns: as unic_stream_set_utf8.
/// Threads: one at a time per stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_stream_set_utf8_copy(
    stream: *mut unic_stream,
    text: *const c_char,
    length: usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { set_copy(stream, text.cast::<u8>(), length) }
}

/// UTF-16 variant of unic_stream_set_utf8_copy: native byte order, length in 16-bit units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_stream_set_utf16_copy(
    stream: *mut unic_stream,
    text: *const u16,
    length: usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { set_copy(stream, text, length) }
}

/// # Safety
/// As documented in the header for the functions above.
unsafe fn set_copy<U: StreamUnit>(stream: *mut unic_stream, text: *const U, length: usize) -> unic_status {
    let mut copy = Vec::new();
    let status = guard(|| {
        // SAFETY: NULL is rejected; otherwise a live handle of this thread.
        let stream = unsafe { borrow_mut(stream) }?;
        stream.leave_text();
        // SAFETY: the text satisfies the contract in the header.
        let units = unsafe { checked_text(text, length) }?;
        copy = std::mem::take(stream.copy.of::<U>());
        copy.clear();
        copy.try_reserve(length).map_err(|_| OUT_OF_MEMORY)?;
        copy.extend_from_slice(units);
        Ok(())
    });
    if status != UNIC_STATUS_OK {
        // SAFETY: as above. Without memory the call may have ended before it left the text.
        if let Ok(stream) = unsafe { borrow_mut(stream) } {
            stream.update_state(status);
        }
        return status;
    }
    // SAFETY: the heap buffer of the copy keeps its address when the `Vec` moves into the stream, until the next copy.
    unsafe {
        let status = set(stream, copy.as_ptr(), copy.len());
        if let Ok(stream) = borrow_mut(stream) {
            *stream.copy.of::<U>() = if status == UNIC_STATUS_OUT_OF_MEMORY { Vec::new() } else { copy };
        }
        status
    }
}

/// # Safety
/// As documented in the header for the functions above.
#[inline]
unsafe fn set<U: StreamUnit>(stream: *mut unic_stream, text: *const U, length: usize) -> unic_status {
    // SAFETY: NULL is rejected; otherwise a live handle of this thread.
    let stream = match unsafe { borrow_mut(stream) } {
        Ok(stream) => stream,
        Err(Failure(status)) => return status,
    };
    let status = guard(|| {
        stream.leave_text();
        // SAFETY: the text satisfies the contract in the header.
        let units = unsafe { checked_text(text, length) }?;
        stream.inner.start(units)?;
        (stream.text, stream.length, stream.encoding) = (units.as_ptr().cast(), length, U::ENCODING);
        stream.state = StreamState::Running;
        Ok(())
    });
    stream.update_state(status);
    status
}

/// Returns the next token.
///
/// Parameters:
///     token: written on OK only. Its term is valid until the next call on the stream.
/// Returns: OK; END after the last token, on every further call as well; WRONG_STATE if no text is set;
///     NULL_ARGUMENT, INVALID_ARGUMENT; OUT_OF_MEMORY or INTERNAL, after which the rest of the text is lost.
/// Threads: one at a time per stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_stream_next(stream: *mut unic_stream, token: *mut unic_token) -> unic_status {
    // SAFETY: NULL is rejected; otherwise the caller's token and a live handle of this thread.
    match unsafe { (borrow_mut(stream), borrow_mut(token)) } {
        (Ok(stream), Ok(token)) => stream.run(std::slice::from_mut(token), |count| match count {
            0 => UNIC_STATUS_END,
            _ => UNIC_STATUS_OK,
        }),
        (Err(Failure(status)), _) | (_, Err(Failure(status))) => status,
    }
}

/// Returns up to capacity tokens. *count is less than capacity if and only if the text is exhausted:
///
///     do {
///         if (unic_stream_next_batch(stream, tokens, CAPACITY, &count) != UNIC_STATUS_OK) break;
///         for (size_t i = 0; i < count; i++) use(&tokens[i]);
///     } while (count == CAPACITY);
///
/// Fastest with a capacity of a few hundred. May be mixed with unic_stream_next.
///
/// Parameters:
///     tokens, capacity: receives the tokens; capacity must not be 0 (INVALID_ARGUMENT). All terms of the batch are
///         valid until the next call on the stream. Undefined on failure.
///     count: receives the number of tokens. Unchanged on failure.
/// Returns: OK, also if *count is 0 (never END); otherwise as unic_stream_next.
/// Threads: one at a time per stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_stream_next_batch(
    stream: *mut unic_stream,
    tokens: *mut unic_token,
    capacity: usize,
    count: *mut usize,
) -> unic_status {
    // SAFETY: NULL and misaligned pointers are rejected; otherwise the caller's array and a live handle of this thread.
    match unsafe { (borrow_mut(stream), batch_arguments(tokens, capacity, count)) } {
        (Ok(stream), Ok((tokens, out))) => stream.run(tokens, |count| {
            // SAFETY: `count` is checked by `Out`.
            unsafe { out.set(count) };
            UNIC_STATUS_OK
        }),
        (Err(Failure(status)), _) | (_, Err(Failure(status))) => status,
    }
}

/// # Safety
/// As documented in the header for [`unic_stream_next_batch`].
#[inline]
unsafe fn batch_arguments<'a>(
    tokens: *mut unic_token,
    capacity: usize,
    count: *mut usize,
) -> Result<(&'a mut [unic_token], Out<usize>), Failure> {
    if capacity == 0 {
        return Err(INVALID_ARGUMENT);
    }
    // SAFETY: as the caller promises.
    Ok((unsafe { buffer(tokens, capacity) }?, Out::required(count)?))
}

/// Returns the state at the end of the text: the final offset and the trailing position gap.
///
/// Parameters:
///     final_offset: NULL, or receives the length of the text in the offset unit of the stream.
///     position_gap: NULL, or receives the number of positions removed after the last token.
/// Returns: OK; WRONG_STATE until the text is exhausted (END, or a batch with fewer than capacity tokens);
///     NULL_ARGUMENT, INVALID_ARGUMENT, INTERNAL, OUT_OF_MEMORY.
/// Threads: one at a time per stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_stream_end(
    stream: *mut unic_stream,
    final_offset: *mut u32,
    position_gap: *mut u32,
) -> unic_status {
    guard(|| {
        let (final_offset, position_gap) = (Out::optional(final_offset)?, Out::optional(position_gap)?);
        // SAFETY: NULL is rejected; otherwise a live handle of this thread.
        let stream = unsafe { borrow_mut(stream) }?;
        match stream.state {
            StreamState::Ended => {}
            StreamState::Broken => return Err(Failure(UNIC_STATUS_INTERNAL)),
            StreamState::Idle | StreamState::Running => return Err(WRONG_STATE),
        }
        let end = match stream.encoding {
            Encoding::Utf8 => stream.end::<u8>(),
            Encoding::Utf16 => stream.end::<u16>(),
        };
        let end = end.ok_or(WRONG_STATE)?;
        // SAFETY: checked by `Out`.
        unsafe {
            final_offset.set(end.final_offset);
            position_gap.set(end.position_gap);
        }
        Ok(())
    })
}

impl unic_stream {
    /// Unsets the text and releases large buffers; rebuilds the pipeline after an internal error.
    pub(crate) fn leave_text(&mut self) {
        if self.state == StreamState::Broken {
            self.inner.rebuild();
        }
        self.state = StreamState::Idle;
        if self.copy.capacity_bytes() > MAX_KEPT_BYTES {
            self.copy = Buffer::default();
        }
        release_large(&mut self.steps);
    }

    /// Releases all buffers, some of which may be in the memory reserve.
    #[cold]
    fn release_buffers(&mut self) {
        guard_free(|| {
            self.state = StreamState::Idle;
            self.inner.rebuild();
            self.inner.forget_keys();
            self.steps = Vec::new();
        });
    }

    /// Updates the state after a call.
    #[inline]
    pub(crate) fn update_state(&mut self, status: unic_status) {
        match status {
            UNIC_STATUS_INTERNAL => self.state = StreamState::Broken,
            UNIC_STATUS_OUT_OF_MEMORY => self.release_buffers(),
            _ => {}
        }
    }

    /// The caller's text, as it was set.
    ///
    /// # Safety
    /// `U` is the encoding that the text was set in, and the caller has kept it, as the header requires.
    #[inline]
    unsafe fn text<'t, U: CodeUnit>(&self) -> &'t [U] {
        // SAFETY: checked when it was set; the rest as the caller promises. The pointer of an empty slice is valid,
        // too.
        unsafe { std::slice::from_raw_parts(self.text.cast::<U>(), self.length) }
    }

    /// Writes tokens to the caller's slots.
    #[inline]
    fn run(&mut self, tokens: &mut [unic_token], on_count: impl FnOnce(usize) -> unic_status) -> unic_status {
        let status = guard_status(|| {
            let count = match self.state {
                StreamState::Running => match self.encoding {
                    Encoding::Utf8 => self.fill::<u8>(tokens)?,
                    Encoding::Utf16 => self.fill::<u16>(tokens)?,
                },
                StreamState::Ended => 0,
                StreamState::Idle => return Err(WRONG_STATE),
                StreamState::Broken => return Err(Failure(UNIC_STATUS_INTERNAL)),
            };
            if count < tokens.len() {
                self.state = StreamState::Ended;
            }
            Ok(on_count(count))
        });
        self.update_state(status);
        status
    }

    #[inline]
    fn fill<U: StreamUnit>(&mut self, tokens: &mut [unic_token]) -> Result<usize, Failure> {
        // SAFETY: the text was set in this encoding.
        let text = unsafe { self.text::<U>() };
        let pipeline = self.inner.pipeline::<U>().ok_or(WRONG_STATE)?;
        pipeline.fill(text, tokens).map_err(|error| {
            self.state = StreamState::Idle;
            Failure::from(error)
        })
    }

    fn end<U: StreamUnit>(&mut self) -> Option<crate::analysis::End> {
        // SAFETY: the text was set in this encoding.
        let text = unsafe { self.text::<U>() };
        Some(self.inner.pipeline::<U>()?.end(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capi::filtered_text::unic_filtered_text;
    use crate::capi::status::UNIC_STATUS_TEXT_TOO_LONG;
    use crate::capi::text::unic_stream_char_filter_utf16;
    use crate::config::{CompileOptions, compile};

    fn stream() -> unic_stream {
        let definition = br#"{"tokenizer": "keyword", "char_filter": ["unic_normalizer"]}"#;
        let stream = compile(definition, None, &CompileOptions::default()).unwrap().analyzer.stream();
        let (text, length, encoding) = (std::ptr::null(), 0, Encoding::Utf8);
        let (state, copy, steps) = (StreamState::Idle, Buffer::default(), Vec::new());
        unic_stream { inner: stream, state, text, length, encoding, copy, steps }
    }

    #[test]
    fn every_call_that_sets_a_text_rebuilds_a_broken_stream() {
        type Set = unsafe extern "C" fn(*mut unic_stream, *const u16, usize) -> unic_status;
        for set in [unic_stream_set_utf16 as Set, unic_stream_set_utf16_copy as Set] {
            let mut stream = stream();
            // SAFETY: a live stream, and a text of one unit; a text that is too long is not read.
            unsafe {
                assert_eq!(set(&mut stream, [0x61].as_ptr(), 1), UNIC_STATUS_OK);
                stream.update_state(UNIC_STATUS_INTERNAL);
                assert_eq!(set(&mut stream, std::ptr::null(), 1 << 31), UNIC_STATUS_TEXT_TOO_LONG);
            }
            assert!(stream.inner.pipeline::<u16>().is_none(), "the pipeline is that of the failed call");
        }
    }

    #[test]
    fn large_buffers_are_released_with_the_next_text_of_any_kind() {
        let mut stream = stream();
        let text: Vec<u16> = [0x41, 0x308].repeat(MAX_KEPT_BYTES);
        let mut filtered =
            unic_filtered_text { text: std::ptr::null(), length: 0, steps: std::ptr::null(), step_count: 0 };
        // SAFETY: a live stream and texts of these lengths.
        unsafe {
            assert_eq!(unic_stream_set_utf16_copy(&mut stream, text.as_ptr(), text.len()), UNIC_STATUS_OK);
            assert!(stream.copy.capacity_bytes() > MAX_KEPT_BYTES);
            assert_eq!(
                unic_stream_char_filter_utf16(&mut stream, text.as_ptr(), text.len(), &mut filtered),
                UNIC_STATUS_OK
            );
            assert!(stream.copy.capacity_bytes() <= MAX_KEPT_BYTES);
            assert!(stream.steps.capacity() * size_of::<unic_offset_step>() > MAX_KEPT_BYTES);
            assert_eq!(unic_stream_set_utf8(&mut stream, c"a".as_ptr(), 1), UNIC_STATUS_OK);
        }
        assert!(stream.steps.capacity() * size_of::<unic_offset_step>() <= MAX_KEPT_BYTES);
    }
}
