//! The integration tests, one binary: `cargo test --release --locked`.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test that fails is to panic")]

mod data;
mod laws;
mod naive;
mod refusals;
mod robustness;
mod support;
mod tidy;

mod cli;
