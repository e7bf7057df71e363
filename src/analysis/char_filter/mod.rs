//! Char filters rewrite a whole text. One file per component.

pub mod html_strip;
pub mod mapping;
pub mod unic_folding;
pub mod unic_normalizer;
pub mod unic_transform;
