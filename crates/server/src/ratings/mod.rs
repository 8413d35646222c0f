//! Ratings: which class a game counts for. Where ratings are kept stands in the store.

mod class;

pub use class::RatingClass;
