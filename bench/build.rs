//! Compiles the shim over ICU4C (Debian's `libicu-dev`): its headers define the versioned symbol names.

fn main() {
    println!("cargo:rerun-if-changed=src/icu_shim.c");
    println!("cargo:rerun-if-changed=src/icu_normalizer.cpp");
    cc::Build::new().cpp(true).std("c++17").file("src/icu_normalizer.cpp").opt_level(2).compile("icu_normalizer");
    cc::Build::new().file("src/icu_shim.c").opt_level(2).compile("icu_shim");
    println!("cargo:rustc-link-lib=icui18n");
    println!("cargo:rustc-link-lib=icuuc");
}
