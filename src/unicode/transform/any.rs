//! `Any-X`: transforms each script run of a text with the transform from its script to X.

use super::text::{Position, Symbol, Text};
use super::touched::TouchedBuilder;
use super::{LimitReached, Loader, Run, Transform};
use icu_properties::CodePointMapData;
use icu_properties::props::Script;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Scripts with wide characters; before a transform to another script, wide and narrow forms are mapped to their normal forms.
const WIDE: [Script; 5] = [Script::Bopomofo, Script::Han, Script::Hangul, Script::Hiragana, Script::Katakana];

/// The step that maps wide and narrow forms: its filter and its id.
const WIDTH: &str = "[[:dt=Nar:][:dt=Wide:]] nfkd";

/// `Any-X`: the transforms from all source scripts to one target.
#[derive(Debug)]
pub(super) struct AnyTransform {
    script: Script,
    by_script: BTreeMap<Script, Arc<Transform>>,
    /// Maps wide and narrow forms in runs of the target script, of no script, and of scripts without a transform to the target.
    width: Option<Arc<Transform>>,
}

impl AnyTransform {
    /// Loads the transforms to a target (`Latin/BGN`), including those that go through Latin.
    pub(super) fn load(target: &str, script: Script, loader: &Loader) -> AnyTransform {
        let width = if WIDE.contains(&script) { None } else { loader.compound(WIDTH, super::Direction::Forward).ok() };
        let mut by_script = BTreeMap::new();
        for source in super::registry::scripts() {
            if source == script {
                continue;
            }
            let name = super::registry::script_name(source);
            let direct = format!("{name}-{target}");
            let over_latin = format!("{name}-Latin;Latin-{target}");
            let forward = super::Direction::Forward;
            let found = loader.compound(&direct, forward).or_else(|error| match target {
                "Latin" => Err(error), // the fallback through Latin would be this transform itself
                _ => loader.compound(&over_latin, forward),
            });
            if let Ok(transform) = found {
                let transform = match &width {
                    Some(width) => Arc::new(Transform::sequence(vec![Arc::clone(width), transform])),
                    None => transform,
                };
                by_script.insert(source, transform);
            }
        }
        AnyTransform { script, by_script, width }
    }

    /// The code points that the transform of a run may change; a run consists of characters of its script, of Common and of Inherited.
    pub(super) fn touched(&self) -> TouchedBuilder {
        let mut ranges: BTreeMap<Script, Vec<(u32, u32)>> = BTreeMap::new();
        for range in CodePointMapData::<Script>::new().iter_ranges() {
            ranges.entry(range.value).or_default().push((*range.range.start(), *range.range.end()));
        }
        let mut touched = TouchedBuilder::none();
        let mut all = TouchedBuilder::none();
        self.by_script.values().chain(&self.width).for_each(|transform| all.add(&transform.touched));
        let all = all.build();
        for (&script, ranges) in &ranges {
            match (script, self.of(Some(script))) {
                (Script::Common | Script::Inherited, _) => touched.add_within(&all, ranges),
                (_, Some(transform)) => touched.add_within(&transform.touched, ranges),
                (_, None) => {}
            }
        }
        touched
    }

    fn of(&self, script: Option<Script>) -> Option<&Transform> {
        let known = script.filter(|&script| script != self.script).and_then(|script| self.by_script.get(&script));
        known.or(self.width.as_ref()).map(Arc::as_ref)
    }

    /// Transforms a range run by run. A run consists of one script and all adjacent characters of Common and Inherited, so that
    /// characters of Common and Inherited between two runs belong to both (as in ICU).
    pub(super) fn transform<S: Symbol>(
        &self,
        text: &mut Text<S>,
        at: &mut Position,
        run: &mut Run<S>,
    ) -> Result<(), LimitReached> {
        let scripts = CodePointMapData::<Script>::new();
        let script_at = |text: &Text<S>, index: usize| match text.get(index)? {
            c @ 0..0x80 => char::from_u32(c)?.is_ascii_alphabetic().then_some(Script::Latin),
            c => Some(scripts.get32(c)).filter(|&script| script != Script::Common && script != Script::Inherited),
        };
        let (first, mut last) = (at.start, at.limit);
        let mut limit = at.context_start;
        while limit < at.context_limit {
            let mut start = limit;
            while start > at.context_start && script_at(text, start - 1).is_none() {
                start -= 1;
            }
            let mut script = None;
            while limit < at.context_limit {
                match script_at(text, limit) {
                    None => {}
                    next if script.is_none() || next == script => script = next,
                    Some(_) => break,
                }
                limit += 1;
            }
            if limit <= first {
                continue;
            }
            if let Some(transform) = self.of(script) {
                at.start = first.max(start);
                at.limit = last.min(limit);
                let before = at.limit;
                transform.transform_filtered(text, at, run)?;
                last = last + at.limit - before;
                limit = limit + at.limit - before;
            }
            if limit >= last {
                break;
            }
        }
        at.limit = last;
        at.start = last;
        Ok(())
    }
}
