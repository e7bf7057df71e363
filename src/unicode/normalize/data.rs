//! The generated tables; their layout is told in [`super::table`].

#![allow(missing_docs, clippy::unreadable_literal)]

include!("../../../data/fold/tables.rs");
