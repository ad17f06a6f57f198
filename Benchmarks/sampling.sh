#!/usr/bin/env bash
# Benchmarks/run sampling [name…]: how fast random values are made and random runs go, one line per measure: name,
# value, unit. Names are beginnings of those wanted.
#
# The measures run on one core, the last one, and rates count processor time, so that others on the machine matter
# little; the seconds of the gate are those of the clock. The figures of other libraries are taken in the same sitting,
# where they are at hand: see peers/figures.sh.
set -euo pipefail
cd "$(dirname "$0")"
swift build -c release --product SamplingBenchmarks >&2
pin=()
if command -v taskset >/dev/null; then pin=(taskset -c "$(($(getconf _NPROCESSORS_ONLN) - 1))"); fi
"${pin[@]}" "$(swift build -c release --show-bin-path)/SamplingBenchmarks" "$@"
[ $# -gt 0 ] || peers/figures.sh "${pin[@]}"
