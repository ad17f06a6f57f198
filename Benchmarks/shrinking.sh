#!/usr/bin/env bash
# Benchmarks/run shrinking [name…]: in which form the failures of challenges end, from fifty seeds each, and what it took.
# Names are beginnings of those wanted; of these the other forms are listed too.
set -euo pipefail
cd "$(dirname "$0")"
swift build -c release --product ShrinkingBenchmarks >&2
pin=()
if command -v taskset >/dev/null; then pin=(taskset -c "$(($(getconf _NPROCESSORS_ONLN) - 1))"); fi
"${pin[@]}" "$(swift build -c release --show-bin-path)/ShrinkingBenchmarks" "$@"
