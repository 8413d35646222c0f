//! Why a WebSocket ends, as it is told to the client.

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::time::timeout;

use crate::limits;

/// Why a session ends.
pub(crate) struct Goodbye {
    code: u16,
    reason: &'static str,
}

pub(crate) const GONE: Goodbye = Goodbye {
    code: close_code::NORMAL,
    reason: "",
};
pub(crate) const SILENT: Goodbye = Goodbye {
    code: close_code::NORMAL,
    reason: "silent for too long",
};
pub(crate) const SHUTDOWN: Goodbye = Goodbye {
    code: close_code::AWAY,
    reason: "the server stops",
};
pub(crate) const RESYNC: Goodbye = Goodbye {
    code: close_code::AGAIN,
    reason: "too slow: resync",
};
pub(crate) const FAULTY: Goodbye = Goodbye {
    code: close_code::POLICY,
    reason: "too many faults",
};
pub(crate) const TOO_LARGE: Goodbye = Goodbye {
    code: close_code::SIZE,
    reason: "message too large",
};

impl Goodbye {
    /// Says it. The client may be gone or not reading; then there is nobody to say goodbye to.
    pub(crate) async fn say(self, socket: &mut WebSocket) {
        let frame = CloseFrame {
            code: self.code,
            reason: Utf8Bytes::from(self.reason),
        };
        let goodbye = socket.send(Message::Close(Some(frame)));
        let _ = timeout(limits::SOCKET_SEND_TIME, goodbye).await;
    }
}

/// Whether a message was larger than it may be.
pub(crate) fn is_too_large(error: &axum::Error) -> bool {
    // The library keeps its own error inside; the text is the only thing that all its versions
    // share.
    error.to_string().contains("too long")
}
