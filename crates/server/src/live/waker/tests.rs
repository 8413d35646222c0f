//! Games by letter outside the memory: they wake in time, nobody is charged for outages, prepared answers are
//! played once.

use std::time::Duration;

use tabiya_arbiter::{
    Actor, BySeat, ColorChoice, Command, Event, Preset, Recorded, RuleSet, Seat, Settings,
    StartPosition, Table, Termination, TimeControl,
};
use tempfile::TempDir;

use super::*;
use crate::clock::{Clock as _, ManualClock};
use crate::computer::Computers;
use crate::ids::SeatToken;
use crate::live::Agreed;
use crate::live::letter::{NewPlan, Reply, Wish};
use crate::store::{Append, Grant, Letters, People, Rest, SqliteStore, Tables, Vacation};

const DAY: Duration = Duration::from_secs(86_400);
const DAY_MS: u64 = 86_400_000;

struct House {
    _folder: TempDir,
    store: Arc<SqliteStore>,
    clock: Arc<ManualClock>,
}

impl House {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
        let clock = Arc::new(ManualClock::at(Timestamp(1_790_000_000_000)));
        Self {
            _folder: folder,
            store,
            clock,
        }
    }

    /// A service that has just been started.
    async fn hall(&self) -> Arc<Hall> {
        let hall = Hall::new(
            Arc::clone(&self.store) as Arc<dyn Tables>,
            Arc::clone(&self.store) as Arc<dyn Letters>,
            Arc::clone(&self.clock) as Arc<dyn crate::Clock>,
            Computers::new(None),
        );
        hall.revive().await.unwrap();
        hall
    }

    async fn log(&self, table: &TableId) -> Vec<Recorded> {
        let log = self.store.load(table.clone()).await.unwrap();
        log.unwrap().events
    }

    async fn last(&self, table: &TableId) -> Recorded {
        self.log(table).await.pop().unwrap()
    }
}

/// White is the owner's.
async fn begun(hall: &Hall, clock: TimeControl) -> TableId {
    let settings = Settings {
        rules: RuleSet::preset(Preset::Letter),
        clock,
        owner_color: ColorChoice::White,
        start: StartPosition::Standard,
    };
    let table = TableId::random().unwrap();
    let grant = |seat| Grant {
        seat,
        token: SeatToken::random().unwrap().hash(),
        person: None,
    };
    let agreed = Agreed {
        table: table.clone(),
        settings,
        names: BySeat {
            owner: Some("Ana"),
            guest: Some("Bo"),
        },
        grants: BySeat {
            owner: grant(Seat::Owner),
            guest: grant(Seat::Guest),
        },
        takes: Vec::new(),
        is_mailed: false,
    };
    hall.open_begun(agreed).await.unwrap();
    table
}

async fn act(hall: &Arc<Hall>, table: &TableId, seat: Seat, command: Command) {
    let at = hall.clock.now();
    let wish = |reply: Reply| Wish {
        actor: Actor::Seat(seat),
        id: None,
        command,
        token: None,
        person: None,
        at,
        reply,
    };
    hall.ask(table, wish).await.unwrap().unwrap();
}

fn flag_fell(recorded: &Recorded, at: Timestamp) -> bool {
    let ended = matches!(
        recorded.event,
        Event::GameEnded {
            termination: Termination::TimeForfeit,
            ..
        }
    );
    ended && recorded.at == at
}

/// Wakes what is due, and waits until it has been settled.
async fn wake(hall: &Arc<Hall>, tables: &[TableId]) -> usize {
    let count = hall.wake_once().await.unwrap();
    for table in tables {
        hall.look(table, Actor::Spectator).await.unwrap();
    }
    count
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_games_by_letter_are_not_in_memory_and_each_flag_falls_at_its_moment() {
    const TABLES: u64 = 1_000;
    const APART: Duration = Duration::from_secs(600);
    let house = House::new();
    let hall = house.hall().await;
    let start = house.clock.now();
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        tables.push(begun(&hall, TimeControl::Days { days: 14 }).await);
        house.clock.advance(APART);
    }
    assert_eq!(hall.wake_once().await.unwrap(), 0, "nothing is due");
    assert_eq!(hall.hot(), 0);
    let flag = |number: u64| start.plus_ms(14 * DAY_MS + number * 600_000);
    house
        .clock
        .advance(Duration::from_millis(flag(0).since_ms(house.clock.now())));
    for number in 0..5_u8 {
        house.clock.advance(Duration::from_millis(10));
        let table = &tables[usize::from(number)..=usize::from(number)];
        assert_eq!(wake(&hall, table).await, 1);
        let last = house.last(&table[0]).await;
        assert!(flag_fell(&last, flag(u64::from(number))), "{last:?}");
        house.clock.advance(APART - Duration::from_millis(10));
    }
    assert!(hall.hot() <= 5, "{} tables in memory", hall.hot());
    // However late it is looked: the moment is the same.
    house.clock.advance(30 * DAY);
    assert_eq!(wake(&hall, &tables).await, 995);
    for (number, table) in (0..).zip(&tables) {
        let last = house.last(table).await;
        assert!(flag_fell(&last, flag(number)), "{last:?}");
    }
    assert_eq!(hall.wake_once().await.unwrap(), 0, "all is settled");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_becomes_a_draw_while_its_table_is_not_in_memory() {
    let house = House::new();
    for clock in [TimeControl::Days { days: 14 }, TimeControl::Untimed] {
        let hall = house.hall().await;
        let table = begun(&hall, clock).await;
        act(&hall, &table, Seat::Owner, Command::OfferDraw).await;
        let lapse = house.clock.now().plus_ms(7 * DAY_MS);
        hall.close().await;
        let hall = house.hall().await;
        assert_eq!(hall.hot(), 0);
        house.clock.advance(7 * DAY - Duration::from_secs(120));
        assert_eq!(hall.wake_once().await.unwrap(), 0);
        house.clock.advance(Duration::from_secs(121));
        assert_eq!(wake(&hall, std::slice::from_ref(&table)).await, 1);
        let last = house.last(&table).await;
        let by_silence = matches!(
            last.event,
            Event::GameEnded {
                termination: Termination::UnansweredOffer,
                ..
            }
        );
        assert!(by_silence && last.at == lapse, "{last:?}");
        hall.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_vacation_that_a_table_has_slept_through_counts() {
    let house = House::new();
    let hall = house.hall().await;
    let start = house.clock.now();
    let table = begun(&hall, TimeControl::Days { days: 14 }).await;
    let day = |number: u64| start.plus_ms(number * DAY_MS);
    // Both are away, White twice, and nobody tells the table.
    let mut sits = Vec::new();
    for (seat, address) in [
        (Seat::Owner, "ana@example.org"),
        (Seat::Guest, "bo@example.org"),
    ] {
        let person = house
            .store
            .of_address(address.to_owned(), start)
            .await
            .unwrap();
        let claim = house
            .store
            .claim_seat(table.clone(), seat, person.id.clone());
        assert_eq!(claim.await, Ok(true));
        sits.push(person.id);
    }
    let vacation = |from, until| Vacation {
        from: day(from),
        until: day(until),
    };
    for (person, taken, before) in [
        (&sits[0], vacation(1, 3), None),
        (&sits[1], vacation(2, 9), None),
        (&sits[0], vacation(6, 8), Some(vacation(1, 3))),
    ] {
        let keep = house.store.keep_vacation(person.clone(), taken, before);
        assert_eq!(keep.await, Ok(true));
    }
    house.clock.advance(15 * DAY);
    assert_eq!(wake(&hall, std::slice::from_ref(&table)).await, 1);
    let last = house.last(&table).await;
    assert!(
        matches!(last.event, Event::VacationNoted { .. }),
        "{last:?}"
    );
    house.clock.advance(4 * DAY);
    wake(&hall, std::slice::from_ref(&table)).await;
    let last = house.last(&table).await;
    assert!(flag_fell(&last, day(18)), "{last:?}");
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_of_two_days_costs_nobody_the_game() {
    let house = House::new();
    let hall = house.hall().await;
    let table = begun(&hall, TimeControl::Days { days: 1 }).await;
    house.clock.advance(DAY / 2);
    hall.wake_once().await.unwrap();
    let since = house.clock.now();
    hall.close().await;
    house.clock.advance(2 * DAY);

    let hall = house.hall().await;
    let back = house.clock.now();
    assert_eq!(wake(&hall, std::slice::from_ref(&table)).await, 1);
    // The clock stands for half a day more, or until White comes.
    let until = back.plus_ms(DAY_MS / 2);
    let paused = house.last(&table).await;
    assert_eq!(paused.event, Event::Paused { since, until });
    assert_eq!(paused.at, back);
    house.clock.advance(DAY);
    house.clock.advance(Duration::from_secs(1));
    wake(&hall, std::slice::from_ref(&table)).await;
    let last = house.last(&table).await;
    assert!(flag_fell(&last, until.plus_ms(DAY_MS / 2)), "{last:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn outages_that_a_table_has_slept_through_are_made_good_in_order() {
    let house = House::new();
    let hall = house.hall().await;
    let table = begun(&hall, TimeControl::Days { days: 3 }).await;
    hall.wake_once().await.unwrap();
    hall.close().await;
    house.clock.advance(2 * DAY);
    // Away for two days, there for an hour, away for three.
    let hall = house.hall().await;
    house.clock.advance(Duration::from_secs(3_600));
    hall.beat_once().await;
    hall.close().await;
    house.clock.advance(3 * DAY);
    let hall = house.hall().await;
    wake(&hall, std::slice::from_ref(&table)).await;
    let pauses = house.log(&table).await;
    let pauses = pauses
        .iter()
        .filter(|recorded| matches!(recorded.event, Event::Paused { .. }));
    assert_eq!(pauses.count(), 2);
    // In the hour between the clock stood too, and it stands for half a day now.
    house.clock.advance(3 * DAY + DAY / 2);
    house.clock.advance(Duration::from_secs(1));
    wake(&hall, std::slice::from_ref(&table)).await;
    let flag = Timestamp(house.clock.now().0 - 1_000);
    let last = house.last(&table).await;
    assert!(flag_fell(&last, flag), "{last:?}, not at {flag:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_of_a_minute_leaves_no_trace_unless_something_falls_due() {
    let house = House::new();
    let hall = house.hall().await;
    let calm = begun(&hall, TimeControl::Days { days: 3 }).await;
    house.clock.advance(2 * DAY);
    let urgent = begun(&hall, TimeControl::Days { days: 1 }).await;
    house.clock.advance(DAY - Duration::from_secs(30 + 3_600));
    hall.wake_once().await.unwrap();
    house.clock.advance(Duration::from_secs(3_600));
    hall.beat_once().await;
    hall.close().await;
    house.clock.advance(Duration::from_secs(60));
    let (calm_before, urgent_before) = (house.log(&calm).await, house.log(&urgent).await);
    let hall = house.hall().await;
    wake(&hall, &[calm.clone(), urgent.clone()]).await;
    for (table, before) in [(&calm, calm_before), (&urgent, urgent_before)] {
        // Both fall due half a minute after the service went: that is made good.
        let after = house.log(table).await;
        assert_eq!(after.len(), before.len() + 1, "{after:?}");
    }
    hall.close().await;
    let fresh = house.hall().await;
    let later = begun(&fresh, TimeControl::Days { days: 3 }).await;
    fresh.beat_once().await;
    fresh.close().await;
    house.clock.advance(Duration::from_secs(60));
    let hall = house.hall().await;
    wake(&hall, std::slice::from_ref(&later)).await;
    let log = house.log(&later).await;
    assert!(matches!(
        log.last().unwrap().event,
        Event::GameStarted { .. }
    ));
}

/// However many games somebody plays, their list comes without loading one of them.
#[tokio::test(flavor = "multi_thread")]
async fn five_hundred_games_are_listed_without_loading_one() {
    let house = House::new();
    let hall = house.hall().await;
    let ana = house
        .store
        .of_address("ana@example.org".to_owned(), house.clock.now());
    let ana = ana.await.unwrap();
    for _ in 0..500_u16 {
        let table = begun(&hall, TimeControl::Days { days: 3 }).await;
        let claim = house.store.claim_seat(table, Seat::Owner, ana.id.clone());
        assert!(claim.await.unwrap());
    }
    let start = std::time::Instant::now();
    let games = house.store.running_games(ana.id).await.unwrap();
    println!("500 games listed in {:?}", start.elapsed());
    assert_eq!(games.len(), 500);
    assert!(games.iter().all(|game| game.card.is_some()));
    assert_eq!(hall.hot(), 0);
}

/// The service broke off right after the opponent's move was written.
#[tokio::test(flavor = "multi_thread")]
async fn a_prepared_answer_is_played_once_also_across_a_crash() {
    let house = House::new();
    let hall = house.hall().await;
    let table = begun(&hall, TimeControl::Days { days: 3 }).await;
    act(&hall, &table, Seat::Owner, Command::play("e2e4")).await;
    let words = |line: &str| line.split(' ').map(str::to_owned).collect();
    let wanted = NewPlan {
        ply: 1,
        lines: vec![words("e7e5 g1f3 b8c6 f1b5"), words("c7c5 d2d4")],
    };
    let planned = hall.plan(&table, Seat::Owner, Some(wanted)).await;
    assert_eq!(planned.unwrap().unwrap().lines.len(), 2);
    let others = hall.plan(&table, Seat::Guest, None).await.unwrap().unwrap();
    assert!(others.lines.is_empty(), "nobody else sees them");
    hall.close().await;

    let events = house.log(&table).await;
    let replayed = Table::replay(&events).unwrap();
    let at = house.clock.now();
    let black = Actor::Seat(Seat::Guest);
    let decided = replayed.decide(at, black, &Command::play("e7e5")).unwrap();
    let expected = replayed.sequence();
    let append = Append {
        table: table.clone(),
        expected,
        events: (expected + 1..)
            .zip(decided)
            .map(|(seq, event)| Recorded { seq, at, event })
            .collect(),
        command: None,
        grants: Vec::new(),
        takes: Vec::new(),
        running: false,
        ended: None,
        mails: Vec::new(),
        rest: Rest::default(),
    };
    house.store.append(append).await.unwrap();

    for _ in 0..2 {
        let hall = house.hall().await;
        // Whoever looks may come before the answer; then it is there.
        hall.refresh(&table).await;
        let view = hall.look(&table, Actor::Spectator).await.unwrap();
        let moves = view.moves.unwrap();
        let moves: Vec<&str> = moves.iter().map(|played| &*played.uci).collect();
        assert_eq!(moves, ["e2e4", "e7e5", "g1f3"]);
        let left = hall.plan(&table, Seat::Owner, None).await.unwrap().unwrap();
        assert_eq!(left.lines, [vec!["b8c6".to_owned(), "f1b5".to_owned()]]);
        hall.close().await;
    }
    let hall = house.hall().await;
    act(&hall, &table, Seat::Guest, Command::play("g8f6")).await;
    let view = hall.look(&table, Actor::Spectator).await.unwrap();
    assert_eq!(
        view.moves.unwrap().len(),
        4,
        "the plan says nothing to that"
    );
    let left = hall.plan(&table, Seat::Owner, None).await.unwrap().unwrap();
    assert!(left.lines.is_empty());
}
