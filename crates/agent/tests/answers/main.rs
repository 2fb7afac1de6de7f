//! Answers from a real store: every question of `questions.md`, and the shape of a turn.

mod questions;
mod support;
mod turn;
