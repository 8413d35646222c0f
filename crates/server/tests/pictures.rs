//! Pictures of the board and link previews, over real connections.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod common;
mod running;

use common::{FOOLS_MATE, Opened, Reply, get, play, post, request};
use resvg::tiny_skia::Pixmap;
use running::Running;
use serde_json::json;
use tabiya_server::{Config, PublicUrl};
use tempfile::TempDir;

/// The color in the middle of a square's upper edge, where no man stands.
fn edge_of(paper: &Pixmap, file: u32, row: u32) -> (u8, u8, u8) {
    // A board of 8 squares with a frame of 0.46 squares, 630 pixels in all.
    let square = 630.0 / 8.92;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a place on the paper"
    )]
    let at = |squares: f64| (squares * square) as u32;
    let x = 285 + at(0.46 + f64::from(file) + 0.5);
    let y = at(0.46 + f64::from(row)) + 2;
    let color = paper.pixel(x, y).unwrap().demultiply();
    (color.red(), color.green(), color.blue())
}

fn decoded(reply: &Reply) -> Pixmap {
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.header("content-type"), Some("image/png"));
    Pixmap::decode_png(&reply.body).unwrap()
}

const LIGHT: (u8, u8, u8) = (0xfd, 0xf9, 0xef);
const DARK: (u8, u8, u8) = (0x8f, 0x9b, 0x96);
const MARK: (u8, u8, u8) = (0x16, 0x30, 0x6e);

#[tokio::test(flavor = "multi_thread")]
async fn the_picture_shows_what_is_on_the_board() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    let before = decoded(&get(server.address, &game.path("/board.png")).await);
    assert_eq!((before.width(), before.height()), (1200, 630));
    assert_eq!(edge_of(&before, 4, 4), LIGHT, "e4");
    assert_eq!(edge_of(&before, 3, 4), DARK, "d4");
    let (mut white, _black) = game.started().await;
    white.play("e2e4").await;
    let after = decoded(&get(server.address, &game.path("/board.png")).await);
    assert_eq!(edge_of(&after, 4, 4), MARK, "the last move came to e4");
    assert_eq!(edge_of(&after, 3, 4), DARK, "d4");
    let svg = get(server.address, &game.path("/board.svg")).await;
    assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
    assert!(
        svg.text().contains("Last move: e2 to e4."),
        "{}",
        svg.text()
    );
    assert!(svg.text().contains("Black to move"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_is_known_is_not_sent_again() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    for path in [game.path("/board.png"), game.path("/board.svg")] {
        let first = get(server.address, &path).await;
        let tag = first.header("etag").unwrap().to_owned();
        assert_eq!(first.header("cache-control"), Some("public, max-age=10"));
        assert_eq!(
            first.header("cross-origin-resource-policy"),
            Some("cross-origin"),
            "others may show it"
        );
        assert_eq!(first.header("x-content-type-options"), Some("nosniff"));
        let again = [("If-None-Match", tag.as_str())];
        let again = request(server.address, "GET", &path, &again, "").await;
        assert_eq!((again.status, again.body.len()), (304, 0));
    }
    let (mut white, _black) = game.started().await;
    let path = game.path("/board.png");
    let before = get(server.address, &path).await;
    white.play("e2e4").await;
    let tag = [("If-None-Match", before.header("etag").unwrap())];
    let after = request(server.address, "GET", &path, &tag, "").await;
    assert_eq!(after.status, 200, "a move makes another picture");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_has_a_picture_for_good() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    let path = game.path("/games/1.svg");
    assert_eq!(get(server.address, &path).await.status, 404, "no game yet");
    let (mut white, mut black) = game.started().await;
    let running = get(server.address, &path).await;
    assert_eq!(running.header("cache-control"), Some("public, max-age=10"));
    play(&mut white, &mut black, &FOOLS_MATE).await;
    let over = get(server.address, &path).await;
    let forever = Some("public, max-age=31536000, immutable");
    assert_eq!(over.header("cache-control"), forever);
    assert!(over.text().contains("White to move, in check"));
    let board = get(server.address, &game.path("/board.svg")).await;
    assert_eq!(board.body, over.body);
    assert_eq!(
        board.header("cache-control"),
        Some("public, max-age=10"),
        "another game may follow there"
    );
    decoded(&get(server.address, &game.path("/games/1.png")).await);
    for missing in ["/games/2.png", "/games/1.gif", "/games/x.svg", "/board.gif"] {
        let reply = get(server.address, &game.path(missing)).await;
        assert_eq!(reply.status, 404, "{missing}");
    }
    let nowhere = get(server.address, "/api/tables/nosuchtable/board.png").await;
    assert_eq!(nowhere.status, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_sees_no_other_picture_than_a_spectator() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    let _players = game.started().await;
    let path = game.path("/board.svg");
    let bearer = format!("Bearer {}", game.guest);
    let player = [("Authorization", bearer.as_str())];
    let player = request(server.address, "GET", &path, &player, "").await;
    assert_eq!(player.body, get(server.address, &path).await.body);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_have_a_rate() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    let mut statuses = Vec::new();
    for _ in 0..200 {
        let reply = get(server.address, &game.path("/board.svg")).await;
        statuses.push(reply.status);
        if reply.status == 429 {
            assert!(reply.header("retry-after").is_some());
            break;
        }
    }
    let granted = statuses.iter().filter(|status| **status == 200).count();
    assert!(granted >= 120, "{granted}");
    assert_eq!(statuses.last(), Some(&429));
    server.stop().await;
}

/// What a tag in the head of a page says.
fn tag<'a>(page: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = page.split_once(&format!("=\"{name}\" content=\""))?;
    Some(rest.split_once('"')?.0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_has_a_preview() {
    let folder = TempDir::new().unwrap();
    let url = PublicUrl::parse("https://chess.example.org").unwrap();
    let config = Config {
        public_url: Some(url),
        ..running::config(folder.path())
    };
    let server = Running::with_config(config).await;
    let opened = post(
        server.address,
        "/api/tables",
        json!({"name": "<Ana> & \"Co\""}),
    )
    .await;
    let table = opened.json()["table"].as_str().unwrap().to_owned();
    let token = opened.json()["token"].as_str().unwrap().to_owned();
    let reply = get(server.address, &format!("/t/{table}")).await;
    let page = reply.text();
    assert_eq!(
        reply.status, 200,
        "build the web application first: make web"
    );
    assert_eq!(reply.header("cache-control"), Some("no-cache"));
    assert_eq!(
        tag(&page, "og:title"),
        Some("&lt;Ana&gt; &amp; &quot;Co&quot; invites you to a game of chess")
    );
    assert_eq!(
        tag(&page, "og:description"),
        Some("10 minutes and 5 seconds a move. Open the link to play.")
    );
    let link = format!("https://chess.example.org/t/{table}");
    assert_eq!(tag(&page, "og:url"), Some(link.as_str()));
    assert_eq!(tag(&page, "twitter:card"), Some("summary_large_image"));
    assert!(!page.contains(&token));
    let picture = tag(&page, "og:image").unwrap();
    let path = picture.strip_prefix("https://chess.example.org").unwrap();
    let drawn = decoded(&get(server.address, path).await);
    assert_eq!(tag(&page, "og:image:width"), Some("1200"));
    assert_eq!(tag(&page, "og:image:height"), Some("630"));
    assert_eq!((drawn.width(), drawn.height()), (1200, 630));
    let elsewhere = get(server.address, "/t/nosuchtable").await;
    assert_eq!(tag(&elsewhere.text(), "og:title"), None);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_preview_follows_the_game() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    let page = || async {
        get(server.address, &format!("/t/{}", game.table))
            .await
            .text()
    };
    let waiting = page().await;
    assert_eq!(
        tag(&waiting, "og:title"),
        Some("Ana and Bo at the chess board")
    );
    let (mut white, mut black) = game.started().await;
    play(&mut white, &mut black, &FOOLS_MATE[..1]).await;
    let playing = page().await;
    assert_eq!(tag(&playing, "og:title"), Some("Ana – Bo"));
    assert_eq!(
        tag(&playing, "og:description"),
        Some("Black to move after 1 half-move. 10 minutes each.")
    );
    black.play(FOOLS_MATE[1]).await;
    white.play(FOOLS_MATE[2]).await;
    black.play(FOOLS_MATE[3]).await;
    let over = page().await;
    assert_eq!(
        tag(&over, "og:description"),
        Some("Black won: White is checkmated.")
    );
    assert_ne!(tag(&over, "og:image"), tag(&playing, "og:image"));
    server.stop().await;
}

/// Bare kings and a rook, as an address has it.
const ROOK: &str = "4k3/8/8/8/8/8/8/R3K3_b_Q_-_0_1";

#[tokio::test(flavor = "multi_thread")]
async fn a_position_in_the_address_is_drawn() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let path = format!("/api/board.svg?fen={ROOK}");
    let svg = get(server.address, &path).await;
    assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
    assert!(svg.text().contains("Black to move"), "{}", svg.text());
    let turned = get(server.address, &format!("{path}&below=black")).await;
    assert_ne!(svg.text(), turned.text());
    let png = get(server.address, &format!("/api/board.png?fen={ROOK}")).await;
    assert_eq!(edge_of(&decoded(&png), 4, 4), LIGHT, "nothing was moved");
    // Nobody has to be able to play it.
    let bare = get(server.address, "/api/board.svg?fen=8/8/8/8/8/8/8/8").await;
    assert_eq!(bare.status, 200);
    for (path, status, code) in [
        ("/api/board.svg?fen=nonsense", 422, "unreadable_fen"),
        ("/api/board.png", 400, "malformed"),
        ("/api/board.png?fen=8/8&below=red", 400, "malformed"),
    ] {
        let reply = get(server.address, path).await;
        let json = reply.json();
        assert_eq!(
            (reply.status, json["error"]["code"].as_str()),
            (status, Some(code)),
            "{path}"
        );
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shared_analysis_has_a_preview() {
    let folder = TempDir::new().unwrap();
    let config = Config {
        public_url: Some(PublicUrl::parse("https://chess.example.org").unwrap()),
        ..running::config(folder.path())
    };
    let server = Running::with_config(config).await;
    let path = format!("/analysis?game=q1YqLU4t&fen={ROOK}");
    let page = get(server.address, &path).await.text();
    assert!(
        tag(&page, "og:description")
            .unwrap()
            .starts_with("Black to move.")
    );
    assert_eq!(
        tag(&page, "og:url"),
        Some(format!("https://chess.example.org/analysis?game=q1YqLU4t&amp;fen={ROOK}").as_str())
    );
    let picture = tag(&page, "og:image").unwrap();
    let picture = picture.strip_prefix("https://chess.example.org").unwrap();
    decoded(&get(server.address, picture).await);
    // What is no position changes nothing, and nothing gets into the page.
    for query in ["", "?fen=%3Cscript%3E", "?game=x"] {
        let plain = get(server.address, &format!("/analysis{query}")).await;
        assert_eq!(
            (plain.status, tag(&plain.text(), "og:image")),
            (200, None),
            "{query}"
        );
    }
    server.stop().await;
}
