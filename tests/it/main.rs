//! The integration tests, one binary: `cargo test --release --locked`.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test that fails is to panic")]

mod allocation;
#[cfg(target_os = "linux")]
mod arena;
mod cli;
mod clients;
mod conformance;
mod counting;
mod data;
mod documents;
mod json;
mod laws;
mod naive;
mod players;
mod records;
mod refusals;
mod regression;
mod robustness;
mod schemas;
mod searches;
mod strength;
mod support;
mod tactics;
mod tidy;
mod transcripts;
