#!/usr/bin/env bash
# What the arena costs: two bots that answer at once play Querni, two games at a time on two processors. Prints for each
# run turns a second and nanoseconds of the arena's own CPU a turn; scripts/bench.sh has the bars.
# Usage: scripts/bench/arena.sh [RUNS [PAIRS]]; a pair of games has 60 turns
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo build --release --locked --quiet --bins --examples
target=${CARGO_TARGET_DIR:-target}/release
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

for run in $(seq "${1:-7}"); do
    "$target/querni" arena --game querni --pairs "${2:-5000}" --movetime 5000 --concurrency 2 --out "$dir/$run" \
        --engine name=one cmd="$target/examples/bot pass" --engine name=other cmd="$target/examples/bot pass" |
        sed -n "s/.* s, \([0-9]*\) a second, \([0-9.]*\) us of the arena's own CPU.*/\1 \2/p" |
        awk '{ print $1, $2 * 1000 } END { exit NR != 1 }'
done
