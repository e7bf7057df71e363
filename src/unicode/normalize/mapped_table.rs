//! Builds the tables of a form with user mappings.
//!
//! The mapping of a code point is computed in two steps: the form's case and compatibility mappings, composed; then,
//! per code point of the result, the user mapping; or for a composite with a user-mapped part the mappings of its
//! parts; or the form's mapping. User mappings apply to their own results until no code point has a mapping.

use super::form::Form;
use super::rebuilt_table::{RebuiltTable, TableLimit};
use super::record::{self, Relations};
use super::span::chars_of_utf16;
use super::table::{FormTable, INERT_CODE_POINT, Record, TableView, compose, pairs};
use crate::unicode::hangul;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

/// The reason why user mappings are invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappingError {
    /// The code point with the invalid mapping.
    pub source: char,
    /// The results of the mappings, step by step, from that code point on.
    pub chain: Vec<String>,
    /// The problem, as a message.
    pub problem: &'static str,
}

impl MappingError {
    /// Whether the mappings exceed a limit of the tables.
    pub fn is_limit(&self) -> bool {
        [TOO_DEEP, TOO_LONG, TOO_MANY, TOO_SCATTERED].contains(&self.problem)
    }
}

impl fmt::Display for MappingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.problem, self.chain.join(" \u{2192} "))
    }
}

impl std::error::Error for MappingError {}

const CYCLE: &str = "the mappings form a cycle";
const TOO_DEEP: &str = "a chain of mappings has more than 254 steps";
const TOO_LONG: &str = "the result of a mapping is longer than 254 UTF-16 code units";
const TOO_MANY: &str = "the form and the mappings have more than 8,192 different results";
const TOO_SCATTERED: &str = "the form and the mappings change code points in more than 1,024 blocks of 64";

pub(super) fn error(problem: &'static str, source: char, chain: Vec<String>) -> MappingError {
    MappingError { source, chain, problem }
}

/// Maximum length of a mapping's result in UTF-16 code units: what the lengths in the table's strings can hold.
pub(super) const MAX_RESULT_LENGTH: usize = record::MAX_STRING;
/// Maximum number of mappings that apply to each other's results.
const MAX_CHAIN: usize = 254;

struct MappedTableBuilder<'t> {
    user: BTreeMap<char, Vec<char>>,
    /// The results of user mappings, so that each of them is expanded once, and the lengths of their chains.
    expanded: RefCell<HashMap<char, (Vec<char>, usize)>>,
    form: TableView<'t>,
    /// The form's case and compatibility mappings without foldings.
    before_folding: TableView<'t>,
    nfc: TableView<'t>,
    /// The two parts of each primary composite.
    parts: HashMap<char, (char, char)>,
}

/// A chain of mappings, each of which applies to the result of the one before.
#[derive(Default)]
struct MappingChain {
    /// The code points with user mappings up to here.
    sources: Vec<char>,
    /// The length of the longest chain that starts with the sources, as far as it is known.
    longest: usize,
}

/// Builds the table of a form with user mappings.
pub(super) fn build(form: Form, mappings: &[(char, String)]) -> Result<FormTable, MappingError> {
    let [table, before_folding, nfc] = [form, form.before_folding(), Form::Nfc].map(Form::table);
    MappedTableBuilder::new([&table, &before_folding, &nfc], mappings)?.build(&table)
}

impl<'t> MappedTableBuilder<'t> {
    fn new(
        [form, before_folding, nfc]: [&'t FormTable; 3],
        mappings: &[(char, String)],
    ) -> Result<MappedTableBuilder<'t>, MappingError> {
        let mut user = BTreeMap::new();
        for (source, target) in mappings {
            let target: Vec<char> = target.chars().collect();
            if user.insert(*source, target.clone()).is_some_and(|other| other != target) {
                return Err(error("a code point has two mappings", *source, vec![source.to_string()]));
            }
        }
        let parts = pairs().map(|(first, second, composite)| (composite, (first, second))).collect();
        let expanded = RefCell::default();
        Ok(MappedTableBuilder {
            user,
            expanded,
            form: form.view(true),
            before_folding: before_folding.view(true),
            nfc: nfc.view(true),
            parts,
        })
    }

    /// The mapping of a code point after all further mappings of its result, decomposed.
    fn full_mapping(&self, c: char) -> Result<Vec<char>, MappingError> {
        let mut chain = MappingChain::default();
        if let [canonical] = *string_of(self.nfc, c, true)
            && self.user.contains_key(&canonical)
        {
            return self.expand(canonical, &mut chain);
        }
        if self.user.contains_key(&c) {
            return self.expand(c, &mut chain);
        }
        let mut mapped = Vec::new();
        for part in string_of(self.before_folding, c, true) {
            mapped.extend(if part == c {
                self.expand_unless_user(part, &mut chain)?
            } else {
                self.expand(part, &mut chain)?
            });
        }
        Ok(mapped)
    }

    /// [`MappedTableBuilder::full_mapping`] in canonical order.
    fn ordered_mapping(&self, c: char) -> Result<Vec<char>, MappingError> {
        let mut mapping = self.full_mapping(c)?;
        mapping.chunk_by_mut(|_, next| self.ccc(*next) != 0).for_each(|run| {
            let starters = usize::from(run.first().is_some_and(|c| self.ccc(*c) == 0));
            if let Some(marks) = run.get_mut(starters..) {
                marks.sort_by_key(|c| self.ccc(*c));
            }
        });
        // Of a composite or a ligature the result consists of those of its parts.
        check_length(c, &mapping)?;
        Ok(mapping)
    }

    /// The mapping of a code point without a user mapping: of a composite with a user-mapped part that of its parts.
    fn expand_unless_user(&self, c: char, chain: &mut MappingChain) -> Result<Vec<char>, MappingError> {
        match self.parts_of(c) {
            Some((first, second)) if self.has_mapped_part(c) => {
                let mut mapped = self.expand(first, chain)?;
                mapped.extend(self.expand(second, chain)?);
                Ok(mapped)
            }
            _ => self.expand_by_form(c, chain),
        }
    }

    /// Applies the form's mapping, then the user mappings to the result.
    fn expand_by_form(&self, c: char, chain: &mut MappingChain) -> Result<Vec<char>, MappingError> {
        let mut mapped = Vec::new();
        for part in string_of(self.form, c, false) {
            if part != c && self.user.contains_key(&part) {
                mapped.extend(self.expand(part, chain)?);
            } else {
                mapped.push(part);
            }
        }
        Ok(mapped)
    }

    /// The mapping of a code point that results from a chain.
    fn expand(&self, c: char, chain: &mut MappingChain) -> Result<Vec<char>, MappingError> {
        let Some(target) = self.user.get(&c) else { return self.expand_unless_user(c, chain) };
        if *target == [c] {
            return Ok(vec![c]);
        }
        let source = *chain.sources.first().unwrap_or(&c);
        let steps = |sources: &[char]| sources.iter().chain([&c]).map(char::to_string).collect();
        if chain.sources.contains(&c) {
            return Err(error(CYCLE, source, steps(&chain.sources)));
        }
        let before = chain.sources.len();
        let known = self.expanded.borrow().get(&c).cloned();
        if before + known.as_ref().map_or(1, |(_, length)| *length) > MAX_CHAIN {
            return Err(error(TOO_DEEP, source, steps(&chain.sources)));
        }
        if let Some((mapped, length)) = known {
            chain.longest = chain.longest.max(before + length);
            return Ok(mapped);
        }
        chain.sources.push(c);
        let longest = std::mem::replace(&mut chain.longest, before + 1);
        let mut mapped = Vec::new();
        for &part in target {
            if part == c {
                return Err(error(CYCLE, source, steps(&chain.sources)));
            }
            // The form's case and compatibility mappings also apply to the target of a user mapping.
            for part in string_of(self.before_folding, part, true) {
                mapped.extend(self.expand(part, chain)?);
            }
            // Before the next step, as each one may multiply the length.
            check_length(source, &mapped)?;
        }
        chain.sources.pop();
        self.expanded.borrow_mut().insert(c, (mapped.clone(), chain.longest - before));
        chain.longest = chain.longest.max(longest);
        Ok(mapped)
    }

    /// The two parts of a primary composite or a Hangul syllable.
    fn parts_of(&self, c: char) -> Option<(char, char)> {
        self.parts.get(&c).copied().or_else(|| hangul::raw_decomposition(c))
    }

    /// Whether a code point, a part of its canonical decomposition, or a composite of such parts has a user mapping.
    fn has_mapped_part(&self, mut c: char) -> bool {
        loop {
            if self.user.contains_key(&c) {
                return true;
            }
            match self.parts_of(c) {
                Some((_, second)) if self.user.contains_key(&second) => return true,
                Some((first, _)) => c = first,
                None => return false,
            }
        }
    }

    /// The marks that compose with the letters of touched composites, including composites with the form's mapping,
    /// since the mappings of their parts differ from the form's. Also marks of other composites: after å, a dot below
    /// composes with the letter instead of the ring.
    fn marks(&self, touched: &[char]) -> BTreeSet<char> {
        let (mut marks, mut letters) = (BTreeSet::new(), BTreeSet::new());
        for &composite in touched.iter().chain(self.user.keys()) {
            let mut c = composite;
            while let Some((first, second)) = self.parts_of(c) {
                marks.insert(second);
                letters.insert(first);
                c = first;
            }
        }
        marks.extend(pairs().filter(|(first, ..)| letters.contains(first)).map(|(_, second, _)| second));
        marks
    }

    /// The base letters of composites whose mapping is empty or starts with a code point that may compose with a
    /// preceding one: such a letter with its marks may become empty, so there is no boundary before it.
    fn unbounded_bases(&self, changed: &BTreeMap<char, Vec<char>>) -> BTreeSet<char> {
        let is_unbounded =
            |mapping: &[char]| mapping.first().is_none_or(|c| self.ccc(*c) != 0 || self.combines_back(*c));
        let sources = changed.iter().filter(|(_, mapping)| is_unbounded(mapping)).map(|(c, _)| *c);
        let mut bases = BTreeSet::new();
        for source in sources {
            let mut c = source;
            while let Some((first, _)) = self.parts_of(c) {
                bases.insert(first);
                c = first;
            }
        }
        bases
    }

    /// Whether the composition of a mapping contains a code point that has a mapping.
    fn composes_to_mapped(&self, mapping: &[char], changed: &BTreeMap<char, Vec<char>>) -> bool {
        let is_mapped = |c: &char| match changed.get(c) {
            Some(mapping) => *mapping != [*c],
            None => string_of(self.form, *c, true) != [*c],
        };
        record::compose_mapping(mapping, self).iter().any(|c| !mapping.contains(c) && is_mapped(c))
    }

    /// The code points whose mapping starts with one of `bases`, or that become one of them by the case and
    /// compatibility mappings.
    fn starting_with(
        &self,
        bases: &BTreeSet<char>,
        changed: &BTreeMap<char, Vec<char>>,
        table: &FormTable,
    ) -> Vec<(char, Vec<char>)> {
        if bases.is_empty() {
            return Vec::new();
        }
        let mapping = |c: char| changed.get(&c).cloned().unwrap_or_else(|| string_of(self.form, c, false));
        let starts = |mapping: &[char]| mapping.first().is_some_and(|c| bases.contains(c));
        let is_base = |c: char| starts(&string_of(self.before_folding, c, true));
        let all = self.code_points_of_mapped_blocks(table).map(|c| (c, mapping(c)));
        all.filter(|(c, mapping)| starts(mapping) || is_base(*c)).collect()
    }

    /// All code points except those of blocks without mappings.
    fn code_points_of_mapped_blocks(&self, table: &FormTable) -> impl Iterator<Item = char> {
        let unmapped = table.block(INERT_CODE_POINT);
        let touched: BTreeSet<u32> = self.user.keys().map(|c| u32::from(*c) >> 6).collect();
        let mapped: Vec<u32> =
            (0..0x110000 / 64).filter(|block| touched.contains(block) || table.block(block << 6) != unmapped).collect();
        mapped.into_iter().flat_map(|block| (block << 6..(block + 1) << 6).filter_map(char::from_u32))
    }

    /// The code points whose mapping differs from the form's, because there is a user mapping for them, for a part of
    /// their decomposition, or for a part of their mapping.
    fn touched(&self, table: &FormTable) -> Vec<char> {
        let has_hangul = self.user.keys().any(|c| hangul::is_jamo_or_syllable((*c).into()));
        let syllables = hangul::SYLLABLES.filter(|_| has_hangul).filter_map(char::from_u32);
        let composites = self.parts.keys().chain(self.user.keys()).copied().chain(syllables);
        let mut on_user: Vec<char> = composites.filter(|c| self.has_mapped_part(*c)).collect();
        on_user.sort_unstable();
        let maps_to_user = |c: char| any_of_string(self.form, c, false, |part| self.user.contains_key(&part));
        let is_touched = |c: char| on_user.binary_search(&c).is_ok() || maps_to_user(c);
        let is_arithmetic =
            |c: char| self.form.record(c).kind() == record::HANGUL && on_user.binary_search(&c).is_err();
        let all = self.code_points_of_mapped_blocks(table).filter(|c| !is_arithmetic(*c));
        let views = [self.before_folding, self.nfc];
        all.filter(|c| is_touched(*c) || views.iter().any(|view| any_of_string(*view, *c, true, is_touched))).collect()
    }

    /// Builds the table: that of the form with other records for the code points that user mappings affect.
    fn build(&self, table: &FormTable) -> Result<FormTable, MappingError> {
        let mut changed = BTreeMap::new();
        let touched = self.touched(table);
        for &c in &touched {
            let mapping = self.ordered_mapping(c)?;
            if mapping != string_of(self.form, c, false) || self.user.contains_key(&c) {
                changed.insert(c, mapping);
            }
        }
        let mut marks = self.marks(&touched);
        // Decompositions that start with marks: halfwidth marks of kana, U+0344.
        let starts_with_mark = |c: &char| {
            let mut is_first = true;
            any_of_string(self.before_folding, *c, false, |part| std::mem::take(&mut is_first) && marks.contains(&part))
        };
        let others: Vec<char> = self.code_points_of_mapped_blocks(table).filter(starts_with_mark).collect();
        marks.extend(others);
        let unbounded = self.unbounded_bases(&changed);
        let mut records = BTreeMap::new();
        for (&c, mapping) in &changed {
            let record = match self.composes_to_mapped(mapping, &changed) {
                true => record::dependent(c, mapping, self),
                false => record::classify(c, (*mapping != [c]).then_some(mapping.as_slice()), self),
            };
            records.insert(c, record);
        }
        for mark in marks {
            let mapping = changed.get(&mark).cloned().unwrap_or_else(|| string_of(self.form, mark, false));
            records.insert(mark, record::dependent(mark, &mapping, self));
        }
        for (c, mapping) in self.starting_with(&unbounded, &changed, table) {
            records.insert(c, record::dependent(c, &mapping, self));
        }
        let last = records.keys().next_back().copied().unwrap_or_default();
        RebuiltTable::new(table).apply(&records).map_err(|limit| {
            let problem = match limit {
                TableLimit::Records => TOO_MANY,
                TableLimit::Blocks => TOO_SCATTERED,
            };
            error(problem, last, vec![last.to_string()])
        })
    }
}

impl Relations for MappedTableBuilder<'_> {
    fn ccc(&self, c: char) -> u8 {
        let record = self.nfc.record(c);
        if record.is_unmapped() { record.lccc() } else { 0 }
    }

    fn compose(&self, first: char, second: char) -> Option<char> {
        compose(first, second)
    }

    fn combines_back(&self, c: char) -> bool {
        self.nfc.record(c).kind() == record::MAYBE
    }

    fn combines_forward(&self, c: char, class: &dyn Fn(u8) -> bool) -> bool {
        let before_jamo = hangul::LEADING.contains(&c.into()) || hangul::is_lv_syllable(c.into());
        before_jamo && class(0) || pairs().any(|(first, second, _)| first == c && class(self.ccc(second)))
    }
}

fn check_length(source: char, mapped: &[char]) -> Result<(), MappingError> {
    let length: usize = mapped.iter().map(|c| c.len_utf16()).sum();
    if length > MAX_RESULT_LENGTH { Err(error(TOO_LONG, source, vec![source.to_string()])) } else { Ok(()) }
}

/// The mapping of a code point in one table, composed or decomposed; the code point itself if it has none.
pub(super) fn string_of(view: TableView<'_>, c: char, composed: bool) -> Vec<char> {
    let record: Record = view.record(c);
    match record.kind() {
        record::SIMPLE => vec![record.target(c)],
        record::REMOVED => Vec::new(),
        record::HANGUL if composed => vec![c],
        record::HANGUL => hangul::jamo_of(c).collect(),
        record::COMPOSITE | record::EXPAND | record::NEEDS_CONTEXT => {
            chars_of_utf16(if composed { view.composed(record) } else { view.decomposed(record) }).collect()
        }
        _ => vec![c],
    }
}

/// Whether a code point of [`string_of`] passes a test.
fn any_of_string(view: TableView<'_>, c: char, composed: bool, mut test: impl FnMut(char) -> bool) -> bool {
    let record = view.record(c);
    match record.kind() {
        record::SIMPLE => test(record.target(c)),
        record::REMOVED => false,
        record::COMPOSITE | record::EXPAND | record::NEEDS_CONTEXT => {
            chars_of_utf16(if composed { view.composed(record) } else { view.decomposed(record) }).any(test)
        }
        // Hangul syllables decompose by arithmetic, without a mapping.
        _ => test(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untouched_code_points_keep_the_mapping_of_the_form() {
        let mappings =
            [("ä", "ae"), ("å", "å"), ("ｶ", "x"), ("\u{301}", ""), ("z", "ß"), ("\u{AC00}", "가"), ("½", "half")];
        let mappings = mappings.map(|(source, target)| (source.chars().next().unwrap(), target.to_owned()));
        for (name, form) in Form::ALL {
            let [table, before_folding, nfc] = [form, form.before_folding(), Form::Nfc].map(Form::table);
            for mappings in [&mappings[..], &[]] {
                let builder = MappedTableBuilder::new([&table, &before_folding, &nfc], mappings).unwrap();
                let touched: BTreeSet<char> = builder.touched(&table).into_iter().collect();
                for c in builder.code_points_of_mapped_blocks(&table).filter(|c| !touched.contains(c)) {
                    assert_eq!(builder.ordered_mapping(c).unwrap(), string_of(builder.form, c, false), "{name} {c:?}");
                }
            }
        }
    }
}
