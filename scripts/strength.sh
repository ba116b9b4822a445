#!/usr/bin/env bash
# How strong the bot search is: 400 games of each match, 50 ms a turn, seeds 1 to 3. Takes hours on one core.
# Usage: scripts/strength.sh [--movetime MS|--nodes N [PAIRS]]
#
# protocol/BENCHMARKS.md has the last result.
#
# What is asked for: against greedy 85% in Querni and 70% in Qawale; against random 97% in Querni with fewer than one
# game in ten drawn, and 85% in Qawale.
case ${1-} in -h | --help) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit ;; esac
set -euo pipefail
cd "$(dirname "$0")/.."

limit=(${1:---movetime} ${2:-50})
pairs=${3:-200}
cargo build --release --locked --quiet
querni=${CARGO_TARGET_DIR:-target}/release/querni
for game in querni qawale; do
    for other in greedy random; do
        for seed in 1 2 3; do
            "$querni" duel search "$other" --game "$game" --pairs "$pairs" "${limit[@]}" --seed "$seed"
        done
    done
done
