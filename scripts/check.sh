#!/usr/bin/env bash
# Usage: scripts/check.sh
# The gate: formatting, lints, documentation and tests. Everything it needs comes with Rust and this repository.
case ${1-} in -h | --help) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit ;; esac
set -euo pipefail
cd "$(dirname "$0")/.."

cargo fmt --check
cargo clippy --release --locked --all-targets -- -D warnings
RUSTDOCFLAGS='-D warnings' cargo doc --release --locked --no-deps --document-private-items --quiet
cargo test --release --locked
