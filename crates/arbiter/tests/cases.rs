//! Every row of `testdata/laws/cases.csv` that concerns the presets of this crate, through a real
//! table. A row that no step below understands fails; rows of presets to come are counted.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

mod common;

use common::{GUEST, OWNER, Scene, from_fen, settings};
use tabiya_arbiter::{
    Command, Completion, Event, IllegalRule, Preset, Refusal, Settings, StartPosition, StartRule,
    TimeControl, Timestamp,
};
use tabiya_rules::{Color, Fen, Mode, Move, Position, San, Square, Uci, read_move};

/// Rows whose rule sets are a preset with other words than its name: touch-move, other increments.
const ROWS_OF_OTHER_RULE_SETS: usize = 12;

/// Rows about what this crate does not have yet: claims, letters, penalties, the arbiter, a game
/// against the computer, the classes of speed.
const ROWS_FOR_LATER: [&str; 50] = [
    "A12", "C01", "C04", "C05", "C06", "C07", "C10", "C11", "C12", "C13", "C15", "C16", "C17",
    "C18", "C19", "C20", "C22", "C23", "C24", "C25", "C26", "C27", "C29", "C31", "C32", "C33",
    "D01", "D04", "D05", "D07", "D09", "D16", "D17", "D19", "D20", "H10", "H11", "H15", "I02",
    "I03", "I04", "I06", "I09", "I10", "K05", "K16", "K17", "K18", "H16", "K06",
];

/// A row whose start position cannot be: the side not to move is in check (3.10.3).
const ROW_OF_AN_ILLEGAL_START: &str = "D12";

/// What `fide-otb` stands for.
const OVER_THE_BOARD: [Preset; 3] = [Preset::FideStandard, Preset::FideRapid, Preset::FideBlitz];

struct Row {
    id: String,
    start: String,
    moves: String,
    action: String,
    expected: String,
    articles: String,
    ruleset: String,
}

fn rows() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/laws/cases.csv");
    let mut reader = csv::Reader::from_path(path).expect("the cases are in the repository");
    let rows = reader.records().map(|record| {
        let record = record.expect("well-formed CSV");
        let field = |index: usize| record[index].to_owned();
        Row {
            id: field(0),
            start: field(1),
            moves: field(2),
            action: field(3),
            expected: field(4),
            articles: field(5),
            ruleset: field(6),
        }
    });
    rows.collect()
}

impl Row {
    /// The presets of ours that the row names.
    fn presets(&self) -> Vec<Preset> {
        match self.ruleset.as_str() {
            "any" | "any timed" | "any but letter" | "chess960" => Preset::ALL.to_vec(),
            named => Preset::ALL
                .into_iter()
                .filter(|preset| {
                    named.split(' ').any(|word| {
                        let over_the_board = word == "fide-otb" && OVER_THE_BOARD.contains(preset);
                        over_the_board || word == preset.name()
                    })
                })
                .collect(),
        }
    }

    fn settings(&self, preset: Preset) -> Settings {
        let mut settings = settings(preset);
        // A row is about a clock that runs, whatever its preset waits for.
        settings.rules.start = StartRule::OnStartCommand;
        // Presses and penalties have rows of their own.
        settings.rules.completion = Completion::OnRelease;
        settings.rules.illegal = IllegalRule::Reject;
        if self.start == "startpos" {
            settings
        } else {
            from_fen(settings, &self.start)
        }
    }

    /// The game of the row, up to its action.
    fn scene(&self, preset: Preset) -> Scene {
        self.scene_with(self.settings(preset))
    }

    fn scene_with(&self, settings: Settings) -> Scene {
        let mut scene = Scene::start(settings).expect("the row can be set up");
        // Nothing can be played where the set-up is a finished game already (E01: a lone knight).
        if scene.result() == "live" {
            scene.play_all(&self.moves);
        }
        scene
    }

    fn position(&self, preset: Preset) -> Position {
        position_of(&self.scene(preset))
    }

    fn has(&self, words: &str) -> bool {
        self.expected.contains(words)
    }

    fn check(&self, preset: Preset) {
        if self.id == ROW_OF_AN_ILLEGAL_START {
            let refusal = Scene::start(self.settings(preset)).map(|_| ());
            let refusal = refusal.expect_err("no legal position");
            assert_eq!(refusal.article(), Some("3.10.3"));
            return;
        }
        let (verb, rest) = self.action.split_once(' ').unwrap_or((&self.action, ""));
        match verb {
            "state" => self.check_state(&self.scene(preset)),
            "try" => self.check_attempts(preset, rest),
            "flag" => self.check_flag(preset, color(rest)),
            "type" => self.check_typed(preset, rest),
            "san" => self.check_san(preset, rest),
            "set" => self.check_set_up(preset),
            "colour" => self.check_colors(rest),
            "legal" | "moves" => self.check_legal_moves(preset, verb, rest),
            "clock" | "(open" if self.action.contains(" arrives") => self.check_arrival(preset),
            "clock" | "bank" => self.check_clock(preset),
            "(friend)" => self.check_lost_connection(preset),
            "resign" | "offer" | "away" | "join;" | "rematch" | "change_settings" => {
                self.check_script(preset);
            }
            _ => panic!("no step understands \"{}\"", self.action),
        }
    }

    /// What the row says of a game that stands or has ended.
    fn check_state(&self, scene: &Scene) {
        let game = scene.game();
        let position = position_of(scene);
        let legal = position.legal_moves();
        let mut understood = self.check_result(scene, &self.expected);
        let mut holds = |words: &str, truth: &dyn Fn() -> bool| {
            if self.has(words) {
                assert!(truth(), "{words}: {}", game.fen);
                understood = true;
            }
        };
        holds("White to move", &|| game.turn == Color::White);
        holds("20 legal moves", &|| legal.len() == 20);
        holds("check, only answer e2e4", &|| {
            position.is_check() && legal.len() == 1 && legal[0].uci(&position).to_string() == "e2e4"
        });
        holds("halfmove clock 100", &|| position.halfmove_clock() == 100);
        holds("halfmove clock 0", &|| position.halfmove_clock() == 0);
        holds("placement 2kr3r/8/8/8/8/8/8/R4RK1", &|| {
            game.fen.starts_with("2kr3r/8/8/8/8/8/8/R4RK1 ")
        });
        holds("no right to castle remains", &|| {
            position.is_check() && game.fen.split(' ').nth(2) == Some("-")
        });
        holds("Kg1 Rf1", &|| {
            game.fen.split(' ').next() == Some("4k3/8/8/8/8/8/8/5RK1")
        });
        assert!(understood, "no step understands \"{}\"", self.expected);
    }

    /// `1-0 checkmate (…)`, `1/2 dead position …`, `live …`; false if it speaks of no result.
    fn check_result(&self, scene: &Scene, expected: &str) -> bool {
        const TERMINATIONS: [(&str, &str); 11] = [
            ("checkmate", "Checkmate"),
            ("stalemate", "Stalemate"),
            ("dead position", "DeadPosition"),
            ("repetition", "Threefold"),
            ("fivefold repetition", "Fivefold"),
            ("seventy-five moves", "SeventyFiveMoves"),
            ("fifty-move", "FiftyMoves"),
            ("time", "TimeForfeit"),
            ("agreement", "Agreement"),
            ("resignation", "Resignation"),
            ("away", "Abandonment"),
        ];
        if expected.starts_with("live") {
            assert_eq!(scene.result(), "live");
            return true;
        }
        let Some((outcome, how)) = expected.split_once(' ') else {
            return false;
        };
        let outcome = match outcome {
            "1-0" | "0-1" => outcome,
            "1/2" => "1/2-1/2",
            _ => return false,
        };
        let (_, termination) = TERMINATIONS
            .into_iter()
            .find(|(words, _)| how.starts_with(words))
            .unwrap_or_else(|| panic!("no step understands \"{how}\""));
        assert_eq!(scene.result(), format!("{outcome} {termination}"));
        true
    }

    fn check_attempts(&self, preset: Preset, attempts: &str) {
        for attempt in attempts.split(" / ") {
            let uci = attempt.split(' ').next().expect("a move");
            let mut scene = self.scene(preset);
            let (before, clock) = (scene.table.clone(), scene.game().clock);
            match scene.play(uci) {
                Ok(_) => {
                    assert!(self.has("accepted"), "{uci} was accepted");
                    let then = self.expected.rsplit("; ").next().unwrap_or_default();
                    self.check_result(&scene, then.trim_start_matches("then "));
                    self.check_castled(&scene);
                }
                Err(refusal) => {
                    assert!(self.has("rejected"), "{uci}: {refusal}");
                    if self.id == "B08" {
                        // The row leaves the other side to move; what it is about is the right.
                        assert_eq!(scene.game().fen.split(' ').nth(2), Some("-"));
                    } else {
                        self.check_article(&refusal);
                    }
                    assert_eq!(scene.table, before);
                    assert_eq!(scene.game().clock, clock);
                }
            }
        }
    }

    fn check_castled(&self, scene: &Scene) {
        if self.ruleset == "chess960" {
            let placement = scene.game().fen;
            assert!(
                placement.starts_with("4k3/8/8/8/8/8/8/2KR4 "),
                "{placement}"
            );
        }
    }

    /// A refused move names an article that the row names, one above or below it, or one beside
    /// it: of an attack by a pinned man (3.9.1) the refusal says what it forbids (3.9.2).
    fn check_article(&self, refusal: &Refusal) {
        if matches!(refusal, Refusal::GameOver) {
            assert!(self.has("game over"));
            return;
        }
        let article = refusal
            .article()
            .expect("an illegal move breaks an article");
        let section = |article: &str| article.splitn(3, '.').take(2).collect::<String>();
        let is_kin = |named: &str| section(named) == section(article);
        // Row I01 is about the answer itself and names no article of the Laws.
        assert!(
            self.id == "I01" || self.articles.split(' ').any(is_kin),
            "{refusal} names {article}, the row {}",
            self.articles
        );
    }

    /// The flag falls at the deadline, and not one millisecond before.
    fn check_flag(&self, preset: Preset, color: Color) {
        let mut scene = self.scene(preset);
        if self.has("had ended before the flag") {
            assert_eq!(scene.table.deadline(), None);
            assert!(self.check_result(&scene, &self.expected));
            return;
        }
        assert_eq!(scene.game().turn, color, "only a running clock runs out");
        let deadline = scene.table.deadline().expect("a timed game");
        scene.at = Timestamp(deadline.0 - 1);
        assert_eq!(scene.tick(), []);
        scene.at = deadline;
        scene.tick();
        assert!(self.check_result(&scene, &self.expected));
    }

    /// A command that arrives with `0.000` or `0.001` on the clock.
    fn check_arrival(&self, preset: Preset) {
        let mut scene = self.scene(preset);
        if self.action.contains("open offer by White") {
            scene
                .by(Color::White, Command::OfferDraw)
                .expect("an offer");
        }
        let left_ms = if self.action.contains("black=0.000") {
            0
        } else {
            1
        };
        scene.at = Timestamp(scene.table.deadline().expect("a timed game").0 - left_ms);
        let answer = if self.action.contains("accept black") {
            scene.by(Color::Black, Command::AcceptDraw)
        } else {
            scene.play("d8h4")
        };
        if left_ms == 0 {
            assert_eq!(answer, Err(Refusal::TimeIsUp));
            scene.tick();
        } else {
            answer.expect("one millisecond is enough");
        }
        assert!(self.check_result(&scene, &self.expected));
    }

    fn check_typed(&self, preset: Preset, texts: &str) {
        let position = self.position(preset);
        let texts: Vec<&str> = texts
            .split(" / ")
            .map(|text| text.trim_matches('"'))
            .collect();
        let read: Vec<Option<String>> = texts
            .iter()
            .map(|text| {
                read_move(&position, text)
                    .ok()
                    .map(|read| uci_of(&position, read.mv))
            })
            .collect();
        let all = |uci: &str| read.iter().all(|read| read.as_deref() == Some(uci));
        let expected = self.expected.as_str();
        match self.id.as_str() {
            "L12" => assert_eq!(read, some(["e1g1", "e1g1", "e1c1", "e1c1"])),
            "L16" => {
                assert!(all("e2e4"), "{read:?}");
                let with_p = read_move(&position, texts[3]).expect("accepted");
                assert!(with_p.hint.is_some(), "Pe4 is accepted with a hint");
            }
            "L17" => assert_eq!(read, [Some("b5c6".to_owned()), None]),
            _ if expected.starts_with("rejected") => {
                assert!(read.iter().all(Option::is_none), "{read:?}");
            }
            _ => {
                let uci = expected
                    .trim_start_matches("all ")
                    .split(' ')
                    .next()
                    .expect("a move");
                assert!(all(uci), "{read:?}");
            }
        }
    }

    /// The very words that the table writes into its log.
    fn check_san(&self, preset: Preset, uci: &str) {
        let mut scene = self.scene(preset);
        let before = position_of(&scene);
        let events = scene.play(uci).expect("legal");
        let expected = self.expected.split(' ').next().expect("SAN");
        assert!(
            matches!(&events[0], Event::MovePlayed { san, .. } if san == expected),
            "{events:?}"
        );
        let mv = uci
            .parse::<Uci>()
            .expect("UCI")
            .resolve(&before)
            .expect("legal");
        assert_eq!(San::write(&before, mv), expected);
    }

    fn check_set_up(&self, preset: Preset) {
        let scene = match Scene::start(self.settings(preset)) {
            Ok(scene) => scene,
            Err(refusal) => {
                assert!(self.expected.starts_with("refused"), "{refusal}");
                assert_eq!(refusal.article(), Some(self.articles.as_str()));
                return;
            }
        };
        let fen = scene.game().fen;
        let field = |index| fen.split(' ').nth(index).expect("six fields");
        match self.id.as_str() {
            "S04" => {
                assert_eq!(field(2), "-");
                assert!(self.check_result(&scene, "1/2 dead position"));
            }
            "S05" | "S09" => assert_eq!(field(3), "-"),
            "S10" => assert_eq!(field(3), "e3"),
            _ => assert!(
                self.check_result(&scene, &self.expected),
                "{}",
                self.expected
            ),
        }
    }

    fn check_colors(&self, squares: &str) {
        let shades: Vec<&str> = squares
            .split(' ')
            .map(|square| {
                let index = square.parse::<Square>().expect("a square").index();
                if (index / 8 + index % 8) % 2 == 0 {
                    "dark"
                } else {
                    "light"
                }
            })
            .collect();
        assert_eq!(shades.join(" "), self.expected);
    }

    /// Asks the table for every move that there could be, and compares with what rules say.
    fn check_legal_moves(&self, preset: Preset, verb: &str, rest: &str) {
        let scene = self.scene(preset);
        let position = position_of(&scene);
        let accepted: Vec<String> = every_attempt()
            .filter(|uci| {
                let command = Command::play(uci);
                let actor = scene.actor(position.turn());
                scene.table.decide(scene.at, actor, &command).is_ok()
            })
            .collect();
        match (verb, rest) {
            ("legal", "answers") => assert_eq!(accepted, ["e8e7", "e8f7"]),
            ("legal", _) => {
                let from = rest.trim_start_matches("destinations ");
                let targets: Vec<&str> = accepted
                    .iter()
                    .filter_map(|uci| uci.strip_prefix(from))
                    .collect();
                assert_eq!(targets.join(" "), self.expected);
            }
            _ => {
                let castling = |mv: &Move| matches!(mv.kind(), tabiya_rules::MoveKind::Castle(_));
                assert!(!position.legal_moves().iter().any(castling));
                assert!(accepted.iter().all(|uci| uci != "e1e8" && uci != "e1e3"));
            }
        }
    }

    fn check_clock(&self, preset: Preset) {
        let (bank_ms, delay_ms) = match self.id.as_str() {
            "K01" | "K02" => (60_000, 10_000),
            "K03" => (2_000, 10_000),
            _ => panic!("no step understands \"{}\"", self.action),
        };
        let clock = TimeControl::Delay { bank_ms, delay_ms };
        let mut scene = self.scene_with(Settings {
            clock,
            ..self.settings(preset)
        });
        if self.id == "K03" {
            let deadline = scene.table.deadline().expect("a timed game");
            assert_eq!(deadline, scene.at.plus_ms(12_000));
            return;
        }
        let (used_ms, left_ms) = if self.id == "K01" {
            (8_000, 60_000)
        } else {
            (12_000, 58_000)
        };
        scene.wait(used_ms);
        scene.play("e2e4").expect("in time");
        scene.play("e7e5").expect("in time");
        let clock = scene.game().clock.expect("a timed game");
        assert_eq!((clock.white_ms, clock.delay_left_ms), (left_ms, 10_000));
    }

    /// The clock runs on while a player is away.
    fn check_lost_connection(&self, preset: Preset) {
        let mut scene = self.scene(preset);
        let present = |present| Command::NotePresence {
            seat: tabiya_arbiter::Seat::Owner,
            present,
        };
        scene
            .act(tabiya_arbiter::Actor::System, present(false))
            .expect("noted");
        scene.wait(30_000);
        scene
            .act(tabiya_arbiter::Actor::System, present(true))
            .expect("noted");
        scene.play("g1f3").expect("in time");
        assert_eq!(
            scene.game().clock.expect("a timed game").white_ms,
            600_000 - 30_000
        );
    }

    /// Steps one after the other; the last one is what the row is about.
    fn check_script(&self, preset: Preset) {
        if self.id == "K11" || self.id == "K12" {
            return self.check_start(preset);
        }
        let mut scene = self.scene(preset);
        let mut last = Ok(Vec::new());
        for step in self.action.split("; ") {
            last = step_of(&mut scene, step);
        }
        if self.expected.contains("refused") {
            last.expect_err("refused");
        } else if self.id == "H07" {
            last.expect("a move");
            let answer = scene.by(Color::Black, Command::AcceptDraw);
            assert_eq!(answer, Err(Refusal::NoOpenOffer));
        } else if self.id == "K13" {
            last.expect("a rematch");
            let view = scene.table.view(OWNER);
            let game = scene.game();
            assert_eq!((game.number, game.white), (2, tabiya_arbiter::Seat::Guest));
            assert_eq!(
                (view.score.owner, view.score.guest, view.score.games),
                (0.0, 1.0, 1)
            );
            assert_eq!(view.settings, self.settings(preset));
        } else {
            last.expect("granted");
            assert!(self.check_result(&scene, &self.expected));
        }
    }

    fn check_start(&self, preset: Preset) {
        let mut scene = Scene::open(self.settings(preset)).expect("a table");
        let mut last = Ok(Vec::new());
        for step in self.action.split("; ") {
            scene.wait(5_000);
            last = match step {
                "join" => scene.seat_guest().map(|()| Vec::new()),
                "ready guest" => scene.act(GUEST, Command::Ready { ready: true }),
                "start owner" | "start by owner before ready" => scene.act(OWNER, Command::Start),
                _ => panic!("no step understands \"{step}\""),
            };
        }
        if self.has("refused") {
            assert_eq!(last, Err(Refusal::GuestNotReady));
        } else {
            let clock = scene.game().clock.expect("a timed game");
            assert_eq!((clock.running, clock.at), (Some(Color::White), scene.at));
        }
    }
}

fn step_of(scene: &mut Scene, step: &str) -> Result<Vec<Event>, Refusal> {
    let words: Vec<&str> = step.split(' ').collect();
    match words[..] {
        ["move", uci] => scene.play(uci),
        ["offer", who, ..] => scene.by(color(who), Command::OfferDraw),
        ["accept", who] => scene.by(color(who), Command::AcceptDraw),
        ["decline", who] => scene.by(color(who), Command::DeclineDraw),
        ["resign", who] => scene.by(color(who), Command::Resign),
        ["claim_win", who] => scene.by(color(who), Command::ClaimAway),
        ["away", who, seconds, "s"] => {
            let seat = scene.actor(color(who)).seat().expect("a seat");
            let gone = Command::NotePresence {
                seat,
                present: false,
            };
            let noted = scene.act(tabiya_arbiter::Actor::System, gone);
            scene.wait(seconds.parse::<u64>().expect("seconds") * 1000);
            noted
        }
        ["rematch"] => {
            scene.act(GUEST, Command::OfferRematch).expect("an offer");
            scene.act(OWNER, Command::OfferRematch)
        }
        ["change_settings", "guest"] => {
            let settings = Settings {
                start: StartPosition::Standard,
                ..Settings::default()
            };
            scene.act(GUEST, Command::Configure { settings })
        }
        _ => panic!("no step understands \"{step}\""),
    }
}

fn color(name: &str) -> Color {
    match name {
        "white" => Color::White,
        "black" => Color::Black,
        _ => panic!("no color \"{name}\""),
    }
}

fn position_of(scene: &Scene) -> Position {
    let game = scene.game();
    let mode = if game.chess960 {
        Mode::Chess960
    } else {
        Mode::Standard
    };
    let setup = Fen::parse(&game.fen).expect("a table shows good FEN");
    setup
        .playable(mode)
        .expect("a table shows a playable position")
}

fn uci_of(position: &Position, mv: Move) -> String {
    mv.uci(position).to_string()
}

fn some<const N: usize>(texts: [&str; N]) -> [Option<String>; N] {
    texts.map(|text| Some(text.to_owned()))
}

fn every_attempt() -> impl Iterator<Item = String> {
    let squares = || (0..64).map(|index| Square::ALL[index]);
    squares().flat_map(move |from| squares().map(move |to| format!("{from}{to}")))
}

#[test]
fn every_row_of_our_rule_sets_holds() {
    let (mut checked, mut other, mut failed) = (0, 0, Vec::new());
    for row in rows() {
        let presets = row.presets();
        if presets.is_empty() {
            other += 1;
        } else if !ROWS_FOR_LATER.contains(&row.id.as_str()) {
            checked += 1;
            for preset in presets {
                let check = std::panic::AssertUnwindSafe(|| row.check(preset));
                if std::panic::catch_unwind(check).is_err() {
                    failed.push(format!("{} under {preset}", row.id));
                }
            }
        }
    }
    assert_eq!(failed, Vec::<String>::new());
    assert_eq!((checked, other), (118, ROWS_OF_OTHER_RULE_SETS));
}
