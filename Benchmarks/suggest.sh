#!/usr/bin/env bash
# Benchmarks/run suggest [name…]: the cost of the search for suggestions against that of the exploration before it, for three
# yardstick models: thousands of worlds, tens of thousands, and a quarter of a million, and for two whose many messages are
# derived. Names are prefixes of the names of models.
#
#   ROUNDS=3     the number of measurements of each model; the medians are printed
#
# Columns: worlds, seconds of the exploration, seconds of the search for suggestions, their ratio, bytes a world. More than twice
# the exploration or, where there are worlds enough to tell, 200 bytes a world ends in an exit code other than 0.
set -euo pipefail
cd "$(dirname "$0")"
swift build -c release --product ExplorerBenchmarks >&2
python3 suggest.py "$(swift build -c release --show-bin-path)/ExplorerBenchmarks" "$@"
