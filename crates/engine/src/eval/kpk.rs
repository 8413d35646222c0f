//! King and pawn against king, exactly: a table of what is won, worked out backward from
//! promotions. Not here: what a win is worth (`endings`).

use std::sync::OnceLock;

use super::bits::{bit, file_of, fold, king_attacks, pawn_attacks, rank_of, seen};

/// Turns × king × bare king × pawns on the left half, ranks two to seven.
const CASES: usize = 2 * 64 * 64 * 24;

/// One bit for each case: whether the side with the pawn wins.
pub(super) struct KingAndPawn(Vec<u64>);

impl KingAndPawn {
    /// The table, worked out when it is first asked for: that takes longer than a search may go on
    /// after it is stopped, so whoever makes an engine asks in time.
    pub(super) fn shared() -> &'static KingAndPawn {
        static TABLE: OnceLock<KingAndPawn> = OnceLock::new();
        TABLE.get_or_init(KingAndPawn::new)
    }

    fn new() -> KingAndPawn {
        let mut table = KingAndPawn(vec![0; CASES / 64]);
        // A win is found from wins found before, so one goes on until nothing is new.
        while table.go_through() {}
        table
    }

    /// Whether the side with the pawn wins. `black` says that it is Black's pawn, `first` that it
    /// is its turn.
    pub(super) fn is_won(
        &self,
        king: usize,
        pawn: usize,
        bare: usize,
        black: bool,
        first: bool,
    ) -> bool {
        let turned = |at: usize| if black { seen::<true>(at) } else { at };
        let mirrored = |at: usize| if file_of(pawn) > 3 { at ^ 7 } else { at };
        let place = |at: usize| mirrored(turned(at));
        self.get(Case {
            first,
            king: place(king),
            bare: place(bare),
            pawn: place(pawn),
        })
    }

    fn get(&self, case: Case) -> bool {
        let index = case.index();
        self.0[index / 64] & bit(index) != 0
    }

    fn go_through(&mut self) -> bool {
        let mut is_new = false;
        for index in 0..CASES {
            let case = Case::of(index);
            if !self.get(case) && self.wins(case) {
                self.0[index / 64] |= bit(index);
                is_new = true;
            }
        }
        is_new
    }

    /// Whether a case is won by what is known of the cases after it.
    fn wins(&self, case: Case) -> bool {
        let Case {
            first,
            king,
            bare,
            pawn,
        } = case;
        let reach = king_attacks(king);
        let guard = pawn_attacks::<false>(bit(pawn));
        let overlap = king == bare || king == pawn || bare == pawn || reach & bit(bare) != 0;
        if overlap {
            return false;
        }
        if first {
            // The bare king may not stand in a check that it has left standing.
            if guard & bit(bare) != 0 {
                return false;
            }
            return self.wins_with_move(case);
        }
        let mut moved = false;
        for to in super::bits::Squares(king_attacks(bare) & !reach & !guard) {
            moved = true;
            if to == pawn
                || !self.get(Case {
                    first: true,
                    bare: to,
                    ..case
                })
            {
                return false;
            }
        }
        // Without a move it is mate or stalemate, and a pawn with its king alone mates nobody who
        // could not be mated later as well.
        moved
    }

    fn wins_with_move(&self, case: Case) -> bool {
        let Case {
            king, bare, pawn, ..
        } = case;
        let men = bit(king) | bit(bare);
        let stop = pawn + 8;
        if bit(stop) & men == 0 {
            if stop >= 56 {
                // A queen that is not taken at once wins, and a rook where she would stalemate.
                if king_attacks(bare) & bit(stop) == 0 || king_attacks(king) & bit(stop) != 0 {
                    return true;
                }
            } else {
                let next = Case {
                    first: false,
                    pawn: stop,
                    ..case
                };
                if self.get(next) {
                    return true;
                }
                let twice = stop + 8;
                if rank_of::<false>(pawn) == 1
                    && bit(twice) & men == 0
                    && self.get(Case {
                        pawn: twice,
                        ..next
                    })
                {
                    return true;
                }
            }
        }
        super::bits::Squares(king_attacks(king) & !king_attacks(bare) & !bit(pawn)).any(|to| {
            self.get(Case {
                first: false,
                king: to,
                ..case
            })
        })
    }
}

/// One arrangement, with a white pawn on the left half.
#[derive(Clone, Copy)]
struct Case {
    first: bool,
    king: usize,
    bare: usize,
    pawn: usize,
}

impl Case {
    fn index(self) -> usize {
        let pawn = (rank_of::<false>(self.pawn).clamp(1, 6) - 1) * 4 + fold(file_of(self.pawn));
        ((pawn * 64 + self.bare) * 64 + self.king) * 2 + usize::from(self.first)
    }

    fn of(index: usize) -> Case {
        let pawn = index >> 13;
        Case {
            first: index & 1 == 1,
            king: (index >> 1) & 63,
            bare: (index >> 7) & 63,
            pawn: (pawn / 4 + 1) * 8 + pawn % 4,
        }
    }
}
