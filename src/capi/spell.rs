//! `unic_spell`: rule-based number formats.

use crate::capi::buffer_pool::BufferPool;
use crate::capi::error::{guard_definition, unic_error};
use crate::capi::guard::{guard, guard_entry, guard_free};
use crate::capi::handle::{Boxed, Out, borrow, checked_text, optional_name, slice};
use crate::capi::output::write_units;
use crate::capi::status::{Failure, INVALID_ARGUMENT, OUT_OF_MEMORY, unic_status};
use crate::config::error::{ConfigError, ConfigErrors, ErrorCategory};
use crate::unicode::rule_text::RuleError;
use crate::unicode::spell::{Number, RuleBasedNumberFormat, RuleSetGroup, Scratch, SpellUnit};
use crate::unicode::text::{Buffer, CodeUnit, code_points};
use std::ffi::{CString, c_char};
use std::sync::Arc;

/// A group of number rules: one of UNIC_SPELL_SPELLOUT, UNIC_SPELL_ORDINAL, UNIC_SPELL_DURATION,
/// UNIC_SPELL_NUMBERING_SYSTEM.
pub type unic_spell_group = u32;

/// Spelled-out numbers: "one hundred".
pub const UNIC_SPELL_SPELLOUT: u32 = 0;
/// Digits with ordinal suffixes: "3rd".
pub const UNIC_SPELL_ORDINAL: u32 = 1;
/// Seconds as durations: "1:40".
pub const UNIC_SPELL_DURATION: u32 = 2;
/// Algorithmic numbering systems: "IX".
pub const UNIC_SPELL_NUMBERING_SYSTEM: u32 = 3;

/// Flag of unic_spell_read_...: words are compared in NFC after case folding, and separators are ignored.
pub const UNIC_SPELL_LENIENT: u32 = 1;

/// A rule-based number format (LDML part 3): formats numbers as words and parses them, with the results of ICU
/// 79.1. Immutable: any number of threads use it at once.
pub struct unic_spell {
    format: Arc<RuleBasedNumberFormat>,
    locale: CString,
    rule_sets: Vec<CString>,
    default_rule_set: CString,
    buffers: BufferPool<SpellBuffers>,
}

impl Boxed for unic_spell {}

impl unic_spell {
    fn new(format: Arc<RuleBasedNumberFormat>, locale: &str) -> unic_spell {
        let text = |text: &str| CString::new(text.replace('\0', "")).unwrap_or_default();
        unic_spell {
            locale: text(locale),
            rule_sets: format.rule_sets().map(text).collect(),
            default_rule_set: text(format.default_rule_set()),
            format,
            buffers: BufferPool::new(),
        }
    }

    /// Keeps the buffers of a call for the next one, unless its text was long.
    fn keep(&self, buffers: Box<SpellBuffers>) {
        if buffers.formatted.capacity_bytes().max(buffers.text.capacity()) <= 3 * MAX_KEPT {
            self.buffers.put(buffers);
        }
    }
}

/// The buffers of a call.
#[derive(Default)]
struct SpellBuffers {
    formatted: Buffer,
    text: String,
    scratch: Scratch,
}

/// Buffers are kept after a call with a text of at most this many code units.
const MAX_KEPT: usize = 4_096;

/// Creates the number format of a locale.
///
/// Parameters:
///     locale: BCP 47 or ICU locale id, NUL-terminated; NULL for the root locale. The keyword nu (numbers) selects the
///         digits. A locale without rules inherits those of its parent, ultimately of the root, and an unknown language
///         has those of the root: unic_spell_locale returns which.
///     group: UNIC_SPELL_...
///     spell: receives the format; free it with unic_spell_free. Unchanged on failure.
/// Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT (unknown group, locale not UTF-8), OUT_OF_MEMORY.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_create(
    locale: *const c_char,
    group: unic_spell_group,
    spell: *mut *mut unic_spell,
) -> unic_status {
    guard_entry(|| {
        let out = Out::required(spell)?;
        // SAFETY: NULL is rejected; otherwise NUL-terminated, as the header requires.
        let locale = unsafe { optional_name(locale) }?.unwrap_or("root");
        let group = match group {
            UNIC_SPELL_SPELLOUT => RuleSetGroup::Spellout,
            UNIC_SPELL_ORDINAL => RuleSetGroup::Ordinal,
            UNIC_SPELL_DURATION => RuleSetGroup::Duration,
            UNIC_SPELL_NUMBERING_SYSTEM => RuleSetGroup::NumberingSystem,
            _ => return Err(INVALID_ARGUMENT),
        };
        let opened = RuleBasedNumberFormat::open(locale, group);
        // SAFETY: checked by `Out`.
        unsafe { out.set(unic_spell::new(opened.format, opened.locale).into_raw()?) };
        Ok(())
    })
}

/// Creates a number format from rules.
///
/// Parameters:
///     rules, rules_length: the rules, in the syntax of LDML part 3 as ICU accepts it; UTF-8 of at most 4 MiB,
///         length in bytes. Read during the call only.
///     locale: for the symbols of decimal patterns, the plural rules, and the collation of `%%lenient-parse`; NULL
///         for the root locale.
///     spell: receives the format; free it with unic_spell_free. Unchanged on failure.
///     error: NULL, or receives NULL on success and the error on failure; free it with unic_error_free. Offset,
///         line and column refer to the rules.
/// Returns: OK, SYNTAX, CONFIG_LIMIT, NULL_ARGUMENT, INVALID_ARGUMENT (a string that is not UTF-8), OUT_OF_MEMORY.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_create_rules(
    rules: *const c_char,
    rules_length: usize,
    locale: *const c_char,
    spell: *mut *mut unic_spell,
    error: *mut *mut unic_error,
) -> unic_status {
    let body = || {
        let out = Out::required(spell)?;
        // SAFETY: the arguments satisfy the contract in the header.
        let (rules, locale) = unsafe { (slice(rules.cast::<u8>(), rules_length)?, optional_name(locale)?) };
        let rules = std::str::from_utf8(rules).map_err(|_| INVALID_ARGUMENT)?;
        let locale = locale.unwrap_or("root");
        let format = RuleBasedNumberFormat::from_rules(rules, locale).map_err(config_errors)?;
        // SAFETY: checked by `Out`.
        unsafe { out.set(unic_spell::new(Arc::new(format), "").into_raw()?) };
        Ok(())
    };
    // SAFETY: `error` satisfies the contract in the header.
    unsafe { guard_definition(error, body) }
}

fn config_errors(error: RuleError) -> ConfigErrors {
    ConfigErrors::from(ConfigError {
        category: if error.limit { ErrorCategory::Limit } else { ErrorCategory::Syntax },
        pointer: String::new(),
        offset: error.offset,
        line: error.line,
        column: error.column,
        found: error.found,
        allowed: error.expected,
        nearest: None,
        help: String::new(),
    })
}

/// Frees a number format.
///
/// Parameters:
///     spell: may be NULL.
/// Threads: any, but not while another thread uses the format.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_free(spell: *mut unic_spell) {
    guard_free(|| {
        // SAFETY: NULL is rejected; otherwise the caller is the owner.
        unsafe { unic_spell::free(spell) };
    });
}

/// Returns the ICU id of the locale whose rules are used, such as "de" for de-AT; "root" for an unknown language,
/// "" for a format created from rules.
///
/// Returns: a NUL-terminated string, valid as long as the format; empty for NULL.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_locale(spell: *const unic_spell) -> *const c_char {
    // SAFETY: NULL is rejected; otherwise a live handle.
    unsafe { borrow(spell) }.map_or(c"".as_ptr(), |spell| spell.locale.as_ptr())
}

/// Returns the rule set that is used if the caller names none, such as "%spellout-numbering".
///
/// Returns: a NUL-terminated string, valid as long as the format; empty for NULL.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_default_rule_set(spell: *const unic_spell) -> *const c_char {
    // SAFETY: NULL is rejected; otherwise a live handle.
    unsafe { borrow(spell) }.map_or(c"".as_ptr(), |spell| spell.default_rule_set.as_ptr())
}

/// Returns the name of a public rule set, of those marked @noparse as well.
///
/// Parameters:
///     index: from 0, in the order of ICU.
/// Returns: a NUL-terminated string, valid as long as the format; NULL if there is no such rule set.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_rule_set(spell: *const unic_spell, index: usize) -> *const c_char {
    // SAFETY: NULL is rejected; otherwise a live handle.
    let name = unsafe { borrow(spell) }.ok().and_then(|spell| spell.rule_sets.get(index));
    name.map_or(std::ptr::null(), |name| name.as_ptr())
}

/// Formats a decimal number as UTF-8.
///
/// Parameters:
///     rule_set: a public rule set that is not marked @noparse, NUL-terminated; NULL for the default one.
///     number, length: an optional hyphen-minus, ASCII digits, and optionally a full stop and more digits:
///         "-12.50". The integer part is at most 2^63 - 1, or -2^63 without a fraction; the fraction has at most
///         1,000 digits, trailing zeros are ignored.
///     buffer, capacity: the output buffer and its size in bytes; unchanged on failure. A NUL is appended if there
///         is space. NULL and 0 return the size only.
///     needed: NULL, or receives the size in bytes without the NUL; written on BUFFER_TOO_SMALL as well.
/// Returns: OK, BUFFER_TOO_SMALL, NULL_ARGUMENT, INVALID_ARGUMENT (malformed number, unknown rule set, number
///     without a rule, rules that call each other without end or write more than 2^20 code units), OUT_OF_MEMORY.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_write_utf8(
    spell: *const unic_spell,
    rule_set: *const c_char,
    number: *const c_char,
    length: usize,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { write(spell, rule_set, || decimal(number, length), buffer.cast::<u8>(), capacity, needed) }
}

/// UTF-16 variant of unic_spell_write_utf8: native byte order, sizes in 16-bit units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_write_utf16(
    spell: *const unic_spell,
    rule_set: *const c_char,
    number: *const c_char,
    length: usize,
    buffer: *mut u16,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { write(spell, rule_set, || decimal(number, length), buffer, capacity, needed) }
}

/// Variant of unic_spell_write_utf8 for an integer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_write_integer_utf8(
    spell: *const unic_spell,
    rule_set: *const c_char,
    number: i64,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { write(spell, rule_set, || Ok(Number::Integer(number)), buffer.cast::<u8>(), capacity, needed) }
}

/// Variant of unic_spell_write_utf16 for an integer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_write_integer_utf16(
    spell: *const unic_spell,
    rule_set: *const c_char,
    number: i64,
    buffer: *mut u16,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { write(spell, rule_set, || Ok(Number::Integer(number)), buffer, capacity, needed) }
}

/// Parses a decimal number.
///
/// # Safety
/// As for [`slice`].
unsafe fn decimal(number: *const c_char, length: usize) -> Result<Number, Failure> {
    // SAFETY: as the caller promises.
    let digits = unsafe { slice(number.cast::<u8>(), length) }?;
    std::str::from_utf8(digits).ok().and_then(Number::parse).ok_or(INVALID_ARGUMENT)
}

/// # Safety
/// As documented in the header for the functions above.
unsafe fn write<U: CodeUnit + SpellUnit>(
    spell: *const unic_spell,
    rule_set: *const c_char,
    number: impl FnOnce() -> Result<Number, Failure>,
    buffer: *mut U,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    guard(|| {
        let needed = Out::optional(needed)?;
        // SAFETY: the arguments satisfy the contract in the header.
        let (spell, name) = unsafe { (borrow(spell)?, optional_name(rule_set)?.unwrap_or("")) };
        let format = &spell.format;
        let rule_set = format.rule_set(name).map_err(|_| INVALID_ARGUMENT)?;
        let number = number()?;
        let mut kept = spell.buffers.take();
        let written = kept.formatted.of::<U>();
        written.clear();
        let result = match format.write_units(rule_set, &number, written) {
            // SAFETY: as the header requires.
            Ok(()) => unsafe { write_units(written, buffer, capacity, &needed) },
            Err(_) => Err(INVALID_ARGUMENT),
        };
        spell.keep(kept);
        result
    })
}

/// Parses a number at the start of a UTF-8 text, with the public rule set that matches the longest part of the
/// text. The first letter that no word of the rules has ends the parsed part, so a document may be passed. Bounded
/// work: a text with too many possible readings is not parsed, after some seconds at most.
///
/// Parameters:
///     text, length: length in bytes. Ill-formed sequences are treated as U+FFFD.
///     flags: UNIC_SPELL_LENIENT or 0.
///     value: receives the number; 0 if nothing was parsed. May be infinite or NaN, because rules have words for
///         these.
///     used: receives the number of code units parsed; 0 if the text starts with no number.
/// Returns: OK, also if nothing was parsed; TEXT_TOO_LONG, NULL_ARGUMENT, INVALID_ARGUMENT (flags), OUT_OF_MEMORY.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_read_utf8(
    spell: *const unic_spell,
    text: *const c_char,
    length: usize,
    flags: u32,
    value: *mut f64,
    used: *mut usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { read(spell, text.cast::<u8>(), length, flags, value, used) }
}

/// UTF-16 variant of unic_spell_read_utf8: native byte order, lengths in 16-bit units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_read_utf16(
    spell: *const unic_spell,
    text: *const u16,
    length: usize,
    flags: u32,
    value: *mut f64,
    used: *mut usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { read(spell, text, length, flags, value, used) }
}

/// # Safety
/// As documented in the header for the functions above.
unsafe fn read<U: CodeUnit>(
    spell: *const unic_spell,
    text: *const U,
    length: usize,
    flags: u32,
    value: *mut f64,
    used: *mut usize,
) -> unic_status {
    guard(|| {
        // SAFETY: NULL is rejected; otherwise a live handle.
        let spell = unsafe { borrow(spell) }?;
        let (value, used) = (Out::required(value)?, Out::required(used)?);
        if flags & !UNIC_SPELL_LENIENT != 0 {
            return Err(INVALID_ARGUMENT);
        }
        // SAFETY: the arguments satisfy the contract in the header.
        let units = unsafe { checked_text(text, length) }?;
        let mut kept = spell.buffers.take();
        let SpellBuffers { text, scratch, .. } = &mut *kept;
        text.clear();
        text.try_reserve(units.len().saturating_mul(3)).map_err(|_| OUT_OF_MEMORY)?;
        text.extend(code_points(units).map(|(_, c)| c));
        let found = spell.format.read(text, flags == UNIC_SPELL_LENIENT, scratch);
        let (number, bytes) = found.map_or((0.0, 0), |reading| (reading.value, reading.length));
        let characters = text.get(..bytes).map_or(0, |text| text.chars().count());
        let units_used = code_points(units).nth(characters).map_or(units.len(), |(at, _)| at);
        spell.keep(kept);
        // SAFETY: checked by `Out`.
        unsafe {
            value.set(number);
            used.set(units_used);
        }
        Ok(())
    })
}
