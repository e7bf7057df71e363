//! Compiles an index definition (JSON) to analyzers.
//!
//! [`json`] parses one level at a time, [`settings`] merges nested and dotted keys, [`options`] and [`option_values`]
//! read values by a component's option table, [`resolve`] resolves names to components, each built once, [`error`]
//! describes errors, [`reporter`] collects them with their locations.
//!
//! * Definitions: `definition` is the entry, `sections` has the definitions of all indices of a document, `mappings`
//!   those that fields refer to. `registry` lists the components, `foreign` those of other plugins; `resolve_errors`,
//!   `option_files`.
//! * Output: `describe`, `explain`, `components` and `schema` are JSON, which `json_text` writes.

// An error ends the compilation of a definition, so its size does not matter.
#![allow(clippy::result_large_err)]

pub mod components;
pub mod definition;
pub mod describe;
pub mod error;
pub mod explain;
pub mod foreign;
pub mod json;
mod json_text;
pub mod mappings;
pub mod option_files;
pub mod option_values;
pub mod options;
pub mod registry;
pub mod reporter;
pub mod resolve;
pub mod resolve_errors;
pub mod schema;
pub mod sections;
pub mod settings;

pub use definition::{
    Compiled, DefinedAnalyzer, ParsedDefinition, analyzer_names, analyzer_names_json, compile, validate,
};
pub use error::{ConfigError, ConfigErrors, ErrorCategory, Warning};

use std::path::PathBuf;

/// Limits and settings for compiling a definition.
#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// The directory of the files of options like `keywords_path`; with `None` such options are errors.
    pub configuration_directory: Option<PathBuf>,
    /// Reads these files instead, for hosts whose files are not in a directory.
    pub files: Option<option_files::FileSource>,
    /// Whether unknown options are warnings instead of errors.
    pub lenient: bool,
    /// The maximum length of a definition and of a file, in bytes.
    pub max_json_length: usize,
    /// The maximum nesting depth of a definition.
    pub max_json_depth: usize,
    /// Whether analyzers of sort keys produce the key as the term's text unless the definition says otherwise: for
    /// engines whose terms are text (ruling J1).
    pub keys_as_text: bool,
    /// See [`crate::analysis::chain::TextLimits`].
    pub text_limits: crate::analysis::chain::TextLimits,
}

impl Default for CompileOptions {
    fn default() -> CompileOptions {
        CompileOptions {
            configuration_directory: None,
            files: None,
            lenient: false,
            max_json_length: 64 << 20,
            max_json_depth: 64,
            keys_as_text: false,
            text_limits: Default::default(),
        }
    }
}
