#!/usr/bin/env bash
# Benchmarks/run shrinking [name…]: the forms to which the failures of challenges are shrunk, from fifty seeds each, and the
# evaluations and time of that. Names are prefixes of the names of challenges; with names, the forms other than the smallest
# are listed as well.
set -euo pipefail
cd "$(dirname "$0")"
swift build -c release --product ShrinkingBenchmarks >&2
pin=()
if command -v taskset >/dev/null; then pin=(taskset -c "$(($(getconf _NPROCESSORS_ONLN) - 1))"); fi
"${pin[@]}" "$(swift build -c release --show-bin-path)/ShrinkingBenchmarks" "$@"
