//! The lobby as its clients see it: pairing (`pairing.rs`), and what people say, ask and watch
//! (`people.rs`), who is let in and for how long (`access.rs`), what API tokens may do (`scopes.rs`).
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod access;
#[path = "../common/mod.rs"]
mod common;
#[path = "../house/mod.rs"]
mod house;
mod member;
mod page;
mod pairing;
mod people;
#[path = "../running/mod.rs"]
mod running;
mod scopes;
#[path = "../signed/mod.rs"]
mod signed;
