// swift-tools-version: 6.3
import CompilerPluginSupport
import PackageDescription

// Exhaust's library alone, without what its tests, benchmarks and documentation depend on.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"), .enableExperimentalFeature("StrictConcurrency"),
]
let macros = "Packages/exhaust-macros/Sources/"

let package = Package(
  name: "Exhaust",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Exhaust", targets: ["Exhaust"])],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax.git", "601.0.1"..<"603.0.0"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.2.2"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.0.0"),
  ],
  targets: [
    .target(name: "ExhaustTraceCmp", publicHeadersPath: "include"),
    .target(name: "ExhaustCore", dependencies: ["ExhaustTraceCmp"], swiftSettings: settings),
    .macro(
      name: "ExhaustMacros",
      dependencies: [
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
      ],
      path: macros + "ExhaustMacros", swiftSettings: settings),
    .target(name: "ExhaustMacroPlugin", dependencies: ["ExhaustMacros"], path: macros + "ExhaustMacroPlugin"),
    .target(
      name: "Exhaust",
      dependencies: [
        "ExhaustCore", "ExhaustMacroPlugin",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "CustomDump", package: "swift-custom-dump"),
      ],
      swiftSettings: settings),
  ]
)
