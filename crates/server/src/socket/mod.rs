//! The WebSocket of a table: its words and its sessions.

pub(crate) mod goodbye;
mod lag;
pub(crate) mod protocol;
mod session;
pub(crate) mod wire;

pub(crate) use session::Session;
