//! `unic_token_filters`: runs the token filters of an analyzer over the caller's tokens.

use crate::analysis::pipeline::{PipelineUnit, TokenSlot};
use crate::analysis::{End, InputToken, TokenFilterStream, TokenType};
use crate::capi::analyzer::unic_analyzer;
use crate::capi::encoding::{UNIC_ENCODING_UTF8, UNIC_ENCODING_UTF16, unic_encoding};
use crate::capi::guard::{check_memory, guard, guard_free};
use crate::capi::handle::{Boxed, Out, borrow, borrow_mut, buffer, slice};
use crate::capi::status::{Failure, INVALID_ARGUMENT, WRONG_STATE, unic_status};
use crate::capi::token::{UNIC_TOKEN_KEYWORD, unic_token};

/// The token filters of an analyzer, for a host that has its own tokenizer or inserts its own filters. Processes
/// any number of texts, in one thread at a time:
///
///     unic_token_filters_reset(filters);
///     do {
///         is_last = read_tokens(tokens, &count);
///         unic_token_filters_run(filters, tokens, count, is_last, final_offset, position_gap);
///         do {
///             unic_token_filters_next_batch(filters, out, CAPACITY, &out_count);
///             for (size_t i = 0; i < out_count; i++) use(&out[i]);
///         } while (out_count == CAPACITY);
///     } while (!is_last);
///
/// Filters keep their state across batches and may delay tokens until a later batch.
pub struct unic_token_filters {
    filters: Filters,
    state: FilterState,
}

impl Boxed for unic_token_filters {}

enum Filters {
    Utf8(TokenFilterStream<u8>),
    Utf16(TokenFilterStream<u16>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FilterState {
    /// A batch may follow.
    Open,
    /// The last batch has run: reset is required.
    Ended,
    /// A call failed: reset rebuilds the filters.
    Broken,
}

/// Creates the token filters of an analyzer, without its char filters and its tokenizer.
///
/// Parameters:
///     analyzer: not consumed; the filters keep its data alive.
///     encoding: UNIC_ENCODING_... of all terms.
///     filters: receives the filters; free them with unic_token_filters_free. Unchanged on failure.
/// Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_token_filters_create(
    analyzer: *const unic_analyzer,
    encoding: unic_encoding,
    filters: *mut *mut unic_token_filters,
) -> unic_status {
    guard(|| {
        let out = Out::required(filters)?;
        // SAFETY: NULL is rejected; otherwise a live handle.
        let analyzer = &unsafe { borrow(analyzer) }?.analyzer;
        let filters = match encoding {
            UNIC_ENCODING_UTF8 => Filters::Utf8(TokenFilterStream::new(analyzer)),
            UNIC_ENCODING_UTF16 => Filters::Utf16(TokenFilterStream::new(analyzer)),
            _ => return Err(INVALID_ARGUMENT),
        };
        // SAFETY: checked by `Out`.
        unsafe { out.set(unic_token_filters { filters, state: FilterState::Open }.into_raw()?) };
        Ok(())
    })
}

/// Frees token filters. Terms of their tokens become invalid.
///
/// Parameters:
///     filters: may be NULL.
/// Threads: any, but not while another thread uses the filters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_token_filters_free(filters: *mut unic_token_filters) {
    guard_free(|| {
        // SAFETY: NULL is rejected; otherwise the caller owns it.
        unsafe { unic_token_filters::free(filters) };
    });
}

/// Prepares the filters for a new text. Required before every text except the first, and after a failed
/// unic_token_filters_run. Filters of a text with more than 256 KiB of terms are created again, without its buffers.
///
/// Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
/// Threads: one at a time per unic_token_filters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_token_filters_reset(filters: *mut unic_token_filters) -> unic_status {
    guard(|| {
        // SAFETY: NULL is rejected; otherwise a live handle of this thread.
        let filters = unsafe { borrow_mut(filters) }?;
        let is_broken = std::mem::replace(&mut filters.state, FilterState::Broken) == FilterState::Broken;
        match &mut filters.filters {
            Filters::Utf8(stream) => reset(stream, is_broken),
            Filters::Utf16(stream) => reset(stream, is_broken),
        }
        check_memory()?;
        filters.state = FilterState::Open;
        Ok(())
    })
}

fn reset<U: PipelineUnit>(stream: &mut TokenFilterStream<U>, is_broken: bool) {
    if is_broken {
        *stream = TokenFilterStream::new(&stream.analyzer().clone());
    }
    stream.reset();
}

/// Runs the filters over a batch of tokens. Output tokens of the previous batch that were not read are dropped, but
/// count in the positions of later tokens.
///
/// Parameters:
///     tokens, count: the batch, in the order of the text; read during the call only. The fields term, term_length,
///         start, end, position_increment, position_length, type, script and flags are used. Offsets are less than
///         2^31, in code units of the encoding; with another unit, filters that split a term assign the offsets of
///         the whole term to its parts. An end less than start is treated as start, a start less than that of the
///         preceding token as that one, an unknown type as UNIC_TOKEN_TYPE_WORD; ill-formed sequences in terms
///         become U+FFFD. Position increments, and position_gap, count up to 2^31 - 1. Chains with cjk_bigram, or
///         with stop and remove_trailing false, keep a text as long as the last offset, in code units of the encoding.
///         Tokens with the same offsets, as those of one expansion with expansion_offsets cover, form no bigram.
///     is_last: nonzero if the text ends after this batch. The last batch may be empty.
///     final_offset, position_gap: the length of the text and the number of positions removed after its last token.
///         Used only if is_last is nonzero.
/// Returns: OK; WRONG_STATE after the last batch or a failed call, until unic_token_filters_reset; NULL_ARGUMENT,
///     INVALID_ARGUMENT, OUT_OF_MEMORY, INTERNAL.
/// Threads: one at a time per unic_token_filters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_token_filters_run(
    filters: *mut unic_token_filters,
    tokens: *const unic_token,
    count: usize,
    is_last: i32,
    final_offset: u32,
    position_gap: u32,
) -> unic_status {
    guard(|| {
        // SAFETY: NULL and misaligned pointers are rejected; otherwise a live handle of this thread and the caller's
        // array.
        let (filters, tokens) = unsafe { (borrow_mut(filters)?, slice(tokens, count)?) };
        if filters.state != FilterState::Open {
            return Err(WRONG_STATE);
        }
        let end = (is_last != 0).then_some(End { final_offset, position_gap });
        // SAFETY: terms satisfy the contract in the header.
        unsafe {
            match &filters.filters {
                Filters::Utf8(_) => check_terms::<u8>(tokens)?,
                Filters::Utf16(_) => check_terms::<u16>(tokens)?,
            }
        }
        filters.state = FilterState::Broken;
        // SAFETY: terms satisfy the contract in the header.
        unsafe {
            match &mut filters.filters {
                Filters::Utf8(stream) => run(stream, tokens, end)?,
                Filters::Utf16(stream) => run(stream, tokens, end)?,
            }
        }
        check_memory()?;
        filters.state = if end.is_some() { FilterState::Ended } else { FilterState::Open };
        Ok(())
    })
}

/// Checks all terms before any work, so that an invalid argument has no effect.
///
/// # Safety
/// As for [`run`].
unsafe fn check_terms<U>(tokens: &[unic_token]) -> Result<(), Failure> {
    // SAFETY: as the caller promises.
    tokens.iter().try_for_each(|token| unsafe { slice(token.term.cast::<U>(), token.term_length as usize) }.map(drop))
}

/// # Safety
/// Each token's term has as many units as it says.
unsafe fn run<U: PipelineUnit>(
    stream: &mut TokenFilterStream<U>,
    tokens: &[unic_token],
    end: Option<End>,
) -> Result<(), Failure> {
    stream.begin();
    for token in tokens {
        stream.push(InputToken {
            // SAFETY: as the caller promises.
            term: unsafe { slice(token.term.cast::<U>(), token.term_length as usize) }?,
            start: token.start,
            end: token.end,
            position_increment: token.position_increment,
            position_length: token.position_length,
            token_type: TokenType::from_number(token.r#type).unwrap_or_default(),
            script: token.script,
            keyword: token.flags & UNIC_TOKEN_KEYWORD != 0,
        });
    }
    stream.run(end).map_err(Failure::from)
}

/// Returns up to capacity output tokens of the current batch. *count is less than capacity if and only if the batch
/// is exhausted.
///
/// Parameters:
///     tokens, capacity: receives the tokens; capacity must not be 0 (INVALID_ARGUMENT). Terms are valid until the
///         next unic_token_filters_run.
///     count: receives the number of tokens. Unchanged on failure.
/// Returns: OK; WRONG_STATE after a failed unic_token_filters_run; NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY,
///     INTERNAL.
/// Threads: one at a time per unic_token_filters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_token_filters_next_batch(
    filters: *mut unic_token_filters,
    tokens: *mut unic_token,
    capacity: usize,
    count: *mut usize,
) -> unic_status {
    guard(|| {
        let count = Out::required(count)?;
        if capacity == 0 {
            return Err(INVALID_ARGUMENT);
        }
        // SAFETY: NULL and misaligned pointers are rejected; otherwise a live handle of this thread and the caller's
        // array.
        let (filters, slots) = unsafe { (borrow_mut(filters)?, buffer(tokens, capacity)?) };
        if filters.state == FilterState::Broken {
            return Err(WRONG_STATE);
        }
        let written = match &mut filters.filters {
            Filters::Utf8(stream) => write_tokens(stream, slots),
            Filters::Utf16(stream) => write_tokens(stream, slots),
        };
        // SAFETY: checked by `Out`.
        unsafe { count.set(written) };
        Ok(())
    })
}

fn write_tokens<U: PipelineUnit>(stream: &mut TokenFilterStream<U>, slots: &mut [unic_token]) -> usize
where
    unic_token: TokenSlot<U>,
{
    let max_tokens = slots.len();
    let mut free = slots.iter_mut();
    stream.take_tokens(max_tokens, |token| {
        if let Some(slot) = free.next() {
            slot.put(token);
        }
    })
}

/// Returns the state at the end of the text, after the last batch has run.
///
/// Parameters:
///     final_offset: NULL, or receives the final offset.
///     position_gap: NULL, or receives the number of positions removed after the last output token.
/// Returns: OK; WRONG_STATE before the last batch has run, or after a failed call; NULL_ARGUMENT, INVALID_ARGUMENT,
///     OUT_OF_MEMORY.
/// Threads: one at a time per unic_token_filters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_token_filters_end(
    filters: *mut unic_token_filters,
    final_offset: *mut u32,
    position_gap: *mut u32,
) -> unic_status {
    guard(|| {
        let (final_offset, position_gap) = (Out::optional(final_offset)?, Out::optional(position_gap)?);
        // SAFETY: NULL is rejected; otherwise a live handle of this thread.
        let filters = unsafe { borrow_mut(filters) }?;
        let end = match &filters.filters {
            Filters::Utf8(stream) => stream.end(),
            Filters::Utf16(stream) => stream.end(),
        };
        let end = end.filter(|_| filters.state == FilterState::Ended).ok_or(WRONG_STATE)?;
        // SAFETY: checked by `Out`.
        unsafe {
            final_offset.set(end.final_offset);
            position_gap.set(end.position_gap);
        }
        Ok(())
    })
}
