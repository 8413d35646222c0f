//! Matching by hand-made cases, and by streams of random seeks: never oneself, never twice, ranges
//! hold on both sides, the oldest first.

use proptest::prelude::*;

use super::*;

fn person(number: u8) -> PersonId {
    TableId::parse(&format!(
        "abcdefgh{}{}",
        sign(number / 20),
        sign(number % 20)
    ))
    .unwrap()
}

fn sign(number: u8) -> char {
    char::from(b"23456789abcdefghijkm"[usize::from(number)])
}

fn guest(number: u8) -> Seeker {
    Seeker {
        party: Party::Visitor(TokenHash([number; 32])),
        name: None,
        standing: None,
        mutes: Vec::new(),
    }
}

fn account(number: u8, rating: u16) -> Seeker {
    Seeker {
        party: Party::Person(person(number)),
        name: Some(format!("P{number}")),
        standing: Some(Standing {
            rating,
            provisional: false,
        }),
        mutes: Vec::new(),
    }
}

fn seek(seeker: Seeker) -> Seek {
    Seek {
        id: TableId::random().unwrap(),
        seeker,
        terms: Terms {
            clock: TimeControl::fischer(180_000, 2_000),
            rated: false,
        },
        color: ColorChoice::Toss,
        range: None,
        made: Timestamp(0),
    }
}

fn within(min: u16, max: u16, seek: Seek) -> Seek {
    Seek {
        range: Some(RatingRange { min, max }),
        ..seek
    }
}

#[test]
fn two_who_want_the_same_are_for_each_other() {
    assert!(seek(guest(1)).fits(&seek(guest(2))));
    assert!(seek(guest(1)).fits(&seek(account(2, 1200))));
    assert!(
        !seek(guest(1)).fits(&seek(guest(1))),
        "nobody plays himself"
    );
    let slower = Seek {
        terms: Terms {
            clock: TimeControl::fischer(600_000, 5_000),
            rated: false,
        },
        ..seek(guest(2))
    };
    assert!(!seek(guest(1)).fits(&slower));
}

#[test]
fn both_ranges_hold_and_a_guest_has_no_rating_to_fit_one() {
    let (low, high) = (account(1, 1200), account(2, 1800));
    assert!(within(1700, 1900, seek(low.clone())).fits(&seek(high.clone())));
    assert!(!within(1700, 1900, seek(low.clone())).fits(&within(1700, 1900, seek(high.clone()))));
    assert!(within(1700, 1900, seek(low)).fits(&within(1000, 1300, seek(high.clone()))));
    assert!(!within(0, 4000, seek(high)).fits(&seek(guest(3))));
}

#[test]
fn rated_games_and_games_by_days_are_for_accounts() {
    let rated = |seeker| Seek {
        terms: Terms {
            clock: TimeControl::fischer(180_000, 2_000),
            rated: true,
        },
        ..seek(seeker)
    };
    assert!(rated(account(1, 1200)).fits(&rated(account(2, 1200))));
    assert!(!rated(account(1, 1200)).fits(&rated(guest(2))));
    assert!(!rated(account(1, 1200)).fits(&seek(account(2, 1200))));
    assert_eq!(
        rated(account(1, 1200)).suits(&guest(2)),
        Err(Unfit::NeedsAccount)
    );
}

#[test]
fn two_who_want_the_same_color_do_not_fit() {
    let wants = |seeker, color| Seek {
        color,
        ..seek(seeker)
    };
    let white = wants(guest(1), ColorChoice::White);
    assert!(!white.fits(&wants(guest(2), ColorChoice::White)));
    assert!(white.fits(&wants(guest(2), ColorChoice::Black)));
    assert!(white.fits(&wants(guest(2), ColorChoice::Toss)));
}

#[test]
fn who_has_muted_the_other_is_not_paired_with_him() {
    let mut cross = account(1, 1200);
    cross.mutes.push(person(2));
    assert!(!seek(cross.clone()).fits(&seek(account(2, 1200))));
    assert!(!seek(account(2, 1200)).fits(&seek(cross.clone())));
    assert_eq!(seek(cross).suits(&account(2, 1200)), Err(Unfit::Unwanted));
}

#[test]
fn the_oldest_that_fits_and_is_here_comes_first() {
    let mut book = Book::default();
    // Each of these wants somebody whom none of the others is.
    for number in 1..=3 {
        let waiting = within(1900, 2000, seek(account(number, 1200 + u16::from(number))));
        assert_eq!(book.offer(waiting, |_| true), Offered::Waits);
    }
    let first = book.iter().next().unwrap().id.clone();
    let Offered::Paired(pair) = book.offer(seek(account(9, 1950)), |seek| seek.id != first) else {
        panic!("nobody was found");
    };
    assert_eq!(pair.seek.seeker.party, Party::Person(person(2)));
    let Offered::Paired(pair) = book.offer(seek(account(9, 1950)), |_| true) else {
        panic!("nobody was found");
    };
    assert_eq!(pair.seek.id, first);
    assert_eq!(book.iter().count(), 1);
}

#[test]
fn a_seek_is_taken_once() {
    let mut book = Book::default();
    let waiting = seek(guest(1));
    let id = waiting.id.clone();
    assert_eq!(book.offer(waiting, |_| true), Offered::Waits);
    assert_eq!(book.accept(&id, &guest(1), |_| true), Err(Unfit::Own));
    assert_eq!(book.accept(&id, &guest(2), |_| false), Err(Unfit::Gone));
    assert!(book.accept(&id, &guest(2), |_| true).is_ok());
    assert_eq!(book.accept(&id, &guest(3), |_| true), Err(Unfit::Gone));
}

/// One thing that somebody does in the lobby.
#[derive(Clone, Debug)]
enum Deed {
    Seek(Seek),
    /// Takes the seek at this place of the list.
    Take(usize, Seeker),
    Leave(u8),
}

fn seekers() -> impl Strategy<Value = Seeker> {
    prop_oneof![
        (0_u8..12).prop_map(guest),
        (0_u8..12, 800_u16..2000).prop_map(|(number, rating)| account(number, rating)),
        (0_u8..12, 800_u16..2000, 0_u8..12).prop_map(|(number, rating, muted)| Seeker {
            mutes: vec![person(muted)],
            ..account(number, rating)
        }),
    ]
}

fn deeds() -> impl Strategy<Value = Deed> {
    let range = proptest::option::of((800_u16..1500, 0_u16..600));
    let color = prop_oneof![
        Just(ColorChoice::White),
        Just(ColorChoice::Black),
        Just(ColorChoice::Toss)
    ];
    let seeks = (seekers(), range, color, any::<bool>(), any::<bool>()).prop_map(
        |(seeker, range, color, rated, quick)| {
            let range = range.map(|(min, more)| RatingRange {
                min,
                max: min + more,
            });
            let bank_ms = if quick { 60_000 } else { 600_000 };
            let rated = rated && seeker.party.person().is_some();
            Seek {
                terms: Terms {
                    clock: TimeControl::fischer(bank_ms, 0),
                    rated,
                },
                color,
                range,
                ..seek(seeker)
            }
        },
    );
    prop_oneof![
        4 => seeks.prop_map(Deed::Seek),
        2 => (0_usize..6, seekers()).prop_map(|(place, by)| Deed::Take(place, by)),
        1 => (0_u8..12).prop_map(Deed::Leave),
    ]
}

proptest! {
    #[test]
    fn no_pair_is_wrong_and_no_seek_is_paired_twice(deeds in proptest::collection::vec(deeds(), 1..60)) {
        let mut book = Book::default();
        let mut paired = std::collections::HashSet::new();
        let mut gone: Option<u8> = None;
        for deed in deeds {
            let away = gone.map(|number| TokenHash([number; 32]));
            let is_here = |seek: &Seek| away.is_none_or(|away| seek.seeker.party != Party::Visitor(away));
            let before: Vec<Seek> = book.iter().cloned().collect();
            let (pair, by) = match deed {
                Deed::Seek(new) => match book.offer(new.clone(), is_here) {
                    Offered::Waits => {
                        prop_assert!(!before.iter().any(|old| old.fits(&new) && is_here(old)));
                        continue;
                    }
                    Offered::Paired(pair) => {
                        let oldest = before.iter().find(|old| old.fits(&new) && is_here(old));
                        prop_assert_eq!(Some(&pair.seek), oldest);
                        (*pair, Some(new))
                    }
                },
                Deed::Take(place, by) => {
                    let Some(id) = before.get(place).map(|seek| seek.id.clone()) else { continue };
                    match book.accept(&id, &by, is_here) {
                        Ok(pair) => (pair, None),
                        Err(_) => continue,
                    }
                }
                Deed::Leave(number) => {
                    gone = Some(number);
                    continue;
                }
            };
            let Pairing { seek, accepter, .. } = pair;
            prop_assert!(seek.seeker.party != accepter.party, "nobody plays himself");
            prop_assert!(is_here(&seek), "who is away is not paired");
            prop_assert!(paired.insert(seek.id.clone()), "paired twice");
            prop_assert!(book.find(&seek.id).is_none());
            if let Some(range) = seek.range {
                prop_assert!(accepter.standing.is_some_and(|standing| range.holds(standing.rating)));
            }
            if let Some(range) = by.and_then(|new| new.range) {
                prop_assert!(seek.seeker.standing.is_some_and(|standing| range.holds(standing.rating)));
            }
            prop_assert!(!seek.terms.rated || accepter.party.person().is_some());
            prop_assert!(!seek.seeker.is_muted_by(&accepter) && !accepter.is_muted_by(&seek.seeker));
        }
    }
}
