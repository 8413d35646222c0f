//! Plays a script through a real table, and says where an answer is not as it expects. It is a
//! small second reader of the format: `tabiya judge` has its own.

use serde_json::{Value, json};
use tabiya_arbiter::{Actor, Command, Event, Refusal, RuleSet, Seat, Settings, TimeControl};
use tabiya_rules::{
    Budget, ByColor, Color, Fen, Hint, Mode, Position, Verdict, read_move, winnable,
};

use crate::common::{GUEST, OWNER, Scene};
use crate::script::{Line, Script};

/// What a line came to.
type Answer = Result<Vec<Value>, Value>;

/// Every answer that is not as expected, in words.
pub fn faults(script: &Script, rules: RuleSet) -> Vec<String> {
    let mut faults = Vec::new();
    let (scene, answer) = begin(script, rules);
    let state = scene
        .as_ref()
        .map_or(Value::Null, |scene| state_of(scene, &rules));
    faults.extend(compare("head", &script.expect, &answer, &state));
    let Some(mut scene) = scene else {
        return faults;
    };
    let start = scene.at;
    for (index, line) in script.lines.iter().enumerate() {
        let at = start.plus_ms(line.at);
        while let Some(due) = scene.table.deadline().filter(|due| *due <= at) {
            scene.at = scene.table.stamp(due);
            assert!(
                !scene.tick().is_empty(),
                "a deadline at which nothing is due"
            );
            examine(&mut scene);
        }
        scene.at = at;
        let answer = act(&mut scene, line);
        let place = format!("line {}", index + 2);
        let state = state_of(&scene, &rules);
        faults.extend(compare(&place, &line.expect, &answer, &state));
    }
    faults
}

fn begin(script: &Script, rules: RuleSet) -> (Option<Scene>, Answer) {
    let clock: TimeControl = serde_json::from_value(script.clock.clone()).expect("a clock");
    let mut settings = Settings {
        rules,
        clock,
        ..crate::common::settings(rules.preset)
    };
    if script.start != "startpos" {
        settings = crate::common::from_fen(settings, &script.start);
    }
    let mut scene = match Scene::open(settings) {
        Ok(scene) => scene,
        Err(refusal) => return (None, Err(json!(refusal))),
    };
    scene.seat_guest().expect("a free seat");
    if !script.started {
        return (Some(scene), Ok(Vec::new()));
    }
    let mut answer = start(&mut scene);
    for uci in script.moves.split(' ').filter(|uci| !uci.is_empty()) {
        if answer.is_ok() {
            answer = play(&mut scene, uci);
        }
    }
    examine(&mut scene);
    (Some(scene), answer.map_err(|refusal| json!(refusal)))
}

fn start(scene: &mut Scene) -> Result<Vec<Value>, Refusal> {
    scene.act(GUEST, Command::Ready { ready: true })?;
    let mut events = scene.act(OWNER, Command::Start)?;
    events.extend(examine(scene));
    Ok(shown(&events))
}

/// The side to move plays, and presses where there is a clock to press.
fn play(scene: &mut Scene, uci: &str) -> Result<Vec<Value>, Refusal> {
    let mut events = scene.play(uci)?;
    if let Some(mover) = scene.game().to_press {
        events.extend(scene.by(mover, Command::Press)?);
    }
    Ok(shown(&events))
}

fn shown(events: &[Event]) -> Vec<Value> {
    events.iter().map(|event| json!(event.public())).collect()
}

fn act(scene: &mut Scene, line: &Line) -> Answer {
    let actor = actor(scene, line.by);
    let field = |name: &str| line.act[name].as_str().unwrap_or_default();
    let command = match field("type") {
        "wait" => return Ok(Vec::new()),
        "presence" => {
            let Actor::Seat(seat) = self::actor(scene, field("color")) else {
                panic!("no color in {}", line.act);
            };
            let present = line.act["present"].as_bool().expect("true or false");
            let noted = scene.act(Actor::System, Command::NotePresence { seat, present });
            return answer(noted);
        }
        "typed" => {
            let position = position(scene);
            let read = match read_move(&position, field("text")) {
                Ok(read) => read,
                Err(error) => {
                    return Err(json!({"code": error.code(), "article": error.article()}));
                }
            };
            let uci = read.mv.uci(&position).to_string();
            Command::play(match read.hint {
                Some(Hint::QueenAssumed) => uci.trim_end_matches('q'),
                _ => &uci,
            })
        }
        _ => serde_json::from_value(line.act.clone())
            .unwrap_or_else(|error| panic!("{}: {error}", line.act)),
    };
    let mut events = scene.act(actor, command);
    if let Ok(events) = &mut events {
        events.extend(examine(scene));
    }
    answer(events)
}

fn answer(events: Result<Vec<Event>, Refusal>) -> Answer {
    match events {
        Ok(events) => Ok(shown(&events)),
        Err(refusal) => Err(json!(refusal)),
    }
}

fn actor(scene: &Scene, by: &str) -> Actor {
    let white = scene.table.view(Actor::Spectator).game;
    let white = white.map_or(Seat::Owner, |game| game.white);
    match by {
        "white" => Actor::Seat(white),
        "black" => Actor::Seat(white.other()),
        "owner" => OWNER,
        "guest" => GUEST,
        "arbiter" => Actor::Arbiter,
        _ => panic!("nobody is called {by}"),
    }
}

pub fn position(scene: &Scene) -> Position {
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

/// Looks for a dead position with the whole budget, as a server does behind the game.
fn examine(scene: &mut Scene) -> Vec<Event> {
    let Some((ply, position)) = scene.table.to_examine() else {
        return Vec::new();
    };
    let proof = |color| match winnable(position, color, Budget::default()) {
        Verdict::No { proof } => Some(proof),
        Verdict::Yes { .. } | Verdict::Undecided => None,
    };
    let (Some(white), Some(black)) = (proof(Color::White), proof(Color::Black)) else {
        return Vec::new();
    };
    let proofs = ByColor { white, black };
    scene
        .act(Actor::System, Command::DeclareDead { ply, proofs })
        .expect("proved")
}

/// The fields of the state of `tabiya judge` that rows ask about.
fn state_of(scene: &Scene, rules: &RuleSet) -> Value {
    let view = scene.table.full_view(Actor::Spectator);
    let mut state = json!(view);
    let game = scene.table.view(Actor::Spectator).game;
    let result = game.as_ref().and_then(|game| game.ending.as_ref());
    let half = |points: u32| ["0", "1/2", "1"][points as usize];
    state["result"] = json!(match result {
        None => "*".to_owned(),
        Some(ending) => match (ending.points, ending.outcome) {
            (Some(points), _) => format!("{}-{}", half(points.white), half(points.black)),
            (None, Some(outcome)) => outcome.to_string(),
            (None, None) => "*".to_owned(),
        },
    });
    let is_live = game.is_some_and(|game| game.ending.is_none());
    let mut legal: Vec<String> = Vec::new();
    if is_live {
        let position = position(scene);
        legal = position
            .legal_moves()
            .iter()
            .map(|mv| mv.uci(&position).to_string())
            .collect();
        legal.sort_unstable();
    }
    state["legal"] = json!(legal);
    state["speed"] = json!(tabiya_arbiter::Speed::of(&view.settings.clock));
    assert_eq!(view.settings.rules, *rules);
    state
}

/// Where the answer or the state is not as expected.
fn compare(place: &str, expect: &Value, answer: &Answer, state: &Value) -> Option<String> {
    let fault = |what: String| Some(format!("{place}: {what}"));
    match (&expect["refused"], answer) {
        (Value::Null, Err(refused)) if !expect.is_null() => {
            return fault(format!("was refused: {refused}"));
        }
        (Value::Null, _) | (Value::Bool(true), Err(_)) => {}
        (expected, Err(refused)) => {
            if !is_like(expected, refused) {
                return fault(format!("expected the refusal {expected}, found {refused}"));
            }
        }
        (expected, Ok(events)) => {
            return fault(format!("expected the refusal {expected}, found {events:?}"));
        }
    }
    let events = answer.as_deref().unwrap_or_default();
    let mut rest = events.iter();
    for expected in expect["events"].as_array().into_iter().flatten() {
        if !rest.any(|event| is_like(expected, event)) {
            return fault(format!("expected {expected} among {}", json!(events)));
        }
    }
    if !is_like(&expect["state"], state) {
        return fault(format!(
            "expected the state {}, found {state}",
            expect["state"]
        ));
    }
    None
}

/// Objects by the fields that are named, everything else exactly.
fn is_like(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Object(fields), _) => fields.iter().all(|(name, value)| {
            (value.is_null() && found[name].is_null()) || is_like_named(value, &found[name])
        }),
        (Value::Null, _) => true,
        _ => is_like_named(expected, found),
    }
}

fn is_like_named(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Object(_), Value::Object(_)) => is_like(expected, found),
        (Value::Array(each), Value::Array(there)) => {
            each.len() == there.len()
                && each
                    .iter()
                    .zip(there)
                    .all(|(expected, found)| is_like_named(expected, found))
        }
        _ => expected == found,
    }
}
