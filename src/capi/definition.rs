//! `unic_definition`: a definition that is parsed once.

use crate::capi::analyzer::{read_options, unic_analyzer, unic_options};
use crate::capi::error::{guard_definition, unic_error};
use crate::capi::guard::{guard, guard_free};
use crate::capi::handle::{Boxed, Out, Shared, borrow, optional_name, slice};
use crate::capi::status::unic_status;
use crate::capi::string::{c_string, unic_string};
use crate::config::{Compiled, DefinedAnalyzer, ParsedDefinition};
use crate::memory;
use std::ffi::{CString, c_char};

/// A definition that has been parsed, validated and compiled as a whole. Immutable: any number of threads use it at
/// once, without locks. Reference counted: unic_definition_create and unic_definition_retain each add a reference,
/// unic_definition_free releases one. Analyzers created from it outlive it.
pub struct unic_definition {
    parsed: ParsedDefinition,
    names: Vec<CString>,
}

impl Shared for unic_definition {}

/// Compile-time check of the header's thread rule.
const _: () = {
    const fn is_shareable<T: Send + Sync>() {}
    is_shareable::<unic_definition>();
};

/// Parses a definition once, validates every component and compiles every analyzer: for hosts that create several
/// analyzers from one definition or report all of its errors. unic_analyzer_create is the shorthand for one
/// analyzer, and checks only the components which that one refers to.
///
/// Parameters:
///     json, json_length, options, error: as for unic_analyzer_create.
///     definition: receives the definition; free it with unic_definition_free. Unchanged on failure.
/// Returns: OK, also if components have errors: unic_definition_report lists them. A status in the 200s (SYNTAX,
///     CONFIG_LIMIT) if the document cannot be parsed; NULL_ARGUMENT, INVALID_ARGUMENT, UNSUPPORTED (options),
///     OUT_OF_MEMORY.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_definition_create(
    json: *const c_char,
    json_length: usize,
    options: *const unic_options,
    definition: *mut *mut unic_definition,
    error: *mut *mut unic_error,
) -> unic_status {
    let body = || {
        let out = Out::required(definition)?;
        // SAFETY: the arguments satisfy the contract in the header.
        let (json, options) = unsafe { (slice(json.cast::<u8>(), json_length)?, read_options(options)?) };
        let parsed = ParsedDefinition::read(json, &options)?;
        let name = |analyzer: &DefinedAnalyzer| c_string(memory::copied(&analyzer.name));
        let names = memory::collect(parsed.analyzers.iter().map(name));
        let handle = unic_definition { parsed, names }.into_shared()?;
        // SAFETY: checked by `Out`.
        unsafe { out.set(handle.cast_mut()) };
        Ok(())
    };
    // SAFETY: `error` satisfies the contract in the header.
    unsafe { guard_definition(error, body) }
}

/// Increments the reference count.
///
/// Parameters:
///     definition: must be passed to unic_definition_free once more.
/// Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_definition_retain(definition: *const unic_definition) -> unic_status {
    guard(|| {
        // SAFETY: NULL is rejected; otherwise a live handle.
        unsafe {
            borrow(definition)?;
            unic_definition::retain(definition);
        }
        Ok(())
    })
}

/// Releases one reference. The definition is freed with its last reference.
///
/// Parameters:
///     definition: may be NULL.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_definition_free(definition: *mut unic_definition) {
    // SAFETY: NULL is rejected; otherwise the caller is an owner.
    guard_free(|| unsafe {
        unic_definition::release(definition);
    });
}

/// Returns the number of analyzers and normalizers of a definition. A single analyzer definition has one, with an
/// empty name.
///
/// Returns: the number; 0 for NULL.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_definition_count(definition: *const unic_definition) -> usize {
    // SAFETY: NULL is rejected; otherwise a live handle.
    unsafe { borrow(definition) }.map_or(0, |definition| definition.names.len())
}

/// Returns the name of an analyzer or normalizer, for unic_definition_analyzer. If several indices of the document
/// define the name, it is "index/name".
///
/// Parameters:
///     index: from 0, in document order.
/// Returns: NUL-terminated UTF-8, valid as long as the definition; NULL if index is not less than
///     unic_definition_count.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_definition_name(definition: *const unic_definition, index: usize) -> *const c_char {
    // SAFETY: NULL is rejected; otherwise a live handle.
    let name = unsafe { borrow(definition) }.ok().and_then(|definition| definition.names.get(index));
    name.map_or(std::ptr::null(), |name| name.as_ptr())
}

/// Returns the contents and the errors of a definition as JSON, equal to the output of `unic validate --json`:
/// {"valid", "analyzers": [...], "errors": [...], "warnings": [...]}. Errors and warnings have the members listed at
/// unic_error_json. An analyzer has these members:
///
///     name            its name in the definition
///     kind            "analyzer" or "normalizer"
///     type            its type; null if the library does not have it, or none is given
///     loads           whether it compiles with the options of the call
///     loads_strictly  whether it compiles without UNIC_OPTIONS_LENIENT
///     loads_leniently whether it compiles with UNIC_OPTIONS_LENIENT
///     fields          the mapped fields that use it: [{"field", "option"}], where the option is the mapping parameter
///                     "analyzer", "search_analyzer", "search_quote_analyzer" or "normalizer"
///     errors          its errors; none after 10,000 errors of other analyzers, but `loads` is exact
///
/// Parameters:
///     report: receives the report; free it with unic_string_free. Unchanged on failure.
/// Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_definition_report(
    definition: *const unic_definition,
    report: *mut *mut unic_string,
) -> unic_status {
    guard(|| {
        let out = Out::required(report)?;
        // SAFETY: NULL is rejected; otherwise a live handle.
        let definition = unsafe { borrow(definition) }?;
        // SAFETY: checked by `Out`.
        unsafe { out.set(unic_string::of(definition.parsed.to_json()).into_raw()?) };
        Ok(())
    })
}

/// Returns an analyzer of the definition, without parsing again. The result equals that of unic_analyzer_create for
/// the same document, name and options; only the definition of one analyzer has no name in unic_analyzer_describe, and
/// of a definition with more than 10,000 problems not all are listed again.
///
/// Parameters:
///     name, analyzer, error: as for unic_analyzer_create.
/// Returns: as unic_analyzer_create.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_definition_analyzer(
    definition: *const unic_definition,
    name: *const c_char,
    analyzer: *mut *mut unic_analyzer,
    error: *mut *mut unic_error,
) -> unic_status {
    let body = || {
        let out = Out::required(analyzer)?;
        // SAFETY: NULL is rejected; otherwise a live handle; the name satisfies the contract in the header.
        let (definition, name) = unsafe { (borrow(definition)?, optional_name(name)?) };
        let Compiled { analyzer, warnings } = definition.parsed.compiled(name)?;
        let handle = unic_analyzer { analyzer, warnings }.into_shared()?;
        // SAFETY: checked by `Out`.
        unsafe { out.set(handle.cast_mut()) };
        Ok(())
    };
    // SAFETY: `error` satisfies the contract in the header.
    unsafe { guard_definition(error, body) }
}
