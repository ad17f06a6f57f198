import TEACheck
import Testing

@testable import tea_check

/// Differences deep inside of views, and parts of views that are too deep to be compared.
@Suite struct DeepViewTests {
  /// A view with parts inside of parts.
  struct Stack: Hashable {
    var text = ""
    var parts: [Stack] = []

    /// - Parameter depth: The number of stacks around the text.
    init(_ text: String, depth: Int) {
      if depth == 0 { self.text = text } else { parts = [Stack(text, depth: depth - 1)] }
    }
  }

  /// A light whose view is a text inside of `depth` stacks: `nameOfLight` while the light is on, and “off” otherwise.
  protocol Light: Module where Model == Bool, Message == Bool, View == Stack, Flags == Void, Command == Never {
    static var nameOfLight: String { get }
    static var depth: Int { get }
  }

  enum Old: Light {
    static let (nameOfLight, depth) = ("on", 12)
    static func start(with flags: Void) -> Bool { false }
    static func update(for message: Bool, model: inout Bool, perform: (Never) -> Void) { model = message }
    static func view(for model: Bool) -> Stack { Stack(model ? nameOfLight : "off", depth: depth) }
  }

  enum New: Light {
    static let (nameOfLight, depth) = ("lit", 12)
    static func start(with flags: Void) -> Bool { false }
    static func update(for message: Bool, model: inout Bool, perform: (Never) -> Void) { model = message }
    static func view(for model: Bool) -> Stack { Stack(model ? nameOfLight : "off", depth: depth) }
  }

  /// A light whose text lies 1 000 levels deep. Only 400 levels of a value are written.
  enum Deepest: Light {
    static let (nameOfLight, depth) = ("on", 1_000)
    static func start(with flags: Void) -> Bool { false }
    static func update(for message: Bool, model: inout Bool, perform: (Never) -> Void) { model = message }
    static func view(for model: Bool) -> Stack { Stack(model ? nameOfLight : "off", depth: depth) }
  }

  private func behaviour<M: Light>(_ module: M.Type) throws -> Behaviour {
    try Specification(of: module) { Messages { _ in [true, false] } }.check().behaviour(showsViews: true)
  }

  @Test func `a difference deep inside of a view is found`() throws {
    let (old, new) = (try behaviour(Old.self), try behaviour(New.self))
    #expect(BehaviourDifference(old, new).story?.length == 1)
    #expect(BehaviourDifference(old, old).isProven)
  }

  @Test func `what is too deep to be written proves nothing`() throws {
    let deepest = try behaviour(Deepest.self)
    #expect(
      deepest.shortfall
        == "parts of values that are more than 400 levels deep, and objects inside of themselves, are left out")
    let difference = BehaviourDifference(deepest, deepest)
    #expect(difference.isSame && !difference.isProven)
  }
}
