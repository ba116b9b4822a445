//! The `querni` program.

use querni::cli::Cli;
use querni::run::run;
use std::io::Write;
use std::process::ExitCode;

/// The exit status where something failed that is no fault of the commands.
const INTERNAL: u8 = 3;

fn main() -> ExitCode {
    run(&Cli::of_process()).unwrap_or_else(|error| {
        // Where standard error is closed too, the exit status has to be enough.
        let _ = writeln!(std::io::stderr(), "querni: {error}");
        ExitCode::from(INTERNAL)
    })
}
