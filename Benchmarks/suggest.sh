#!/usr/bin/env bash
# Benchmarks/run suggest [name…]: what looking for suggestions costs beside the exploration that it follows, of three yardstick
# models: some worlds, tens of thousands, and a quarter of a million. Names are beginnings of those wanted.
#
#   ROUNDS=3     how often each is measured; the medians are printed
#
# Columns: worlds, seconds of the exploration, seconds of the search for suggestions, their ratio, bytes a world. More than twice
# the exploration or, where there are worlds enough to tell, 200 bytes a world ends in an exit code other than 0.
set -euo pipefail
cd "$(dirname "$0")"
swift build -c release --product ExplorerBenchmarks >&2
python3 suggest.py "$(swift build -c release --show-bin-path)/ExplorerBenchmarks" "$@"
