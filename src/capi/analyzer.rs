//! `unic_analyzer` and `unic_options`.

use crate::analysis::Analyzer;
use crate::analysis::chain::TextLimits;
use crate::capi::error::{guard_definition, unic_error};
use crate::capi::guard::{guard, guard_free};
use crate::capi::handle::{Boxed, Out, Shared, borrow, borrow_mut, optional_name, slice};
use crate::capi::output::write_units;
use crate::capi::status::{Failure, INVALID_ARGUMENT, UNIC_STATUS_UNSUPPORTED, unic_status};
use crate::capi::string::unic_string;
use crate::config::error::warnings_to_json;
use crate::config::{self, CompileOptions, Compiled, Warning};
use std::ffi::{CStr, OsStr, c_char};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// A compiled analyzer or normalizer. Immutable: any number of threads use it at once, without locks. Reference
/// counted: unic_analyzer_create and unic_analyzer_retain each add a reference, unic_analyzer_free releases one.
/// Streams keep the data they need, so an analyzer may be freed before its streams.
pub struct unic_analyzer {
    pub(crate) analyzer: Analyzer,
    pub(crate) warnings: Vec<Warning>,
}

impl Shared for unic_analyzer {}

/// Compile-time check of the header's thread rule.
const _: () = {
    const fn is_shareable<T: Send + Sync>() {}
    is_shareable::<unic_analyzer>();
};

/// unic_options.flags: unknown options of a definition are warnings (unic_analyzer_warnings) instead of errors.
pub const UNIC_OPTIONS_LENIENT: u32 = 1;

/// Options for compiling a definition. Initialize with unic_options_init, then set fields:
///
///     unic_options options;
///     unic_options_init(&options, sizeof options);
///     options.flags = UNIC_OPTIONS_LENIENT;
///
/// Later versions may add fields at the end; struct_size identifies the version the caller was compiled with. A
/// struct_size of 0 or less than that of the first version is INVALID_ARGUMENT. A larger struct is accepted if all
/// bytes after the known fields are 0, otherwise UNSUPPORTED. One above 4,096 bytes is INVALID_ARGUMENT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct unic_options {
    /// Size in bytes of the struct as the caller knows it; set by unic_options_init.
    pub struct_size: u32,
    /// UNIC_OPTIONS_LENIENT, or 0 (the default). Other bits are UNSUPPORTED.
    pub flags: u32,
    /// Directory of the files that options like keywords_path refer to: NUL-terminated, read during the call only.
    /// NULL (the default) makes such options errors.
    pub configuration_directory: *const c_char,
    /// Maximum length of a definition and of each file, in bytes. Default 64 MiB.
    pub max_json_length: usize,
    /// Maximum nesting depth of a definition. Default 64; values above 1000 are treated as 1000.
    pub max_json_depth: u32,
    /// Limit on the output of char filters: this factor times the length of the text (default 64), or
    /// max_filtered_length, whichever is larger. A text that exceeds it fails with LIMIT when it is set.
    pub max_text_growth: u32,
    /// See max_text_growth. In code units, default 16 Mi. A filtered text is always shorter than 2^31 units.
    pub max_filtered_length: u32,
    /// Must be 0, otherwise UNSUPPORTED.
    pub reserved: u32,
}

/// Initializes options with the defaults.
///
/// Parameters:
///     options: written up to struct_size bytes; fields that this build does not know are set to 0. NULL does
///         nothing.
///     struct_size: sizeof(unic_options).
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_options_init(options: *mut unic_options, struct_size: u32) {
    // SAFETY: checked; the caller's struct has `struct_size` bytes.
    let Ok(options) = (unsafe { borrow_mut(options.cast::<u8>()) }) else { return };
    let defaults = default_options();
    let known = size_of::<unic_options>().min(struct_size as usize);
    // SAFETY: `known` bytes are inside both structs, which do not overlap, as one of them is a local variable.
    unsafe { std::ptr::copy_nonoverlapping((&raw const defaults).cast::<u8>(), options, known) };
    if struct_size as usize > known {
        // SAFETY: the rest of the caller's struct, as checked.
        unsafe { (options as *mut u8).add(known).write_bytes(0, struct_size as usize - known) };
    }
    if known >= size_of::<u32>() {
        // SAFETY: the first field of the struct; written without an alignment requirement.
        unsafe { (options as *mut u8).cast::<u32>().write_unaligned(struct_size) };
    }
}

fn default_options() -> unic_options {
    let defaults = CompileOptions::default();
    unic_options {
        struct_size: size_of::<unic_options>() as u32,
        flags: 0,
        configuration_directory: std::ptr::null(),
        max_json_length: defaults.max_json_length,
        max_json_depth: defaults.max_json_depth as u32,
        max_text_growth: defaults.text_limits.growth,
        max_filtered_length: defaults.text_limits.filtered_length,
        reserved: 0,
    }
}

/// The largest plausible struct size.
const MAX_STRUCT_SIZE: usize = 4096;

/// # Safety
/// NULL, or a struct as [`unic_options`] says, of `struct_size` bytes.
pub(crate) unsafe fn read_options(options: *const unic_options) -> Result<CompileOptions, Failure> {
    if options.is_null() {
        return Ok(CompileOptions::default());
    }
    // SAFETY: alignment is checked; every version has the first field.
    let struct_size = *unsafe { borrow(options.cast::<u32>()) }? as usize;
    let known = size_of::<unic_options>();
    if !options.is_aligned() || !(known..=MAX_STRUCT_SIZE).contains(&struct_size) {
        return Err(INVALID_ARGUMENT);
    }
    // SAFETY: the struct has `struct_size` bytes.
    let rest = unsafe { slice(options.cast::<u8>().add(known), struct_size - known) }?;
    // SAFETY: aligned, and at least as large as the struct of this version.
    let options = unsafe { borrow(options) }?;
    if options.flags & !UNIC_OPTIONS_LENIENT != 0 || options.reserved != 0 || rest.iter().any(|byte| *byte != 0) {
        return Err(Failure(UNIC_STATUS_UNSUPPORTED));
    }
    let directory = if options.configuration_directory.is_null() {
        None
    } else {
        // SAFETY: not NULL, NUL-terminated.
        let name = unsafe { CStr::from_ptr(options.configuration_directory) };
        Some(PathBuf::from(OsStr::from_bytes(name.to_bytes())))
    };
    Ok(CompileOptions {
        configuration_directory: directory,
        files: None,
        lenient: options.flags & UNIC_OPTIONS_LENIENT != 0,
        keys_as_text: false,
        max_json_length: options.max_json_length,
        // The recursion of the parser is as deep as the document.
        max_json_depth: (options.max_json_depth as usize).min(1000),
        text_limits: TextLimits { growth: options.max_text_growth, filtered_length: options.max_filtered_length },
    })
}

/// Compiles one analyzer or normalizer of a definition.
///
/// Parameters:
///     json, json_length: a whole index definition, its analysis section, or a single analyzer definition, as
///         UTF-8; length in bytes. Read during the call only.
///     name: the analyzer or normalizer, NUL-terminated UTF-8 (INVALID_ARGUMENT if ill-formed); NULL if the
///         definition has only one. A single analyzer definition accepts any name.
///     options: NULL for the defaults.
///     analyzer: receives the analyzer; free it with unic_analyzer_free. Unchanged on failure.
///     error: NULL, or receives NULL on success and the error on failure; free it with unic_error_free.
/// Returns: OK; a status in the 200s for an error in the definition; NULL_ARGUMENT, INVALID_ARGUMENT, UNSUPPORTED
///     (options), OUT_OF_MEMORY. Every error in the analyzer and in the components it refers to is reported here,
///     none during analysis. unic_definition_create checks the whole document.
/// Threads: any. Takes tens of microseconds for a typical definition, plus the time to read the files it refers to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_analyzer_create(
    json: *const c_char,
    json_length: usize,
    name: *const c_char,
    options: *const unic_options,
    analyzer: *mut *mut unic_analyzer,
    error: *mut *mut unic_error,
) -> unic_status {
    let body = || {
        let out = Out::required(analyzer)?;
        // SAFETY: the arguments satisfy the contract in the header.
        let (json, name, options) =
            unsafe { (slice(json.cast::<u8>(), json_length)?, optional_name(name)?, read_options(options)?) };
        let Compiled { analyzer, warnings } = config::compile(json, name, &options)?;
        let handle = unic_analyzer { analyzer, warnings }.into_shared()?;
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
///     analyzer: must be passed to unic_analyzer_free once more.
/// Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_analyzer_retain(analyzer: *const unic_analyzer) -> unic_status {
    guard(|| {
        // SAFETY: NULL is rejected; otherwise a live handle.
        unsafe {
            borrow(analyzer)?;
            unic_analyzer::retain(analyzer);
        }
        Ok(())
    })
}

/// Releases one reference. The analyzer is freed with its last reference and last stream.
///
/// Parameters:
///     analyzer: may be NULL.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_analyzer_free(analyzer: *mut unic_analyzer) {
    // SAFETY: NULL is rejected; otherwise the caller is an owner.
    guard_free(|| unsafe {
        unic_analyzer::release(analyzer);
    });
}

/// Lists the analyzers and normalizers of a definition, in document order, as a JSON array of strings, without
/// compiling them. The list is empty for a single analyzer definition.
///
/// Parameters:
///     json, json_length, options, error: as for unic_analyzer_create.
///     names: receives the list; free it with unic_string_free. Unchanged on failure.
/// Returns: as unic_analyzer_create; only errors in the structure of the document are found.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_analyzer_names(
    json: *const c_char,
    json_length: usize,
    options: *const unic_options,
    names: *mut *mut unic_string,
    error: *mut *mut unic_error,
) -> unic_status {
    let body = || {
        let out = Out::required(names)?;
        // SAFETY: the arguments satisfy the contract in the header.
        let (json, options) = unsafe { (slice(json.cast::<u8>(), json_length)?, read_options(options)?) };
        let names = config::analyzer_names_json(json, &options)?;
        // SAFETY: checked by `Out`.
        unsafe { out.set(unic_string::of(names).into_raw()?) };
        Ok(())
    };
    // SAFETY: `error` satisfies the contract in the header.
    unsafe { guard_definition(error, body) }
}

/// Writes a string about an analyzer.
///
/// # Safety
/// As documented in the header for the functions below.
unsafe fn write_text(
    analyzer: *const unic_analyzer,
    text: *mut *mut unic_string,
    make: impl FnOnce(&unic_analyzer) -> String,
) -> unic_status {
    guard(|| {
        let out = Out::required(text)?;
        // SAFETY: NULL is rejected; otherwise a live handle.
        let analyzer = unsafe { borrow(analyzer) }?;
        // SAFETY: checked by `Out`.
        unsafe { out.set(unic_string::of(make(analyzer)).into_raw()?) };
        Ok(())
    })
}

/// Returns the warnings of the compilation, as a JSON array of objects with the members listed at unic_error_json:
/// unknown options (lenient), options without effect, undefined analyzers named by fields. The array is empty if
/// there are none.
///
/// Parameters:
///     warnings: receives the array; free it with unic_string_free. Unchanged on failure.
/// Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_analyzer_warnings(
    analyzer: *const unic_analyzer,
    warnings: *mut *mut unic_string,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { write_text(analyzer, warnings, |analyzer| warnings_to_json(&analyzer.warnings)) }
}

/// Returns the effective configuration as a JSON object: name, kind, type, position_increment_gap, char_filters,
/// tokenizer and token_filters with all options (explicit and default), fingerprint, unicode_version, cldr_version.
///
/// Parameters:
///     description: receives the object; free it with unic_string_free. Unchanged on failure.
/// Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_analyzer_describe(
    analyzer: *const unic_analyzer,
    description: *mut *mut unic_string,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { write_text(analyzer, description, |analyzer| config::describe::describe(&analyzer.analyzer)) }
}

/// Length of a fingerprint in bytes, without a NUL.
pub const UNIC_FINGERPRINT_LENGTH: usize = 35;

/// Writes the fingerprint of an analyzer: an ASCII string that changes if and only if the tokens or sort keys of
/// the analyzer may change. Store it with the index, compare it at startup, and rebuild the index when it differs.
/// It is "u1-" and 32 hexadecimal digits, UNIC_FINGERPRINT_LENGTH bytes.
///
/// Parameters:
///     buffer, capacity: the output buffer and its size in bytes. A NUL is appended if there is space. NULL and 0
///         return the size only. Unchanged on failure.
///     needed: NULL, or receives the size in bytes without the NUL; written on BUFFER_TOO_SMALL as well.
/// Returns: OK, BUFFER_TOO_SMALL, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_analyzer_fingerprint(
    analyzer: *const unic_analyzer,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    guard(|| {
        let needed = Out::optional(needed)?;
        // SAFETY: NULL is rejected; otherwise a live handle.
        let fingerprint = unsafe { borrow(analyzer) }?.analyzer.fingerprint();
        // SAFETY: the arguments satisfy the contract in the header.
        unsafe { write_units(fingerprint.as_bytes(), buffer.cast::<u8>(), capacity, &needed) }
    })
}
