//! One game at a table.
