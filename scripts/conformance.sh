#!/usr/bin/env bash
# Whether a daemon does what the documents under protocol/ say: every transcript of protocol/conformance, then
# what a transcript cannot show. Each case prints one line; the last line is `N passed, N failed`.
set -euo pipefail

if [[ $# -eq 0 || $1 == --help ]]; then
    cat >&2 <<'USAGE'
Usage: conformance.sh CMD [ARGS...]

Checks the daemon that CMD starts. The transcripts are played by `querni check`: target/release/querni of this
repository (below CARGO_TARGET_DIR where that is set), or the program that QUERNI names. Exit status: 0 all passed, 1
some failed, 2 it cannot be checked.
USAGE
    exit 2
fi

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
querni=${QUERNI:-${CARGO_TARGET_DIR:-$root/target}/release/querni}
if ! command -v "$querni" >/dev/null; then
    echo "$querni is not there: cargo build --release builds it, and QUERNI names another" >&2
    exit 2
fi
if ! command -v python3 >/dev/null; then
    echo "python3 is not there" >&2
    exit 2
fi

# The command as one word, each argument in quotes.
engine=
for word in "$@"; do
    engine+="'${word//\'/\'\\\'\'}' "
done

passed=0
failed=0
for transcript in "$root"/protocol/conformance/*.txt; do
    name=$(basename "$transcript" .txt)
    if told=$("$querni" check --timeout 5 --engine "$engine" "$transcript" 2>&1); then
        echo "ok $name"
        passed=$((passed + 1))
    else
        echo "FAILED $name: $(tail -n 1 <<<"$told")"
        sed '$d; s/^/    /' <<<"$told"
        failed=$((failed + 1))
    fi
done

finished=no
while IFS= read -r line; do
    case $line in
        "ok "*) passed=$((passed + 1)) ;;
        "FAILED "*) failed=$((failed + 1)) ;;
        *" passed, "*" failed")
            finished=yes
            continue
            ;;
    esac
    printf '%s\n' "$line"
done < <(python3 "$root/scripts/conformance.py" "$@" 2>&1 || true)
if [ "$finished" = no ]; then
    echo "FAILED conformance.py: it has not come to its end"
    failed=$((failed + 1))
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
