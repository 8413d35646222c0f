#!/usr/bin/env bash
# Finds or installs a Chromium for the browser tests, and prints its path. CHROMIUM=/path/to/it chooses one.
set -euo pipefail

find_one() {
    for name in ${CHROMIUM:+"$CHROMIUM"} chromium chromium-browser google-chrome; do
        command -v "$name" && return
    done
    return 1
}
find_one && exit
scripts/apt.sh "a Chromium for the browser tests" chromium
find_one || {
    echo "Missing a Chromium for the browser tests: set CHROMIUM to one" >&2
    exit 1
}
