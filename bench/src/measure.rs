//! Alternating time measurements, and their medians.

use std::hint::black_box;

/// Seconds of one run: the CPU time of this thread, so that other processes have little influence.
pub fn seconds<T>(run: impl FnOnce() -> T) -> f64 {
    let start = thread_time();
    black_box(run());
    thread_time() - start
}

/// Seconds of one run over texts that are read before it: they are in the caches as far as they fit, whatever ran
/// before. Otherwise a run after another one over the same texts would be faster, twice as fast for keys of words.
pub fn seconds_over<T, U: Copy + Into<u64>, R>(texts: &[T], run: impl FnOnce(&[T]) -> R) -> f64
where
    T: AsRef<[U]>,
{
    black_box(texts.iter().flat_map(AsRef::as_ref).fold(0_u64, |sum, &unit| sum.wrapping_add(unit.into())));
    seconds(|| run(texts))
}

fn thread_time() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a local variable.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    assert_eq!(status, 0, "the thread has a clock");
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The median.
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

/// Nanoseconds per byte of parts of a text, the median. Short parts are timed in groups: reading the clock costs as
/// much as a hundred bytes.
pub fn nanoseconds_per_byte(pieces: &[&[u8]], mut run: impl FnMut(&[u8])) -> f64 {
    const TOGETHER: usize = 100_000;
    let length = pieces.first().map_or(1, |piece| piece.len().max(1));
    let times = pieces.chunks((TOGETHER / length).max(1)).map(|group| {
        let bytes: usize = group.iter().map(|piece| piece.len()).sum();
        seconds(|| group.iter().for_each(|piece| run(piece))) * 1e9 / bytes as f64
    });
    median(times.collect())
}
