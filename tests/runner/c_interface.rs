//! Runs cases through the C interface. Every call satisfies the contract in the header, which is the reason for all
//! unsafe blocks.
#![allow(clippy::undocumented_unsafe_blocks)]

use super::case::{Case, Expectation, Keys};
use std::ffi::{CString, c_char};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;
use unic_analysis::analysis::TokenType;
use unic_analysis::analysis::stream::OwnedToken;
use unic_analysis::capi::analyzer::*;
use unic_analysis::capi::encoding::*;
use unic_analysis::capi::error::*;
use unic_analysis::capi::sort_key::*;
use unic_analysis::capi::status::*;
use unic_analysis::capi::stream::*;
use unic_analysis::capi::token::*;
use unic_analysis::unicode::text::to_string;

/// The text in one encoding.
#[derive(Clone, Copy)]
enum Text<'t> {
    Utf8(&'t [u8]),
    Utf16(&'t [u16]),
}

/// The functions that return tokens.
#[derive(Clone, Copy)]
enum Calls {
    OneByOne,
    Batches(usize),
    Mixed,
}

pub fn check(case: &Case, directory: Option<&Path>) -> Result<(), String> {
    unsafe {
        let mut options = std::mem::zeroed::<unic_options>();
        unic_options_init(&mut options, size_of::<unic_options>() as u32);
        let directory = directory.map(|path| CString::new(path.as_os_str().as_bytes()).unwrap());
        options.configuration_directory = directory.as_ref().map_or(ptr::null(), |name| name.as_ptr());
        let (mut analyzer, mut error) = (ptr::null_mut(), ptr::null_mut());
        let json = case.definition.as_bytes();
        let status =
            unic_analyzer_create(json.as_ptr().cast(), json.len(), c"a".as_ptr(), &options, &mut analyzer, &mut error);
        if let Expectation::Error(category) = &case.expectation {
            let code = unic_error_code(error);
            unic_error_free(error);
            unic_analyzer_free(analyzer);
            let expected = match category.as_str() {
                "limit" => "CONFIG_LIMIT".to_owned(),
                other => other.to_uppercase(),
            };
            let name = std::ffi::CStr::from_ptr(unic_status_name(status)).to_string_lossy();
            let is_right = code == status && name == expected;
            return if is_right {
                Ok(())
            } else {
                Err(format!("  C: expected {expected}, got {name} and error {code}"))
            };
        }
        if status != UNIC_STATUS_OK {
            unic_error_free(error);
            return Err(format!("  C: create answers {status}"));
        }
        let outcome = match &case.expectation {
            Expectation::Keys(keys) => check_keys(keys, analyzer),
            _ => check_texts(case, analyzer),
        };
        unic_analyzer_free(analyzer);
        outcome
    }
}

/// Checks keys, one by one and in a batch, and comparison, in both encodings.
unsafe fn check_keys(keys: &Keys, analyzer: *const unic_analyzer) -> Result<(), String> {
    let mut stream = ptr::null_mut();
    unsafe { unic_stream_create(analyzer, &mut stream) };
    let outcome = unsafe { check_keys_with(keys, stream) };
    unsafe { unic_stream_free(stream) };
    outcome
}

unsafe fn check_keys_with(keys: &Keys, stream: *mut unic_stream) -> Result<(), String> {
    let all_utf8 = keys.texts.iter().map(|text| text.utf8.as_deref()).collect::<Option<Vec<&[u8]>>>();
    let utf16: Vec<&[u16]> = keys.texts.iter().map(|text| text.utf16.as_slice()).collect();
    let one_by_one = |needs: &dyn Fn(usize, *mut u8, usize, *mut usize) -> u32| -> Result<Vec<Vec<u8>>, String> {
        (0..keys.texts.len())
            .map(|at| {
                let (mut needed, mut again) = (usize::MAX, 0);
                let status = needs(at, ptr::null_mut(), 0, &mut needed);
                let expected = if needed == 0 { UNIC_STATUS_OK } else { UNIC_STATUS_BUFFER_TOO_SMALL };
                let mut key = vec![0; needed];
                let given = needs(at, key.as_mut_ptr(), needed, &mut again);
                let is_right = status == expected && given == UNIC_STATUS_OK && again == needed;
                if is_right { Ok(key) } else { Err(format!("  C: text {at}: key answers {status}, then {given}")) }
            })
            .collect()
    };
    let wide = one_by_one(&|at, buffer, capacity, needed| unsafe {
        unic_sort_key_utf16(stream, utf16[at].as_ptr(), utf16[at].len(), buffer, capacity, needed)
    })?;
    keys.check("C, keys", |left, right| wide[left].cmp(&wide[right]))?;
    let compare = |left: usize, right: usize| unsafe {
        let (left, right) = (utf16[left], utf16[right]);
        let mut order = 7;
        unic_compare_utf16(stream, left.as_ptr(), left.len(), right.as_ptr(), right.len(), &mut order);
        order.cmp(&0)
    };
    keys.check("C, compare UTF-16", compare)?;
    let texts: Vec<*const u16> = utf16.iter().map(|text| text.as_ptr()).collect();
    let lengths: Vec<usize> = utf16.iter().map(|text| text.len()).collect();
    let mut arena = vec![0u8; wide.iter().map(Vec::len).sum()];
    let (mut offsets, mut needed) = (vec![0; texts.len() + 1], 0);
    let status = unsafe {
        let (texts, lengths) = (texts.as_ptr(), lengths.as_ptr());
        let arena = (arena.as_mut_ptr(), arena.len());
        unic_sort_keys_utf16(stream, texts, lengths, wide.len(), arena.0, arena.1, offsets.as_mut_ptr(), &mut needed)
    };
    let batch: Vec<&[u8]> = offsets.windows(2).map(|pair| &arena[pair[0]..pair[1]]).collect();
    if status != UNIC_STATUS_OK || needed != arena.len() || batch != wide {
        return Err(format!("  C: a batch of keys answers {status}, or has other keys"));
    }
    let Some(utf8) = all_utf8 else { return Ok(()) };
    let narrow = one_by_one(&|at, buffer, capacity, needed| unsafe {
        unic_sort_key_utf8(stream, utf8[at].as_ptr().cast(), utf8[at].len(), buffer, capacity, needed)
    })?;
    if narrow != wide {
        return Err("  C: keys of UTF-8 and UTF-16 differ".to_owned());
    }
    keys.check("C, compare UTF-8", |left, right| unsafe {
        let (left, right) = (utf8[left], utf8[right]);
        let mut order = 7;
        let ends = (left.as_ptr().cast(), right.as_ptr().cast());
        unic_compare_utf8(stream, ends.0, left.len(), ends.1, right.len(), &mut order);
        order.cmp(&0)
    })
}

unsafe fn check_texts(case: &Case, analyzer: *const unic_analyzer) -> Result<(), String> {
    let utf8 = case.utf8.as_deref().map(Text::Utf8);
    for text in utf8.into_iter().chain([Text::Utf16(&case.utf16)]) {
        for calls in [Calls::OneByOne, Calls::Batches(1), Calls::Batches(3), Calls::Batches(1000), Calls::Mixed] {
            let mut stream = ptr::null_mut();
            unsafe {
                unic_stream_create(analyzer, &mut stream);
                unic_stream_set_offset_unit(stream, UNIC_OFFSET_UTF16);
                let first = check_text(case, stream, text, calls, "fresh");
                let second = first.and_then(|()| check_text(case, stream, text, calls, "used"));
                unic_stream_free(stream);
                second?;
            }
        }
    }
    Ok(())
}

unsafe fn check_text(
    case: &Case,
    stream: *mut unic_stream,
    text: Text<'_>,
    calls: Calls,
    state: &str,
) -> Result<(), String> {
    let (status, encoding) = match text {
        Text::Utf8(text) => {
            (unsafe { unic_stream_set_utf8(stream, text.as_ptr().cast::<c_char>(), text.len()) }, "UTF-8")
        }
        Text::Utf16(text) => (unsafe { unic_stream_set_utf16(stream, text.as_ptr(), text.len()) }, "UTF-16"),
    };
    if status != UNIC_STATUS_OK {
        return Err(format!("  C: set answers {status}"));
    }
    let mut found = Vec::new();
    let empty = unsafe { std::mem::zeroed::<unic_token>() };
    let (name, mut by_batch) = match calls {
        Calls::OneByOne => ("one by one".to_owned(), None),
        Calls::Batches(size) => (format!("batches of {size}"), Some(size)),
        Calls::Mixed => ("mixed".to_owned(), Some(2)),
    };
    loop {
        let mut batch = vec![empty; by_batch.unwrap_or(1)];
        let mut count = 0;
        let status = match by_batch {
            Some(size) => unsafe { unic_stream_next_batch(stream, batch.as_mut_ptr(), size, &mut count) },
            None => unsafe { unic_stream_next(stream, batch.as_mut_ptr()) },
        };
        match status {
            UNIC_STATUS_OK if by_batch.is_none() => count = 1,
            UNIC_STATUS_OK => {}
            UNIC_STATUS_END => break,
            _ => return Err(format!("  C: next answers {status}")),
        }
        for token in batch.iter().take(count) {
            found.push(unsafe { owned(token, text) });
        }
        if by_batch.is_some_and(|size| count < size) {
            break;
        }
        if let Calls::Mixed = calls {
            by_batch = if by_batch.is_some() { None } else { Some(2) };
        }
    }
    let mut final_offset = 0;
    let status = unsafe { unic_stream_end(stream, &mut final_offset, ptr::null_mut()) };
    if status != UNIC_STATUS_OK {
        return Err(format!("  C: end answers {status}"));
    }
    case.compare(&format!("C, {encoding}, {name}, {state}"), &found, final_offset)
}

unsafe fn owned(token: &unic_token, text: Text<'_>) -> OwnedToken {
    let length = token.term_length as usize;
    let term = match text {
        Text::Utf8(_) => to_string(unsafe { std::slice::from_raw_parts(token.term.cast::<u8>(), length) }),
        Text::Utf16(_) => to_string(unsafe { std::slice::from_raw_parts(token.term.cast::<u16>(), length) }),
    };
    OwnedToken {
        term,
        start: token.start,
        end: token.end,
        position: token.position,
        position_increment: token.position_increment,
        position_length: token.position_length,
        token_type: TokenType::from_number(token.r#type).unwrap_or_default(),
        script: token.script,
        keyword: token.flags & UNIC_TOKEN_KEYWORD != 0,
    }
}
