//! The shared library, called through its C interface.

use libloading::Library;
use std::ffi::{CStr, c_char, c_void};
use std::path::{Path, PathBuf};
use std::ptr;

/// The layout of `unic_token`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Token {
    term: *const c_void,
    pub term_length: u32,
    pub start: u32,
    pub end: u32,
    fields: [u32; 11],
}

type Handle = *mut c_void;

type SortKeys =
    unsafe extern "C" fn(Handle, *const *const u8, *const usize, usize, *mut u8, usize, *mut usize, *mut usize) -> u32;

/// The texts of a batch of keys: their addresses and lengths.
pub type Batch = (Vec<*const u8>, Vec<usize>);

/// The functions that the benchmark calls.
#[derive(Clone, Copy)]
struct Calls {
    analyzer_create:
        unsafe extern "C" fn(*const c_char, usize, *const c_char, *const c_void, *mut Handle, *mut Handle) -> u32,
    analyzer_free: unsafe extern "C" fn(Handle),
    error_message: unsafe extern "C" fn(Handle) -> *const c_char,
    stream_create: unsafe extern "C" fn(Handle, *mut Handle) -> u32,
    stream_free: unsafe extern "C" fn(Handle),
    set_utf8: unsafe extern "C" fn(Handle, *const c_char, usize) -> u32,
    set_utf16: unsafe extern "C" fn(Handle, *const u16, usize) -> u32,
    next_batch: unsafe extern "C" fn(Handle, *mut Token, usize, *mut usize) -> u32,
    end: unsafe extern "C" fn(Handle, *mut u32, *mut u32) -> u32,
    sort_key_utf8: unsafe extern "C" fn(Handle, *const c_char, usize, *mut u8, usize, *mut usize) -> u32,
    sort_key_utf16: unsafe extern "C" fn(Handle, *const u16, usize, *mut u8, usize, *mut usize) -> u32,
    sort_keys_utf8: SortKeys,
    sort_utf16: unsafe extern "C" fn(Handle, *const *const u16, *const usize, usize, u32, *mut usize) -> u32,
    compare_utf16: unsafe extern "C" fn(Handle, *const u16, usize, *const u16, usize, *mut i32) -> u32,
    abi_version: unsafe extern "C" fn() -> u32,
}

/// The library.
pub struct Ours {
    calls: Calls,
    _library: Library,
}

impl Ours {
    /// Loads `libunic_analysis.so` next to this program, or the file in UNIC_LIBRARY.
    pub fn load() -> Ours {
        let beside = || {
            let program = std::env::current_exe().expect("the program has a path");
            program.with_file_name("libunic_analysis.so")
        };
        Ours::load_from(&std::env::var_os("UNIC_LIBRARY").map_or_else(beside, PathBuf::from))
    }

    /// Loads another build of the library.
    pub fn load_from(path: &Path) -> Ours {
        // SAFETY: the library runs no code when it is loaded.
        let library = unsafe { Library::new(path) }
            .unwrap_or_else(|error| panic!("{}: {error}; build it with `make build`", path.display()));
        macro_rules! call {
            ($name:literal) => {{
                // SAFETY: the signatures are those in the header.
                let call = unsafe { library.get($name) };
                *call.expect("the library has the call")
            }};
        }
        let calls = Calls {
            analyzer_create: call!(b"unic_analyzer_create"),
            analyzer_free: call!(b"unic_analyzer_free"),
            error_message: call!(b"unic_error_message"),
            stream_create: call!(b"unic_stream_create"),
            stream_free: call!(b"unic_stream_free"),
            set_utf8: call!(b"unic_stream_set_utf8"),
            set_utf16: call!(b"unic_stream_set_utf16"),
            next_batch: call!(b"unic_stream_next_batch"),
            end: call!(b"unic_stream_end"),
            sort_key_utf8: call!(b"unic_sort_key_utf8"),
            sort_key_utf16: call!(b"unic_sort_key_utf16"),
            sort_keys_utf8: call!(b"unic_sort_keys_utf8"),
            sort_utf16: call!(b"unic_sort_utf16"),
            compare_utf16: call!(b"unic_compare_utf16"),
            abi_version: call!(b"unic_abi_version"),
        };
        // SAFETY: no arguments.
        assert_eq!(unsafe { (calls.abi_version)() }, 1, "the library has another interface");
        Ours { calls, _library: library }
    }

    /// Creates an analyzer from a definition.
    pub fn analyzer(&self, json: &str) -> Analyzer<'_> {
        let (mut handle, mut error) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: as documented in the header.
        let status = unsafe {
            (self.calls.analyzer_create)(
                json.as_ptr().cast(),
                json.len(),
                ptr::null(),
                ptr::null(),
                &mut handle,
                &mut error,
            )
        };
        if status != 0 {
            // SAFETY: a failed creation returns an error.
            let message = unsafe { CStr::from_ptr((self.calls.error_message)(error)) };
            panic!("{}", message.to_string_lossy());
        }
        Analyzer { ours: self, handle }
    }
}

/// A compiled analyzer.
pub struct Analyzer<'a> {
    ours: &'a Ours,
    handle: Handle,
}

impl<'a> Analyzer<'a> {
    /// Creates a stream with a buffer of 256 tokens.
    pub fn stream(&self) -> Stream<'a> {
        let mut handle = ptr::null_mut();
        // SAFETY: as documented in the header.
        assert_eq!(unsafe { (self.ours.calls.stream_create)(self.handle, &mut handle) }, 0);
        let empty = Token { term: ptr::null(), term_length: 0, start: 0, end: 0, fields: [0; 11] };
        Stream { ours: self.ours, handle, tokens: vec![empty; 256] }
    }
}

impl Drop for Analyzer<'_> {
    fn drop(&mut self) {
        // SAFETY: owned.
        unsafe { (self.ours.calls.analyzer_free)(self.handle) }
    }
}

/// A stream.
pub struct Stream<'a> {
    ours: &'a Ours,
    handle: Handle,
    tokens: Vec<Token>,
}

impl Stream<'_> {
    /// Reads all tokens of a UTF-8 text, from set to end; returns their number.
    #[inline]
    pub fn utf8(&mut self, text: &[u8]) -> usize {
        // SAFETY: the text lives until the next set.
        assert_eq!(unsafe { (self.ours.calls.set_utf8)(self.handle, text.as_ptr().cast(), text.len()) }, 0);
        self.drain()
    }

    /// UTF-16 variant of [`Stream::utf8`].
    #[inline]
    pub fn utf16(&mut self, text: &[u16]) -> usize {
        // SAFETY: the text is there until the next set.
        assert_eq!(unsafe { (self.ours.calls.set_utf16)(self.handle, text.as_ptr(), text.len()) }, 0);
        self.drain()
    }

    /// Makes the sort key of a UTF-8 text; returns its length.
    #[inline]
    pub fn key_utf8(&mut self, text: &[u8], key: &mut [u8]) -> usize {
        let (text, length) = (text.as_ptr().cast(), text.len());
        let mut needed = 0;
        // SAFETY: text and buffer live during the call.
        let status = unsafe {
            (self.ours.calls.sort_key_utf8)(self.handle, text, length, key.as_mut_ptr(), key.len(), &mut needed)
        };
        assert_eq!(status, 0);
        needed
    }

    /// UTF-16 variant of [`Stream::key_utf8`].
    #[inline]
    pub fn key_utf16(&mut self, text: &[u16], key: &mut [u8]) -> usize {
        let (text, length) = (text.as_ptr(), text.len());
        let mut needed = 0;
        // SAFETY: text and buffer are there for the time of the call.
        let status = unsafe {
            (self.ours.calls.sort_key_utf16)(self.handle, text, length, key.as_mut_ptr(), key.len(), &mut needed)
        };
        assert_eq!(status, 0);
        needed
    }

    /// Sorts texts with at most this many threads (0: one per processor).
    pub fn sort_utf16(&mut self, texts: &[Vec<u16>], threads: u32, order: &mut [usize]) {
        assert_eq!(texts.len(), order.len());
        let (pointers, lengths): (Vec<*const u16>, Vec<usize>) =
            texts.iter().map(|text| (text.as_ptr(), text.len())).unzip();
        let (count, order) = (texts.len(), order.as_mut_ptr());
        // SAFETY: the arrays have the given length and live during the call.
        let status = unsafe {
            (self.ours.calls.sort_utf16)(self.handle, pointers.as_ptr(), lengths.as_ptr(), count, threads, order)
        };
        assert_eq!(status, 0);
    }

    /// Converts texts to a batch.
    pub fn batch_of(texts: &[String]) -> Batch {
        texts.iter().map(|text| (text.as_ptr(), text.len())).unzip()
    }

    /// Makes the keys of a batch of texts; returns their total length.
    pub fn keys_utf8(&mut self, (texts, lengths): &Batch, arena: &mut [u8]) -> usize {
        let (mut offsets, mut needed) = ([0; 257], 0);
        assert!(texts.len() < offsets.len());
        let arrays = (texts.as_ptr(), lengths.as_ptr());
        let outputs = (arena.as_mut_ptr(), offsets.as_mut_ptr());
        // SAFETY: the texts outlive the batch; arena and offsets live during the call.
        let status = unsafe {
            let (call, length) = (self.ours.calls.sort_keys_utf8, arena.len());
            call(self.handle, arrays.0, arrays.1, texts.len(), outputs.0, length, outputs.1, &mut needed)
        };
        assert_eq!(status, 0);
        needed
    }

    /// Compares two texts.
    #[inline]
    pub fn compare_utf16(&mut self, left: &[u16], right: &[u16]) -> std::cmp::Ordering {
        let mut order = 0;
        let (left, right) = ((left.as_ptr(), left.len()), (right.as_ptr(), right.len()));
        // SAFETY: the texts live during the call.
        let status =
            unsafe { (self.ours.calls.compare_utf16)(self.handle, left.0, left.1, right.0, right.1, &mut order) };
        assert_eq!(status, 0);
        order.cmp(&0)
    }

    #[inline]
    fn drain(&mut self) -> usize {
        let mut all = 0;
        let mut count = self.tokens.len();
        while count == self.tokens.len() {
            // SAFETY: the buffer has the given capacity.
            let status = unsafe {
                (self.ours.calls.next_batch)(self.handle, self.tokens.as_mut_ptr(), self.tokens.len(), &mut count)
            };
            assert_eq!(status, 0);
            all += count;
        }
        let (mut final_offset, mut gap) = (0, 0);
        // SAFETY: memory for two numbers.
        assert_eq!(unsafe { (self.ours.calls.end)(self.handle, &mut final_offset, &mut gap) }, 0);
        all
    }
}

impl Drop for Stream<'_> {
    fn drop(&mut self) {
        // SAFETY: owned.
        unsafe { (self.ours.calls.stream_free)(self.handle) }
    }
}
