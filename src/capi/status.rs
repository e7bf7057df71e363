//! Status codes.

use crate::analysis::{KeyError, TextError};
use crate::config::ErrorCategory;
use std::ffi::c_char;

/// The result of a call: one of UNIC_STATUS_... Numbers are stable, and a retired number is never reused. Callers
/// must accept unknown numbers; the hundreds give the category: 100 argument, 200 definition, 300 text, 400 buffer,
/// 500 memory, 900 internal.
pub type unic_status = u32;

/// The call succeeded.
pub const UNIC_STATUS_OK: u32 = 0;
/// The text has no more tokens.
pub const UNIC_STATUS_END: u32 = 1;

/// A required pointer is NULL.
pub const UNIC_STATUS_NULL_ARGUMENT: u32 = 100;
/// An argument has a value that the call does not accept: an unknown number, capacity 0, a misaligned pointer.
pub const UNIC_STATUS_INVALID_ARGUMENT: u32 = 101;
/// The object is not in a state for this call: for example, a token is requested before a text is set.
pub const UNIC_STATUS_WRONG_STATE: u32 = 102;
/// unic_options uses a flag or field that this build does not know, or sort keys are requested from an analyzer
/// that has none.
pub const UNIC_STATUS_UNSUPPORTED: u32 = 103;

/// The definition has an option that the component does not know.
pub const UNIC_STATUS_UNKNOWN_OPTION: u32 = 200;
/// The definition has a type that does not exist.
pub const UNIC_STATUS_UNKNOWN_TYPE: u32 = 201;
/// The definition refers to a component or file that does not exist.
pub const UNIC_STATUS_MISSING_REFERENCE: u32 = 202;
/// The definition has a value of the wrong kind or range.
pub const UNIC_STATUS_WRONG_VALUE: u32 = 203;
/// The definition has an option in two spellings, or a key twice.
pub const UNIC_STATUS_DUPLICATE: u32 = 204;
/// JSON, a pattern or a rule text has a syntax error.
pub const UNIC_STATUS_SYNTAX: u32 = 205;
/// The definition exceeds a limit of unic_options or of a component.
pub const UNIC_STATUS_CONFIG_LIMIT: u32 = 206;
/// The definition has no analyzer of the requested name.
pub const UNIC_STATUS_NO_SUCH_ANALYZER: u32 = 207;
/// The definition uses a component that the engine or one of its plugins has and this library does not.
pub const UNIC_STATUS_UNSUPPORTED_COMPONENT: u32 = 208;

/// A text has 2^31 code units or more.
pub const UNIC_STATUS_TEXT_TOO_LONG: u32 = 300;
/// Char filters make a text longer than the limits of unic_options allow, or transform rules do not terminate on it.
pub const UNIC_STATUS_LIMIT: u32 = 301;

/// The caller's buffer is too small; the required size has been written.
pub const UNIC_STATUS_BUFFER_TOO_SMALL: u32 = 400;

/// An allocation failed.
pub const UNIC_STATUS_OUT_OF_MEMORY: u32 = 500;

/// A bug in the library (please report it). The process can continue; a stream returns INTERNAL until the next call
/// that sets a text, which rebuilds it.
pub const UNIC_STATUS_INTERNAL: u32 = 900;

/// Returns the name of a status without its prefix, such as "WRONG_STATE".
///
/// Returns: a NUL-terminated string, valid as long as the library is loaded; "UNKNOWN" for a number that this build
///     does not know. Never NULL.
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn unic_status_name(status: unic_status) -> *const c_char {
    let name = match status {
        UNIC_STATUS_OK => c"OK",
        UNIC_STATUS_END => c"END",
        UNIC_STATUS_NULL_ARGUMENT => c"NULL_ARGUMENT",
        UNIC_STATUS_INVALID_ARGUMENT => c"INVALID_ARGUMENT",
        UNIC_STATUS_WRONG_STATE => c"WRONG_STATE",
        UNIC_STATUS_UNSUPPORTED => c"UNSUPPORTED",
        UNIC_STATUS_UNKNOWN_OPTION => c"UNKNOWN_OPTION",
        UNIC_STATUS_UNKNOWN_TYPE => c"UNKNOWN_TYPE",
        UNIC_STATUS_MISSING_REFERENCE => c"MISSING_REFERENCE",
        UNIC_STATUS_WRONG_VALUE => c"WRONG_VALUE",
        UNIC_STATUS_DUPLICATE => c"DUPLICATE",
        UNIC_STATUS_SYNTAX => c"SYNTAX",
        UNIC_STATUS_CONFIG_LIMIT => c"CONFIG_LIMIT",
        UNIC_STATUS_NO_SUCH_ANALYZER => c"NO_SUCH_ANALYZER",
        UNIC_STATUS_UNSUPPORTED_COMPONENT => c"UNSUPPORTED_COMPONENT",
        UNIC_STATUS_TEXT_TOO_LONG => c"TEXT_TOO_LONG",
        UNIC_STATUS_LIMIT => c"LIMIT",
        UNIC_STATUS_BUFFER_TOO_SMALL => c"BUFFER_TOO_SMALL",
        UNIC_STATUS_OUT_OF_MEMORY => c"OUT_OF_MEMORY",
        UNIC_STATUS_INTERNAL => c"INTERNAL",
        _ => c"UNKNOWN",
    };
    name.as_ptr()
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Failure {
        Failure(match error {
            TextError::TooLong => UNIC_STATUS_TEXT_TOO_LONG,
            TextError::Limit => UNIC_STATUS_LIMIT,
            TextError::OutOfMemory => UNIC_STATUS_OUT_OF_MEMORY,
        })
    }
}

impl From<KeyError> for Failure {
    fn from(error: KeyError) -> Failure {
        Failure(match error {
            KeyError::NoKeys => UNIC_STATUS_UNSUPPORTED,
            KeyError::TooLong => UNIC_STATUS_TEXT_TOO_LONG,
            KeyError::OutOfMemory => UNIC_STATUS_OUT_OF_MEMORY,
        })
    }
}

/// The status of a failed call: neither OK nor END.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Failure(pub unic_status);

pub(crate) const NULL_ARGUMENT: Failure = Failure(UNIC_STATUS_NULL_ARGUMENT);
pub(crate) const INVALID_ARGUMENT: Failure = Failure(UNIC_STATUS_INVALID_ARGUMENT);
pub(crate) const OUT_OF_MEMORY: Failure = Failure(UNIC_STATUS_OUT_OF_MEMORY);
pub(crate) const WRONG_STATE: Failure = Failure(UNIC_STATUS_WRONG_STATE);

pub(crate) fn of_category(category: ErrorCategory) -> unic_status {
    match category {
        ErrorCategory::UnknownOption => UNIC_STATUS_UNKNOWN_OPTION,
        ErrorCategory::UnknownType => UNIC_STATUS_UNKNOWN_TYPE,
        ErrorCategory::UnsupportedComponent => UNIC_STATUS_UNSUPPORTED_COMPONENT,
        ErrorCategory::MissingReference => UNIC_STATUS_MISSING_REFERENCE,
        ErrorCategory::WrongValue => UNIC_STATUS_WRONG_VALUE,
        ErrorCategory::Duplicate => UNIC_STATUS_DUPLICATE,
        ErrorCategory::Syntax => UNIC_STATUS_SYNTAX,
        ErrorCategory::Limit => UNIC_STATUS_CONFIG_LIMIT,
        ErrorCategory::NoSuchAnalyzer => UNIC_STATUS_NO_SUCH_ANALYZER,
    }
}
