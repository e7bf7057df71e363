//! Each layer knows only those below it: capi, config, analysis, unicode.

use std::fs;
use std::path::{Path, PathBuf};

const LAYERS: [&str; 4] = ["capi", "config", "analysis", "unicode"];

#[test]
fn layers_look_downwards_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for (level, layer) in LAYERS.into_iter().enumerate() {
        for file in rust_files(&root.join(layer)) {
            let source = fs::read_to_string(&file).unwrap();
            for above in &LAYERS[..level] {
                let names = format!("crate::{above}");
                let lines = source.lines().enumerate().filter(|(_, line)| line.contains(&names));
                wrong.extend(lines.map(|(at, line)| format!("{}:{}: {line}", file.display(), at + 1)));
            }
        }
    }
    assert!(wrong.is_empty(), "a layer looks upwards:\n{}", wrong.join("\n"));
}

#[test]
fn only_capi_has_foreign_calls_and_only_scan_has_simd() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in rust_files(&root) {
        let is_free = file.starts_with(root.join("capi")) || file.ends_with("unicode/scan.rs");
        let source = fs::read_to_string(&file).unwrap();
        let library = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let has_unsafe =
            ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern"].iter().any(|code| library.contains(code));
        assert!(is_free || !has_unsafe, "{} has unsafe code", file.display());
    }
}

#[test]
fn every_component_has_a_file_of_its_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/analysis");
    for spec in unic_analysis::config::registry::COMPONENTS {
        let folder = match spec.kind().section() {
            "filter" => "token_filter",
            section => section,
        };
        let file = root.join(folder).join(format!("{}.rs", spec.type_name));
        assert!(file.is_file(), "{} is missing", file.display());
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}
