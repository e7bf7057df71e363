//! The native half of `org.unicanalysis.Native`.
//!
//! Calls that run once per text go through the raw JNI function table ([`raw`]): the safe wrappers of the `jni` crate
//! cost more than the work. Everything else uses the crate. Each call runs inside [`guard`], so no panic reaches the
//! JVM. The Java classes around `Native`, which is private to its package, ensure that a handle is live, of the right
//! kind, and used by one thread at a time.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::indexing_slicing
    )
)]
#![allow(non_snake_case)] // JNI names
// `Native.java` states the contract of the handles.
#![allow(clippy::missing_safety_doc)]

mod analyzer;
mod arrays;
mod char_filter;
mod direct;
mod encode;
mod fault;
mod filter;
mod guard;
mod handle;
mod kept;
mod keys;
mod library;
mod output;
mod packed;
mod raw;
mod rebuildable;
mod stream;
mod window;
