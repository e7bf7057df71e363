//! `Any-X`: transforms each script run of a text with the transform from its script to X.

use super::text::{Position, Symbol, Text};
use super::touched::TouchedBuilder;
use super::two_stage::{OwnedRanges, TwoStage};
use super::{LimitReached, Loader, Run, Transform};
use crate::unicode::set::UnicodeSet;
use icu_properties::CodePointMapData;
use icu_properties::props::Script;
use once_cell::sync::Lazy;
use std::sync::Arc;

/// Scripts with wide characters; before a transform to another script, wide and narrow forms are mapped to their normal forms.
const WIDE: [Script; 5] = [Script::Bopomofo, Script::Han, Script::Hangul, Script::Hiragana, Script::Katakana];

/// Wide and narrow forms.
const WIDE_FORMS: &str = "[[:dt=Nar:][:dt=Wide:]]";

/// The step that maps wide and narrow forms: its filter and its id.
const WIDTH: &str = "[[:dt=Nar:][:dt=Wide:]] nfkd";

/// The ranges of each script by its number: 0 for Common and Inherited, then in the order of [`super::registry::scripts`], then the
/// unknown one.
fn ranges_by_script() -> Vec<Vec<(u32, u32)>> {
    let scripts: Vec<Script> = super::registry::scripts().chain([Script::Unknown]).collect();
    let mut ranges = vec![Vec::new(); scripts.len() + 1];
    for range in CodePointMapData::<Script>::new().iter_ranges() {
        let number = scripts.iter().position(|&script| script == range.value).map_or(0, |position| position + 1);
        if let Some(ranges) = ranges.get_mut(number) {
            ranges.push((*range.range.start(), *range.range.end()));
        }
    }
    ranges
}

/// The number of each code point's script, with [`IS_WIDE`] for wide and narrow forms. A lookup takes two loads, in the trie of
/// properties up to five.
static SCRIPTS: Lazy<TwoStage<u16>> = Lazy::new(|| {
    let wide: Vec<_> = UnicodeSet::parse(WIDE_FORMS).unwrap_or_default().ranges().collect();
    let scripts = ranges_by_script();
    let mut owned = OwnedRanges::default();
    for (value, ranges) in (1..).zip(scripts.iter().skip(1)).chain([(IS_WIDE, &wide)]) {
        for &(low, high) in ranges {
            owned.add(low, high, value);
        }
    }
    owned.build(&mut |values| Some(values.iter().fold(0, |all, value| all | value))).unwrap_or_default()
});

/// The bit of wide and narrow forms in [`SCRIPTS`].
const IS_WIDE: u16 = 1 << 15;

/// `Any-X`: the transforms from all source scripts to one target.
#[derive(Debug)]
pub(super) struct AnyTransform {
    /// By the number of the source script; none from the target's script. The step for wide and narrow forms precedes each of them.
    by_script: Vec<Option<Arc<Transform>>>,
    /// Maps wide and narrow forms in runs of the target script, of no script, and of scripts without a transform to the target.
    width: Option<Arc<Transform>>,
}

impl AnyTransform {
    /// Loads the transforms to a target (`Latin/BGN`), including those that go through Latin.
    pub(super) fn load(target: &str, script: Script, loader: &Loader) -> AnyTransform {
        Lazy::force(&SCRIPTS); // no text builds it
        let width = if WIDE.contains(&script) { None } else { loader.compound(WIDTH, super::Direction::Forward).ok() };
        let mut by_script = Vec::new();
        for source in super::registry::scripts() {
            if source == script {
                by_script.push(None);
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
            by_script.push(found.ok());
        }
        AnyTransform { by_script, width }
    }

    /// The code points that the transform of a run may change; a run consists of characters of its script, of Common and of Inherited.
    pub(super) fn touched(&self) -> TouchedBuilder {
        let mut all = TouchedBuilder::none();
        self.by_script.iter().flatten().chain(&self.width).for_each(|transform| all.add(&transform.touched));
        let all = all.build();
        let mut touched = TouchedBuilder::none();
        for (script, ranges) in (0..).zip(&ranges_by_script()) {
            if script == 0 {
                touched.add_within(&all, ranges);
            }
            for transform in self.of_script(script).into_iter().chain(&self.width) {
                touched.add_within(&transform.touched, ranges);
            }
        }
        touched
    }

    /// The code points of which a text that changes has one at least: those of scripts with a transform, and wide and narrow forms.
    pub(super) fn triggers(&self) -> TouchedBuilder {
        let scripts = ranges_by_script();
        let with_transform = (0..).zip(&scripts).filter(|&(script, _)| self.of_script(script).is_some());
        let mut triggers = TouchedBuilder::of_ranges(with_transform.flat_map(|(_, ranges)| ranges.iter().copied()));
        self.width.iter().for_each(|width| triggers.add(&width.touched));
        triggers
    }

    /// The transform from a script, if there is one; 0 is no script.
    fn of_script(&self, script: u16) -> Option<&Arc<Transform>> {
        self.by_script.get(usize::from(script.checked_sub(1)?)).and_then(Option::as_ref)
    }

    /// Transforms a range run by run. A run consists of one script and all adjacent characters of Common and Inherited, so that
    /// characters of Common and Inherited between two runs belong to both (as in ICU).
    pub(super) fn transform<S: Symbol>(
        &self,
        text: &mut Text<S>,
        at: &mut Position,
        run: &mut Run<S>,
    ) -> Result<(), LimitReached> {
        let scripts = &*SCRIPTS;
        let value_at = |text: &Text<S>, index: usize| text.get(index).map_or(0, |c| scripts.get(c));
        let (first, mut last) = (at.start, at.limit);
        let mut limit = at.context_start;
        while limit < at.context_limit {
            // The values of the run, combined.
            let mut seen = 0;
            let mut start = limit;
            while start > at.context_start {
                let value = value_at(text, start - 1);
                if value & !IS_WIDE != 0 {
                    break;
                }
                seen |= value;
                start -= 1;
            }
            let mut script = 0;
            while limit < at.context_limit {
                let value = value_at(text, limit);
                match value & !IS_WIDE {
                    0 => {}
                    next if script == 0 || next == script => script = next,
                    _ => break,
                }
                seen |= value;
                limit += 1;
            }
            if limit <= first {
                continue;
            }
            let start = first.max(start);
            (at.start, at.limit) = (start, last.min(limit));
            let before = at.limit;
            if let Some(width) = self.width.as_ref().filter(|_| seen & IS_WIDE != 0) {
                width.transform_filtered(text, at, run)?;
                at.start = start;
            }
            if let Some(transform) = self.of_script(script) {
                transform.transform_filtered(text, at, run)?;
            }
            last = last + at.limit - before;
            limit = limit + at.limit - before;
            if limit >= last {
                break;
            }
        }
        at.limit = last;
        at.start = last;
        Ok(())
    }
}
