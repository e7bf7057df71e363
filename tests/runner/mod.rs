//! The parts of the case runner.

pub mod c_interface;
pub mod case;
pub mod rust_interface;
