//! Offsets of transforms compared with a reference: a text of pieces, which a match joins (ruling U7a).
//!
//! The reference does not parse rule text. It has each rule as a value, tries all rules at the cursor, and stores the
//! text as pieces in the order of the source, each with its range of the source and its characters.

use proptest::prelude::*;
use std::ops::Range;
use unic_analysis::unicode::rule_text::Limits;
use unic_analysis::unicode::transform::{ChangedPiece, Direction, Runner, Transform};

/// One character of a pattern: a set of characters, or its complement.
#[derive(Clone, Debug)]
struct Class {
    members: Vec<char>,
    inverted: bool,
}

impl Class {
    fn matches(&self, c: char) -> bool {
        self.members.contains(&c) != self.inverted
    }

    fn written(&self) -> String {
        let members: String = self.members.iter().collect();
        // U+FFFF in a set matches the ends of the text.
        if self.inverted { format!("[[^{members}]-[\\uFFFF]]") } else { format!("[{members}]") }
    }
}

/// `ante { key } post > before | after;`
#[derive(Clone, Debug)]
struct Rule {
    ante: Vec<Class>,
    key: Vec<Class>,
    post: Vec<Class>,
    before: Vec<char>,
    after: Vec<char>,
}

impl Rule {
    fn written(&self) -> String {
        let classes = |classes: &[Class]| classes.iter().map(Class::written).collect::<String>();
        let text = |text: &[char]| text.iter().collect::<String>();
        let (ante, key, post) = (classes(&self.ante), classes(&self.key), classes(&self.post));
        format!("{ante} {{ {key} }} {post} > {} | {};\n", text(&self.before), text(&self.after))
    }
}

/// A step of a list.
#[derive(Clone, Debug)]
enum Step {
    Rules(Vec<Rule>),
    Upper,
    Remove(char),
}

#[derive(Clone, Debug, PartialEq)]
struct Piece {
    source: Range<usize>,
    text: Vec<char>,
}

#[derive(Debug)]
struct Reference {
    pieces: Vec<Piece>,
}

impl Reference {
    fn new(text: &[char]) -> Reference {
        let piece = |(at, &c): (usize, &char)| Piece { source: at..at + 1, text: vec![c] };
        Reference { pieces: text.iter().enumerate().map(piece).collect() }
    }

    fn text(&self) -> Vec<char> {
        self.pieces.iter().flat_map(|piece| piece.text.iter().copied()).collect()
    }

    /// The index of the piece that contains a character of the text, and the offset within the piece.
    fn find(&self, mut at: usize) -> (usize, usize) {
        for (number, piece) in self.pieces.iter().enumerate() {
            if at < piece.text.len() {
                return (number, at);
            }
            at -= piece.text.len();
        }
        panic!("after the end of the text");
    }

    /// A match that is not empty joins the pieces of its characters, and empty pieces between them.
    fn replace(&mut self, matched: Range<usize>, by: &[char]) {
        let ((first, before), (last, end)) = (self.find(matched.start), self.find(matched.end - 1));
        let joined = self.pieces[first..=last].to_vec();
        let mut text = joined[0].text[..before].to_vec();
        text.extend_from_slice(by);
        text.extend_from_slice(&joined[last - first].text[end + 1..]);
        let source = joined[0].source.start..joined[last - first].source.end;
        self.pieces.splice(first..=last, [Piece { source, text }]);
    }

    /// Applies a pass of rules; `None` if it does not terminate.
    fn apply(&mut self, rules: &[Rule]) -> Option<()> {
        let mut cursor = 0;
        let most = 8 * self.text().len();
        for _ in 0..=most {
            let text = self.text();
            if cursor == text.len() {
                return Some(());
            }
            let fits = |classes: &[Class], at: usize| {
                let part = text.get(at..at + classes.len());
                part.is_some_and(|part| classes.iter().zip(part).all(|(class, &c)| class.matches(c)))
            };
            let rule = rules.iter().find(|rule| {
                let ante = cursor.checked_sub(rule.ante.len());
                let post = cursor + rule.key.len();
                ante.is_some_and(|at| fits(&rule.ante, at)) && fits(&rule.key, cursor) && fits(&rule.post, post)
            });
            match rule {
                Some(rule) => {
                    let by = [rule.before.as_slice(), &rule.after].concat();
                    self.replace(cursor..cursor + rule.key.len(), &by);
                    cursor += rule.before.len();
                }
                None => cursor += 1,
            }
        }
        None
    }

    fn step(&mut self, step: &Step) -> Option<()> {
        match step {
            Step::Rules(rules) => return self.apply(rules),
            Step::Upper => {
                let text = self.pieces.iter_mut().flat_map(|piece| &mut piece.text);
                text.for_each(|c| c.make_ascii_uppercase());
            }
            Step::Remove(c) => self.pieces.iter_mut().for_each(|piece| piece.text.retain(|kept| kept != c)),
        }
        Some(())
    }

    /// The pieces whose text differs from the source. Adjacent empty pieces are one.
    fn changed(&self, source: &[char]) -> Vec<ChangedPiece> {
        let mut changed: Vec<ChangedPiece> = Vec::new();
        let (mut at, mut last_is_empty) = (0, false);
        for piece in &self.pieces {
            let (start, end) = (at, at + piece.text.len());
            at = end;
            let Range { start: source_start, end: source_end } = piece.source;
            if last_is_empty && piece.text.is_empty() {
                changed.last_mut().expect("a piece").source_end = source_end;
            } else if piece.text != source[piece.source.clone()] {
                changed.push(ChangedPiece { source_start, source_end, result_start: start, result_end: end });
            }
            last_is_empty = piece.text.is_empty();
        }
        changed
    }
}

const LETTERS: [char; 7] = ['a', 'b', 'c', 'x', 'A', '日', '😀'];

fn class() -> impl Strategy<Value = Class> {
    let members = prop::collection::vec(prop::sample::select(&LETTERS[..]), 1..4);
    (members, 0..5).prop_map(|(members, inverted)| Class { members, inverted: inverted == 0 })
}

fn rule() -> impl Strategy<Value = Rule> {
    let classes = |least| prop::collection::vec(class(), least..3);
    let output = || prop::collection::vec(prop::sample::select(&LETTERS[..]), 0..3);
    (classes(0), classes(1), classes(0), output(), output()).prop_map(|(ante, key, post, before, after)| Rule {
        ante,
        key,
        post,
        before,
        after,
    })
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => prop::collection::vec(rule(), 1..5).prop_map(Step::Rules),
        1 => Just(Step::Upper),
        1 => prop::sample::select(&LETTERS[..]).prop_map(Step::Remove),
    ]
}

fn written(steps: &[Step]) -> String {
    let written = |step: &Step| match step {
        // Passes are separated by an id, and ids by rules: the filter of the first id of a block applies to the block.
        Step::Rules(rules) => format!(":: Null;\n{}:: Null;\n", rules.iter().map(Rule::written).collect::<String>()),
        Step::Upper => ":: Upper;\n1 > 1;\n".to_owned(),
        Step::Remove(c) => format!(":: [{c}] Remove;\n1 > 1;\n"),
    };
    steps.iter().map(written).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn pieces_are_those_of_the_reference(
        steps in prop::collection::vec(step(), 1..4),
        text in prop::collection::vec(prop::sample::select(&LETTERS[..]), 0..12),
    ) {
        // Rules that mask each other are rejected.
        let Ok(by) = Transform::from_rules(&written(&steps), Direction::Forward, &Limits::default()) else {
            return Ok(());
        };
        let mut reference = Reference::new(&text);
        if steps.iter().try_for_each(|step| reference.step(step)).is_none() {
            return Ok(()); // rules that do not terminate
        }
        let narrow: String = text.iter().collect();
        let wide: Vec<u16> = narrow.encode_utf16().collect();
        let mut runner = Runner::default();
        prop_assert!(runner.transform_with_pieces(&by, narrow.as_bytes()).is_ok());
        let mut result = Vec::new();
        runner.write(narrow.as_bytes(), |part: &[u8]| result.extend_from_slice(part));
        prop_assert_eq!(String::from_utf8_lossy(&result), reference.text().iter().collect::<String>());
        prop_assert_eq!(runner.pieces(), reference.changed(&text));
        prop_assert!(runner.transform_with_pieces(&by, &wide).is_ok());
        prop_assert_eq!(runner.pieces(), reference.changed(&text));
    }
}
