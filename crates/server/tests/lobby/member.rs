//! Somebody with an account, as the tests of the lobby need him. No test stands here.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::common::{Reply, text};
use crate::page::Page;
use crate::running::Running;
use crate::signed::{self, sign_up};

/// Somebody with an account.
pub(crate) struct Member {
    pub(crate) server: SocketAddr,
    pub(crate) cookie: String,
}

impl Member {
    pub(crate) async fn new(server: &Running, name: &str) -> Self {
        let reply = sign_up(server.address, name).await;
        assert!(reply.status < 300, "{}", reply.text());
        Self {
            server: server.address,
            cookie: reply.cookie(),
        }
    }

    pub(crate) async fn page(&self) -> Page {
        Page::dial(self.server, &self.cookie).await.unwrap()
    }

    pub(crate) async fn ask(&self, method: &str, path: &str, body: Value) -> Reply {
        signed::ask(self.server, method, path, &self.cookie, body).await
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let reply = self.ask("GET", path, Value::Null).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    }

    pub(crate) async fn done(&self, path: &str, body: Value) -> Reply {
        let reply = self.ask("POST", path, body).await;
        assert!(reply.status < 300, "{path}: {}", reply.text());
        reply
    }

    /// The code of a refusal.
    pub(crate) async fn refused(&self, path: &str, body: Value) -> String {
        let reply = self.ask("POST", path, body).await;
        assert!(reply.status >= 400, "{path}: {}", reply.text());
        text(&reply.json()["error"], "code")
    }

    /// A new API token with these scopes.
    pub(crate) async fn token(&self, scopes: &[&str]) -> String {
        let body = json!({"name": "a bot", "scopes": scopes});
        text(
            &self.done("/api/account/tokens", body).await.json(),
            "token",
        )
    }
}

/// Ana, who is the admin, and Bo.
pub(crate) async fn pair(server: &Running) -> (Member, Member) {
    let ana = Member::new(server, "Ana").await;
    let bo = Member::new(server, "Bo").await;
    (ana, bo)
}
