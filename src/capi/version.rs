//! What this build is and offers.

use crate::analysis::TokenType;
use crate::analysis::options::Kind;
use crate::capi::error::unic_string;
use crate::capi::guard::guard;
use crate::capi::handle::live;
use crate::capi::handle::{Boxed, Out};
use crate::capi::status::unic_status;
use crate::config::registry;
use crate::unicode::transform::Transform;
use serde_json::json;
use std::ffi::c_char;

/// The number of the C interface, on its own clock: it changes when a program must be recompiled, and with it the
/// shared library's name (libunic_analysis.so.1). See unic_abi_version.
pub const UNIC_ABI_VERSION: u32 = 1;

/// The version of the library that is loaded, such as "0.1.0". NUL-terminated, lives as long as the library is loaded; so
/// do the other texts of this chapter.
#[unsafe(no_mangle)]
pub extern "C" fn unic_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// UNIC_ABI_VERSION of the library that is loaded: compare it with the header's when you load the library by hand.
#[unsafe(no_mangle)]
pub extern "C" fn unic_abi_version() -> u32 {
    UNIC_ABI_VERSION
}

/// The version of the Unicode data, such as "18.0".
#[unsafe(no_mangle)]
pub extern "C" fn unic_unicode_version() -> *const c_char {
    c"18.0".as_ptr()
}

/// The version of the CLDR data, such as "49".
#[unsafe(no_mangle)]
pub extern "C" fn unic_cldr_version() -> *const c_char {
    c"49".as_ptr()
}

/// How many objects are alive in this process: analyzers (each owner counts), streams, errors, strings. For tests of what
/// is freed. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn unic_live_objects() -> usize {
    live()
}

/// The engine's name of a token type, such as "<ALPHANUM>", NUL-terminated; NULL for a number that this build does not
/// know. Lives as long as the library is loaded.
#[unsafe(no_mangle)]
pub extern "C" fn unic_token_type_name(token_type: u32) -> *const c_char {
    match TokenType::from_number(token_type) {
        Some(TokenType::Word) => c"word".as_ptr(),
        Some(TokenType::Alphanum) => c"<ALPHANUM>".as_ptr(),
        Some(TokenType::AlphanumComp) => c"<ALPHANUM_COMP>".as_ptr(),
        Some(TokenType::Num) => c"<NUM>".as_ptr(),
        Some(TokenType::Cj) => c"<CJ>".as_ptr(),
        Some(TokenType::Hangul) => c"<HANGUL>".as_ptr(),
        Some(TokenType::Hiragana) => c"<HIRAGANA>".as_ptr(),
        Some(TokenType::Katakana) => c"<KATAKANA>".as_ptr(),
        Some(TokenType::Ideographic) => c"<IDEOGRAPHIC>".as_ptr(),
        Some(TokenType::Emoji) => c"<EMOJI>".as_ptr(),
        Some(TokenType::Other) => c"<OTHER>".as_ptr(),
        Some(TokenType::SoutheastAsian) => c"<SOUTHEAST_ASIAN>".as_ptr(),
        Some(TokenType::Grapheme) => c"<GRAPHEME>".as_ptr(),
        Some(TokenType::Sentence) => c"<SENTENCE>".as_ptr(),
        Some(TokenType::Line) => c"<LINE>".as_ptr(),
        Some(TokenType::Symbol) => c"<SYMBOL>".as_ptr(),
        Some(TokenType::Single) => c"<SINGLE>".as_ptr(),
        Some(TokenType::Double) => c"<DOUBLE>".as_ptr(),
        None => std::ptr::null(),
    }
}

/// The ids of transforms that this build offers (unic_transform), as a JSON array in order. Lists of ids, inverses and
/// ids that fall back to one of them are accepted as well.
///
/// ids: receives the text, to be freed with unic_string_free. Returns OK, NULL_ARGUMENT, INVALID_ARGUMENT. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_transform_ids(ids: *mut *mut unic_string) -> unic_status {
    guard(|| {
        let out = Out::required(ids)?;
        let listed = json!(Transform::ids().collect::<Vec<_>>());
        // SAFETY: checked by `Out`.
        unsafe { out.set(unic_string::of(&listed.to_string()).into_raw()?) };
        Ok(())
    })
}

/// All components of this build and what they can be told, as a JSON array: for hosts that make factories, forms or
/// checks of their own out of it. Each has type, names (all spellings), kind (analyzer, normalizer, char_filter, tokenizer,
/// filter), help, has_default_instance, fits_normalizer, and options: name, aliases, kind, takes (in words), default (null
/// when there is none), required, help.
///
/// components: receives the text, to be freed with unic_string_free. Returns OK, NULL_ARGUMENT, INVALID_ARGUMENT. Any
/// thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_components(components: *mut *mut unic_string) -> unic_status {
    guard(|| {
        let out = Out::required(components)?;
        // SAFETY: checked by `Out`.
        unsafe { out.set(unic_string::of(&crate::config::components::all_to_json().to_string()).into_raw()?) };
        Ok(())
    })
}

/// The component types that this build offers, as JSON: {"analyzer": [names], "tokenizer": [...], "filter": [...],
/// "char_filter": [...]}.
///
/// names: receives the text, to be freed with unic_string_free. Returns OK, NULL_ARGUMENT, INVALID_ARGUMENT. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_component_names(names: *mut *mut unic_string) -> unic_status {
    guard(|| {
        let out = Out::required(names)?;
        let of = |kind| registry::type_names(kind).collect::<Vec<_>>();
        let listed = json!({
            "analyzer": of(Kind::Analyzer),
            "tokenizer": of(Kind::Tokenizer),
            "filter": of(Kind::TokenFilter),
            "char_filter": of(Kind::CharFilter),
        });
        // SAFETY: checked by `Out`.
        unsafe { out.set(unic_string::of(&listed.to_string()).into_raw()?) };
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
