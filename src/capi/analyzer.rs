//! `unic_analyzer` and `unic_options`.

use crate::analysis::Analyzer;
use crate::analysis::chain::TextLimits;
use crate::capi::error::{unic_error, unic_string};
use crate::capi::guard::{guard, silence_panics};
use crate::capi::handle::{Boxed, Out, Shared, borrow, borrow_mut, buffer, slice};
use crate::capi::status::{
    Failure, INVALID_ARGUMENT, UNIC_STATUS_BUFFER_TOO_SMALL, UNIC_STATUS_UNSUPPORTED, of_category, unic_status,
};
use crate::config::error::warnings_to_json;
use crate::config::{self, CompileOptions, Compiled, ConfigErrors, Warning};
use std::ffi::{CStr, OsStr, c_char};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// A compiled analyzer (or normalizer): immutable, shared by any number of threads without locks. Counted: it lives until
/// unic_analyzer_free has been called once for the create and once for every unic_analyzer_retain. Its streams keep what
/// they need of it alive, so it may be freed before them.
pub struct unic_analyzer {
    pub(crate) analyzer: Analyzer,
    warnings: Vec<Warning>,
}

impl Shared for unic_analyzer {}

/// unic_options.flags: unknown options of a definition are warnings (unic_analyzer_warnings) instead of errors.
pub const UNIC_OPTIONS_LENIENT: u32 = 1;

/// Options for reading a definition. Fill it with unic_options_init, then change what you need. Grows at its end in later
/// versions; struct_size says which version the caller knows.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct unic_options {
    /// Size of the struct that the caller knows; set by unic_options_init.
    pub struct_size: u32,
    /// UNIC_OPTIONS_LENIENT or 0. Other bits: UNSUPPORTED.
    pub flags: u32,
    /// Folder of the files that options like keywords_path name, NUL-terminated UTF-8; NULL: such options are errors.
    pub configuration_directory: *const c_char,
    /// Longest definition and longest file, in bytes. Default 64 MiB.
    pub max_json_length: usize,
    /// Deepest nesting of a definition. Default 64.
    pub max_json_depth: u32,
    /// Char filters may make a text this many times as long ... Default 64.
    pub max_text_growth: u32,
    /// ... or this long, whichever is more, in code units. Always below 2^31. Default 16 Mi.
    pub max_filtered_length: u32,
    /// Must be 0.
    pub reserved: u32,
}

/// Fills the options with the defaults. `struct_size` is sizeof(unic_options). NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_options_init(options: *mut unic_options, struct_size: u32) {
    // SAFETY: checked; the caller's struct has `struct_size` bytes.
    let Ok(options) = (unsafe { borrow_mut(options.cast::<u8>()) }) else { return };
    let defaults = default_options();
    let known = size_of::<unic_options>().min(struct_size as usize);
    // SAFETY: `known` bytes are inside both structs; they do not overlap, as one of them is ours.
    unsafe { std::ptr::copy_nonoverlapping((&raw const defaults).cast::<u8>(), options, known) };
    if struct_size as usize > known {
        // SAFETY: the rest of the caller's struct.
        unsafe { (options as *mut u8).add(known).write_bytes(0, struct_size as usize - known) };
    }
    if known >= size_of::<u32>() {
        // SAFETY: the struct's first field, as large as `known` says; written bytewise, whatever the alignment.
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

/// The largest struct that a caller can mean.
const MAX_STRUCT_SIZE: usize = 4096;

/// # Safety
/// NULL, or a struct as [`unic_options`] says, of `struct_size` bytes.
unsafe fn read_options(options: *const unic_options) -> Result<CompileOptions, Failure> {
    if options.is_null() {
        return Ok(CompileOptions::default());
    }
    // SAFETY: alignment is checked; the first field is there in every version.
    let struct_size = *unsafe { borrow(options.cast::<u32>()) }? as usize;
    let known = size_of::<unic_options>();
    if !options.is_aligned() || !(known..=MAX_STRUCT_SIZE).contains(&struct_size) {
        return Err(INVALID_ARGUMENT);
    }
    // SAFETY: `struct_size` bytes are there.
    let rest = unsafe { slice(options.cast::<u8>().add(known), struct_size - known) }?;
    // SAFETY: aligned, and at least as large as the struct that we know.
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
        lenient: options.flags & UNIC_OPTIONS_LENIENT != 0,
        max_json_length: options.max_json_length,
        // Reading recurses as deep as this.
        max_json_depth: (options.max_json_depth as usize).min(1000),
        text_limits: TextLimits { growth: options.max_text_growth, filtered_length: options.max_filtered_length },
    })
}

/// Hands an outcome of the configuration to the caller: NULL or the error in its place.
///
/// # Safety
/// `error` is good for writing.
unsafe fn tell<T>(outcome: Result<T, ConfigErrors>, error: &Out<*mut unic_error>) -> Result<T, Failure> {
    outcome.map_err(|errors| {
        // SAFETY: as the caller promises.
        unsafe { error.set(unic_error::of(&errors).into_raw()) };
        Failure(of_category(errors.first().category))
    })
}

/// A NUL-terminated name; `None` for NULL.
///
/// # Safety
/// NULL or NUL-terminated.
unsafe fn optional_name<'a>(name: *const c_char) -> Result<Option<&'a str>, Failure> {
    if name.is_null() {
        return Ok(None);
    }
    // SAFETY: as the caller promises.
    let name = unsafe { CStr::from_ptr(name) };
    name.to_str().map(Some).map_err(|_| INVALID_ARGUMENT)
}

/// Compiles an analyzer.
///
/// json, json_length: UTF-8: a whole index definition, its analysis section, or one analyzer definition.
/// name: which analyzer or normalizer, NUL-terminated UTF-8 (else INVALID_ARGUMENT); NULL when there is only one.
/// options: NULL for the defaults.
/// analyzer: receives the handle; unchanged on failure.
/// error: NULL, or receives NULL on success, an error for a status in the 200s (free it with unic_error_free).
///
/// Returns OK, a status in the 200s, or NULL_ARGUMENT (json with a length, analyzer), INVALID_ARGUMENT, UNSUPPORTED.
/// All errors of a definition surface here, never while text is analysed. Tens of microseconds for a usual definition.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_analyzer_create(
    json: *const c_char,
    json_length: usize,
    name: *const c_char,
    options: *const unic_options,
    analyzer: *mut *mut unic_analyzer,
    error: *mut *mut unic_error,
) -> unic_status {
    silence_panics();
    guard(|| {
        let (out, error) = (Out::required(analyzer)?, Out::optional(error)?);
        // SAFETY: the arguments are as the header asks for.
        let (json, name, options) =
            unsafe { (slice(json.cast::<u8>(), json_length)?, optional_name(name)?, read_options(options)?) };
        // SAFETY: `error` is checked by `Out`.
        let Compiled { analyzer, warnings } = unsafe { tell(config::compile(json, name, &options), &error) }?;
        let handle = unic_analyzer { analyzer, warnings }.into_shared();
        // SAFETY: checked by `Out`.
        unsafe {
            error.set(std::ptr::null_mut());
            out.set(handle.cast_mut());
        }
        Ok(())
    })
}

/// One more owner of the analyzer. NULL_ARGUMENT for NULL. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_analyzer_retain(analyzer: *const unic_analyzer) -> unic_status {
    guard(|| {
        // SAFETY: NULL is found; else a live handle.
        unsafe {
            borrow(analyzer)?;
            unic_analyzer::retain(analyzer);
        }
        Ok(())
    })
}

/// One owner less; the last one frees it. NULL is fine. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_analyzer_free(analyzer: *mut unic_analyzer) {
    // SAFETY: NULL is found; else the caller is an owner.
    guard(|| unsafe {
        unic_analyzer::release(analyzer);
        Ok(())
    });
}

/// The names of the analyzers and normalizers that a definition defines, in document order, as a JSON array. Arguments and
/// answers are those of unic_analyzer_create; a single analyzer definition gives an empty array. Definitions are not
/// compiled.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_analyzer_names(
    json: *const c_char,
    json_length: usize,
    options: *const unic_options,
    names: *mut *mut unic_string,
    error: *mut *mut unic_error,
) -> unic_status {
    silence_panics();
    guard(|| {
        let (out, error) = (Out::required(names)?, Out::optional(error)?);
        // SAFETY: the arguments are as the header asks for.
        let (json, options) = unsafe { (slice(json.cast::<u8>(), json_length)?, read_options(options)?) };
        // SAFETY: `error` is checked by `Out`.
        let names = unsafe { tell(config::analyzer_names(json, &options), &error) }?;
        let names = serde_json::Value::from(names).to_string();
        // SAFETY: checked by `Out`.
        unsafe {
            error.set(std::ptr::null_mut());
            out.set(unic_string::of(&names).into_raw());
        }
        Ok(())
    })
}

/// Gives a text about an analyzer.
///
/// # Safety
/// As the header says of the calls below.
unsafe fn give_text(
    analyzer: *const unic_analyzer,
    text: *mut *mut unic_string,
    make: impl FnOnce(&unic_analyzer) -> String,
) -> unic_status {
    guard(|| {
        let out = Out::required(text)?;
        // SAFETY: NULL is found; else a live handle.
        let analyzer = unsafe { borrow(analyzer) }?;
        // SAFETY: checked by `Out`.
        unsafe { out.set(unic_string::of(&make(analyzer)).into_raw()) };
        Ok(())
    })
}

/// What was noticed when the analyzer was compiled, as a JSON array of objects like those of unic_error_json: unknown
/// options (lenient), options without effect, analyzers named by fields and not defined.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_analyzer_warnings(
    analyzer: *const unic_analyzer,
    warnings: *mut *mut unic_string,
) -> unic_status {
    // SAFETY: the arguments are as the header asks for.
    unsafe { give_text(analyzer, warnings, |analyzer| warnings_to_json(&analyzer.warnings)) }
}

/// The effective configuration as JSON: name, kind, type, position_increment_gap, char_filters, tokenizer and
/// token_filters with all options (given and defaulted), fingerprint, unicode_version, cldr_version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_analyzer_describe(
    analyzer: *const unic_analyzer,
    description: *mut *mut unic_string,
) -> unic_status {
    // SAFETY: the arguments are as the header asks for.
    unsafe { give_text(analyzer, description, |analyzer| config::describe::describe(&analyzer.analyzer)) }
}

/// A short ASCII text that changes exactly when this analyzer's tokens or keys may change: store it with the index and
/// compare it at start. `u1-` and 32 hexadecimal digits.
///
/// Preflight: buffer NULL and capacity 0 give BUFFER_TOO_SMALL and the size in *needed (NULL: not asked for), in bytes
/// without a terminator. A NUL is written behind the text when there is room for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_analyzer_fingerprint(
    analyzer: *const unic_analyzer,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    guard(|| {
        let needed = Out::optional(needed)?;
        // SAFETY: NULL is found; else a live handle.
        let fingerprint = unsafe { borrow(analyzer) }?.analyzer.fingerprint();
        // SAFETY: the arguments are as the header asks for.
        unsafe { give_units(fingerprint.as_bytes(), buffer.cast::<u8>(), capacity, &needed) }
    })
}

/// Copies units into the caller's buffer, and tells how many there are; a zero behind them when there is room.
///
/// # Safety
/// `target` is as [`buffer`] says, `needed` good for writing.
pub(crate) unsafe fn give_units<T: Copy + Default>(
    units: &[T],
    target: *mut T,
    capacity: usize,
    needed: &Out<usize>,
) -> Result<(), Failure> {
    // SAFETY: as the caller promises.
    let target = unsafe { buffer(target, capacity) }?;
    // SAFETY: checked by `Out`.
    unsafe { needed.set(units.len()) };
    let Some(place) = target.get_mut(..units.len()) else { return Err(Failure(UNIC_STATUS_BUFFER_TOO_SMALL)) };
    place.copy_from_slice(units);
    if let Some(terminator) = target.get_mut(units.len()) {
        *terminator = T::default();
    }
    Ok(())
}
