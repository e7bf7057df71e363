//! `Any-X`: transforms each script run of a text with the transform from its script to X.

use super::error::LimitReached;
use super::gap_buffer::{GapBuffer, Symbol, TransformPosition};
use super::run_buffers::RunBuffers;
use super::source_set::SourceSetBuilder;
use super::two_stage_table::{OwnedRanges, TwoStageTable};
use super::{Transform, registry};
use crate::unicode::set::UnicodeSet;
use icu_properties::CodePointMapData;
use icu_properties::props::Script;
use once_cell::sync::Lazy;
use std::sync::Arc;

/// Scripts with wide characters; before a transform to another script, wide and narrow forms are mapped to their normal
/// forms.
const WIDE: [Script; 5] = [Script::Bopomofo, Script::Han, Script::Hangul, Script::Hiragana, Script::Katakana];

/// Wide and narrow forms, `[[:dt=Nar:][:dt=Wide:]]`.
const WIDE_FORMS: [(u32, u32); 8] = [
    (0x3000, 0x3000),
    (0xFF01, 0xFFBE),
    (0xFFC2, 0xFFC7),
    (0xFFCA, 0xFFCF),
    (0xFFD2, 0xFFD7),
    (0xFFDA, 0xFFDC),
    (0xFFE0, 0xFFE6),
    (0xFFE8, 0xFFEE),
];

/// The id of the step that maps wide and narrow forms, with them as its filter.
const WIDTH: &str = "nfkd";

/// The ranges of each script by its number: 0 for Common and Inherited, then in the order of [`registry::scripts`],
/// then the unknown one.
static RANGES_BY_SCRIPT: Lazy<Vec<Vec<(u32, u32)>>> = Lazy::new(|| {
    let scripts: Vec<Script> = registry::scripts().collect();
    let mut all = vec![Vec::new(); scripts.len() + 2];
    for range in CodePointMapData::<Script>::new().iter_ranges() {
        let number = match scripts.binary_search(&range.value) {
            Ok(position) => position + 1,
            Err(_) if range.value == Script::Unknown => scripts.len() + 1,
            Err(_) => 0,
        };
        all.iter_mut().skip(number).take(1).for_each(|ranges| ranges.push((*range.range.start(), *range.range.end())));
    }
    all.iter_mut().for_each(Vec::shrink_to_fit);
    all
});

/// The number of each code point's script, with [`IS_WIDE`] for wide and narrow forms. A lookup takes two loads, in the
/// trie of properties up to five.
static SCRIPTS: Lazy<TwoStageTable<u16>> = Lazy::new(|| {
    let wide = WIDE_FORMS.to_vec();
    let mut owned = OwnedRanges::default();
    for (value, ranges) in (1..).zip(RANGES_BY_SCRIPT.iter().skip(1)).chain([(IS_WIDE, &wide)]) {
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
    /// By the number of the source script; none from the target's script. The step for wide and narrow forms precedes
    /// each of them.
    by_script: Vec<Option<Arc<Transform>>>,
    /// Maps wide and narrow forms in runs of the target script, of no script, and of scripts without a transform to the
    /// target.
    width: Option<Arc<Transform>>,
}

impl AnyTransform {
    /// Loads the transforms to a target (`Latin/BGN`), including those that go through Latin; `load` loads the
    /// transform of a list of ids.
    pub(super) fn load(target: &str, script: Script, load: &dyn Fn(&str) -> Option<Arc<Transform>>) -> AnyTransform {
        Lazy::force(&SCRIPTS); // no text builds it
        let width = if WIDE.contains(&script) { None } else { load(WIDTH) };
        let width = width.map(|width| {
            let mut forms = UnicodeSet::new();
            WIDE_FORMS.iter().for_each(|&(low, high)| forms.add_range(low, high));
            Transform::filtered(width, Some(forms))
        });
        let mut by_script = Vec::new();
        for source in registry::scripts() {
            if source == script {
                by_script.push(None);
                continue;
            }
            let name = registry::script_name(source);
            let direct = format!("{name}-{target}");
            let over_latin = format!("{name}-Latin;Latin-{target}");
            by_script.push(load(&direct).or_else(|| match target {
                "Latin" => None, // the fallback through Latin would be this transform itself
                _ => load(&over_latin),
            }));
        }
        AnyTransform { by_script, width }
    }

    /// The code points that the transform of a run may change; a run consists of characters of its script, of Common
    /// and of Inherited.
    pub(super) fn source_set(&self) -> SourceSetBuilder {
        let mut all = SourceSetBuilder::none();
        self.by_script.iter().flatten().chain(&self.width).for_each(|transform| all.add(&transform.source_set));
        let all = all.build();
        let mut source_set = SourceSetBuilder::none();
        for (script, ranges) in (0..).zip(RANGES_BY_SCRIPT.iter()) {
            match self.of_script(script) {
                Some(transform) => source_set.add_within(&transform.source_set, ranges),
                None if script == 0 => source_set.add_within(&all, ranges),
                None => {}
            }
        }
        self.width.iter().for_each(|width| source_set.add(&width.source_set));
        source_set
    }

    /// The code points of which a text that changes has one at least: those of scripts with a transform, and wide and
    /// narrow forms.
    pub(super) fn triggers(&self) -> SourceSetBuilder {
        let with_transform = (0..).zip(RANGES_BY_SCRIPT.iter()).filter(|&(script, _)| self.of_script(script).is_some());
        let mut triggers = SourceSetBuilder::of_ranges(with_transform.flat_map(|(_, ranges)| ranges.iter().copied()));
        self.width.iter().for_each(|width| triggers.add(&width.source_set));
        triggers
    }

    /// The transform from a script, if there is one; 0 is no script.
    fn of_script(&self, script: u16) -> Option<&Arc<Transform>> {
        self.by_script.get(usize::from(script.checked_sub(1)?)).and_then(Option::as_ref)
    }

    /// Transforms a range run by run. A run consists of one script and all adjacent characters of Common and Inherited,
    /// so that characters of Common and Inherited between two runs belong to both (as in ICU).
    pub(super) fn transform<S: Symbol>(
        &self,
        text: &mut GapBuffer<S>,
        at: &mut TransformPosition,
        buffers: &mut RunBuffers<S>,
    ) -> Result<(), LimitReached> {
        let scripts = &*SCRIPTS;
        let value_at = |text: &GapBuffer<S>, index: usize| text.get(index).map_or(0, |c| scripts.get(c));
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
                width.transform_filtered(text, at, buffers)?;
                at.start = start;
            }
            if let Some(transform) = self.of_script(script) {
                transform.transform_filtered(text, at, buffers)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_forms_are_those_of_the_property() {
        let set = UnicodeSet::parse("[[:dt=Nar:][:dt=Wide:]]").unwrap();
        assert!(set.ranges().eq(WIDE_FORMS));
    }

    #[test]
    fn every_code_point_is_of_one_script() {
        let mut ranges: Vec<(u32, u32)> = RANGES_BY_SCRIPT.iter().flatten().copied().collect();
        ranges.sort_unstable();
        assert_eq!((ranges[0].0, ranges[ranges.len() - 1].1), (0, 0x10_FFFF));
        assert!(ranges.windows(2).all(|pair| pair[0].1 + 1 == pair[1].0));
    }
}
