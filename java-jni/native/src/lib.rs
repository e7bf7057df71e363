//! The native half of `org.unicanalysis.Native`.
//!
//! Calls that run once per text go through the raw JNI function table ([`raw`]): the safe wrappers of the `jni` crate
//! cost more than the work. Everything else uses the crate. Each call runs inside [`guard`], so no panic reaches the JVM.
//! What Java promises (a handle is live, used by one thread at a time and of the right kind) is kept by the Java classes
//! around `Native`, which is not visible outside its package.

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
// The contract of Java is in `Native.java`.
#![allow(clippy::missing_safety_doc)]

mod analyzer;
mod char_filter;
mod encode;
mod filter;
mod guard;
mod handle;
mod keys;
mod library;
mod output;
mod packed;
mod raw;
mod stream;
