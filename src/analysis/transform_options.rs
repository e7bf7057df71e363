//! Options and construction that the char filter and the token filter `unic_transform` share.

use crate::analysis::build_error::{BuildError, BuildFault};
use crate::analysis::normalization;
use crate::analysis::options::{FingerprintPart, OptionDefault, OptionKind, OptionSpec, Options};
use crate::unicode::rule_text::{Limits, is_pattern_white_space};
use crate::unicode::transform::{Direction, Transform, TransformError};
use std::sync::Arc;

/// The option `id`.
pub static ID: OptionSpec = OptionSpec::text(
    "id",
    "Null",
    "a transform id or a list of them: `Any-Latin`, `NFD; [:Nonspacing Mark:] Remove; NFC`; with `rules` only a label",
)
.with_fingerprint(FingerprintPart::Meaning(|options| {
    let id = options.text_with_default(&ID);
    // Case and white space count in sets alone, which contain a bracket or a backslash.
    let is_plain = !id.contains(['[', '\\']);
    let plain = || id.chars().filter(|&c| !is_pattern_white_space(c)).collect::<String>().to_ascii_lowercase();
    (!options.has(&RULES)).then(|| vec![if is_plain { plain() } else { id.to_owned() }])
}));

/// The option `dir`.
pub static DIR: OptionSpec = OptionSpec {
    name: "dir",
    aliases: &["direction"],
    kind: OptionKind::Choice(&["forward", "reverse"]),
    default: OptionDefault::Text("forward"),
    help: "`reverse`: the inverse transform",
    fingerprint: FingerprintPart::Value,
};

/// The option `rules`.
pub static RULES: OptionSpec = OptionSpec::absent(
    "rules",
    OptionKind::RuleText,
    "transform rules (LDML part 2), used instead of a built-in transform",
)
.with_aliases(&["ruleset"]);

/// The option `unicode_set_filter`.
pub static UNICODE_SET_FILTER: OptionSpec = OptionSpec {
    help: "a UnicodeSet: only its characters are transformed; the others are context for rules",
    ..normalization::UNICODE_SET_FILTER
};

/// Builds the transform that the options describe.
pub fn build(options: &Options) -> Result<Arc<Transform>, BuildError> {
    let direction = if options.text(&DIR) == Some("reverse") { Direction::Reverse } else { Direction::Forward };
    let transform = match options.rules(&RULES) {
        Some(rules) => {
            Transform::from_rules(&rules.text, direction, &Limits::default()).map_err(|error| match error {
                TransformError::Rules(error) => BuildError::in_rule_text(&RULES, rules, &error),
                other => BuildError::wrong_value(&RULES, other.to_string(), "IDs of built-in transforms")
                    .with_fault(BuildFault::Syntax),
            })?
        }
        None => {
            let id = options.text_with_default(&ID);
            Transform::new(id, direction).map_err(|error| wrong_id(id, &error))?
        }
    };
    let filter = options.text(&UNICODE_SET_FILTER).map(normalization::parse_filter).transpose()?;
    let transform = match filter {
        Some(set) => transform.with_filter(&set),
        None => transform,
    };
    transform.prepare();
    Ok(Arc::new(transform))
}

fn wrong_id(id: &str, error: &TransformError) -> BuildError {
    let (nearest, allowed) = match error {
        TransformError::NoInverse { .. } => (None, "an id with an inverse, or `dir` `forward`"),
        _ => (Transform::nearest_id(error.unknown_id().unwrap_or(id)), "an id that `unic transforms` lists"),
    };
    let wrong = BuildError::wrong_value(&ID, error.to_string(), allowed);
    BuildError { nearest, ..wrong }
}
