import Foundation
import Testing

@testable import TEAResults

/// The folders of a package's targets, by the text of its manifest.
@Suite struct PackageTargetTests {
  @Test func `a target stands in its usual folder, or else at the path that the manifest gives it`() throws {
    let package = try TemporaryFolder()
    func makeFolder(_ path: String) throws {
      try FileManager.default.createDirectory(atPath: "\(package.path)/\(path)", withIntermediateDirectories: true)
    }
    for path in ["App", "Parts/Roof", "Sources/Garden", "Elsewhere"] { try makeFolder(path) }
    let manifest = """
      let package = Package(
        name: "House",
        products: [.library(name: "House", targets: ["House"])],
        dependencies: [.package(name: "Door", path: "App")],
        targets: [
          .target(name: "House", dependencies: [.target(name: "Roof"), .product(name: "Door", package: "Door")], path: "App"),
          .target(
            name: "Roof",  // made of wood
            path: "./Parts/Roof/"),
          .executableTarget(name: "House-Checks", dependencies: ["House"], path: "."),
          .target(name: "Cellar", path: "Missing"), .target(name: "Plain"), .target(name: "Garden", path: "Elsewhere"),
          .testTarget(name: "Survey", path: "Elsewhere"),
        ])
      """
    try Data(manifest.utf8).write(to: URL(fileURLWithPath: "\(package.path)/Package.swift"))
    let targets = PackageTargets(package: package.path)
    #expect(targets.folder(ofTarget: "House") == "\(package.path)/App")
    #expect(targets.folder(ofTarget: "Roof") == "\(package.path)/Parts/Roof")
    #expect(targets.folder(ofTarget: "House_Checks") == package.path)
    #expect(targets.folder(ofTarget: "Garden") == "\(package.path)/Sources/Garden")
    #expect(targets.folder(ofTarget: "Survey") == "\(package.path)/Elsewhere")
    #expect(targets.folder(ofTarget: "Survey", besidesTests: true) == nil)
    for target in ["Door", "Cellar", "Plain", "Tower"] { #expect(targets.folder(ofTarget: target) == nil) }
  }
}
