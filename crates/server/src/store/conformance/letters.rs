//! What every store must do about chess by letter.

use tabiya_arbiter::{BySeat, Seat, Settings, Timestamp};

use super::super::{
    Append, Ended, InvitationLimits, LetterInvitation, LetterState, Outage, PastPlace, Person,
    Plan, Rest, Store, StoreError, Vacation,
};
use super::people::account;
use super::{AT, Place, opening};
use crate::ids::TableId;

pub(super) async fn run<P: Place>(place: &impl Fn() -> P) {
    tables_are_found_when_they_are_due(&place()).await;
    outages_are_remembered_for_a_while(&*place().open()).await;
    what_players_keep_for_themselves_is_by_seat(&place()).await;
    vacations_are_found_by_person_and_by_table(&*place().open()).await;
    a_vacation_that_ends_last_holds_when_two_become_one(&*place().open()).await;
    games_of_a_person_are_listed(&*place().open()).await;
    pages_of_past_games_lose_and_double_none(&*place().open()).await;
    an_invitation_is_settled_once(&*place().open()).await;
    invitations_are_counted(&*place().open()).await;
}

fn resting(wake: u64) -> Rest {
    Rest {
        wake: Some(Timestamp(wake)),
        card: Some("{}".to_owned()),
    }
}

async fn tables_are_found_when_they_are_due(place: &impl Place) {
    let store = place.open();
    let (early, late) = (TableId::random().unwrap(), TableId::random().unwrap());
    assert_eq!(store.has_waiting().await, Ok(false));
    for (table, wake) in [(&late, 2_000), (&early, 1_000)] {
        let mut append = opening(table);
        append.rest = resting(wake);
        store.append(append).await.unwrap();
    }
    drop(store);
    let store = place.open();
    assert_eq!(store.has_waiting().await, Ok(true));
    assert_eq!(store.due(Timestamp(999)).await, Ok(vec![]));
    assert_eq!(store.due(Timestamp(1_000)).await, Ok(vec![early.clone()]));
    let both = vec![early.clone(), late];
    assert_eq!(store.due(Timestamp(2_000)).await, Ok(both));
    // What happens next says when it wakes next.
    store
        .append(super::naming(&early, 1, &["Anna"]))
        .await
        .unwrap();
    assert_eq!(store.due(Timestamp(1_000)).await, Ok(vec![]));
}

async fn outages_are_remembered_for_a_while(store: &dyn Store) {
    let outage = |since, until| Outage {
        since: Timestamp(since),
        until: Timestamp(until),
    };
    store
        .note_outage(outage(10, 20), Timestamp(0))
        .await
        .unwrap();
    store
        .note_outage(outage(30, 40), Timestamp(0))
        .await
        .unwrap();
    let known = store.outages().await.unwrap();
    assert_eq!(known, [outage(10, 20), outage(30, 40)]);
    store
        .note_outage(outage(50, 60), Timestamp(25))
        .await
        .unwrap();
    let known = store.outages().await.unwrap();
    assert_eq!(known, [outage(30, 40), outage(50, 60)]);
}

async fn what_players_keep_for_themselves_is_by_seat(place: &impl Place) {
    let store = place.open();
    let table = TableId::random().unwrap();
    let plan = Plan {
        number: 1,
        ply: 3,
        seq: 9,
        lines: vec![vec!["e7e5".to_owned(), "g1f3".to_owned()]],
    };
    let keep = store.keep_plan(table.clone(), Seat::Owner, Some(plan.clone()));
    assert_eq!(keep.await, Err(StoreError::Conflict), "no such table");
    store.append(opening(&table)).await.unwrap();
    for kept in [None, Some(plan.clone())] {
        let keep = store.keep_plan(table.clone(), Seat::Owner, kept);
        keep.await.unwrap();
    }
    let note = store.keep_note(table.clone(), Seat::Guest, "Ruhe".to_owned());
    note.await.unwrap();
    drop(store);
    let store = place.open();
    let plans = store.plans(table.clone()).await.unwrap();
    assert_eq!((plans.owner, plans.guest), (Some(plan), None));
    let note = |seat| store.note(table.clone(), seat);
    assert_eq!(note(Seat::Guest).await, Ok(Some("Ruhe".to_owned())));
    assert_eq!(note(Seat::Owner).await, Ok(None));
    let none = store.keep_plan(table.clone(), Seat::Owner, None);
    none.await.unwrap();
    assert_eq!(store.plans(table.clone()).await.unwrap().owner, None);
}

async fn vacations_are_found_by_person_and_by_table(store: &dyn Store) {
    let ana = store.create_account(account("Ana")).await.unwrap();
    let vacation = |from, until| Vacation {
        from: Timestamp(from),
        until: Timestamp(until),
    };
    let mut last = None;
    for taken in [vacation(10, 20), vacation(30, 50), vacation(30, 40)] {
        let keep = store.keep_vacation(ana.id.clone(), taken, last);
        assert_eq!(keep.await, Ok(true));
        last = Some(taken);
    }
    // Two who ask at the same time do not both begin one.
    for stale in [None, Some(vacation(30, 50))] {
        let keep = store.keep_vacation(ana.id.clone(), vacation(41, 60), stale);
        assert_eq!(keep.await, Ok(false));
    }
    let known = store.vacations(ana.id.clone(), Timestamp(5)).await.unwrap();
    assert_eq!(known, [vacation(10, 20), vacation(30, 40)]);
    let later = store
        .vacations(ana.id.clone(), Timestamp(20))
        .await
        .unwrap();
    assert_eq!(later, [vacation(30, 40)]);
    let table = TableId::random().unwrap();
    store.append(opening(&table)).await.unwrap();
    let at = |table: &TableId| store.vacations_at(table.clone());
    assert_eq!(at(&table).await, Ok(BySeat::default()));
    let claim = store.claim_seat(table.clone(), Seat::Guest, ana.id);
    assert_eq!(claim.await, Ok(true));
    let both = [vacation(10, 20), vacation(30, 40)];
    assert_eq!(at(&table).await.unwrap().guest, both);
}

async fn a_vacation_that_ends_last_holds_when_two_become_one(store: &dyn Store) {
    let ana = store.create_account(account("Ana")).await.unwrap();
    let address = "ana@example.org".to_owned();
    let letters = store.of_address(address.clone(), AT).await.unwrap();
    let vacation = |from, until| Vacation {
        from: Timestamp(from),
        until: Timestamp(until),
    };
    let long = store.keep_vacation(ana.id.clone(), vacation(10, 90), None);
    assert_eq!(long.await, Ok(true));
    let short = store.keep_vacation(letters.id, vacation(20, 40), None);
    assert_eq!(short.await, Ok(true));
    store.set_address(ana.id.clone(), address).await.unwrap();
    let table = TableId::random().unwrap();
    store.append(opening(&table)).await.unwrap();
    let claim = store.claim_seat(table.clone(), Seat::Owner, ana.id.clone());
    assert_eq!(claim.await, Ok(true));
    let known = store.vacations_at(table).await.unwrap();
    assert_eq!(known.owner, [vacation(20, 40), vacation(10, 90)]);
    let next = store.keep_vacation(ana.id, vacation(95, 99), Some(vacation(10, 90)));
    assert_eq!(next.await, Ok(true));
}

pub(super) fn ended(number: u32, at: u64) -> Ended {
    Ended {
        number,
        white: Seat::Owner,
        names: BySeat {
            owner: Some("Ana".to_owned()),
            guest: Some("Bo".to_owned()),
        },
        outcome: Some(tabiya_rules::Outcome::Draw),
        termination: tabiya_arbiter::Termination::Agreement,
        clock: tabiya_arbiter::TimeControl::Untimed,
        rated: false,
        standard: true,
        plies: 9,
        started: Timestamp(1),
        ended: Timestamp(at),
    }
}

/// A table at which these people sit, and games that have ended at these times.
pub(in crate::store) async fn played(
    store: &dyn Store,
    sits: [&Person; 2],
    ends: &[u64],
) -> TableId {
    let table = TableId::random().unwrap();
    store.append(opening(&table)).await.unwrap();
    for (seat, person) in Seat::ALL.into_iter().zip(sits) {
        let claim = store.claim_seat(table.clone(), seat, person.id.clone());
        assert_eq!(claim.await, Ok(true));
    }
    for (seq, at) in (1..).zip(ends) {
        let append = Append {
            ended: Some(ended(u32::try_from(seq).unwrap(), *at)),
            ..super::naming(&table, seq, &["Ana"])
        };
        store.append(append).await.unwrap();
    }
    table
}

async fn pages_of_past_games_lose_and_double_none(store: &dyn Store) {
    let ana = store.create_account(account("Ana")).await.unwrap();
    let bo = store.create_account(account("Bo")).await.unwrap();
    // Four end in the same moment, as after an outage, and one of them against oneself.
    played(store, [&ana, &bo], &[50, 70, 70]).await;
    played(store, [&bo, &ana], &[70, 90]).await;
    played(store, [&ana, &ana], &[70]).await;
    for most in 1..=7 {
        let (mut ends, mut places, mut after) = (Vec::new(), Vec::new(), None);
        loop {
            let page = store.past_games(ana.id.clone(), after, most).await.unwrap();
            let Some(last) = page.last() else { break };
            after = Some(PastPlace {
                ended: last.ended,
                tie: last.tie,
            });
            ends.extend(page.iter().map(|game| game.ended.0));
            places.extend(page.iter().map(|game| game.tie));
        }
        assert_eq!(ends, [90, 70, 70, 70, 70, 50], "pages of {most}");
        let known: std::collections::HashSet<u64> = places.iter().copied().collect();
        assert_eq!(known.len(), 6, "pages of {most}: {places:?}");
    }
    // Without a place among them, those of the moment are left out, as ever.
    let before = PastPlace {
        ended: Timestamp(70),
        tie: 0,
    };
    let older = store.past_games(ana.id, Some(before), 9).await.unwrap();
    assert_eq!(older.len(), 1);
    assert_eq!(
        (older[0].color, older[0].opponent.as_deref()),
        ("white", Some("Bo"))
    );
}

async fn games_of_a_person_are_listed(store: &dyn Store) {
    let ana = store.create_account(account("Ana")).await.unwrap();
    let tables: Vec<TableId> = (0..3).map(|_| TableId::random().unwrap()).collect();
    for (table, (running, rest)) in tables.iter().zip([
        (false, resting(1)),
        (true, Rest::default()),
        (false, Rest::default()),
    ]) {
        let mut append = opening(table);
        append.running = running;
        append.rest = rest;
        store.append(append).await.unwrap();
        let claim = store.claim_seat(table.clone(), Seat::Owner, ana.id.clone());
        assert_eq!(claim.await, Ok(true));
    }
    let letters = store.letters_of(ana.id.clone()).await.unwrap();
    assert_eq!(letters, tables[..1]);
    let running = store.running_games(ana.id.clone()).await.unwrap();
    let mut found: Vec<_> = running.iter().map(|game| game.card.is_some()).collect();
    found.sort_unstable();
    assert_eq!(found, [false, true]);
    let past = store.past_games(ana.id, None, 10).await;
    assert!(past.unwrap().is_empty());
}

pub(super) fn invitation(created: u64) -> LetterInvitation {
    LetterInvitation {
        id: TableId::random().unwrap(),
        table: TableId::random().unwrap(),
        created: Timestamp(created),
        expires: Timestamp(created + 1_000),
        settings: Settings::default(),
        names: BySeat {
            owner: "Ana".to_owned(),
            guest: "Bo".to_owned(),
        },
        addresses: BySeat {
            owner: "Ana@example.org".to_owned(),
            guest: "bo@example.org".to_owned(),
        },
        confirmed: BySeat::default(),
        state: LetterState::Open,
    }
}

pub(super) const MANY: InvitationLimits = InvitationLimits {
    since: Timestamp(0),
    from_one: 100,
    to_one: 100,
};

async fn an_invitation_is_settled_once(store: &dyn Store) {
    let sent = invitation(100);
    let id = sent.id.clone();
    assert_eq!(store.invite_by_letter(sent.clone(), MANY).await, Ok(true));
    let read = store.letter_invitation(id.clone()).await.unwrap().unwrap();
    assert_eq!(
        (&read.table, &read.names, &read.addresses, &read.settings),
        (&sent.table, &sent.names, &sent.addresses, &sent.settings)
    );
    let unsettled = async |now| store.unsettled_letters(Timestamp(now)).await.unwrap().len();
    assert_eq!((unsettled(1_099).await, unsettled(1_100).await), (0, 1));
    for (seat, count) in [(Seat::Owner, 0), (Seat::Guest, 1)] {
        let now = store.confirm_letter(id.clone(), seat).await.unwrap();
        assert!(*now.unwrap().confirmed.get(seat));
        assert_eq!(unsettled(200).await, count);
    }
    let close = |state| store.close_letter(id.clone(), state);
    assert_eq!(close(LetterState::Made).await, Ok(true));
    assert_eq!(close(LetterState::Declined).await, Ok(false));
    let read = store.letter_invitation(id.clone()).await.unwrap().unwrap();
    assert_eq!((read.state, unsettled(9_999).await), (LetterState::Made, 0));
}

async fn invitations_are_counted(store: &dyn Store) {
    let most = InvitationLimits {
        since: Timestamp(50),
        from_one: 3,
        to_one: 2,
    };
    // The first is too old to count.
    for (created, taken) in [(10, true), (60, true), (70, true), (80, false)] {
        let sent = store.invite_by_letter(invitation(created), most).await;
        assert_eq!(sent, Ok(taken), "{created}");
    }
    let to_another = LetterInvitation {
        addresses: BySeat {
            owner: "ana@EXAMPLE.org".to_owned(),
            guest: "cy@example.org".to_owned(),
        },
        ..invitation(90)
    };
    assert_eq!(store.invite_by_letter(to_another, most).await, Ok(true));
    let fourth = LetterInvitation {
        addresses: BySeat {
            owner: "ana@example.org".to_owned(),
            guest: "di@example.org".to_owned(),
        },
        ..invitation(95)
    };
    assert_eq!(
        store.invite_by_letter(fourth, most).await,
        Ok(false),
        "from one, however it is written"
    );
}
