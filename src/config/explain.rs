//! The response of Elasticsearch's `_analyze` API, with its field names; with `explain`, stage by stage.

use crate::analysis::chain::Chain;
use crate::analysis::stream::StreamUnit;
use crate::analysis::{Analyzer, OffsetUnit, TextError, Token};
use crate::config::json_text::{JsonMembers, JsonText};
use crate::unicode::part::SlicePart;
use crate::unicode::text;

/// Analyses a text. Without `explain`, returns `{"tokens": [...]}`; with it, `{"detail": {...}}`, which has the text
/// after every char filter, and the tokens with all attributes after every later stage.
pub fn analyze<U: StreamUnit>(
    analyzer: &Analyzer,
    text: &[U],
    unit: OffsetUnit,
    explain: bool,
) -> Result<String, TextError> {
    let stages = Stages { analyzer, text, unit };
    let mut outcome = Ok(());
    let json = JsonText::of(|json| {
        json.object(|response| {
            outcome = if explain {
                let mut outcome = Ok(());
                response.member("detail").object(|detail| outcome = stages.write_detail(detail));
                outcome
            } else {
                stages.write_all(response.member("tokens"), short)
            };
        });
    });
    outcome.map(|()| json)
}

/// The stages of an analyzer over one text.
struct Stages<'s, U> {
    analyzer: &'s Analyzer,
    text: &'s [U],
    unit: OffsetUnit,
}

/// Writes the members of a token.
type WriteToken<U> = fn(&Token<'_, U>, &mut JsonMembers<'_>);

impl<U: StreamUnit> Stages<'_, U> {
    /// Writes the tokens of all stages.
    fn write_all(&self, json: &mut JsonText, write: WriteToken<U>) -> Result<(), TextError> {
        self.write_stage(self.analyzer.chain().token_filters.len(), json, write)
    }

    /// Writes the tokens after the tokenizer and some token filters.
    fn write_stage(&self, token_filters: usize, json: &mut JsonText, write: WriteToken<U>) -> Result<(), TextError> {
        let mut stream = self.analyzer.stream();
        stream.set_offset_unit(self.unit);
        stream.limit_stages(self.analyzer.chain().char_filters.len(), token_filters);
        let mut separator: &[u8] = b"";
        json.raw(b"[");
        stream.analyze(self.text)?.for_each(|token| {
            json.raw(separator);
            separator = b",";
            json.object(|members| write(&token, members));
        })?;
        json.raw(b"]");
        Ok(())
    }

    fn write_detail(&self, detail: &mut JsonMembers<'_>) -> Result<(), TextError> {
        let chain = self.analyzer.chain();
        let mut outcome = Ok(());
        // Writes a stage, unless an earlier one has failed.
        let mut write = |name: &str, token_filters: usize, members: &mut JsonMembers<'_>| {
            members.add("name", name);
            if outcome.is_ok() {
                outcome = self.write_stage(token_filters, members.member("tokens"), detailed);
            }
        };
        detail.add("custom_analyzer", &is_custom(chain));
        self.write_char_filters(detail.member("charfilters"))?;
        detail.member("tokenizer").object(|members| write(&chain.tokenizer.name, 0, members));
        detail.member("tokenfilters").array(chain.token_filters.iter().enumerate(), |json, (at, step)| {
            json.object(|members| write(&step.name, at + 1, members));
        });
        if !is_custom(chain) {
            detail.member("analyzer").object(|members| write(&chain.name, chain.token_filters.len(), members));
        }
        outcome
    }

    /// Writes the text after each char filter.
    fn write_char_filters(&self, json: &mut JsonText) -> Result<(), TextError> {
        let mut outcome = Ok(());
        json.array(self.analyzer.chain().char_filters.iter().enumerate(), |json, (at, step)| {
            let mut stream = self.analyzer.stream();
            stream.limit_stages(at + 1, 0);
            match stream.apply_char_filters(self.text) {
                Ok(filtered) => json.object(|members| {
                    members.add("name", &step.name);
                    members.member("filtered_text").array([filtered], |json, filtered| write_text(filtered, json));
                }),
                Err(error) => outcome = Err(error),
            }
        });
        outcome
    }
}

/// Writes units as a string, with ill-formed sequences as U+FFFD.
fn write_text<U: StreamUnit>(units: &[U], json: &mut JsonText) {
    json.value(&text::to_string(units));
}

fn is_custom(chain: &Chain) -> bool {
    chain.type_name == crate::analysis::analyzer::custom::SPEC.type_name
}

/// A token in the response without `explain`: `positionLength` only if it is not 1.
fn short<U: StreamUnit>(token: &Token<'_, U>, members: &mut JsonMembers<'_>) {
    common(token, members);
    if token.position_length != 1 {
        members.add("positionLength", &token.position_length);
    }
}

/// A token with all its attributes.
fn detailed<U: StreamUnit>(token: &Token<'_, U>, members: &mut JsonMembers<'_>) {
    let term = text::to_string(token.term);
    common(token, members);
    // As `[` and the bytes in hexadecimal digits, separated by spaces, and `]`.
    members.member("bytes").plain_string(|json| {
        json.raw(b"[");
        for (at, byte) in term.bytes().enumerate() {
            json.raw(if at > 0 { b" " } else { b"" });
            json.raw(hex(byte, &mut [0; 2]));
        }
        json.raw(b"]");
    });
    members.add("keyword", &token.keyword);
    members.add("positionLength", &token.position_length);
    if token.script != 0 {
        members.add("script", &String::from_utf8_lossy(&token.script.to_be_bytes()));
    }
}

/// A byte in hexadecimal digits, without a leading zero.
fn hex(byte: u8, buffer: &mut [u8; 2]) -> &[u8] {
    let digit = |value: u8| if value < 10 { b'0' + value } else { b'a' + value - 10 };
    *buffer = [digit(byte >> 4), digit(byte & 15)];
    if byte < 16 { buffer.part(1..) } else { buffer }
}

/// The attributes of a token that both responses have.
fn common<U: StreamUnit>(token: &Token<'_, U>, members: &mut JsonMembers<'_>) {
    write_text(token.term, members.member("token"));
    members.add("start_offset", &token.start);
    members.add("end_offset", &token.end);
    members.add("type", token.token_type.name());
    members.add("position", &token.position);
}
