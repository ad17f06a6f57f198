#!/usr/bin/env bash
# peers/figures.sh [command prefix]: the figures of other libraries on the measures of SamplingBenchmarks.
#
# Hypothesis is taken from python3. The Swift libraries are taken from checkouts in the folder PEERS, which are copied:
# swift-property-based and SwiftCheck. A peer that is missing or does not build is reported on standard
# error, and the other peers are still measured.
set -uo pipefail
cd "$(dirname "$0")"
here=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

missing() { echo "no figures of $1: $2" >&2; }

# Makes a package beside a copy of the checkout: name, kind of target, product, name of its package.
package() {
  local folder=$scratch/figures-$1
  mkdir -p "$folder/Figures"
  cp "$here/$1.swift" "$here/../Sources/SamplingBenchmarks/Measure.swift" "$folder/Figures"
  cat >"$folder/Package.swift" <<SWIFT
// swift-tools-version: 6.1
import PackageDescription
let package = Package(
  name: "Figures", platforms: [.macOS(.v15)], dependencies: [.package(name: "$4", path: "$scratch/$4")],
  targets: [
    .$2(name: "Figures", dependencies: [.product(name: "$3", package: "$4")], path: "Figures",
      swiftSettings: [.unsafeFlags(["-parse-as-library"])])
  ],
  swiftLanguageModes: [.v5])
SWIFT
}

# Copies a checkout, if there is one.
checkout() {
  if [ ! -d "${PEERS:-}/$1" ]; then
    missing "$1" "name a folder that holds its checkout with PEERS=…"
    return 1
  fi
  cp -R "$PEERS/$1/." "$scratch/$1"
  rm -rf "$scratch/$1/.build" "$scratch/$1/Package@"*
}

# Runs a command and keeps the lines of figures.
figures() {
  local peer=$1
  shift
  "$@" 2>"$scratch/errors" >"$scratch/output" || { tail -n 20 "$scratch/output" "$scratch/errors" >&2
    missing "$peer" "it does not build or run here"; }
  grep -o 'peer/.*' "$scratch/output"
}

build() { nice swift build --package-path "$scratch/figures-$1" -c release "${@:2}"; }

if python3 -c 'import hypothesis' 2>/dev/null; then
  figures Hypothesis "$@" python3 "$here/hypothesis_figures.py"
else
  missing Hypothesis "install it with pip install hypothesis"
fi

if checkout swift-property-based; then
  package SwiftPropertyBased testTarget PropertyBased swift-property-based
  run() {
    build SwiftPropertyBased --build-tests && "${@:1}" swift test --package-path "$scratch/figures-SwiftPropertyBased" \
      -c release --skip-build
  }
  figures swift-property-based run "$@"
fi

if checkout SwiftCheck; then
  # The tests of SwiftCheck depend on a package that no longer exists.
  python3 - "$scratch/SwiftCheck/Package.swift" <<'PYTHON'
import re, sys
text = open(sys.argv[1]).read()
text = re.sub(r"dependencies: \[\s*\.package\([^)]*\)\s*\],", "dependencies: [],", text)
text = re.sub(r"\.testTarget\([^)]*\),", "", text)
open(sys.argv[1], "w").write(text)
PYTHON
  package SwiftCheck executableTarget SwiftCheck SwiftCheck
  run() { build SwiftCheck && "$@" "$scratch/figures-SwiftCheck/.build/release/Figures"; }
  figures SwiftCheck run "$@"
fi
