//! Script reordering (LDML part 5, "Collation reordering"): groups of primaries move as a whole to other lead bytes.

use super::root::Root;
use super::script_names;
use crate::unicode::part::SlicePart;

/// A group of primaries: a script, or one of the special groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReorderCode(pub(crate) u32);

/// The first number of the special groups.
const SPECIAL_FIRST: u32 = 0x1000;
/// The maximum number of special groups in the list of group starts.
const SPECIAL_COUNT: u32 = 8;
/// The numbers of the reserved ranges before and after Latin, relative to [`SPECIAL_FIRST`].
const RESERVED: [u32; 2] = [14, 15];
const LATIN: u32 = 25;

impl ReorderCode {
    /// White space (also named `first`).
    pub const SPACE: ReorderCode = ReorderCode(SPECIAL_FIRST);
    /// Punctuation.
    pub const PUNCTUATION: ReorderCode = ReorderCode(SPECIAL_FIRST + 1);
    /// Symbols.
    pub const SYMBOL: ReorderCode = ReorderCode(SPECIAL_FIRST + 2);
    /// Currency signs.
    pub const CURRENCY: ReorderCode = ReorderCode(SPECIAL_FIRST + 3);
    /// Digits.
    pub const DIGIT: ReorderCode = ReorderCode(SPECIAL_FIRST + 4);
    /// All scripts that are not in the list.
    pub const OTHERS: ReorderCode = ReorderCode(103);

    /// The group with a script code or name, or `space`, `first`, `punctuation`, `punct`, `symbol`, `currency`,
    /// `digit`, `others`, `Zzzz`. `default` and `none` are not groups.
    pub fn from_name(name: &str) -> Option<ReorderCode> {
        match name.to_ascii_lowercase().as_str() {
            "space" | "first" => Some(ReorderCode::SPACE),
            "punct" | "punctuation" => Some(ReorderCode::PUNCTUATION),
            "symbol" => Some(ReorderCode::SYMBOL),
            "currency" => Some(ReorderCode::CURRENCY),
            "digit" => Some(ReorderCode::DIGIT),
            "others" => Some(ReorderCode::OTHERS),
            _ => script_names::number(name).map(ReorderCode),
        }
    }

    /// The number: a UScriptCode, or a number from 4096 on for the special groups.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// The reason why a list of groups can't be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReorderError {
    /// A duplicate group, or two scripts that share their primaries (Hira and Kana). With the index of one of them: the
    /// second one before `others`, the first one after it.
    Duplicate(usize),
    /// The groups need more lead bytes than there are.
    TooMany,
}

impl std::fmt::Display for ReorderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReorderError::Duplicate(at) => {
                write!(f, "reorder code number {} has the primaries of another one", at + 1)
            }
            ReorderError::TooMany => write!(f, "these reorder codes need more lead bytes than there are"),
        }
    }
}

impl std::error::Error for ReorderError {}

/// The last lead byte.
const LAST_LEAD: u32 = 0xFF;

/// A mapping of primaries to other lead bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reordering {
    /// The new lead byte of each lead byte; 0 if it depends on the range. Empty if nothing is reordered.
    leads: Vec<u8>,
    /// Sorted ranges: the end of the range (upper 16 bits of a primary), and the number that is added to the lead byte.
    ranges: Vec<(u32, i32)>,
}

impl Reordering {
    /// Whether nothing is reordered.
    pub(crate) fn is_none(&self) -> bool {
        self.leads.is_empty()
    }

    /// The reordered primary.
    #[inline]
    pub(crate) fn apply(&self, primary: u32) -> u32 {
        match self.leads.get((primary >> 24) as usize) {
            None => primary,
            Some(0) => self.by_range(primary),
            Some(&lead) => u32::from(lead) << 24 | primary & 0xFF_FFFF,
        }
    }

    /// The new lead byte of all primaries with a lead byte; `None` if it depends on the range.
    pub(crate) fn lead(&self, lead: u8) -> Option<u8> {
        match self.leads.get(usize::from(lead)) {
            None => Some(lead),
            Some(0) => None,
            Some(&new) => Some(new),
        }
    }

    /// Whether all primaries below `limit` stay, and no others come between them.
    pub(crate) fn keeps_below(&self, limit: u32) -> bool {
        // No primary has the lead byte 0.
        (1..=(limit >> 24) as u8).all(|lead| self.lead(lead) == Some(lead))
    }

    fn by_range(&self, primary: u32) -> u32 {
        match self.ranges.iter().find(|(limit, _)| primary >> 16 < *limit) {
            Some((_, offset)) => primary.wrapping_add((*offset as u32) << 24),
            None => primary,
        }
    }

    /// Computes the reordering for a list of groups.
    pub(crate) fn new(root: &Root, codes: &[ReorderCode]) -> Result<Reordering, ReorderError> {
        if codes.is_empty() || codes == [ReorderCode::OTHERS] {
            return Ok(Reordering::default());
        }
        let leads = match new_leads(root, codes, false)? {
            Some(leads) => leads,
            None => new_leads(root, codes, true)?.ok_or(ReorderError::TooMany)?,
        };
        Ok(Reordering::from_group_leads(root, &leads))
    }

    fn from_group_leads(root: &Root, leads: &[Option<u32>]) -> Reordering {
        let mut ranges: Vec<(u32, i32)> = Vec::new();
        let mut offset = 0;
        for (group, lead) in leads.iter().enumerate().skip(1) {
            // A reserved range moves with the preceding group. So does a group with the last lead byte: ICU marks
            // reserved ranges with it.
            let Some(lead) = lead.filter(|lead| *lead != LAST_LEAD) else { continue };
            let next = lead as i32 - (root.group_start(group) >> 8) as i32;
            if next != offset {
                ranges.push((root.group_start(group), offset));
                offset = next;
            }
        }
        if offset != 0 {
            ranges.push((root.group_start(leads.len()), offset));
        }
        if ranges.is_empty() {
            return Reordering::default();
        }
        let mut reordering = Reordering { leads: Vec::new(), ranges };
        let split = |lead: u32| reordering.ranges.iter().any(|(limit, _)| limit >> 8 == lead && limit & 0xFF != 0);
        let table = (0..256).map(|lead| if split(lead) { 0 } else { (reordering.by_range(lead << 24) >> 24) as u8 });
        reordering.leads = table.collect();
        reordering
    }
}

/// Assigns lead bytes from the lower and from the upper end; a group keeps the second byte that it starts with.
struct Leads<'r> {
    root: &'r Root,
    low: u32,
    /// Negative if the last group did not fit: ICU ends with an error only then.
    high: i32,
    of_group: Vec<Option<u32>>,
    taken: Vec<bool>,
}

impl Leads<'_> {
    fn new(root: &Root) -> Leads<'_> {
        let groups = root.group_count();
        let mut leads = Leads {
            root,
            low: root.group_start(1),
            high: root.group_start(groups) as i32,
            of_group: vec![None; groups],
            taken: vec![false; groups],
        };
        for reserved in RESERVED {
            if let Some(taken) = leads.taken.get_mut(root.special_group(reserved)) {
                *taken = true;
            }
        }
        leads
    }

    fn put_low(&mut self, group: usize) {
        let (start, limit) = (self.root.group_start(group), self.root.group_start(group + 1));
        if start & 0xFF < self.low & 0xFF {
            self.low += 0x100;
        }
        self.set(group, self.low >> 8);
        self.low = ((self.low & 0xFF00) + (limit & 0xFF00) - (start & 0xFF00)) | limit & 0xFF;
    }

    fn put_high(&mut self, group: usize) {
        let (start, limit) = (self.root.group_start(group) as i32, self.root.group_start(group + 1) as i32);
        if limit & 0xFF > self.high & 0xFF {
            self.high -= 0x100;
        }
        self.high = ((self.high & 0xFF00) - ((limit & 0xFF00) - (start & 0xFF00))) | start & 0xFF;
        self.set(group, (self.high >> 8 & 0xFF) as u32);
    }

    fn set(&mut self, group: usize, lead: u32) {
        if let (Some(slot), Some(taken)) = (self.of_group.get_mut(group), self.taken.get_mut(group)) {
            (*slot, *taken) = (Some(lead), true);
        }
    }

    /// Assigns the remaining groups; if they are last, each keeps its lead byte unless that is taken.
    fn put_others(&mut self, are_last: bool) {
        for group in 1..self.root.group_count() {
            if !self.taken.get(group).copied().unwrap_or(true) {
                if are_last && self.root.group_start(group) > self.low {
                    self.low = self.root.group_start(group);
                }
                self.put_low(group);
            }
        }
    }

    /// The group of a code of the list that has no lead byte yet; `None` for scripts without primaries.
    fn free_group(&self, code: ReorderCode, at: usize) -> Result<Option<usize>, ReorderError> {
        let group = self.root.group_of(code.0);
        if group == 0 {
            return Ok(None);
        }
        if self.taken.get(group).copied().unwrap_or(true) {
            return Err(ReorderError::Duplicate(at));
        }
        Ok(Some(group))
    }
}

/// The new lead byte of each group. `None` if they do not fit unless Latin moves as well.
fn new_leads(root: &Root, codes: &[ReorderCode], latin_moves: bool) -> Result<Option<Vec<Option<u32>>>, ReorderError> {
    let mut leads = Leads::new(root);
    let named = |special: u32| codes.contains(&ReorderCode(SPECIAL_FIRST + special));
    for special in 0..SPECIAL_COUNT {
        let group = root.special_group(special);
        if group != 0 && !named(special) {
            leads.put_low(group);
        }
    }
    // Latin at the front does not move: the reserved range before it is skipped.
    let mut passed = 0;
    if !(0..SPECIAL_COUNT).any(named) && codes.first() == Some(&ReorderCode(LATIN)) && !latin_moves {
        let start = root.group_start(root.group_of(LATIN));
        passed = start - leads.low;
        leads.low = start;
    }
    let (front, back) = match codes.iter().position(|&code| code == ReorderCode::OTHERS) {
        Some(at) => (codes.part(..at), Some(codes.part(at + 1..))),
        None => (codes, None),
    };
    for (at, &code) in front.iter().enumerate() {
        if let Some(group) = leads.free_group(code, at)? {
            leads.put_low(group);
        }
    }
    for (at, &code) in back.unwrap_or_default().iter().enumerate().rev() {
        let at = at + front.len() + 1;
        if code == ReorderCode::OTHERS {
            return Err(ReorderError::Duplicate(at));
        }
        if let Some(group) = leads.free_group(code, at)? {
            leads.put_high(group);
        }
    }
    leads.put_others(back.is_none());
    let fits = |low: u32| low as i32 <= leads.high;
    if fits(leads.low) {
        return Ok(Some(leads.of_group));
    }
    if fits(leads.low - (passed & 0xFF00)) && !latin_moves { Ok(None) } else { Err(ReorderError::TooMany) }
}
