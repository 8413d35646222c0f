//! What is special about a position, seen by plain steps over shakmaty's board: so that a test can
//! count what its random positions really hold. Not here: making such positions.

use std::collections::BTreeMap;

use shakmaty::{Bitboard, Chess, Color, File, Move, Position as _, Rank, Role, Square};

/// The eight ways away from a king, in steps of files and ranks, with their names.
const RAYS: [(i32, i32, &str); 8] = [
    (1, 0, "east"),
    (-1, 0, "west"),
    (0, 1, "north"),
    (0, -1, "south"),
    (1, 1, "north-east"),
    (-1, 1, "north-west"),
    (1, -1, "south-east"),
    (-1, -1, "south-west"),
];

/// How many positions had each feature.
#[derive(Clone, Debug, Default)]
pub struct Features(BTreeMap<String, u64>);

impl Features {
    /// Counts a position once more under a name.
    pub fn add(&mut self, name: &str) {
        if let Some(count) = self.0.get_mut(name) {
            *count += 1;
        } else {
            self.0.insert(name.to_owned(), 1);
        }
    }

    /// How many there were.
    #[must_use]
    pub fn count(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or_default()
    }

    /// Adds the counts of another worker.
    pub fn join(&mut self, other: &Features) {
        for (name, count) in &other.0 {
            *self.0.entry(name.clone()).or_default() += count;
        }
    }

    /// All names and counts, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(name, &count)| (name.as_str(), count))
    }

    /// Finds everything that is special about a position.
    pub fn look_at(&mut self, position: &Chess, legal: &[Move]) {
        self.checks(position, legal);
        self.pins(position);
        self.promotions(position, legal);
        self.en_passant(position);
        for mv in legal {
            if let Move::Castle { king, rook } = *mv {
                self.castling(king, rook);
            }
        }
        self.barred_castling(position, legal);
    }

    fn checks(&mut self, position: &Chess, legal: &[Move]) {
        match (position.checkers().count(), legal.is_empty()) {
            (0, true) => self.add("stalemate"),
            (0, false) => {}
            (checkers, mate) => {
                self.add("check");
                if checkers > 1 {
                    self.add("double check");
                }
                if mate {
                    self.add("mate");
                }
            }
        }
    }

    /// Men of the side to move that shield their king, by direction and by what they are.
    fn pins(&mut self, position: &Chess) {
        let (board, us) = (position.board(), position.turn());
        let Some(king) = board.king_of(us) else {
            return;
        };
        for (files, ranks, name) in RAYS {
            let mut men =
                ray(king, files, ranks).filter(|&square| board.occupied().contains(square));
            let (Some(first), Some(second)) = (men.next(), men.next()) else {
                continue;
            };
            let slides = if files == 0 || ranks == 0 {
                board.rooks_and_queens()
            } else {
                board.bishops_and_queens()
            };
            if board.by_color(us).contains(first) && (board.by_color(!us) & slides).contains(second)
            {
                self.add(&format!("pin {name}"));
                if let Some(role) = board.role_at(first) {
                    self.add(&format!("pinned {role:?}").to_lowercase());
                }
            }
        }
    }

    fn promotions(&mut self, position: &Chess, legal: &[Move]) {
        let board = position.board();
        let promotions = legal.iter().filter(|mv| mv.is_promotion()).count();
        if promotions > 0 {
            self.add("promotion");
        }
        if promotions >= 16 {
            self.add("16 promotions or more");
        }
        let many =
            |color, role, usual| (board.by_color(color) & board.by_role(role)).count() > usual;
        let by_role = [
            (Role::Queen, 1),
            (Role::Rook, 2),
            (Role::Bishop, 2),
            (Role::Knight, 2),
        ];
        if Color::ALL.into_iter().any(|color| {
            by_role
                .iter()
                .any(|&(role, usual)| many(color, role, usual))
        }) {
            self.add("promoted men");
        }
    }

    /// Captures en passant: legal, answering a check, and each way of being forbidden.
    fn en_passant(&mut self, position: &Chess) {
        let (board, us) = (position.board(), position.turn());
        let (Some(target), Some(king)) = (position.pseudo_legal_ep_square(), board.king_of(us))
        else {
            return;
        };
        let passed = Square::from_coords(target.file(), us.fold_wb(Rank::Fifth, Rank::Fourth));
        let checkers = position.checkers();
        if position.legal_ep_square().is_some() {
            self.add("en passant");
            if checkers == Bitboard::from(passed) {
                self.add("en passant answers a check");
            }
            return;
        }
        self.add("en passant forbidden");
        self.add(if checkers.any() {
            "en passant forbidden by a check"
        } else if king.rank() == passed.rank() {
            "en passant forbidden: both pawns leave the rank"
        } else if king.file().distance(target.file()) == 1 && pawn_pinned_on_file(position, king) {
            "en passant forbidden: the pawn leaves its file"
        } else {
            "en passant forbidden: a pawn leaves a diagonal"
        });
    }

    /// The ways in which king and rook change places that only Chess960 has.
    fn castling(&mut self, king: Square, rook: Square) {
        self.add("castling");
        let (king_to, rook_to) = if king.file() < rook.file() {
            (File::G, File::F)
        } else {
            (File::C, File::D)
        };
        let king_steps = i32::from(king_to) - i32::from(king.file());
        let rook_steps = i32::from(rook_to) - i32::from(rook.file());
        if king_steps == 0 {
            self.add("castling: the king stays");
        }
        if rook_steps == 0 {
            self.add("castling: the rook stays");
        }
        if king_to == rook.file() && rook_to == king.file() {
            self.add("castling: each to the other's square");
        }
        if king_steps.signum() * rook_steps.signum() > 0 {
            self.add("castling: one overtakes the other");
        }
        if king_steps.abs() > 2 {
            self.add("castling: the king goes far");
        }
    }

    /// Castling with a free way and without check that is illegal all the same: by an attacked
    /// square, or since the rook was a shield.
    fn barred_castling(&mut self, position: &Chess, legal: &[Move]) {
        let (board, us) = (position.board(), position.turn());
        if position.is_check() {
            return;
        }
        let Some(king) = board.king_of(us) else {
            return;
        };
        for side in shakmaty::CastlingSide::ALL {
            let Some(rook) = position.castles().rook(us, side) else {
                continue;
            };
            let free = (position.castles().path(us, side) & board.occupied()).is_empty();
            let castles = Move::Castle { king, rook };
            if free && !legal.contains(&castles) {
                self.add("castling barred");
                let goal = Square::from_coords(side.king_to_file(), us.backrank());
                let attackers = board.attacks_to(goal, !us, board.occupied());
                let without_rook = board.occupied() ^ Bitboard::from(rook);
                if attackers.is_empty() && board.attacks_to(goal, !us, without_rook).any() {
                    self.add("castling barred: the rook was the shield");
                }
            }
        }
    }
}

/// The squares from a square to the edge.
fn ray(from: Square, files: i32, ranks: i32) -> impl Iterator<Item = Square> {
    (1..8).map_while(move |step| {
        let file = i32::from(from.file()) + files * step;
        let rank = i32::from(from.rank()) + ranks * step;
        Some(Square::from_coords(
            File::try_from(file).ok()?,
            Rank::try_from(rank).ok()?,
        ))
    })
}

/// Whether the first man above or below the king is its pawn, and behind that one stands a rook or
/// queen of the other side.
fn pawn_pinned_on_file(position: &Chess, king: Square) -> bool {
    let (board, us) = (position.board(), position.turn());
    [1, -1].into_iter().any(|step| {
        let mut men = ray(king, 0, step).filter(|&square| board.occupied().contains(square));
        men.next()
            .is_some_and(|first| (board.by_color(us) & board.pawns()).contains(first))
            && men
                .next()
                .is_some_and(|next| (board.by_color(!us) & board.rooks_and_queens()).contains(next))
    })
}
