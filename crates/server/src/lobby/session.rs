//! One WebSocket in the lobby from hello to goodbye: reads what the client says and writes what it
//! is told. Who is told what stands in `room.rs`.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::StreamExt as _;
use serde_json::{Number, json};
use tokio::time::{sleep_until, timeout};

use super::Lobby;
use super::room::{Attached, Visitor};
use super::words::{Fault, Hello, Incoming, Outgoing, VERSION};
use crate::limits::{self, Bucket};
use crate::service::{App, stops};
use crate::socket::goodbye::{
    FAULTY, GONE, Goodbye, RESYNC, SHUTDOWN, SILENT, TOO_LARGE, is_too_large,
};

/// A WebSocket in the lobby.
pub(crate) struct Session {
    app: Arc<App>,
    socket: WebSocket,
    visitor: Visitor,
    attached: Attached,
    messages: Bucket,
    seeks: Bucket,
    /// Messages without a good one between them that were not understood.
    faults: u32,
}

/// A place in the lobby that waits for its socket; it is given back unless one comes.
pub(crate) struct Entry {
    lobby: Arc<Lobby>,
    visitor: Visitor,
    attached: Option<Attached>,
}

impl Drop for Entry {
    fn drop(&mut self) {
        if let Some(attached) = &self.attached {
            self.lobby.room().detach(attached.number);
        }
    }
}

impl Lobby {
    /// Lets a visitor in; none when there is no room.
    pub(crate) fn enter(self: &Arc<Self>, visitor: Visitor, is_listed: bool) -> Option<Entry> {
        let attached = self.room().attach(visitor.clone(), is_listed)?;
        Some(Entry {
            lobby: Arc::clone(self),
            visitor,
            attached: Some(attached),
        })
    }
}

impl Session {
    pub(crate) fn new(app: Arc<App>, socket: WebSocket, mut entry: Entry) -> Option<Self> {
        let attached = entry.attached.take()?;
        let now = Instant::now();
        Some(Self {
            messages: Bucket::new(app.config.rates.commands, now),
            seeks: Bucket::new(limits::seeks(), now),
            visitor: entry.visitor.clone(),
            app,
            socket,
            attached,
            faults: 0,
        })
    }

    /// Runs until either side has had enough.
    pub(crate) async fn run(mut self) {
        let goodbye = self.talk().await;
        self.app.lobby.room().detach(self.attached.number);
        goodbye.say(&mut self.socket).await;
    }

    async fn talk(&mut self) -> Goodbye {
        let hello = Outgoing::Hello(Hello {
            v: VERSION,
            now: self.app.clock.now(),
            name: self.visitor.name.as_deref(),
        });
        let hello = hello.text();
        if let Err(goodbye) = self.say(hello).await {
            return goodbye;
        }
        let mut stopping = self.app.stopping.clone();
        let mut heard_at = tokio::time::Instant::now();
        // A browser answers a ping by itself, even in a tab whose timers the system holds back.
        let mut was_pinged = false;
        loop {
            let patience = if was_pinged {
                limits::SOCKET_IDLE_TIME
            } else {
                limits::SOCKET_IDLE_TIME / 2
            };
            let done = tokio::select! {
                text = self.attached.frames.recv() => match text {
                    Some(text) => self.say(Some(text)).await,
                    None => Err(RESYNC),
                },
                message = self.socket.next() => {
                    heard_at = tokio::time::Instant::now();
                    was_pinged = false;
                    match message {
                        Some(Ok(message)) => self.hear(message).await,
                        Some(Err(error)) if is_too_large(&error) => Err(TOO_LARGE),
                        Some(Err(_)) | None => Err(GONE),
                    }
                }
                () = sleep_until(heard_at + patience) => if was_pinged {
                    Err(SILENT)
                } else {
                    was_pinged = true;
                    self.send(Message::Ping(Bytes::new())).await
                },
                () = stops(&mut stopping) => Err(SHUTDOWN),
            };
            if let Err(goodbye) = done {
                return goodbye;
            }
        }
    }

    async fn hear(&mut self, message: Message) -> Result<(), Goodbye> {
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return Err(GONE),
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Binary(_) => return self.fault("bad_message", "Send text.").await,
        };
        let incoming = match Incoming::parse(&text) {
            Ok(incoming) => incoming,
            Err(fault) => return self.fault("bad_message", &fault).await,
        };
        let now = Instant::now();
        let costs = matches!(incoming, Incoming::Seek(_) | Incoming::Accept { .. });
        if self.messages.take(now).is_err() || costs && self.seeks.take(now).is_err() {
            return self
                .fault("too_many", "Too many messages; wait a little.")
                .await;
        }
        if !self.app.lobby.room().is_in(self.attached.number) {
            return Err(RESYNC);
        }
        self.faults = 0;
        match self.act(incoming).await {
            Ok(None) => Ok(()),
            Ok(Some(ping)) => self.pong(&ping).await,
            Err(fault) => self.refuse(&fault).await,
        }
    }

    /// Does what was said; a ping is handed back to be answered.
    async fn act(&mut self, incoming: Incoming) -> Result<Option<Number>, Fault> {
        let (lobby, number) = (&self.app.lobby, self.attached.number);
        match incoming {
            Incoming::Follow(topics) => lobby.room().follow(number, &topics),
            Incoming::Seek(sought) => lobby.seek(number, &self.visitor, sought).await?,
            Incoming::Accept { id, name } => {
                lobby
                    .accept(number, &self.visitor, &id, name.as_deref())
                    .await?;
            }
            Incoming::Cancel(id) => lobby.cancel(&self.visitor, &id).await?,
            Incoming::Seen(id) => lobby.room().seen(&self.visitor.party, id),
            Incoming::Taken => lobby.room().taken(&self.visitor.party),
            Incoming::Ping(ping) => return Ok(Some(ping)),
        }
        Ok(None)
    }

    async fn pong(&mut self, ping: &Number) -> Result<(), Goodbye> {
        let pong = json!({ "pong": ping, "now": self.app.clock.now() });
        self.say(Some(Utf8Bytes::from(pong.to_string()))).await
    }

    async fn refuse(&mut self, fault: &Fault) -> Result<(), Goodbye> {
        let message = fault.message();
        let error = Outgoing::Error {
            code: fault.code(),
            message: &message,
        };
        let text = error.text();
        self.say(text).await
    }

    async fn fault(&mut self, code: &str, message: &str) -> Result<(), Goodbye> {
        self.faults = self.faults.saturating_add(1);
        let text = Outgoing::Error { code, message }.text();
        self.say(text).await?;
        if self.faults >= limits::SOCKET_FAULTS {
            Err(FAULTY)
        } else {
            Ok(())
        }
    }

    async fn say(&mut self, text: Option<Utf8Bytes>) -> Result<(), Goodbye> {
        match text {
            Some(text) => self.send(Message::Text(text)).await,
            None => Ok(()),
        }
    }

    async fn send(&mut self, message: Message) -> Result<(), Goodbye> {
        let sending = self.socket.send(message);
        match timeout(limits::SOCKET_SEND_TIME, sending).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(GONE),
            Err(_) => Err(RESYNC),
        }
    }
}
