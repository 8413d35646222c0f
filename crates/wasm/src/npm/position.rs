//! The class `Position` of the npm package.

use js_sys::{Error, Object};
use tabiya_rules::{
    Attempt, Budget, Color, InsufficientMaterial, Mode, Move, Uci, Verdict, read_move, winnable,
};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::picture::picture;
use super::value::{
    Fields, array, color, field, legal_move, misuse, move_error, position, refusal, role, square,
};

/// Whether a text is a position: `{ ok, fen }` or `{ ok, faults }`.
#[wasm_bindgen(js_name = readFen)]
pub fn read_fen(fen: &str, options: JsValue) -> Object {
    match position(Some(fen), &options) {
        Ok(position) => Fields::default()
            .with("ok", true)
            .with("fen", position.fen())
            .done(),
        Err(faults) => Fields::default()
            .with("ok", false)
            .with("faults", faults.list())
            .done(),
    }
}

/// A playable position, which never changes.
#[wasm_bindgen]
pub struct Position(pub(super) tabiya_rules::Position);

#[wasm_bindgen]
impl Position {
    /// The start, or what a FEN describes.
    #[wasm_bindgen(constructor)]
    pub fn new(fen: Option<String>, options: JsValue) -> Result<Position, Error> {
        let position = position(fen.as_deref(), &options);
        Ok(Self(position.map_err(|faults| faults.error())?))
    }

    /// The Chess960 start of a number, 0 to 959.
    pub fn chess960(number: u16) -> Result<Position, Error> {
        let position = tabiya_rules::Position::chess960(number);
        let position = position.ok_or_else(|| misuse("The arrays of Chess960 are 0 to 959."))?;
        Ok(Self(position))
    }

    /// In Forsyth-Edwards Notation.
    #[wasm_bindgen(getter)]
    pub fn fen(&self) -> String {
        self.0.fen()
    }

    /// Whose turn it is.
    #[wasm_bindgen(getter)]
    pub fn turn(&self) -> String {
        self.0.turn().name().to_owned()
    }

    /// Whether castling is that of Chess960.
    #[wasm_bindgen(getter, js_name = isChess960)]
    pub fn is_chess960(&self) -> bool {
        self.0.mode() == Mode::Chess960
    }

    /// Half-moves since the last pawn move or capture.
    #[wasm_bindgen(getter, js_name = halfmoveClock)]
    pub fn halfmove_clock(&self) -> u32 {
        self.0.halfmove_clock()
    }

    /// The number of the next move.
    #[wasm_bindgen(getter, js_name = moveNumber)]
    pub fn move_number(&self) -> u32 {
        self.0.fullmove_number()
    }

    /// The Polyglot key, 16 hexadecimal digits.
    #[wasm_bindgen(getter)]
    pub fn key(&self) -> String {
        format!("{:016x}", self.0.key().0)
    }

    /// The square of the king in check.
    #[wasm_bindgen(getter)]
    pub fn check(&self) -> Option<String> {
        let king = self.0.king(self.0.turn());
        self.0.is_check().then(|| king.to_string())
    }

    /// Whether the side to move is mated.
    #[wasm_bindgen(getter, js_name = isCheckmate)]
    pub fn is_checkmate(&self) -> bool {
        self.0.is_checkmate()
    }

    /// Whether the side to move has no move and is not in check.
    #[wasm_bindgen(getter, js_name = isStalemate)]
    pub fn is_stalemate(&self) -> bool {
        self.0.is_stalemate()
    }

    /// All men: `{ e1: { role, color }, … }`.
    pub fn pieces(&self) -> Object {
        let board = self.0.board();
        let men = board.occupied().into_iter();
        let men = men.filter_map(|square| Some((square, board.piece_at(square)?)));
        let fields = men.fold(Fields::default(), |fields, (square, man)| {
            let piece = Fields::default()
                .with("role", man.role.name())
                .with("color", man.color.name());
            fields.with(&square.to_string(), piece.done())
        });
        fields.done()
    }

    /// All legal moves.
    pub fn moves(&self) -> js_sys::Array {
        let moves = self.0.legal_moves().into_iter();
        array(moves.map(|mv| legal_move(&self.0, mv).done()))
    }

    /// Reads a move as people type it.
    pub fn read(&self, text: &str) -> Result<Object, Error> {
        let (mv, hint) = self.understood(text)?;
        Ok(legal_move(&self.0, mv).with_some("hint", hint).done())
    }

    /// The position after a move.
    pub fn play(&self, text: &str) -> Result<Position, Error> {
        let (mv, _) = self.understood(text)?;
        let mut after = self.0.clone();
        after.play_unchecked(mv);
        Ok(Self(after))
    }

    /// Why a man may not go from one square to another.
    pub fn why(
        &self,
        from: &str,
        to: &str,
        promotion: Option<String>,
    ) -> Result<Option<Object>, Error> {
        let attempt = Attempt {
            from: square(from)?,
            to: square(to)?,
            promotion: promotion.as_deref().map(role).transpose()?,
        };
        Ok(self.0.why_illegal(attempt).as_ref().map(refusal))
    }

    /// Whether two positions are the same in the sense of article 9.2.3.
    pub fn equals(&self, other: &Position) -> bool {
        self.0 == other.0
    }

    /// Whether a side has insufficient material, in the four definitions.
    #[wasm_bindgen(js_name = insufficientMaterial)]
    pub fn insufficient_material(&self, side: &str) -> Result<Object, Error> {
        let side = color(side)?;
        let all = InsufficientMaterial::ALL.into_iter();
        let fields = all.fold(Fields::default(), |fields, definition| {
            fields.with(camel(definition), definition.applies(&self.0, side))
        });
        Ok(fields.done())
    }

    /// A picture as SVG.
    pub fn svg(&self, options: JsValue) -> Result<String, Error> {
        picture(&self.0, None, &options)
    }

    /// Whether a side can still mate by any series of legal moves.
    pub fn winnable(&self, side: &str, options: JsValue) -> Result<Object, Error> {
        let side = color(side)?;
        let budget = match field(&options, "positions").map(|value| value.as_f64()) {
            None => Budget::default(),
            Some(Some(positions)) if (1.0..=f64::from(u32::MAX)).contains(&positions) =>
            {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "the range was checked, and half a position is none"
                )]
                Budget::positions(positions as u32)
            }
            Some(_) => return Err(misuse("The budget is a number of positions from 1.")),
        };
        Ok(answer(&self.0, side, &winnable(&self.0, side, budget)))
    }
}

impl Position {
    fn understood(&self, text: &str) -> Result<(Move, Option<String>), Error> {
        let reading = read_move(&self.0, text).map_err(|fault| move_error(&fault))?;
        Ok((reading.mv, reading.hint.map(|hint| hint.to_string())))
    }
}

const fn camel(definition: InsufficientMaterial) -> &'static str {
    match definition {
        InsufficientMaterial::LoneKing => "loneKing",
        InsufficientMaterial::MaterialPair => "materialPair",
        InsufficientMaterial::UsChess => "usChess",
        InsufficientMaterial::SimpleMinor => "simpleMinor",
    }
}

fn answer(position: &tabiya_rules::Position, side: Color, verdict: &Verdict) -> Object {
    let fields = Fields::default().with("winnable", verdict.is_winnable());
    match verdict {
        Verdict::Yes { line } => {
            let mut position = position.clone();
            let line = line.iter().map(|&mv| {
                let uci: Uci = mv.uci(&position);
                position.play_unchecked(mv);
                uci.to_string()
            });
            fields.with("line", array(line)).done()
        }
        Verdict::No { proof } => fields.with("reason", proof.sentence(side)).done(),
        Verdict::Undecided => fields.with("undecided", true).done(),
    }
}
