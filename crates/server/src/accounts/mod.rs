//! What makes an account: how names, addresses and passwords must look, and how a password is kept
//! so that nobody can read it back. Where accounts are stored, and how one asks for them over HTTP,
//! is not known here.

mod address;
mod names;
mod passwords;

pub(crate) use address::{Address, address_key};
pub(crate) use names::{Name, name_key};
pub use passwords::PasswordCost;
pub(crate) use passwords::{NotHashed, Passwords, check_password};
