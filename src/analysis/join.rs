//! Analyzers from components of other analyzers: nothing is compiled, and no file is read.

use crate::analysis::analyzer::custom;
use crate::analysis::chain::{Analyzer, Chain, ChainComponent};
use crate::analysis::char_filter::html_strip;
use crate::analysis::component::BuiltTokenizer;
use crate::analysis::component_kind::ComponentKind;
use crate::analysis::options::Options;
use crate::analysis::tokenizer::keyword;
use std::sync::Arc;

impl Analyzer {
    /// The analyzer with the char filters of some analyzers, the tokenizer of one (with its limits), and the token
    /// filters of some. A host that gets components one by one compiles each alone, and joins them when it knows the
    /// chain.
    pub fn join(char_filters: &[&Analyzer], tokenizer: &Analyzer, token_filters: &[&Analyzer]) -> Analyzer {
        Analyzer::new(Chain {
            char_filters: char_filters.iter().flat_map(|other| &other.chain().char_filters).cloned().collect(),
            tokenizer: Arc::clone(&tokenizer.chain().tokenizer),
            token_filters: token_filters.iter().flat_map(|other| &other.chain().token_filters).cloned().collect(),
            ..empty(ComponentKind::Analyzer, tokenizer)
        })
    }

    /// The normalizer for a part of a text, as in prefix and wildcard queries: the char filters, and those token
    /// filters that fit a normalizer, over the whole text as one token. A query is not markup, so `html_strip` is
    /// omitted, as in Lucene.
    pub fn normalizer(&self) -> Analyzer {
        let chain = self.chain();
        let char_filters = chain.char_filters.iter().filter(|step| step.spec.type_name != html_strip::SPEC.type_name);
        let token_filters = chain.token_filters.iter().filter(|step| step.spec.fits_normalizer);
        Analyzer::new(Chain {
            char_filters: char_filters.cloned().collect(),
            token_filters: token_filters.cloned().collect(),
            ..empty(ComponentKind::Normalizer, self)
        })
    }
}

/// A chain of the tokenizer `keyword` with the limits of an analyzer.
fn empty(kind: ComponentKind, analyzer: &Analyzer) -> Chain {
    Chain {
        name: String::new(),
        kind,
        type_name: custom::SPEC.type_name,
        options: Options::default(),
        char_filters: Vec::new(),
        tokenizer: whole_text(),
        token_filters: Vec::new(),
        limits: analyzer.chain().limits,
    }
}

fn whole_text() -> Arc<ChainComponent<dyn BuiltTokenizer>> {
    let mut options = Options::default();
    options.fill_defaults(keyword::SPEC.options);
    Arc::new(ChainComponent {
        name: keyword::SPEC.type_name.to_owned(),
        spec: &keyword::SPEC,
        options,
        component: Arc::new(keyword::KeywordTokenizer::default()),
    })
}
