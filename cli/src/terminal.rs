//! Calls of the operating system: signals and the size of the terminal. With `output.rs` the only `unsafe` code.

use std::env;
use std::io::{IsTerminal, stdout};
use std::os::fd::RawFd;

/// Rust ignores SIGPIPE, so that writing fails with a message; in a pipe, the program should end silently when its
/// reader has ended.
pub fn end_quietly_on_closed_pipe() {
    // SAFETY: called at the start of `main`, in the only thread; SIG_DFL is a valid action.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
}

/// The number of columns: `COLUMNS`, or that of the terminal; `None` if the output is not a terminal.
pub fn width() -> Option<usize> {
    let given = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|columns| *columns > 0);
    given.or_else(|| if stdout().is_terminal() { terminal_columns() } else { None })
}

/// Whether a read returns immediately, with data or at the end.
pub fn is_ready(descriptor: RawFd) -> bool {
    let mut polled = libc::pollfd { fd: descriptor, events: libc::POLLIN, revents: 0 };
    // SAFETY: `polled` is one `pollfd`; with timeout 0 the call does not block.
    unsafe { libc::poll(&mut polled, 1, 0) == 1 }
}

fn terminal_columns() -> Option<usize> {
    let mut size = libc::winsize { ws_row: 0, ws_col: 0, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: TIOCGWINSZ writes one `winsize`, the type of `size`.
    let status = unsafe { libc::ioctl(libc::STDOUT_FILENO, libc::TIOCGWINSZ, &mut size) };
    (status == 0 && size.ws_col > 0).then_some(usize::from(size.ws_col))
}
