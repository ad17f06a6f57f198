import TEARuntime
import Testing

@testable import TEACheck

/// A check releases what its specification holds, so that a suite does not grow with each of its checks.
@Suite struct ReleaseTests {
  private final class Token: Sendable {}

  private enum Switch: Module {
    typealias Model = Bool
    enum Message: CaseIterable { case flip }
    enum Command {}

    static func start(with flags: Void, perform: (Command) -> Void) -> Model { false }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) { model.toggle() }
    static func view(for model: Model) -> Bool { model }
  }

  @Test(arguments: [CheckSettings.Engine.explore, .sample])
  func `a check that has ended holds nothing`(_ engine: CheckSettings.Engine) {
    weak var held: Token?
    do {
      let token = Token()
      held = token
      let check = Specification(of: Switch.self) {
        Always("held") { _ in token === token }
        Settles("at rest") { _ in true }
        Target("on") { $0 ? 1 : 0 }
      }.check()
      var settings = CheckSettings()
      settings.engine = engine
      #expect(check.outcome(settings, onProgress: { _ in }).result.verdict == .passed)
    }
    #expect(held == nil)
  }
}
