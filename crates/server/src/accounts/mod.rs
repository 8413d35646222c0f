//! What makes an account: how names, addresses and passwords must look, and how a password is kept
//! so that nobody can read it back. Where accounts are stored, and how one asks for them over HTTP,
//! is not known here.

mod address;
mod names;
mod passwords;
mod scopes;

pub(crate) use address::{Address, address_key};
pub(crate) use names::{DELETED, Name, name_key};
pub use passwords::PasswordCost;
pub(crate) use passwords::{NotHashed, Passwords, check_password};
pub(crate) use scopes::{Scope, Scopes};
