//! What somebody with an account does in the lobby. No test stands here.

use serde_json::{Value, json};

use crate::common::{Reply, text};
pub(crate) use crate::house::Person as Member;
use crate::page::Page;
use crate::running::Running;

impl Member {
    pub(crate) async fn page(&self) -> Page {
        Page::dial(self.address, &self.cookie).await.unwrap()
    }

    /// Posts something that is done.
    pub(crate) async fn does(&self, path: &str, body: Value) -> Reply {
        self.done("POST", path, body).await
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
            &self.does("/api/account/tokens", body).await.json(),
            "token",
        )
    }
}

/// Ana, who is the admin, and Bo.
pub(crate) async fn pair(server: &Running) -> (Member, Member) {
    let ana = Member::new(server.address, "Ana").await;
    let bo = Member::new(server.address, "Bo").await;
    (ana, bo)
}
