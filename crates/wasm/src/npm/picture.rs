//! Pictures for the npm package: options of JavaScript become a picture of the rules.

use js_sys::{Array, Error};
use tabiya_rules::svg::{Brush, Coordinates, Picture, Theme};
use tabiya_rules::{Move, Position, Square};
use wasm_bindgen::JsValue;

use super::value::{color, field, misuse, square};

/// The SVG of a position by the options that `SvgOptions` in `index.d.ts` names.
pub(super) fn picture(
    position: &Position,
    last: Option<Move>,
    options: &JsValue,
) -> Result<String, Error> {
    let mut picture = Picture::of(position);
    if let Some(mv) = last {
        picture = picture.last_move(mv);
    }
    if let Some(side) = text(options, "orientation") {
        picture = picture.orientation(color(&side)?);
    }
    if let Some(place) = text(options, "coordinates") {
        picture = picture.coordinates(coordinates(&place)?);
    }
    if let Some(name) = text(options, "theme") {
        picture = picture.theme(theme(&name)?);
    }
    if let Some(size) = field(options, "size").and_then(|size| size.as_f64()) {
        if !(1.0..=10_000.0).contains(&size) {
            return Err(misuse("The size of a picture is 1 to 10000 pixels."));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the range was checked, and a part of a pixel is none"
        )]
        let size_px = size as u32;
        picture = picture.size_px(size_px);
    }
    for arrow in list(options, "arrows") {
        let ends = (text(&arrow, "from"), text(&arrow, "to"));
        let (Some(from), Some(to)) = ends else {
            return Err(misuse("An arrow is { from, to, color? }."));
        };
        picture = picture.arrow(square(&from)?, square(&to)?, brush(&arrow)?);
    }
    for circle in list(options, "circles") {
        picture = picture.circle(place(&circle)?, brush(&circle)?);
    }
    for marked in list(options, "marks") {
        picture = picture.mark(place(&marked)?, brush(&marked)?);
    }
    Ok(picture.to_string())
}

fn text(options: &JsValue, name: &str) -> Option<String> {
    field(options, name)?.as_string()
}

fn list(options: &JsValue, name: &str) -> Vec<JsValue> {
    let found = field(options, name).filter(Array::is_array);
    found.map_or_else(Vec::new, |list| Array::from(&list).to_vec())
}

fn place(mark: &JsValue) -> Result<Square, Error> {
    let name = text(mark, "square");
    square(&name.ok_or_else(|| misuse("A mark is { square, color? }."))?)
}

fn brush(mark: &JsValue) -> Result<Brush, Error> {
    match text(mark, "color").as_deref() {
        None | Some("green") => Ok(Brush::Green),
        Some("red") => Ok(Brush::Red),
        Some("yellow") => Ok(Brush::Yellow),
        Some("blue") => Ok(Brush::Blue),
        Some(_) => Err(misuse("A mark is green, red, yellow or blue.")),
    }
}

fn coordinates(place: &str) -> Result<Coordinates, Error> {
    match place {
        "none" => Ok(Coordinates::None),
        "inside" => Ok(Coordinates::Inside),
        "outside" => Ok(Coordinates::Outside),
        _ => Err(misuse("Coordinates are none, inside or outside.")),
    }
}

fn theme(name: &str) -> Result<Theme, Error> {
    match name {
        "light" => Ok(Theme::LIGHT),
        "dark" => Ok(Theme::DARK),
        _ => Err(misuse("The theme is light or dark.")),
    }
}
