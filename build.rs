//! Makes tables out of the pinned data crates, the C header out of the sources, and names the shared library.

use std::path::PathBuf;
use std::{env, fs};

#[path = "build-support/header.rs"]
mod header;
#[path = "build-support/pack.rs"]
mod pack;
#[path = "build-support/word_class.rs"]
mod word_class;

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"));
    for input in ["build.rs", "build-support", "cbindgen.toml", "src/capi"] {
        println!("cargo:rerun-if-changed={input}");
    }
    fs::write(out.join("word_class_table.rs"), word_class::table()).expect("OUT_DIR is writable");
    pack::run(&root, &out.join("packed"));
    // `tests/header.rs` compares it with the one in `include/`, `make header` copies it.
    fs::write(out.join("unic_analysis.h"), header::make(&root)).expect("OUT_DIR is writable");
    // The targets of `src/unicode/scan/neon.rs`.
    println!("cargo:rustc-check-cfg=cfg(neon)");
    let target = |key: &str| env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    if target("ARCH") == "aarch64" && target("ENDIAN") == "little" {
        println!("cargo:rustc-cfg=neon");
    }
    // The targets of `src/memory/call.rs`.
    println!("cargo:rustc-check-cfg=cfg(initial_exec)");
    let has_model = target("ENV") == "gnu"
        && target("POINTER_WIDTH") == "64"
        && ["x86_64", "aarch64"].contains(&target("ARCH").as_str());
    if target("OS") == "linux" && has_model && env::var_os("CARGO_FEATURE_C_ALLOCATOR").is_some() {
        println!("cargo:rustc-cfg=initial_exec");
    }
    if target("OS") == "linux" {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libunic_analysis.so.1");
        // `dlclose` leaves the library loaded, as nothing frees its tables and its reserve.
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
}
