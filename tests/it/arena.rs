//! The arena: that its results can be trusted, whatever bots do and however it ends.

mod config;
mod faults;
mod matches;
mod results;
mod resume;
mod schedule;
