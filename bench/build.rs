//! Compiles the shim over ICU4C (Debian's `libicu-dev`): its headers give the versioned symbol names.

fn main() {
    println!("cargo:rerun-if-changed=src/icu_shim.c");
    cc::Build::new().file("src/icu_shim.c").opt_level(2).compile("icu_shim");
    println!("cargo:rustc-link-lib=icui18n");
    println!("cargo:rustc-link-lib=icuuc");
}
