//! `unic_definition`: a definition that is read once.

use crate::capi::analyzer::{guard_definition, optional_name, read_options, unic_analyzer, unic_options};
use crate::capi::error::{unic_error, unic_string};
use crate::capi::guard::{guard, guard_free};
use crate::capi::handle::{Boxed, Out, Shared, borrow, slice};
use crate::capi::status::unic_status;
use crate::config::{Compiled, ParsedDefinition};
use std::ffi::{CString, c_char};

/// A definition that has been read, checked and compiled as a whole. Immutable, shared by any number of threads without
/// locks. Counted: it lives until unic_definition_free has been called once for the create and once for every
/// unic_definition_retain. Analyzers that were made from it outlive it.
pub struct unic_definition {
    parsed: ParsedDefinition,
    names: Vec<CString>,
}

impl Shared for unic_definition {}

/// The thread rule of the header, held by the compiler.
const _: () = {
    const fn is_shareable<T: Send + Sync>() {}
    is_shareable::<unic_definition>();
};

/// Reads a definition once, for hosts that make several analyzers of it or show all that is wrong with it: every
/// component is checked, every analyzer compiled. unic_analyzer_create is the short form for one analyzer, and looks only at
/// what that one refers to.
///
/// json, json_length, options: as for unic_analyzer_create. Not kept.
/// definition: receives the handle, to be freed with unic_definition_free; unchanged on failure.
/// error: as for unic_analyzer_create.
///
/// Fails only when the document can't be read at all (SYNTAX, CONFIG_LIMIT); faults of components stand in
/// unic_definition_report. Returns OK, a status in the 200s, NULL_ARGUMENT, INVALID_ARGUMENT, UNSUPPORTED. Any thread.
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
        // SAFETY: the arguments are as the header asks for.
        let (json, options) = unsafe { (slice(json.cast::<u8>(), json_length)?, read_options(options)?) };
        let parsed = ParsedDefinition::read(json, &options)?;
        let name = |name: &str| CString::new(name.replace('\0', "\\0")).unwrap_or_default();
        let names = parsed.analyzers.iter().map(|analyzer| name(&analyzer.name)).collect();
        let handle = unic_definition { parsed, names }.into_shared()?;
        // SAFETY: checked by `Out`.
        unsafe { out.set(handle.cast_mut()) };
        Ok(())
    };
    // SAFETY: `error` is as the header asks for.
    unsafe { guard_definition(error, body) }
}

/// One more owner of the definition, who frees it as well. Returns OK, NULL_ARGUMENT, INVALID_ARGUMENT. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_definition_retain(definition: *const unic_definition) -> unic_status {
    guard(|| {
        // SAFETY: NULL is found; else a live handle.
        unsafe {
            borrow(definition)?;
            unic_definition::retain(definition);
        }
        Ok(())
    })
}

/// One owner less; the last one frees it. NULL is fine. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_definition_free(definition: *mut unic_definition) {
    // SAFETY: NULL is found; else the caller is an owner.
    guard_free(|| unsafe {
        unic_definition::release(definition);
    });
}

/// How many analyzers and normalizers the definition defines; 0 for NULL. A definition of one analyzer alone has one, whose
/// name is empty. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_definition_count(definition: *const unic_definition) -> usize {
    // SAFETY: NULL is found; else a live handle.
    unsafe { borrow(definition) }.map_or(0, |definition| definition.names.len())
}

/// The name of analyzer or normalizer number index, from 0, in document order: NUL-terminated UTF-8, for
/// unic_definition_analyzer. Where several indices of the document define a name, it is "index/name". NULL when there is
/// none of that number. Lives as long as the definition. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_definition_name(definition: *const unic_definition, index: usize) -> *const c_char {
    // SAFETY: NULL is found; else a live handle.
    let name = unsafe { borrow(definition) }.ok().and_then(|definition| definition.names.get(index));
    name.map_or(std::ptr::null(), |name| name.as_ptr())
}

/// What there is and what is wrong, as JSON, the same as `unic validate --json` shows:
/// {"valid", "analyzers": [...], "errors": [...], "warnings": [...]}. An analyzer is {"name", "kind" ("analyzer",
/// "normalizer"), "type", "loads" (with the options of the create), "loads_strictly", "loads_leniently" (without and with
/// UNIC_OPTIONS_LENIENT), "fields": [{"field", "option"}] (the fields of the mappings that name it, and where: "analyzer",
/// "search_analyzer", "search_quote_analyzer", "normalizer"), "errors"}. Errors and warnings are as in unic_error_json.
///
/// report: receives the text, to be freed with unic_string_free. Returns OK, NULL_ARGUMENT, INVALID_ARGUMENT. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_definition_report(
    definition: *const unic_definition,
    report: *mut *mut unic_string,
) -> unic_status {
    guard(|| {
        let out = Out::required(report)?;
        // SAFETY: NULL is found; else a live handle.
        let definition = unsafe { borrow(definition) }?;
        // SAFETY: checked by `Out`.
        unsafe { out.set(unic_string::of(&definition.parsed.to_json().to_string()).into_raw()?) };
        Ok(())
    })
}

/// Gives an analyzer of the definition, without reading anything again: what unic_analyzer_create gives for the same
/// document, name and options.
///
/// name, analyzer, error: as for unic_analyzer_create. Returns what it returns. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_definition_analyzer(
    definition: *const unic_definition,
    name: *const c_char,
    analyzer: *mut *mut unic_analyzer,
    error: *mut *mut unic_error,
) -> unic_status {
    let body = || {
        let out = Out::required(analyzer)?;
        // SAFETY: NULL is found; else a live handle; the name is as the header asks for.
        let (definition, name) = unsafe { (borrow(definition)?, optional_name(name)?) };
        let Compiled { analyzer, warnings } = definition.parsed.compiled(name)?;
        let handle = unic_analyzer { analyzer, warnings }.into_shared()?;
        // SAFETY: checked by `Out`.
        unsafe { out.set(handle.cast_mut()) };
        Ok(())
    };
    // SAFETY: `error` is as the header asks for.
    unsafe { guard_definition(error, body) }
}
