//! A page in the lobby, as a browser has it, and the service that it talks to. No test stands here.

use std::net::SocketAddr;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tabiya_server::{Config, Rate, Rates};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::common::{PATIENCE, Player, text};
use crate::running::{self, Running};

/// A page in the lobby.
pub(crate) struct Page {
    socket: WebSocketStream<TcpStream>,
    pub(crate) cookie: String,
    address: SocketAddr,
    /// What has come and was not asked for yet.
    kept: Vec<Value>,
}

impl Page {
    pub(crate) async fn open(address: SocketAddr) -> Self {
        Self::dial(address, "").await.expect("a socket")
    }

    /// Another page of the same browser.
    pub(crate) async fn again(&self) -> Self {
        Self::dial(self.address, &self.cookie)
            .await
            .expect("a socket")
    }

    pub(crate) async fn dial(address: SocketAddr, cookie: &str) -> Result<Self, Box<Error>> {
        Self::dial_by(address, "cookie", cookie).await
    }

    /// The same for a program, by an API token.
    pub(crate) async fn call(address: SocketAddr, token: &str) -> Result<Self, Box<Error>> {
        Self::dial_by(address, "authorization", &format!("Bearer {token}")).await
    }

    async fn dial_by(
        address: SocketAddr,
        header: &'static str,
        value: &str,
    ) -> Result<Self, Box<Error>> {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let url = format!("ws://localhost:{}/api/lobby/socket?v=1", address.port());
        let mut request = url.into_client_request().unwrap();
        if !value.is_empty() {
            let value = HeaderValue::from_str(value).unwrap();
            request.headers_mut().insert(header, value);
        }
        let (socket, reply) = tokio_tungstenite::client_async(request, stream).await?;
        let set = reply.headers().get("set-cookie");
        let set = set.map(|value| value.to_str().unwrap().split(';').next().unwrap());
        let mut page = Self {
            socket,
            cookie: set.unwrap_or(value).to_owned(),
            address,
            kept: Vec::new(),
        };
        page.hear("hello").await;
        Ok(page)
    }

    pub(crate) async fn say(&mut self, message: Value) {
        self.socket
            .send(Message::text(message.to_string()))
            .await
            .unwrap();
    }

    /// The next message of this kind; the others are kept.
    pub(crate) async fn hear(&mut self, kind: &str) -> Value {
        if let Some(place) = self.kept.iter().position(|kept| kept.get(kind).is_some()) {
            return self.kept.remove(place)[kind].clone();
        }
        loop {
            let message = timeout(PATIENCE, self.socket.next())
                .await
                .unwrap_or_else(|_| panic!("no {kind} in time; {:?}", self.kept));
            let Message::Text(text) = message.expect("an open socket").expect("a sound one") else {
                continue;
            };
            let message: Value = serde_json::from_str(&text).unwrap();
            if message.get(kind).is_some() {
                return message[kind].clone();
            }
            self.kept.push(message);
        }
    }

    /// Waits until the server ends this socket.
    pub(crate) async fn ends(&mut self) {
        let ended = async { while let Some(Ok(Message::Text(_))) = self.socket.next().await {} };
        timeout(PATIENCE, ended).await.expect("an end in time");
    }

    /// The first message of one of these kinds.
    pub(crate) async fn first_of(&mut self, kinds: [&'static str; 2]) -> (&'static str, Value) {
        loop {
            let message = timeout(PATIENCE, self.socket.next())
                .await
                .unwrap_or_else(|_| panic!("none of {kinds:?} in time"));
            let Message::Text(text) = message.expect("an open socket").expect("a sound one") else {
                continue;
            };
            let message: Value = serde_json::from_str(&text).unwrap();
            match kinds.into_iter().find(|kind| message.get(*kind).is_some()) {
                Some(kind) => return (kind, message[kind].clone()),
                None => self.kept.push(message),
            }
        }
    }

    /// What has come by the time an answer to a ping comes.
    pub(crate) async fn heard(&mut self, kind: &str) -> Vec<Value> {
        self.say(json!({"ping": 1})).await;
        self.hear("pong").await;
        let (of_kind, kept) = std::mem::take(&mut self.kept)
            .into_iter()
            .partition(|message| message.get(kind).is_some());
        self.kept = kept;
        let of_kind: Vec<Value> = of_kind;
        of_kind
            .into_iter()
            .map(|message| message[kind].clone())
            .collect()
    }

    pub(crate) async fn quick(&mut self) {
        self.say(json!({"quick": {"clock": blitz()}})).await;
    }

    /// Follows the seeks, and says what waits now.
    pub(crate) async fn seeks(&mut self) -> Vec<Value> {
        self.say(json!({"follow": ["seeks"]})).await;
        let state = self.hear("state").await;
        state["seeks"].as_array().unwrap().clone()
    }

    /// The table that this page was sent to, and a socket in the own seat.
    pub(crate) async fn sit(&mut self) -> (String, Player) {
        let paired = self.hear("paired").await;
        let table = text(&paired, "table");
        let token = seat_token(&paired);
        let player = Player::connect(self.address, &table, Some(&token), None).await;
        assert_eq!(player.view["you"], paired["seat"]);
        (table, player)
    }
}

/// The token in the seat link of an answer.
pub(crate) fn seat_token(answer: &Value) -> String {
    let link = text(answer, "seat_link");
    link.split_once("#seat=").unwrap().1.to_owned()
}

pub(crate) fn blitz() -> Value {
    json!({"type": "fischer", "bank_ms": 180_000, "increment_ms": 2000})
}

pub(crate) fn by_days() -> Value {
    json!({"type": "days", "days": 3})
}

pub(crate) async fn start(folder: &TempDir) -> Running {
    let rates = Rates {
        visits: Rate::per_minute(0),
        commands: Rate::per_minute(0),
        opens: Rate::per_minute(0),
        joins: Rate::per_minute(0),
        ..Rates::default()
    };
    Running::with_config(Config {
        rates,
        ..running::config(folder.path())
    })
    .await
}
