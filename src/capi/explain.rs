//! The response of the engine's `_analyze` API.

use crate::analysis::OffsetUnit;
use crate::capi::analyzer::unic_analyzer;
use crate::capi::encoding::unic_offset_unit;
use crate::capi::guard::guard;
use crate::capi::handle::{Boxed, Out, borrow, checked_text};
use crate::capi::status::{INVALID_ARGUMENT, unic_status};
use crate::capi::string::unic_string;
use crate::config::explain;
use std::ffi::c_char;

/// Analyses a text and returns the _analyze response of the engine as JSON. For people and for debugging: runs the
/// chain once per stage and keeps all tokens in memory.
///
/// Parameters:
///     text, length: UTF-8, length in bytes. Ill-formed sequences appear as U+FFFD.
///     offset_unit: UNIC_OFFSET_...; the engine itself uses UNIC_OFFSET_UTF16.
///     explain: 0 for {"tokens": [{"token", "start_offset", "end_offset", "type", "position"}]}; 1 for {"detail":
///         {"custom_analyzer", "charfilters": [{"name", "filtered_text"}], "tokenizer": {"name", "tokens"},
///         "tokenfilters": [{"name", "tokens"}]}}, whose tokens also have "bytes", "keyword", "positionLength",
///         and "script" if they have one. Analyzers that are not custom have as well {"custom_analyzer": false,
///         "analyzer": {"name", "tokens"}}. Without explain, tokens have "positionLength" only if it is not 1. Other
///         values are INVALID_ARGUMENT.
///     json: receives the response; free it with unic_string_free. Unchanged on failure.
/// Returns: OK, TEXT_TOO_LONG, LIMIT, OUT_OF_MEMORY, NULL_ARGUMENT, INVALID_ARGUMENT.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_analyze_json(
    analyzer: *const unic_analyzer,
    text: *const c_char,
    length: usize,
    offset_unit: unic_offset_unit,
    explain: u32,
    json: *mut *mut unic_string,
) -> unic_status {
    guard(|| {
        let out = Out::required(json)?;
        // SAFETY: NULL is rejected; otherwise a live handle.
        let analyzer = unsafe { &borrow(analyzer)?.analyzer };
        let unit = OffsetUnit::from_number(offset_unit).ok_or(INVALID_ARGUMENT)?;
        if explain > 1 {
            return Err(INVALID_ARGUMENT);
        }
        // SAFETY: the text satisfies the contract in the header.
        let text = unsafe { checked_text(text.cast::<u8>(), length) }?;
        let response = explain::analyze(analyzer, text, unit, explain == 1)?;
        // SAFETY: checked by `Out`.
        unsafe { out.set(unic_string::of(response).into_raw()?) };
        Ok(())
    })
}
