import Foundation
import Testing

@testable import tea_check

/// The files that `--watch` watches.
@Suite struct SourceFilesTests {
  @Test func `files that a newly watched folder holds already do not count as saved`() throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("SourceFiles-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let (package, dependency) = (root.appendingPathComponent("Package"), root.appendingPathComponent("Dependency"))
    func write(_ text: String, to name: String, in folder: URL) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    try write("let one = 1", to: "One.swift", in: package)
    try write("let two = 2", to: "Two.swift", in: dependency)
    var files = SourceFiles(in: [package.path])
    // These files are saved while the first round builds, so they must count as saved afterwards.
    try write("let one = 10 + 1", to: "One.swift", in: package)
    try write("let three = 3", to: "Three.swift", in: package)
    let both = [package.path, dependency.path]
    files.add(SourceFiles(in: both))
    #expect(
      SourceFiles(in: both).changes(since: files) == ["One.swift", "Three.swift"].map { "\(package.path)/\($0)" })
    try write("let two = 20 + 2", to: "Two.swift", in: dependency)
    #expect(SourceFiles(in: both).changes(since: files).first == "\(dependency.path)/Two.swift")
  }

  @Test func `files in folders that links lead to are watched, each once`() throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("SourceFiles-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    for file in ["Package/Sources/One.swift", "shared/Two.swift", "shared/more/Three.swift"] {
      try root.write("let number = 1", file)
    }
    for (link, end) in [
      ("Package/Linked", "../shared"), ("Package/Sources/Again", ".."), ("shared/more/back", "../../Package"),
      ("Package/nowhere", "../gone"),
    ] {
      try FileManager.default.createSymbolicLink(atPath: "\(root.path)/\(link)", withDestinationPath: end)
    }
    let package = root.path + "/Package"
    let files = SourceFiles(in: [package])
    #expect(files.count == 3)
    try root.write("let number = 1 + 1", "shared/more/Three.swift")
    #expect(SourceFiles(in: [package]).changes(since: files) == ["\(package)/Linked/more/Three.swift"])
  }
}
