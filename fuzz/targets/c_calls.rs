//! Sequences of C calls over objects of random lifetimes: statuses are known, sizes are correct, buffers that are too
//! small are unchanged, a stream outlives its analyzer, everything is freed at the end (libFuzzer checks for leaks).

use super::source::Source;
use std::ffi::{CString, c_char, c_void};
use std::ptr::{null, null_mut};
use unic_analysis::capi::{
    analyzer::*, encoding::*, error::*, explain::*, key_range::*, key_text::*, packed::*, sort_key::*, status::*,
    stream::*, string::*, text::*, token::*, version::*,
};

const DEFINITIONS: [&str; 9] = [
    r#"{"type": "hyphen"}"#,
    r#"{"tokenizer": "whitespace", "filter": ["lowercase", "hyphen", "remove_duplicates"]}"#,
    r#"{"tokenizer": "unic_tokenizer", "filter": ["cjk_bigram", "unic_folding"], "char_filter": ["unic_normalizer"]}"#,
    r#"{"type": "unic_collation", "locale": "de", "strength": "quaternary"}"#,
    r#"{"type": "naturalsort", "max_key_bytes": 16}"#,
    r#"{"normalizer": {"a": {"type": "custom", "filter": ["lowercase"], "char_filter": ["unic_normalizer"]}}}"#,
    r#"{"analyzer": {"a": {"type": "hyphen", "unknown": 1}, "b": {"type": "hyphen"}}}"#,
    r#"{"type": "hyphen", "type": 1"#,
    r#"{"type": "custom", "tokenizer": "nothing"}"#,
];

/// Fills buffers before a call.
const GUARD: u8 = 0xA5;

/// The live objects. Texts are kept to the end, as streams refer to them.
#[derive(Default)]
struct World {
    analyzers: Vec<*mut unic_analyzer>,
    streams: Vec<*mut unic_stream>,
    errors: Vec<*mut unic_error>,
    strings: Vec<*mut unic_string>,
    texts: Vec<String>,
    wide: Vec<Vec<u16>>,
}

/// One call after the other, each with its arguments.
pub fn run(data: &[u8]) {
    let mut source = Source::new(data);
    let mut world = World::default();
    while !source.is_empty() {
        // SAFETY: `World` keeps handles until they are freed, and then removes them; every buffer has the stated size.
        unsafe { world.call(&mut source) };
    }
    drop(world);
    assert_eq!(unic_live_objects(), 0, "all is freed");
}

impl Drop for World {
    fn drop(&mut self) {
        // SAFETY: all are alive, and each is freed once.
        unsafe {
            self.analyzers.drain(..).for_each(|analyzer| unic_analyzer_free(analyzer));
            self.streams.drain(..).for_each(|stream| unic_stream_free(stream));
            self.errors.drain(..).for_each(|error| unic_error_free(error));
            self.strings.drain(..).for_each(|string| unic_string_free(string));
        }
    }
}

/// Checks that a status has a name and is not INTERNAL.
fn known(status: u32) -> u32 {
    assert!(!unic_status_name(status).is_null() && status != UNIC_STATUS_INTERNAL, "status {status}");
    status
}

/// A live object, or NULL.
fn some<T>(source: &mut Source, list: &[*mut T]) -> *mut T {
    list.get(source.below(list.len() + 1)).copied().unwrap_or(null_mut())
}

/// Removes the object from the list.
fn take<T>(source: &mut Source, list: &mut Vec<*mut T>) -> *mut T {
    let at = source.below(list.len() + 1);
    if at < list.len() { list.swap_remove(at) } else { null_mut() }
}

/// A buffer of a random size, between guard bytes.
struct OutputBuffer<T> {
    units: Vec<T>,
    size: usize,
}

impl<T: Copy + PartialEq + std::fmt::Debug> OutputBuffer<T> {
    fn new(source: &mut Source, guard: T) -> OutputBuffer<T> {
        let size = [0, 1, 2, 16, 100, 4000][source.below(6)];
        OutputBuffer { units: vec![guard; size + 4], size }
    }

    fn pointer(&mut self) -> *mut T {
        if self.size == 0 { null_mut() } else { self.units.as_mut_ptr() }
    }

    /// Checks after a call that everything outside of the output is unchanged.
    fn check(&self, status: u32, needed: usize, guard: T, terminator: usize) {
        let written = match status {
            UNIC_STATUS_OK => {
                assert!(needed <= self.size, "{needed} in {}", self.size);
                (needed + terminator).min(self.size)
            }
            UNIC_STATUS_BUFFER_TOO_SMALL => {
                assert!(needed > self.size, "{needed} in {}", self.size);
                0
            }
            _ => 0,
        };
        assert!(self.units[written..].iter().all(|unit| *unit == guard), "status {status}, {needed} in {}", self.size);
    }
}

impl World {
    unsafe fn call(&mut self, source: &mut Source) {
        // SAFETY: see `run`.
        unsafe {
            match source.below(25) {
                0 | 1 => self.create(source),
                2 => self.retain(source),
                3 => unic_analyzer_free(take(source, &mut self.analyzers)),
                4 | 5 => self.create_stream(source),
                6 => unic_stream_free(take(source, &mut self.streams)),
                7 => self.set_utf8(source),
                8 => self.set_utf16(source),
                9 => self.next(source),
                10 => self.next_batch(source),
                11 => self.end(source),
                12 => _ = known(unic_stream_set_offset_unit(some(source, &self.streams), u32::from(source.byte()) % 5)),
                13 => self.sort_key_utf8(source),
                14 => self.sort_key_utf16(source),
                15 => self.compare(source),
                16 => self.key_prefix(source),
                17 => self.key_forms(source),
                18 => self.normalize(source),
                19 => self.analyze_json(source),
                20 => self.descriptions(source),
                21 => self.fingerprint(source),
                22 => self.packed(source),
                23 => self.keys(source),
                _ => {
                    unic_error_free(take(source, &mut self.errors));
                    unic_string_free(take(source, &mut self.strings));
                }
            }
        }
    }

    unsafe fn retain(&mut self, source: &mut Source) {
        // SAFETY: see `run`.
        unsafe {
            let analyzer = some(source, &self.analyzers);
            if known(unic_analyzer_retain(analyzer)) == UNIC_STATUS_OK {
                self.analyzers.push(analyzer);
            }
        }
    }

    unsafe fn create_stream(&mut self, source: &mut Source) {
        // SAFETY: see `run`.
        unsafe {
            let mut stream = null_mut();
            let status = known(unic_stream_create(some(source, &self.analyzers), &mut stream));
            assert_eq!(status == UNIC_STATUS_OK, !stream.is_null());
            if !stream.is_null() {
                self.streams.push(stream);
            }
        }
    }

    unsafe fn set_utf8(&mut self, source: &mut Source) {
        // SAFETY: see `run`.
        unsafe {
            self.texts.push(source.text());
            let text = self.texts.last().map_or("", String::as_str);
            known(unic_stream_set_utf8(some(source, &self.streams), text.as_ptr().cast(), text.len()));
        }
    }

    unsafe fn set_utf16(&mut self, source: &mut Source) {
        // SAFETY: see `run`.
        unsafe {
            let units = source.part().chunks(2).map(|pair| u16::from_le_bytes([pair[0], *pair.last().unwrap_or(&0)]));
            self.wide.push(units.collect());
            let text = self.wide.last().map_or(&[][..], Vec::as_slice);
            known(unic_stream_set_utf16(some(source, &self.streams), text.as_ptr(), text.len()));
        }
    }

    unsafe fn next(&mut self, source: &mut Source) {
        // SAFETY: see `run`.
        unsafe {
            let stream = some(source, &self.streams);
            let mut token: unic_token = std::mem::zeroed();
            for _ in 0..source.below(5) {
                if known(unic_stream_next(stream, &mut token)) == UNIC_STATUS_OK {
                    check_token(&token);
                }
            }
        }
    }

    unsafe fn next_batch(&mut self, source: &mut Source) {
        // SAFETY: see `run`.
        unsafe {
            let stream = some(source, &self.streams);
            let mut tokens: [unic_token; 8] = std::mem::zeroed();
            let (capacity, mut count) = (source.below(9), 99);
            if known(unic_stream_next_batch(stream, tokens.as_mut_ptr(), capacity, &mut count)) == UNIC_STATUS_OK {
                assert!(count <= capacity);
                tokens[..count].iter().for_each(check_token);
            } else {
                assert_eq!(count, 99);
            }
        }
    }

    unsafe fn end(&mut self, source: &mut Source) {
        // SAFETY: see `run`.
        unsafe {
            let (mut end, mut gap) = (0, 0);
            known(unic_stream_end(some(source, &self.streams), &mut end, &mut gap));
        }
    }

    unsafe fn sort_key_utf8(&mut self, source: &mut Source) {
        // SAFETY: see `run`.
        unsafe {
            let mut needed = 0;
            let (text, stream) = (source.text(), some(source, &self.streams));
            let mut output = OutputBuffer::new(source, GUARD);
            let status = unic_sort_key_utf8(
                stream,
                text.as_ptr().cast(),
                text.len(),
                output.pointer(),
                output.size,
                &mut needed,
            );
            output.check(known(status), needed, GUARD, 0);
        }
    }

    unsafe fn sort_key_utf16(&mut self, source: &mut Source) {
        // SAFETY: see `run`.
        unsafe {
            let mut needed = 0;
            let (text, stream) = (source.text().encode_utf16().collect::<Vec<_>>(), some(source, &self.streams));
            let mut output = OutputBuffer::new(source, GUARD);
            let status =
                unic_sort_key_utf16(stream, text.as_ptr(), text.len(), output.pointer(), output.size, &mut needed);
            output.check(known(status), needed, GUARD, 0);
        }
    }

    unsafe fn compare(&mut self, source: &mut Source) {
        // SAFETY: see `run`.
        unsafe {
            let (left, right, mut order) = (source.text(), source.text(), 7);
            let stream = some(source, &self.streams);
            let (left, right) = ((left.as_ptr().cast(), left.len()), (right.as_ptr().cast(), right.len()));
            let status = unic_compare_utf8(stream, left.0, left.1, right.0, right.1, &mut order);
            assert_eq!(known(status) == UNIC_STATUS_OK, (-1..=1).contains(&order));
        }
    }

    unsafe fn key_prefix(&mut self, source: &mut Source) {
        // SAFETY: see `run`.
        unsafe {
            let mut needed = 0;
            let (text, stream) = (source.text(), some(source, &self.streams));
            let (mut start, mut end, mut end_needed) =
                (OutputBuffer::new(source, GUARD), OutputBuffer::new(source, GUARD), 0);
            let status = known(unic_sort_key_prefix(
                stream,
                text.as_ptr().cast(),
                text.len(),
                UNIC_ENCODING_UTF8,
                u32::from(source.byte()) % 7,
                start.pointer(),
                start.size,
                &mut needed,
                end.pointer(),
                end.size,
                &mut end_needed,
            ));
            if status != UNIC_STATUS_BUFFER_TOO_SMALL {
                start.check(status, needed, GUARD, 0);
                end.check(status, end_needed, GUARD, 0);
            }
        }
    }

    unsafe fn key_forms(&mut self, source: &mut Source) {
        // SAFETY: see `run`.
        unsafe {
            let mut needed = 0;
            let (bytes, form) = (source.part(), u32::from(source.byte()) % 3);
            let mut output = OutputBuffer::new(source, GUARD);
            let (text, encoding) = (output.pointer().cast::<c_void>(), UNIC_ENCODING_UTF8);
            let status =
                unic_sort_key_to_text(bytes.as_ptr(), bytes.len(), form, encoding, text, output.size, &mut needed);
            output.check(known(status), needed, GUARD, 1);
            let mut key = OutputBuffer::new(source, GUARD);
            let status = unic_sort_key_from_text(
                bytes.as_ptr().cast(),
                bytes.len(),
                form,
                encoding,
                key.pointer(),
                key.size,
                &mut needed,
            );
            key.check(known(status), needed, GUARD, 0);
            let (bound, levels) = (u32::from(source.byte()) % 4, u32::from(source.byte()) % 4);
            let mut output = OutputBuffer::new(source, GUARD);
            let (buffer, size) = (output.pointer(), output.size);
            let status = unic_sort_key_bound(bytes.as_ptr(), bytes.len(), bound, levels, buffer, size, &mut needed);
            output.check(known(status), needed, GUARD, 0);
        }
    }

    unsafe fn normalize(&mut self, source: &mut Source) {
        // SAFETY: see `run`.
        unsafe {
            let mut needed = 0;
            let (text, analyzer) = (source.text(), some(source, &self.analyzers));
            let mut output = OutputBuffer::new(source, GUARD);
            let (buffer, size) = (output.pointer().cast::<c_char>(), output.size);
            let status = unic_normalize_utf8(analyzer, text.as_ptr().cast(), text.len(), buffer, size, &mut needed);
            output.check(known(status), needed, GUARD, 1);
        }
    }

    unsafe fn analyze_json(&mut self, source: &mut Source) {
        // SAFETY: see `run`.
        unsafe {
            let (text, mut json) = (source.text(), null_mut());
            let analyzer = some(source, &self.analyzers);
            let (unit, explain) = (u32::from(source.byte()) % 5, u32::from(source.byte()) % 3);
            known(unic_analyze_json(analyzer, text.as_ptr().cast(), text.len(), unit, explain, &mut json));
            self.keep(json);
        }
    }

    unsafe fn descriptions(&mut self, source: &mut Source) {
        // SAFETY: see `run`.
        unsafe {
            let (analyzer, mut text) = (some(source, &self.analyzers), null_mut());
            match source.below(3) {
                0 => known(unic_analyzer_warnings(analyzer, &mut text)),
                1 => known(unic_analyzer_describe(analyzer, &mut text)),
                _ => known(unic_component_names(&mut text)),
            };
            self.keep(text);
        }
    }

    unsafe fn fingerprint(&mut self, source: &mut Source) {
        // SAFETY: see `run`.
        unsafe {
            let mut needed = 0;
            let analyzer = some(source, &self.analyzers);
            let mut output = OutputBuffer::new(source, GUARD);
            let status = unic_analyzer_fingerprint(analyzer, output.pointer().cast(), output.size, &mut needed);
            output.check(known(status), needed, GUARD, 1);
        }
    }

    /// The keys of a batch of texts equal the keys of single texts.
    unsafe fn keys(&mut self, source: &mut Source) {
        let stream = some(source, &self.streams);
        let capacity = 8 * usize::from(source.byte()) + source.below(8);
        let texts: Vec<String> = (0..source.below(6)).map(|_| source.text()).collect();
        let pointers: Vec<*const c_char> = texts.iter().map(|text| text.as_ptr().cast()).collect();
        let lengths: Vec<usize> = texts.iter().map(String::len).collect();
        let mut arena = vec![GUARD; capacity + 8];
        let (mut offsets, mut needed) = (vec![0; texts.len() + 1], 0);
        // SAFETY: see `run`.
        let status = known(unsafe {
            unic_sort_keys_utf8(
                stream,
                pointers.as_ptr(),
                lengths.as_ptr(),
                texts.len(),
                arena.as_mut_ptr(),
                capacity,
                offsets.as_mut_ptr(),
                &mut needed,
            )
        });
        assert!(arena[capacity..].iter().all(|byte| *byte == GUARD), "written after {capacity}");
        if status == UNIC_STATUS_BUFFER_TOO_SMALL {
            assert!(needed > capacity, "{needed} in {capacity}");
        }
        if status != UNIC_STATUS_OK {
            return;
        }
        assert_eq!((offsets[0], offsets[texts.len()]), (0, needed));
        for (text, range) in texts.iter().zip(offsets.windows(2)) {
            let mut key = vec![GUARD; needed];
            let mut length = 0;
            // SAFETY: see `run`.
            let status = known(unsafe {
                let text = (text.as_ptr().cast(), text.len());
                unic_sort_key_utf8(stream, text.0, text.1, key.as_mut_ptr(), key.len(), &mut length)
            });
            assert_eq!((status, &key[..length]), (UNIC_STATUS_OK, &arena[range[0]..range[1]]));
        }
    }

    unsafe fn create(&mut self, source: &mut Source) {
        let json = source.pick(&DEFINITIONS);
        let name = [None, Some(c"a"), Some(c"b"), Some(c"")][source.below(4)];
        let name = name.map_or(null(), |name| name.as_ptr());
        let (mut analyzer, mut error) = (null_mut(), null_mut());
        // SAFETY: see `run`.
        unsafe {
            let mut options: unic_options = std::mem::zeroed();
            unic_options_init(&mut options, size_of::<unic_options>() as u32);
            options.flags = u32::from(source.byte()) % 3;
            options.max_filtered_length = 1 << 16;
            let options = if source.flag() { &raw const options } else { null() };
            let status =
                known(unic_analyzer_create(json.as_ptr().cast(), json.len(), name, options, &mut analyzer, &mut error));
            assert_eq!(status == UNIC_STATUS_OK, !analyzer.is_null());
            assert!(status != UNIC_STATUS_OK || error.is_null());
            if !analyzer.is_null() {
                self.analyzers.push(analyzer);
            }
            if !error.is_null() {
                assert_eq!(unic_error_code(error), status);
                for text in [
                    unic_error_message(error),
                    unic_error_pointer(error),
                    unic_error_help(error),
                    unic_error_json(error),
                ] {
                    assert!(!text.is_null() && CString::from(std::ffi::CStr::from_ptr(text)).into_string().is_ok());
                }
                assert!(unic_error_offset(error) <= json.len());
                self.errors.push(error);
            }
            let mut names = null_mut();
            known(unic_analyzer_names(json.as_ptr().cast(), json.len(), options, &mut names, null_mut()));
            self.keep(names);
        }
    }

    unsafe fn packed(&mut self, source: &mut Source) {
        let (text, stream) = (source.text().encode_utf16().collect::<Vec<_>>(), some(source, &self.streams));
        let (mut fields, mut terms) = (OutputBuffer::new(source, -77i32), OutputBuffer::new(source, 0xA5A5u16));
        // SAFETY: see `run`.
        unsafe {
            let mut packed: unic_packed = std::mem::zeroed();
            (packed.fields, packed.fields_capacity) = (fields.pointer(), fields.size);
            (packed.terms, packed.terms_capacity) = (terms.pointer(), terms.size);
            let status = known(unic_analyze_utf16_packed(stream, text.as_ptr(), text.len(), &mut packed));
            if status == UNIC_STATUS_OK {
                fields.check(status, packed.fields_needed, -77, 0);
                terms.check(status, packed.terms_needed, 0xA5A5, 0);
            }
        }
    }

    /// Checks that a string is UTF-8 and lives until it is freed.
    unsafe fn keep(&mut self, string: *mut unic_string) {
        if !string.is_null() {
            // SAFETY: see `run`.
            let bytes = unsafe {
                std::slice::from_raw_parts(unic_string_data(string).cast::<u8>(), unic_string_length(string))
            };
            assert!(std::str::from_utf8(bytes).is_ok());
            self.strings.push(string);
        }
    }
}

/// Reads all units of the term.
fn check_token(token: &unic_token) {
    assert!(token.start <= token.end && token.position_length >= 1);
    assert!(!unic_token_type_name(token.r#type).is_null());
    // Terms have at least this many bytes in both encodings.
    // SAFETY: a term is valid until the next call on its stream.
    let term = unsafe {
        std::slice::from_raw_parts(
            token.term.cast::<u8>(),
            if token.term.is_null() { 0 } else { token.term_length as usize },
        )
    };
    std::hint::black_box(term.iter().fold(0u8, |sum, byte| sum ^ byte));
}
