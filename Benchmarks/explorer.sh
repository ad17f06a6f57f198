#!/usr/bin/env bash
# Benchmarks/run explorer [name…]: the yardstick models against a bare search in C++ of the same sitting. Names are
# prefixes of the names of the models to measure.
#
#   ROUNDS=5          the number of measurements of each model; the medians are printed
#   MODES="exact"     the ways to keep worlds: exact, compact
#   WORKERS="1 2"     the numbers of threads
#   BASELINE=file     the bare search, by default ../shared/baseline/raw.cpp beside the repository
#
# A wrong count, a check that fails or an unknown name ends in an exit code other than 0. See README.md for the columns.
set -euo pipefail
cd "$(dirname "$0")"
baseline=${BASELINE:-$PWD/../../shared/baseline/raw.cpp}
swift build -c release --product ExplorerBenchmarks >&2
suite=$(swift build -c release --show-bin-path)/ExplorerBenchmarks

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ -f "$baseline" ]; then
  g++ -O3 -march=native -pthread "$baseline" -o "$folder/raw"
else
  echo "There is no baseline at $baseline, and so no ratio_to_raw; name it with BASELINE=…" >&2
fi
python3 explorer.py "$suite" "$folder/raw" "$@"
