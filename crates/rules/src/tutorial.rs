//! A tour of the crate in ten minutes. Everything here runs as a test.
//!
#![doc = include_str!("tutorial.md")]
