@testable import TEASupport
import Foundation
import Synchronization
import TEARuntime
import Testing

@testable import TEACheck

/// Searches that go on in another process, in which sets have another order and types have other addresses.
///
/// Here both searches run in one process. A flag that is set between them changes the order and the addresses.
@Suite(.serialized) struct ResumedOrderTests {
  /// Doors, behind one of which is more than behind the others.
  enum Doors: Module {
    enum Message: Hashable { case open(Int), look, enter }
    enum Place: Hashable { case outside, door(Int), behind(Int), inside }

    static func start(with flags: Void) -> Place { .outside }
    static func update(for message: Message, model: inout Place, perform: (Never) -> Void) {
      switch (message, model) {
      case (.open(let number), _): model = .door(number)
      case (.look, .door(let number)): model = .behind(number)
      case (.enter, _): model = .inside
      case (.look, _): break
      }
    }
  }

  private static let isSecondProcess = Atomic(false)
  private static var isSecond: Bool { isSecondProcess.load(ordering: .relaxed) }

  /// Searches up to a number of worlds, and then goes on with the flag set.
  private func inTwoProcesses(_ check: Check, states: Int, isCompact: Bool) throws -> CheckResult {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("order-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer {
      Self.isSecondProcess.store(false, ordering: .relaxed)
      try? FileManager.default.removeItem(at: folder)
    }
    func search(_ states: Int) -> CheckResult {
      check.exploration { settings in
        settings.checkpoint = folder.appendingPathComponent("file").path
        (settings.isCompact, settings.states) = (isCompact, states)
      }
    }
    #expect(search(states).verdict == .inconclusive)
    Self.isSecondProcess.store(true, ordering: .relaxed)
    return search(10_000)
  }

  /// The message `open(99)`, which leads to the violation, comes last in the first process and in the order of texts. In the
  /// second process it comes first.
  @Test(arguments: [false, true], [401, 450, 600, 790])
  func `a search goes on where messages have another order`(_ isCompact: Bool, _ states: Int) throws {
    let check = Specification(of: Doors.self) {
      Messages(of: .model) { place in
        switch place {
        case .outside:
          let doors = ((0..<400).filter { $0 != 99 } + [99]).map { Doors.Message.open($0) }
          return Self.isSecond ? doors.reversed() : doors
        case .door(let number): return number == 99 ? [.look, .enter] : [.look]
        case .behind, .inside: return []
        }
      }
      Always("nobody is inside") { $0 != .inside }
    }.check()
    let result = try inTwoProcesses(check, states: states, isCompact: isCompact)
    #expect(result.verdict == .violated, "\(result.message ?? "")")
    #expect(result.counterexample?.steps.map(\.label) == ["open(99)", "enter"])
  }

  protocol Screen {}
  enum Home: Screen {}
  enum Settings: Screen {}

  /// A counter beside a type, whose address is another in each process.
  enum Shown: Module {
    struct Model: Equatable {
      var screen: any Screen.Type = ResumedOrderTests.isSecond ? Settings.self : Home.self
      var identifier = ObjectIdentifier(ResumedOrderTests.isSecond ? Settings.self : Home.self)
      var count = 0
      static func == (one: Self, other: Self) -> Bool {
        one.screen == other.screen && one.identifier == other.identifier && one.count == other.count
      }
    }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for change: Int, model: inout Model, perform: (Never) -> Void) {
      model.count = min(50, model.count + change)
    }
  }

  /// A counter beside a text of the program itself, which is stored as an address.
  enum Titled: Module {
    struct Model: Equatable {
      var title: StaticString = ResumedOrderTests.isSecond ? "one" : "two"
      var count = 0
      static func == (one: Self, other: Self) -> Bool { one.count == other.count }
    }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for change: Int, model: inout Model, perform: (Never) -> Void) {
      model.count = min(50, model.count + change)
    }
  }

  @Test(arguments: [false, true]) func `a search goes on where types have other addresses`(_ isCompact: Bool) throws {
    let shown = try inTwoProcesses(
      Specification(of: Shown.self) { Messages { _ in [1, 2] } }.check(), states: 20, isCompact: isCompact)
    #expect(shown.verdict == .passed && shown.states == 51, "\(shown.message ?? "")")
    let titled = try inTwoProcesses(
      Specification(of: Titled.self) { Messages { _ in [1, 2] } }.check(), states: 20, isCompact: isCompact)
    #expect(titled.verdict == .passed && titled.states == 51, "\(titled.message ?? "")")
  }
}
