//! Times, alternating, and their medians.

use std::hint::black_box;
use std::time::Instant;

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
