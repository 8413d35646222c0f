#!/usr/bin/env bash
# Runs a command only when what it reads has changed since it last succeeded, by content and not by date:
#   scripts/once.sh OUTPUT INPUT... -- COMMAND [ARGUMENT...]
# OUTPUT (a file or folder) must exist afterwards; an INPUT may be a file or a folder. Stamps live in .make/.
set -euo pipefail

output=$1
shift
inputs=()
while [ "$1" != "--" ]; do
    inputs+=("$1")
    shift
done
shift

stamp=".make/${output//\//_}"
key=$({
    printf '%s\n' "$@"
    find "${inputs[@]}" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
} | sha256sum)

if [ -e "$output" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$key" ]; then
    exit 0
fi
mkdir -p .make
rm -f "$stamp"
"$@"
[ -e "$output" ] || {
    echo "$1 succeeded but left no $output" >&2
    exit 1
}
printf '%s\n' "$key" >"$stamp"
