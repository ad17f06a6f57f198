#!/usr/bin/env bash
# Benchmarks/run build: the time of cold builds of a package that imports TEACheck and checks one module, in debug and in
# release; and of a build of the suite RealBugs in release after one of its files was changed.
#
# Each is built three times, on two cores at most. The processor time is printed as well, because other processes do not add
# to it.
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

# Prints the times of a build: measure NAME ARGUMENT...
measure() {
  local name=$1 seconds real user system
  shift
  seconds=$({ time "${cores[@]}" swift build "$@" >"$package/log" 2>&1; } 2>&1) || { cat "$package/log" >&2; exit 1; }
  read -r real user system <<<"$seconds"
  echo "$name $real s"
  echo "$name-processor $(awk "BEGIN { print $user + $system }") s"
}

for build in 1 2 3; do
  for configuration in debug release; do
    rm -rf "$package/.build"
    measure "cold-$configuration-build-$build" --package-path "$package" -c "$configuration"
  done
done

# The copy keeps the working tree as it is.
mkdir "$package/TEACheck"
cp -R "$root/Package.swift" "$root/Sources" "$root/Tests" "$root/Examples" "$package/TEACheck"
edited=$package/TEACheck/Examples/RealBugs/VoiceMemos.swift
measure "realbugs-release-build" --package-path "$package/TEACheck" -c release --product RealBugsChecks
for edit in 1 2 3; do
  echo "func edit$edit(_ number: Int) -> Int { number + $edit }" >>"$edited"
  measure "realbugs-release-edit-$edit" --package-path "$package/TEACheck" -c release --product RealBugsChecks
done
