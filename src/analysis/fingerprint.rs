//! The fingerprint of an analyzer: it changes whenever the analyzer's tokens or keys may change.
//!
//! Hashes a canonical form of everything that determines the tokens: versions of components and data, effective options
//! in table order, the content of files. Names, warnings, offset unit, the lenient flag, options without effect, and
//! how an option is written ([`FingerprintPart`]) are not included.

use crate::analysis::chain::{Analyzer, Chain, ChainComponent};
use crate::analysis::options::{FingerprintPart, OptionSpec, OptionValue, Options};
use crate::memory;
use crate::unicode::version;
use siphasher::sip128::{Hasher128, SipHasher13};
use std::hash::Hasher;

impl Analyzer {
    /// A short string that changes whenever this analyzer's tokens may change: `u1-` and 128 bits in hex.
    pub fn fingerprint(&self) -> String {
        fingerprint(self.chain())
    }
}

fn fingerprint(chain: &Chain) -> String {
    // The key is a constant, so that an analyzer has one fingerprint on all machines.
    let mut canonical = CanonicalHasher(SipHasher13::new_with_keys(0x756E_6963, 1));
    canonical.text(version::UNICODE);
    canonical.text(version::CLDR);
    chain.char_filters.iter().for_each(|step| canonical.step(step));
    canonical.step(&chain.tokenizer);
    chain.token_filters.iter().for_each(|step| canonical.step(step));
    let hash = canonical.0.finish128();
    format!("u1-{:016x}{:016x}", hash.h1, hash.h2)
}

struct CanonicalHasher(SipHasher13);

impl CanonicalHasher {
    /// Hashes the length first, so that different sequences of strings have different canonical forms.
    fn text(&mut self, text: &str) {
        self.0.write(&(text.len() as u64).to_le_bytes());
        self.0.write(text.as_bytes());
    }

    fn step<C: ?Sized>(&mut self, step: &ChainComponent<C>) {
        self.text(step.spec.type_name);
        self.text(step.spec.kind().section());
        self.0.write(&step.spec.version.to_le_bytes());
        self.options(step.spec.options, &step.options);
    }

    fn options(&mut self, specs: &[&OptionSpec], options: &Options) {
        for spec in specs {
            match (spec.fingerprint, options.value(spec.name)) {
                (FingerprintPart::Meaning(meaning), _) => {
                    if let Some(entries) = meaning(options) {
                        self.text(spec.name);
                        self.entries(&entries);
                    }
                }
                (FingerprintPart::Value, Some(value)) => self.option(spec.name, value),
                (
                    FingerprintPart::Entries,
                    Some(OptionValue::List(entries) | OptionValue::File { lines: entries, .. }),
                ) => {
                    let mut entries = memory::collect(entries.iter().map(String::as_str));
                    entries.sort_unstable();
                    entries.dedup();
                    self.text(spec.name);
                    self.entries(&entries);
                }
                (FingerprintPart::Entries, Some(value)) => self.option(spec.name, value),
                (FingerprintPart::Nothing | FingerprintPart::CoveredByOther, _) | (_, None) => {}
            }
        }
        // The empty string ends the options, as no option has an empty name.
        self.text("");
    }

    fn option(&mut self, name: &str, value: &OptionValue) {
        self.text(name);
        match value {
            OptionValue::Integer(value) => self.0.write(&value.to_le_bytes()),
            OptionValue::Boolean(value) => self.0.write(&[u8::from(*value)]),
            OptionValue::Text(value) => self.text(value),
            OptionValue::List(entries) => self.entries(entries),
            OptionValue::File { lines, .. } => self.entries(lines),
            OptionValue::Rules(rules) => self.text(&rules.text),
            OptionValue::Scripts(texts) => {
                self.0.write(&(texts.len() as u64).to_le_bytes());
                for text in texts {
                    self.text(&text.script);
                    // Shipped files are identified by the component's version, other files by their content.
                    self.text(text.text.as_deref().unwrap_or(&text.file));
                }
            }
        }
    }

    fn entries(&mut self, entries: &[impl AsRef<str>]) {
        self.0.write(&(entries.len() as u64).to_le_bytes());
        entries.iter().for_each(|entry| self.text(entry.as_ref()));
    }
}
