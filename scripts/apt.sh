#!/usr/bin/env bash
# Installs Debian packages where that is allowed, else says in one line what is missing:
#   scripts/apt.sh "what they are for" PACKAGE...
set -euo pipefail

purpose=$1
shift
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "Missing $purpose. On Debian or Ubuntu: sudo apt-get install $*" >&2
    exit 1
fi
echo "Installing $purpose: $*" >&2
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq >&2
apt-get install -y -qq --no-install-recommends "$@" >&2 || {
    echo "Missing $purpose: apt-get could not install $*" >&2
    exit 1
}
