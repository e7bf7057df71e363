//! What every stage of an analyzer makes of a text.

use unic_analysis::analysis::options::Kind;
use unic_analysis::analysis::stream::OwnedToken;
use unic_analysis::analysis::{Analyzer, OffsetUnit, TextError};

/// A stage that changes the text.
#[derive(Debug)]
pub struct Filtered {
    /// `char filter NAME`.
    pub title: Title,
    /// The text after it.
    pub text: Vec<u8>,
}

/// A stage that puts out tokens.
#[derive(Debug)]
pub struct Stage {
    /// Which one.
    pub title: Title,
    /// Its tokens, offsets in bytes of the original text.
    pub tokens: Vec<OwnedToken>,
}

/// What a stage is called.
#[derive(Debug)]
pub struct Title {
    /// What it is.
    pub kind: Kind,
    /// Its name in the definition.
    pub name: String,
    /// Its type.
    pub type_name: &'static str,
}

impl Title {
    /// The name, and the type when the name does not say it.
    pub fn name_and_type(&self) -> String {
        if self.name == self.type_name { self.name.clone() } else { format!("{} ({})", self.name, self.type_name) }
    }
}

/// The char filters of an analyzer at work.
pub fn filtered(analyzer: &Analyzer, text: &[u8]) -> Result<Vec<Filtered>, TextError> {
    let stage = |(at, step): (usize, &unic_analysis::analysis::chain::Step<_>)| {
        let mut stream = analyzer.stream();
        stream.run_only(at + 1, 0);
        let title = Title { kind: Kind::CharFilter, name: step.name.clone(), type_name: step.spec.type_name };
        Ok(Filtered { title, text: stream.filter_text(text)?.to_vec() })
    };
    analyzer.chain().char_filters.iter().enumerate().map(stage).collect()
}

/// The tokenizer and the token filters at work. Runs the chain once for each of them.
pub fn stages(analyzer: &Analyzer, text: &[u8]) -> Result<Vec<Stage>, TextError> {
    let chain = analyzer.chain();
    let tokens = |token_filters: usize| {
        let mut stream = analyzer.stream();
        stream.set_offset_unit(OffsetUnit::Native);
        stream.run_only(chain.char_filters.len(), token_filters);
        let mut tokens = Vec::new();
        stream.analyze(text)?.for_each(|token| tokens.push(OwnedToken::from(token)))?;
        Ok(tokens)
    };
    let tokenizer = &chain.tokenizer;
    let title = Title { kind: Kind::Tokenizer, name: tokenizer.name.clone(), type_name: tokenizer.spec.type_name };
    let mut stages = vec![Stage { title, tokens: tokens(0)? }];
    for (at, step) in chain.token_filters.iter().enumerate() {
        let title = Title { kind: Kind::TokenFilter, name: step.name.clone(), type_name: step.spec.type_name };
        stages.push(Stage { title, tokens: tokens(at + 1)? });
    }
    Ok(stages)
}
