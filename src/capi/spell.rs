//! `unic_spell`: numbers written and read by rules.

use crate::capi::analyzer::{give_units, guard_definition, optional_name};
use crate::capi::error::unic_error;
use crate::capi::guard::{guard, guard_free, silence_panics};
use crate::capi::handle::{Boxed, Out, borrow, slice};
use crate::capi::status::{Failure, INVALID_ARGUMENT, NULL_ARGUMENT, OUT_OF_MEMORY, unic_status};
use crate::config::error::{Category, ConfigError, ConfigErrors};
use crate::unicode::rule_text::RuleError;
use crate::unicode::spell::{Group, Number, RuleBasedNumberFormat, Scratch};
use crate::unicode::text::{CodeUnit, code_points, from_str};
use std::ffi::{CString, c_char};
use std::sync::Arc;

/// A group of number rules: one of UNIC_SPELL_SPELLOUT, UNIC_SPELL_ORDINAL, UNIC_SPELL_DURATION,
/// UNIC_SPELL_NUMBERING_SYSTEM.
pub type unic_spell_group = u32;

/// Words: "one hundred".
pub const UNIC_SPELL_SPELLOUT: u32 = 0;
/// Digits with the ending of ordinals: "3rd".
pub const UNIC_SPELL_ORDINAL: u32 = 1;
/// Seconds as durations: "1:40".
pub const UNIC_SPELL_DURATION: u32 = 2;
/// Numbering systems of their own: "IX".
pub const UNIC_SPELL_NUMBERING_SYSTEM: u32 = 3;

/// unic_spell_read_...: words are compared in NFC after case folding, separators are skipped.
pub const UNIC_SPELL_LENIENT: u32 = 1;

/// A rule-based number format (LDML part 3): writes numbers in words and reads them back, as ICU 79.1 does. Immutable: any
/// number of threads may use it at once. Its texts live as long as it does.
pub struct unic_spell {
    format: Arc<RuleBasedNumberFormat>,
    locale: CString,
    rule_sets: Vec<CString>,
    default_rule_set: CString,
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
        }
    }
}

/// The number format of a locale.
///
/// locale: BCP 47 or ICU locale ID, NUL-terminated; NULL for the root. A locale without rules has those of its parents;
///     unic_spell_locale says which.
/// group: UNIC_SPELL_SPELLOUT and the like.
/// spell: receives the handle, to be freed with unic_spell_free; unchanged on failure.
///
/// Returns OK, NULL_ARGUMENT, INVALID_ARGUMENT (group; a locale that is not UTF-8). Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_create(
    locale: *const c_char,
    group: unic_spell_group,
    spell: *mut *mut unic_spell,
) -> unic_status {
    guard(|| {
        silence_panics();
        let out = Out::required(spell)?;
        // SAFETY: NULL is found; else NUL-terminated, as the header asks for.
        let locale = unsafe { optional_name(locale) }?.unwrap_or("root");
        let group = match group {
            UNIC_SPELL_SPELLOUT => Group::Spellout,
            UNIC_SPELL_ORDINAL => Group::Ordinal,
            UNIC_SPELL_DURATION => Group::Duration,
            UNIC_SPELL_NUMBERING_SYSTEM => Group::NumberingSystem,
            _ => return Err(INVALID_ARGUMENT),
        };
        let opened = RuleBasedNumberFormat::open(locale, group);
        // SAFETY: checked by `Out`.
        unsafe { out.set(unic_spell::new(opened.format, opened.locale).into_raw()?) };
        Ok(())
    })
}

/// A number format of rules of your own.
///
/// rules, rules_length: UTF-8, length in bytes, in the syntax of LDML part 3 as ICU reads it; up to 4 MiB.
/// locale: gives the symbols of decimal patterns, plural rules, and the collation of `%%lenient-parse`; NULL for the root.
/// spell: receives the handle, to be freed with unic_spell_free; unchanged on failure.
/// error: NULL, or receives NULL on success and an error on failure, to be freed with unic_error_free. Its place is that in
///     the rules.
///
/// Returns OK; SYNTAX, CONFIG_LIMIT; NULL_ARGUMENT, INVALID_ARGUMENT (texts that are not UTF-8). Any thread.
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
        // SAFETY: the arguments are as the header asks for.
        let (rules, locale) = unsafe { (slice(rules.cast::<u8>(), rules_length)?, optional_name(locale)?) };
        let rules = std::str::from_utf8(rules).map_err(|_| INVALID_ARGUMENT)?;
        let locale = locale.unwrap_or("root");
        let format = RuleBasedNumberFormat::from_rules(rules, locale).map_err(refusal)?;
        // SAFETY: checked by `Out`.
        unsafe { out.set(unic_spell::new(Arc::new(format), "").into_raw()?) };
        Ok(())
    };
    // SAFETY: `error` is as the header asks for.
    unsafe { guard_definition(error, body) }
}

fn refusal(error: RuleError) -> ConfigErrors {
    ConfigErrors::from(ConfigError {
        category: if error.limit { Category::Limit } else { Category::Syntax },
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

/// Frees a format. NULL is fine. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_free(spell: *mut unic_spell) {
    guard_free(|| {
        // SAFETY: NULL is found; else the caller is the owner.
        unsafe { unic_spell::free(spell) };
    });
}

/// The ICU id of the locale whose rules are used, such as "de" for de-AT; "root" for an unknown language, "" for rules of
/// your own. NUL-terminated, never NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_locale(spell: *const unic_spell) -> *const c_char {
    // SAFETY: NULL is found; else a live handle.
    unsafe { borrow(spell) }.map_or(c"".as_ptr(), |spell| spell.locale.as_ptr())
}

/// The rule set that writes when none is named, such as "%spellout-numbering". NUL-terminated, never NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_default_rule_set(spell: *const unic_spell) -> *const c_char {
    // SAFETY: NULL is found; else a live handle.
    unsafe { borrow(spell) }.map_or(c"".as_ptr(), |spell| spell.default_rule_set.as_ptr())
}

/// The name of a public rule set by its number from 0, in ICU's order; NULL behind the last one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_rule_set(spell: *const unic_spell, number: usize) -> *const c_char {
    // SAFETY: NULL is found; else a live handle.
    let name = unsafe { borrow(spell) }.ok().and_then(|spell| spell.rule_sets.get(number));
    name.map_or(std::ptr::null(), |name| name.as_ptr())
}

/// Writes a number, as UTF-8.
///
/// rule_set: a public rule set, NUL-terminated; NULL for the default one.
/// number, length: an optional hyphen-minus, ASCII digits, and optionally a full stop and digits: "-12.50". Before the full
///     stop at most 64 bits, behind it 1,000 digits; zeros at the end count for nothing.
/// buffer, capacity: where the text goes, and its size in bytes; a NUL is written after it when there is room. NULL and 0
///     ask for the size alone.
/// needed: NULL, or receives the text's size without the NUL; also on BUFFER_TOO_SMALL.
///
/// Returns OK; BUFFER_TOO_SMALL, the buffer unchanged; NULL_ARGUMENT; INVALID_ARGUMENT (what is no number, a rule set that
/// there is not, a number that the rules have no rule for). Any thread.
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
    // SAFETY: the arguments are as the header asks for.
    unsafe { write(spell, rule_set, || decimal(number, length), buffer.cast::<u8>(), capacity, needed) }
}

/// UTF-16 variant of unic_spell_write_utf8: native byte order; sizes in 16-bit units.
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
    // SAFETY: the arguments are as the header asks for.
    unsafe { write(spell, rule_set, || decimal(number, length), buffer, capacity, needed) }
}

/// unic_spell_write_utf8 for an integer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_write_integer_utf8(
    spell: *const unic_spell,
    rule_set: *const c_char,
    number: i64,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    // SAFETY: the arguments are as the header asks for.
    unsafe { write(spell, rule_set, || Ok(Number::Integer(number)), buffer.cast::<u8>(), capacity, needed) }
}

/// unic_spell_write_utf16 for an integer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_write_integer_utf16(
    spell: *const unic_spell,
    rule_set: *const c_char,
    number: i64,
    buffer: *mut u16,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    // SAFETY: the arguments are as the header asks for.
    unsafe { write(spell, rule_set, || Ok(Number::Integer(number)), buffer, capacity, needed) }
}

/// The number that ASCII digits stand for.
///
/// # Safety
/// As for [`slice`].
unsafe fn decimal(number: *const c_char, length: usize) -> Result<Number, Failure> {
    // SAFETY: as the caller promises.
    let digits = unsafe { slice(number.cast::<u8>(), length) }?;
    std::str::from_utf8(digits).ok().and_then(Number::parse).ok_or(INVALID_ARGUMENT)
}

/// # Safety
/// As the header says of the calls above.
unsafe fn write<U: CodeUnit + Default>(
    spell: *const unic_spell,
    rule_set: *const c_char,
    number: impl FnOnce() -> Result<Number, Failure>,
    buffer: *mut U,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    guard(|| {
        let needed = Out::optional(needed)?;
        // SAFETY: the arguments are as the header asks for.
        let (format, name) = unsafe { (&borrow(spell)?.format, optional_name(rule_set)?.unwrap_or("")) };
        let rule_set = format.rule_set(name).map_err(|_| INVALID_ARGUMENT)?;
        let mut written = String::new();
        format.write_by(rule_set, &number()?, &mut written).map_err(|_| INVALID_ARGUMENT)?;
        // SAFETY: as the header asks for.
        unsafe { give_units(&from_str::<U>(&written), buffer, capacity, &needed) }
    })
}

/// Reads a number from the start of a UTF-8 text: of all public rule sets, by the one that uses the most text.
///
/// text, length: may be NULL when length, in bytes, is 0. Ill-formed text counts as U+FFFD.
/// flags: UNIC_SPELL_LENIENT or 0.
/// value: receives the number, 0 when nothing was read. It may be infinite or not a number: rules have words for these.
/// used: receives how many code units of the text were read; 0 when it begins with no number.
///
/// Returns OK (also when nothing was read), TEXT_TOO_LONG, NULL_ARGUMENT, INVALID_ARGUMENT (flags). Bounded: a text with too
/// many ways to read it is not read. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_spell_read_utf8(
    spell: *const unic_spell,
    text: *const c_char,
    length: usize,
    flags: u32,
    value: *mut f64,
    used: *mut usize,
) -> unic_status {
    // SAFETY: the arguments are as the header asks for.
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
    // SAFETY: the arguments are as the header asks for.
    unsafe { read(spell, text, length, flags, value, used) }
}

/// # Safety
/// As the header says of the calls above.
unsafe fn read<U: CodeUnit>(
    spell: *const unic_spell,
    text: *const U,
    length: usize,
    flags: u32,
    value: *mut f64,
    used: *mut usize,
) -> unic_status {
    guard(|| {
        if spell.is_null() {
            return Err(NULL_ARGUMENT);
        }
        let (value, used) = (Out::required(value)?, Out::required(used)?);
        if flags & !UNIC_SPELL_LENIENT != 0 {
            return Err(INVALID_ARGUMENT);
        }
        if length >= 1 << 31 {
            return Err(Failure::from(crate::analysis::TextError::TooLong));
        }
        // SAFETY: the arguments are as the header asks for.
        let (format, units) = unsafe { (&borrow(spell)?.format, slice(text, length)?) };
        let mut text = String::new();
        text.try_reserve(units.len().saturating_mul(3)).map_err(|_| OUT_OF_MEMORY)?;
        text.extend(code_points(units).map(|(_, c)| c));
        let found = format.read(&text, flags == UNIC_SPELL_LENIENT, &mut Scratch::default());
        let (number, bytes) = found.map_or((0.0, 0), |reading| (reading.value, reading.length));
        let characters = text.get(..bytes).map_or(0, |text| text.chars().count());
        let units_used = code_points(units).nth(characters).map_or(units.len(), |(at, _)| at);
        // SAFETY: checked by `Out`.
        unsafe {
            value.set(number);
            used.set(units_used);
        }
        Ok(())
    })
}
