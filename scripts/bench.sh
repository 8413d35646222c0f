#!/usr/bin/env bash
# Measures tabiya-rules beside its peers, built for any machine and for this one, and writes the
# table of docs/performance.md. Arguments go to the program: --rounds, --turn-ms, --deeper.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-$PWD/target}
build=(cargo --locked build --profile bench-peers --package tabiya-bench)

"${build[@]}"

features=()
if rustc --print cfg -C target-cpu=native | grep -q 'target_feature="bmi2"'; then
    features=(--features pext)
fi
RUSTFLAGS="-C target-cpu=native" "${build[@]}" "${features[@]}" --target-dir "$target/native"

commit=$(git rev-parse --short HEAD)
if ! git diff --quiet HEAD -- crates Cargo.toml Cargo.lock; then
    commit="$commit with changes"
fi
processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
versions=$(cargo --locked tree --package tabiya-bench --depth 1 --prefix none |
    sed -nE 's/^(shakmaty|cozy-chess|chess|pgn-reader) v([0-9.]+).*/\1 \2/p' | paste -sd, | sed 's/,/, /g')

"$target/bench-peers/tabiya-bench" --page docs/performance.md \
    --native "$target/native/bench-peers/tabiya-bench" \
    --caption "$(date -u +%F), commit $commit, $(rustc --version | cut -d' ' -f1,2), ${processor:-$(uname -m)}; $versions." \
    "$@"
