//! A compiled analyzer: components in the order in which a text passes them.

use crate::analysis::component::{BuiltCharFilter, BuiltTokenFilter, BuiltTokenizer, ComponentSpec};
use crate::analysis::key_maker::KeyMaker;
use crate::analysis::options::{Kind, Options};
use std::sync::Arc;

/// A component in a chain, with its options.
#[derive(Debug)]
pub struct Step<C: ?Sized> {
    /// Its name in the definition.
    pub name: String,
    /// Its type.
    pub spec: &'static ComponentSpec,
    /// Its effective options.
    pub options: Options,
    /// The built component.
    pub component: Arc<C>,
}

/// What an analyzer is made of.
#[derive(Debug)]
pub struct Chain {
    /// Its name in the definition; empty when the definition gives none.
    pub name: String,
    /// [`Kind::Analyzer`] or [`Kind::Normalizer`].
    pub kind: Kind,
    /// Its type name.
    pub type_name: &'static str,
    /// Its own effective options.
    pub options: Options,
    /// Char filters, first to last.
    pub char_filters: Vec<Step<dyn BuiltCharFilter>>,
    /// The tokenizer.
    pub tokenizer: Step<dyn BuiltTokenizer>,
    /// Token filters, first to last.
    pub token_filters: Vec<Step<dyn BuiltTokenFilter>>,
    /// Limits of a text.
    pub limits: TextLimits,
}

/// What a text may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLimits {
    /// A text may grow in the char filters to this many times its length ...
    pub growth: u32,
    /// ... or to this many units, whichever is more; always below 2^31 units.
    pub filtered_length: u32,
}

impl Default for TextLimits {
    fn default() -> TextLimits {
        TextLimits { growth: 64, filtered_length: 16 << 20 }
    }
}

impl TextLimits {
    /// The longest filtered text for a text of this length, in units.
    pub fn longest(self, length: usize) -> usize {
        let grown = length.saturating_mul(self.growth as usize).max(self.filtered_length as usize);
        grown.min((1 << 31) - 1)
    }
}

/// A compiled analyzer or normalizer: immutable, cheap to clone, shared by any number of threads.
#[derive(Clone, Debug)]
pub struct Analyzer {
    chain: Arc<Chain>,
    key_maker: Option<Arc<KeyMaker>>,
}

impl Analyzer {
    /// Takes a chain whose components are built.
    pub fn new(chain: Chain) -> Analyzer {
        let key_maker = chain.tokenizer.component.utf8().key_maker();
        Analyzer { chain: Arc::new(chain), key_maker }
    }

    /// What it is made of.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// What makes the sort keys of texts, if this analyzer has any.
    pub fn key_maker(&self) -> Option<&KeyMaker> {
        self.key_maker.as_deref()
    }
}

const _: () = {
    const fn is_shareable<T: Send + Sync>() {}
    is_shareable::<Analyzer>();
};
