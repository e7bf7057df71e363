//! Components: their description ([`ComponentSpec`]), how they are built, and the traits that run them.
//!
//! A built component is immutable and shared. To run it, a stream clones it once per encoding: large data is behind an
//! `Arc`, per-text state is in fields that [`Tokenizer::reset`] or [`TokenFilter::reset`] clears. So a component is one
//! struct with its options, its data and its state, and one implementation for both encodings.

use crate::analysis::batch::Batch;
use crate::analysis::build_error::{BuildError, Warnings};
use crate::analysis::component_kind::ComponentKind;
use crate::analysis::key_maker::KeyMaker;
use crate::analysis::options::{OptionSpec, Options};
use crate::analysis::rewriter::Rewriter;
use crate::unicode::text::CodeUnit;
use std::sync::Arc;

/// Rewrites a whole text before it is tokenized.
pub trait CharFilter<U: CodeUnit>: Send {
    /// Reports to `rewriter` which parts of the text are kept and which are replaced, from start to end.
    fn filter(&mut self, rewriter: &mut Rewriter<'_, U>);
}

/// Splits a text into tokens.
pub trait Tokenizer<U: CodeUnit>: Send {
    /// Prepares for the next text.
    fn reset(&mut self);

    /// Appends tokens to the batch, from where the last call stopped, until the batch is full or the text ends. At the
    /// end of the text it sets `batch.last`, and `batch.trailing_gap` if positions were dropped there.
    fn fill(&mut self, text: &[U], batch: &mut Batch<U>);

    /// The maker of sort keys, if the term of this tokenizer's token is a sort key.
    fn key_maker(&self) -> Option<Arc<KeyMaker>> {
        None
    }
}

/// Changes, adds or removes tokens.
pub trait TokenFilter<U: CodeUnit>: Send {
    /// Prepares for the next text.
    fn reset(&mut self) {}

    /// Whether the result depends on the text beyond the terms: hosts that have only tokens pay for its reconstruction.
    fn reads_text(&self) -> bool {
        false
    }

    /// Emits the changed tokens without the original ones: the chain is a normalizer, whose result is one term.
    fn omit_originals(&mut self) {}

    /// Filters the batch in place. No more tokens follow if `batch.last` is set.
    fn filter(&mut self, text: &[U], batch: &mut Batch<U>);
}

/// Defines the trait of a built component, which creates instances for either encoding.
macro_rules! built {
    ($built:ident, $run:ident, $what:literal) => {
        #[doc = concat!("A built ", $what, ": creates instances for both encodings.")]
        pub trait $built: Send + Sync {
            /// Creates an instance for UTF-8.
            fn utf8(&self) -> Box<dyn $run<u8>>;
            /// Creates an instance for UTF-16.
            fn utf16(&self) -> Box<dyn $run<u16>>;
        }

        impl<C> $built for C
        where
            C: $run<u8> + $run<u16> + Clone + Send + Sync + 'static,
        {
            fn utf8(&self) -> Box<dyn $run<u8>> {
                Box::new(self.clone())
            }

            fn utf16(&self) -> Box<dyn $run<u16>> {
                Box::new(self.clone())
            }
        }
    };
}

built!(BuiltCharFilter, CharFilter, "char filter");
built!(BuiltTokenizer, Tokenizer, "tokenizer");
built!(BuiltTokenFilter, TokenFilter, "token filter");

/// The names, options and build function of a component type. One constant per type, in the type's file.
#[derive(Debug)]
pub struct ComponentSpec {
    /// The name in definitions, in the `unic_` spelling.
    pub type_name: &'static str,
    /// A one-line description for the documentation.
    pub help: &'static str,
    /// The option table.
    pub options: &'static [&'static OptionSpec],
    /// Whether the type name alone refers to an instance with default options (ruling N3).
    pub has_default_instance: bool,
    /// Whether a `normalizer` may use it (ruling N2).
    pub fits_normalizer: bool,
    /// Part of the fingerprint; raised whenever the component's tokens may change for equal options.
    pub version: u32,
    /// The build function.
    pub build: Build,
}

/// Builds a component of a chain from its options, and adds warnings.
pub type BuildStep<C> = fn(&Options, &mut Warnings) -> Result<Arc<C>, BuildError>;

/// The build function of a component type, by kind.
#[derive(Debug)]
pub enum Build {
    /// Builds a char filter.
    CharFilter(BuildStep<dyn BuiltCharFilter>),
    /// Builds a tokenizer.
    Tokenizer(BuildStep<dyn BuiltTokenizer>),
    /// Builds a token filter.
    TokenFilter(BuildStep<dyn BuiltTokenFilter>),
    /// Lists the steps of an analyzer's chain.
    Analyzer(fn(&Options) -> Vec<ChainStep>),
}

/// One step of an analyzer's chain.
#[derive(Debug)]
pub enum ChainStep {
    /// A component that the definition refers to by name.
    Reference {
        /// The option that holds the name.
        option: &'static OptionSpec,
        /// The required kind of the component.
        kind: ComponentKind,
        /// The name.
        name: String,
        /// The index of the name in the option's list.
        entry: usize,
    },
    /// A component that belongs to the analyzer and is built from the analyzer's options.
    BuiltIn {
        /// The component type.
        spec: &'static ComponentSpec,
        /// The component's options.
        options: Options,
    },
}

impl ChainStep {
    /// The steps for all names in an option that lists references.
    pub fn references(
        options: &Options,
        option: &'static OptionSpec,
        kind: ComponentKind,
    ) -> impl Iterator<Item = ChainStep> {
        let one = options.text(option).map(str::to_owned);
        let names = options.entries(option).to_vec();
        let step = move |(entry, name)| ChainStep::Reference { option, kind, name, entry };
        one.into_iter().chain(names).enumerate().map(step)
    }

    /// A built-in step with default options.
    pub fn with_defaults(spec: &'static ComponentSpec) -> ChainStep {
        ChainStep::built_in(spec, &Options::default())
    }

    /// A built-in step with those of the analyzer's options that are in the component's own table.
    pub fn built_in(spec: &'static ComponentSpec, options: &Options) -> ChainStep {
        let mut options = options.only(spec.options);
        options.fill_defaults(spec.options);
        ChainStep::BuiltIn { spec, options }
    }
}

impl ComponentSpec {
    /// The kind of the component.
    pub fn kind(&self) -> ComponentKind {
        match self.build {
            Build::CharFilter(_) => ComponentKind::CharFilter,
            Build::Tokenizer(_) => ComponentKind::Tokenizer,
            Build::TokenFilter(_) => ComponentKind::TokenFilter,
            Build::Analyzer(_) => ComponentKind::Analyzer,
        }
    }
}
