//! Values of JavaScript made from ours: objects, arrays, errors with fields. Not here: what they
//! mean.

use js_sys::{Array, Error, Object, Reflect};
use tabiya_rules::{
    Color, Fen, FenError, FenFault, Mode, Move, MoveKind, MoveTextError, Position, Reason, Role,
    San, SetupFault, SetupFaults, Square,
};
use wasm_bindgen::JsValue;

/// A plain object, field by field.
#[derive(Default)]
pub(super) struct Fields(Object);

impl Fields {
    pub(super) fn with(self, name: &str, value: impl Into<JsValue>) -> Self {
        set(&self.0, name, &value.into());
        self
    }

    /// A field that is there only where there is a value.
    pub(super) fn with_some(self, name: &str, value: Option<impl Into<JsValue>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    pub(super) fn done(self) -> Object {
        self.0
    }
}

fn set(object: &Object, name: &str, value: &JsValue) {
    // Only a frozen object or a setter could refuse, and this object is plain and new.
    let _ = Reflect::set(object, &name.into(), value);
}

pub(super) fn array<T: Into<JsValue>>(values: impl IntoIterator<Item = T>) -> Array {
    values.into_iter().map(Into::into).collect()
}

pub(super) fn squares(squares: &[Square]) -> Array {
    array(squares.iter().map(ToString::to_string))
}

/// Whether an options object has a field that is true.
pub(super) fn flag(options: &JsValue, name: &str) -> bool {
    field(options, name).is_some_and(|value| value.is_truthy())
}

/// A field of an options object.
pub(super) fn field(options: &JsValue, name: &str) -> Option<JsValue> {
    if !options.is_object() {
        return None;
    }
    let value = Reflect::get(options, &name.into()).ok()?;
    (!value.is_undefined()).then_some(value)
}

/// An error with a name of its own and fields beside its message.
fn error(name: &str, message: &str, fields: &[(&str, JsValue)]) -> Error {
    let error = Error::new(message);
    error.set_name(name);
    for (name, value) in fields {
        set(&error, name, value);
    }
    error
}

/// An error about an argument that makes no sense.
pub(super) fn misuse(message: &str) -> Error {
    error("TypeError", message, &[])
}

/// Reads a color by its name.
pub(super) fn color(text: &str) -> Result<Color, Error> {
    let found = Color::ALL.into_iter().find(|color| color.name() == text);
    found.ok_or_else(|| misuse(&format!("A color is white or black, not \"{text}\".")))
}

/// Reads a square by its name.
pub(super) fn square(text: &str) -> Result<Square, Error> {
    text.parse()
        .map_err(|_| misuse(&format!("A square is a1 to h8, not \"{text}\".")))
}

/// Reads a kind of man by its name.
pub(super) fn role(text: &str) -> Result<Role, Error> {
    let found = Role::ALL.into_iter().find(|role| role.name() == text);
    found.ok_or_else(|| misuse(&format!("A pawn cannot become a \"{text}\".")))
}

/// A fault of FEN: its field, its stable name, its sentence.
struct Fault(&'static str, &'static str, String);

impl From<&FenFault> for Fault {
    fn from(fault: &FenFault) -> Self {
        Self(fault.field().name(), fault.code(), fault.to_string())
    }
}

impl From<&SetupFault> for Fault {
    fn from(fault: &SetupFault) -> Self {
        Self(fault.field().name(), fault.code(), fault.to_string())
    }
}

/// Why a text is no position: all faults.
pub(super) struct Faults(Vec<Fault>);

impl From<FenError> for Faults {
    fn from(error: FenError) -> Self {
        Self(error.iter().map(Fault::from).collect())
    }
}

impl From<SetupFaults> for Faults {
    fn from(faults: SetupFaults) -> Self {
        Self(faults.iter().map(Fault::from).collect())
    }
}

impl Faults {
    pub(super) fn list(&self) -> Array {
        array(self.0.iter().map(|Fault(field, code, message)| {
            Fields::default()
                .with("field", *field)
                .with("code", *code)
                .with("message", message.as_str())
                .done()
        }))
    }

    pub(super) fn error(&self) -> Error {
        let sentences: Vec<_> = self
            .0
            .iter()
            .map(|Fault(_, _, text)| text.as_str())
            .collect();
        error(
            "FenError",
            &sentences.join("; "),
            &[("faults", self.list().into())],
        )
    }
}

/// A position by the options `chess960` and `lenient`.
pub(super) fn position(fen: Option<&str>, options: &JsValue) -> Result<Position, Faults> {
    let mode = if flag(options, "chess960") {
        Mode::Chess960
    } else {
        Mode::Standard
    };
    let Some(fen) = fen else {
        return Ok(tabiya_rules::Setup::standard().position(mode)?);
    };
    if flag(options, "lenient") {
        return Ok(Fen::parse_lenient(fen)?.cleared(mode).position(mode)?);
    }
    Ok(Fen::parse(fen)?.position(mode)?)
}

/// Why a move is not possible.
pub(super) fn refusal(reason: &Reason) -> Object {
    Fields::default()
        .with("code", reason.code())
        .with("law", reason.article())
        .with("squares", squares(&reason.squares()))
        .with("message", reason.to_string())
        .done()
}

/// The same for the text of a move, as an error to throw.
pub(super) fn move_error(fault: &MoveTextError) -> Error {
    let forbidden = fault.reason().map(Reason::squares).unwrap_or_default();
    let candidates = fault.candidates().iter().map(|one| one.san.as_str());
    let fields = [
        ("code", fault.code().into()),
        ("law", fault.article().into()),
        ("squares", squares(&forbidden).into()),
        ("candidates", array(candidates).into()),
    ];
    error("MoveError", &fault.to_string(), &fields)
}

/// A legal move of a position.
pub(super) fn legal_move(position: &Position, mv: Move) -> Fields {
    let uci = mv.uci(position);
    let castles = match mv.kind() {
        MoveKind::Castle(side) => Some(side.name()),
        _ => None,
    };
    let captured = mv.capture_square(position).map(|square| square.to_string());
    Fields::default()
        .with("uci", uci.to_string())
        .with("san", San::write(position, mv))
        .with("from", uci.from.to_string())
        .with("to", uci.to.to_string())
        .with_some("promotion", uci.promotion.map(Role::name))
        .with_some("captures", captured)
        .with_some("castles", castles)
}
