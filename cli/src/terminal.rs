//! What is asked of the operating system: signals and the terminal's size. Beside `output.rs` the only `unsafe`.

use std::env;
use std::io::{IsTerminal, stdout};
use std::os::fd::RawFd;

/// Rust ignores SIGPIPE and then fails with a message; a program in a pipe ends quietly when its reader has gone.
pub fn end_quietly_on_closed_pipe() {
    // SAFETY: called first thing in `main`, in the only thread; SIG_DFL is a valid action.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
}

/// The columns that people see: `COLUMNS`, or the terminal's; `None` when the output goes elsewhere.
pub fn width() -> Option<usize> {
    let told = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|columns| *columns > 0);
    told.or_else(|| if stdout().is_terminal() { terminal_columns() } else { None })
}

/// Whether reading gives something, or the end, at once.
pub fn is_ready(descriptor: RawFd) -> bool {
    let mut asked = libc::pollfd { fd: descriptor, events: libc::POLLIN, revents: 0 };
    // SAFETY: one `pollfd`, which `asked` is; 0: it does not wait.
    unsafe { libc::poll(&mut asked, 1, 0) == 1 }
}

fn terminal_columns() -> Option<usize> {
    let mut size = libc::winsize { ws_row: 0, ws_col: 0, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: TIOCGWINSZ writes one `winsize`, which `size` is.
    let status = unsafe { libc::ioctl(libc::STDOUT_FILENO, libc::TIOCGWINSZ, &mut size) };
    (status == 0 && size.ws_col > 0).then_some(usize::from(size.ws_col))
}
