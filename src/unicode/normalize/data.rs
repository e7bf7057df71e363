//! The generated tables; [`super::table`] describes their layout.

#![allow(missing_docs, clippy::unreadable_literal)]

include!("../../../data/fold/tables.rs");
