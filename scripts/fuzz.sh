#!/usr/bin/env bash
# Fuzzes the targets of fuzz/ one after the other: scripts/fuzz.sh [SECONDS [TARGET...]]
# What is found is kept beside the build and is where the next run begins. With FUZZ_RUNS=N each
# target begins at the seeds and tries N inputs, the same ones at each call and on each machine.
# Needs no cargo-fuzz and no nightly compiler, only a C++ compiler for the fuzzer's runtime.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-10}
shift || true
target_dir=${CARGO_TARGET_DIR:-$PWD/target}/fuzz
triple=$(rustc -vV | sed -n 's/^host: //p')

if ! command -v c++ >/dev/null; then
    echo "No C++ compiler here: NOT fuzzed. What the seeds show is tested without it." >&2
    exit 0
fi

# The marks by which the fuzzer sees which way was taken. The code has no `unsafe`, so there is
# nothing for a sanitizer of memory to find.
flags="-Cpasses=sancov-module -Ccodegen-units=1 --cfg fuzzing"
for mark in level=4 inline-8bit-counters pc-table trace-compares; do
    flags="$flags -Cllvm-args=-sanitizer-coverage-$mark"
done
# With --target the flags do not reach build scripts.
RUSTFLAGS=$flags cargo --locked build --quiet --release --manifest-path fuzz/Cargo.toml \
    --features libfuzzer --bins --target "$triple" --target-dir "$target_dir"

for target in "${@:-}"; do
    [ -n "$target" ] && targets+=("$target")
done
: "${targets:=$(sed -n 's|^path = "targets/\(.*\).rs"|\1|p' fuzz/Cargo.toml)}"
for target in ${targets[*]}; do
    corpus=$target_dir/corpus/$target
    extent=(-max_total_time="$seconds")
    if [ -n "${FUZZ_RUNS:-}" ]; then
        corpus=$target_dir/afresh/$target
        rm -rf "$corpus"
        extent=(-seed=1 -runs="$FUZZ_RUNS")
    fi
    mkdir -p "$corpus" "fuzz/artifacts/$target"
    log="$target_dir/$target.log"
    if ! "$target_dir/$triple/release/$target" "$corpus" "fuzz/seeds/$target" "${extent[@]}" \
        -timeout=10 -rss_limit_mb=2048 -max_len=2048 \
        -artifact_prefix="fuzz/artifacts/$target/" >"$log" 2>&1; then
        tail -n 60 "$log"
        echo "$target: a fault; the input is in fuzz/artifacts/$target" >&2
        exit 1
    fi
    printf '%-10s %s\n' "$target" "$(grep -a '^Done' "$log")"
done
