//! What every store must do, written against the trait alone. Each test gets a fresh store from
//! `new`, and may have it closed and opened again.

mod house;
mod letters;
mod lobby;
mod mail;
mod people;
mod puzzles;

use std::sync::Arc;

pub(in crate::store) use letters::played;
use tabiya_arbiter::{Event, Recorded, Seat, Settings, Timestamp};

use super::{Append, CommandKey, Grant, Rest, Store, StoreError};
use crate::ids::{SeatToken, TableId};
use crate::limits;

/// A place that holds a store: how the suite opens and reopens one.
pub(super) trait Place {
    fn open(&self) -> Arc<dyn Store>;
}

/// Runs the whole suite; `place` makes a new, empty place each time.
pub(super) async fn run<P: Place>(place: impl Fn() -> P) {
    a_log_is_read_back_as_it_was_written(&place()).await;
    an_append_at_the_wrong_end_changes_nothing(&place().open()).await;
    of_appends_at_the_same_time_one_wins(&place().open()).await;
    one_conflict_does_not_spoil_the_others(&place().open()).await;
    tokens_hold_their_seat_at_their_table_only(&place().open()).await;
    a_seat_has_a_limited_number_of_tokens(&place().open()).await;
    a_seat_and_its_token_are_one_write(&place().open()).await;
    running_tables_are_found_again(&place()).await;
    the_last_moment_of_life_is_the_latest(&place().open()).await;
    people::run(&place).await;
    house::run(&place).await;
    lobby::run(&place).await;
    letters::run(&place).await;
    mail::run(&place).await;
    puzzles::run(&*place().open()).await;
}

async fn a_log_is_read_back_as_it_was_written(place: &impl Place) {
    let table = TableId::random().unwrap();
    let store = place.open();
    assert!(store.load(table.clone()).await.unwrap().is_none());
    let first = opening(&table);
    store.append(first.clone()).await.unwrap();
    let second = Append {
        command: Some(key("c1")),
        ..naming(&table, 1, &["Ana", "Anna"])
    };
    store.append(second.clone()).await.unwrap();
    drop(store);
    let log = place.open().load(table).await.unwrap().unwrap();
    let written: Vec<Recorded> = first.events.into_iter().chain(second.events).collect();
    assert_eq!(log.events, written);
    // The command stands at the last of its events.
    assert_eq!(log.commands, vec![(key("c1"), 3)]);
}

async fn an_append_at_the_wrong_end_changes_nothing(store: &Arc<dyn Store>) {
    let table = TableId::random().unwrap();
    let early = store.append(naming(&table, 1, &["Ana"])).await;
    assert_eq!(
        early,
        Err(StoreError::Conflict),
        "there is no such table yet"
    );
    store.append(opening(&table)).await.unwrap();
    assert_eq!(
        store.append(opening(&table)).await,
        Err(StoreError::Conflict)
    );
    for wrong in [0, 2, 7] {
        let token = SeatToken::random().unwrap();
        let grant = Grant {
            seat: Seat::Guest,
            token: token.hash(),
            person: None,
        };
        let append = Append {
            grants: vec![grant],
            running: true,
            ..naming(&table, wrong, &["Eve"])
        };
        assert_eq!(
            store.append(append).await,
            Err(StoreError::Conflict),
            "{wrong}"
        );
        assert_eq!(store.seat_of(table.clone(), token.hash()).await, Ok(None));
    }
    assert!(store.running().await.unwrap().is_empty());
    assert_eq!(store.load(table).await.unwrap().unwrap().events.len(), 1);
}

async fn of_appends_at_the_same_time_one_wins(store: &Arc<dyn Store>) {
    let table = TableId::random().unwrap();
    store.append(opening(&table)).await.unwrap();
    let rivals = (0..50).map(|number| {
        let (store, append) = (
            Arc::clone(store),
            naming(&table, 1, &[&format!("N{number}")]),
        );
        tokio::spawn(async move { store.append(append).await })
    });
    let mut wins = 0;
    for rival in rivals.collect::<Vec<_>>() {
        match rival.await.unwrap() {
            Ok(()) => wins += 1,
            Err(error) => assert_eq!(error, StoreError::Conflict),
        }
    }
    assert_eq!(wins, 1);
    assert_eq!(store.load(table).await.unwrap().unwrap().events.len(), 2);
}

async fn one_conflict_does_not_spoil_the_others(store: &Arc<dyn Store>) {
    let tables: Vec<TableId> = (0..200).map(|_| TableId::random().unwrap()).collect();
    let appends = tables.iter().enumerate().map(|(number, table)| {
        // Every fourth names a sequence number that cannot be.
        let append = if number % 4 == 0 {
            naming(table, 9, &["X"])
        } else {
            opening(table)
        };
        let store = Arc::clone(store);
        tokio::spawn(async move { store.append(append).await })
    });
    for (number, append) in appends.collect::<Vec<_>>().into_iter().enumerate() {
        let expected = if number % 4 == 0 {
            Err(StoreError::Conflict)
        } else {
            Ok(())
        };
        assert_eq!(append.await.unwrap(), expected, "{number}");
    }
    for (number, table) in tables.into_iter().enumerate() {
        assert_eq!(store.load(table).await.unwrap().is_some(), number % 4 != 0);
    }
}

async fn tokens_hold_their_seat_at_their_table_only(store: &Arc<dyn Store>) {
    let (table, other) = (TableId::random().unwrap(), TableId::random().unwrap());
    let token = SeatToken::random().unwrap().hash();
    let grant = Grant {
        seat: Seat::Guest,
        token,
        person: None,
    };
    assert_eq!(
        store.add_token(table.clone(), grant.clone()).await,
        Err(StoreError::Conflict)
    );
    store.append(opening(&table)).await.unwrap();
    store.append(opening(&other)).await.unwrap();
    // The same once more changes nothing; another seat of the table it cannot hold.
    for _ in 0..2 {
        let again = store.add_token(table.clone(), grant.clone()).await;
        assert_eq!(again, Ok(()));
    }
    let elsewhere = Grant {
        seat: Seat::Owner,
        ..grant.clone()
    };
    let refused = store.add_token(table.clone(), elsewhere).await;
    assert!(matches!(refused, Err(StoreError::Away(_))), "{refused:?}");
    assert_eq!(
        store.seat_of(table.clone(), token).await,
        Ok(Some(Seat::Guest))
    );
    assert_eq!(store.seat_of(other, token).await, Ok(None));
    let unknown = SeatToken::random().unwrap().hash();
    assert_eq!(store.seat_of(table, unknown).await, Ok(None));
}

async fn a_seat_has_a_limited_number_of_tokens(store: &Arc<dyn Store>) {
    let table = TableId::random().unwrap();
    store.append(opening(&table)).await.unwrap();
    let grant = |seat| Grant {
        seat,
        token: SeatToken::random().unwrap().hash(),
        person: None,
    };
    for _ in 0..limits::TOKENS_PER_SEAT {
        store
            .add_token(table.clone(), grant(Seat::Owner))
            .await
            .unwrap();
    }
    let refused = store.add_token(table.clone(), grant(Seat::Owner)).await;
    assert_eq!(refused, Err(StoreError::TooManyTokens));
    store.add_token(table, grant(Seat::Guest)).await.unwrap();
}

async fn a_seat_and_its_token_are_one_write(store: &Arc<dyn Store>) {
    let table = TableId::random().unwrap();
    let token = SeatToken::random().unwrap().hash();
    let grant = Grant {
        seat: Seat::Owner,
        token,
        person: None,
    };
    store
        .append(Append {
            grants: vec![grant.clone()],
            ..opening(&table)
        })
        .await
        .unwrap();
    assert_eq!(
        store.seat_of(table.clone(), token).await,
        Ok(Some(Seat::Owner))
    );
    // A token that is in use already: the events must not be there without it.
    let append = Append {
        grants: vec![grant],
        ..naming(&table, 1, &["Ana"])
    };
    assert!(matches!(
        store.append(append).await,
        Err(StoreError::Away(_))
    ));
    assert_eq!(store.load(table).await.unwrap().unwrap().events.len(), 1);
}

async fn running_tables_are_found_again(place: &impl Place) {
    let (runs, rests) = (TableId::random().unwrap(), TableId::random().unwrap());
    let store = place.open();
    for table in [&runs, &rests] {
        store.append(opening(table)).await.unwrap();
        let append = Append {
            running: true,
            ..naming(table, 1, &["Ana"])
        };
        store.append(append).await.unwrap();
    }
    store.append(naming(&rests, 2, &["Bo"])).await.unwrap();
    drop(store);
    assert_eq!(place.open().running().await.unwrap(), vec![runs]);
}

async fn the_last_moment_of_life_is_the_latest(store: &Arc<dyn Store>) {
    assert_eq!(store.last_alive().await, Ok(None));
    store
        .append(opening(&TableId::random().unwrap()))
        .await
        .unwrap();
    assert_eq!(store.last_alive().await, Ok(Some(AT)));
    for (beat, latest) in [
        (AT.0 + 5, AT.0 + 5),
        (AT.0 + 2, AT.0 + 5),
        (AT.0 + 9, AT.0 + 9),
    ] {
        store.beat(Timestamp(beat)).await.unwrap();
        assert_eq!(store.last_alive().await, Ok(Some(Timestamp(latest))));
    }
}

pub(super) const AT: Timestamp = Timestamp(1_790_000_000_000);

fn key(id: &str) -> CommandKey {
    CommandKey {
        seat: Seat::Owner,
        id: id.to_owned(),
    }
}

pub(super) fn opening(table: &TableId) -> Append {
    let (settings, owner_name) = (
        Settings::default(),
        Some("Ana \u{1F600} \"O'Hara\"".to_owned()),
    );
    let event = Event::TableOpened {
        settings,
        owner_name,
        seed: u64::MAX,
    };
    appending(table, 0, vec![event])
}

fn naming(table: &TableId, expected: u64, names: &[&str]) -> Append {
    let named = |name: &&str| Event::NameSet {
        seat: Seat::Owner,
        name: (*name).to_owned(),
    };
    appending(table, expected, names.iter().map(named).collect())
}

fn appending(table: &TableId, expected: u64, events: Vec<Event>) -> Append {
    let numbered = (expected + 1..).zip(events);
    let events = numbered
        .map(|(seq, event)| Recorded { seq, at: AT, event })
        .collect();
    let table = table.clone();
    Append {
        table,
        expected,
        events,
        command: None,
        grants: Vec::new(),
        takes: Vec::new(),
        running: false,
        ended: None,
        mails: Vec::new(),
        rest: Rest::default(),
    }
}
