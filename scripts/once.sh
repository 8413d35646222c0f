#!/usr/bin/env bash
# Runs a command only when what it reads has changed since it last succeeded, by content and not by date:
#   scripts/once.sh OUTPUTS INPUT... -- COMMAND [ARGUMENT...]
# OUTPUTS is one word: files or folders, parted by spaces, that must exist afterwards; the command runs again when any
# is missing. An INPUT may be a file or a folder. Stamps live in .make/, under the name of the first output.
set -euo pipefail

read -ra outputs <<<"$1"
shift
inputs=()
while [ "$1" != "--" ]; do
    inputs+=("$1")
    shift
done
shift

stamp=".make/${outputs[0]//\//_}"
missing() {
    for output in "${outputs[@]}"; do
        [ -e "$output" ] || printf '%s ' "$output"
    done
}

key=$({
    printf '%s\n' "$@"
    find "${inputs[@]}" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
} | sha256sum)

if [ -z "$(missing)" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$key" ]; then
    exit 0
fi
mkdir -p .make
rm -f "$stamp"
"$@"
[ -z "$(missing)" ] || {
    echo "$1 succeeded but left no $(missing)" >&2
    exit 1
}
printf '%s\n' "$key" >"$stamp"
