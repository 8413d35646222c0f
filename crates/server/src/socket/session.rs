//! One WebSocket from hello to goodbye: reads the client's messages, stamps and posts its commands,
//! and writes what the table sends. The words themselves stand in `protocol.rs`.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use serde_json::Number;
use tabiya_arbiter::{Actor, Command, Timestamp};
use tokio::time::sleep_until;

use super::goodbye::{Goodbye, RESYNC};
use super::lag::Lag;
use super::protocol::{Address, ErrorBody, Incoming, Outgoing, frame_text};
use super::wire::{Heard, Wire};
use crate::access::Pass;
use crate::ids::SeatToken;
use crate::limits;
use crate::live::{Following, Frame, Letter, Reply, Unavailable, Wish};
use crate::lobby::Said;
use crate::names;
use crate::service::App;
use crate::store::{Ban, PersonId};

/// A WebSocket that follows one table.
pub(crate) struct Session {
    app: Arc<App>,
    wire: Wire,
    address: Address,
    actor: Actor,
    following: Following,
    lag: Lag,
}

impl Session {
    pub(crate) fn new(
        app: Arc<App>,
        wire: Wire,
        address: Address,
        actor: Actor,
        following: Following,
    ) -> Self {
        Self {
            app,
            wire,
            address,
            actor,
            following,
            lag: Lag::default(),
        }
    }

    /// Runs until either side has had enough. Whoever is banned is told so and looks on.
    pub(crate) async fn run(mut self, ban: Option<Ban>) {
        let goodbye = match self.tell_ban(ban.as_ref()).await {
            Ok(()) => self.talk().await,
            Err(goodbye) => goodbye,
        };
        self.wire.end(goodbye).await;
    }

    async fn talk(&mut self) -> Goodbye {
        let mut measure_at = tokio::time::Instant::now();
        loop {
            let done = tokio::select! {
                frame = self.following.frames.recv() => match frame {
                    Some(frame) => match frame_text(&frame, self.actor, &self.address) {
                        Some(text) => self.wire.say(Some(text)).await,
                        // Nothing may be missed: coming back, the client gets it.
                        None => Err(RESYNC),
                    },
                    None => Err(RESYNC),
                },
                heard = self.wire.next() => match heard {
                    Ok(heard) => self.take(heard).await,
                    Err(goodbye) => Err(goodbye),
                },
                () = sleep_until(measure_at), if self.actor.seat().is_some() => {
                    measure_at = tokio::time::Instant::now() + limits::LAG_PING_TIME;
                    let ping = self.lag.ping(Instant::now());
                    self.wire.ping(ping).await
                }
            };
            if let Err(goodbye) = done {
                return goodbye;
            }
        }
    }

    async fn take(&mut self, heard: Heard) -> Result<(), Goodbye> {
        // The moment that counts: nothing has been waited for since the message was read.
        let at = self.app.clock.now();
        match heard {
            Heard::Text(text) => self.hear(&text, at).await,
            Heard::Strange => self.fault(None, "bad_message", "Send text.").await,
            Heard::Pong(payload) => {
                self.lag.pong(&payload, Instant::now());
                Ok(())
            }
            Heard::Nothing => Ok(()),
            Heard::Silence => self.wire.ping(Bytes::new()).await,
            Heard::Recall(who) => self.look_again(who.as_ref()).await,
        }
    }

    /// Whether the socket still has what it was let in with. Where it has something else, or the
    /// person of the seat is banned or is not any more, it ends, and comes back as what it is.
    async fn look_again(&mut self, who: Option<&PersonId>) -> Result<(), Goodbye> {
        let pass = self.wire.entrant.pass;
        let concerns_person = self.actor.seat().is_some() || pass.is_of_person();
        if who.is_some() && !concerns_person {
            return Ok(());
        }
        if !self.wire.is_welcome().await {
            return Err(RESYNC);
        }
        match self.app.place_by(&self.address.table, pass).await {
            Ok(place) if place.actor != self.actor => Err(RESYNC),
            Ok(_) => Ok(()),
            Err(error) => {
                tracing::error!(%error, "a seat could not be looked up");
                Ok(())
            }
        }
    }

    async fn hear(&mut self, text: &str, at: Timestamp) -> Result<(), Goodbye> {
        let incoming = match Incoming::parse(text) {
            Ok(incoming) => incoming,
            Err(fault) => {
                let (id, message) = (fault.id.as_deref(), &fault.message);
                return self.fault(id, "bad_message", message).await;
            }
        };
        if !self.wire.may_speak() {
            let id = match &incoming {
                Incoming::Do { id, .. } => Some(id.as_str()),
                Incoming::Ping(_) | Incoming::Token(_) | Incoming::Say(_) => None,
            };
            return self
                .fault(id, "too_many", "Too many messages; wait a little.")
                .await;
        }
        self.wire.understood();
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
        match self.app.lobby.say(table, seat, said).await {
            Ok(()) => Ok(()),
            Err(fault) => {
                let text = error(None, fault.code(), fault.message());
                self.wire.say(text).await
            }
        }
    }

    async fn pong(&mut self, ping: &Number) -> Result<(), Goodbye> {
        let now = self.app.clock.now();
        let text = Outgoing::Pong { pong: ping, now }.text();
        self.wire.say(text).await
    }

    /// A program that cannot set headers shows its token here and gets a hello of its seat.
    async fn take_seat(&mut self, token: &str) -> Result<(), Goodbye> {
        let table = self.address.table.clone();
        if self.actor.seat().is_some() {
            return self
                .fault(None, "already_seated", "This socket has a seat already.")
                .await;
        }
        let pass = SeatToken::parse(token).map_or(Pass::Nothing, |token| Pass::Seat(token.hash()));
        let place = self.app.place_by(&table, pass).await.map_err(|error| {
            tracing::error!(table.id = %table, %error, "a seat token could not be looked up");
            RESYNC
        })?;
        if place.ban.is_some() {
            return self.tell_ban(place.ban.as_ref()).await;
        }
        if place.actor.seat().is_none() {
            return self
                .fault(None, "no_seat", "This token holds no seat at this table.")
                .await;
        }
        let attached = self.app.hall.attach(&table, place.actor, None).await;
        self.following = attached.map_err(|_: Unavailable| RESYNC)?;
        self.wire.entrant.pass = pass;
        self.actor = place.actor;
        Ok(())
    }

    async fn tell_ban(&mut self, ban: Option<&Ban>) -> Result<(), Goodbye> {
        match ban {
            Some(ban) => self.wire.say(error(None, "banned", &ban.sentence())).await,
            None => Ok(()),
        }
    }

    async fn fault(&mut self, id: Option<&str>, code: &str, message: &str) -> Result<(), Goodbye> {
        self.wire.fault(error(id, code, message)).await
    }
}

fn error(id: Option<&str>, code: &str, message: &str) -> Option<String> {
    let error = ErrorBody { code, message, id };
    Outgoing::Error { error }.text()
}
