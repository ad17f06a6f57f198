import TEARuntime
import Testing

@testable import TEACheck

/// A reply is sure to come only if its command stays outstanding. Where a step cancels the command and performs an equal one,
/// the reply to the first need not come.
@Suite struct InterruptedReplyTests {
  /// A search field. Each key cancels the running search, and begins a new one.
  enum Field: Module {
    enum Message: Hashable { case key, found }
    enum Command: Hashable { case search(Int) }
    typealias EffectID = Int
    struct Model: Hashable {
      /// `true` where no search equals the search before it, `false` where all searches are equal.
      var alternatesNumbers: Bool
      var number = 0
      var wasFound = false
    }
    static func start(with alternatesNumbers: Bool) -> Model { Model(alternatesNumbers: alternatesNumbers) }
    static func policy(for command: Command) -> EffectPolicy<Int> { .latest(0) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .key:
        if model.alternatesNumbers { model.number = 1 - model.number }
        perform(.search(model.number))
      case .found: model.wasFound = true
      }
    }
  }

  @Test(arguments: [false, true]) func `whoever types for ever finds nothing, however the commands are numbered`(
    alternatesNumbers: Bool
  ) throws {
    let result = Specification(of: Field.self) {
      Start(with: [alternatesNumbers])
      Messages(of: .model) { $0.wasFound ? [] : [.key] }
      Replies { _ in [.found] }
      Eventually("something is found") { $0.wasFound }
    }.check().exploration()
    let counterexample = try #require(result.counterexample)
    #expect(counterexample.steps.allSatisfy { $0.message == "key" })
  }

  /// A player of a sound, which sends nothing when the sound ends. Each tap begins the sound anew.
  enum Player: Module {
    enum Message: Hashable { case tap }
    enum Command: Hashable { case play }
    static func start(with flags: Void, perform: (Command) -> Void) -> Int {
      perform(.play)
      return 0
    }
    static func policy(for command: Command) -> EffectPolicy<Int> { .latest(0) }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { perform(.play) }
  }

  struct Sound: Hashable { var isInterrupted = true, hasEnded = false }

  private var sound: Environment<Player> {
    Environment(
      Sound(),
      performing: { sound, _ in
        if !sound.isInterrupted { sound.hasEnded = true }
        sound.isInterrupted = false
      }, cancelling: { sound, _ in sound.isInterrupted = true }, replies: { _, _ in nil })
  }

  @Test func `whoever taps for ever never hears the end of a sound that each tap begins anew`() throws {
    let result = Specification(of: Player.self) {
      Messages(of: .model) { _ in [.tap] }
      sound.atOnce
      Eventually("a sound has ended", of: .environment(Sound.self)) { $0.hasEnded }
    }.check().exploration()
    let counterexample = try #require(result.counterexample)
    #expect(counterexample.steps.map(\.message) == ["tap"])
    #expect(counterexample.loop == 0)
  }

  @Test func `a command that stays outstanding is answered`() {
    let result = Specification(of: Field.self) {
      Start(with: [false])
      // One key, and no other while its search is outstanding.
      Messages(of: .world) { $0.model.wasFound || !$0.outstanding.isEmpty ? [] : [.key] }
      Replies { _ in [.found] }
      Eventually("something is found") { $0.wasFound }
    }.check().exploration()
    #expect(result.counterexample == nil)
    #expect(result.isComplete)
  }

  /// A program that fetches at each tap.
  enum Fetching: Module {
    enum Message: Hashable { case tap, loaded }
    enum Command: Hashable { case fetch }
    static func start(with flags: Void) -> Bool { false }
    static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) {
      if message == .tap { perform(.fetch) } else { model = true }
    }
  }

  /// Taps at most `count` times while nothing is answered or lost. Any command may be lost.
  private func losing(upTo count: Int) -> CheckResult {
    Specification(of: Fetching.self) {
      Messages(of: .world) { !$0.model && $0.outstanding.count < count ? [.tap] : [] }
      Replies { _ in [.loaded] }
      LostReplies()
      LeadsTo("each fetch ends", of: .world) {
        !$0.outstanding.isEmpty
      } to: {
        $0.model || $0.outstanding.isEmpty
      }
    }.check().exploration()
  }

  @Test func `a command need not be answered where each of two equal commands is lost before the other`() throws {
    let result = losing(upTo: 2)
    let counterexample = try #require(result.counterexample)
    #expect(result.verdict == .violated)
    #expect(counterexample.steps.map { $0.event == nil } == [true, true, false])
    #expect(counterexample.loop == 1)
    #expect(losing(upTo: 1).isComplete)
  }
}
