import Testing

@testable import TEACheck

/// An environment in which requests and replies take time: they are late, overtake each other and are lost.
@Suite struct EnvironmentTimeTests {
  @Test func `a reply that was made before a save and arrives after it is found`() throws {
    let property = Always<Notebook>("what was saved is shown") { $0.saved.isSubset(of: $0.shown) }
    let outcome = Notebook.specification(opens: 1, saves: 1) { property }.check()
      .outcome(CheckSettings(), onProgress: { _ in })
    #expect(outcome.result.verdict == .violated)
    #expect(outcome.script?.steps == ["open", "save(1)", "load replies loaded([])"])
    #expect(outcome.result.counterexample?.steps.count == 3)
    #expect(outcome.result.finding?.contains("to depth 3") == true)
    #expect(try Notebook.specification(opens: 1, saves: 1, isAtOnce: true) { property }.check().run().isComplete)
  }

  @Test func `a reply that overtakes a save is found by a property of the server`() throws {
    let property = Always<Notebook>("what is on the server is shown", of: .modelAndEnvironment([Int].self)) {
      model, server in Set(server).isSubset(of: model.shown)
    }
    let outcome = Notebook.specification(opens: 1, saves: 1) { property }.check()
      .outcome(CheckSettings(), onProgress: { _ in })
    #expect(
      outcome.script?.steps == ["open", "save(1)", "load replies loaded([])", "store(1) reaches the environment"])
    #expect(try Notebook.specification(opens: 1, saves: 1, isAtOnce: true) { property }.check().run().isComplete)
    let again = Notebook.specification(opens: 1, saves: 1) { property }.check()
      .replayRecording(.script(try #require(outcome.script), property: nil), CheckSettings())
    #expect(again.result.verdict == .violated)
  }

  @Test func `the request that is sent first may take effect second`() throws {
    let property = Settles<Notebook>("the last save is the last on the server", of: .modelAndEnvironment([Int].self)) {
      model, server in server.last == nil || server.last == model.saved.max()
    }
    let result = Notebook.specification(saves: 2) { property }.check().outcome(CheckSettings(), onProgress: { _ in })
      .result
    #expect(
      result.counterexample?.steps.map(\.label) == [
        "save(1)", "save(2)", "store(2) reaches the environment", "store(1) reaches the environment",
      ])
    #expect(try Notebook.specification(saves: 2, isAtOnce: true) { property }.check().run().isComplete)
  }

  @Test func `a reply shows the environment at any moment after the request`() throws {
    let result = try Notebook.specification(opens: 1, saves: 2) {
      for notes in [[], [1], [2], [1, 2]] as [Set<Int>] {
        Sometimes("\(notes) is loaded when all is saved", of: .world) { world in
          world.model.saved == [1, 2] && world.model.loaded == notes
        }
      }
      Always("nothing is loaded that was not saved") {
        $0.loaded.map { [saved = $0.saved] in $0.isSubset(of: saved) } ?? true
      }
    }.check().run()
    #expect(result.isComplete)
  }

  @Test func `a command that is cancelled in time has no effect, and an effect that was made stays`() throws {
    let result = try Notebook.specification(saves: 1, cancels: true) {
      Sometimes("cancelled in time", of: .world) {
        $0.model.isCancelled && $0.environment() == [Int]() && $0.outstanding.isEmpty
      }
      Sometimes("cancelled too late", of: .world) { $0.model.isCancelled && $0.environment() == [1] }
      Step("nothing follows a cancellation") { !$0.before.isCancelled || $0.answering == nil }
    }.check().run()
    #expect(result.isComplete)
  }

  @Test func `LostReplies loses a request or a reply`() throws {
    let result = try Notebook.specification(opens: 1) {
      LostReplies()
      Sometimes("the request", of: .world) {
        $0.model.openCount == 1 && $0.outstanding.isEmpty && $0.environment() == [Int]()
      }
      Sometimes("the reply", of: .world) {
        $0.model.openCount == 1 && $0.outstanding.isEmpty && $0.environment() == [0] && $0.model.loaded == nil
      }
    }.check().run()
    #expect(result.isComplete)
  }

  @Test func `a reply that arrives at once is one step`() throws {
    let result = Notebook.specification(opens: 1) { Always("never loaded") { $0.loaded == nil } }.check()
      .outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.counterexample?.steps.map(\.label) == ["open", "load replies loaded([])"])
  }

  @Test func `notes state the assumptions about the environment`() throws {
    let notes = try [false, true].map { isAtOnce in
      try Notebook.specification(saves: 1, isAtOnce: isAtOnce) {}.check().run().notes
    }
    #expect(
      notes[0].contains(
        "assumed of the environment: commands take effect, and are answered, at any moment; never after they are cancelled"
      ))
    #expect(
      notes[1].contains(
        "assumed of the environment: commands act when they are performed, and replies are made when they arrive"))
    let notesBesideFailures = try Notebook.specification(opens: 1) {
      Failures { $0 == .load ? [.loaded([])] : nil }
    }.check().run().notes
    #expect(
      notesBesideFailures.contains(
        "assumed of the environment: commands take effect, and are answered, at any moment; never after they are cancelled; "
          + "a command that fails has taken effect before"))
  }

  @Test func `random runs find a stale reply, and its script is replayed`() throws {
    let check = Notebook.specification(opens: 1, saves: 1) {
      Always<Notebook>("what was saved is shown") { $0.saved.isSubset(of: $0.shown) }
    }.check()
    var settings = CheckSettings()
    settings.engine = .sample
    let sampled = check.outcome(settings, onProgress: { _ in })
    let script = try #require(sampled.script)
    #expect(script.steps.count == 3)
    let again = check.replayRecording(.script(script, property: nil), CheckSettings())
    #expect(again.result.verdict == .violated)
    #expect(again.script?.steps == script.steps)
  }

  @Test(arguments: [2, 8])
  func `the result is the same at any number of workers`(workers: Int) throws {
    let check = Notebook.specification(opens: 2, saves: 2, cancels: true) {}.check()
    let results = [1, workers].map { workers in
      var settings = CheckSettings()
      settings.workers = workers
      var result = check.outcome(settings, onProgress: { _ in }).result
      result.seconds = 0
      return result
    }
    #expect(results[0].isComplete)
    #expect(results[0] == results[1])
  }

  // MARK: Waits

  @Test func `the depth of a world is the length of its path, even where time passes`() {
    let result = Specification(of: Alarm.self) {
      Messages(of: .model) { $0.isSet ? [] : [.set] }
      Always("it never rings twice") { $0.rings < 2 }
    }.check().outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(
      result.counterexample?.steps.map(\.label) == [
        "set", "wait 500 ms", "bell sends ring", "wait 500 ms", "bell sends ring",
      ])
    #expect(result.finding?.contains("violated after 5 steps · shortest · explored") == true)
    #expect(result.finding?.contains("to depth 5") == true)
  }
}

/// Notes that are shown at once, saved to a server, and loaded from it. The fault: a reply to a load replaces all notes that
/// are shown, even those saved since its request.
private enum Notebook: Module {
  enum Message: Hashable { case open, save(Int), loaded(Set<Int>), cancel }
  enum Command: Hashable { case load, store(Int), cancel }

  struct Model: Hashable {
    var shown: Set<Int> = []
    var saved: Set<Int> = []
    var loaded: Set<Int>?
    var openCount = 0
    var isCancelled = false
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .open:
      model.openCount += 1
      perform(.load)
    case .save(let note):
      model.shown.insert(note)
      model.saved.insert(note)
      perform(.store(note))
    case .loaded(let notes):
      model.shown = notes
      model.loaded = notes
    case .cancel:
      model.isCancelled = true
      perform(.cancel)
    }
  }

  static func policy(for command: Command) -> EffectPolicy<Int> {
    switch command {
    // A throttle of no time drops nothing; it gives the commands the identity that `cancel` names.
    case .load, .store: .throttle(0, .zero)
    case .cancel: .cancel(0)
    }
  }

  /// - Parameters:
  ///   - opens: The number of times that the notebook can be opened.
  ///   - saves: The number of notes that can be saved.
  ///   - cancels: `true` where the requests can be cancelled.
  ///   - isAtOnce: `true` for an environment in which requests and replies take no time.
  static func specification(
    opens: Int = 0, saves: Int = 0, cancels: Bool = false, isAtOnce: Bool = false,
    @SpecificationBuilder<Self> _ properties: () -> [Declaration<Self>]
  ) -> Specification<Self> {
    let properties = properties()
    // Without saves, a load appends 0, which shows that its request took effect.
    let environment = Environment<Self>(
      [Int](),
      performing: { server, command in
        switch command {
        case .load: if saves == 0 { server.append(0) }
        case .store(let note): server.append(note)
        case .cancel: break
        }
      }, replies: { server, command in command == .load ? [.loaded(Set(server.filter { $0 > 0 }))] : nil })
    return Specification(of: Self.self) {
      Messages(of: .model) { model in
        if model.isCancelled { return [] }
        return (model.openCount < opens ? [.open] : [])
          + (model.saved.count < saves ? [.save(model.saved.count + 1)] : []) + (cancels ? [.cancel] : [])
      }
      DeclarationList(declarations: isAtOnce ? environment.atOnce.declarations : environment.declarations)
      DeclarationList(declarations: properties)
    }
  }
}

/// A bell that rings every half second, in a program whose other timer makes the unit of time a tenth of a second.
private enum Alarm: Module {
  enum Message: Hashable { case set, ring }
  enum Subscription: Hashable { case bell, other }
  struct Model: Hashable { var isSet = false, rings = 0 }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Never) -> Void) {
    switch message {
    case .set: model.isSet = true
    case .ring: model.rings += 1
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] { model.isSet ? [.bell, .other] : [] }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
    switch subscription {
    case .bell: .every(.milliseconds(500), .ring)
    case .other: .after(.milliseconds(2_300), .set)
    }
  }
}
