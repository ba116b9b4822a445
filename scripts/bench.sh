#!/usr/bin/env bash
# Measures the program beside others on this machine and says which bars hold.
#
#   scripts/bench.sh           seven alternating pairs a row, for round trips three times as many; exit status 1 if
#                              some bar does not hold
#   scripts/bench.sh --short   one pair of little work a row: shows that the measuring works, whatever the figures
#   PAIRS=15 scripts/bench.sh  more pairs
#
# It needs a C compiler, rustc and python3, and compares with Stockfish where that is there (Debian: stockfish); it
# installs nothing. Rows that count are measured in user CPU time of the whole process, Stockfish's start left out:
# others at work on the machine do that time the least harm. Rows on pipes are measured by the clock, those of round
# trips with both processes on one CPU.
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1-} in
    '') pairs=${PAIRS:-7} short='' depth=6 lines=1000000 starts=200 games=5000 ;;
    --short) pairs=1 short=short depth=5 lines=20000 starts=10 games=200 ;;
    *) sed -n '2,13s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac

echo 'building what is measured ...' >&2
cargo build --release --locked --quiet --bins --examples
querni=${CARGO_TARGET_DIR:-target}/release/querni
stockfish=$(command -v stockfish || command -v /usr/games/stockfish || true)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -O2 -o "$work/echo" scripts/bench/echo.c
cc -O2 -o "$work/parent" scripts/bench/parent.c
rustc -O -o "$work/hello" scripts/bench/hello.rs
python3 scripts/bench/inputs.py "$querni" "$work" $short
: > "$work/quit"
printf 'go perft %s\n' "$depth" > "$work/chess"

# user_time FILE COMMAND...: the seconds of user CPU time of a command that reads FILE; its output goes to "$work/out".
user_time() {
    local input=$1 TIMEFORMAT=%U
    shift
    { time "$@" < "$input" > "$work/out" 2> /dev/null; } 2>&1
}

# nodes PATTERN: the sum of the numbers that follow PATTERN in the output.
nodes() {
    grep -oE "$1 *[0-9]+" "$work/out" | sed 's/.*[=: ]//' | awk '{ sum += $NF } END { printf "%.0f", sum }'
}

# The figures of one run: units a second, or nanoseconds.
counting() { # FILE
    local seconds
    seconds=$(user_time "$work/$1" "$querni")
    python3 -c "print($(nodes nodes=) / max($seconds, 0.001))"
}
benching() { # MODE GAME
    local seconds
    seconds=$(user_time /dev/null "$querni" bench "$1" --game "$2")
    grep total "$work/out" > "$work/total" && mv "$work/total" "$work/out"
    python3 -c "print($(nodes nodes=) / max($seconds, 0.001))"
}
chess() {
    local start seconds
    start=$(user_time "$work/quit" "$stockfish")
    seconds=$(user_time "$work/chess" "$stockfish")
    python3 -c "print($(nodes 'Nodes searched:') / max($seconds - $start, 0.001))"
}
on_one_cpu() { "$work/parent" turns "$work/$1" "$2"; }
piped() { "$work/parent" pipe "$lines" "$@"; }
started() { "$work/parent" start "$starts" "$1"; }
resting() { "$work/parent" rest "$1"; }

# row NAME BAR AIM UNIT COMMAND / PEER...: measures in alternating order, and keeps the figures of each pair.
# A bar is at least (>=) or at most (<=) so many times the peer's figure.
row() {
    local name=$1 bar=$2 aim=$3 unit=$4 mine=() times=$pairs i a b
    shift 4
    while [[ $1 != / ]]; do mine+=("$1"); shift; done
    shift
    if [[ $* == *stockfish* && -z $stockfish ]] || [[ $1 == chess && -z $stockfish ]]; then
        printf '%s\t%s\t%s\t%s\tskipped\n' "$name" "$bar" "$aim" "$unit" >> "$work/figures"
        return
    fi
    printf '%s ...\n' "$name" >&2
    # Others at work on the machine do round trips the most harm, and these are soon measured.
    if [[ ${mine[0]} == on_one_cpu && -z $short ]]; then times=$((3 * pairs)); fi
    for ((i = 0; i < times; i++)); do
        if ((i % 2)); then a=$("${mine[@]}"); b=$("$@"); else b=$("$@"); a=$("${mine[@]}"); fi
        printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$bar" "$aim" "$unit" "$a" "$b" >> "$work/figures"
    done
}

row 'Querni perft 4, starts' '>=6' '>=12' M/s counting querni-start / chess
row 'Querni perft 4, scattered' '>=2.5' '>=5' M/s counting querni-scatter / chess
row 'Qawale perft 5, start' '>=10' '>=20' M/s counting qawale-start / chess
row 'Qawale perft 4, ten middles' '>=10' '>=20' M/s counting qawale-middle / chess
row 'Querni leaf by leaf' '>=0.25' '>=0.5' M/s benching leaves querni / chess
row 'Qawale leaf by leaf' '>=0.25' '>=0.5' M/s benching leaves qawale / chess
row 'Querni playouts, turns' '>=0.025' '>=0.05' M/s benching playouts querni / chess
row 'Qawale playouts, turns' '>=0.025' '>=0.05' M/s benching playouts qawale / chess
row 'ping, round trip' '<=1.15' '' us on_one_cpu ping "$querni" / on_one_cpu ping "$work/echo"
row 'play T, round trip' '<=1.5' '' us on_one_cpu play "$querni" / on_one_cpu play "$work/echo"
row 'position and legal, round trip' '<=3' '' us on_one_cpu legal "$querni" / on_one_cpu legal "$work/echo"
row 'ping without waiting, replies' '>=8' '' M/s piped ping = "$querni" / piped isready readyok "${stockfish:-stockfish}"
row 'spawn to first reply' '<=1.3' '' us started "$querni" / started "$work/hello"
row 'resident at rest (bar: 4096 KiB)' '<4096' '' KiB resting "$querni" / resting "$work/hello"

# The arena has nothing beside it: its bars are figures. Each run gives both.
printf 'arena ...\n' >&2
scripts/bench/arena.sh "$pairs" "$games" > "$work/arena"
while read -r rate cost; do
    printf '%s\t%s\t\t%s\t%s\n' 'arena, turns a second (bar: 60 k/s)' '>=60' k/s "$rate" \
        "arena, its own CPU a turn (bar: 15 us)" '<=15' us "$cost" >> "$work/figures"
done < "$work/arena"

printf '%s, %s CPUs, %s\n\n' "$(date -u +%F)" "$(nproc)" "$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1)"
python3 scripts/bench/report.py "$work/figures" $short
