//! The peers of normalization: ICU4C's normalizers. For forms that it does not have, its tool `gennorm2` compiles the
//! library's mappings to a data file.

use std::ffi::{CString, c_char, c_int, c_void};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};
use unic_analysis::unicode::normalize::{Normalizer, Scratch};

unsafe extern "C" {
    fn icu_normalizer_open(package: *const c_char, name: *const c_char, mode: c_int) -> *const c_void;
    fn icu_normalizer_limit(peer: *const c_void, set: *const u16, length: i32) -> *const c_void;
    fn icu_normalize_utf16(peer: *const c_void, text: *const u16, length: i32, out: *mut u16, capacity: i32) -> i32;
    fn icu_normalize_utf8(peer: *const c_void, text: *const c_char, length: i32, out: *mut c_char) -> i32;
    fn icu_may_be_normalized_utf16(peer: *const c_void, text: *const u16, length: i32) -> c_int;
    fn icu_is_normalized_utf8(peer: *const c_void, text: *const c_char, length: i32) -> c_int;
    fn icu_parts(c: i32, first: *mut i32, second: *mut i32) -> c_int;
    fn icu_combining_class(c: i32) -> c_int;
}

/// A normalizer of ICU4C.
pub struct Peer(*const c_void);

/// The modes of ICU4C (`UNormalization2Mode`).
#[derive(Clone, Copy)]
pub enum PeerMode {
    Compose,
    Decompose,
    Fcd,
    ComposeContiguous,
}

impl Peer {
    /// `nfc`, `nfd`, `nfkc`, `nfkd`, `nfkc_cf`.
    pub fn standard(name: &str) -> Peer {
        match name {
            "nfd" => Peer::open("nfc", PeerMode::Decompose),
            "nfkd" => Peer::open("nfkc", PeerMode::Decompose),
            _ => Peer::open(name, PeerMode::Compose),
        }
    }

    /// A mode of the data `nfc`, `nfkc` or `nfkc_cf`.
    pub fn open(data: &str, mode: PeerMode) -> Peer {
        let data = CString::new(data).expect("names hold no zero");
        // SAFETY: a NUL-terminated string; returns NULL or an object that lives as long as the process.
        let peer = unsafe { icu_normalizer_open(ptr::null(), data.as_ptr(), mode as c_int) };
        assert!(!peer.is_null(), "ICU4C has {data:?}");
        Peer(peer)
    }

    /// The normalizer, limited to a set (`FilteredNormalizer2`).
    pub fn limited_to(&self, set: &str) -> Peer {
        let set: Vec<u16> = set.encode_utf16().collect();
        // SAFETY: the set lives during the call; returns NULL or an object that lives as long as the process.
        let peer = unsafe { icu_normalizer_limit(self.0, set.as_ptr(), set.len() as i32) };
        assert!(!peer.is_null(), "ICU4C reads the set");
        Peer(peer)
    }

    /// A normalizer with the mappings of a normalizer of the library, given in the modes `decompose` and `compose`;
    /// `None` without the tool `gennorm2`.
    pub fn with_mappings_of(decomposing: &Normalizer, composing: &Normalizer) -> Option<Peer> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("unic-bench-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).ok()?;
        let peer = made_by_gennorm2(&folder, number, &source(decomposing, composing));
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

fn made_by_gennorm2(folder: &Path, number: u32, source: &str) -> Option<Peer> {
    // ICU caches its instances by this name alone, whatever the folder is.
    let name = format!("peer{number}");
    std::fs::write(folder.join("peer.txt"), source).ok()?;
    // Debian does not install the tool in the path of ordinary users.
    let run = |tool: &str| {
        let mut command = Command::new(tool);
        command.arg("-o").arg(folder.join(format!("{name}.nrm"))).arg("-s").arg(folder).arg("peer.txt");
        command.stdout(std::process::Stdio::null());
        command.status().ok().filter(|status| status.success())
    };
    run("gennorm2").or_else(|| run("/usr/sbin/gennorm2"))?;
    let (folder, name) = (CString::new(folder.to_str()?).ok()?, CString::new(name).ok()?);
    // SAFETY: NUL-terminated strings; returns NULL or an object that lives as long as the process.
    let peer = unsafe { icu_normalizer_open(folder.as_ptr(), name.as_ptr(), PeerMode::Compose as c_int) };
    (!peer.is_null()).then_some(Peer(peer))
}

/// A normalizer's mappings as a source of gennorm2.
fn source(decomposing: &Normalizer, composing: &Normalizer) -> String {
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
        let result = run(decomposing, &text);
        let hex = |text: &str| text.chars().map(|c| format!("{:04X}", u32::from(c))).collect::<Vec<_>>().join(" ");
        if result == text {
            // SAFETY: any code point.
            let class = unsafe { icu_combining_class(code) };
            if class != 0 {
                let _ = writeln!(source, "{code:04X}:{class}");
            }
        } else if run(composing, &text) != text {
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
