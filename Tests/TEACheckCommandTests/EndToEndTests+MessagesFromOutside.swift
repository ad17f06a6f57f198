import Foundation
import TEACheck
import TEASupport
import Testing

/// Programs with derived messages, some of which trap or cannot be derived, as `tea-check` runs them.
extension EndToEndTests {
  @Test(arguments: ["explore", "sample"])
  func aTrapAtAMessageThatOnlyTheWorldSendsIsNoFinding(_ command: String) async throws {
    try installDerivedMessages()
    let run = try await package.teaCheck(command, "Shelf", "--format", "json")
    let result = try #require(CheckResult(record: try run.record))
    #expect((run.code, result.verdict) == (0, .passed))
    #expect(result.notes.contains("messages that only the world sends: loaded"))
  }

  /// The update traps at the fourth `opened`. To learn which messages the world sends, the check also calls the declared
  /// replies with derived commands. These are `load(0)` and `load(1)`, for which the replies do not trap.
  @Test(arguments: ["explore", "sample"])
  func aTrapBesideDerivedMessagesIsReportedWithTheFewestSteps(_ command: String) async throws {
    try installDerivedMessages()
    let run = try await package.teaCheck(command, "Stock", "--format", "json")
    let result = try #require(CheckResult(record: try run.record))
    #expect((run.code, result.verdict) == (1, .trapped))
    #expect(result.counterexample?.steps.map(\.message) == ["opened", "opened", "opened", "opened"])
    #expect(result.counterexample?.detail?.hasSuffix("Precondition failed: opened too often") == true)
    #expect(result.notes.contains("messages that only the world sends: loaded"))
  }

  @Test func aTypeOfSwiftCollectionsIsNotBuiltFromItsStructure() async throws {
    try installDerivedMessages()
    defer { try? package.write(package.manifest, to: "Gate/Package.swift") }
    let run = try await package.teaCheck("check", "Queue", "--format", "json")
    let result = try #require(CheckResult(record: try run.record))
    #expect(result.verdict == .error)
    #expect(
      result.message?.contains("a struct or enum of HeapModule is not built from its structure") == true,
      "\(result.message ?? "")")
  }

  /// Installs the checks below. Types of swift-collections are known by their modules, so one target has such a name.
  private func installDerivedMessages() throws {
    let manifest = package.manifest
      .replacing(".target(name: \"Gate\"", with: ".target(name: \"HeapModule\"),\n    .target(name: \"Gate\"")
      .replacing("[\"Gate\",", with: "[\"Gate\", \"HeapModule\",")
    try package.write(manifest, to: "Gate/Package.swift")
    try package.write(
      "public struct Heap: Hashable, Sendable {\n  var storage: [Int] = []\n}\n",
      to: "Gate/Sources/HeapModule/Heap.swift")
    try package.install(checks: Self.checksWithDerivedMessages)
  }

  private static let checksWithDerivedMessages = #"""
    import HeapModule
    import TEACheck
    import TEARuntime

    /// Takes a heap, whose field only its own module sees.
    enum Queue: Module {
      enum Message: Hashable { case put(Heap) }
      static func start(with flags: Void) -> Int { 0 }
      static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
    }

    /// Opens the second of its titles; a person sends no `loaded`.
    enum Shelf: Module {
      enum Message: Hashable { case opened, loaded(Int) }
      enum Command: Hashable { case load(String) }
      static let titles = ["tea", "cup"]
      static func start(with flags: Void) -> String { "" }
      static func update(for message: Message, model: inout String, perform: (Command) -> Void) {
        switch message {
        case .opened: if model.isEmpty { perform(.load("cup")) }
        case .loaded(let index): model = titles[index]
        }
      }
    }

    /// Loads the next of its counts each time that it is opened, and breaks at the fourth time.
    enum Stock: Module {
      enum Message: Hashable { case opened, sold(Int), loaded(Int) }
      enum Command: Hashable { case load(Int) }
      static let counts = [1, 1, 1]
      struct Model: Hashable { var opened = 0, sold = 0, loaded = 0 }
      static func start(with flags: Void) -> Model { Model() }
      static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
        switch message {
        case .opened:
          model.opened += 1
          precondition(model.opened < 4, "opened too often")
          perform(.load(model.opened - 1))
        case .sold(let count): model.sold = max(0, min(count, model.loaded))
        case .loaded(let count): model.loaded = count
        }
      }
    }

    @main struct LibraryChecks: CheckSuite {
      static let checks = [
        Specification(of: Shelf.self) {
          Replies { command in
            switch command {
            case .load(let name): name == "cup" ? [.loaded(1)] : []
            }
          }
          Always("a title") { $0.isEmpty || Shelf.titles.contains($0) }
        }.check(),
        Specification(of: Stock.self) {
          Replies { command in
            switch command {
            case .load(let number): [.loaded(Stock.counts[number])]
            }
          }
          Always("one") { $0.loaded <= 1 }
        }.check(),
        Specification(of: Queue.self) {}.check(),
      ]
    }
    """#
}
