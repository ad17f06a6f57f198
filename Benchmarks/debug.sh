#!/usr/bin/env bash
# Benchmarks/run debug: the speed of a debug and of a release build, each against PlainSearch in the same configuration and
# sitting: forty plain lines that search breadth-first over Set<Model> by the module's own update. One worker, medians.
#
#   ROUNDS=3                  the number of measurements of each model
#   CONFIGURATIONS="debug"    the configurations: debug, release
#
# Columns: distinct worlds a second of the search, of the forty lines, and the ratio of the two. Below, the checks of the
# corpus and random runs of it, in seconds and steps a second. A wrong count ends in an exit code other than 0.
set -euo pipefail
cd "$(dirname "$0")"
for configuration in ${CONFIGURATIONS:-debug release}; do
  for product in ExplorerBenchmarks PlainSearch; do swift build -c "$configuration" --product $product >&2; done
  swift build -c "$configuration" --package-path .. --product RealBugsChecks >&2
done
folder() { swift build -c "$1" "${@:2}" --show-bin-path; }
arguments=()
for configuration in ${CONFIGURATIONS:-debug release}; do
  arguments+=("$configuration" "$(folder "$configuration")" "$(folder "$configuration" --package-path ..)")
done
python3 debug.py "${arguments[@]}"
