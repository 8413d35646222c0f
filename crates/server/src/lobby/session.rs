//! One WebSocket in the lobby from hello to goodbye: reads what the client says and writes what it
//! is told. Who is told what stands in `room.rs`.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::ws::Utf8Bytes;
use serde_json::{Number, json};

use super::Lobby;
use super::room::{Attached, Visitor};
use super::words::{Fault, Hello, Incoming, Outgoing, VERSION};
use crate::limits::{self, Bucket};
use crate::service::App;
use crate::socket::goodbye::{Goodbye, RESYNC};
use crate::socket::wire::{Heard, Wire};
use crate::store::PersonId;

/// A WebSocket in the lobby.
pub(crate) struct Session {
    app: Arc<App>,
    wire: Wire,
    visitor: Visitor,
    attached: Attached,
    seeks: Bucket,
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
    pub(crate) fn new(app: Arc<App>, wire: Wire, mut entry: Entry) -> Option<Self> {
        let attached = entry.attached.take()?;
        Some(Self {
            seeks: Bucket::new(limits::seeks(), Instant::now()),
            visitor: entry.visitor.clone(),
            app,
            wire,
            attached,
        })
    }

    /// Runs until either side has had enough.
    pub(crate) async fn run(mut self) {
        let goodbye = self.talk().await;
        self.app.lobby.room().detach(self.attached.number);
        self.wire.end(goodbye).await;
    }

    async fn talk(&mut self) -> Goodbye {
        let hello = Outgoing::Hello(Hello {
            v: VERSION,
            now: self.app.clock.now(),
            name: self.visitor.name.as_deref(),
        });
        let mut done = self.wire.say(hello.text()).await;
        loop {
            if let Err(goodbye) = done {
                return goodbye;
            }
            done = tokio::select! {
                text = self.attached.frames.recv() => match text {
                    Some(text) => self.wire.say(Some(text)).await,
                    None => Err(RESYNC),
                },
                heard = self.wire.next() => match heard {
                    Ok(heard) => self.take(heard).await,
                    Err(goodbye) => Err(goodbye),
                },
            };
        }
    }

    async fn take(&mut self, heard: Heard) -> Result<(), Goodbye> {
        match heard {
            Heard::Text(text) => self.hear(&text).await,
            Heard::Strange => self.fault("bad_message", "Send text.").await,
            Heard::Pong(_) | Heard::Nothing => Ok(()),
            Heard::Silence => self.wire.ping(Bytes::new()).await,
            Heard::Recall(who) => self.look_again(who.as_ref()).await,
        }
    }

    /// Whether whoever came in is still the same. If not, the socket ends, and comes back as that of
    /// a guest.
    async fn look_again(&mut self, who: Option<&PersonId>) -> Result<(), Goodbye> {
        let person = self.visitor.party.person();
        if who.is_some() && who != person {
            return Ok(());
        }
        if !self.wire.is_welcome().await {
            return Err(RESYNC);
        }
        match self.app.person_by(self.wire.entrant.pass).await {
            Ok(now) if now.as_ref().map(|now| &now.id) != person => Err(RESYNC),
            Ok(_) => Ok(()),
            Err(error) => {
                tracing::error!(%error, "a session could not be looked up");
                Ok(())
            }
        }
    }

    async fn hear(&mut self, text: &str) -> Result<(), Goodbye> {
        let incoming = match Incoming::parse(text) {
            Ok(incoming) => incoming,
            Err(fault) => return self.fault("bad_message", &fault).await,
        };
        let costs = matches!(incoming, Incoming::Seek(_) | Incoming::Accept { .. });
        if !self.wire.may_speak() || costs && self.seeks.take(Instant::now()).is_err() {
            return self
                .fault("too_many", "Too many messages; wait a little.")
                .await;
        }
        if !self.app.lobby.room().is_in(self.attached.number) {
            return Err(RESYNC);
        }
        self.wire.understood();
        match self.act(incoming).await {
            Ok(None) => Ok(()),
            Ok(Some(ping)) => self.pong(&ping).await,
            Err(fault) => {
                let text = error(fault.code(), &fault.message());
                self.wire.say(text).await
            }
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
            Incoming::Taken(table) => lobby.room().taken(&self.visitor.party, &table),
            Incoming::Ping(ping) => return Ok(Some(ping)),
        }
        Ok(None)
    }

    async fn pong(&mut self, ping: &Number) -> Result<(), Goodbye> {
        let pong = json!({ "pong": ping, "now": self.app.clock.now() });
        self.wire.say(Some(pong.to_string())).await
    }

    async fn fault(&mut self, code: &str, message: &str) -> Result<(), Goodbye> {
        self.wire.fault(error(code, message)).await
    }
}

fn error(code: &str, message: &str) -> Option<Utf8Bytes> {
    Outgoing::Error { code, message }.text()
}
