//! Hand-computed tables. How each row was made: the difference of the two ratings, at most 400 (for
//! whoever has 2650 or more: as it is); the expected score from the printed table 8.1.2 of the FIDE
//! Rating Regulations; K times (score less expected score), on paper; rounded to a whole point, a
//! half away from zero.

use tabiya_rules::Color;

use super::*;

const NEW: u32 = 0;
const OLD: u32 = 30;

const fn standing(rating: i32, games: u32) -> Standing {
    Standing {
        rating,
        games,
        peak: rating,
    }
}

/// The rating of the first after it has won, drawn and lost.
type Row = (i32, u32, i32, [i32; 3]);

#[rustfmt::skip]
const TABLE: &[Row] = &[
    // K 40. D 0, .50: 20, 0, -20.
    (1200, NEW, 1200, [1220, 1200, 1180]),
    // D 40, .56: 17.6, -2.4, -22.4; and from below, .44: 22.4, 2.4, -17.6.
    (1220, NEW, 1180, [1238, 1218, 1198]),
    (1180, NEW, 1220, [1202, 1182, 1162]),
    // D 100, .64: 14.4, -5.6, -25.6; .36: 25.6, 5.6, -14.4.
    (1300, NEW, 1200, [1314, 1294, 1274]),
    (1200, NEW, 1300, [1226, 1206, 1186]),
    // D 391, .91: 3.6, -16.4, -36.4.
    (1591, NEW, 1200, [1595, 1575, 1555]),
    // D 392, .92: 3.2, -16.8, -36.8; and so for 400 and all that is more.
    (1592, NEW, 1200, [1595, 1575, 1555]),
    (1600, NEW, 1200, [1603, 1583, 1563]),
    (1700, NEW, 1200, [1703, 1683, 1663]),
    (1200, NEW, 1700, [1237, 1217, 1197]),
    (1200, NEW, 2700, [1237, 1217, 1197]),
    // K 20. D 0 and 3, .50: 10, 0, -10; D 4, .51: 9.8, -0.2, -10.2.
    (1500, OLD, 1500, [1510, 1500, 1490]),
    (1500, OLD, 1497, [1510, 1500, 1490]),
    (1500, OLD, 1496, [1510, 1500, 1490]),
    // D 25, .53: 9.4, -0.6, -10.6; D 26, .54: 9.2, -0.8, -10.8.
    (1500, OLD, 1475, [1509, 1499, 1489]),
    (1500, OLD, 1474, [1509, 1499, 1489]),
    // D 61, .58: 8.4, -1.6, -11.6; D 62, .59: 8.2, -1.8, -11.8; from below, .41: 11.8, 1.8, -8.2.
    (1561, OLD, 1500, [1569, 1559, 1549]),
    (1562, OLD, 1500, [1570, 1560, 1550]),
    (1500, OLD, 1562, [1512, 1502, 1492]),
    // D 200, .76: 4.8, -5.2, -15.2; .24: 15.2, 5.2, -4.8.
    (1800, OLD, 1600, [1805, 1795, 1785]),
    (1600, OLD, 1800, [1615, 1605, 1595]),
    // D 344, .88: 2.4, -7.6, -17.6; D 345, .89: 2.2, -7.8, -17.8.
    (1844, OLD, 1500, [1846, 1836, 1826]),
    (1845, OLD, 1500, [1847, 1837, 1827]),
    // D 600 is 400, .92: 1.6, -8.4, -18.4; .08: 18.4, 8.4, -1.6.
    (2000, OLD, 1400, [2002, 1992, 1982]),
    (1400, OLD, 2000, [1418, 1408, 1398]),
    (2100, OLD, 2650, [2118, 2108, 2098]),
    // K 10. D 37, .55: 4.5, -0.5, -5.5, each a half; .45: 5.5, 0.5, -4.5.
    (2437, OLD, 2400, [2442, 2436, 2431]),
    (2400, OLD, 2437, [2406, 2401, 2395]),
    // D 50, .57: 4.3, -0.7, -5.7.
    (2450, OLD, 2400, [2454, 2449, 2444]),
    // D 100, .36: 6.4, 1.4, -3.6.
    (2400, OLD, 2500, [2406, 2401, 2396]),
    // D 549 is 400, .92: 0.8, -4.2, -9.2.
    (2649, OLD, 2100, [2650, 2645, 2640]),
    // From 2650 on as it is. D 550, .98: 0.2, -4.8, -9.8; D 800, 1.00: 0, -5, -10.
    (2650, OLD, 2100, [2650, 2645, 2640]),
    (2800, OLD, 2000, [2800, 2795, 2790]),
    // D 484, .95: 0.5, -4.5, -9.5, each a half; D 485, .96: 0.4, -4.6, -9.6.
    (2684, OLD, 2200, [2685, 2679, 2674]),
    (2685, OLD, 2200, [2685, 2680, 2675]),
    // D 735, .99: 0.1, -4.9, -9.9; D 736, 1.00: 0, -5, -10. Up to a stronger one, .04: 9.6, 4.6, -0.4.
    (2735, OLD, 2000, [2735, 2730, 2725]),
    (2736, OLD, 2000, [2736, 2731, 2726]),
    (2700, OLD, 3190, [2710, 2705, 2700]),
];

#[test]
fn ratings_move_as_the_table_that_was_computed_by_hand_says() {
    assert!(TABLE.len() >= 30);
    for &(own, games, opponent, after) in TABLE {
        let outcomes = [
            Outcome::Win(Color::White),
            Outcome::Draw,
            Outcome::Win(Color::Black),
        ];
        for (outcome, after) in outcomes.into_iter().zip(after) {
            let players = ByColor {
                white: standing(own, games),
                black: standing(opponent, OLD),
            };
            let change = rate(&players, outcome).white;
            assert_eq!(
                (change.before, change.after),
                (own, after),
                "{own} against {opponent}: {outcome:?}"
            );
            // With the other color it is the same.
            let mirrored = ByColor {
                white: players.black,
                black: players.white,
            };
            let outcome = match outcome {
                Outcome::Win(winner) => Outcome::Win(winner.other()),
                Outcome::Draw => Outcome::Draw,
            };
            assert_eq!(rate(&mirrored, outcome).black, change);
        }
    }
}

/// Case K18 of the table of cases.
#[test]
fn two_newcomers_win_and_lose_twenty_points() {
    let players = ByColor {
        white: Standing::default(),
        black: Standing::default(),
    };
    let changes = rate(&players, Outcome::Win(Color::Black));
    let change = |after| Change {
        before: 1200,
        after,
        k: 40,
    };
    assert_eq!((changes.white, changes.black), (change(1180), change(1220)));
}

/// Thirty-two wins in a row against opponents with 1200, each on paper: D, the expected score, the
/// points, the rating.
#[rustfmt::skip]
const CLIMB: [i32; 32] = [
    // 0 .50 20, 20 .53 18.8, 39 .55 18, 57 .58 16.8, 74 .60 16, 90 .62 15.2, 105 .64 14.4, 119 .66 13.6
    1220, 1239, 1257, 1274, 1290, 1305, 1319, 1333,
    // 133 .68 12.8, 146 .70 12, 158 .71 11.6, 170 .72 11.2, 181 .74 10.4, 191 .75 10, 201 .76 9.6, 211 .77 9.2
    1346, 1358, 1370, 1381, 1391, 1401, 1411, 1420,
    // 220 .78 8.8, 229 .79 8.4, 237 .80 8, 245 .80 8, 253 .81 7.6, 261 .82 7.2, 268 .83 6.8, 275 .83 6.8
    1429, 1437, 1445, 1453, 1461, 1468, 1475, 1482,
    // 282 .84 6.4, 288 .84 6.4, 294 .85 6, 300 .85 6, 306 .86 5.6, 312 .86 5.6
    1488, 1494, 1500, 1506, 1512, 1518,
    // With K 20: 318 .87 2.6, 321 .87 2.6
    1521, 1524,
];

fn play(standing: Standing, opponent: i32, outcome: Outcome) -> (Standing, Change) {
    let players = ByColor {
        white: standing,
        black: self::standing(opponent, OLD),
    };
    let change = rate(&players, outcome).white;
    (standing.after(&change), change)
}

#[test]
fn the_first_thirty_games_count_double() {
    let mut standing = Standing::default();
    for (number, after) in (1..).zip(CLIMB) {
        assert_eq!(standing.is_provisional(), number <= 5, "{number}");
        let (next, change) = play(standing, 1200, Outcome::Win(Color::White));
        assert_eq!((next.rating, next.games), (after, number));
        assert_eq!(change.k, if number <= 30 { 40 } else { 20 }, "{number}");
        standing = next;
    }
}

#[test]
fn whoever_was_once_at_2400_moves_slowly_ever_after() {
    let win = Outcome::Win(Color::White);
    let loss = Outcome::Win(Color::Black);
    let mut standing = standing(2396, 40);
    // Every opponent has the same rating: half of K.
    for (outcome, after, k) in [
        (win, 2406, 20),
        (loss, 2401, 10),
        (loss, 2396, 10),
        (Outcome::Draw, 2396, 10),
        (win, 2401, 10),
    ] {
        let (next, change) = play(standing, standing.rating, outcome);
        assert_eq!((next.rating, change.k), (after, k));
        standing = next;
    }
    assert_eq!(standing.peak, 2406);
}

/// Best possible results from the first rating on: the question whether 40 or 10 applies to a
/// newcomer above 2400 does not arise.
#[test]
fn nobody_comes_to_2400_within_thirty_games() {
    let mut standing = Standing::default();
    for _ in 0..30 {
        standing = play(standing, 9000, Outcome::Win(Color::White)).0;
    }
    assert_eq!(standing.rating, 1200 + 30 * 37);
    assert!(standing.peak < 2400);
}
