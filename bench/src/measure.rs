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
    // SAFETY: the memory is ours.
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

/// Nanoseconds for each byte of pieces of a text, the median. Short ones are timed many together: to ask the clock costs as much as
/// a hundred bytes.
pub fn nanoseconds_per_byte(pieces: &[&[u8]], mut run: impl FnMut(&[u8])) -> f64 {
    const TOGETHER: usize = 100_000;
    let length = pieces.first().map_or(1, |piece| piece.len().max(1));
    let times = pieces.chunks((TOGETHER / length).max(1)).map(|group| {
        let bytes: usize = group.iter().map(|piece| piece.len()).sum();
        seconds(|| group.iter().for_each(|piece| run(piece))) * 1e9 / bytes as f64
    });
    median(times.collect())
}
