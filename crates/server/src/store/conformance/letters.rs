//! What every store must do about chess by letter.

use tabiya_arbiter::{BySeat, Seat, Settings, Timestamp};

use super::super::{
    InvitationLimits, LetterInvitation, LetterState, Outage, Plan, Rest, Store, StoreError,
    Vacation,
};
use super::people::account;
use super::{Place, opening};
use crate::ids::TableId;

pub(super) async fn run<P: Place>(place: &impl Fn() -> P) {
    tables_are_found_when_they_are_due(&place()).await;
    outages_are_remembered_for_a_while(&*place().open()).await;
    what_players_keep_for_themselves_is_by_seat(&place()).await;
    vacations_are_found_by_person_and_by_table(&*place().open()).await;
    games_of_a_person_are_listed(&*place().open()).await;
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
    for taken in [vacation(10, 20), vacation(30, 50), vacation(30, 40)] {
        let keep = store.keep_vacation(ana.id.clone(), taken);
        keep.await.unwrap();
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
    assert_eq!(at(&table).await.unwrap().guest, Some(vacation(30, 40)));
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
    let past = store.past_games(ana.id, Timestamp(1 << 50), 10).await;
    assert!(past.unwrap().is_empty());
}

fn invitation(created: u64) -> LetterInvitation {
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

const MANY: InvitationLimits = InvitationLimits {
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
