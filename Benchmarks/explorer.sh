#!/usr/bin/env bash
# Benchmarks/run explorer: the yardstick models against a bare search in C++ of the same sitting.
#
# The baseline is compiled from BASELINE, by default ../shared/baseline/raw.cpp beside the repository.
# ratio_to_raw is the median of five runs of each, taken in turns.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd .. && pwd)
baseline=${BASELINE:-$root/../shared/baseline/raw.cpp}
[ -f "$baseline" ] || { echo "The baseline $baseline is missing; name it with BASELINE=…" >&2; exit 66; }

raw=$(mktemp -d)
trap 'rm -rf "$raw"' EXIT
g++ -O3 -march=native -pthread "$baseline" -o "$raw/raw"
swift build --package-path "$root" -c release --product YardstickChecks >&2
suite=$(swift build --package-path "$root" -c release --show-bin-path)/YardstickChecks

median() { sort -g | sed -n 3p; }

printf '%-10s %-10s %-6s %7s %10s %12s %6s %9s %s\n' \
  model form mode workers distinct transitions depth seconds ratio_to_raw
measure() { # model, form, title of the check, arguments of the baseline
  local model=$1 form=$2 title=$3 workers; shift 3
  for workers in 1 2; do
    local ours=() theirs=() record
    for _ in 1 2 3 4 5; do
      record=$("$suite" explore --format json --workers "$workers" "$title")
      ours+=("$(sed 's/.*"seconds":\([0-9.e-]*\).*/\1/' <<<"$record")")
      theirs+=("$("$raw/raw" "$@" parent | sed 's/.*sec=\([0-9.]*\).*/\1/')")
    done
    local seconds bare
    seconds=$(printf '%s\n' "${ours[@]}" | median)
    bare=$(printf '%s\n' "${theirs[@]}" | median)
    number() { sed "s/.*\"$1\":\([0-9]*\).*/\1/" <<<"$record"; }
    printf '%-10s %-10s %-6s %7s %10s %12s %6s %9.3f %.2f\n' "$model" "$form" exact "$workers" \
      "$(number states)" "$(number transitions)" "$(number depth)" "$seconds" \
      "$(awk "BEGIN { print $bare / $seconds }")"
  done
}

measure "grid 6 10" plain "PlainGrid · grid 6 10" grid 6 10
measure "grid 6 10" container "Grid · grid 6 10" grid 6 10
measure "8-puzzle" container "Puzzle · 8-puzzle" puzzle
measure "2pc 6" container "TwoPhaseCommit · 2pc 6" 2pc 6
