#!/usr/bin/env bash
# Benchmarks/run build: the time of a cold release build of a package that imports TEACheck and checks one module.
#
# Three builds, on two cores at most. The processor time is printed as well, because other processes do not add to it.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd .. && pwd)
package=$(mktemp -d)
trap 'rm -rf "$package"' EXIT

mkdir -p "$package/Sources/Checks"
cat >"$package/Package.swift" <<SWIFT
// swift-tools-version: 6.3
import PackageDescription
let package = Package(
  name: "Checks", platforms: [.macOS(.v15)], dependencies: [.package(name: "TEACheck", path: "$root")],
  targets: [.executableTarget(name: "Checks", dependencies: [.product(name: "TEACheck", package: "TEACheck")])])
SWIFT
cat >"$package/Sources/Checks/Checks.swift" <<'SWIFT'
import TEACheck

enum Till: Module {
  enum Message { case increment, decrement }
  struct Model: Hashable { var count = 0 }
  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    model.count += message == .increment ? 1 : -1
  }
}

@main struct Checks: CheckSuite {
  static let checks = [Specification(of: Till.self) { Always("never below zero") { $0.count >= 0 } }.check()]
}
SWIFT

cores=()
if command -v taskset >/dev/null; then cores=(taskset -c 0,1); fi
TIMEFORMAT='%R %U %S'
for build in 1 2 3; do
  rm -rf "$package/.build"
  seconds=$({ time "${cores[@]}" swift build --package-path "$package" -c release >"$package/log" 2>&1; } 2>&1) ||
    { cat "$package/log" >&2; exit 1; }
  read -r real user system <<<"$seconds"
  echo "cold-release-build-$build $real s"
  echo "cold-release-build-$build-processor $(awk "BEGIN { print $user + $system }") s"
done
