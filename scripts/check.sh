#!/usr/bin/env bash
# The gate: formatting, lints, documentation and tests. Everything it needs comes with Rust and this repository.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo fmt --check
cargo clippy --release --locked --all-targets -- -D warnings
RUSTDOCFLAGS='-D warnings' cargo doc --release --locked --no-deps --document-private-items --quiet
cargo test --release --locked
