@testable import TEASupport
import Foundation
import TEARuntime
import Testing

@testable import TEACheck

/// The stored counterexamples of a specification that was moved to another target.
@Suite struct MovedSpecificationTests {
  private enum Lamp: Module {
    enum Message: CaseIterable { case press }
    static func start(with flags: Void) -> Bool { false }
    static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) { model.toggle() }
  }

  /// The check of a specification that the target `Home` declares.
  private static let check = Specification(of: Lamp.self, fileID: "Home/Checks.swift") {
    Always("on or off") { _ in true }
  }
  .check()

  private let folder: TemporaryFolder
  private var store: CounterexampleStore { CounterexampleStore(folder: folder.path + "/.tea-check") }

  init() throws {
    folder = try TemporaryFolder()
    try write(
      "Package.swift", #".target(name: "Elsewhere", path: "Odd"), .target(name: "Shop"), .target(name: "Till")"#)
    try write("Sources/Shop/Shop.swift", "Specification(of: Lamp.self) {}")
    try write("Sources/Till/Till.swift", "Specification(of: Till.self) {}")
  }

  private func write(_ name: String, _ text: String) throws {
    let url = URL(fileURLWithPath: "\(folder.path)/\(name)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  /// Stores a counterexample of a target, and returns the path of its file. A target of `nil` is left out of the file.
  private func save(_ target: String?, check: String = Self.check.title) throws -> String {
    try store.save(
      StoredCounterexample(
        target: target, module: "Lamp", check: check, property: "p", place: "A/A.swift:1", status: .regression,
        script: Script(steps: ["press"])))
  }

  @Test func `a stored file whose target has no such check is named with the target to write into it`() throws {
    _ = try [save("Home"), save(nil, check: "Lamp · other"), save("Gone", check: "Lamp · other")]
    // Each of these targets may have a check of its own with the title.
    _ = try [save("Shop"), save("Elsewhere")]
    let files = try [save("Gone"), save("Till")]
    let problems = store.problems(ofCheckMovedTo: "Home", titled: "Lamp", inPackageAt: folder.path)
    #expect(
      Set(problems)
        == Set(
          zip(files, ["Gone", "Till"]).map { file, target in
            "\(file) is not replayed: no check of \(target) is called 'Lamp'. If its specification was moved, put "
              + "\"target\": \"Home\" into the file; otherwise delete it"
          }))
  }

  @Test func `a test says once on standard error that a file is not replayed`() async throws {
    let file = try save("Gone")
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [path = folder.path as String] in
      for _ in 1...2 { _ = Self.check.testOutcome(environment: [:], ofSourceAt: "\(path)/Tests/Home/Checks.swift") }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      text.split(separator: "\n").filter { $0.hasPrefix("Warning: \(file) is not replayed: ") }.count == 1, "\(text)")
  }
}
