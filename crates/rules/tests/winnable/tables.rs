//! Tables of few men, by going back from every mate: for each position with a king and a man
//! against a king, or against a king and a man, whether the first side can still mate with the
//! help of the other. And the classes of men with which nobody ever mates, diagram by diagram.
//!
//! The short run makes the tables of three men, the long one those of four.

use std::collections::BTreeMap;
use std::rc::Rc;

use tabiya_rules::attacks::{attacks, king_attacks};
use tabiya_rules::{
    Bitboard, Budget, Color, MaterialClass, Mode, Piece, Position, Role, Setup, Square, winnable,
};

use crate::generate::Dice;
use crate::{brief, confirmed, is_long};

/// What the two sides have beside their kings. White is the side that wants to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Class {
    white: Role,
    black: Option<Role>,
}

/// Where the men stand and whose turn it is. Nobody can take en passant.
#[derive(Clone, Copy, Debug)]
struct State {
    turn: Color,
    kings: [Square; 2],
    white: Square,
    black: Option<Square>,
}

impl State {
    fn occupied(&self) -> Bitboard {
        let black = self.black.map_or(Bitboard::EMPTY, Bitboard::of);
        self.kings
            .into_iter()
            .chain([self.white])
            .collect::<Bitboard>()
            | black
    }

    fn index(&self) -> usize {
        let squares = [self.kings[0], self.kings[1], self.white];
        let index = squares.iter().fold(self.turn as usize, |index, square| {
            64 * index + square.index()
        });
        self.black
            .map_or(index, |square| 64 * index + square.index())
    }

    fn at(class: Class, mut index: usize) -> State {
        let mut next = || {
            let square = Square::from_index(u8::try_from(index % 64).unwrap()).unwrap();
            index /= 64;
            square
        };
        let black = class.black.map(|_| next());
        let (white, black_king, white_king) = (next(), next(), next());
        State {
            turn: Color::ALL[index],
            kings: [white_king, black_king],
            white,
            black,
        }
    }

    fn attacked_by(&self, class: Class, color: Color) -> Bitboard {
        let occupied = self.occupied();
        match (color, class.black, self.black) {
            (Color::White, ..) => attacks(class.white, color, self.white, occupied),
            (Color::Black, Some(role), Some(square)) => attacks(role, color, square, occupied),
            (Color::Black, ..) => Bitboard::EMPTY,
        }
    }

    fn is_legal(&self, class: Class) -> bool {
        let men = if self.black.is_some() { 4 } else { 3 };
        let pawn = |role: Role, square: Square| {
            role == Role::Pawn && Bitboard::BACK_RANKS.contains(square)
        };
        let black_pawn = class
            .black
            .zip(self.black)
            .is_some_and(|(role, at)| pawn(role, at));
        let waiting = self.kings[(!self.turn) as usize];
        self.occupied().count() == men
            && !king_attacks(self.kings[0]).contains(self.kings[1])
            && !pawn(class.white, self.white)
            && !black_pawn
            && !self.attacked_by(class, self.turn).contains(waiting)
    }

    fn setup(&self, class: Class) -> Setup {
        let mut setup = Setup {
            turn: self.turn,
            ..Setup::default()
        };
        let mut put = |square, role, color| setup.board.set(square, Piece { role, color });
        put(self.kings[0], Role::King, Color::White);
        put(self.kings[1], Role::King, Color::Black);
        put(self.white, class.white, Color::White);
        if let Some((role, square)) = class.black.zip(self.black) {
            put(square, role, Color::Black);
        }
        setup
    }

    fn position(&self, class: Class) -> Position {
        self.setup(class).position(Mode::Standard).unwrap()
    }

    fn is_mate(&self, class: Class) -> bool {
        self.turn == Color::Black
            && self
                .attacked_by(class, Color::White)
                .contains(self.kings[1])
            && self.position(class).is_checkmate()
    }

    /// Whether this is mate, but not right after the white pawn's double step.
    fn is_saved_en_passant(&self, class: Class) -> bool {
        let mut setup = self.setup(class);
        setup.ep_square = self.white.offset(0, -1);
        let position = setup.position(Mode::Standard).ok();
        self.is_mate(class) && position.is_some_and(|position| !position.is_checkmate())
    }

    /// The other side to move, the black man gone from where the white one or the king now is.
    fn taken(&self, king: Square, white: Square) -> State {
        State {
            turn: Color::Black,
            kings: [king, self.kings[1]],
            white,
            black: None,
        }
    }
}

/// For which states White can mate, a bit each.
struct Table {
    class: Class,
    bits: Vec<u64>,
}

impl Table {
    fn has(&self, state: &State) -> bool {
        let index = state.index();
        state.is_legal(self.class) && self.bits[index / 64] >> (index % 64) & 1 == 1
    }

    /// Adds a state; whether it is new.
    fn add(&mut self, state: &State) -> bool {
        let index = state.index();
        let (word, bit) = (&mut self.bits[index / 64], 1 << (index % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    fn states(&self) -> impl Iterator<Item = State> + use<> {
        let class = self.class;
        let all = (0..self.bits.len() * 64).map(move |index| State::at(class, index));
        all.filter(move |state| state.is_legal(class))
    }
}

/// The tables made so far.
#[derive(Default)]
struct Library(BTreeMap<Class, Rc<Table>>);

impl Library {
    fn table(&mut self, class: Class) -> Rc<Table> {
        if let Some(table) = self.0.get(&class) {
            return table.clone();
        }
        let table = Rc::new(self.make(class));
        self.0.insert(class, table.clone());
        table
    }

    fn make(&mut self, class: Class) -> Table {
        let size = 2 * 64_usize.pow(if class.black.is_some() { 4 } else { 3 });
        let mut table = Table {
            class,
            bits: vec![0; size / 64],
        };
        let mut open = Vec::new();
        for state in table.states() {
            if (state.is_mate(class) || self.leaves_for_win(class, &state)) && table.add(&state) {
                open.push(state);
            }
        }
        while let Some(state) = open.pop() {
            for before in steps_back(class, &state) {
                if before.is_legal(class) && table.add(&before) {
                    open.push(before);
                }
            }
        }
        table
    }

    /// Whether a capture or a promotion leads to a win with other men.
    fn leaves_for_win(&mut self, class: Class, state: &State) -> bool {
        match state.turn {
            Color::White => self.white_takes(class, state) || self.white_promotes(class, state),
            Color::Black => {
                self.black_promotes(class, state) || self.is_taken_en_passant(class, state)
            }
        }
    }

    fn white_takes(&mut self, class: Class, state: &State) -> bool {
        let Some(prey) = state.black else {
            return false;
        };
        let alone = |white| Class { white, black: None };
        if king_attacks(state.kings[0]).contains(prey)
            && self
                .table(alone(class.white))
                .has(&state.taken(prey, state.white))
        {
            return true;
        }
        state.attacked_by(class, Color::White).contains(prey)
            && becomes(class.white, prey).iter().any(|&role| {
                self.table(alone(role))
                    .has(&state.taken(state.kings[0], prey))
            })
    }

    fn white_promotes(&mut self, class: Class, state: &State) -> bool {
        let to = state.white.offset(0, 1);
        let to = to.filter(|to| class.white == Role::Pawn && Bitboard::BACK_RANKS.contains(*to));
        let Some(to) = to.filter(|to| !state.occupied().contains(*to)) else {
            return false;
        };
        let after = State {
            turn: Color::Black,
            white: to,
            ..*state
        };
        Role::PROMOTIONS
            .into_iter()
            .any(|white| self.table(Class { white, ..class }).has(&after))
    }

    fn black_promotes(&mut self, class: Class, state: &State) -> bool {
        let to = state.black.and_then(|square| square.offset(0, -1));
        let is_pawn = class.black == Some(Role::Pawn);
        let to = to.filter(|to| is_pawn && Bitboard::BACK_RANKS.contains(*to));
        let Some(to) = to.filter(|to| !state.occupied().contains(*to)) else {
            return false;
        };
        let after = State {
            turn: Color::White,
            black: Some(to),
            ..*state
        };
        Role::PROMOTIONS.into_iter().any(|role| {
            let black = Some(role);
            self.table(Class { black, ..class }).has(&after)
        })
    }

    /// Whether Black can make a double step after which White takes en passant and wins.
    fn is_taken_en_passant(&mut self, class: Class, state: &State) -> bool {
        let pawns = Class {
            white: Role::Pawn,
            black: Some(Role::Pawn),
        };
        let Some(from) = state
            .black
            .filter(|from| class == pawns && from.rank().index() == 6)
        else {
            return false;
        };
        let (Some(over), Some(to)) = (from.offset(0, -1), from.offset(0, -2)) else {
            return false;
        };
        let stepped = State {
            turn: Color::White,
            black: Some(to),
            ..*state
        };
        let is_free = !state.occupied().contains(over) && !state.occupied().contains(to);
        is_free
            && stepped.is_legal(class)
            && attacks(Role::Pawn, Color::White, state.white, Bitboard::EMPTY).contains(over)
            && self
                .table(Class {
                    black: None,
                    ..class
                })
                .has(&state.taken(state.kings[0], over))
    }
}

/// What a man may be after it has come to that square.
fn becomes(role: Role, square: Square) -> Vec<Role> {
    if role == Role::Pawn && Bitboard::BACK_RANKS.contains(square) {
        Role::PROMOTIONS.to_vec()
    } else {
        vec![role]
    }
}

/// The states, legal or not, from which a move that takes nothing leads here.
fn steps_back(class: Class, state: &State) -> Vec<State> {
    let (mover, occupied) = (!state.turn, state.occupied());
    let mut before = Vec::new();
    let king = mover as usize;
    for from in king_attacks(state.kings[king]) - occupied {
        let mut other = *state;
        other.turn = mover;
        other.kings[king] = from;
        before.push(other);
    }
    let man = match mover {
        Color::White => Some((class.white, state.white)),
        Color::Black => class.black.zip(state.black),
    };
    let Some((role, to)) = man else { return before };
    let mut origins = attacks(role, mover, to, occupied) - occupied;
    if role == Role::Pawn {
        origins = pawn_origins(class, state, mover, to);
    }
    for from in origins {
        let mut other = *state;
        other.turn = mover;
        match mover {
            Color::White => other.white = from,
            Color::Black => other.black = Some(from),
        }
        before.push(other);
    }
    before
}

fn pawn_origins(class: Class, state: &State, mover: Color, to: Square) -> Bitboard {
    let (back, middle) = match mover {
        Color::White => (-1, 3),
        Color::Black => (1, 4),
    };
    let is_free = |square: &Square| !state.occupied().contains(*square);
    let mut origins = Bitboard::EMPTY;
    if let Some(one) = to.offset(0, back).filter(is_free) {
        origins |= one.into();
        let is_double = to.rank().index() == middle;
        let is_saved = mover == Color::White && state.is_saved_en_passant(class);
        if let Some(two) = one.offset(0, back).filter(is_free)
            && is_double
            && !is_saved
        {
            origins |= two.into();
        }
    }
    origins
}

/// The same position with the colors exchanged, for the question whether Black can mate.
fn colors_exchanged(setup: &Setup) -> Setup {
    let mut exchanged = Setup {
        turn: !setup.turn,
        ..Setup::default()
    };
    for square in setup.board.occupied() {
        let piece = setup.board.piece_at(square).unwrap();
        let color = !piece.color;
        exchanged
            .board
            .set(square.flip_rank(), Piece { color, ..piece });
    }
    exchanged
}

/// Asks for some states of the table, and compares.
fn compare(table: &Table, count: usize, dice: &mut Dice) {
    let (mut yes, mut no) = (0, 0);
    while yes + no < count {
        let state = State::at(table.class, dice.below(table.bits.len() * 64));
        if !state.is_legal(table.class) {
            continue;
        }
        let setup = state.setup(table.class);
        for (setup, color) in [
            (setup.clone(), Color::White),
            (colors_exchanged(&setup), Color::Black),
        ] {
            let position = setup.position(Mode::Standard).unwrap();
            let verdict = winnable(&position, color, Budget::default());
            let answer = confirmed(&position, color, &verdict);
            let truth = if table.has(&state) { "yes" } else { "no" };
            assert_eq!(
                answer,
                truth,
                "{color} in {}: {}",
                position.fen(),
                brief(&verdict)
            );
        }
        *(if table.has(&state) { &mut yes } else { &mut no }) += 1;
    }
    eprintln!("{:?}: {yes} winnable, {no} not", table.class);
}

#[test]
fn positions_of_three_men_are_judged_as_the_tables_say() {
    let mut library = Library::default();
    let mut dice = Dice(0x7AB1_2001);
    for white in [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
    ] {
        let table = library.table(Class { white, black: None });
        compare(&table, 300, &mut dice);
    }
}

#[test]
fn positions_of_four_men_are_judged_as_the_tables_say() {
    if !is_long() {
        return;
    }
    let mut library = Library::default();
    let mut dice = Dice(0x7AB1_2002);
    let men = [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ];
    for white in men {
        for black in men {
            let table = library.table(Class {
                white,
                black: Some(black),
            });
            compare(&table, 4_000, &mut dice);
        }
    }
}

/// The squares that stand for all, where men without a direction are on the board.
const TRIANGLE: [Square; 10] = [
    Square::A1,
    Square::B1,
    Square::C1,
    Square::D1,
    Square::B2,
    Square::C2,
    Square::D2,
    Square::C3,
    Square::D3,
    Square::D4,
];

/// How many diagrams with these men show a mate of Black, and how many of them the material rule
/// would call impossible.
fn mates(class: Class) -> (u32, u32) {
    let (mut mates, mut missed) = (0, 0);
    for black_king in TRIANGLE {
        // Attacks are mutual.
        for white in attacks(class.white, Color::White, black_king, Bitboard::EMPTY) {
            for white_king in !king_attacks(black_king) {
                for black in Bitboard::ALL {
                    let state = State {
                        turn: Color::Black,
                        kings: [white_king, black_king],
                        white,
                        black: Some(black),
                    };
                    if state.is_legal(class) && state.is_mate(class) {
                        mates += 1;
                        let board = state.setup(class).board;
                        missed += u32::from(MaterialClass::of(&board, Color::White).is_some());
                    }
                }
            }
        }
    }
    (mates, missed)
}

#[test]
fn no_diagram_of_the_classes_that_never_mate_is_a_mate() {
    let class = |white, black| Class {
        white,
        black: Some(black),
    };
    for never in [
        class(Role::Knight, Role::Queen),
        class(Role::Bishop, Role::Queen),
        class(Role::Bishop, Role::Rook),
    ] {
        assert_eq!(mates(never), (0, 0), "{never:?}");
    }
    // With other men there are mates, and the rule calls none of those impossible.
    for mating in [
        class(Role::Knight, Role::Rook),
        class(Role::Knight, Role::Bishop),
        class(Role::Knight, Role::Knight),
        class(Role::Bishop, Role::Bishop),
        class(Role::Bishop, Role::Knight),
    ] {
        let (mates, missed) = mates(mating);
        assert!(
            mates > 0 && missed == 0,
            "{mating:?}: {mates}, {missed} missed"
        );
    }
}
