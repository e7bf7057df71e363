//! The C ABI. All `unsafe extern "C"` functions and raw pointers are in this module.
//!
//! Functions that can fail check their arguments, run inside [`guard`], and return a status; a panic becomes
//! [`status::UNIC_STATUS_INTERNAL`]. Getters neither allocate nor panic, and have a neutral value for NULL. The doc
//! comments here are the manual in the generated header.

#![allow(non_camel_case_types)]
// The comments become the header and describe the caller's obligations; a `# Safety` heading would appear there too.
#![allow(clippy::missing_safety_doc)]
#![allow(clippy::result_large_err)] // as in `config`

#[cfg(feature = "c-allocator")]
mod allocator;
pub mod analyzer;
pub mod boundaries;
mod buffer_pool;
pub mod definition;
pub mod encoding;
pub mod error;
pub mod explain;
pub mod filtered_text;
pub mod guard;
pub mod handle;
pub mod key_range;
pub mod key_text;
mod output;
pub mod packed;
pub mod sort;
pub mod sort_key;
pub mod spell;
pub mod status;
pub mod stream;
pub mod string;
pub mod text;
pub mod token;
pub mod token_filters;
pub mod version;

#[cfg(feature = "test-faults")]
pub mod test_faults;
