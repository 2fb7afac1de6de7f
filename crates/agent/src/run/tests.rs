//! Turns of scripted models.
