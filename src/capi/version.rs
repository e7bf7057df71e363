//! Versions of the library and its data, and the components of the build.

use crate::analysis::TokenType;
use crate::analysis::component_kind::ComponentKind;
use crate::capi::guard::guard_entry;
use crate::capi::handle::{Boxed, Out, live};
use crate::capi::status::unic_status;
use crate::capi::string::unic_string;
use crate::config::registry;
use crate::unicode::transform::Transform;
use serde_json::json;
use std::ffi::c_char;

/// Version of the C interface, independent of the package version: it changes when programs must be recompiled, and
/// with it the soname of the shared library (libunic_analysis.so.1). unic_abi_version returns the value of the
/// loaded library.
pub const UNIC_ABI_VERSION: u32 = 1;

/// Returns the version of the loaded library, such as "0.1.0".
///
/// Returns: a NUL-terminated string, valid as long as the library is loaded. Never NULL.
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn unic_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Returns UNIC_ABI_VERSION of the loaded library. A program that loads the library with dlopen compares it with
/// the UNIC_ABI_VERSION it was compiled with.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn unic_abi_version() -> u32 {
    UNIC_ABI_VERSION
}

/// Returns the version of the Unicode data, such as "18.0".
///
/// Returns: a NUL-terminated string, valid as long as the library is loaded. Never NULL.
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn unic_unicode_version() -> *const c_char {
    c"18.0".as_ptr()
}

/// Returns the version of the CLDR data, such as "49".
///
/// Returns: a NUL-terminated string, valid as long as the library is loaded. Never NULL.
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn unic_cldr_version() -> *const c_char {
    c"49".as_ptr()
}

/// Returns the number of live objects in this process: definitions and analyzers (one per reference), streams,
/// token filters, number formats, errors, strings. For leak tests.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn unic_live_objects() -> usize {
    live()
}

/// Returns the name of a token type as Lucene and the engine print it, such as "<ALPHANUM>".
///
/// Returns: a NUL-terminated string, valid as long as the library is loaded; NULL for a number that this build does
///     not know.
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn unic_token_type_name(token_type: u32) -> *const c_char {
    TokenType::from_number(token_type).map_or(std::ptr::null(), |token_type| token_type.c_name().as_ptr())
}

/// Lists the ids of the built-in transforms (component unic_transform), as a sorted JSON array of strings. Compound
/// ids, inverses, and ids that fall back to a listed one are accepted as well.
///
/// Parameters:
///     ids: receives the list; free it with unic_string_free. Unchanged on failure.
/// Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_transform_ids(ids: *mut *mut unic_string) -> unic_status {
    guard_entry(|| {
        let out = Out::required(ids)?;
        let listed = json!(Transform::ids().collect::<Vec<_>>());
        // SAFETY: checked by `Out`.
        unsafe { out.set(unic_string::of(listed.to_string()).into_raw()?) };
        Ok(())
    })
}

/// Describes all components of this build and their options, as a JSON array: for hosts that generate factories,
/// forms or checks. Each element has type, names (all spellings), kind (analyzer, normalizer, char_filter,
/// tokenizer, filter), help, has_default_instance, fits_normalizer, and options: name, aliases, kind, takes (the
/// accepted values, in words), default (null if there is none), required, help.
///
/// Parameters:
///     components: receives the description; free it with unic_string_free. Unchanged on failure.
/// Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_components(components: *mut *mut unic_string) -> unic_status {
    guard_entry(|| {
        let out = Out::required(components)?;
        // SAFETY: checked by `Out`.
        unsafe { out.set(unic_string::of(crate::config::components::all_to_json().to_string()).into_raw()?) };
        Ok(())
    })
}

/// Lists the component types of this build, as JSON: {"analyzer": [names], "tokenizer": [...], "filter": [...],
/// "char_filter": [...]}.
///
/// Parameters:
///     names: receives the list; free it with unic_string_free. Unchanged on failure.
/// Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_component_names(names: *mut *mut unic_string) -> unic_status {
    guard_entry(|| {
        let out = Out::required(names)?;
        let of = |kind| registry::type_names(kind).collect::<Vec<_>>();
        let listed = json!({
            "analyzer": of(ComponentKind::Analyzer),
            "tokenizer": of(ComponentKind::Tokenizer),
            "filter": of(ComponentKind::TokenFilter),
            "char_filter": of(ComponentKind::CharFilter),
        });
        // SAFETY: checked by `Out`.
        unsafe { out.set(unic_string::of(listed.to_string()).into_raw()?) };
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::version;
    use std::ffi::CStr;

    #[test]
    fn names_and_versions_are_those_of_the_layers_below() {
        // SAFETY: NUL-terminated constants.
        let text = |pointer| unsafe { CStr::from_ptr(pointer) }.to_str().unwrap();
        assert_eq!(text(unic_unicode_version()), version::UNICODE);
        assert_eq!(text(unic_cldr_version()), version::CLDR);
        assert_eq!(text(unic_version()), env!("CARGO_PKG_VERSION"));
        for token_type in TokenType::ALL {
            assert_eq!(text(unic_token_type_name(token_type as u32)), token_type.name());
        }
        assert!(unic_token_type_name(u32::MAX).is_null());
    }
}
