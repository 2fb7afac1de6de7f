//! The mirobody library.
