//! Conditional moves: answers that a player has prepared to moves of the opponent. They are played as his
//! ordinary moves as soon as the opponent's move is one of those, once, also after a crash between the
//! two: what the log says decides, nothing else is remembered.

use std::collections::HashMap;

use tabiya_arbiter::{Actor, BySeat, Command, Event, Seat, Table};
use tabiya_rules::{Position, Uci};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::hall::Hall;
use super::keeper::{Keeper, RETRY_TIME, State};
use super::letter::{NewPlan, PlanAnswer, PlanRefused, Refused, Reply, Wish};
use crate::ids::TableId;
use crate::limits;
use crate::store::{Plan, StoreError};

/// Events after which no earlier plan holds any more.
pub(super) const fn voids_plans(event: &Event) -> bool {
    matches!(
        event,
        Event::GameStarted { .. }
            | Event::TakebackAccepted { .. }
            | Event::MovesRestored { .. }
            | Event::GameEnded { .. }
    )
}

/// The moves of the running game, if it is this one.
fn moves(table: &Table, number: u32) -> Option<Vec<String>> {
    let view = table.full_view(Actor::Spectator);
    let game = view.game.filter(|game| game.number == number)?;
    if game.ending.is_some() {
        return None;
    }
    let moves = view.moves?;
    Some(moves.into_iter().map(|played| played.uci).collect())
}

/// What has been played since the plan was made; none where it does not hold any more.
fn since(table: &Table, plan: &Plan, voided: u64) -> Option<Vec<String>> {
    if voided > plan.seq {
        return None;
    }
    let moves = moves(table, plan.number)?;
    let from = usize::try_from(plan.ply).ok()?;
    let played = moves.get(from..)?.to_vec();
    let holds = plan.lines.iter().any(|line| line.starts_with(&played));
    holds.then_some(played)
}

/// The lines that can still come about, without what has been played of them.
fn rest_of(plan: &Plan, played: &[String]) -> Vec<Vec<String>> {
    let rest = plan
        .lines
        .iter()
        .filter_map(|line| line.strip_prefix(played));
    rest.filter(|line| !line.is_empty())
        .map(<[String]>::to_vec)
        .collect()
}

/// Reads lines that a player wants to have played, from a position with the opponent to move: legal
/// moves, each line ends with an answer, and no move has two.
fn check(position: &Position, lines: &[Vec<String>]) -> Result<Vec<Vec<String>>, PlanRefused> {
    if lines.len() > limits::PLAN_LINES {
        return Err(PlanRefused::TooMany);
    }
    let mut answers: HashMap<Vec<String>, String> = HashMap::new();
    let mut checked: Vec<Vec<String>> = Vec::new();
    for line in lines {
        if line.len() > limits::PLAN_PLIES {
            return Err(PlanRefused::TooMany);
        }
        if line.is_empty() || !line.len().is_multiple_of(2) {
            return Err(PlanRefused::NoAnswer);
        }
        let mut position = position.clone();
        let mut read: Vec<String> = Vec::new();
        for (number, text) in line.iter().enumerate() {
            let illegal = || PlanRefused::Illegal {
                number,
                text: text.chars().take(8).collect(),
            };
            let uci: Uci = text.parse().map_err(|_| illegal())?;
            let mv = uci.resolve(&position).map_err(|_| illegal())?;
            let written = mv.uci(&position).to_string();
            if !number.is_multiple_of(2) {
                let known = answers
                    .entry(read.clone())
                    .or_insert_with(|| written.clone());
                if *known != written {
                    return Err(PlanRefused::TwoAnswers);
                }
            }
            position = position.after_unchecked(mv);
            read.push(written);
        }
        // A line that is the beginning of another says nothing of its own.
        if !checked.iter().any(|other| other.starts_with(&read)) {
            checked.retain(|other| !read.starts_with(other));
            checked.push(read);
        }
    }
    Ok(checked)
}

impl State {
    /// What the players of a game by letter have prepared.
    pub(super) async fn plans(
        &self,
        hall: &Hall,
        table: &TableId,
    ) -> Result<BySeat<Option<Plan>>, StoreError> {
        if self.is_slow && self.is_playing() {
            hall.letters.plans(table.clone()).await
        } else {
            Ok(BySeat::default())
        }
    }
}

impl Keeper {
    /// Plays what is prepared, until nothing is.
    pub(super) async fn play_plans(&mut self) {
        if self.retry_at.is_some() {
            return;
        }
        while let Some((seat, wish)) = self.prepared() {
            match self.decide_and_record(&wish).await {
                Ok(_) => {}
                Err(Refused::StoreAway) => {
                    self.retry_at = Some(Instant::now() + RETRY_TIME);
                    return;
                }
                Err(refused) => {
                    tracing::warn!(table.id = %self.id, ?refused, "a prepared answer was refused");
                    *self.plans.get_mut(seat) = None;
                }
            }
        }
    }

    /// The next answer that is prepared to what stands on the board.
    fn prepared(&self) -> Option<(Seat, Wish)> {
        Seat::ALL.into_iter().find_map(|seat| {
            let plan = self.plans.get(seat).as_ref()?;
            let played = since(&self.state.table, plan, self.state.voided)?;
            let line = plan.lines.iter().find(|line| line.starts_with(&played))?;
            let answer = line.get(played.len()).filter(|_| played.len() % 2 == 1)?;
            let ply = plan.ply.checked_add(u32::try_from(played.len()).ok()?)?;
            let (nobody, _) = oneshot::channel();
            let wish = Wish {
                actor: Actor::Seat(seat),
                id: None,
                command: Command::Move {
                    uci: answer.clone(),
                    ply: Some(ply),
                    lag_ms: 0,
                },
                token: None,
                person: None,
                at: self.hall.clock.now(),
                reply: Reply::Caller(nobody),
            };
            Some((seat, wish))
        })
    }

    /// The player's plan as it stands now.
    pub(super) fn plan(&self, seat: Seat) -> PlanAnswer {
        let plan = self.plans.get(seat).as_ref();
        let now = self.now_to_plan(seat);
        let lines = plan.and_then(|plan| {
            let played = since(&self.state.table, plan, self.state.voided)?;
            Some(rest_of(plan, &played))
        });
        PlanAnswer {
            ply: now.map(|(_, ply)| ply),
            lines: lines.unwrap_or_default(),
        }
    }

    /// The game and its half-moves while the player may prepare answers in it.
    fn now_to_plan(&self, seat: Seat) -> Option<(u32, u32)> {
        let view = self.state.table.view(Actor::Seat(seat));
        let game = view.game.filter(|game| game.ending.is_none())?;
        let color = match seat {
            Seat::Owner => view.seats.owner.color,
            Seat::Guest => view.seats.guest.color,
        };
        let is_others = color? != game.turn && self.state.is_slow;
        is_others.then_some((game.number, game.ply))
    }

    /// Keeps the answers that a player has prepared, in the place of earlier ones.
    pub(super) async fn keep_plan(
        &mut self,
        seat: Seat,
        wanted: NewPlan,
    ) -> Result<PlanAnswer, PlanRefused> {
        let Some((number, ply)) = self.now_to_plan(seat) else {
            return Err(PlanRefused::NotNow);
        };
        if wanted.ply != ply {
            return Err(PlanRefused::Stale);
        }
        let position = self.state.table.line().map(|line| line.position().clone());
        let position = position.ok_or(PlanRefused::NotNow)?;
        let lines = check(&position, &wanted.lines)?;
        let plan = (!lines.is_empty()).then(|| Plan {
            number,
            ply,
            seq: self.state.table.sequence(),
            lines,
        });
        let kept = self
            .hall
            .letters
            .keep_plan(self.id.clone(), seat, plan.clone());
        kept.await.map_err(|error: StoreError| {
            tracing::error!(table.id = %self.id, %error, "a plan could not be kept");
            PlanRefused::StoreAway
        })?;
        *self.plans.get_mut(seat) = plan;
        Ok(self.plan(seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lines: &[&str]) -> Vec<Vec<String>> {
        let words = |line: &&str| line.split(' ').map(str::to_owned).collect();
        lines.iter().map(words).collect()
    }

    fn checked(given: &[&str]) -> Result<Vec<Vec<String>>, PlanRefused> {
        let start = Position::standard();
        check(&start, &lines(given))
    }

    #[test]
    fn lines_are_legal_end_with_an_answer_and_name_one_answer_to_each_move() {
        let sound = ["e2e4 e7e5 g1f3 b8c6", "d2d4 d7d5", "e2e4 e7e5 f1c4 g8f6"];
        assert_eq!(checked(&sound), Ok(lines(&sound)));
        assert_eq!(
            checked(&["e2e4 e7e5", "e2e4 e7e5 g1f3 b8c6"]),
            Ok(lines(&["e2e4 e7e5 g1f3 b8c6"]))
        );
        assert_eq!(checked(&["e2e4"]), Err(PlanRefused::NoAnswer));
        assert_eq!(
            checked(&["e2e4 e7e5", "e2e4 c7c5"]),
            Err(PlanRefused::TwoAnswers)
        );
        let illegal = PlanRefused::Illegal {
            number: 1,
            text: "e7e4".to_owned(),
        };
        assert_eq!(checked(&["e2e4 e7e4"]), Err(illegal));
        let many: Vec<&str> = vec!["e2e4 e7e5"; limits::PLAN_LINES + 1];
        assert_eq!(checked(&many), Err(PlanRefused::TooMany));
    }

    #[test]
    fn what_has_been_played_goes_from_the_lines() {
        let plan = Plan {
            number: 1,
            ply: 0,
            seq: 5,
            lines: lines(&["e2e4 e7e5 g1f3 b8c6", "d2d4 d7d5"]),
        };
        let played = lines(&["e2e4 e7e5"]).remove(0);
        assert_eq!(rest_of(&plan, &played), lines(&["g1f3 b8c6"]));
    }
}
