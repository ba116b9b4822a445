//! The build script: asks the linker for a layout. It must not generate anything.
#![allow(clippy::print_stdout, reason = "cargo is told by standard output")]

use std::env::var;

/// What the compiler marks as cold goes into a section of its own, and what a command runs through into another.
/// Where the linker is not the one that comes with the compiler it may know less, and is asked for nothing.
fn main() {
    let is = |name: &str, value: &str| var(name).is_ok_and(|found| found == value);
    let is_known = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ARCH", "x86_64");
    let is_chosen = var("RUSTC_LINKER").is_ok()
        || var("CARGO_ENCODED_RUSTFLAGS").is_ok_and(|flags| flags.contains("link"));
    if is_known
        && !is_chosen
        && let Ok(root) = var("CARGO_MANIFEST_DIR")
    {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,keep-text-section-prefix");
        println!("cargo:rustc-link-arg-bins=-Wl,-T,{root}/scripts/layout.ld");
    }
    println!("cargo:rerun-if-changed=scripts/link.rs");
    println!("cargo:rerun-if-changed=scripts/layout.ld");
}
