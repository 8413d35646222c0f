//! What moves have been worth so far, whatever the position: it decides which are looked at first
//! and how deeply. Not here: corrections of the evaluation (`correction`), the order (`picker`).

use tabiya_rules::{Color, Move, Position, Role};

use super::params;

/// No value of a history goes beyond this.
pub(super) const MOST: i32 = 8192;

/// A man and the square it goes to, 0 to 767, or [`NOWHERE`].
pub(super) type Place = usize;
/// The place of no move: a pass, or before the root.
pub(super) const NOWHERE: Place = 768;
const PLACES: usize = 769;

/// One value for each man and the square it goes to.
type ByPlace = [i16; PLACES];

/// What is remembered of moves. One for each thread.
pub(super) struct Histories {
    /// Quiet moves: by color, squares of departure and of arrival.
    quiet: Box<[[[i16; 64]; 64]; 2]>,
    /// Captures and promotions: by place and the man that is taken.
    forcing: Box<[[i16; 6]; PLACES]>,
    /// Quiet moves after an earlier one: by the earlier move's place, then by their own.
    continuation: Box<[ByPlace]>,
}

/// The place of a move in a position.
pub(super) fn place(color: Color, mv: Move) -> Place {
    (color as usize * 6 + mv.role() as usize) * 64 + mv.to().index()
}

/// The earlier moves that a quiet move is judged after: one, two and four half-moves before.
pub(super) type Earlier = [Place; 3];

impl Histories {
    pub(super) fn new() -> Histories {
        Histories {
            quiet: Box::new([[[0; 64]; 64]; 2]),
            forcing: Box::new([[0; 6]; PLACES]),
            continuation: vec![[0; PLACES]; PLACES].into_boxed_slice(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.quiet.fill([[0; 64]; 64]);
        self.forcing.fill([0; 6]);
        self.continuation.fill([0; PLACES]);
    }

    /// What a quiet move has been worth, with what came before it.
    pub(super) fn quiet(&self, color: Color, mv: Move, earlier: &Earlier) -> i32 {
        let place = place(color, mv);
        let [first, second, fourth] = *earlier;
        let after = |earlier: Place| i32::from(self.continuation[earlier][place]);
        self.butterfly(color, mv) + after(first) + after(second) + after(fourth) / 2
    }

    /// The same with no regard to what came before.
    pub(super) fn butterfly(&self, color: Color, mv: Move) -> i32 {
        i32::from(self.quiet[color as usize][mv.from().index()][mv.to().index()])
    }

    /// What a capture or promotion has been worth.
    pub(super) fn forcing(&self, position: &Position, mv: Move) -> i32 {
        let place = place(position.turn(), mv);
        i32::from(self.forcing[place][taken(position, mv)])
    }

    /// A quiet move was worth its search (positive) or not.
    pub(super) fn update_quiet(&mut self, color: Color, mv: Move, earlier: &Earlier, bonus: i32) {
        let value = &mut self.quiet[color as usize][mv.from().index()][mv.to().index()];
        *value = moved(*value, bonus);
        self.update_continuations(place(color, mv), earlier, bonus);
    }

    fn update_continuations(&mut self, place: Place, earlier: &Earlier, bonus: i32) {
        for &before in earlier.iter().filter(|&&before| before != NOWHERE) {
            let value = &mut self.continuation[before][place];
            *value = moved(*value, bonus);
        }
    }

    /// The same for a capture or promotion.
    pub(super) fn update_forcing(&mut self, position: &Position, mv: Move, bonus: i32) {
        let place = place(position.turn(), mv);
        let value = &mut self.forcing[place][taken(position, mv)];
        *value = moved(*value, bonus);
    }
}

/// The role of the man that is taken; a king's for none.
fn taken(position: &Position, mv: Move) -> usize {
    mv.capture_square(position)
        .and_then(|square| position.board().role_at(square))
        .unwrap_or(Role::King) as usize
}

/// A value moved by a bonus: the nearer it is to the bound, the less.
fn moved(value: i16, bonus: i32) -> i16 {
    let bonus = bonus.clamp(-MOST, MOST);
    let value = i32::from(value);
    narrow(value + bonus - value * bonus.abs() / MOST)
}

/// A number that is known to fit.
pub(super) fn narrow(value: i32) -> i16 {
    i16::try_from(value).unwrap_or(0)
}

/// What a move gains that was the best at that depth.
pub(super) fn bonus(depth: i32) -> i32 {
    (params::BONUS_SLOPE * depth - params::BONUS_OFFSET).min(params::MOST_BONUS)
}

/// What a move loses that was looked at in vain at that depth.
pub(super) fn malus(depth: i32) -> i32 {
    -(params::MALUS_SLOPE * depth - params::MALUS_OFFSET).min(params::MOST_MALUS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_their_bounds_and_fade() {
        let mut value = 0;
        for _ in 0..1000 {
            value = moved(value, 3000);
        }
        assert!(i32::from(value) <= MOST && i32::from(value) > MOST * 9 / 10);
        let high = value;
        assert!(moved(high, -500) < high - 500, "a surprise counts more");
        for _ in 0..1000 {
            value = moved(value, i32::MIN + 1);
        }
        assert_eq!(i32::from(value), -MOST);
    }

    #[test]
    fn each_move_has_a_place_of_its_own() {
        let position = Position::standard();
        let moves = position.legal_moves();
        let mut places: Vec<Place> = moves.iter().map(|&mv| place(Color::Black, mv)).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 20);
        assert!(places.iter().all(|&place| place < NOWHERE));
    }
}
