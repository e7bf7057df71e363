//! Components: their description ([`ComponentSpec`]), how they are built, how they run.
//!
//! A built component is immutable and shared. To run, a stream clones it once per encoding: big data sits behind `Arc`,
//! what changes from text to text is a field that [`Tokenizer::reset`] or [`TokenFilter::reset`] clears. So a component
//! is one struct with its options, its data and its state, and one implementation for both encodings.

use crate::analysis::batch::Batch;
use crate::analysis::key_maker::KeyMaker;
use crate::analysis::options::{BuildError, Kind, OptionSpec, Options, Warnings};
use crate::analysis::rewriter::Rewriter;
use crate::unicode::text::CodeUnit;
use std::fmt::Debug;
use std::sync::Arc;

/// Changes a whole text before it is cut into tokens.
pub trait CharFilter<U: CodeUnit>: Send {
    /// Tells `rewriter` what stays and what changes, from the start of the text to its end.
    fn filter(&mut self, rewriter: &mut Rewriter<'_, U>);
}

/// Cuts a text into tokens.
pub trait Tokenizer<U: CodeUnit>: Send {
    /// Back to the start: another text follows.
    fn reset(&mut self);

    /// Appends tokens to the batch, from where the last call stopped, until the batch is full or the text ends; then
    /// `batch.last` is set, and `batch.trailing_gap` if positions were dropped at the end.
    fn fill(&mut self, text: &[U], batch: &mut Batch<U>);

    /// What makes the sort keys of texts, if the token of this tokenizer is a key.
    fn key_maker(&self) -> Option<Arc<KeyMaker>> {
        None
    }
}

/// Changes, adds or removes tokens.
pub trait TokenFilter<U: CodeUnit>: Send {
    /// Another text follows.
    fn reset(&mut self) {}

    /// Works over the batch in place. `batch.last` says that no more tokens follow.
    fn filter(&mut self, text: &[U], batch: &mut Batch<U>);
}

/// A built component, ready to be run over either encoding.
macro_rules! built {
    ($built:ident, $run:ident, $what:literal) => {
        #[doc = concat!("A built ", $what, ": gives running instances for either encoding.")]
        pub trait $built: Debug + Send + Sync {
            /// An instance over UTF-8.
            fn utf8(&self) -> Box<dyn $run<u8>>;
            /// An instance over UTF-16.
            fn utf16(&self) -> Box<dyn $run<u16>>;
        }

        impl<C> $built for C
        where
            C: $run<u8> + $run<u16> + Clone + Debug + Send + Sync + 'static,
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
    /// Its name in definitions, in the `unic_` spelling.
    pub type_name: &'static str,
    /// One line for the documentation.
    pub help: &'static str,
    /// The option table.
    pub options: &'static [&'static OptionSpec],
    /// Whether its type name alone names an instance with default options (ruling N3).
    pub has_default_instance: bool,
    /// Whether a `normalizer` may use it (ruling N2).
    pub fits_normalizer: bool,
    /// Changed whenever the component's tokens may change for the same options: part of the fingerprint.
    pub version: u32,
    /// How it is built.
    pub build: Build,
}

/// Builds a step of a chain from its options, and says what it noticed.
pub type BuildStep<C> = fn(&Options, &mut Warnings) -> Result<Arc<C>, BuildError>;

/// How a component is built from its options.
#[derive(Debug)]
pub enum Build {
    /// A char filter.
    CharFilter(BuildStep<dyn BuiltCharFilter>),
    /// A tokenizer.
    Tokenizer(BuildStep<dyn BuiltTokenizer>),
    /// A token filter.
    TokenFilter(BuildStep<dyn BuiltTokenFilter>),
    /// An analyzer: the links of its chain.
    Analyzer(fn(&Options) -> Vec<Link>),
}

/// One step of an analyzer's chain.
#[derive(Debug)]
pub enum Link {
    /// A component that the definition names.
    Named {
        /// The option that names it.
        option: &'static OptionSpec,
        /// What it must be.
        kind: Kind,
        /// Its name.
        name: String,
        /// Which entry of the option, from 0.
        entry: usize,
    },
    /// A component that is a part of the analyzer and is built from the options of the analyzer.
    Part {
        /// Its type.
        spec: &'static ComponentSpec,
        /// Its options.
        options: Options,
    },
}

impl Link {
    /// The links for every name in a references option.
    pub fn named(options: &Options, option: &'static OptionSpec, kind: Kind) -> impl Iterator<Item = Link> {
        let one = options.text(option).map(str::to_owned);
        let names = options.list(option).map(<[String]>::to_vec).unwrap_or_default();
        let link = move |(entry, name)| Link::Named { option, kind, name, entry };
        one.into_iter().chain(names).enumerate().map(link)
    }

    /// A part with its defaults.
    pub fn whole(spec: &'static ComponentSpec) -> Link {
        Link::part(spec, &Options::default())
    }

    /// A part built from the options in its own table.
    pub fn part(spec: &'static ComponentSpec, options: &Options) -> Link {
        let mut options = options.only(spec.options);
        options.fill_defaults(spec.options);
        Link::Part { spec, options }
    }
}

impl ComponentSpec {
    /// What it is.
    pub fn kind(&self) -> Kind {
        match self.build {
            Build::CharFilter(_) => Kind::CharFilter,
            Build::Tokenizer(_) => Kind::Tokenizer,
            Build::TokenFilter(_) => Kind::TokenFilter,
            Build::Analyzer(_) => Kind::Analyzer,
        }
    }
}
