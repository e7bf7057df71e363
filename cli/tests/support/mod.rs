//! What the tests of the program share.

use std::fs;
use std::process::Child;
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Watches the peak resident size of a child that is not waited for yet.
///
/// `VmHWM` belongs to the memory that `exec` made, so neither the size of the parent nor its other threads show in it,
/// as they do in `ru_maxrss`. It is gone once the child has ended, so it is read each millisecond: growth in the last
/// one goes unseen. The first value is read at once, as the thread may start late on a busy machine.
pub struct PeakMemory(JoinHandle<i64>);

impl PeakMemory {
    /// Starts watching.
    pub fn of(child: &Child) -> PeakMemory {
        let status = format!("/proc/{}/status", child.id());
        let now = move || high_water_mark(&fs::read_to_string(&status).unwrap_or_default());
        let mut peak = now().unwrap_or(0);
        PeakMemory(thread::spawn(move || {
            while let Some(kib) = now() {
                peak = peak.max(kib);
                thread::sleep(Duration::from_millis(1));
            }
            peak
        }))
    }

    /// Waits until the child has ended; KiB.
    pub fn wait(self) -> i64 {
        let peak = self.0.join().unwrap();
        assert!(peak > 0, "the child ended before its memory was read");
        peak
    }
}

/// KiB; none for a process that has ended, waited for or not.
fn high_water_mark(status: &str) -> Option<i64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}

#[test]
fn peak_is_the_childs_and_not_the_parents() {
    let parent = vec![1_u8; 64 << 20];
    let mut child = std::process::Command::new("sleep").arg("0.1").spawn().unwrap();
    let peak = PeakMemory::of(&child).wait();
    assert!(child.wait().unwrap().success());
    assert!(peak < 32 << 10, "{peak} KiB");
    assert_eq!(parent.iter().map(|&byte| usize::from(byte)).sum::<usize>(), 64 << 20);
}
