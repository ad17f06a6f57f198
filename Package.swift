// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "TEACheck",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "TEARuntime", targets: ["TEARuntime"]),
    .library(name: "MobiusStyle", targets: ["MobiusStyle"]),
    .library(name: "TEACheck", targets: ["TEACheck"]),
    .executable(name: "tea-check", targets: ["tea-check"]),
  ],
  targets: [
    .target(name: "TEARuntime"),
    .target(name: "MobiusStyle", dependencies: ["TEARuntime"], path: "Sources/Styles/Mobius"),
    .target(name: "TEACheck", dependencies: ["TEARuntime"]),
    .executableTarget(name: "tea-check", dependencies: ["TEACheck"]),

    // Every example is a check suite of its own: `swift run tea-check` finds and runs them all.
    .executableTarget(name: "CounterChecks", dependencies: ["TEACheck"], path: "Examples/Counter"),
    .executableTarget(name: "ButtonsChecks", dependencies: ["TEACheck"], path: "Examples/Buttons"),
    .executableTarget(name: "SearchBoxChecks", dependencies: ["TEACheck"], path: "Examples/SearchBox"),
    .executableTarget(
      name: "RealBugsChecks", dependencies: ["TEACheck"], path: "Examples/RealBugs", exclude: ["README.md"]),
    .executableTarget(name: "YardstickChecks", dependencies: ["TEACheck"], path: "Examples/Yardsticks"),
    .target(name: "SeedTerminal", path: "Examples/Seeds/Terminal"),
    .executableTarget(name: "ElmForSwift", dependencies: ["TEARuntime"], path: "Examples/Seeds/ElmForSwift"),
    .target(name: "MobiusCounterApp", dependencies: ["MobiusStyle"], path: "Examples/Seeds/MobiusCounter/App"),
    .executableTarget(
      name: "MobiusCounter", dependencies: ["MobiusCounterApp", "MobiusStyle", "SeedTerminal"],
      path: "Examples/Seeds/MobiusCounter/Terminal"),
    .executableTarget(
      name: "MobiusCounterChecks", dependencies: ["MobiusCounterApp", "MobiusStyle", "TEACheck"],
      path: "Examples/Seeds/MobiusCounter/Checks"),

    .testTarget(name: "TEARuntimeTests", dependencies: ["TEARuntime", "ElmForSwift"]),
    .testTarget(name: "MobiusStyleTests", dependencies: ["MobiusStyle", "MobiusCounterApp"]),
    .testTarget(name: "SeedTests", dependencies: ["SeedTerminal", "MobiusCounter"]),
    .testTarget(
      name: "TEACheckTests",
      dependencies: [
        "TEACheck", "CounterChecks", "ButtonsChecks", "SearchBoxChecks", "RealBugsChecks", "YardstickChecks",
        "MobiusCounterChecks",
      ]),
    .testTarget(name: "TEACheckCommandTests", dependencies: ["tea-check", "TEACheck"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
}
