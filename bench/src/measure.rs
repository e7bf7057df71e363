//! Times, alternating, and their medians.

use std::hint::black_box;

/// Seconds for one run: the time that this thread had a processor, so that what else runs on the machine counts little.
pub fn seconds<T>(run: impl FnOnce() -> T) -> f64 {
    let start = thread_time();
    black_box(run());
    thread_time() - start
}

fn thread_time() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the place is ours.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    assert_eq!(status, 0, "the thread has a clock");
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
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
