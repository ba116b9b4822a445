//! The build script: asks the linker for a layout, if it knows how. It makes no code.
#![allow(clippy::print_stdout, reason = "cargo is told by standard output")]

use std::env::var;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// What the compiler marks as cold goes into a section of its own, and what a command runs through into another.
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=scripts/link.rs");
    println!("cargo:rerun-if-changed=scripts/layout.ld");
    let out = var("OUT_DIR")?;
    // Cargo knows that folder wherever it is moved to, but not the one of the sources.
    let layout = format!("{out}/layout.ld");
    // Written, not copied: a copy of what may only be read could not be written again.
    fs::write(&layout, fs::read("scripts/layout.ld")?)?;
    let asked = [format!("-T{layout}"), "-Wl,-z,keep-text-section-prefix".to_owned()];
    if var("CARGO_CFG_TARGET_OS")? == "linux" && takes(&asked, &out) {
        asked.iter().for_each(|arg| println!("cargo:rustc-link-arg-bins={arg}"));
    }
    Ok(())
}

/// Whether a program of nothing can be linked with these arguments, by the linker that will link the real one.
fn takes(args: &[String], out: &str) -> bool {
    let source = Path::new(out).join("nothing.rs");
    let flags = var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let linker = var("RUSTC_LINKER").map(|linker| format!("-Clinker={linker}"));
    let mut rustc = Command::new(var("RUSTC").unwrap_or_else(|_| "rustc".to_owned()));
    rustc
        .arg(&source)
        .args(["--out-dir", out])
        .args(var("TARGET").map(|target| format!("--target={target}")));
    rustc.args(flags.split('\x1f').filter(|flag| !flag.is_empty())).args(linker);
    rustc
        .args(args.iter().map(|arg| format!("-Clink-arg={arg}")))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    fs::write(&source, "fn main() {}\n").is_ok() && rustc.status().is_ok_and(|status| status.success())
}
