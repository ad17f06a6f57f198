import Foundation
import TEACheck
import Testing

@testable import tea_check

/// Each start of a program is compared with its own counterpart.
@Suite struct StartPairTests {
  @Test func `starts are told apart by all of their flags`() throws {
    let frame = Specification(of: LeftOutPartTests.Frame<Data>.self) { Start(with: [Data([1]), Data([2])]) }.check()
    #expect(try frame.behaviour().starts.map(\.label) == ["start with flags Data([1])", "start with flags Data([2])"])
  }

  struct Config: Hashable, CustomStringConvertible {
    var isLoud = false
    var description: String { "config" }
  }

  /// Counts each message once, or twice if the flags are loud.
  enum Counter: Module {
    enum Message: CaseIterable { case tap }
    struct Model: Hashable { var count = 0, step = 1 }
    static func start(with flags: Config) -> Model { Model(step: flags.isLoud ? 2 : 1) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.count = min(4, model.count + model.step)
    }
    static func view(for model: Model) -> Int { model.count }
  }

  @Test func `starts of one label are compared in their order`() throws {
    func counter(_ flags: [Config]) throws -> Behaviour {
      try Specification(of: Counter.self) { Start(with: flags) }.check().behaviour(showsViews: true)
    }
    let quiet = try counter([Config(), Config()])
    let loud = try counter([Config(), Config(isLoud: true)])
    #expect(loud.starts.map(\.label) == ["start with flags config", "start with flags config"])
    #expect(BehaviourDifference(loud, loud).isSame)
    #expect(BehaviourDifference(loud, loud).describedTypes == ["Config"])
    #expect(BehaviourDifference(quiet, loud).story?.length == 1)
    #expect(BehaviourDifference(loud, quiet).story?.length == 1)
  }
}
