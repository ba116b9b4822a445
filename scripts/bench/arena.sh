#!/usr/bin/env bash
# What the arena costs: two bots that answer at once, 300,000 turns of Querni, two games at a time on two processors.
# Prints turns a second and microseconds of the arena's own CPU a turn, medians of seven runs, and whether the bars
# hold; exit status 1 if one does not.
# Usage: scripts/bench/arena.sh [RUNS]
set -euo pipefail
cd "$(dirname "$0")/../.."

runs=${1:-7}
cargo build --release --locked --quiet --bins --examples
target=${CARGO_TARGET_DIR:-target}/release
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

for n in $(seq "$runs"); do
    "$target/querni" arena --game querni --pairs 5000 --movetime 5000 --concurrency 2 --out "$dir/$n" \
        --engine name=one cmd="$target/examples/bot pass" --engine name=other cmd="$target/examples/bot pass" |
        grep "of the arena's own CPU" >> "$dir/told"
done
median() { sort -n | sed -n "$(((runs + 1) / 2))p"; }
rate=$(sed 's/.* s, \([0-9]*\) a second.*/\1/' "$dir/told" | median)
cost=$(sed 's/.*second, \([0-9.]*\) us.*/\1/' "$dir/told" | median)
failed=0
bar() { # NAME FIGURE BAR: a figure and a condition on it
    local verdict=yes
    awk "BEGIN { exit !($2 $3) }" || { verdict=no; failed=1; }
    echo "| $1 | $2 | $3 | $verdict |"
}
echo '| arena | median | bar | holds |'
echo '|---|---|---|---|'
bar 'turns a second' "$rate" '>= 60000'
bar 'us of its own CPU a turn' "$cost" '<= 15'
exit "$failed"
