//! Transforms by id and by rules: rejected or accepted, and their results (`Transforms.java`).

use crate::components::Components;
use crate::{Kind, Verdict};
use unic_analysis::unicode::rule_text::Limits;
use unic_analysis::unicode::transform::{Direction, Runner, Transform, TransformError};

#[derive(Default)]
pub(crate) struct Transforms {
    transform: Option<Result<Transform, TransformError>>,
    runner: Runner,
    repeats_half_a_character: bool,
    /// The rules of the row set the variable range after other statements, or have several passes.
    changes_the_range: bool,
    /// A variable of the rules has a segment.
    has_variable_segments: bool,
    components: Option<Components>,
}

fn dir(forward: &str) -> &'static str {
    if forward == "true" { "forward" } else { "reverse" }
}

const HALF: &str = "ICU takes a half of a supplementary character that ends an ante context, comes before a set in one, or has a quantifier";

const RANGE: &str = "ICU forgets `use variable range` after the first pass, and applies it to rules before it";

const STALE: &str = "ICU never forgets what a segment of a variable matched, also in earlier texts";

/// Whether a definition of a variable contains a parenthesis.
fn has_variable_segments(rules: &str) -> bool {
    let is_definition = |rule: &&str| rule.trim_start().starts_with('$') && !rule.contains(['>', '<', '→', '←', '↔']);
    rules.split(';').filter(is_definition).any(|rule| rule.contains('(') && rule.contains('='))
}

/// Whether a supplementary character precedes `{`, a set, a quantifier, or the end of a segment.
fn has_half_a_character(rules: &str) -> bool {
    // Also as an escape, or as two.
    let is_last = |part: &str, digits: usize| {
        let escape = part.as_bytes().get(..digits).is_some_and(|escape| escape.iter().all(u8::is_ascii_hexdigit));
        escape && part[digits..].trim_start().starts_with(['{', '*', '+', '?'])
    };
    let is_half = |part: &str| part.starts_with(['D', 'd']) && is_last(part, 4);
    if rules.split("\\u").any(is_half) || rules.split("\\U").any(|part| is_last(part, 8)) {
        return true;
    }
    let mut last = ' ';
    // Property queries are sets.
    let rules = rules.replace("\\p{", "[").replace("\\P{", "[");
    rules.chars().filter(|c| !c.is_whitespace()).any(|c| {
        let found = last > '\u{FFFF}' && matches!(c, '{' | '*' | '+' | '?' | ')' | '.' | '[');
        last = c;
        found
    })
}

impl Kind for Transforms {
    fn row(&mut self, fields: &[&str]) -> Verdict {
        let direction = |forward| if forward == "true" { Direction::Forward } else { Direction::Reverse };
        match *fields {
            ["id", forward, id, answer, _] => {
                let opened = self.transform.insert(Transform::new(id, direction(forward)));
                self.components =
                    opened.is_ok().then(|| Components::filters("unic_transform", &[("id", id), ("dir", dir(forward))]));
                Verdict::of_refusal(opened, answer)
            }
            ["rules", forward, rules, answer, message] => {
                let read = self.transform.insert(Transform::from_rules(rules, direction(forward), &Limits::default()));
                self.components = read
                    .is_ok()
                    .then(|| Components::filters("unic_transform", &[("rules", rules), ("dir", dir(forward))]));
                self.changes_the_range =
                    rules.rfind("use variable range").is_some_and(|at| at > 0 || rules.contains("::"));
                self.repeats_half_a_character = has_half_a_character(rules);
                self.has_variable_segments = has_variable_segments(rules);
                let found = read.as_ref().err().map(ToString::to_string).unwrap_or_default();
                match Verdict::of_refusal(read, answer) {
                    Verdict::Different(_) if message.starts_with("IndexOutOfBounds") => Verdict::Stated(RANGE),
                    // ICU fails without a message on a segment after a late `use variable range`.
                    Verdict::Different(_) if self.changes_the_range && message == "RuntimeException null" => {
                        Verdict::Stated(RANGE)
                    }
                    Verdict::Different(_) if found.contains("a reference to itself") => {
                        Verdict::Stated("a segment that holds a reference to itself is refused")
                    }
                    // A rule of a later pass with a variable of the range, which ICU has reset.
                    Verdict::Different(_)
                        if rules.contains("use variable range")
                            && (found.contains("has syntax of the other")
                                || found.contains("is in the variable range")) =>
                    {
                        Verdict::Stated(RANGE)
                    }
                    Verdict::Different(_) if self.repeats_half_a_character => Verdict::Stated(HALF),
                    Verdict::Different(_) if rules.ends_with('\\') => {
                        Verdict::Stated("ICU4J drops a backslash at the end of the rules")
                    }
                    verdict => verdict,
                }
            }
            ["by id" | "by rules", text, expected] => match &self.transform {
                Some(Ok(transform)) => {
                    let Some(found) = in_both_encodings(&mut self.runner, transform, text) else {
                        return if expected == crate::FAILED {
                            Verdict::Same
                        } else {
                            Verdict::Stated("a limit here, a text that ICU leaves half done")
                        };
                    };
                    match Verdict::of(&found, expected) {
                        Verdict::Different(_) if expected == "!half" => Verdict::Stated(HALF),
                        Verdict::Different(_) if self.repeats_half_a_character => Verdict::Stated(HALF),
                        Verdict::Different(_) if self.changes_the_range => Verdict::Stated(RANGE),
                        Verdict::Different(_) if self.has_variable_segments => Verdict::Stated(STALE),
                        Verdict::Same => {
                            let problem = self.components.as_mut().and_then(|all| all.difference(text, expected));
                            problem.map_or(Verdict::Same, Verdict::Different)
                        }
                        verdict => verdict,
                    }
                }
                _ => Verdict::Skipped,
            },
            _ => panic!("a row of no known kind"),
        }
    }

    fn row_again(&mut self, fields: &[&str], answer: &str) -> Option<Verdict> {
        let (verdict, before) = match *fields {
            ["id", forward, id, before, message] => (self.row(&["id", forward, id, answer, message]), before),
            [kind, text, before] => (self.row(&[kind, text, answer]), before),
            _ => return None,
        };
        Some(match verdict {
            Verdict::Same if answer != before => {
                Verdict::Stated("ICU's result depends on the ids that the process has requested")
            }
            verdict => verdict,
        })
    }
}

/// The result; `None` for a limit.
fn in_both_encodings(runner: &mut Runner, transform: &Transform, text: &str) -> Option<String> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let wide = runner.transform(transform, &units);
    let mut from_utf16: Vec<u16> = Vec::new();
    runner.write(&units, |units| from_utf16.extend_from_slice(units));
    let narrow = runner.transform(transform, text.as_bytes());
    if wide.is_err() && narrow.is_err() {
        return None;
    }
    let mut from_utf8: Vec<u8> = Vec::new();
    runner.write(text.as_bytes(), |units| from_utf8.extend_from_slice(units));
    let (wide, narrow) = (String::from_utf16_lossy(&from_utf16), String::from_utf8_lossy(&from_utf8).into_owned());
    Some(if wide == narrow { wide } else { format!("UTF-8 {narrow} UTF-16 {wide}") })
}
