// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that what measures TEACheck is no burden on those who use it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "TEACheck", path: "..")],
  targets: [
    .executableTarget(
      name: "SamplingBenchmarks", dependencies: [.product(name: "TEACheck", package: "TEACheck")])
  ],
  swiftLanguageModes: [.v6]
)
