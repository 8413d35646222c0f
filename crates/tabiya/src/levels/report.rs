//! The tables of what was measured.

use std::fmt::Write as _;

use tabiya_engine::levels::measure::{elo_of_score, ratings_of_pairs};

use super::anchors::{Anchor, Placed};
use super::calibrate::Measured;
use super::puzzles::has_puzzles;

const BEGIN: &str = "<!-- levels: begin -->";
const END: &str = "<!-- levels: end -->";

/// A page with the tables between its marks; `None` without marks.
pub(super) fn put(page: &str, text: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n\n{text}\n{END}{after}"))
}

/// All that was measured, in Markdown.
pub(super) fn tables(levels: &[Measured], anchors: &[Anchor], placed: &[Placed]) -> String {
    let ratings = ratings(levels, anchors, placed);
    let mut text = String::new();
    text.push_str(
        "| level | nominal | half of the puzzles | against the one below | by games | errors | unlike people |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for (place, one) in levels.iter().enumerate() {
        let half = match one.half {
            Some(half) => format!("{:.0} ± {:.0}", half.rating, half.error),
            None if has_puzzles(&one.level) => "not measured".to_owned(),
            None => "–".to_owned(),
        };
        let below = one.below.map_or("–".to_owned(), |(points, games)| {
            let share = points / number(games);
            format!(
                "{:.0} % of {games} ({:+.0})",
                100.0 * share,
                elo_of_score(share)
            )
        });
        let by_games = ratings
            .as_ref()
            .and_then(|ratings| ratings.get(place))
            .map_or("–".to_owned(), |rating| format!("{rating:.0}"));
        let (errors, unlike) = match one.likeness {
            Some([moves, errors, unlike]) if moves > 0.0 => (
                format!("{:.1} % of {moves:.0}", 100.0 * errors / moves),
                format!("{:.1} %", 100.0 * unlike / moves),
            ),
            _ => ("–".to_owned(), "–".to_owned()),
        };
        let (name, rating) = (one.level.name, one.level.rating);
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "| {name} | {rating} | {half} | {below} | {by_games} | {errors} | {unlike} |"
        );
    }
    if !placed.is_empty() {
        text.push_str("\n| anchor | by games | games |\n| --- | --- | --- |\n");
        for (place, anchor) in anchors.iter().enumerate() {
            let own = placed.iter().filter(|placed| placed.anchor == place);
            let games: u64 = own.map(|placed| placed.games).sum();
            let rating = ratings
                .as_ref()
                .and_then(|ratings| ratings.get(levels.len() + place));
            let rating = rating.map_or("–".to_owned(), |rating| format!("{rating:.0}"));
            let _ = writeln!(text, "| {} | {rating} | {games} |", anchor.name);
        }
    }
    text
}

/// The ratings by all games, levels first, then anchors; their mean over the levels is the mean of
/// the nominal ratings. `None` without games.
fn ratings(levels: &[Measured], anchors: &[Anchor], placed: &[Placed]) -> Option<Vec<f64>> {
    let mut pairs: Vec<(usize, usize, f64, f64)> = Vec::new();
    for (place, one) in levels.iter().enumerate().skip(1) {
        if let Some((points, games)) = one.below {
            pairs.push((place, place - 1, number(games), points));
        }
    }
    for one in placed {
        let anchor = levels.len() + one.anchor;
        pairs.push((one.level, anchor, number(one.games), one.points));
    }
    if pairs.is_empty() {
        return None;
    }
    let mut ratings = ratings_of_pairs(levels.len() + anchors.len(), &pairs);
    let mean = |ratings: &mut dyn Iterator<Item = f64>| {
        let (mut sum, mut count) = (0.0, 0.0);
        for rating in ratings {
            sum += rating;
            count += 1.0;
        }
        sum / f64::max(count, 1.0)
    };
    let nominal = mean(&mut levels.iter().map(|one| f64::from(one.level.rating)));
    let found = mean(&mut ratings.iter().take(levels.len()).copied());
    ratings
        .iter_mut()
        .for_each(|rating| *rating += nominal - found);
    Some(ratings)
}

fn number(count: u64) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_go_between_the_marks() {
        let page = format!("a\n{BEGIN}\nold\n{END}\nb\n");
        let page = put(&page, "new\n").unwrap();
        assert_eq!(page, format!("a\n{BEGIN}\n\nnew\n\n{END}\nb\n"));
        assert!(put("no marks", "new").is_none());
    }
}
