// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "TEACheck", path: "..")],
  targets: [
    .executableTarget(name: "ModelChecks", dependencies: [.product(name: "TEACheck", package: "TEACheck")])
  ],
  swiftLanguageModes: [.v6]
)
