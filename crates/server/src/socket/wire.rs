//! What every WebSocket of this service does alike: it is read and written with patience, answers
//! what it cannot understand, and is looked at again when it is recalled. What the messages mean
//! stands with the sessions.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use futures_util::StreamExt as _;
use tokio::sync::{broadcast, watch};
use tokio::time::{Instant as Moment, sleep_until, timeout};

use super::goodbye::{FAULTY, GONE, Goodbye, RESYNC, SHUTDOWN, SILENT, TOO_LARGE, is_too_large};
use crate::access::{Entrant, Recalled};
use crate::limits::{self, Bucket};
use crate::service::{App, stops};

/// A WebSocket and all that is counted of it.
pub(crate) struct Wire {
    app: Arc<App>,
    socket: WebSocket,
    pub(crate) entrant: Entrant,
    messages: Bucket,
    /// Messages without a good one between them that were not understood.
    faults: u32,
    heard_at: Moment,
    /// A browser answers a ping by itself, even in a tab whose timers the system holds back.
    was_pinged: bool,
    look_at: Moment,
    recalls: broadcast::Receiver<Recalled>,
    stopping: watch::Receiver<bool>,
}

/// What there is to do for a socket.
pub(crate) enum Heard {
    Text(Utf8Bytes),
    /// Something else than text.
    Strange,
    Pong(Bytes),
    /// A ping of the client, which has been answered below this layer.
    Nothing,
    /// Nothing for so long that the client is to be asked whether it is there.
    Silence,
    /// To be looked at again, for this person's sake or for everybody's.
    Recall(Recalled),
}

/// The upgrade of a request to a socket of this service.
pub(crate) fn sized(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .read_buffer_size(limits::SOCKET_READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(limits::SOCKET_WRITE_BYTES)
        .max_message_size(limits::MESSAGE_BYTES)
        .max_frame_size(limits::MESSAGE_BYTES)
}

impl Wire {
    pub(crate) fn new(app: &Arc<App>, socket: WebSocket, entrant: Entrant) -> Self {
        let now = Moment::now();
        Self {
            app: Arc::clone(app),
            socket,
            entrant,
            messages: Bucket::new(app.config.rates.commands, Instant::now()),
            faults: 0,
            heard_at: now,
            was_pinged: false,
            look_at: now + limits::PASS_LOOK_TIME,
            recalls: app.recalls.subscribe(),
            stopping: app.stopping.clone(),
        }
    }

    /// Waits for what there is to do next. Nothing is lost when somebody stops waiting.
    pub(crate) async fn next(&mut self) -> Result<Heard, Goodbye> {
        let patience = if self.was_pinged {
            limits::SOCKET_IDLE_TIME
        } else {
            limits::SOCKET_IDLE_TIME / 2
        };
        tokio::select! {
            message = self.socket.next() => {
                self.heard_at = Moment::now();
                self.was_pinged = false;
                match message {
                    Some(Ok(Message::Text(text))) => Ok(Heard::Text(text)),
                    Some(Ok(Message::Pong(payload))) => Ok(Heard::Pong(payload)),
                    Some(Ok(Message::Ping(_))) => Ok(Heard::Nothing),
                    Some(Ok(Message::Binary(_))) => Ok(Heard::Strange),
                    Some(Err(error)) if is_too_large(&error) => Err(TOO_LARGE),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => Err(GONE),
                }
            }
            () = sleep_until(self.heard_at + patience) => if self.was_pinged {
                Err(SILENT)
            } else {
                self.was_pinged = true;
                Ok(Heard::Silence)
            },
            recalled = self.recalls.recv() => Ok(Heard::Recall(recalled.unwrap_or(None))),
            () = sleep_until(self.look_at) => {
                self.look_at = Moment::now() + limits::PASS_LOOK_TIME;
                Ok(Heard::Recall(None))
            }
            () = stops(&mut self.stopping) => Err(SHUTDOWN),
        }
    }

    /// Whether one more message is not too many.
    pub(crate) fn may_speak(&mut self) -> bool {
        self.messages.take(Instant::now()).is_ok()
    }

    /// A message made sense.
    pub(crate) fn understood(&mut self) {
        self.faults = 0;
    }

    /// Tells the client that a message made no sense; too many in a row end the socket.
    pub(crate) async fn fault(
        &mut self,
        text: Option<impl Into<Utf8Bytes>>,
    ) -> Result<(), Goodbye> {
        self.faults = self.faults.saturating_add(1);
        self.say(text).await?;
        if self.faults >= limits::SOCKET_FAULTS {
            Err(FAULTY)
        } else {
            Ok(())
        }
    }

    /// Sends a text, if there is one.
    pub(crate) async fn say(&mut self, text: Option<impl Into<Utf8Bytes>>) -> Result<(), Goodbye> {
        match text {
            Some(text) => self.send(Message::Text(text.into())).await,
            None => Ok(()),
        }
    }

    pub(crate) async fn ping(&mut self, payload: Bytes) -> Result<(), Goodbye> {
        self.send(Message::Ping(payload)).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Goodbye> {
        let sending = self.socket.send(message);
        match timeout(limits::SOCKET_SEND_TIME, sending).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(GONE),
            Err(_) => Err(RESYNC),
        }
    }

    /// Ends it. The client may be gone or not reading; then there is nobody to say goodbye to.
    pub(crate) async fn end(mut self, goodbye: Goodbye) {
        goodbye.say(&mut self.socket).await;
    }

    /// Whether whoever this is may still come in from that network. Where the store does not
    /// answer nobody is sent away.
    pub(crate) async fn is_welcome(&mut self) -> bool {
        match self.app.ban_on_network(self.entrant.network).await {
            Ok(ban) => ban.is_none(),
            Err(error) => {
                tracing::error!(%error, "it is not known who is banned");
                true
            }
        }
    }
}
