//! Full case mapping by the transforms of locales (`Casing.java`).

use crate::{Kind, Verdict};
use std::collections::HashMap;
use unic_analysis::unicode::transform::{Direction, Transform, TransformError, transform};

#[derive(Default)]
pub(crate) struct Casing {
    transforms: HashMap<String, Result<Transform, TransformError>>,
}

impl Casing {
    fn map(&mut self, id: &str, text: &str) -> String {
        let opened = self.transforms.entry(id.to_owned()).or_insert_with(|| Transform::new(id, Direction::Forward));
        match opened {
            Ok(opened) => transform(opened, text).unwrap_or_else(|limit| limit.to_string()),
            Err(_) => "refused".to_owned(),
        }
    }
}

impl Kind for Casing {
    fn row(&mut self, fields: &[&str]) -> Verdict {
        match fields {
            // The transforms of el and lt are rules of CLDR, which differ from ICU's string functions; hy has none.
            ["string", "el" | "el_GR" | "lt" | "lt_LT" | "hy" | "hy_AM", ..] => Verdict::Skipped,
            ["string", locale, text, lower, upper, _, folded] => {
                let expected = [*lower, *upper, *folded];
                let targets = ["Lower", "Upper", "CaseFold"];
                let found = targets.map(|target| {
                    let id = if target == "CaseFold" { target.to_owned() } else { format!("{locale}-{target}") };
                    match self.map(&id, text) {
                        refused if refused == "refused" => self.map(target, text),
                        mapped => mapped,
                    }
                });
                Verdict::of(&found.join("|"), &expected.join("|"))
            }
            ["transform", id, text, expected] => Verdict::of(&self.map(id, text), expected),
            _ => panic!("a row of no known kind"),
        }
    }
}
