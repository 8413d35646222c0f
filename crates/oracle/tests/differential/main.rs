//! What independent implementations say about the same random positions and games. Here: what the
//! tests share.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by a panic"
)]

mod aimed;
mod positions;
mod repetition;
#[path = "../../../rules/tests/support/mod.rs"]
mod support;
