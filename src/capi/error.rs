//! `unic_error`, and the boundary of the calls that read a definition.

use crate::capi::guard::{check_memory, guard_entry, guard_free};
use crate::capi::handle::{Boxed, Out, borrow};
use crate::capi::status::{
    Failure, UNIC_STATUS_INVALID_ARGUMENT, UNIC_STATUS_NULL_ARGUMENT, UNIC_STATUS_OK, UNIC_STATUS_OUT_OF_MEMORY,
    UNIC_STATUS_UNSUPPORTED, of_category, unic_status,
};
use crate::capi::string::c_string;
use crate::config::ConfigErrors;
use crate::memory;
use serde_json::json;
use std::borrow::Cow;
use std::ffi::{CStr, c_char};

/// Why a definition is rejected: the first error in document order, and with unic_error_json all of them.
///
/// A failing call that is passed a unic_error ** writes the error there; on success it writes NULL. The caller owns
/// the error and frees it with unic_error_free. Immutable: any number of threads may read it. Strings returned by
/// the calls of this chapter are NUL-terminated UTF-8, valid as long as the error, never NULL, and empty for a NULL
/// error.
pub struct unic_error {
    code: unic_status,
    message: Cow<'static, CStr>,
    pointer: Cow<'static, CStr>,
    offset: usize,
    line: usize,
    column: usize,
    help: Cow<'static, CStr>,
    json: Cow<'static, CStr>,
}

impl Boxed for unic_error {}

/// The reason why a call that reads a definition fails.
pub(crate) enum CallError {
    /// An argument of the call is invalid.
    Call(Failure),
    /// The definition has errors.
    Definition(Box<ConfigErrors>),
}

impl From<Failure> for CallError {
    fn from(failure: Failure) -> CallError {
        CallError::Call(failure)
    }
}

impl From<ConfigErrors> for CallError {
    fn from(errors: ConfigErrors) -> CallError {
        CallError::Definition(Box::new(errors))
    }
}

impl From<&CallError> for unic_error {
    fn from(error: &CallError) -> unic_error {
        match error {
            CallError::Call(failure) => unic_error::from_failure(*failure),
            CallError::Definition(errors) => unic_error::from_errors(errors),
        }
    }
}

impl unic_error {
    /// The static error for OUT_OF_MEMORY.
    pub(crate) fn out_of_memory() -> *mut unic_error {
        (&raw const MEMORY_ERROR).cast_mut()
    }

    pub(crate) fn code(&self) -> unic_status {
        self.code
    }

    /// Creates an error without a location in the definition.
    fn from_failure(Failure(code): Failure) -> unic_error {
        let (message, help) = match code {
            UNIC_STATUS_NULL_ARGUMENT => {
                ("a required argument is NULL", "see the comment of the call in unic_analysis.h")
            }
            UNIC_STATUS_INVALID_ARGUMENT => (
                "an argument has a value that the call does not accept",
                "fill unic_options with unic_options_init; names are UTF-8",
            ),
            UNIC_STATUS_UNSUPPORTED => (
                "the options use a flag or field that this build does not know",
                "compare unic_abi_version() with UNIC_ABI_VERSION of the header",
            ),
            _ => ("the library failed internally", ""),
        };
        let json = json!({ "errors": [{ "category": "argument", "message": message, "pointer": "", "line": 0, "column": 0,
            "offset": 0, "found": message, "allowed": "", "nearest": null, "help": help }] });
        unic_error {
            code,
            message: owned(message),
            pointer: Cow::Borrowed(c""),
            offset: 0,
            line: 0,
            column: 0,
            help: owned(help),
            json: owned(json.to_string()),
        }
    }

    fn from_errors(errors: &ConfigErrors) -> unic_error {
        let first = errors.first();
        unic_error {
            code: of_category(first.category),
            message: owned(first.message()),
            pointer: owned(memory::copied(&first.pointer)),
            offset: first.offset,
            line: first.line,
            column: first.column,
            help: owned(memory::copied(&first.help)),
            json: owned(errors.to_json()),
        }
    }
}

/// Runs a call that reads a definition, and reports its error to the caller: NULL on success, otherwise the error. The
/// output parameter is written whenever it is valid.
///
/// # Safety
/// `error` is NULL or valid for writes.
pub(crate) unsafe fn guard_definition(
    error: *mut *mut unic_error,
    body: impl FnOnce() -> Result<(), CallError>,
) -> unic_status {
    let error_out = Out::optional(error);
    let status = guard_entry(|| {
        let error = Out::optional(error)?;
        // SAFETY: checked by `Out`. If the body panics, the error remains NULL.
        unsafe { error.set(std::ptr::null_mut()) };
        let Err(failure) = body() else { return Ok(()) };
        check_memory()?;
        let details = unic_error::from(&failure);
        let code = details.code();
        if code != UNIC_STATUS_OUT_OF_MEMORY && error.is_wanted() {
            // SAFETY: checked by `Out`.
            unsafe { error.set(details.into_raw()?) };
        }
        Err(Failure(code))
    });
    if let (UNIC_STATUS_OUT_OF_MEMORY, Ok(error_out)) = (status, error_out) {
        // SAFETY: checked by `Out`. The static error needs no memory.
        unsafe { error_out.set_always(unic_error::out_of_memory()) };
    }
    status
}

fn owned(text: impl Into<String>) -> Cow<'static, CStr> {
    Cow::Owned(c_string(text.into()))
}

/// The error for OUT_OF_MEMORY: static, as no memory may be available, and never freed.
static MEMORY_ERROR: unic_error = unic_error {
    code: UNIC_STATUS_OUT_OF_MEMORY,
    message: Cow::Borrowed(c"out of memory"),
    pointer: Cow::Borrowed(c""),
    offset: 0,
    line: 0,
    column: 0,
    help: Cow::Borrowed(c"free memory and retry"),
    json: Cow::Borrowed(MEMORY_JSON),
};

const MEMORY_JSON: &CStr = cr#"{"errors":[{"category":"argument","message":"out of memory","pointer":"","line":0,"column":0,"offset":0,"found":"out of memory","allowed":"","nearest":null,"help":"free memory and retry"}]}"#;

/// # Safety
/// As documented in the header for the functions below.
unsafe fn text_of(error: *const unic_error, text: impl FnOnce(&unic_error) -> &CStr) -> *const c_char {
    // SAFETY: NULL is rejected; otherwise the caller's error is alive.
    unsafe { borrow(error) }.map_or(c"".as_ptr(), |error| text(error).as_ptr())
}

/// Returns the status that the failing call returned.
///
/// Returns: the status; OK for NULL.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_error_code(error: *const unic_error) -> unic_status {
    // SAFETY: NULL is rejected; otherwise the caller's error is alive.
    unsafe { borrow(error) }.map_or(UNIC_STATUS_OK, |error| error.code)
}

/// Returns one line that states what was found, what is allowed, and the nearest known name, without the location.
///
/// Returns: a NUL-terminated string, valid as long as the error; empty for NULL.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_error_message(error: *const unic_error) -> *const c_char {
    // SAFETY: as for `text_of`.
    unsafe { text_of(error, |error| &error.message) }
}

/// Returns the JSON pointer (RFC 6901) of the member or array element with the error, such as
/// "/analysis/filter/f/hyphens".
///
/// Returns: a NUL-terminated string, valid as long as the error; empty for the document as a whole, for an error in
///     the arguments of the call, and for NULL.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_error_pointer(error: *const unic_error) -> *const c_char {
    // SAFETY: as for `text_of`.
    unsafe { text_of(error, |error| &error.pointer) }
}

/// Returns the byte offset of the error in the JSON, from 0: of the key for UNKNOWN_OPTION and DUPLICATE (the
/// second occurrence), otherwise of the value.
///
/// Returns: the offset; 0 for NULL and for an error in the arguments of the call.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_error_offset(error: *const unic_error) -> usize {
    // SAFETY: NULL is rejected; otherwise the caller's error is alive.
    unsafe { borrow(error) }.map_or(0, |error| error.offset)
}

/// Returns the line of the error in the JSON, from 1.
///
/// Returns: the line; 0 for NULL and for an error in the arguments of the call.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_error_line(error: *const unic_error) -> usize {
    // SAFETY: NULL is rejected; otherwise the caller's error is alive.
    unsafe { borrow(error) }.map_or(0, |error| error.line)
}

/// Returns the column of the error in its line, in code points, from 1.
///
/// Returns: the column; 0 for NULL and for an error in the arguments of the call.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_error_column(error: *const unic_error) -> usize {
    // SAFETY: NULL is rejected; otherwise the caller's error is alive.
    unsafe { borrow(error) }.map_or(0, |error| error.column)
}

/// Returns one line that says how to correct the error.
///
/// Returns: a NUL-terminated string, valid as long as the error; empty if there is no advice, and for NULL.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_error_help(error: *const unic_error) -> *const c_char {
    // SAFETY: as for `text_of`.
    unsafe { text_of(error, |error| &error.help) }
}

/// Returns the errors found by the call, in document order, as JSON: {"errors": [{"category", "message", "pointer",
/// "line", "column", "offset", "found", "allowed", "nearest", "help"}, ...]}. The category is a stable word:
/// unknown_option, unknown_type, unsupported_component, missing_reference, wrong_value, duplicate, syntax, limit,
/// no_such_analyzer, argument. At most 1,000 errors are listed; one more of the category limit has the number of the
/// others.
///
/// Returns: a NUL-terminated string, valid as long as the error; empty for NULL.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_error_json(error: *const unic_error) -> *const c_char {
    // SAFETY: as for `text_of`.
    unsafe { text_of(error, |error| &error.json) }
}

/// Frees an error.
///
/// Parameters:
///     error: may be NULL.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_error_free(error: *mut unic_error) {
    if std::ptr::eq(error, &raw const MEMORY_ERROR) {
        return;
    }
    // SAFETY: NULL is rejected; otherwise the caller owns it.
    guard_free(|| unsafe { unic_error::free(error) });
}
