//! What the case runner is made of.

pub mod c_interface;
pub mod case;
pub mod rust_interface;
