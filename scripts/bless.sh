#!/usr/bin/env bash
# Records the transcripts anew with the present daemon and shows what changed.
# Usage: scripts/bless.sh [FILE...]     all of protocol/transcripts if none is named
case ${1-} in -h | --help) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit ;; esac
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -gt 0 ] || set -- protocol/transcripts/*.txt
cargo build --release --locked --quiet
querni=${CARGO_TARGET_DIR:-target}/release/querni
for file in "$@"; do
    # These lines say that the file is not what --echo prints.
    if grep -qE '^# (cut|by hand)' "$file"; then
        echo "$file is edited by hand and left as it is"
        continue
    fi
    new=$(mktemp)
    # The commands are what does not begin with a marker.
    grep -v '^[|=?!]' "$file" | "$querni" --echo > "$new"
    if ! diff -u "$file" "$new"; then
        cp "$new" "$file"
    fi
    rm -f "$new"
done
"$querni" check "$@"
