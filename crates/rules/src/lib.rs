//! Chess itself: positions, moves, notation.
