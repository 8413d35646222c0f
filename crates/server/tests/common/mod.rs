//! What the tests of the service and of the binary share: a bare HTTP client and a player on a
//! WebSocket. No test stands here.
#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};

/// Long enough for a busy machine; nothing waits for it in a passing test.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// An HTTP answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self
            .headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// The `name=value` of the cookie that was set.
    pub(crate) fn cookie(&self) -> String {
        self.header("set-cookie")
            .unwrap()
            .split(';')
            .next()
            .unwrap()
            .to_owned()
    }
}

/// Sends one request and reads the answer to its end. `Host` is `localhost` unless given.
pub(crate) async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Reply {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "Host") {
        head += &format!("Host: localhost:{}\r\n", address.port());
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += &format!("Content-Length: {}\r\n\r\n{body}", body.len());
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // A server that refuses a body closes without having read it.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut answer))
        .await
        .expect("an answer in time");
    let end = answer
        .windows(4)
        .position(|window| window == b"\r\n\r\n")
        .expect("a whole head");
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines
        .next()
        .unwrap()
        .split(' ')
        .nth(1)
        .unwrap()
        .parse()
        .unwrap();
    let headers = lines.filter_map(|line| line.split_once(": "));
    let headers = headers
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    Reply {
        status,
        headers,
        body: answer[end + 4..].to_vec(),
    }
}

/// The same with a body in JSON; null is no body.
pub(crate) async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    header: (&str, &str),
    body: Value,
) -> Reply {
    let body = if body.is_null() {
        String::new()
    } else {
        body.to_string()
    };
    request(address, method, path, &[header], &body).await
}

/// The text in this field of an answer.
pub(crate) fn text(answer: &Value, field: &str) -> String {
    let found = answer[field].as_str();
    found
        .unwrap_or_else(|| panic!("no {field}: {answer}"))
        .to_owned()
}

pub(crate) async fn get(address: SocketAddr, path: &str) -> Reply {
    request(address, "GET", path, &[], "").await
}

pub(crate) async fn post(address: SocketAddr, path: &str, body: Value) -> Reply {
    request(address, "POST", path, &[], &body.to_string()).await
}

/// A table with both seats taken.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    pub(crate) address: SocketAddr,
    pub(crate) table: String,
    pub(crate) owner: String,
    pub(crate) guest: String,
}

impl Opened {
    /// Opens a table and takes the other seat. The owner plays White.
    pub(crate) async fn new(address: SocketAddr, clock: Value, rules: Value) -> Self {
        Self::with(address, json!({"rules": rules, "clock": clock})).await
    }

    /// Opens a table with these settings, the others being the server's own, and takes the other
    /// seat. The owner plays White.
    pub(crate) async fn with(address: SocketAddr, mut settings: Value) -> Self {
        settings["owner_color"] = json!("white");
        let body = json!({"settings": settings, "name": "Ana"});
        let opened = post(address, "/api/tables", body).await;
        assert_eq!(opened.status, 201, "{}", opened.text());
        let opened = opened.json();
        let table = text(&opened, "table");
        let path = format!("/api/tables/{table}/join");
        let joined = post(address, &path, json!({"name": "Bo"})).await;
        assert_eq!(joined.status, 200, "{}", joined.text());
        Self {
            address,
            table,
            owner: text(&opened, "token"),
            guest: text(&joined.json(), "token"),
        }
    }

    /// The usual table: ten minutes each, nothing special.
    pub(crate) async fn usual(address: SocketAddr) -> Self {
        let clock = json!({"type": "sudden_death", "bank_ms": 600_000});
        Self::new(
            address,
            clock,
            json!({"preset": "fide-online", "switches": {}}),
        )
        .await
    }

    pub(crate) async fn players(&self) -> (Player, Player) {
        let owner = Player::connect(self.address, &self.table, Some(&self.owner), None).await;
        let guest = Player::connect(self.address, &self.table, Some(&self.guest), None).await;
        (owner, guest)
    }

    /// Both players on their sockets, the game started.
    pub(crate) async fn started(&self) -> (Player, Player) {
        let (mut owner, mut guest) = self.players().await;
        guest.grant(json!({"type": "ready", "ready": true})).await;
        owner.grant(json!({"type": "start"})).await;
        (owner, guest)
    }

    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/api/tables/{}{rest}", self.table)
    }

    /// The table as it looks to whoever has this token.
    pub(crate) async fn view(&self, token: &str) -> Value {
        let bearer = format!("Bearer {token}");
        let headers = [("Authorization", bearer.as_str())];
        let reply = request(self.address, "GET", &self.path(""), &headers, "").await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    }
}

/// One socket at a table, which follows what it is sent.
pub(crate) struct Player {
    socket: WebSocketStream<TcpStream>,
    sent: u32,
    name: String,
    /// The first message.
    pub(crate) first: Value,
    /// All events since then.
    pub(crate) events: Vec<Value>,
    /// How things stand.
    pub(crate) view: Value,
}

impl Player {
    pub(crate) async fn connect(
        address: SocketAddr,
        table: &str,
        token: Option<&str>,
        since: Option<u64>,
    ) -> Self {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let headers: Vec<_> = bearer
            .iter()
            .map(|bearer| ("Authorization", bearer.as_str()))
            .collect();
        let since = since
            .map(|since| format!("&since={since}"))
            .unwrap_or_default();
        let path = format!("/api/tables/{table}/socket?v=1{since}");
        Self::dial(address, &path, &headers)
            .await
            .expect("a socket")
    }

    pub(crate) async fn dial(
        address: SocketAddr,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Self, Box<Error>> {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let url = format!("ws://localhost:{}{path}", address.port());
        let mut request = url.into_client_request().unwrap();
        for (name, value) in headers {
            request
                .headers_mut()
                .insert(*name, HeaderValue::from_str(value).unwrap());
        }
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await?;
        let name = format!("{:?}", socket.get_ref().local_addr().unwrap().port());
        let (sent, events, first, view) = (0, Vec::new(), Value::Null, Value::Null);
        let mut player = Self {
            socket,
            sent,
            name,
            first,
            events,
            view,
        };
        player.first = player.next().await;
        Ok(player)
    }

    /// The next message, taken note of.
    pub(crate) async fn next(&mut self) -> Value {
        let message = loop {
            let message = timeout(PATIENCE, self.socket.next())
                .await
                .expect("a message in time");
            match message.expect("an open socket").expect("a sound socket") {
                Message::Text(text) => break serde_json::from_str::<Value>(&text).unwrap(),
                // Answered by the library.
                Message::Ping(_) => {}
                other => panic!("not a text: {other:?}"),
            }
        };
        if let Some(events) = message["events"].as_array() {
            self.events.extend(events.iter().cloned());
            self.view = message["view"].clone();
        }
        if message["hello"].is_object() {
            self.view = message["hello"]["view"].clone();
        }
        message
    }

    /// How the server says goodbye, whatever it says before.
    pub(crate) async fn goodbye(mut self) -> Option<CloseFrame> {
        loop {
            match timeout(PATIENCE, self.socket.next())
                .await
                .expect("a goodbye in time")
            {
                Some(Ok(Message::Close(frame))) => return frame,
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// Sends a command under an id of its own and waits for its answer.
    pub(crate) async fn command(&mut self, command: Value) -> Value {
        self.sent += 1;
        let id = format!("{}-{}", self.name, self.sent);
        self.command_as(&id, command).await
    }

    pub(crate) async fn command_as(&mut self, id: &str, command: Value) -> Value {
        self.send(&json!({"id": id, "do": command})).await;
        loop {
            let message = self.next().await;
            assert!(message["error"].is_null(), "{message}");
            if message["answer"]["id"] == id {
                return message["answer"].clone();
            }
        }
    }

    /// A command that must be granted.
    pub(crate) async fn grant(&mut self, command: Value) -> u64 {
        let answer = self.command(command.clone()).await;
        answer["seq"]
            .as_u64()
            .unwrap_or_else(|| panic!("{command}: {answer}"))
    }

    /// A command that must be refused, and the code of the refusal.
    pub(crate) async fn refused(&mut self, command: Value) -> String {
        let answer = self.command(command).await;
        answer["refusal"]["code"]
            .as_str()
            .unwrap_or_else(|| panic!("{answer}"))
            .to_owned()
    }

    pub(crate) async fn play(&mut self, uci: &str) -> u64 {
        self.grant(json!({"type": "move", "uci": uci})).await
    }

    /// Reads until an event of this type has come, and gives it.
    pub(crate) async fn wait_for(&mut self, kind: &str) -> Value {
        loop {
            let known = self
                .events
                .iter()
                .find(|recorded| recorded["event"]["type"] == kind);
            if let Some(recorded) = known {
                return recorded.clone();
            }
            self.next().await;
        }
    }

    /// Reads until this player has seen everything up to `seq`.
    pub(crate) async fn catch_up(&mut self, seq: u64) {
        while self.view["seq"].as_u64().unwrap() < seq {
            self.next().await;
        }
    }
}

/// Plays these moves in turn, White first.
pub(crate) async fn play(white: &mut Player, black: &mut Player, moves: &[&str]) {
    for (number, uci) in moves.iter().enumerate() {
        let (mover, other) = if number.is_multiple_of(2) {
            (&mut *white, &mut *black)
        } else {
            (&mut *black, &mut *white)
        };
        let seq = mover.play(uci).await;
        other.catch_up(seq).await;
    }
}

pub(crate) const FOOLS_MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];
