//! Compiled analyzers: the components of a chain, in the order in which they process a text.

use crate::analysis::component::{BuiltCharFilter, BuiltTokenFilter, BuiltTokenizer, ComponentSpec};
use crate::analysis::component_kind::ComponentKind;
use crate::analysis::key_maker::KeyMaker;
use crate::analysis::options::Options;
use crate::unicode::text::MAX_TEXT_UNITS;
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

/// A component of a chain, with its options. Chains of one definition share it.
pub struct ChainComponent<C: ?Sized> {
    /// The component's name in the definition.
    pub name: String,
    /// The component type.
    pub spec: &'static ComponentSpec,
    /// The effective options.
    pub options: Options,
    /// The built component.
    pub component: Arc<C>,
}

// Derived code would require that the component itself can be formatted, and link the code that formats all its data.
impl<C: ?Sized> Debug for ChainComponent<C> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ChainComponent { name, spec, options, component: _ } = self;
        let mut text = f.debug_struct("ChainComponent");
        text.field("name", name).field("type_name", &spec.type_name).field("options", options).finish_non_exhaustive()
    }
}

/// The parts of an analyzer.
#[derive(Debug)]
pub struct Chain {
    /// The analyzer's name in the definition; empty if it has none.
    pub name: String,
    /// [`ComponentKind::Analyzer`] or [`ComponentKind::Normalizer`].
    pub kind: ComponentKind,
    /// The type name.
    pub type_name: &'static str,
    /// The effective options of the analyzer itself.
    pub options: Options,
    /// The char filters, in order.
    pub char_filters: Vec<Arc<ChainComponent<dyn BuiltCharFilter>>>,
    /// The tokenizer.
    pub tokenizer: Arc<ChainComponent<dyn BuiltTokenizer>>,
    /// The token filters, in order.
    pub token_filters: Vec<Arc<ChainComponent<dyn BuiltTokenFilter>>>,
    /// The limits for one text.
    pub limits: TextLimits,
}

/// Limits for one text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLimits {
    /// The char filters may make a text this many times longer, or as long as `filtered_length`, whichever is more.
    pub growth: u32,
    /// The number of units up to which the char filters may always lengthen a text. The limit is always below 2^31
    /// units.
    pub filtered_length: u32,
}

impl Default for TextLimits {
    fn default() -> TextLimits {
        TextLimits { growth: 64, filtered_length: 16 << 20 }
    }
}

impl TextLimits {
    /// The maximum length of the filtered text for a text of `length` units.
    pub fn longest(self, length: usize) -> usize {
        let grown = length.saturating_mul(self.growth as usize).max(self.filtered_length as usize);
        grown.min(MAX_TEXT_UNITS)
    }
}

/// A compiled analyzer or normalizer: immutable, cheap to clone, shared by any number of threads.
#[derive(Clone, Debug)]
pub struct Analyzer {
    chain: Arc<Chain>,
    key_maker: Option<Arc<KeyMaker>>,
}

impl Analyzer {
    /// Creates an analyzer from a chain of built components.
    pub fn new(chain: Chain) -> Analyzer {
        let key_maker = chain.tokenizer.component.utf8().key_maker();
        Analyzer { chain: Arc::new(chain), key_maker }
    }

    /// The components of the analyzer.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The maker of sort keys, for analyzers that have one.
    pub fn key_maker(&self) -> Option<&KeyMaker> {
        self.key_maker.as_deref()
    }
}

const _: () = {
    const fn is_shareable<T: Send + Sync>() {}
    is_shareable::<Analyzer>();
};
