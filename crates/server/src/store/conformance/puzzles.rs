//! What every store must do about the host's library of puzzles.

use super::super::{Puzzle, PuzzleWish, Store};

pub(super) async fn run(store: &dyn Store) {
    assert_eq!(store.count_puzzles().await.unwrap(), 0);
    let added = (0..100).map(|number| puzzle(number, &["fork", "short"]));
    store.add_puzzles(added.collect()).await.unwrap();
    store.add_puzzles(vec![puzzle(7, &["pin"])]).await.unwrap();
    assert_eq!(store.count_puzzles().await.unwrap(), 100);
    let seventh = store.puzzle("p7".to_owned()).await.unwrap();
    assert_eq!(seventh, Some(puzzle(7, &["pin"])));
    assert_eq!(store.puzzle("p100".to_owned()).await.unwrap(), None);
    only_what_is_wished_comes(store).await;
    another_lot_another_choice(store).await;
}

/// Of rating 1000 and as many points as its number.
fn puzzle(number: u16, themes: &[&str]) -> Puzzle {
    Puzzle {
        id: format!("p{number}"),
        fen: "4k3/8/8/8/8/8/8/4K2R b K - 0 1".to_owned(),
        moves: vec!["e8d8".to_owned(), "h1h8".to_owned()],
        rating: 1000 + number,
        themes: themes.iter().map(|theme| (*theme).to_owned()).collect(),
        url: number
            .is_multiple_of(2)
            .then(|| format!("https://example.org/{number}")),
    }
}

fn wish(theme: Option<&str>, ratings: (u16, u16)) -> PuzzleWish {
    PuzzleWish {
        theme: theme.map(str::to_owned),
        ratings,
        count: 1000,
        lot: 1 << 31,
    }
}

async fn only_what_is_wished_comes(store: &dyn Store) {
    for (theme, ratings, count) in [
        (None, (0, u16::MAX), 100),
        (None, (1000, 1009), 10),
        // One of them is about something else now.
        (Some("fork"), (1000, 1009), 9),
        (Some("pin"), (0, u16::MAX), 1),
        (Some("fork"), (2000, u16::MAX), 0),
        (Some("skewer"), (0, u16::MAX), 0),
    ] {
        let found = store.some_puzzles(wish(theme, ratings)).await.unwrap();
        assert_eq!(found.len(), count, "{theme:?} {ratings:?}");
        for puzzle in found {
            assert!((ratings.0..=ratings.1).contains(&puzzle.rating));
            let is_about = |theme: &str| puzzle.themes.iter().any(|about| about == theme);
            assert!(theme.is_none_or(is_about), "{puzzle:?}");
        }
    }
}

async fn another_lot_another_choice(store: &dyn Store) {
    let mut firsts = Vec::new();
    for eighth in 0..8 {
        let wish = PuzzleWish {
            count: 3,
            lot: eighth << 29,
            ..wish(Some("short"), (0, u16::MAX))
        };
        let found = store.some_puzzles(wish).await.unwrap();
        assert_eq!(found.len(), 3);
        firsts.extend(found.into_iter().next());
    }
    firsts.sort_by(|one, other| one.id.cmp(&other.id));
    firsts.dedup();
    assert!(firsts.len() >= 6, "{firsts:?}");
}
