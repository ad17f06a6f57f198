import TEARuntime
import Testing

@testable import TEACheck

/// Effects that send nothing. While one runs, a policy may drop another command.
@Suite struct SilentEffectTests {
  @Test(arguments: [EffectPolicy<Int>.latest(1), .debounce(1, .zero)])
  func `an effect that replaces an equal one runs in its place`(policy: EffectPolicy<Int>) {
    let result = Pinger.specification(policy).check().exploration()
    #expect(result.counterexample?.steps.map(\.message) == ["ping", "ping", "ask"])
  }

  /// A survey and a graph first look for policies in 10 000 worlds. The policy `first` occurs only beyond these worlds, and the
  /// search that follows must keep the effect of the start for it.
  @Test func `a survey and a graph know an effect of the start on which only a distant policy depends`() throws {
    let check = Courier.specification(ticks: 10_500) {}.check()
    let whole = check.exploration()
    // There are 10 501 numbers of ticks, and then a world with a dropped upload: each with the sync running and after it.
    // After the sync, the upload is carried out: it is outstanding in one more world, and answered in another.
    #expect(whole.coverage == .complete && whole.states == 2 * 10_502 + 2)
    let survey = check.exploration { $0.engine = .survey }
    #expect(survey.states == whole.states && survey.isComplete)
    let graph = try check.graph(CheckSettings(), StateGraph.Detail())
    #expect(graph.nodes.count == whole.states && graph.shortfall == nil)
  }

  /// The first random runs do not track the sync. One of them performs the upload in its 31st step, and answers it in the 32nd,
  /// where a trap is known. The random runs of the next search track the sync.
  @Test func `a trap of random runs counts only where they track the effects that may drop a command`() throws {
    let specification = Courier.specification(ticks: 30) {}
    var settings = CheckSettings()
    (settings.states, settings.cases, settings.length, settings.workers) = (20, 100, 60, 1)
    var phasesWithTrap: [Int] = []
    for phase in 1...8 {
      let sites = (0..<100).map { run in
        TrapSite(phase: 1 << 16 + phase, breadcrumb: Breadcrumb(.run, place: run, number: 31), cause: .stack)
      }
      let configuration = TrapWatch.Configuration(
        knownSites: sites, stepTime: .seconds(60), stepMemory: 1 << 30, endsProcess: false, report: { _, _ in })
      let rules = try Rules(specification, scope: 3, watch: TrapWatch(configuration))
      let runner = CheckRunner(
        specification: specification, module: "Courier", name: "", bounds: CheckBounds(), settings: settings,
        onProgress: { _ in })
      if runner.exploreWithSurroundings(rules).result.verdict == .trapped { phasesWithTrap.append(phase) }
    }
    #expect(phasesWithTrap.count == 1, "\(phasesWithTrap)")
  }

  /// After 25 ticks, a run either ticks once more, which is a violation, or sends. With several workers, runs of the same round
  /// may still send after a run has failed.
  @Test func `random runs after a failing one say nothing of the policies that matter`() throws {
    let specification = Specification(of: Courier.self) {
      Messages(of: .model) { $0.ticks < 25 ? [.tick] : $0.hasAsked ? [] : [.tick, .send] }
      Replies { $0 == .upload ? [.sent] : nil }
      Always("the upload is not late") { $0.ticks <= 25 }
    }
    for seed in 1...10 as ClosedRange<UInt64> {
      let needs = try [1, 8].map { workers in
        var settings = CheckSettings()
        (settings.states, settings.cases, settings.length, settings.workers) = (20, 100, 60, workers)
        settings.seed = seed
        let rules = try Rules(specification, scope: 3, watch: TrapWatch(nil))
        let runner = CheckRunner(
          specification: specification, module: "Courier", name: "", bounds: CheckBounds(), settings: settings,
          onProgress: { _ in })
        #expect(runner.exploreWithSurroundings(rules).result.verdict == .violated)
        return rules.surroundingRules?.usageLog.usage.needsSilentEffects
      }
      #expect(needs[0] == needs[1], "seed \(seed)")
    }
  }
}

/// Begins a sync at its start, and sends after some ticks. The upload is dropped while the sync runs.
private enum Courier: Module {
  enum Message: Hashable { case tick, send, sent }
  enum Command: Hashable { case sync, upload }

  struct Model: Hashable {
    var ticks = 0
    var hasAsked = false
    var isSent = false
  }

  static func start(with flags: Void, perform: (Command) -> Void) -> Model {
    perform(.sync)
    return Model()
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .tick: model.ticks += 1
    case .send:
      model.hasAsked = true
      perform(.upload)
    case .sent: model.isSent = true
    }
  }

  static func policy(for command: Command) -> EffectPolicy<String> {
    command == .sync ? .latest("net") : .first("net")
  }

  /// - Parameter ticks: The number of ticks before the sending.
  static func specification(
    ticks: Int, @SpecificationBuilder<Self> _ parts: () -> [Declaration<Self>]
  ) -> Specification<Self> {
    let parts = parts()
    return Specification(of: Self.self) {
      Messages(of: .model) { $0.ticks < ticks ? [.tick] : $0.hasAsked ? [] : [.send] }
      Replies { $0 == .upload ? [.sent] : nil }
      DeclarationList(declarations: parts)
    }
  }
}

/// Pings twice and then asks; the command to ask is dropped while a ping runs.
private enum Pinger: Module {
  enum Message: Hashable { case ping, ask, answered }
  enum Command: Hashable { case ping(EffectPolicy<Int>), ask }

  struct Model: Hashable {
    var pingPolicy: EffectPolicy<Int>
    var pings = 0
    var isAsked = false
    var isAnswered = false
  }

  static func start(with flags: EffectPolicy<Int>) -> Model { Model(pingPolicy: flags) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .ping:
      model.pings += 1
      perform(.ping(model.pingPolicy))
    case .ask:
      model.isAsked = true
      perform(.ask)
    case .answered: model.isAnswered = true
    }
  }

  static func policy(for command: Command) -> EffectPolicy<Int> {
    switch command {
    case .ping(let policy): policy
    case .ask: .first(1)
    }
  }

  static func specification(_ policy: EffectPolicy<Int>) -> Specification<Self> {
    Specification(of: Self.self) {
      Start(with: [policy])
      Messages(of: .model) { $0.isAsked ? [] : $0.pings < 2 ? [.ping] : [.ask] }
      Replies { $0 == .ask ? [.answered] : nil }
      Always("what is asked is on its way or answered", of: .world) { world in
        !world.model.isAsked || world.model.isAnswered || !world.outstanding.isEmpty
      }
    }
  }
}
