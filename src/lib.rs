//! Text analysis for search engines.
//!
//! Layers, each knowing only those below it: `capi` (the C ABI), `config` (an index definition becomes components),
//! `analysis` (components, the token pipeline), [`unicode`] (algorithms and data; no JSON, no tokens).

// Input must never be able to end the process: no panicking shortcut outside tests.
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

pub mod analysis;
#[cfg(feature = "capi")]
pub mod capi;
pub mod config;
pub mod unicode;
