//! `Any-X`: transforms each script run of a text with the transform from its script to X.

use super::error::LimitReached;
use super::gap_buffer::{BufferElement, GapBuffer, TransformPosition};
use super::run_buffers::RunBuffers;
use super::source_set::SourceSetBuilder;
use super::two_stage_table::{OwnedRanges, TwoStageTable};
use super::{Transform, registry};
use crate::lazy::Lazy;
use crate::unicode::set::UnicodeSet;
use icu_properties::CodePointMapData;
use icu_properties::props::Script;
use std::sync::Arc;

/// Scripts with wide characters; before a transform to another script, wide and narrow forms are mapped to their normal
/// forms.
const WIDE: [Script; 5] = [Script::Bopomofo, Script::Han, Script::Hangul, Script::Hiragana, Script::Katakana];

/// Wide and narrow forms, `[[:dt=Nar:][:dt=Wide:]]`.
const WIDTH_FORMS: [(u32, u32); 8] = [
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

/// The number of each code point's script, with [`IS_WIDTH_FORM`] for wide and narrow forms. A lookup takes two loads,
/// in the trie of properties up to five.
static SCRIPTS: Lazy<TwoStageTable<u16>> = Lazy::new(|| {
    let wide = WIDTH_FORMS.to_vec();
    let mut owned = OwnedRanges::default();
    for (value, ranges) in (1..).zip(RANGES_BY_SCRIPT.iter().skip(1)).chain([(IS_WIDTH_FORM, &wide)]) {
        for &(low, high) in ranges {
            owned.add(low, high, value);
        }
    }
    owned.build(&mut |values| Some(values.iter().fold(0, |all, value| all | value))).unwrap_or_default()
});

/// The bit of wide and narrow forms in [`SCRIPTS`].
const IS_WIDTH_FORM: u16 = 1 << 15;

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
            WIDTH_FORMS.iter().for_each(|&(low, high)| forms.add_range(low, high));
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
    ///
    /// ```text
    /// the first run has the script of the last character before the range that has one
    /// repeat:
    ///     extend the run to the next character of another script, at most to the end of the range
    ///     a run without script has that of the next character after the range that has one
    ///     apply the transform of the script to the run
    ///     if the range ends: stop, unless the run has no transform and a run of another script follows
    ///     the next run starts with the characters of Common and Inherited at the end of this one
    /// ```
    pub(super) fn transform<S: BufferElement>(
        &self,
        text: &mut GapBuffer<S>,
        at: &mut TransformPosition,
        buffers: &mut RunBuffers<S>,
        context: &mut ScriptContext,
    ) -> Result<(), LimitReached> {
        let scripts = &*SCRIPTS;
        let value_at = |text: &GapBuffer<S>, index: usize| text.get(index).map_or(0, |c| scripts.get(c));
        let (first, mut last) = (at.start, at.limit);
        let mut script = context.script_before(text, first, at.context_start);
        let mut limit = first;
        while first < last {
            // The values of the run, combined.
            let mut seen = 0;
            let mut start = limit;
            while start > first {
                let value = value_at(text, start - 1);
                if value & !IS_WIDTH_FORM != 0 {
                    break;
                }
                seen |= value;
                start -= 1;
            }
            while limit < last {
                let value = value_at(text, limit);
                match value & !IS_WIDTH_FORM {
                    0 => {}
                    next if script == 0 || next == script => script = next,
                    _ => break,
                }
                seen |= value;
                limit += 1;
            }
            if limit == last && script == 0 {
                script = context.script_after(text, last, at.context_limit);
            }
            let transform = self.of_script(script);
            let is_last = limit == last;
            if start < limit {
                (at.start, at.limit) = (start, limit);
                if let Some(width) = self.width.as_ref().filter(|_| seen & IS_WIDTH_FORM != 0) {
                    width.transform_filtered(text, at, buffers)?;
                    at.start = start;
                }
                if let Some(transform) = transform {
                    transform.transform_filtered(text, at, buffers)?;
                }
                last = last + at.limit - limit;
                limit = at.limit;
            }
            let before = std::mem::take(&mut script);
            if is_last {
                // As in ICU, only a transform ends the search for runs; wide and narrow forms have one for every run.
                script = match transform {
                    None if self.width.is_none() => context.script_after(text, last, at.context_limit),
                    _ => 0,
                };
                if script == 0 || script == before {
                    break;
                }
            }
        }
        at.limit = last;
        at.start = last;
        Ok(())
    }
}

/// The scripts around the ranges of a text that `Any-X` transforms one after the other, from left to right. They are
/// cached, so that many ranges between characters of Common cost no more than one.
#[derive(Debug, Default)]
pub(super) struct ScriptContext {
    /// The start of the last range, and the script before it.
    before: Option<(usize, u16)>,
    /// Characters without script after the last range: from and to, as distances from the end of the text, which
    /// changes before them keep.
    after: Option<(usize, usize)>,
}

impl ScriptContext {
    /// The script of the last character before a position that has one; 0 if there is none.
    fn script_before<S: BufferElement>(&mut self, text: &GapBuffer<S>, position: usize, context_start: usize) -> u16 {
        let mut at = position;
        let script = loop {
            match self.before {
                Some((known, script)) if known == at => break script,
                _ if at <= context_start => break 0,
                _ => at -= 1,
            }
            match script_at(text, at) {
                0 => {}
                script => break script,
            }
        };
        self.before = Some((position, script));
        script
    }

    /// The script of the next character from a position on that has one; 0 if there is none.
    fn script_after<S: BufferElement>(&mut self, text: &GapBuffer<S>, position: usize, context_limit: usize) -> u16 {
        let length = text.len();
        let mut at = position;
        if let Some((from, to)) = self.after
            && (length - from..length - to).contains(&at)
        {
            at = length - to;
        }
        let mut script = 0;
        while at < context_limit {
            script = script_at(text, at);
            if script != 0 {
                break;
            }
            at += 1;
        }
        self.after = Some((length - position, length - at));
        script
    }
}

/// The number of the script of the character at an index; 0 for Common and Inherited.
fn script_at<S: BufferElement>(text: &GapBuffer<S>, index: usize) -> u16 {
    text.get(index).map_or(0, |c| SCRIPTS.get(c) & !IS_WIDTH_FORM)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_forms_are_those_of_the_property() {
        let set = UnicodeSet::parse("[[:dt=Nar:][:dt=Wide:]]").unwrap();
        assert!(set.ranges().eq(WIDTH_FORMS));
    }

    #[test]
    fn every_code_point_is_of_one_script() {
        let mut ranges: Vec<(u32, u32)> = RANGES_BY_SCRIPT.iter().flatten().copied().collect();
        ranges.sort_unstable();
        assert_eq!((ranges[0].0, ranges[ranges.len() - 1].1), (0, 0x10_FFFF));
        assert!(ranges.windows(2).all(|pair| pair[0].1 + 1 == pair[1].0));
    }
}
