//! The normalization record of a code point, and how it follows from the mapping.
//!
//! The generator `tools/fold-data` compiles this file as well, so built-in and user-defined foldings are classified by
//! the same code. A record is two words:
//!
//! * `meta`: flags (bits 0 to 7), lccc and tccc: lead and trail canonical combining class of the decomposition (8 to
//!   15, 16 to 23), kind (24 to 31);
//! * `data`: for [`SIMPLE`] the distance to the target, for kinds with a string its offset in the string pool: a
//!   header unit (length of the decomposed form, and of the composed form or [`SAME`]), then the units.

/// No mapping, a starter, does not compose with a preceding code point: copied in every mode.
pub const COPY: u8 = 0;
/// A primary composite (`é`): copied in compose mode, has a decomposition.
pub const COMPOSITE: u8 = 1;
/// A Hangul syllable: like [`COMPOSITE`], by arithmetic.
pub const HANGUL: u8 = 2;
/// Replaced by one other starter of no more UTF-16 units, in every mode (`A` to `a`).
pub const SIMPLE: u8 = 3;
/// Replaced by a string that starts with a boundary.
pub const EXPAND: u8 = 4;
/// Removed.
pub const REMOVED: u8 = 5;
/// No mapping, combining class not 0, does not compose with a preceding code point.
pub const NON_STARTER: u8 = 6;
/// No mapping, may compose with a preceding code point: a mark, a vowel sign, a Hangul vowel or final consonant.
pub const MAYBE: u8 = 7;
/// Everything else: a mapping without a boundary before it.
pub const NEEDS_CONTEXT: u8 = 8;
/// A surrogate unit of UTF-16: not a code point, to be decoded first.
pub const SURROGATE: u8 = 9;

/// Flag: composition has a boundary before it in any context.
pub const BOUNDARY_BEFORE: u32 = 1;
/// Flag: composition has a boundary after it in any context.
pub const BOUNDARY_AFTER: u32 = 2;
/// Flag: composition changes the code point, even alone (quick check no).
pub const COMPOSE_NO: u32 = 4;
/// Flag: the mapping needs more UTF-16 units than the code point.
pub const EXPANDS_UTF16: u32 = 8;

/// In a string's header: the composed form is the decomposed one.
pub const SAME: u16 = 0xFF;
/// The longest string, in UTF-16 units, that a header can describe.
pub const MAX_STRING: usize = 0xFE;

/// The relations between code points that a classification needs.
pub trait Relations {
    /// Canonical_Combining_Class.
    fn ccc(&self, c: char) -> u8;
    /// The primary composite of two code points, Hangul included.
    fn compose(&self, first: char, second: char) -> Option<char>;
    /// Whether a primary composite has it as second part, Hangul included.
    fn combines_back(&self, c: char) -> bool;
    /// Whether some second part composes with it whose combining class passes the test, Hangul included.
    fn combines_forward(&self, c: char, class: &dyn Fn(u8) -> bool) -> bool;
}

/// A record whose string has no offset in the pool yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordWithString {
    /// Flags, combining classes, kind.
    pub meta: u32,
    /// Distance of a [`SIMPLE`] target.
    pub delta: i32,
    /// Header and units of the string, empty when there is none.
    pub string: Vec<u16>,
}

fn meta(kind: u8, lccc: u8, tccc: u8, flags: u32) -> u32 {
    u32::from(kind) << 24 | u32::from(tccc) << 16 | u32::from(lccc) << 8 | flags
}

fn utf16_length(text: &[char]) -> usize {
    text.iter().map(|c| c.len_utf16()).sum()
}

/// Classifies a code point. `mapping` is its full decomposition in canonical order if it has one, closed: no code point
/// of it has a mapping. Hangul syllables are classified by [`classify_hangul`].
pub fn classify(c: char, mapping: Option<&[char]>, relations: &impl Relations) -> RecordWithString {
    let Some(mapping) = mapping else { return classify_unmapped(c, relations) };
    let (Some(&first), Some(&last)) = (mapping.first(), mapping.last()) else {
        // A removal brings arbitrary neighbours together: the worst classes (no boundary on either side).
        return RecordWithString { meta: meta(REMOVED, 1, 0xFF, COMPOSE_NO), delta: 0, string: Vec::new() };
    };
    let composed = compose_mapping(mapping, relations);
    let (lccc, tccc) = (relations.ccc(first), relations.ccc(last));
    let mut flags = boundary_after(mapping, relations);
    if lccc == 0 && !relations.combines_back(first) {
        flags |= BOUNDARY_BEFORE;
    }
    if utf16_length(&composed).max(utf16_length(mapping)) > c.len_utf16() {
        flags |= EXPANDS_UTF16;
    }
    let unchanged = composed == [c];
    if !unchanged {
        flags |= COMPOSE_NO;
    }
    let kind = match (flags & BOUNDARY_BEFORE != 0, unchanged) {
        (false, _) => NEEDS_CONTEXT,
        (true, true) => COMPOSITE,
        (true, false) if mapping.len() == 1 && flags & EXPANDS_UTF16 == 0 => SIMPLE,
        (true, false) => EXPAND,
    };
    let delta = if kind == SIMPLE { (u32::from(first) as i32).wrapping_sub(u32::from(c) as i32) } else { 0 };
    let string = if kind == SIMPLE { Vec::new() } else { pool_string(mapping, &composed) };
    RecordWithString { meta: meta(kind, lccc, tccc, flags), delta, string }
}

/// A code point that only the slow path may process, because it may form a composite that has a mapping.
pub fn dependent(c: char, mapping: &[char], relations: &impl Relations) -> RecordWithString {
    let (Some(&first), Some(&last)) = (mapping.first(), mapping.last()) else {
        return RecordWithString {
            meta: meta(NEEDS_CONTEXT, 1, 0xFF, COMPOSE_NO),
            delta: 0,
            string: pool_string(&[], &[]),
        };
    };
    let composed = compose_mapping(mapping, relations);
    let changed = if composed == [c] { 0 } else { COMPOSE_NO };
    RecordWithString {
        meta: meta(NEEDS_CONTEXT, relations.ccc(first), relations.ccc(last), changed),
        delta: 0,
        string: pool_string(mapping, &composed),
    }
}

fn classify_unmapped(c: char, relations: &impl Relations) -> RecordWithString {
    let class = relations.ccc(c);
    let back = relations.combines_back(c);
    let mut flags = boundary_after(&[c], relations);
    let kind = match (class, back) {
        (0, false) => COPY,
        (_, false) => NON_STARTER,
        (_, true) => MAYBE,
    };
    if kind == COPY {
        flags |= BOUNDARY_BEFORE;
    }
    RecordWithString { meta: meta(kind, class, class, flags), delta: 0, string: Vec::new() }
}

/// A Hangul syllable; one without a final consonant composes with one.
#[allow(dead_code)] // the generator's
pub fn classify_hangul(has_final: bool) -> RecordWithString {
    let after = if has_final { BOUNDARY_AFTER } else { 0 };
    RecordWithString { meta: meta(HANGUL, 0, 0, BOUNDARY_BEFORE | EXPANDS_UTF16 | after), delta: 0, string: Vec::new() }
}

/// The record of a surrogate unit.
#[allow(dead_code)] // the generator's
pub fn surrogate() -> RecordWithString {
    RecordWithString { meta: meta(SURROGATE, 0, 0, 0), delta: 0, string: Vec::new() }
}

/// Whether nothing that follows can change or join this text: no later mark can compose with its last starter, at
/// the end or at the position that canonical ordering moves it to. Returns the flag.
fn boundary_after(text: &[char], relations: &impl Relations) -> u32 {
    let Some(start) = text.iter().rposition(|&c| relations.ccc(c) == 0) else { return 0 };
    let (Some(&starter), Some(marks)) = (text.get(start), text.get(start + 1..)) else { return 0 };
    let mut starter = starter;
    let mut blocking = 0;
    for &mark in marks {
        let class = relations.ccc(mark);
        if relations.combines_forward(starter, &|other| other > blocking && other < class) {
            return 0;
        }
        match relations.compose(starter, mark).filter(|_| blocking < class) {
            Some(composite) => starter = composite,
            None => blocking = class,
        }
    }
    let open = relations.combines_forward(starter, &|other| other > blocking || (other == 0 && blocking == 0));
    if open { 0 } else { BOUNDARY_AFTER }
}

/// Canonical composition (Unicode Standard, section 3.11, D117) of a short text in canonical order.
pub fn compose_mapping(text: &[char], relations: &impl Relations) -> Vec<char> {
    let mut composed: Vec<char> = Vec::with_capacity(text.len());
    let mut starter = None;
    let mut blocking = 0;
    for &c in text {
        let class = relations.ccc(c);
        if let Some(at) = starter
            && (blocking < class || composed.len() == at + 1)
            && let Some(first) = composed.get_mut(at)
            && let Some(composite) = relations.compose(*first, c)
        {
            *first = composite;
            continue;
        }
        if class == 0 {
            starter = Some(composed.len());
        }
        blocking = class;
        composed.push(c);
    }
    composed
}

fn pool_string(decomposed: &[char], composed: &[char]) -> Vec<u16> {
    let units = |text: &[char]| text.iter().collect::<String>().encode_utf16().collect::<Vec<u16>>();
    let (long, short) = (units(decomposed), units(composed));
    debug_assert!(long.len() <= MAX_STRING && short.len() <= MAX_STRING, "the lengths are bytes");
    let same = long == short;
    let lengths = if same { SAME } else { short.len() as u16 };
    let mut string = vec![long.len() as u16 | lengths << 8];
    string.extend(&long);
    if !same {
        string.extend(&short);
    }
    string
}

/// Pseudo-class of a [`CopyAction`]: the code point needs its record.
pub const SLOW_PATH: u8 = 0xFF;
/// Pseudo-class of a [`CopyAction`]: the code point is removed.
pub const REMOVE: u8 = 0xFE;

/// Whether the class of a [`CopyAction`] is that of a mark.
#[inline]
pub fn is_mark(class: u8) -> bool {
    class.wrapping_sub(1) < REMOVE - 1
}

/// What the fast copy does with a code point of the BMP. Low 16 bits: the value to add to it, modulo 2^16. Above them
/// the class: 0 (a starter), the combining class of a mark that is copied if in canonical order, [`REMOVE`] or
/// [`SLOW_PATH`].
///
/// So the scans use the class of a code point as that before the next one: a mark is in order after a class that is not
/// greater than its own, and after [`REMOVE`] and [`SLOW_PATH`], where the class is unknown, no mark is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyAction(pub u32);

impl CopyAction {
    /// Whether the code point is a starter that is copied.
    #[inline(always)]
    pub fn is_copy(self) -> bool {
        self.0 == 0
    }

    /// The combining class, or one of the pseudo-classes.
    #[inline(always)]
    pub fn class(self) -> u8 {
        (self.0 >> 16) as u8
    }

    /// The code point that replaces one.
    #[inline(always)]
    pub fn replacement(self, code: u32) -> u32 {
        code.wrapping_add(self.0) & 0xFFFF
    }
}

/// The bits of the [`CopyAction`]s of a code point, when composing and when decomposing.
pub fn actions(record: [u32; 2]) -> [u32; 2] {
    let [meta, data] = record;
    let lccc = (meta >> 8) as u8;
    let of_class = |class: u8| u32::from(class) << 16;
    match (meta >> 24) as u8 {
        COPY => [0, 0],
        COMPOSITE | HANGUL => [0, of_class(SLOW_PATH)],
        NON_STARTER => [of_class(lccc), of_class(lccc)],
        MAYBE => [of_class(SLOW_PATH), of_class(lccc)],
        SIMPLE => [data & 0xFFFF, data & 0xFFFF],
        REMOVED => [of_class(REMOVE), of_class(REMOVE)],
        _ => [of_class(SLOW_PATH), of_class(SLOW_PATH)],
    }
}
