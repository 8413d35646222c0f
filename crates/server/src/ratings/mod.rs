//! Ratings: which class a game counts for, and how it moves the ratings of both. Where ratings are
//! kept stands in the store.

mod class;
mod elo;

pub use class::RatingClass;
pub use elo::{Change, FIRST_RATING, PROVISIONAL_GAMES, Standing, rate};
