//! Times, alternating, and their medians.

use std::hint::black_box;
use std::time::Instant;

#[repr(C)]
struct TimeSpec {
    seconds: i64,
    nanoseconds: i64,
}

unsafe extern "C" {
    fn clock_gettime(clock: i32, time: *mut TimeSpec) -> i32;
}

/// Seconds of processor time of this thread for one run: what other processes take in the middle of it does not count.
/// Reading that clock costs some 0.2 µs.
pub fn processor_seconds<T>(run: impl FnOnce() -> T) -> f64 {
    const CLOCK_THREAD_CPUTIME_ID: i32 = 3;
    let now = || {
        let mut time = TimeSpec { seconds: 0, nanoseconds: 0 };
        // SAFETY: a place for a time.
        assert_eq!(unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &mut time) }, 0);
        time.seconds as f64 + time.nanoseconds as f64 * 1e-9
    };
    let start = now();
    black_box(run());
    now() - start
}

/// Seconds for one run.
pub fn seconds<T>(run: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(run());
    start.elapsed().as_secs_f64()
}

/// The middle one.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Nanoseconds of a short run, the median of many rounds of `repeats` runs each.
pub fn nanoseconds(repeats: usize, mut run: impl FnMut()) -> f64 {
    run();
    let round = |_| seconds(|| (0..repeats).for_each(|_| run())) * 1e9 / repeats as f64;
    median((0..101).map(round).collect())
}
