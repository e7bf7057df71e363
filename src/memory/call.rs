//! The state of a call of the C interface, one for each thread.
//!
//! A thread-local variable of a library that is loaded at run time (`dlopen`) is allocated when a thread first reads
//! it, and the loader ends the process if that fails. With the initial-exec model (ELF TLS, section 4) it is part of
//! the memory that a thread is created with; one such variable suffices for all of the library, those of Rust's
//! standard library included. Rust has no stable attribute for the model, hence the assembly.

use std::cell::Cell;

/// What the thread does for a call. Without a destructor, as registering one would allocate.
#[repr(C)]
pub(crate) struct Call {
    /// Whether the thread is inside a call.
    pub is_inside: Cell<bool>,
    /// Whether the call may end at a checkpoint. A call that frees memory may not.
    pub may_end: Cell<bool>,
    /// Whether an allocation of the call failed.
    pub ran_out: Cell<bool>,
}

#[cfg(not(initial_exec))]
mod access {
    use crate::memory::call::Call;
    use std::cell::Cell;

    thread_local! {
        static CALL: Call =
            const { Call { is_inside: Cell::new(false), may_end: Cell::new(false), ran_out: Cell::new(false) } };
    }

    /// Passes the state of this thread.
    #[inline]
    pub(crate) fn with_call<R>(work: impl FnOnce(&Call) -> R) -> R {
        CALL.with(work)
    }
}

#[cfg(initial_exec)]
mod access {
    use crate::memory::call::Call;
    use std::arch::{asm, global_asm};

    // All bits zero: every flag is false.
    global_asm!(
        ".pushsection .tbss.unic_analysis_call,\"awT\",%nobits",
        ".globl unic_analysis_call",
        ".hidden unic_analysis_call",
        ".type unic_analysis_call, %object",
        ".size unic_analysis_call, {size}",
        ".balign 8",
        "unic_analysis_call:",
        ".zero {size}",
        ".popsection",
        size = const size_of::<Call>(),
    );

    /// Passes the state of this thread.
    #[inline]
    pub(crate) fn with_call<R>(work: impl FnOnce(&Call) -> R) -> R {
        let call: *const Call;
        // SAFETY: computes an address only, with the instructions of the ABI for this model; changes flags and no
        // memory.
        #[cfg(target_arch = "x86_64")]
        unsafe {
            asm!(
                "mov {call}, qword ptr fs:[0]",
                "add {call}, qword ptr [rip + unic_analysis_call@GOTTPOFF]",
                call = out(reg) call,
                options(pure, nomem, nostack),
            );
        }
        // SAFETY: as for x86-64; changes no flags either.
        #[cfg(target_arch = "aarch64")]
        unsafe {
            asm!(
                "mrs {call}, tpidr_el0",
                "adrp {offset}, :gottprel:unic_analysis_call",
                "ldr {offset}, [{offset}, :gottprel_lo12:unic_analysis_call]",
                "add {call}, {call}, {offset}",
                call = out(reg) call,
                offset = out(reg) _,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        // SAFETY: the variable of this thread, which has the size and alignment of a `Call` and lives as long as the
        // thread. No other thread has its address.
        work(unsafe { &*call })
    }
}

pub(crate) use access::with_call;
