//! Char filter `mapping`: replaces strings, scanning from left to right; the longest match at each offset wins.
//! Replacements are not rescanned.
//!
//! A rule is `source => target`. White space around both is ignored; `\\`, `\n`, `\t`, `\r`, `\b`, `\f` and `\uXXXX`
//! are escapes, any other character after a backslash is literal.

use crate::analysis::build_error::{BuildError, BuildFault};
use crate::analysis::component::{Build, CharFilter, ComponentSpec};
use crate::analysis::offset_map_builder::OffsetPolicy;
use crate::analysis::options::{FingerprintPart, OptionKind, OptionSpec, Options};
use crate::analysis::rewriter::Rewriter;
use crate::memory;
use crate::unicode::java_white_space::java_trim;
use crate::unicode::quoted::quoted;
use crate::unicode::text::{CodeUnit, from_str};
use crate::unicode::trie::Trie;
use std::collections::HashSet;
use std::sync::Arc;

static MAPPINGS: OptionSpec = OptionSpec::absent("mappings", OptionKind::List, "rules of the form `source => target`")
    .with_fingerprint(FingerprintPart::Meaning(|options| {
        let mut mappings = Vec::new();
        for_each_mapping(options, |_, mapping| {
            memory::push(&mut mappings, mapping);
            Ok(())
        })
        .ok()?;
        mappings.sort_unstable();
        Some(memory::collect(mappings.into_iter().flat_map(|(source, target)| [source, target])))
    }));
static MAPPINGS_PATH: OptionSpec = OptionSpec::absent(
    "mappings_path",
    OptionKind::FileLines,
    "a file with a rule on each line; lines that start with `#` are comments",
)
.with_fingerprint(FingerprintPart::CoveredByOther);

/// The component type of the char filter `mapping`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "mapping",
    help: "replaces strings before tokenization",
    options: &[&MAPPINGS, &MAPPINGS_PATH],
    has_default_instance: false,
    fits_normalizer: true,
    version: 1,
    build: Build::CharFilter(|options, _| Ok(Arc::new(MappingCharFilter { rules: Arc::new(build(options)?) }))),
};

fn build(options: &Options) -> Result<MappingRules, BuildError> {
    let mut sources = Vec::new();
    let mut targets = Vec::new();
    let mut seen = HashSet::new();
    for_each_mapping(options, |option, (source, target)| {
        memory::reserve(&mut seen, 1);
        if !seen.insert(memory::copied(&source)) {
            let found = format!("{} is mapped twice", quoted(&source));
            return Err(BuildError::wrong_value(option, found, "each source once"));
        }
        memory::push(&mut sources, source);
        memory::push(&mut targets, target);
        Ok(())
    })?;
    if !options.has(&MAPPINGS) && !options.has(&MAPPINGS_PATH) {
        let missing = BuildError::wrong_value(&MAPPINGS, "no mappings are given", "`mappings` or `mappings_path`");
        return Err(BuildError { option: None, ..missing });
    }
    Ok(MappingRules {
        utf8: CompiledMappings::new(&sources, &targets),
        utf16: CompiledMappings::new(&sources, &targets),
    })
}

/// Parses the rules of the list and of the file.
fn for_each_mapping(
    options: &Options,
    mut take: impl FnMut(&'static OptionSpec, (String, String)) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    for (option, is_file) in [(&MAPPINGS, false), (&MAPPINGS_PATH, true)] {
        for (entry, line) in options.entries(option).iter().enumerate() {
            if is_file && (line.starts_with('#') || java_trim(line).is_empty()) {
                continue;
            }
            parse(option, line).and_then(|mapping| take(option, mapping)).map_err(|error| error.at_entry(entry))?;
        }
    }
    Ok(())
}

/// Parses one rule.
fn parse(option: &'static OptionSpec, rule: &str) -> Result<(String, String), BuildError> {
    const ALLOWED: &str = "a rule like `source => target`";
    let Some((source, target)) = rule.rsplit_once("=>") else {
        return Err(BuildError::wrong_value(option, format!("{} has no `=>`", quoted(rule)), ALLOWED)
            .with_fault(BuildFault::Syntax));
    };
    let unescaped = |part: &str| {
        unescape(java_trim(part)).ok_or_else(|| {
            let found = format!("{} has an invalid escape sequence", quoted(rule));
            BuildError::wrong_value(option, found, r"\\ \n \t \r \b \f \uXXXX").with_fault(BuildFault::Syntax)
        })
    };
    let (source, target) = (unescaped(source)?, unescaped(target)?);
    if source.is_empty() {
        return Err(BuildError::wrong_value(option, format!("{} maps the empty string", quoted(rule)), ALLOWED));
    }
    Ok((source, target))
}

/// Resolves escapes; `None` if one is incomplete or encodes an unpaired surrogate.
fn unescape(text: &str) -> Option<String> {
    let mut units: Vec<u16> = Vec::new();
    memory::reserve(&mut units, text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let c = if c != '\\' {
            c
        } else {
            match rest.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' => '\u{8}',
                'f' => '\u{C}',
                'u' => {
                    let digits: String = rest.by_ref().take(4).filter(char::is_ascii_hexdigit).collect();
                    units.push(u16::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4)?);
                    continue;
                }
                other => other,
            }
        };
        units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
    }
    let mut unescaped = String::new();
    memory::reserve(&mut unescaped, text.len());
    for c in char::decode_utf16(units) {
        memory::push_str(&mut unescaped, c.ok()?.encode_utf8(&mut [0; 4]));
    }
    Some(unescaped)
}

/// The compiled rules in one encoding.
#[derive(Debug)]
struct CompiledMappings<U> {
    sources: Trie<U>,
    targets: Vec<Vec<U>>,
}

impl<U: CodeUnit> CompiledMappings<U> {
    fn new(sources: &[String], targets: &[String]) -> CompiledMappings<U> {
        let units = |texts: &[String]| memory::collect(texts.iter().map(|text| from_str(text)));
        CompiledMappings { sources: Trie::new(&units(sources)), targets: units(targets) }
    }

    fn filter(&self, rewriter: &mut Rewriter<'_, U>) {
        let text = rewriter.source();
        let mut candidates = self.sources.candidates(text);
        let mut from = 0;
        let mut kept = 0;
        while let Some(at) = candidates.next_from(from) {
            let Some((number, length)) = text.get(at..).and_then(|rest| self.sources.longest(rest)) else {
                from = at + 1;
                continue;
            };
            rewriter.keep(at - kept);
            let target = self.targets.get(number as usize).map_or(&[][..], Vec::as_slice);
            rewriter.replace(length, target, OffsetPolicy::AlignStart);
            from = at + length;
            kept = from;
            if rewriter.has_failed() {
                return;
            }
        }
    }
}

#[derive(Debug)]
struct MappingRules {
    utf8: CompiledMappings<u8>,
    utf16: CompiledMappings<u16>,
}

/// The char filter `mapping`.
#[derive(Clone, Debug)]
pub struct MappingCharFilter {
    rules: Arc<MappingRules>,
}

impl CharFilter<u8> for MappingCharFilter {
    fn filter(&mut self, rewriter: &mut Rewriter<'_, u8>) {
        self.rules.utf8.filter(rewriter);
    }
}

impl CharFilter<u16> for MappingCharFilter {
    fn filter(&mut self, rewriter: &mut Rewriter<'_, u16>) {
        self.rules.utf16.filter(rewriter);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_the_engine_reads_them() {
        let rule = |rule: &str| parse(&MAPPINGS, rule).ok();
        let pair = |source: &str, target: &str| Some((source.to_owned(), target.to_owned()));
        assert_eq!(rule("ph => f"), pair("ph", "f"));
        assert_eq!(rule(r"\u0020=>_"), pair(" ", "_"));
        assert_eq!(rule(r"\uD83D\uDE00 => :-\)"), pair("😀", ":-)"));
        assert_eq!(rule("a => b => c"), pair("a => b", "c"));
        assert_eq!(rule("a =>"), pair("a", ""));
        for bad in ["a", "=> b", r"a\ => b\", r"\u12 => x", r"\uD83D => x"] {
            assert_eq!(rule(bad), None, "{bad}");
        }
    }
}
