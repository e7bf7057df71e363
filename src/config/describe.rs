//! The description of an analyzer as JSON: every component with its effective options.

use crate::analysis::Analyzer;
use crate::analysis::chain::ChainComponent;
use crate::analysis::options::{OptionValue, Options};
use crate::config::json_text::{JsonMembers, JsonText};
use crate::unicode::version;

/// The effective configuration of an analyzer.
pub fn describe(analyzer: &Analyzer) -> String {
    let chain = analyzer.chain();
    JsonText::of(|text| {
        text.object(|members| {
            members.add("name", &chain.name);
            members.add("kind", chain.kind.section());
            members.add("type", chain.type_name);
            members.add("position_increment_gap", &chain.position_increment_gap());
            members
                .member("char_filters")
                .array(&chain.char_filters, |text, filter| text.object(|members| step(filter, members)));
            members.member("tokenizer").object(|members| step(&chain.tokenizer, members));
            members
                .member("token_filters")
                .array(&chain.token_filters, |text, filter| text.object(|members| step(filter, members)));
            members.add("fingerprint", &analyzer.fingerprint());
            members.add("unicode_version", version::UNICODE);
            members.add("cldr_version", version::CLDR);
        });
    })
}

fn step<C: ?Sized>(step: &ChainComponent<C>, members: &mut JsonMembers<'_>) {
    members.add("name", &step.name);
    members.add("type", step.spec.type_name);
    members.member("options").object(|members| options(&step.options, members));
}

fn options(options: &Options, members: &mut JsonMembers<'_>) {
    options.iter().for_each(|(name, value)| option(value, members.member(name)));
}

fn option(value: &OptionValue, text: &mut JsonText) {
    match value {
        OptionValue::Integer(value) => text.value(value),
        OptionValue::Boolean(value) => text.value(value),
        OptionValue::Text(value) => text.value(value),
        OptionValue::List(entries) => text.array(entries, |text, entry| text.value(entry)),
        OptionValue::Rules(rules) if rules.files.is_empty() => text.value(&rules.text),
        OptionValue::Rules(rules) => text.object(|members| {
            members.member("files").array(&rules.files, |text, (name, _)| text.value(name));
        }),
        OptionValue::File { name, lines } => text.object(|members| {
            members.add("file", name);
            members.add("lines", &lines.len());
        }),
        OptionValue::Scripts(texts) => text.object(|members| {
            for (at, first) in texts.iter().enumerate() {
                if texts.iter().take(at).any(|earlier| earlier.script == first.script) {
                    continue;
                }
                // Of several entries for a script, the last one counts.
                let last = texts.iter().rev().find(|later| later.script == first.script).unwrap_or(first);
                let source = if last.file.is_empty() { last.text.as_deref().unwrap_or_default() } else { &last.file };
                members.add(&first.script, source);
            }
        }),
    }
}
