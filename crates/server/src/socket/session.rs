//! One WebSocket from hello to goodbye: reads the client's messages, stamps and posts its commands,
//! and writes what the table sends. The words themselves stand in `protocol.rs`.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use futures_util::StreamExt as _;
use serde_json::Number;
use tabiya_arbiter::{Actor, Command, Timestamp};
use tokio::time::{sleep_until, timeout};

use super::goodbye::{FAULTY, GONE, Goodbye, RESYNC, SHUTDOWN, SILENT, TOO_LARGE, is_too_large};
use super::lag::Lag;
use super::protocol::{Address, ErrorBody, Incoming, Outgoing, frame_text};
use crate::ids::SeatToken;
use crate::limits::{self, Bucket};
use crate::live::{Following, Frame, Letter, Reply, Unavailable, Wish};
use crate::lobby::Said;
use crate::names;
use crate::service::{App, stops};

/// A WebSocket that follows one table.
pub(crate) struct Session {
    app: Arc<App>,
    socket: WebSocket,
    address: Address,
    actor: Actor,
    following: Following,
    bucket: Bucket,
    /// Messages without a good one between them that were not understood.
    faults: u32,
    lag: Lag,
}

impl Session {
    pub(crate) fn new(
        app: Arc<App>,
        socket: WebSocket,
        address: Address,
        actor: Actor,
        following: Following,
    ) -> Self {
        let bucket = Bucket::new(app.config.rates.commands, Instant::now());
        Self {
            app,
            socket,
            address,
            actor,
            following,
            bucket,
            faults: 0,
            lag: Lag::default(),
        }
    }

    /// Runs until either side has had enough.
    pub(crate) async fn run(mut self) {
        let goodbye = self.talk().await;
        goodbye.say(&mut self.socket).await;
    }

    async fn talk(&mut self) -> Goodbye {
        let mut stopping = self.app.stopping.clone();
        let mut heard_at = tokio::time::Instant::now();
        // A browser answers a ping by itself, even in a tab whose timers the system holds back.
        let mut was_pinged = false;
        let mut measure_at = tokio::time::Instant::now();
        loop {
            let patience = if was_pinged {
                limits::SOCKET_IDLE_TIME
            } else {
                limits::SOCKET_IDLE_TIME / 2
            };
            let done = tokio::select! {
                frame = self.following.frames.recv() => match frame {
                    Some(frame) => match frame_text(&frame, self.actor, &self.address) {
                        Some(text) => self.say(text).await,
                        // Nothing may be missed: coming back, the client gets it.
                        None => Err(RESYNC),
                    },
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
                () = sleep_until(measure_at), if self.actor.seat().is_some() => {
                    measure_at = tokio::time::Instant::now() + limits::LAG_PING_TIME;
                    let ping = self.lag.ping(Instant::now());
                    self.send(Message::Ping(ping)).await
                }
                () = stops(&mut stopping) => Err(SHUTDOWN),
            };
            if let Err(goodbye) = done {
                return goodbye;
            }
        }
    }

    async fn hear(&mut self, message: Message) -> Result<(), Goodbye> {
        // The moment that counts: nothing has been waited for since the message was read.
        let at = self.app.clock.now();
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return Err(GONE),
            Message::Pong(payload) => {
                self.lag.pong(&payload, Instant::now());
                return Ok(());
            }
            // This has been answered below this layer.
            Message::Ping(_) => return Ok(()),
            Message::Binary(_) => return self.fault(None, "bad_message", "Send text.").await,
        };
        let incoming = match Incoming::parse(&text) {
            Ok(incoming) => incoming,
            Err(fault) => {
                let (id, message) = (fault.id.as_deref(), &fault.message);
                return self.fault(id, "bad_message", message).await;
            }
        };
        if self.bucket.take(Instant::now()).is_err() {
            let id = match &incoming {
                Incoming::Do { id, .. } => Some(id.as_str()),
                Incoming::Ping(_) | Incoming::Token(_) | Incoming::Say(_) => None,
            };
            return self
                .fault(id, "too_many", "Too many messages; wait a little.")
                .await;
        }
        self.faults = 0;
        match incoming {
            Incoming::Do { id, command } => self.post(id, command, at).await,
            Incoming::Ping(ping) => self.pong(&ping).await,
            Incoming::Token(token) => self.take_seat(&token).await,
            Incoming::Say(said) => self.say_to_players(said).await,
        }
    }

    async fn post(&mut self, id: String, command: Command, at: Timestamp) -> Result<(), Goodbye> {
        let Some(queue) = self.following.queue.upgrade() else {
            return Err(RESYNC);
        };
        let (table, seat) = (&self.address.table, self.actor.seat());
        if let Err(refused) = names::check_command(&*self.app.store, table, seat, &command).await {
            let answer = Frame::Answer {
                id,
                answer: Arc::new(Err(refused)),
            };
            return queue.try_send(answer).map_err(|_| RESYNC);
        }
        let (actor, token) = (self.actor, None);
        let command = command.after_lag(self.lag.one_way_ms());
        let reply = Reply::Socket(queue);
        let wish = Wish {
            actor,
            id: Some(id),
            command,
            token,
            person: None,
            at,
            reply,
        };
        let posted = self
            .app
            .hall
            .post(&self.address.table, Letter::Do(Box::new(wish)))
            .await;
        posted.map_err(|_| RESYNC)
    }

    /// What a player says to the other. It comes back to both; a refusal is no fault of the client.
    async fn say_to_players(&mut self, said: Said) -> Result<(), Goodbye> {
        let (table, seat) = (&self.address.table, self.actor.seat());
        let Err(fault) = self.app.lobby.say(table, seat, said).await else {
            return Ok(());
        };
        let error = ErrorBody {
            code: fault.code(),
            message: fault.message(),
            id: None,
        };
        match (Outgoing::Error { error }).text() {
            Some(text) => self.say(text).await,
            None => Ok(()),
        }
    }

    async fn pong(&mut self, ping: &Number) -> Result<(), Goodbye> {
        let now = self.app.clock.now();
        match (Outgoing::Pong { pong: ping, now }).text() {
            Some(text) => self.say(text).await,
            None => Ok(()),
        }
    }

    /// A program that cannot set headers shows its token here and gets a hello of its seat.
    async fn take_seat(&mut self, token: &str) -> Result<(), Goodbye> {
        let table = self.address.table.clone();
        if self.actor.seat().is_some() {
            return self
                .fault(None, "already_seated", "This socket has a seat already.")
                .await;
        }
        let Some(token) = SeatToken::parse(token) else {
            return self
                .fault(None, "no_seat", "This token holds no seat at this table.")
                .await;
        };
        match self.app.store.seat_of(table.clone(), token.hash()).await {
            Ok(Some(seat)) => {
                let actor = Actor::Seat(seat);
                let attached = self.app.hall.attach(&table, actor, None).await;
                self.following = attached.map_err(|_: Unavailable| RESYNC)?;
                self.actor = actor;
                Ok(())
            }
            Ok(None) => {
                self.fault(None, "no_seat", "This token holds no seat at this table.")
                    .await
            }
            Err(error) => {
                tracing::error!(table.id = %table, %error, "a seat token could not be looked up");
                Err(RESYNC)
            }
        }
    }

    async fn fault(&mut self, id: Option<&str>, code: &str, message: &str) -> Result<(), Goodbye> {
        self.faults = self.faults.saturating_add(1);
        if let Some(text) = (Outgoing::Error {
            error: ErrorBody { code, message, id },
        })
        .text()
        {
            self.say(text).await?;
        }
        if self.faults >= limits::SOCKET_FAULTS {
            Err(FAULTY)
        } else {
            Ok(())
        }
    }

    async fn say(&mut self, text: String) -> Result<(), Goodbye> {
        self.send(Message::Text(text.into())).await
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
