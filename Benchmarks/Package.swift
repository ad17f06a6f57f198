// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that users of TEACheck do not build the benchmarks.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "TEACheck", path: "..")],
  targets: [
    // The models are those of the examples and tests: `Yardsticks` and `WrittenParts` are links to their folders.
    .executableTarget(
      name: "ExplorerBenchmarks", dependencies: [.product(name: "TEACheck", package: "TEACheck")],
      exclude: ["Yardsticks/YardstickChecks.swift"]),
    .executableTarget(
      name: "PlainSearch", dependencies: [.product(name: "TEACheck", package: "TEACheck")],
      exclude: ["Yardsticks/YardstickChecks.swift"]),
    .executableTarget(
      name: "SamplingBenchmarks", dependencies: [.product(name: "TEACheck", package: "TEACheck")]),
    // The challenges are those of the tests: `Challenges` is a link to their folder.
    .executableTarget(
      name: "ShrinkingBenchmarks", dependencies: [.product(name: "TEACheck", package: "TEACheck")]),
  ],
  swiftLanguageModes: [.v6]
)
