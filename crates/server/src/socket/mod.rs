//! The WebSocket of a table: its words and its sessions.

mod lag;
pub(crate) mod protocol;
mod session;

pub(crate) use session::Session;
