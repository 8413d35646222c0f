//! `tabiya admin recompute-ratings`: what the list of games says about the ratings, beside what is
//! stored.

use std::sync::atomic::Ordering;

use clap::Args;
use serde_json::json;
use tabiya_server::{Office, Recount};

use super::show::Show;
use crate::headway::interrupted;
use crate::output::Ending;
use crate::progress::Progress;

#[derive(Args)]
pub(crate) struct Options {
    /// Put right what differs
    #[arg(long)]
    write: bool,
}

pub(super) async fn run(office: &Office, options: &Options, show: &Show) -> anyhow::Result<Ending> {
    let stop = interrupted();
    let mut bar = Progress::of_things(None, "rated games");
    let mut recount = Recount::default();
    while !recount.done {
        if stop.load(Ordering::Relaxed) {
            anyhow::bail!(
                "stopped after {} rated games; nothing was changed",
                recount.games
            );
        }
        let before = recount.games;
        recount = office.recount(recount).await?;
        bar.add(recount.games.saturating_sub(before));
    }
    drop(bar);
    let wrong = office.wrong_standings(&recount).await?;
    let (games, changes) = (recount.games, recount.wrong.len());
    let mut text = format!("{games} rated games were counted again.");
    for (name, class, stored, right) in &wrong {
        let number = |rating: &Option<i32>| rating.map_or("none".to_owned(), |it| it.to_string());
        let (stored, right) = (number(stored), number(right));
        text += &format!("\n{name}, {class}: {stored} is stored, {right} is right");
    }
    let differs = changes > 0 || !wrong.is_empty();
    text += &match (differs, options.write) {
        (false, _) => "\nEvery rating is what the games say.".to_owned(),
        (true, false) => format!(
            "\n{changes} games and {} ratings differ; --write puts them right.",
            wrong.len()
        ),
        (true, true) => String::new(),
    };
    let mut written = 0;
    if differs && options.write {
        written = office.put_right(recount).await?;
        text += &format!("\nPut right: {written}.");
    }
    let people = wrong.iter().map(|(name, class, stored, right)| {
        json!({"person": name, "class": class, "stored": stored, "right": right})
    });
    let body = json!({
        "ok": !differs || options.write,
        "games": games,
        "changes": changes,
        "ratings": people.collect::<Vec<_>>(),
        "written": written,
    });
    show.told_as(&body, &text, Ending::accepted_if(!differs || options.write))
}
