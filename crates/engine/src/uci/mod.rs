//! The Universal Chess Interface: text in, text out. One client of [`crate::Engine`] among others;
//! whoever has a pipe or a socket puts a [`Session`] between it and the engine. Not here: where the
//! text comes from and goes to.

mod command;
mod options;
mod session;
mod text;
mod thinking;

pub use session::{Flow, Session};
