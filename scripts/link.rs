//! The build script: asks the linker for a layout. It must not generate anything.
#![allow(clippy::print_stdout, reason = "cargo is told by standard output")]

/// What the compiler marks as cold goes into a section of its own, so that what a command runs through lies closer
/// together. Linkers that do not know this option pass over it.
fn main() {
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,keep-text-section-prefix");
    }
    println!("cargo:rerun-if-changed=scripts/link.rs");
}
