//! The mirobody binary.
fn main() {}
