//! The same position in the hands of independent implementations, so that tests can compare what they say. This
//! crate links GPL code and is never published; nothing that is may depend on it.
