//! Which games move the ratings, and that the list of games says all that is needed to move them
//! again.

use std::collections::HashMap;

use tabiya_arbiter::{
    BySeat, Event, Recorded, Seat, Settings, Termination, TimeControl, Timestamp,
};
use tabiya_rules::{Color, Outcome};
use tempfile::TempDir;

use super::super::super::{
    Accounts as _, Append, Ended, Games, Grant, Hosting as _, NewAccount, People, PersonId,
    Recount, StoreError, Tables, Uses,
};
use super::super::SqliteStore;
use super::*;
use crate::ids::{SeatToken, TableId};

struct House {
    store: SqliteStore,
    _folder: TempDir,
}

impl House {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        Self {
            store: SqliteStore::open(folder.path()).unwrap(),
            _folder: folder,
        }
    }

    async fn person(&self) -> PersonId {
        let id = TableId::random().unwrap();
        let text = id.to_string();
        let work = move |transaction: &Transaction<'_>| {
            let sql = "INSERT INTO people (id, created_ms, seen_ms) VALUES (?1, 0, 0)";
            transaction.execute(sql, [&text])?;
            Ok(Ok(()))
        };
        self.store.write(work).await.unwrap();
        id
    }

    /// A table at which these people sit, and a game that ends there.
    async fn game(
        &self,
        white: Option<&PersonId>,
        black: Option<&PersonId>,
        ended: Ended,
    ) -> TableId {
        let table = TableId::random().unwrap();
        let opened = Event::TableOpened {
            settings: Settings::default(),
            owner_name: None,
            seed: 1,
        };
        let owner = Grant {
            seat: Seat::Owner,
            token: SeatToken::random().unwrap().hash(),
            person: white.cloned(),
        };
        self.append(&table, 0, opened, Some(owner), None).await;
        if let Some(black) = black {
            let claimed = self
                .store
                .claim_seat(table.clone(), Seat::Guest, black.clone());
            assert!(claimed.await.unwrap());
        }
        let event = Event::NameSet {
            seat: Seat::Owner,
            name: "Ana".to_owned(),
        };
        self.append(&table, 1, event, None, Some(ended)).await;
        table
    }

    async fn append(
        &self,
        table: &TableId,
        expected: u64,
        event: Event,
        grant: Option<Grant>,
        ended: Option<Ended>,
    ) {
        let append = Append {
            table: table.clone(),
            expected,
            events: vec![Recorded {
                seq: expected + 1,
                at: Timestamp(expected),
                event,
            }],
            command: None,
            grants: grant.into_iter().collect(),
            takes: Vec::new(),
            running: false,
            ended,
            mails: Vec::new(),
            rest: crate::store::Rest::default(),
        };
        self.store.append(append).await.unwrap();
    }

    /// One more game at a table begins.
    async fn begins(&self, table: &TableId, after: u64, number: u32) {
        let event = Event::GameStarted {
            number,
            white: Seat::Owner,
            start_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            chess960: false,
        };
        self.append(table, after, event, None, None).await;
    }

    /// The game at a table ends, and White has won.
    async fn ends(&self, table: &TableId, after: u64, number: u32) {
        let event = Event::GameEnded {
            outcome: WHITE_WINS,
            points: None,
            termination: Termination::Checkmate,
            by: None,
            prospects: Vec::new(),
        };
        let game = Ended {
            number,
            ..ended(WHITE_WINS, Termination::Checkmate)
        };
        self.append(table, after, event, None, Some(game)).await;
    }

    async fn recount(&self) -> Recount {
        let mut recount = Recount::default();
        while !recount.done {
            recount = self.store.recount(recount, 7).await.unwrap();
        }
        recount
    }

    async fn rating(&self, person: &PersonId, class: RatingClass) -> Option<i32> {
        let standings = self.store.standings(person.clone()).await.unwrap();
        let found = standings.into_iter().find(|(known, _)| *known == class);
        found.map(|(_, standing)| standing.rating)
    }
}

fn ended(outcome: Option<Outcome>, termination: Termination) -> Ended {
    Ended {
        number: 1,
        white: Seat::Owner,
        names: BySeat::default(),
        outcome,
        termination,
        clock: TimeControl::fischer(180_000, 2_000),
        rated: true,
        standard: true,
        plies: 20,
        started: Timestamp(1),
        ended: Timestamp(2),
    }
}

const WHITE_WINS: Option<Outcome> = Some(Outcome::Win(Color::White));
const BLACK_WINS: Option<Outcome> = Some(Outcome::Win(Color::Black));

#[tokio::test(flavor = "multi_thread")]
async fn a_game_between_two_people_moves_both_ratings_in_its_class() {
    let house = House::new();
    let (ana, bo) = (house.person().await, house.person().await);
    // Case K18: 1200 and 1200, White resigns.
    let resigned = ended(BLACK_WINS, Termination::Resignation);
    let table = house.game(Some(&ana), Some(&bo), resigned).await;
    assert_eq!(house.rating(&ana, RatingClass::Blitz).await, Some(1180));
    assert_eq!(house.rating(&bo, RatingClass::Blitz).await, Some(1220));
    assert_eq!(house.rating(&bo, RatingClass::Rapid).await, None);
    let changes = house.store.changes(table, 1).await.unwrap().unwrap();
    assert_eq!((changes.white.before, changes.white.after), (1200, 1180));
    assert_eq!((changes.black.before, changes.black.after), (1200, 1220));

    // A draw by silence counts as every other; D 40: 2.4 points.
    let silent = ended(Some(Outcome::Draw), Termination::UnansweredOffer);
    house.game(Some(&ana), Some(&bo), silent).await;
    assert_eq!(house.rating(&ana, RatingClass::Blitz).await, Some(1182));
    assert_eq!(house.rating(&bo, RatingClass::Blitz).await, Some(1218));

    let letters = Ended {
        clock: TimeControl::Days { days: 3 },
        ..ended(WHITE_WINS, Termination::Checkmate)
    };
    house.game(Some(&ana), Some(&bo), letters).await;
    let class = RatingClass::Correspondence;
    assert_eq!(house.rating(&ana, class).await, Some(1220));
    assert_eq!(house.rating(&ana, RatingClass::Blitz).await, Some(1182));
    let history = house
        .store
        .rating_history(bo.clone(), RatingClass::Blitz, 10);
    let after: Vec<i32> = history
        .await
        .unwrap()
        .iter()
        .map(|point| point.change.after)
        .collect();
    assert_eq!(after, [1220, 1218]);
    let games = house.store.games_of(bo.clone(), None, 2).await.unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].class, RatingClass::Correspondence);
    let older = house
        .store
        .games_of(bo, Some(games[1].position), 2)
        .await
        .unwrap();
    assert_eq!(older.len(), 1);
    assert_eq!(older[0].change.unwrap().after, 1220);
    assert_eq!(older[0].color, Color::Black);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_do_not_count_move_nothing() {
    let house = House::new();
    let (ana, bo) = (house.person().await, house.person().await);
    let casual = Ended {
        rated: false,
        ..ended(WHITE_WINS, Termination::Checkmate)
    };
    house.game(Some(&ana), Some(&bo), casual).await;
    for termination in [Termination::Aborted, Termination::NoStart] {
        house
            .game(Some(&ana), Some(&bo), ended(None, termination))
            .await;
    }
    let mate = || ended(WHITE_WINS, Termination::Checkmate);
    let elsewhere = Ended {
        standard: false,
        ..mate()
    };
    house.game(Some(&ana), Some(&bo), elsewhere).await;
    let short = Ended { plies: 1, ..mate() };
    house.game(Some(&ana), Some(&bo), short).await;
    house.game(Some(&ana), None, mate()).await;
    house.game(None, Some(&bo), mate()).await;
    let table = house.game(Some(&ana), Some(&ana), mate()).await;
    assert_eq!(house.store.changes(table, 1).await, Ok(None));
    assert!(house.store.all_standings().await.unwrap().is_empty());
    assert!(house.store.rated_games(0, 10).await.unwrap().is_empty());
    // They stand in the list all the same; the one against oneself once.
    assert_eq!(house.store.games_of(ana, None, 10).await.unwrap().len(), 7);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_a_guest_when_a_game_began_is_one_in_it() {
    let house = House::new();
    let (ana, bo) = (house.person().await, house.person().await);
    // The first game was over when the seat was claimed, the second ran.
    let mate = ended(WHITE_WINS, Termination::Checkmate);
    let table = house.game(Some(&ana), None, mate).await;
    house.begins(&table, 2, 2).await;
    let claim = house
        .store
        .claim_seat(table.clone(), Seat::Guest, bo.clone());
    assert!(claim.await.unwrap());
    let games = vec![(1, Seat::Owner), (2, Seat::Owner)];
    let adopt = house
        .store
        .adopt_games(table.clone(), Seat::Guest, bo.clone(), games);
    adopt.await.unwrap();
    house.ends(&table, 3, 2).await;
    assert_eq!(
        house
            .store
            .games_of(bo.clone(), None, 9)
            .await
            .map(|games| games.len()),
        Ok(2)
    );
    assert!(house.store.all_standings().await.unwrap().is_empty());
    let recount = house.recount().await;
    assert_eq!((recount.games, recount.wrong.len()), (0, 0));
    assert_eq!(house.store.put_right(recount).await, Ok(0));
    // The next one counts.
    house.begins(&table, 4, 3).await;
    house.ends(&table, 5, 3).await;
    assert_eq!(house.rating(&bo, RatingClass::Blitz).await, Some(1180));
    assert_eq!(house.recount().await.games, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_become_one_are_rated_as_their_games_say() {
    let house = House::new();
    let cy = house.person().await;
    let address = || "ana@example.org".to_owned();
    let letters = house.store.of_address(address(), Timestamp(1)).await;
    let letters = letters.unwrap().id;
    let account = NewAccount {
        id: TableId::random().unwrap(),
        name: "Ana".to_owned(),
        password: None,
        address: None,
        uses: Uses::default(),
        at: Timestamp(1),
    };
    let ana = house.store.create_account(account).await.unwrap().id;
    let by_days = || Ended {
        clock: TimeControl::Days { days: 3 },
        ..ended(WHITE_WINS, Termination::Checkmate)
    };
    house.game(Some(&letters), Some(&cy), by_days()).await;
    let blitz = || ended(WHITE_WINS, Termination::Checkmate);
    let own = house.game(Some(&ana), Some(&letters), blitz()).await;
    for white in [&letters, &ana, &letters] {
        house.game(Some(white), Some(&cy), blitz()).await;
    }
    // Not while they play against each other.
    house.begins(&own, 2, 2).await;
    let merge = || house.store.set_address(ana.clone(), address());
    assert_eq!(merge().await, Err(StoreError::Opponents));
    house.ends(&own, 3, 2).await;
    assert!(house.store.changes(own.clone(), 2).await.unwrap().is_some());
    merge().await.unwrap();
    for number in [1, 2] {
        assert_eq!(house.store.changes(own.clone(), number).await, Ok(None));
    }
    let standings = house.store.standings(ana.clone()).await.unwrap();
    let stands = |standings: Vec<(RatingClass, Standing)>| -> Vec<_> {
        let stand =
            |(class, standing): (RatingClass, Standing)| (class, standing.rating, standing.games);
        standings.into_iter().map(stand).collect()
    };
    // By hand from the tables of FIDE: three wins at K 40, of which 50, 56 and 60 hundredths were
    // expected; and one by letter.
    let expected = [
        (RatingClass::Blitz, 1200 + 20 + 18 + 16, 3),
        (RatingClass::Correspondence, 1220, 1),
    ];
    assert_eq!(stands(standings), expected);
    let others = house.store.standings(cy).await.unwrap();
    let expected = [
        (RatingClass::Blitz, 1200 - 20 - 18 - 16, 3),
        (RatingClass::Correspondence, 1180, 1),
    ];
    assert_eq!(stands(others), expected);
    let recount = house.recount().await;
    assert_eq!((recount.games, recount.wrong.len()), (4, 0));
    assert_eq!(house.store.put_right(recount).await, Ok(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ratings_follow_from_the_list_of_games() {
    let house = House::new();
    let mut people = Vec::new();
    for _ in 0..5 {
        people.push(house.person().await);
    }
    // A sequence that only looks like chance, so that a fault shows again.
    let mut state = 7_u32;
    let mut next = |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize % below
    };
    for number in 0..200 {
        let (white, black) = (next(5), next(5));
        let outcome = [WHITE_WINS, BLACK_WINS, Some(Outcome::Draw), None][next(4)];
        let game = Ended {
            rated: next(5) > 0,
            clock: if next(2) == 0 {
                TimeControl::Untimed
            } else {
                TimeControl::fischer(60_000, 0)
            },
            ended: Timestamp(number / 3),
            ..ended(outcome, Termination::Agreement)
        };
        house
            .game(Some(&people[white]), Some(&people[black]), game)
            .await;
    }
    let mut standings: HashMap<(PersonId, RatingClass), Standing> = HashMap::new();
    let mut after = 0;
    loop {
        let games = house.store.rated_games(after, 17).await.unwrap();
        let Some(last) = games.last() else { break };
        after = last.position;
        for game in games {
            let key = |color| (game.players.get(color).clone(), game.class);
            let players =
                ByColor::from_fn(|color| standings.get(&key(color)).copied().unwrap_or_default());
            let changes = rate(&players, game.outcome);
            for color in [Color::White, Color::Black] {
                standings.insert(key(color), players.get(color).after(changes.get(color)));
            }
        }
    }
    let stored = house.store.all_standings().await.unwrap();
    assert!(stored.len() >= 8, "{}", stored.len());
    let stored = stored
        .into_iter()
        .map(|(person, class, standing)| ((person, class), standing));
    assert_eq!(stored.collect::<HashMap<_, _>>(), standings);
    // The host's own recount comes to the same.
    let recount = house.recount().await;
    assert_eq!((&recount.standings, recount.wrong.len()), (&standings, 0));
    assert_eq!(house.store.put_right(recount).await, Ok(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_spoiled_is_put_right_from_the_list_of_games() {
    let house = House::new();
    let (ana, bo) = (house.person().await, house.person().await);
    for outcome in [WHITE_WINS, BLACK_WINS, WHITE_WINS] {
        let game = ended(outcome, Termination::Checkmate);
        house.game(Some(&ana), Some(&bo), game).await;
    }
    let right = house.store.all_standings().await.unwrap();
    let spoil = |transaction: &Transaction<'_>| {
        transaction.execute("UPDATE ratings SET rating = 2800, peak = 2800", [])?;
        let sql = "UPDATE rating_changes SET after = 2800 WHERE k = 40 AND color = 'white'";
        transaction.execute(sql, [])?;
        Ok(Ok(()))
    };
    house.store.write(spoil).await.unwrap();
    let recount = house.recount().await;
    assert_eq!((recount.games, recount.wrong.len()), (3, 3));
    // A game that ends in between counts, too.
    let last = ended(Some(Outcome::Draw), Termination::Agreement);
    house.game(Some(&ana), Some(&bo), last).await;
    assert!(house.store.put_right(recount).await.unwrap() >= 5);
    let again = house.recount().await;
    assert_eq!((again.games, again.wrong.len()), (4, 0));
    let now = house.store.all_standings().await.unwrap();
    assert_eq!(now.len(), right.len());
    for (person, class, standing) in now {
        assert_eq!(again.standings.get(&(person, class)), Some(&standing));
    }
}
