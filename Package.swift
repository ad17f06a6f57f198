// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "TEACheck",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "TEARuntime", targets: ["TEARuntime"]),
    .library(name: "ElmStyle", targets: ["ElmStyle"]),
    .library(name: "PoppelStyle", targets: ["PoppelStyle"]),
    .library(name: "ElmButtonStyle", targets: ["ElmButtonStyle"]),
    .library(name: "ElementaryStyle", targets: ["ElementaryStyle"]),
    .library(name: "MobiusStyle", targets: ["MobiusStyle"]),
    .library(name: "MobiusReadmeStyle", targets: ["MobiusReadmeStyle"]),
    .library(name: "MobiusTestStyle", targets: ["MobiusTestStyle"]),
    .library(name: "TEACheck", targets: ["TEACheck"]),
    .executable(name: "tea-check", targets: ["tea-check"]),
  ],
  targets: [
    // Text alone: TEARuntime and TEASupport use it, and can be compiled at the same time, as neither uses the other.
    .target(name: "TEAText", path: "Sources/TEARuntime/Text"),
    .target(name: "TEARuntime", dependencies: ["TEAText"], exclude: ["Styles", "Text"]),
    .target(name: "ElmStyle", dependencies: ["TEARuntime"], path: "Sources/TEARuntime/Styles/Elm"),
    .target(name: "PoppelStyle", dependencies: ["TEARuntime"], path: "Sources/TEARuntime/Styles/Poppel"),
    .target(name: "ElmButtonStyle", dependencies: ["TEARuntime"], path: "Sources/TEARuntime/Styles/ElmButton"),
    .target(name: "ElementaryStyle", dependencies: ["TEARuntime"], path: "Sources/TEARuntime/Styles/Elementary"),
    .target(name: "MobiusStyle", dependencies: ["TEARuntime"], path: "Sources/TEARuntime/Styles/Mobius"),
    .target(name: "MobiusReadmeStyle", dependencies: ["MobiusStyle"], path: "Sources/TEARuntime/Styles/MobiusReadme"),
    .target(name: "MobiusTestStyle", dependencies: ["MobiusStyle"], path: "Sources/TEARuntime/Styles/MobiusTest"),
    // The parts of TEACheck that need none of a user's types. Each is a module, and uses only modules above it.
    .target(name: "TEASupport", dependencies: ["TEAText"], path: "Sources/TEACheck/Support"),
    .target(name: "TEAMemory", path: "Sources/TEACheck/Memory"),
    .target(name: "TEAStateSpace", dependencies: ["TEASupport", "TEAMemory"], path: "Sources/TEACheck/StateSpace"),
    .target(name: "TEAGenerators", dependencies: ["TEARuntime", "TEASupport"], path: "Sources/TEACheck/Generators"),
    .target(name: "TEAResults", dependencies: ["TEAText", "TEASupport"], path: "Sources/TEACheck/Results"),
    .target(
      name: "TEAAnalysis", dependencies: ["TEAText", "TEARuntime", "TEASupport"], path: "Sources/TEACheck/Analysis"),
    .target(
      name: "TEACheck",
      dependencies: [
        "TEAText", "TEARuntime", "TEASupport", "TEAGenerators", "TEAMemory", "TEAStateSpace", "TEAResults",
        "TEAAnalysis",
      ],
      exclude: ["Support", "Generators", "Memory", "StateSpace", "Results", "Analysis"]),
    .executableTarget(name: "tea-check", dependencies: ["TEAText", "TEARuntime", "TEASupport", "TEAResults"]),

    // The examples. `swift run tea-check` finds and runs their suites, the targets named `…Checks`.
    .executableTarget(name: "CounterChecks", dependencies: ["TEACheck"], path: "Examples/Counter"),
    .target(name: "SimulatedPhone", dependencies: ["TEACheck"], path: "Examples/Phone"),
    .executableTarget(name: "ButtonsChecks", dependencies: ["TEACheck", "SimulatedPhone"], path: "Examples/Buttons"),
    .executableTarget(name: "SearchBoxChecks", dependencies: ["TEACheck"], path: "Examples/SearchBox"),
    .executableTarget(
      name: "RealBugsChecks", dependencies: ["TEACheck"], path: "Examples/RealBugs", exclude: ["README.md"]),
    .executableTarget(name: "WorldChecks", dependencies: ["TEACheck"], path: "Examples/World"),
    .executableTarget(name: "AdoptingChecks", dependencies: ["TEACheck"], path: "Examples/Adopting"),
    .target(name: "RecipesApp", dependencies: ["TEACheck"], path: "Examples/Recipes/App"),
    .executableTarget(
      name: "RecipesChecks", dependencies: ["RecipesApp", "TEACheck"], path: "Examples/Recipes/Checks"),
    .executableTarget(name: "YardstickChecks", dependencies: ["TEACheck"], path: "Examples/Yardsticks"),
    .target(name: "SeedTerminal", dependencies: ["TEARuntime"], path: "Examples/Seeds/Terminal"),
    .executableTarget(name: "ElmForSwift", dependencies: ["ElmStyle"], path: "Examples/Seeds/ElmForSwift"),
    .target(name: "MobiusCounterApp", dependencies: ["MobiusReadmeStyle"], path: "Examples/Seeds/MobiusCounter/App"),
    .executableTarget(
      name: "MobiusCounter", dependencies: ["MobiusCounterApp", "MobiusReadmeStyle", "SeedTerminal"],
      path: "Examples/Seeds/MobiusCounter/Terminal"),
    .executableTarget(
      name: "MobiusCounterChecks", dependencies: ["MobiusCounterApp", "MobiusReadmeStyle", "TEACheck"],
      path: "Examples/Seeds/MobiusCounter/Checks"),

    .target(name: "PoppelCounterApp", dependencies: ["PoppelStyle"], path: "Examples/Seeds/PoppelCounter/App"),
    .executableTarget(
      name: "PoppelCounter", dependencies: ["PoppelCounterApp", "SeedTerminal"],
      path: "Examples/Seeds/PoppelCounter/Terminal"),
    .executableTarget(
      name: "PoppelCounterChecks", dependencies: ["PoppelCounterApp", "TEACheck"],
      path: "Examples/Seeds/PoppelCounter/Checks"),

    .target(name: "ElmButtonsApp", dependencies: ["ElmButtonStyle"], path: "Examples/Seeds/ElmButtons/App"),
    .executableTarget(
      name: "ElmButtons", dependencies: ["ElmButtonsApp", "SeedTerminal"], path: "Examples/Seeds/ElmButtons/Terminal"),
    .executableTarget(
      name: "ElmButtonsChecks", dependencies: ["ElmButtonsApp", "SimulatedPhone", "TEACheck"],
      path: "Examples/Seeds/ElmButtons/Checks"),

    .target(name: "ElmMemosApp", dependencies: ["ElmButtonStyle"], path: "Examples/Seeds/ElmMemos/App"),
    .executableTarget(
      name: "ElmMemos", dependencies: ["ElmMemosApp", "ElmButtonStyle", "SeedTerminal"],
      path: "Examples/Seeds/ElmMemos/Terminal"),
    .executableTarget(
      name: "ElmMemosChecks", dependencies: ["ElmMemosApp", "ElmButtonStyle", "TEACheck"],
      path: "Examples/Seeds/ElmMemos/Checks"),

    .target(name: "ElementarySeed", dependencies: ["ElementaryStyle"], path: "Examples/Seeds/Elementary/App"),
    .executableTarget(
      name: "ElementaryTerminal", dependencies: ["ElementarySeed", "ElementaryStyle", "SeedTerminal"],
      path: "Examples/Seeds/Elementary/Terminal"),
    .executableTarget(
      name: "ElementaryChecks", dependencies: ["ElementarySeed", "TEACheck"], path: "Examples/Seeds/Elementary/Checks"),

    .target(name: "Extent", path: "Tests/Extent"),
    .testTarget(name: "TEARuntimeTests", dependencies: ["TEARuntime", "Extent"]),
    .testTarget(name: "ElmStyleTests", dependencies: ["ElmStyle", "ElmForSwift"]),
    .testTarget(name: "StyleTests", dependencies: ["PoppelCounterApp", "ElmButtonsApp"]),
    .testTarget(name: "ElementaryStyleTests", dependencies: ["ElementaryStyle", "ElementarySeed"]),
    .testTarget(
      name: "MobiusStyleTests",
      dependencies: ["MobiusStyle", "MobiusReadmeStyle", "MobiusTestStyle", "MobiusCounterApp"]),
    .target(name: "TerminalTesting", path: "Tests/TerminalTesting"),
    .testTarget(
      name: "SeedTests",
      dependencies: [
        "TerminalTesting", "SeedTerminal", "PoppelCounter", "ElmButtons", "ElmButtonsChecks", "CounterChecks",
        "ElementaryTerminal", "MobiusCounter", "ElmMemos",
      ]),
    .testTarget(
      name: "TEACheckTests",
      dependencies: [
        "TEACheck", "Extent", "PoppelStyle", "ElmButtonStyle", "CounterChecks", "ButtonsChecks", "SearchBoxChecks",
        "RealBugsChecks", "WorldChecks",
        "YardstickChecks", "PoppelCounterChecks", "ElmButtonsChecks", "ElmMemosChecks", "ElementaryChecks",
        "MobiusCounterChecks", "AdoptingChecks", "RecipesApp", "RecipesChecks", "SimulatedPhone",
      ]),
    .testTarget(
      name: "TEACheckCommandTests",
      dependencies: [
        "tea-check", "TEACheck", "TEARuntime", "Extent", "TerminalTesting", "ElmButtons", "ElmButtonsChecks",
        "RealBugsChecks",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Only the gate sets this variable: when a package that depends on this one is built, warnings here must not become errors.
let isStrict = Context.environment["CI_TEACHECK_WARNINGS"] == "error"

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
  if isStrict {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
    target.cSettings = [.treatAllWarnings(as: .error)]
  }
}
