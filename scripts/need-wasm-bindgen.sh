#!/usr/bin/env bash
# Finds or installs the wasm-bindgen program of exactly the library's version, and prints its path.
# It takes minutes to compile, so it is kept outside of the checkout, once for the machine.
set -euo pipefail

version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/^version = "\(.*\)"$/\1/p}' Cargo.lock)
folder=${XDG_CACHE_HOME:-$HOME/.cache}/tabiya/wasm-bindgen-$version

if [ ! -x "$folder/bin/wasm-bindgen" ]; then
    echo "Compiling wasm-bindgen $version, once for this machine (minutes)" >&2
    # Unoptimised: it runs for a second per build, and optimising it would cost a minute more.
    install() {
        env -u CARGO_TARGET_DIR CARGO_PROFILE_DEV_DEBUG=0 cargo install wasm-bindgen-cli \
            --version "$version" --debug --quiet --bin wasm-bindgen --root "$folder" "$@" >&2
    }
    # A registry mirror may lack a version that the program's own lock file names.
    install --locked || install
fi
echo "$folder/bin/wasm-bindgen"
