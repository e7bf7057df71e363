//! Makes tables out of the pinned data crates, the C header out of the sources, and names the shared library.

use std::path::{Path, PathBuf};
use std::{env, fs};

#[path = "build/word_class.rs"]
mod word_class;

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=build");
    fs::write(out.join("word_class_table.rs"), word_class::table()).expect("OUT_DIR is writable");
    make_header(&out);
    if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libunic_analysis.so.1");
    }
}

/// Writes the header into the build's own folder; `tests/header.rs` compares it with `include/`, `make header` copies it.
fn make_header(out: &Path) {
    println!("cargo:rerun-if-changed=cbindgen.toml");
    println!("cargo:rerun-if-changed=src/capi");
    let root = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).expect("cargo sets CARGO_MANIFEST_DIR");
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml can be read");
    let sources = fs::read_dir(root.join("src/capi")).expect("src/capi is there");
    let mut sources: Vec<PathBuf> = sources.filter_map(|entry| Some(entry.ok()?.path())).collect();
    sources.sort();
    let builder =
        sources.iter().fold(cbindgen::Builder::new().with_config(config), |builder, path| builder.with_src(path));
    let header = builder.generate().expect("cbindgen reads src/capi");
    header.write_to_file(out.join("unic_analysis.h"));
}
