//! Splits a rule text into sections (LDML part 3, "Rule-Based Number Formatting"): it consists of statements that end
//! with `;`. A statement that starts with `%name:` starts a rule set; the others are rules of the current set.

use crate::unicode::rule_text::{RuleError, is_pattern_white_space};
use std::iter::Peekable;

/// A part of the rule text, with its offset.
#[derive(Clone, Copy)]
pub(super) struct Statement<'t> {
    pub(super) offset: usize,
    pub(super) text: &'t str,
}

/// The statements of a text: each ends with `;`; white space at the start is skipped, and empty statements are ignored.
pub(super) fn statements(text: &str) -> impl Iterator<Item = Statement<'_>> {
    let mut offset = 0;
    text.split(';').filter_map(move |part| {
        let trimmed = part.trim_start_matches(is_pattern_white_space);
        let at = offset + part.len() - trimmed.len();
        offset += part.len() + 1;
        (!trimmed.is_empty()).then_some(Statement { offset: at, text: trimmed })
    })
}

/// A rule set whose rules are not parsed yet.
pub(super) struct UnparsedRuleSet<'t> {
    pub(super) name: String,
    pub(super) is_public: bool,
    pub(super) is_readable: bool,
    pub(super) statements: Vec<Statement<'t>>,
}

/// The index of the default set: one of the conventional names, otherwise the last public one, otherwise the last one.
pub(super) fn default_set(sections: &[UnparsedRuleSet]) -> usize {
    let is_conventional = |section: &UnparsedRuleSet| {
        matches!(section.name.as_str(), "%spellout-numbering" | "%digits-ordinal" | "%duration")
    };
    let last = |wanted: &dyn Fn(&UnparsedRuleSet) -> bool| sections.iter().rposition(wanted);
    last(&is_conventional).or_else(|| last(&|section| section.is_public)).unwrap_or(sections.len() - 1)
}

const LENIENT: &str = "%%lenient-parse:";
const POST_PROCESS: &str = "%%post-process:";

/// The rule sets of the text, and its collation rules for lenient reading.
pub(super) fn sections(text: &str) -> Result<(Vec<UnparsedRuleSet<'_>>, Option<String>), RuleError> {
    let (mut sections, mut lenient) = (Vec::<UnparsedRuleSet>::new(), None);
    let mut in_lenient = false;
    let mut in_post_process = false;
    let mut statements = statements(text).peekable();
    while let Some(statement) = statements.next() {
        if !statement.text.starts_with('%') {
            if in_lenient {
                lenient.get_or_insert_with(String::new).push_str(&format!(";{}", statement.text));
            } else if in_post_process {
                // Parameters of the post-processor.
            } else if let Some(section) = sections.last_mut() {
                section.statements.push(statement);
            } else {
                let (name, statements) = ("%default".to_owned(), vec![statement]);
                sections.push(UnparsedRuleSet { name, is_public: true, is_readable: true, statements });
            }
            continue;
        }
        (in_lenient, in_post_process) = (false, false);
        if let (Some(rules), None) = (statement.text.strip_prefix(LENIENT), &lenient) {
            lenient = Some(rules.trim_start_matches(is_pattern_white_space).to_owned());
            in_lenient = true;
            continue;
        }
        // It names a Java class. ICU's data has none, and ICU4J ignores an unknown class.
        if statement.text.starts_with(POST_PROCESS) {
            in_post_process = true;
            continue;
        }
        let (name, rule) = name_and_rule(text, statement, &mut statements)?;
        let unparsed_name = name.strip_suffix("@noparse");
        sections.push(UnparsedRuleSet {
            name: unparsed_name.unwrap_or(&name).to_owned(),
            is_public: !name.starts_with("%%"),
            is_readable: unparsed_name.is_none(),
            // Unlike other empty statements, one after a name is a rule.
            statements: vec![rule],
        });
        if rule.text.is_empty() && rule.offset >= text.len() {
            return Err(RuleError::at(text, rule.offset, format!("the rule set `{name}` is empty"), "a rule"));
        }
    }
    Ok((sections, lenient))
}

/// The name of a rule set, and its first rule. The name ends with the first colon, so it may contain `;`: it then
/// continues in the statements after the one with its start.
fn name_and_rule<'t>(
    text: &str,
    statement: Statement<'t>,
    following: &mut Peekable<impl Iterator<Item = Statement<'t>>>,
) -> Result<(String, Statement<'t>), RuleError> {
    let (mut name, mut last) = (String::new(), statement);
    let rest = loop {
        if let Some((end, rest)) = last.text.split_once(':') {
            name.push_str(end);
            break rest;
        }
        name.push_str(last.text);
        name.push(';');
        let Some(next) = following.next_if(|next| !next.text.starts_with('%')) else {
            let found = format!("the name of the rule set `{}` is not closed", shortened(statement.text));
            return Err(RuleError::at(text, statement.offset, found, "`:`"));
        };
        last = next;
    };
    if name == "%" {
        return Err(RuleError::at(text, statement.offset, "a rule set without a name", "`%name:`"));
    }
    let rule = rest.trim_start_matches(is_pattern_white_space);
    Ok((name, Statement { offset: last.offset + last.text.len() - rule.len(), text: rule }))
}

/// The start of a text, for messages.
pub(super) fn shortened(text: &str) -> String {
    let end = text.char_indices().nth(40).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text).to_owned() + if end < text.len() { "…" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::spell::RuleBasedNumberFormat;

    #[test]
    fn names_end_with_the_first_colon() {
        let names = |text: &str| -> Option<Vec<String>> {
            let (sections, _) = sections(text).ok()?;
            Some(sections.into_iter().map(|section| section.name).collect())
        };
        assert_eq!(names("%a: 0: x; 1: y; %b; c:0: z;"), Some(vec!["%a".to_owned(), "%b;c".to_owned()]));
        assert_eq!(names("%a; %b: 0: x;"), None);
        assert_eq!(names("%a; b"), None);
        assert_eq!(names("%: 0: x;"), None);
        assert_eq!(names("%%: 0: x; %@noparse: 0: y;"), Some(vec!["%%".to_owned(), "%".to_owned()]));
    }

    #[test]
    fn descriptors_and_base_values_are_those_of_icu() {
        let of = |text: &str| RuleBasedNumberFormat::from_rules(text, "en");
        assert!(of("%a: :x;").is_err() && of("0: a; : b;").is_err());
        assert!(of("0: a; 10: b[c|d]; 20: e;").is_ok());
        assert!(of("0: a; 10: b[c]d|e; 20: e;").is_err() && of("0: a; 10: b|[c]d; 20: e;").is_err());
        // 10^19 overflows to a negative number.
        let format = of("0: few; 5: some; 10000000000000000000: many;").unwrap();
        assert_eq!(format.rule_sets().count(), 1);
    }
}
