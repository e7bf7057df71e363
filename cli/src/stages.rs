//! The output of every stage of an analyzer for a text.

use unic_analysis::analysis::component_kind::ComponentKind;
use unic_analysis::analysis::stream::OwnedToken;
use unic_analysis::analysis::{Analyzer, OffsetUnit, TextError};

/// The output of a char filter.
#[derive(Debug)]
pub struct Filtered {
    /// The name and type of the char filter.
    pub title: Title,
    /// The text after the char filter.
    pub text: Vec<u8>,
}

/// The output of a tokenizer or token filter.
#[derive(Debug)]
pub struct Stage {
    /// The name and type of the component.
    pub title: Title,
    /// The tokens, with offsets in bytes of the original text.
    pub tokens: Vec<OwnedToken>,
}

/// The name and type of a component.
#[derive(Debug)]
pub struct Title {
    /// The kind.
    pub kind: ComponentKind,
    /// The name in the definition.
    pub name: String,
    /// The type.
    pub type_name: &'static str,
}

impl Title {
    /// The name, and the type if it differs.
    pub fn name_and_type(&self) -> String {
        if self.name == self.type_name { self.name.clone() } else { format!("{} ({})", self.name, self.type_name) }
    }
}

/// The output of the char filters of an analyzer.
pub fn filtered(analyzer: &Analyzer, text: &[u8]) -> Result<Vec<Filtered>, TextError> {
    let char_filters = analyzer.chain().char_filters.iter().enumerate();
    let stages = char_filters.map(|(at, step)| {
        let mut stream = analyzer.stream();
        stream.limit_stages(at + 1, 0);
        let title = Title { kind: ComponentKind::CharFilter, name: step.name.clone(), type_name: step.spec.type_name };
        Ok(Filtered { title, text: stream.apply_char_filters(text)?.to_vec() })
    });
    stages.collect()
}

/// The output of the tokenizer and the token filters. Runs the chain once for each of them.
pub fn stages(analyzer: &Analyzer, text: &[u8]) -> Result<Vec<Stage>, TextError> {
    let chain = analyzer.chain();
    let tokens = |token_filters: usize| {
        let mut stream = analyzer.stream();
        stream.set_offset_unit(OffsetUnit::Native);
        stream.limit_stages(chain.char_filters.len(), token_filters);
        let mut tokens = Vec::new();
        stream.analyze(text)?.for_each(|token| tokens.push(OwnedToken::from(token)))?;
        Ok(tokens)
    };
    let tokenizer = &chain.tokenizer;
    let title =
        Title { kind: ComponentKind::Tokenizer, name: tokenizer.name.clone(), type_name: tokenizer.spec.type_name };
    let mut stages = vec![Stage { title, tokens: tokens(0)? }];
    for (at, step) in chain.token_filters.iter().enumerate() {
        let title = Title { kind: ComponentKind::TokenFilter, name: step.name.clone(), type_name: step.spec.type_name };
        stages.push(Stage { title, tokens: tokens(at + 1)? });
    }
    Ok(stages)
}
