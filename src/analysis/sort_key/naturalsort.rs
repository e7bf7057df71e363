//! The options of natural sort (rulings S1 to S5): those of its own and those of collation.

use crate::analysis::build_error::{BuildError, Warnings};
use crate::analysis::key_maker::{KeyEngine, KeyMaker};
use crate::analysis::options::{FingerprintPart, OptionKind, OptionSpec, Options, joined};
use crate::analysis::sort_key::unic_collation::{self, NUMERIC, OPTIONS_BUT_LOCALE, collator, max_key_bytes, meaning};
use crate::unicode::collate::NaturalSort;

static DIGITS: OptionSpec = OptionSpec::integer(
    "digits",
    1,
    18,
    1,
    "accepted for compatibility; has no effect, since numbers of any length compare by value",
)
.with_aliases(&["digit"])
.without_effect();
static MAX_TOKENS: OptionSpec = OptionSpec::absent(
    "maxTokens",
    OptionKind::Integer { min: 1, max: i32::MAX as i64 },
    "maximum number of tokens (numbers and the text between them) in the key; absent: all",
)
.with_aliases(&["max_tokens"]);
static BUFFER_SIZE: OptionSpec = OptionSpec::integer(
    "bufferSize",
    1,
    1 << 20,
    256,
    "accepted for compatibility; has no effect, since texts are not buffered",
)
.with_aliases(&["buffer_size"])
.without_effect();

/// The option `locale` of collation; the setting `numeric` has no effect here.
static LOCALE: OptionSpec = OptionSpec {
    fingerprint: FingerprintPart::Meaning(|options| Some(meaning(options, |settings| settings.numeric = false))),
    ..unic_collation::LOCALE
};

/// The options of every component that sorts naturally.
pub static OPTIONS: [&OptionSpec; 4 + OPTIONS_BUT_LOCALE.len()] =
    joined(&[&DIGITS, &MAX_TOKENS, &BUFFER_SIZE, &LOCALE], &OPTIONS_BUT_LOCALE);

/// Creates a key maker for natural sort.
pub fn key_maker(options: &Options, warnings: &mut Warnings) -> Result<KeyMaker, BuildError> {
    let collator = collator(options, warnings)?;
    if options.has(&NUMERIC) {
        let found = "`numeric` has no effect: natural sort orders numbers by value";
        warnings.push(BuildError::wrong_value(&NUMERIC, found, ""));
    }
    let max_tokens = options.has(&MAX_TOKENS).then(|| options.length(&MAX_TOKENS));
    let natural = NaturalSort::new(collator, max_tokens);
    Ok(KeyMaker::new(KeyEngine::Natural(natural), max_key_bytes(options)))
}
