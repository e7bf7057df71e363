//! `unic_packed`: all tokens of a text in flat arrays, in one call.

use crate::analysis::{OffsetUnit, Token};
use crate::capi::guard::{check_memory, guard};
use crate::capi::handle::{borrow_mut, buffer, checked_text};
use crate::capi::status::{
    Failure, UNIC_STATUS_BUFFER_TOO_SMALL, UNIC_STATUS_INTERNAL, UNIC_STATUS_LIMIT, unic_status,
};
use crate::capi::stream::unic_stream;
use crate::capi::token::UNIC_TOKEN_KEYWORD;

/// Number of int32 fields per token in unic_packed.
pub const UNIC_PACKED_FIELDS: usize = 8;

/// All tokens of a text in flat arrays, for runtimes where each foreign call is expensive (JNI, WASM). The caller
/// allocates the arrays and sets the first four fields; the call writes the arrays and the other fields.
///
/// A token has UNIC_PACKED_FIELDS fields, in this order: start, end (UTF-16 units of the original text), type,
/// position increment, position length, flags, term offset, term length. A term offset p >= 0 is an index into
/// terms; -1-p means that the term is the part of the original text that starts at unit p. The size of the struct
/// never changes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct unic_packed {
    /// In: receives the fields of all tokens. NULL if fields_capacity is 0.
    pub fields: *mut i32,
    /// In: capacity of fields, in int32 values.
    pub fields_capacity: usize,
    /// In: receives the terms that are not parts of the text. NULL if terms_capacity is 0.
    pub terms: *mut u16,
    /// In: capacity of terms, in 16-bit units.
    pub terms_capacity: usize,
    /// Out: number of int32 values, UNIC_PACKED_FIELDS times the number of tokens.
    pub fields_needed: usize,
    /// Out: number of 16-bit units in terms.
    pub terms_needed: usize,
    /// Out: length of the text in UTF-16 units.
    pub final_offset: u32,
    /// Out: number of positions removed after the last token.
    pub position_gap: u32,
}

/// Analyses a whole UTF-16 text into flat arrays. Offsets are in UTF-16 units, independent of the offset unit of
/// the stream. Afterwards no text is set on the stream.
///
/// Parameters:
///     text, length: native byte order, length in 16-bit units; read during the call only. Must not overlap the
///         arrays.
///     packed: the arrays; see unic_packed. On BUFFER_TOO_SMALL the four out fields are valid and the contents of
///         the arrays undefined. On other failures the out fields are unchanged.
/// Returns: OK; BUFFER_TOO_SMALL if an array is too small: repeat the call with larger arrays, which analyses the
///     text again; LIMIT also if the terms have 2^31 units or more; otherwise as unic_stream_set_utf16.
/// Threads: one at a time per stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_analyze_utf16_packed(
    stream: *mut unic_stream,
    text: *const u16,
    length: usize,
    packed: *mut unic_packed,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { analyze_packed(stream, text, length, packed, None) }
}

/// # Safety
/// As documented in the header for the two functions that call this.
unsafe fn analyze_packed(
    stream: *mut unic_stream,
    text: *const u16,
    length: usize,
    packed: *mut unic_packed,
    scripts: Option<(*mut u32, usize)>,
) -> unic_status {
    // SAFETY: NULL is rejected; otherwise a live handle of this thread.
    let stream = match unsafe { borrow_mut(stream) } {
        Ok(stream) => stream,
        Err(Failure(status)) => return status,
    };
    let unit = stream.inner.offset_unit();
    let status = guard(|| {
        stream.leave_text();
        // SAFETY: checked; the caller's struct.
        let packed = unsafe { borrow_mut(packed) }?;
        // SAFETY: text and arrays satisfy the contract in the header.
        let (text, fields, terms) = unsafe {
            (
                checked_text(text, length)?,
                buffer(packed.fields, packed.fields_capacity)?,
                buffer(packed.terms, packed.terms_capacity)?,
            )
        };
        let scripts = match scripts {
            // SAFETY: the array satisfies the contract in the header.
            Some((scripts, capacity)) => Some(unsafe { buffer(scripts, capacity) }?),
            None => None,
        };
        let mut packer = Packer { text, fields, terms, scripts, fields_needed: 0, terms_needed: 0 };
        stream.inner.set_offset_unit(OffsetUnit::Native);
        let mut tokens = stream.inner.analyze(text)?;
        tokens.for_each(|token| packer.add(token))?;
        let end = tokens.end().ok_or(Failure(UNIC_STATUS_INTERNAL))?;
        packer.check_offsets()?;
        check_memory()?;
        (packed.fields_needed, packed.terms_needed) = (packer.fields_needed, packer.terms_needed);
        (packed.final_offset, packed.position_gap) = (end.final_offset, end.position_gap);
        packer.check_capacity()
    });
    // Restore the caller's offset unit, also after a panic.
    stream.inner.set_offset_unit(unit);
    stream.update_state(status);
    status
}

/// Variant of unic_analyze_utf16_packed that returns the script of each token as well.
///
/// Parameters:
///     text, length, packed: as for unic_analyze_utf16_packed.
///     scripts, scripts_capacity: receives one value per token, with the meaning of unic_token.script. NULL if
///         scripts_capacity is 0. A capacity less than fields_needed / UNIC_PACKED_FIELDS is BUFFER_TOO_SMALL.
/// Returns: as unic_analyze_utf16_packed.
/// Threads: one at a time per stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_analyze_utf16_packed_scripts(
    stream: *mut unic_stream,
    text: *const u16,
    length: usize,
    packed: *mut unic_packed,
    scripts: *mut u32,
    scripts_capacity: usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { analyze_packed(stream, text, length, packed, Some((scripts, scripts_capacity))) }
}

/// Writes the flat arrays up to their capacities and counts the required sizes.
struct Packer<'a> {
    text: &'a [u16],
    fields: &'a mut [i32],
    terms: &'a mut [u16],
    /// One slot per token, if scripts are requested.
    scripts: Option<&'a mut [u32]>,
    fields_needed: usize,
    terms_needed: usize,
}

impl Packer<'_> {
    fn add(&mut self, token: Token<'_, u16>) {
        let offset = self.add_term(token.term);
        let flags = if token.keyword { UNIC_TOKEN_KEYWORD } else { 0 };
        // All values are below 2^31 like the length of the text; the total length of the terms is checked at the end.
        let fields = [
            token.start,
            token.end,
            u32::from(token.token_type as u16),
            token.position_increment,
            token.position_length,
            flags,
            offset as u32,
            token.term.len() as u32,
        ];
        if let Some(slot) = self.scripts.as_mut().and_then(|all| all.get_mut(self.fields_needed / UNIC_PACKED_FIELDS)) {
            *slot = token.script;
        }
        let end = self.fields_needed + UNIC_PACKED_FIELDS;
        if let Some(slots) = self.fields.get_mut(self.fields_needed..end) {
            slots.iter_mut().zip(fields).for_each(|(slot, field)| *slot = field as i32);
        }
        self.fields_needed = end;
    }

    /// Checks that every term offset fits its int32 field.
    fn check_offsets(&self) -> Result<(), Failure> {
        if self.terms_needed < 1 << 31 { Ok(()) } else { Err(Failure(UNIC_STATUS_LIMIT)) }
    }

    /// Checks that the caller's arrays are large enough.
    fn check_capacity(&self) -> Result<(), Failure> {
        let tokens = self.fields_needed / UNIC_PACKED_FIELDS;
        let fits = self.fields_needed <= self.fields.len()
            && self.terms_needed <= self.terms.len()
            && self.scripts.as_ref().is_none_or(|scripts| tokens <= scripts.len());
        if fits { Ok(()) } else { Err(Failure(UNIC_STATUS_BUFFER_TOO_SMALL)) }
    }

    /// Returns the term's offset field, and stores the term unless it is part of the text.
    fn add_term(&mut self, term: &[u16]) -> i32 {
        // The address determines the offset of a term that is part of the text.
        let bytes = (term.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let offset = bytes / size_of::<u16>();
        if offset <= self.text.len() && bytes.is_multiple_of(size_of::<u16>()) && offset + term.len() <= self.text.len()
        {
            return -1 - offset as i32;
        }
        let start = self.terms_needed;
        self.terms_needed += term.len();
        if let Some(target) = self.terms.get_mut(start..self.terms_needed) {
            target.copy_from_slice(term);
        }
        start as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packer(terms_needed: usize) -> Packer<'static> {
        Packer { text: &[], fields: &mut [], terms: &mut [], scripts: None, fields_needed: 0, terms_needed }
    }

    #[test]
    fn packed_terms_of_2_to_the_31_units_are_a_limit_and_not_a_wrong_offset() {
        assert_eq!(packer((1 << 31) - 1).check_offsets(), Ok(()));
        assert_eq!(packer(1 << 31).check_offsets(), Err(Failure(UNIC_STATUS_LIMIT)));
        assert_eq!(packer(usize::MAX).check_offsets(), Err(Failure(UNIC_STATUS_LIMIT)));
    }

    #[test]
    fn packed_arrays_without_capacity_are_too_small() {
        assert_eq!(packer(0).check_capacity(), Ok(()));
        assert_eq!(packer(1).check_capacity(), Err(Failure(UNIC_STATUS_BUFFER_TOO_SMALL)));
    }
}
