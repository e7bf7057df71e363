//! An index definition (JSON) becomes analyzers.
//!
//! [`json`] reads one level at a time, [`settings`] knows nested and dotted keys, [`options`] reads values by a
//! component's option table, [`resolve`] turns names into components, [`error`] says what is wrong and where.

// An error ends the reading of a definition: its size costs nothing.
#![allow(clippy::result_large_err)]

pub mod components;
pub mod definition;
pub mod describe;
pub mod error;
pub mod explain;
pub mod foreign;
pub mod json;
pub mod mappings;
pub mod options;
pub mod registry;
pub mod resolve;
pub mod rule_files;
pub mod schema;
pub mod settings;

pub use definition::{Compiled, DefinedAnalyzer, ParsedDefinition, analyzer_names, compile, validate};
pub use error::{Category, ConfigError, ConfigErrors, Warning};

use std::path::PathBuf;

/// What reading a definition may cost, where files are, how strict to be.
#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// Where the files of options like `keywords_path` are; none: such options are errors.
    pub configuration_directory: Option<PathBuf>,
    /// Unknown options are warnings instead of errors.
    pub lenient: bool,
    /// Longest definition and longest file, in bytes.
    pub max_json_length: usize,
    /// Deepest nesting of the definition.
    pub max_json_depth: usize,
    /// Analyzers of keys give them as text unless the definition says otherwise: for engines in which a term is text (ruling
    /// J1).
    pub keys_as_text: bool,
    /// See [`crate::analysis::chain::TextLimits`].
    pub text_limits: crate::analysis::chain::TextLimits,
}

impl Default for CompileOptions {
    fn default() -> CompileOptions {
        CompileOptions {
            configuration_directory: None,
            lenient: false,
            max_json_length: 64 << 20,
            max_json_depth: 64,
            keys_as_text: false,
            text_limits: Default::default(),
        }
    }
}
