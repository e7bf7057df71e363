//! The peers of normalization: ICU4C's normalizers. For `utr30` its tool `gennorm2` compiles the library's folding to a
//! data file, so that the mappings are equal.

use std::ffi::{CString, c_char, c_int, c_void};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::ptr;
use unic_analysis::unicode::normalize::{Form, Mode, Normalizer, Scratch};

unsafe extern "C" {
    fn icu_normalizer_open(package: *const c_char, name: *const c_char, decompose: c_int) -> *const c_void;
    fn icu_normalize_utf16(peer: *const c_void, text: *const u16, length: i32, out: *mut u16, capacity: i32) -> i32;
    fn icu_normalize_utf8(peer: *const c_void, text: *const c_char, length: i32, out: *mut c_char) -> i32;
    fn icu_may_be_normalized_utf16(peer: *const c_void, text: *const u16, length: i32) -> c_int;
    fn icu_is_normalized_utf8(peer: *const c_void, text: *const c_char, length: i32) -> c_int;
    fn icu_parts(c: i32, first: *mut i32, second: *mut i32) -> c_int;
    fn icu_combining_class(c: i32) -> c_int;
}

/// A normalizer of ICU4C.
pub struct Peer(*const c_void);

impl Peer {
    /// `nfc`, `nfd`, `nfkc`, `nfkd`, `nfkc_cf`.
    pub fn standard(name: &str) -> Peer {
        let (data, decompose) = match name {
            "nfd" => (c"nfc", 1),
            "nfkd" => (c"nfkc", 1),
            "nfc" => (c"nfc", 0),
            "nfkc" => (c"nfkc", 0),
            _ => (c"nfkc_cf", 0),
        };
        // SAFETY: constant strings; returns NULL or an object that lives as long as the process.
        let peer = unsafe { icu_normalizer_open(ptr::null(), data.as_ptr(), decompose) };
        assert!(!peer.is_null(), "ICU4C has {name}");
        Peer(peer)
    }

    /// A normalizer for the data of `utr30`; `None` without the tool `gennorm2`.
    pub fn of_our_folding() -> Option<Peer> {
        let folder = std::env::temp_dir().join(format!("unic-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).ok()?;
        let peer = made_by_gennorm2(&folder);
        // ICU has read the file when it was opened.
        let _ = std::fs::remove_dir_all(&folder);
        peer
    }

    /// Normalizes UTF-16; returns the length of the result.
    #[inline]
    pub fn normalize_utf16(&self, text: &[u16], out: &mut [u16]) -> usize {
        let capacity = out.len() as i32;
        // SAFETY: text and buffer live during the call.
        let length =
            unsafe { icu_normalize_utf16(self.0, text.as_ptr(), text.len() as i32, out.as_mut_ptr(), capacity) };
        usize::try_from(length).expect("ICU4C succeeds")
    }

    /// UTF-8 variant; the buffer must be 4 KB longer than the result.
    #[inline]
    pub fn normalize_utf8(&self, text: &str, out: &mut [u8]) -> usize {
        // SAFETY: text and buffer live during the call; the callers' buffers are large enough for any result.
        let length =
            unsafe { icu_normalize_utf8(self.0, text.as_ptr().cast(), text.len() as i32, out.as_mut_ptr().cast()) };
        usize::try_from(length).expect("ICU4C succeeds")
    }

    /// The quick check: whether the result is not no.
    #[inline]
    pub fn may_be_normalized_utf16(&self, text: &[u16]) -> bool {
        // SAFETY: the text lives during the call.
        unsafe { icu_may_be_normalized_utf16(self.0, text.as_ptr(), text.len() as i32) != 0 }
    }

    /// The quick check for UTF-8: ICU4C normalizes if the result is maybe.
    #[inline]
    pub fn is_normalized_utf8(&self, text: &str) -> bool {
        // SAFETY: the text lives during the call.
        unsafe { icu_is_normalized_utf8(self.0, text.as_ptr().cast(), text.len() as i32) != 0 }
    }
}

fn made_by_gennorm2(folder: &Path) -> Option<Peer> {
    std::fs::write(folder.join("utr30.txt"), our_folding()).ok()?;
    // Debian does not install the tool in the path of ordinary users.
    let run = |tool: &str| {
        let mut command = Command::new(tool);
        command.arg("-o").arg(folder.join("utr30.nrm")).arg("-s").arg(folder).arg("utr30.txt");
        command.stdout(std::process::Stdio::null());
        command.status().ok().filter(|status| status.success())
    };
    run("gennorm2").or_else(|| run("/usr/sbin/gennorm2"))?;
    let folder = CString::new(folder.to_str()?).ok()?;
    // SAFETY: NUL-terminated strings; returns NULL or an object that lives as long as the process.
    let peer = unsafe { icu_normalizer_open(folder.as_ptr(), c"utr30".as_ptr(), 0) };
    (!peer.is_null()).then_some(Peer(peer))
}

/// The folding as a source of gennorm2.
fn our_folding() -> String {
    let folding = Normalizer::with_mode(Form::Utr30, Mode::Decompose);
    let composed = Normalizer::new(Form::Utr30);
    let mut scratch = Scratch::default();
    let mut run = |normalizer: &Normalizer, text: &str| {
        let mut out = Vec::new();
        normalizer.normalize(text.as_bytes(), &mut out, &mut scratch);
        String::from_utf8(out).expect("well-formed")
    };
    let mut source = "* Unicode 15.0.0\n".to_owned();
    for c in '\0'..=char::MAX {
        if ('\u{AC00}'..='\u{D7A3}').contains(&c) {
            continue; // algorithmic
        }
        let (text, code) = (c.to_string(), u32::from(c) as i32);
        let result = run(&folding, &text);
        let hex = |text: &str| text.chars().map(|c| format!("{:04X}", u32::from(c))).collect::<Vec<_>>().join(" ");
        if result == text {
            // SAFETY: any code point.
            let class = unsafe { icu_combining_class(code) };
            if class != 0 {
                let _ = writeln!(source, "{code:04X}:{class}");
            }
        } else if run(&composed, &text) != text {
            let _ = writeln!(source, "{code:04X}>{}", hex(&result));
        } else {
            let (mut first, mut second) = (0, 0);
            // SAFETY: memory for two numbers.
            if unsafe { icu_parts(code, &mut first, &mut second) } != 0 {
                let _ = writeln!(source, "{code:04X}={first:04X} {second:04X}");
            }
        }
    }
    source
}
