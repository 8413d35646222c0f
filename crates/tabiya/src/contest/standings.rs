//! How a match stands: the results of each pairing, faults, time used; as text for people and as
//! JSON. Not here: the numbers behind it (`statistics.rs`).

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};
use tabiya_rules::{ByColor, Color};

use super::pace::Used;
use super::results::Played;
use super::schedule::{Fixture, pairings};
use super::statistics::{Decision, Sprt, Tally};

/// The standings of a match.
pub(super) struct Standings<'a> {
    names: &'a [String],
    sprt: Option<Sprt>,
    /// Each pairing with its tally.
    pairings: Vec<((usize, usize), Tally)>,
    used: Vec<Used>,
    /// Faults of each engine: how the games ended, and how many.
    faults: Vec<BTreeMap<String, u32>>,
}

impl<'a> Standings<'a> {
    pub(super) fn new(
        names: &'a [String],
        sprt: Option<Sprt>,
        fixtures: &[Fixture],
        games: &BTreeMap<usize, Played>,
    ) -> Self {
        let mut standings = Self {
            names,
            sprt,
            pairings: pairings(names.len())
                .into_iter()
                .map(|pairing| (pairing, Tally::default()))
                .collect(),
            used: vec![Used::default(); names.len()],
            faults: vec![BTreeMap::new(); names.len()],
        };
        // The half points of the first engine in the games of each pair.
        let mut pairs: BTreeMap<(usize, usize), Vec<u32>> = BTreeMap::new();
        for fixture in fixtures {
            let Some(game) = games.get(&fixture.number) else {
                continue;
            };
            standings.book(fixture, game);
            let Some(((first, _), tally)) = standings.pairings.get_mut(fixture.pairing) else {
                continue;
            };
            let color = if fixture.white == *first {
                Color::White
            } else {
                Color::Black
            };
            let half_points = game.half_points(color);
            match half_points {
                2 => tally.wins += 1,
                1 => tally.draws += 1,
                _ => tally.losses += 1,
            }
            let of_pair = pairs.entry((fixture.pairing, fixture.pair)).or_default();
            of_pair.push(half_points);
            if let [one, other] = of_pair[..]
                && let Ok(class) = usize::try_from(one + other)
                && let Some(count) = tally.pairs.get_mut(class)
            {
                *count += 1;
            }
        }
        standings
    }

    /// Time and faults of a game.
    fn book(&mut self, fixture: &Fixture, game: &Played) {
        let engines = ByColor {
            white: fixture.white,
            black: fixture.black,
        };
        for color in Color::ALL {
            if let Some(used) = self.used.get_mut(*engines.get(color)) {
                used.add(Used {
                    time: Duration::from_micros(*game.cpu_us.get(color)),
                    moves: *game.thoughts.get(color),
                });
            }
        }
        if let Some(color) = game.fault
            && let Some(faults) = self.faults.get_mut(*engines.get(color))
        {
            *faults.entry(game.ending.clone()).or_default() += 1;
        }
    }

    /// How the test of the first pairing stands.
    pub(super) fn decision(&self) -> Decision {
        match (self.sprt, self.pairings.first()) {
            (Some(sprt), Some((_, tally))) => sprt.decision(tally.pairs),
            _ => Decision::Open,
        }
    }

    /// What each engine has used of the processor.
    pub(super) fn used(&self) -> &[Used] {
        &self.used
    }

    fn name(&self, engine: usize) -> &str {
        self.names.get(engine).map_or("?", String::as_str)
    }

    /// Points and games of an engine against all.
    fn total(&self, engine: usize) -> (f64, u32) {
        let mut total = (0.0, 0);
        for ((first, second), tally) in &self.pairings {
            let games = tally.games();
            if *first == engine {
                total = (total.0 + tally.points(), total.1 + games);
            } else if *second == engine {
                total = (total.0 + f64::from(games) - tally.points(), total.1 + games);
            }
        }
        total
    }

    /// The leading numbers on one line, for the bar.
    pub(super) fn line(&self) -> String {
        if let [((first, second), tally)] = &self.pairings[..] {
            let mut line = format!(
                "{} {} – {} {}",
                self.name(*first),
                tally.points(),
                f64::from(tally.games()) - tally.points(),
                self.name(*second),
            );
            if let Some(elo) = tally.elo() {
                line.push_str(&format!(", Elo {elo}"));
            }
            if let Some(sprt) = self.sprt {
                let (least, most) = sprt.bounds();
                let ratio = sprt.log_likelihood_ratio(tally.pairs);
                line.push_str(&format!(", LLR {ratio:.2} ({least:.2} to {most:.2})"));
            }
            return line;
        }
        let mut totals: Vec<(f64, u32, &str)> = (0..self.names.len())
            .map(|engine| {
                (
                    self.total(engine).0,
                    self.total(engine).1,
                    self.name(engine),
                )
            })
            .collect();
        totals.sort_by(|a, b| b.0.total_cmp(&a.0));
        let parts = totals
            .iter()
            .map(|(points, games, name)| format!("{name} {points}/{games}"));
        parts.collect::<Vec<_>>().join(", ")
    }

    /// Everything, for people.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        if self.names.len() > 2 {
            for (engine, name) in self.names.iter().enumerate() {
                let (points, games) = self.total(engine);
                writeln!(out, "{name}: {points} of {games}")?;
            }
            writeln!(out)?;
        }
        for ((first, second), tally) in &self.pairings {
            let games = tally.games();
            let share = 100.0 * tally.points() / f64::from(games.max(1));
            writeln!(out, "{} – {}", self.name(*first), self.name(*second))?;
            writeln!(
                out,
                "  {} of {games} ({share:.1} %): +{} ={} -{}, draws {:.1} %",
                tally.points(),
                tally.wins,
                tally.draws,
                tally.losses,
                100.0 * tally.draw_ratio(),
            )?;
            let [none, half, one, more, two] = tally.pairs;
            writeln!(
                out,
                "  pairs by points 0, ½, 1, 1½, 2: {none} {half} {one} {more} {two}"
            )?;
            if let Some(elo) = tally.elo() {
                writeln!(out, "  Elo {elo} (95 %)")?;
            }
            if let Some(sprt) = self.sprt {
                let (least, most) = sprt.bounds();
                writeln!(
                    out,
                    "  LLR {:.2} ({least:.2} to {most:.2}), Elo {} against {}: {}",
                    sprt.log_likelihood_ratio(tally.pairs),
                    sprt.elo0,
                    sprt.elo1,
                    match sprt.decision(tally.pairs) {
                        Decision::Open => "undecided".to_owned(),
                        Decision::Elo0 => format!("{} is accepted", sprt.elo0),
                        Decision::Elo1 => format!("{} is accepted", sprt.elo1),
                    }
                )?;
            }
        }
        for (engine, name) in self.names.iter().enumerate() {
            let used = self.used.get(engine).copied().unwrap_or_default();
            if let Some(mean) = used.mean() {
                let mean = mean.as_secs_f64() * 1000.0;
                writeln!(
                    out,
                    "{name}: {mean:.1} ms of the processor for each of {} moves",
                    used.moves
                )?;
            }
            for (ending, count) in self.faults.get(engine).into_iter().flatten() {
                writeln!(
                    out,
                    "{name}: {count} games lost by {}",
                    ending.replace('_', " ")
                )?;
            }
        }
        Ok(())
    }

    /// Everything, for scripts.
    pub(super) fn json(&self, complete: bool) -> Value {
        let engines = self.names.iter().enumerate().map(|(engine, name)| {
            let (points, games) = self.total(engine);
            let used = self.used.get(engine).copied().unwrap_or_default();
            json!({
                "name": name,
                "points": points,
                "games": games,
                "cpu_ms": used.mean().map(|mean| mean.as_secs_f64() * 1000.0),
                "faults": self.faults.get(engine),
            })
        });
        let pairings = self.pairings.iter().map(|((first, second), tally)| {
            let elo = tally.elo();
            json!({
                "first": self.name(*first),
                "second": self.name(*second),
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "pairs": tally.pairs,
                "elo": elo.map(|elo| elo.difference),
                "elo_error": elo.map(|elo| elo.error),
                "llr": self.sprt.map(|sprt| sprt.log_likelihood_ratio(tally.pairs)),
                "accepted": self.sprt.and_then(|sprt| match sprt.decision(tally.pairs) {
                    Decision::Open => None,
                    Decision::Elo0 => Some(sprt.elo0),
                    Decision::Elo1 => Some(sprt.elo1),
                }),
            })
        });
        json!({
            "complete": complete,
            "engines": engines.collect::<Vec<_>>(),
            "pairings": pairings.collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::schedule::fixtures;
    use super::*;

    fn game(number: usize, result: &str) -> (usize, Played) {
        let game = Played {
            number,
            white: String::new(),
            black: String::new(),
            result: result.to_owned(),
            ending: "stall".to_owned(),
            why: String::new(),
            fault: (result == "0-1").then_some(Color::White),
            plies: 0,
            cpu_us: ByColor {
                white: 20_000,
                black: 40_000,
            },
            thoughts: ByColor { white: 1, black: 2 },
            pgn: String::new(),
        };
        (number, game)
    }

    #[test]
    fn pairs_are_counted_for_the_first_engine() {
        let names = ["A".to_owned(), "B".to_owned()];
        // A wins with White and draws with Black; B wins both; the last pair is not whole.
        let results = ["1-0", "1/2-1/2", "0-1", "1-0", "1-0"];
        let games = results
            .iter()
            .enumerate()
            .map(|(number, result)| game(number, result));
        let games = games.collect();
        let standings = Standings::new(&names, None, &fixtures(2, 6), &games);
        let [(_, tally)] = standings.pairings[..] else {
            panic!("two engines make one pairing");
        };
        assert_eq!((tally.wins, tally.draws, tally.losses), (2, 1, 2));
        assert_eq!(tally.pairs, [1, 0, 0, 1, 0]);
        assert_eq!(
            standings.used[0],
            Used {
                time: Duration::from_millis(140),
                moves: 7
            }
        );
        assert_eq!(standings.faults[0].get("stall"), Some(&1));
        assert!(
            standings.line().starts_with("A 2.5 – 2.5 B"),
            "{}",
            standings.line()
        );
        let mut text = Vec::new();
        standings.write(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains("+2 =1 -2, draws 20.0 %"), "{text}");
        assert!(text.contains("A: 1 games lost by stall"), "{text}");
    }
}
