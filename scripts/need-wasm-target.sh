#!/usr/bin/env bash
# Finds or installs a Rust that builds WebAssembly, and prints which: `rustup` or `debian`.
# TABIYA_WASM_TOOLCHAIN=debian skips the first, which is how the second is tried on a machine that has both.
set -euo pipefail

target=wasm32-unknown-unknown

if [ "${TABIYA_WASM_TOOLCHAIN:-}" != debian ]; then
    if [ -d "$(rustc --print target-libdir --target "$target")" ]; then
        echo rustup
        exit
    fi
    # No answer in two minutes is a network that does not reach Rust's servers.
    if command -v rustup >/dev/null && timeout 120 rustup target add "$target" >&2; then
        echo rustup
        exit
    fi
    echo "rustup cannot add $target here: using Debian's packages instead" >&2
fi

debian_is_complete() {
    [ -x /usr/bin/cargo ] && [ -x /usr/bin/rustc ] && [ -x /usr/bin/wasm-ld-19 ] &&
        [ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library" ]
}
debian_is_complete ||
    scripts/apt.sh "a Rust that builds WebAssembly" rustc-web cargo-web rust-web-src lld-19
debian_is_complete || {
    echo "Missing a Rust that builds WebAssembly: try rustup target add $target" >&2
    exit 1
}
echo debian
