import Extent
import Testing

@testable import TEARuntime

/// The running effects of a program. More than 16 entries are indexed by identity.
@Suite struct RunningEffectsTests {
  /// The running effects as a list of pairs.
  private struct PlainList {
    var entries: [(number: Int, id: Int?)] = []

    mutating func endAll(sharing id: Int) -> [Int] {
      let numbers = entries.filter { $0.id == id }.map(\.number)
      entries.removeAll { $0.id == id }
      return numbers
    }
  }

  @Test(arguments: [4, 16, 17, 40, Extent.of(gate: 100, night: 400)])
  func `running effects are the same as in a plain list`(maximum: Int) {
    var random = EffectOrder.random(seed: UInt64(maximum))
    var (effects, plain) = (RunningEffects<Int>(), PlainList())
    for number in 0..<maximum * 20 {
      let id = [nil, 0, 1, 2][Int.random(in: 0..<4, using: &random)]
      effects.begin(number, sharing: id)
      plain.entries.append((number, id))
      while plain.entries.count > maximum || !plain.entries.isEmpty && Int.random(in: 0..<3, using: &random) == 0 {
        let ended = plain.entries.remove(at: Int.random(in: plain.entries.indices, using: &random)).number
        effects.end(ended)
        // To end an effect again changes nothing.
        effects.end(ended)
        #expect(!effects.contains(ended))
      }
      if Int.random(in: 0..<maximum, using: &random) == 0 {
        #expect(effects.endAll(sharing: 1) == plain.endAll(sharing: 1))
      }
      #expect(effects.numbers == plain.entries.map(\.number))
      for id in 0..<4 { #expect(effects.contains(sharing: id) == plain.entries.contains { $0.id == id }) }
      #expect(plain.entries.allSatisfy { effects.contains($0.number) })
    }
  }

  @Test func `a copy is a value of its own`() {
    var effects = RunningEffects<Int>()
    for number in 0..<100 { effects.begin(number, sharing: number % 10) }
    var copy = effects
    #expect(copy.endAll(sharing: 3).count == 10)
    copy.end(0)
    #expect(effects.numbers == Array(0..<100))
    #expect(copy.numbers.count == 89)
  }

  /// A linear search for each effect would take minutes here.
  @Test(arguments: [EffectPolicy<String>.all, .throttle("one", .zero)])
  func `forty thousand effects begin and are answered`(policy: EffectPolicy<String>) throws {
    let program = try Program(Performer.self, flags: [], time: .manual)
    var replies: [Reply<Performer.Message>] = []
    program.handleCommands(Handler { _, reply in replies.append(reply) })
    let count = 40_000
    program.dispatch(.perform((0..<count).map { _ in Performer.Command(name: "a", policy: policy) }))
    #expect(replies.count == count)
    var steps = 0
    program.log { if case .didUpdate = $0 { steps += 1 } }
    for reply in replies { reply.finish(with: .follow([])) }
    program.receive()
    #expect(steps == count)
    program.dispatch(.perform([.init(name: "b", policy: .first("one"))]))
    #expect(replies.count == count + 1)
  }

  @Test func `of many commands of a step, the last of each identity replaces the others`() throws {
    let program = try Program(Performer.self, flags: [], time: .manual)
    var begun: [String] = []
    program.handleCommands(Handler { command, _ in begun.append(command.name) })
    program.dispatch(
      .perform((1...50_000).map { Performer.Command(name: "\($0)", policy: .latest($0 % 2 == 0 ? "even" : "odd")) }))
    #expect(begun == ["49999", "50000"])
  }
}
