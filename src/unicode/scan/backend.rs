//! The backend that the process uses.

/// A set of kernels for one instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// One unit at a time, for any processor.
    Scalar,
    /// 128-bit vectors: the x86-64 baseline.
    Sse2,
    /// 256-bit vectors of x86-64.
    Avx2,
    /// 128-bit vectors: the AArch64 baseline.
    Neon,
}

/// The best backend of this processor. With debug assertions (tests, fuzzing) or the feature `choose-backend`
/// (benchmarks), the environment variable `UNIC_BACKEND` (`scalar`, on x86-64 also `sse2`) selects a lesser one. The
/// library of the C tests ignores it, as it must not read the environment.
#[inline(always)]
pub fn backend() -> Backend {
    #[cfg(all(any(debug_assertions, feature = "choose-backend"), not(feature = "test-faults")))]
    return forced();
    #[cfg(not(all(any(debug_assertions, feature = "choose-backend"), not(feature = "test-faults"))))]
    detected()
}

/// Whether the backend looks up bytes in tables, which the kernels of `vectors` need.
#[inline(always)]
pub fn has_byte_lookup() -> bool {
    matches!(backend(), Backend::Avx2 | Backend::Neon)
}

#[inline(always)]
fn detected() -> Backend {
    #[cfg(target_arch = "x86_64")]
    return if std::arch::is_x86_feature_detected!("avx2") { Backend::Avx2 } else { Backend::Sse2 };
    #[cfg(not(target_arch = "x86_64"))]
    if cfg!(neon) { Backend::Neon } else { Backend::Scalar }
}

#[cfg(all(any(debug_assertions, feature = "choose-backend"), not(feature = "test-faults")))]
fn forced() -> Backend {
    use crate::lazy::Lazy;
    static BACKEND: Lazy<Backend> = Lazy::new(|| match std::env::var("UNIC_BACKEND").as_deref() {
        Ok("scalar") => Backend::Scalar,
        Ok("sse2") if cfg!(target_arch = "x86_64") => Backend::Sse2,
        _ => detected(),
    });
    *BACKEND
}
