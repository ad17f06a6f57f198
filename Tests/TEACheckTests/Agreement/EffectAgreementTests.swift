import Testing

@testable import TEACheck
@testable import TEARuntime

/// Compares the kernel's running effects with a plain list, and tests single rules of its subscriptions, timers and policies.
@Suite struct EffectAgreementTests {
  enum Act: Hashable, Sendable {
    /// Begins an effect with this identity; `nil` for an effect without one.
    case begin(Int?)
    /// Ends an effect, given by its number; effects are numbered from 0 in the order in which they begin.
    case end(Int)
    /// Removes all effects with an identity.
    case removeAll(Int)
  }

  private static let identity = Gen<Int>.integer(in: 0...2)
  private static let act = Gen<Act>.frequency(
    (6, identity.map { .begin($0) }), (2, .element(of: [.begin(nil)])),
    (5, Gen<Int>.integer(in: 0...60).map { .end($0) }), (1, identity.map { .removeAll($0) }))

  @Test func `running effects agree with a plain list of them`() throws {
    try forAll(Gen.array(of: Self.act, count: 0...90), cases: 300) { acts in
      var effects = RunningEffects<Int>()
      var list: [(number: Int, id: Int?)] = []
      var begunCount = 0
      for act in acts {
        switch act {
        case .begin(let id):
          effects.begin(begunCount, sharing: id)
          list.append((begunCount, id))
          begunCount += 1
        case .end(let number):
          effects.end(number)
          list.removeAll { $0.number == number }
        case .removeAll(let id):
          guard effects.endAll(sharing: id) == list.filter({ $0.id == id }).map(\.number) else { return false }
          list.removeAll { $0.id == id }
        }
        let agreesWithList =
          effects.numbers == list.map(\.number)
          && (0..<begunCount).allSatisfy { number in effects.contains(number) == list.contains { $0.number == number } }
          && (0...2).allSatisfy { id in effects.contains(sharing: id) == list.contains { $0.id == id } }
        guard agreesWithList else { return false }
      }
      return true
    }
  }

  @Test func `after the kernel stops, nothing is subscribed, waits or runs`() throws {
    try forAll(Schedules.all, cases: 200) { behaviour, _ in
      var (kernel, actions) = try Kernel<Machine>.start(with: behaviour)
      actions += (try? kernel.receive(.a)) ?? []
      _ = kernel.stop()
      return kernel.subscriptions.isEmpty && kernel.agenda.entries.isEmpty
        && actions.allSatisfy { action in
          if case .perform(_, let effect) = action { !kernel.isRunning(effect) } else { true }
        }
    }
  }

  @Test func `a subscription that is listed twice is live once`() {
    let change = SubscriptionChange(from: [], to: [.news, .mail, .news], of: Machine.self)
    #expect(change.live == [.news, .mail])
  }

  @Test func `an overdue timer has missed every deadline that passed after the one that is due`() {
    var agenda = Agenda<Machine>()
    agenda.follow(ending: [], beginning: [.clock])
    #expect(agenda.missedDeadlineCount(of: 0) == 0)
    agenda.elapse(.seconds(7))
    // The deadline at 2 s is due, and those at 4 s and 6 s are missed.
    #expect(agenda.missedDeadlineCount(of: 0) == 2)
  }

  @Test func `debounces and throttles of zero seconds do not wait, and a latest command withdraws what waits`() {
    var agenda = Agenda<Policies>()
    func admit(_ policy: EffectPolicy<Int>) -> Bool {
      agenda.admit(policy, isRunning: { _ in false }, cancel: { _ in })
    }
    for policy in [EffectPolicy.debounce(1, .zero), .throttle(1, .zero)] {
      #expect(admit(policy))
      #expect(agenda.entries.isEmpty)
    }
    #expect(!admit(.debounce(1, .seconds(1))))
    #expect(agenda.entries.count == 1)
    #expect(admit(.latest(1)))
    #expect(agenda.entries.isEmpty)
  }

  /// A module whose commands are their own policies.
  private enum Policies: Module {
    typealias Command = EffectPolicy<Int>
    typealias Message = Never
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Never, model: inout Int, perform: (Command) -> Void) {}
    static func policy(for command: Command) -> EffectPolicy<Int> { command }
  }
}
