//! Matches between bots that are programs of their own, and results that can be trusted.
//!
//! What is planned ([`config`], [`schedule`]), counted ([`tally`], [`stats`]) and told ([`report`]) is pure: plain data
//! in, plain data out. What plays ([`run()`]) is the referee by the rules of the library, and keeps its only state in one
//! file that is appended to ([`store`]). The arena knows bots by the protocol alone, and no session.

pub mod config;
pub mod entry;
#[cfg(target_os = "linux")]
mod evidence;
pub mod latency;
#[cfg(target_os = "linux")]
mod player;
#[cfg(target_os = "linux")]
mod progress;
#[cfg(target_os = "linux")]
mod referee;
pub mod report;
#[cfg(target_os = "linux")]
mod run;
pub mod schedule;
#[cfg(target_os = "linux")]
mod slots;
pub mod stats;
pub mod store;
pub mod tally;
pub mod verdict;

#[cfg(target_os = "linux")]
pub use run::{ArenaError, Ended, Manner, run};
