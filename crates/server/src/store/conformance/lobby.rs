//! What every store must do about the lobby: seeks and challenges by days, mutes, wishes, listed
//! tables, and what is said at tables.

use tabiya_arbiter::{ColorChoice, Seat, Timestamp};

use super::super::{
    Append, ChatLine, DaysChallenge, DaysSeek, LobbyWishes, Person, Store, StoreError, Waiting,
    WhoMayChallenge,
};
use super::people::account;
use super::{AT, Place, opening};
use crate::ids::TableId;
use crate::limits;

pub(super) async fn run<P: Place>(place: &impl Fn() -> P) {
    seeks_wait_until_they_are_taken_or_too_old(&*place().open()).await;
    challenges_wait_with_both_their_people(&*place().open()).await;
    mutes_and_wishes_are_remembered(&*place().open()).await;
    what_is_said_at_a_table_is_kept_within_bounds(&*place().open()).await;
    a_table_is_listed_when_it_is_told(&*place().open()).await;
    a_table_is_opened_with_what_it_takes_out_of_the_lobby(&*place().open()).await;
}

async fn a_table_is_opened_with_what_it_takes_out_of_the_lobby(store: &dyn Store) {
    let (ana, bo) = two(store).await;
    let seek = DaysSeek {
        id: TableId::random().unwrap(),
        person: ana.id.clone(),
        days: 3,
        rated: false,
        color: ColorChoice::Toss,
        range: None,
        made: AT,
    };
    let challenge = DaysChallenge {
        id: TableId::random().unwrap(),
        from: ana.id,
        to: bo.id,
        days: 3,
        rated: false,
        color: ColorChoice::Toss,
        made: AT,
    };
    store.add_seek(seek.clone()).await.unwrap();
    store.add_challenge(challenge.clone()).await.unwrap();
    let both = vec![
        Waiting::Seek(seek.id.clone()),
        Waiting::Challenge(challenge.id.clone()),
    ];
    let table = TableId::random().unwrap();
    let taking = |takes: &[Waiting]| Append {
        takes: takes.to_vec(),
        ..opening(&table)
    };
    let waiting = async || {
        let seeks = store.seeks_since(AT).await.unwrap().len();
        (seeks, store.challenges_since(AT).await.unwrap().len())
    };
    // A challenge of this name there is not, though a seek: nothing of all this happens.
    let wrong = [both[0].clone(), Waiting::Challenge(seek.id.clone())];
    let refused = store.append(taking(&wrong)).await;
    assert_eq!(refused, Err(StoreError::Gone(seek.id)));
    let late = Append {
        expected: 7,
        ..taking(&both)
    };
    assert_eq!(store.append(late).await, Err(StoreError::Conflict));
    assert_eq!(waiting().await, (1, 1));
    assert!(store.load(table.clone()).await.unwrap().is_none());
    store.append(taking(&both)).await.unwrap();
    assert_eq!(waiting().await, (0, 0));
    assert!(store.load(table).await.unwrap().is_some());
}

async fn two(store: &dyn Store) -> (Person, Person) {
    let ana = store.create_account(account("Ana")).await.unwrap();
    (ana, store.create_account(account("Bo")).await.unwrap())
}

async fn seeks_wait_until_they_are_taken_or_too_old(store: &dyn Store) {
    let (ana, _) = two(store).await;
    let seek = |made, range| DaysSeek {
        id: TableId::random().unwrap(),
        person: ana.id.clone(),
        days: 3,
        rated: true,
        color: ColorChoice::Black,
        range,
        made: Timestamp(made),
    };
    let (old, first, second) = (seek(1, None), seek(10, None), seek(11, Some((1000, 1400))));
    for seek in [&old, &second, &first] {
        store.add_seek(seek.clone()).await.unwrap();
    }
    let kept = store.seeks_since(Timestamp(5)).await.unwrap();
    assert_eq!(kept, vec![(first.clone(), ana.clone()), (second, ana)]);
    assert_eq!(store.take_seek(first.id.clone()).await, Ok(true));
    assert_eq!(store.take_seek(first.id).await, Ok(false));
    assert_eq!(store.take_seek(old.id).await, Ok(false), "it was forgotten");
}

async fn challenges_wait_with_both_their_people(store: &dyn Store) {
    let (ana, bo) = two(store).await;
    let challenge = DaysChallenge {
        id: TableId::random().unwrap(),
        from: ana.id.clone(),
        to: bo.id.clone(),
        days: 14,
        rated: false,
        color: ColorChoice::Toss,
        made: AT,
    };
    store.add_challenge(challenge.clone()).await.unwrap();
    let stranger = DaysChallenge {
        id: TableId::random().unwrap(),
        to: TableId::random().unwrap(),
        ..challenge.clone()
    };
    let refused = store.add_challenge(stranger).await;
    assert_eq!(refused, Err(StoreError::Conflict));
    let kept = store.challenges_since(AT).await.unwrap();
    assert_eq!(kept, vec![(challenge.clone(), ana, bo)]);
    assert_eq!(store.take_challenge(challenge.id.clone()).await, Ok(true));
    assert_eq!(store.take_challenge(challenge.id).await, Ok(false));
}

async fn mutes_and_wishes_are_remembered(store: &dyn Store) {
    let (ana, bo) = two(store).await;
    let set = |on| store.set_mute(ana.id.clone(), bo.id.clone(), on);
    assert_eq!(set(true).await, Ok(true));
    assert_eq!(set(true).await, Ok(true), "twice is once");
    assert_eq!(store.mutes_of(ana.id.clone()).await, Ok(vec![bo.clone()]));
    assert_eq!(store.mutes_of(bo.id.clone()).await, Ok(Vec::new()));
    assert_eq!(set(false).await, Ok(true));
    assert_eq!(store.mutes_of(ana.id.clone()).await, Ok(Vec::new()));

    let of = |person: &Person| store.lobby_wishes(person.id.clone());
    assert_eq!(of(&ana).await, Ok(LobbyWishes::default()));
    let wishes = LobbyWishes {
        listed: false,
        challenges: WhoMayChallenge::Known,
    };
    for _ in 0..2 {
        let set = store.set_lobby_wishes(ana.id.clone(), wishes);
        set.await.unwrap();
    }
    assert_eq!(of(&ana).await, Ok(wishes));
    assert_eq!(of(&bo).await, Ok(LobbyWishes::default()));
    assert_eq!(store.have_played(ana.id, bo.id).await, Ok(false));
}

async fn what_is_said_at_a_table_is_kept_within_bounds(store: &dyn Store) {
    let table = TableId::random().unwrap();
    let line = |text: &str| ChatLine {
        number: 0,
        seat: Seat::Guest,
        text: Some(text.to_owned()),
        phrase: None,
        at: AT,
    };
    let nowhere = store.say(table.clone(), line("?")).await;
    assert_eq!(nowhere, Err(StoreError::Conflict));
    store.append(opening(&table)).await.unwrap();
    let many = limits::CHAT_LINES + 3;
    for number in 1..=many {
        let said = store.say(table.clone(), line(&number.to_string())).await;
        assert_eq!(said, Ok(u64::from(number)));
    }
    let kept = store.chat(table).await.unwrap();
    assert_eq!(kept.len(), usize::try_from(limits::CHAT_LINES).unwrap());
    let first = ChatLine {
        number: 4,
        ..line("4")
    };
    assert_eq!(kept.first(), Some(&first));
    let elsewhere = TableId::random().unwrap();
    assert_eq!(store.chat(elsewhere).await, Ok(Vec::new()));
}

async fn a_table_is_listed_when_it_is_told(store: &dyn Store) {
    let table = TableId::random().unwrap();
    store.append(opening(&table)).await.unwrap();
    for on in [false, true, true, false] {
        store.set_listed(table.clone(), on).await.unwrap();
        let log = store.load(table.clone()).await.unwrap().unwrap();
        assert_eq!(log.listed, on);
    }
    let nowhere = TableId::random().unwrap();
    let refused = store.set_listed(nowhere, true).await;
    assert_eq!(refused, Err(StoreError::Conflict));
}
