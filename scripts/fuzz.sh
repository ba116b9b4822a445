#!/usr/bin/env bash
# Fuzzes the bytes that the daemon reads, by coverage; see tests/fuzz/README.md.
# Usage: scripts/fuzz.sh [SECONDS]     60 if not said
set -euo pipefail
cd "$(dirname "$0")/../tests/fuzz"

seconds=${1:-60}
if ! [[ $seconds =~ ^[0-9]+$ ]]; then
    echo "Usage: scripts/fuzz.sh [SECONDS]" >&2
    exit 2
fi
if ! command -v cargo-fuzz >/dev/null; then
    echo "cargo-fuzz is missing; cargo install cargo-fuzz installs it. It needs a C++ compiler too." >&2
    exit 2
fi

# The seeds are the commands of the transcripts: what does not begin with a marker of a reply. They are made anew,
# the corpus grows from run to run.
rm -rf seeds
mkdir -p seeds corpus/stream
for file in ../../protocol/transcripts/*.txt ../../protocol/conformance/*.txt; do
    # Lines of 64 KiB do not fit; the target makes its own.
    (LC_ALL=C grep -av '^[|=?!]' "$file" || true) | head -c 4096 >"seeds/$(basename "$(dirname "$file")")-$(basename "$file")"
done

# Without a sanitizer, stable Rust will do; the crate has no unsafe code. What libFuzzer finds goes to artifacts.
exec cargo fuzz run --fuzz-dir . --sanitizer none stream corpus/stream seeds -- \
    -max_total_time="$seconds" -dict=dictionary -max_len=4096 -len_control=20 -timeout=20 \
    -rss_limit_mb=512 -malloc_limit_mb=64 -print_final_stats=1
