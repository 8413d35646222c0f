#!/usr/bin/env bash
# Finds or installs a Python with python-chess, and prints its path. Prints nothing where there is none: the test of
# tabiya uci under another driver then says that it skips. TABIYA_PYTHON=/path/to/python chooses one.
set -euo pipefail

VERSION=1.11.2
OWN=.make/python

has_chess() { "$1" -c 'import chess.engine' 2>/dev/null; }

for python in ${TABIYA_PYTHON:+"$TABIYA_PYTHON"} python3 "$PWD/$OWN/bin/python"; do
    if command -v "$python" >/dev/null && has_chess "$python"; then
        command -v "$python"
        exit
    fi
done
mkdir -p .make
if python3 -m venv "$OWN" >&2 && "$OWN/bin/pip" install --quiet --disable-pip-version-check "chess==$VERSION" >&2; then
    echo "$PWD/$OWN/bin/python"
else
    echo "No python-chess: tabiya uci is not tried under another driver" >&2
fi
