#!/usr/bin/env bash
# Benchmarks/run sampling [name…]: the rates of random values and of random runs, one line per measure: name, value, unit.
# Names are prefixes of the names of the measures to take.
#
# The measures run on the last core, and rates are by processor time, so that other processes matter little; the seconds of
# the gate are those of the clock. The figures of other libraries are taken in the same sitting, where the libraries are at
# hand: see peers/figures.sh.
set -euo pipefail
cd "$(dirname "$0")"
swift build -c release --product SamplingBenchmarks >&2
pin=()
if command -v taskset >/dev/null; then pin=(taskset -c "$(($(getconf _NPROCESSORS_ONLN) - 1))"); fi
"${pin[@]}" "$(swift build -c release --show-bin-path)/SamplingBenchmarks" "$@"
[ $# -gt 0 ] || peers/figures.sh "${pin[@]}"
