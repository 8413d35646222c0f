//! What the binary says and how it ends.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

#[path = "../../server/tests/common/mod.rs"]
mod common;

mod binary;

use std::process::{Command, Output};
use std::time::{Duration, Instant};

use binary::{Binary, command};
use common::{Opened, get};
use tempfile::TempDir;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(arguments)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn it_says_what_it_is_and_what_it_can() {
    let version = text(&run(&["--version"]).stdout);
    assert_eq!(
        version.trim(),
        format!("tabiya {}", env!("CARGO_PKG_VERSION"))
    );
    let help = text(&run(&["serve", "--help"]).stdout);
    for option in [
        "--listen",
        "--port",
        "--data",
        "--public-url",
        "TABIYA_PUBLIC_URL",
    ] {
        assert!(help.contains(option), "{option}: {help}");
    }
    assert!(text(&run(&["--help"]).stdout).contains("serve"));
    assert!(!run(&["--nonsense"]).status.success());
}

#[tokio::test]
async fn a_taken_port_and_a_taken_folder_are_said_in_one_sentence() {
    let (folder, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let first = Binary::start(folder.path(), &[]);
    let port = first.address.port().to_string();
    let refused = command(other.path(), &["--listen", "127.0.0.1:1", "--port", &port]).output();
    let refused = refused.unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let said = text(&refused.stderr);
    assert_eq!(
        said,
        format!("tabiya: port {port} is already in use; choose another one with --port\n")
    );

    let refused = command(folder.path(), &["--listen", "127.0.0.1:0"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("another Tabiya is already using"));
    assert_eq!(
        get(first.address, "/healthz").await.status,
        200,
        "the first one goes on"
    );
}

#[tokio::test]
async fn it_stops_in_good_order_and_at_once() {
    let folder = TempDir::new().unwrap();
    let binary = Binary::start(folder.path(), &[]);
    let game = Opened::usual(binary.address).await;
    let (ana, _bo) = game.started().await;
    let start = Instant::now();
    let ended = tokio::task::spawn_blocking(move || binary.terminate())
        .await
        .unwrap();
    assert_eq!(ended.code(), Some(0));
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
    assert_eq!(u16::from(ana.goodbye().await.unwrap().code), 1001);
}
