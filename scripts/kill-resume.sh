#!/usr/bin/env bash
# Kills an arena by SIGKILL at random moments and lets the same command go on each time; in the end exactly the
# planned games must be there, each once, and nothing may run any more.
# Usage: scripts/kill-resume.sh [KILLS]     100 if not said
case ${1-} in -h | --help) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit ;; esac
set -euo pipefail
cd "$(dirname "$0")/.."

kills=${1:-100}
pairs=$((kills * 40))
cargo build --release --locked --quiet --bins --examples
target=${CARGO_TARGET_DIR:-target}/release
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export QUERNI_KILL_RESUME=$dir

# Not to be called but in a process of its own, which it becomes.
arena() {
    exec "$target/querni" arena --game querni --pairs "$pairs" --movetime 5000 --concurrency 2 --out "$dir/match" \
        --engine name=one cmd="sh -c '$target/examples/bot pass; true'" \
        --engine name=other cmd="$target/examples/bot right"
}

left() {
    grep -lsz "^QUERNI_KILL_RESUME=$dir\$" /proc/[0-9]*/environ | while read -r environ; do
        pid=${environ//[!0-9]/}
        # Neither this script nor what it runs to look, nor what has ended and was not waited for.
        if tr '\0' ' ' 2> "$dir/tr" < "/proc/$pid/cmdline" | grep -q "$target"; then
            echo "$pid"
        fi
    done
}

for n in $(seq "$kills"); do
    arena > "$dir/out" 2>&1 &
    pid=$!
    sleep "0.$(printf '%03d' $((RANDOM % 250)))"
    kill -KILL "$pid" 2> "$dir/kill" || true
    wait "$pid" 2> "$dir/wait" || true
    for _ in $(seq 100); do
        [ -n "$(left)" ] || break
        sleep 0.02
    done
    [ -z "$(left)" ] || { echo "after kill $n these still run: $(left)"; exit 1; }
done
there=$(wc -l < "$dir/match/games.jsonl")
(arena > "$dir/out")
games=$(wc -l < "$dir/match/games.jsonl")
ids=$(grep -o '"id":"[0-9]*[ab]"' "$dir/match/games.jsonl" | sort -u | wc -l)
"$target/querni" replay "$dir/match/games.jsonl" | tail -1
echo "$kills kills; $there games were there after the last; $games lines and $ids ids of $((2 * pairs)) games"
[ "$games" = $((2 * pairs)) ] && [ "$ids" = $((2 * pairs)) ]
