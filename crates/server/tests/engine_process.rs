//! Engines as child processes: an ordinary one, and one for each fault. All of them are shell
//! scripts of a few lines.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

use std::path::Path;
use std::time::Duration;

use tabiya_rules::{Game, Mode, Position};
use tabiya_server::engine_process::{
    Doing, EngineCommand, EngineError, EngineProcess, GoLimits, News, Score,
};

const LONG: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(200);

/// A shell that answers each line by the branches of a `case`.
fn engine(branches: &str) -> EngineCommand {
    let script = format!(
        "while read -r line; do case \"$line\" in {branches}
            uci) echo 'id name Fake'; echo 'option name Hash type spin default 1 min 1 max 9'; echo uciok;;
            isready) echo readyok;;
            quit) exit 0;;
        esac; done"
    );
    EngineCommand::new("sh").arg("-c").arg(script)
}

async fn started(branches: &str) -> EngineProcess {
    EngineProcess::start(&engine(branches)).await.unwrap()
}

/// What a search from the first position answers.
async fn searched(branches: &str) -> Result<String, EngineError> {
    let mut engine = started(branches).await;
    let game = Game::new(Position::standard());
    engine.position(&game).await?;
    engine.go(&GoLimits::depth(1)).await?;
    let chosen = engine.best_move(LONG, |_| {}).await?;
    Ok(chosen.mv.uci(game.position()).to_string())
}

fn is_alive(id: u32) -> bool {
    Path::new("/proc").join(id.to_string()).exists()
}

#[tokio::test]
async fn a_whole_game_with_an_ordinary_engine() {
    let folder = tempfile::TempDir::new().unwrap();
    let log = folder.path().join("log");
    let mut command = engine(&format!(
        "*) echo \"$line\" >> {}; case \"$line\" in
            go*) echo info depth 3 score cp 20 pv d2d4 d7d5; echo bestmove d2d4 ponder d7d5;;
            uci) echo id name Plain Engine; echo id author Ada Bo; echo option name Hash type spin default 1 min 1 max 9; echo uciok;;
            isready) echo readyok;;
            quit) exit;;
        esac;;",
        log.display()
    ));
    command.folder = Some(folder.path().to_owned());
    let mut engine = EngineProcess::start(&command).await.unwrap();
    assert_eq!((engine.name(), engine.author()), ("Plain Engine", "Ada Bo"));
    assert_eq!(engine.options().len(), 1);
    engine.set_option("hash", "8").await.unwrap();
    engine.new_game().await.unwrap();
    let mut game = Game::new(Position::standard());
    engine.position(&game).await.unwrap();
    engine.go(&GoLimits::nodes(100)).await.unwrap();
    let mut scores = Vec::new();
    let chosen = engine
        .best_move(LONG, |info| scores.extend(info.score))
        .await;
    let chosen = chosen.unwrap();
    assert_eq!(scores, [Score::Centipawns(20)]);
    game.play(chosen.mv).unwrap();
    game.play(chosen.expected.unwrap()).unwrap();
    engine.position(&game).await.unwrap();
    engine.quit().await;
    let said = std::fs::read_to_string(log).unwrap();
    let expected = [
        "uci",
        "setoption name Hash value 8",
        "ucinewgame",
        "isready",
        "position startpos",
        "isready",
        "go nodes 100",
        "position startpos moves d2d4 d7d5",
        "isready",
        "stop",
        "quit",
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn a_search_can_be_stopped_and_given_up() {
    let endless = "go*) echo info depth 1;; stop) echo bestmove e2e4;;";
    let mut engine = started(endless).await;
    let game = Game::new(Position::standard());
    engine.position(&game).await.unwrap();
    engine.go(&GoLimits::default()).await.unwrap();
    assert!(matches!(engine.news().await.unwrap(), News::Info(_)));
    let silent = tokio::time::timeout(SHORT, engine.news()).await;
    assert!(silent.is_err());
    engine.stop().await.unwrap();
    assert!(matches!(engine.news().await.unwrap(), News::BestMove(_)));
    // A search that nobody waits for does not answer the next one.
    engine.go(&GoLimits::default()).await.unwrap();
    engine.position(&game).await.unwrap();
    assert!(!engine.is_searching());
}

#[tokio::test]
async fn what_does_not_start_says_so() {
    let error = EngineProcess::start(&EngineCommand::new("/nowhere/engine")).await;
    let error = error.unwrap_err();
    assert!(matches!(error, EngineError::NotStarted { .. }), "{error}");
    assert!(error.to_string().contains("/nowhere/engine"));
}

#[tokio::test]
async fn a_slow_start_is_a_stall() {
    let mut command = engine("uci) sleep 30;;");
    command.patience.start = SHORT;
    let error = EngineProcess::start(&command).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the engine did not answer for 0.2 s when it was to say what it is (“uci”)"
    );
}

#[tokio::test]
async fn engines_of_xboard_are_named() {
    let command = engine("uci) echo 'Error (unknown command): uci';;");
    let error = EngineProcess::start(&command).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the engine does not speak UCI (it answered “Error (unknown command): uci”); engines \
         that only speak the protocol of xboard cannot be used"
    );
}

#[tokio::test]
async fn options_are_checked_before_they_are_said() {
    let mut engine = started("setoption*) exit 3;;").await;
    for (name, value) in [("Hash", "10"), ("Hash", "x"), ("Threads", "1")] {
        assert!(
            engine.set_option(name, value).await.is_err(),
            "{name} {value}"
        );
    }
    engine.ping().await.unwrap();
}

#[tokio::test]
async fn garbage_is_passed_over() {
    let garbage = r"go*) printf '\377\376 hello\n\n'; echo info depth x score cp; echo bestmoves; echo bestmove e2e4;;";
    assert_eq!(searched(garbage).await.unwrap(), "e2e4");
}

#[tokio::test]
async fn a_huge_line_ends_the_reading() {
    let huge = "go*) head -c 100000 /dev/zero | tr '\\0' x; echo; echo bestmove e2e4;;";
    let error = searched(huge).await.unwrap_err();
    assert!(matches!(error, EngineError::LineTooLong), "{error}");
}

#[tokio::test]
async fn a_flood_ends_the_reading() {
    let error = searched("go*) yes info depth 1;;").await.unwrap_err();
    assert!(matches!(error, EngineError::Flood), "{error}");
}

#[tokio::test]
async fn an_exit_in_mid_search_is_told_with_the_last_words() {
    let error = searched("go*) echo 'out of memory' >&2; exit 7;;").await;
    let EngineError::Exited {
        doing,
        status,
        words,
    } = error.unwrap_err()
    else {
        panic!("it has exited");
    };
    assert_eq!(doing, Doing::Searching);
    assert_eq!(status.unwrap().code(), Some(7));
    assert_eq!(words, "out of memory");
}

#[tokio::test]
async fn a_search_without_end_is_a_stall() {
    let mut engine = started("go*) echo info depth 1;;").await;
    engine
        .position(&Game::new(Position::standard()))
        .await
        .unwrap();
    engine.go(&GoLimits::depth(1)).await.unwrap();
    let error = engine.best_move(SHORT, |_| {}).await.unwrap_err();
    assert!(matches!(error, EngineError::Stalled { .. }), "{error}");
}

#[tokio::test]
async fn illegal_moves_come_with_their_law() {
    let error = searched("go*) echo bestmove e2e5;;").await.unwrap_err();
    let illegal = "the engine played e2e5, which is illegal: The pawn on e2 may not go to e5";
    assert!(error.to_string().starts_with(illegal), "{error}");
}

#[tokio::test]
async fn moves_that_are_none_are_malformed() {
    for answer in [
        "bestmove",
        "bestmove (none)",
        "bestmove 0000",
        "bestmove Nf3",
    ] {
        let error = searched(&format!("go*) echo '{answer}';;"))
            .await
            .unwrap_err();
        assert!(
            matches!(error, EngineError::Malformed { .. }),
            "{answer}: {error}"
        );
    }
}

#[tokio::test]
async fn a_move_before_its_turn_is_not_taken_for_the_next_one() {
    let mut engine = started("ucinewgame) echo bestmove e2e4;;").await;
    let error = engine.new_game().await.unwrap_err();
    assert!(matches!(error, EngineError::Unasked { .. }), "{error}");
}

#[tokio::test]
async fn chess960_is_asked_for_where_it_is_offered() {
    let start = Position::chess960(0).unwrap();
    assert_eq!(start.mode(), Mode::Chess960);
    let game = Game::new(start);
    let error = started("").await.position(&game).await.unwrap_err();
    assert!(matches!(error, EngineError::NoChess960 { .. }), "{error}");
    // This one ends where it is not told before the position.
    let offers = "uci) echo option name UCI_Chess960 type check default false; echo uciok;;
        'setoption name UCI_Chess960 value true') told=1;;
        position*) [ \"$told\" = 1 ] || exit;;";
    started(offers).await.position(&game).await.unwrap();
}

#[tokio::test]
async fn nothing_is_left_behind() {
    // It neither ends at `quit` nor when its input does, and has a child of its own.
    let stubborn = "quit) :;; go*) sleep 60 & echo info depth $!; wait;;";
    let mut command = engine(stubborn);
    command.patience.quit = SHORT;
    for drops in [true, false] {
        let mut engine = EngineProcess::start(&command).await.unwrap();
        engine
            .position(&Game::new(Position::standard()))
            .await
            .unwrap();
        engine.go(&GoLimits::default()).await.unwrap();
        let News::Info(info) = engine.news().await.unwrap() else {
            panic!("it names its child");
        };
        let ids = [engine.id().unwrap(), info.depth.unwrap()];
        assert!(ids.iter().all(|id| is_alive(*id)));
        if drops {
            drop(engine);
        } else {
            engine.quit().await;
        }
        assert!(drops || !is_alive(ids[0]), "the engine is there yet");
        // One that is dropped is waited for in the background; its orphan is for the system to bury.
        let buried = async {
            while is_alive(ids[0]) || is_alive(ids[1]) && !is_zombie(ids[1]) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(LONG, buried).await.unwrap();
    }
}

fn is_zombie(id: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit_once(')')
        .is_none_or(|(_, rest)| rest.trim_start().starts_with('Z'))
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn the_time_of_the_processor_is_told() {
    let busy = "go*) i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo bestmove e2e4;;";
    let mut engine = started(busy).await;
    engine
        .position(&Game::new(Position::standard()))
        .await
        .unwrap();
    let before = engine.cpu_time().unwrap();
    engine.go(&GoLimits::depth(1)).await.unwrap();
    engine.best_move(LONG, |_| {}).await.unwrap();
    let used = engine.cpu_time().unwrap().checked_sub(before).unwrap();
    assert!(used > Duration::from_millis(1), "{used:?}");
}
