@testable import TEAStateSpace
@testable import TEASupport
import Extent
import Foundation
import Synchronization
import Testing

@testable import TEACheck
@testable import YardstickChecks

/// A search that continues from a checkpoint ends with the result of a search that was never stopped.
@Suite struct CheckpointTests {
  private static let managerCount = Extent.of(gate: 3, night: 4)

  private static let checks =
    [
      Grid.specification(counters: 3, modulus: 10).check("grid"),
      TwoPhaseCommit.specification(managerCount).check("2pc"),
      Race.specification(typed: 4, retries: 2, isFixed: false).check("race 4 2"),
      Panels.specification(count: 2, typed: 2, retries: 1, isFixed: false).check("panels"),
      Fat.specification(rows: 6, cursors: 4).check("fat"),
      TwoPhaseCommit.symmetric(managerCount).check("symmetric"),
      Specification(of: TwoPhaseCommit.self) {
        TwoPhaseCommit.specification(managerCount)
        Distinguish(by: { $0.managers })
      }.check("by managers"),
      Specification(of: Grid.self) {
        Grid.specification(counters: 2, modulus: 12)
        Sometimes("at both ends") { $0.counters == [11, 11] }
        Sometimes("beyond") { $0.counters == [12, 12] }
      }.check("sometimes"),
    ] + WorkerTests.violatedChecks.filter { !$0.title.contains("race") && !$0.title.contains("puzzle") }

  @Test(arguments: checks, [false, true])
  func `a search stopped at numbers of worlds and continued has the same result`(
    _ check: Check, _ isCompact: Bool
  ) throws {
    try expectSameEnd(check, isCompact: isCompact, [1, 2, 40, 41, 500, 3_000].map { states in { $0.states = states } })
  }

  @Test(arguments: checks, [false, true])
  func `a search stopped at depths and continued has the same result`(_ check: Check, _ isCompact: Bool) throws {
    try expectSameEnd(check, isCompact: isCompact, [0, 1, 4, 5, 9].map { depth in { $0.depth = depth } })
  }

  @Test(arguments: checks)
  func `a search that is interrupted and continued has the same result`(_ check: Check) throws {
    // A bound of one byte stops each stage as early as a bound on memory can.
    try expectSameEnd(check, isCompact: false, Array(repeating: { $0.memory = 1 }, count: 4))
    let whole = withoutWhatInterruptionChanges(try inFolder { path in check.exploration { $0.checkpoint = path } })
    try inFolder { path in
      for worldCount in [1, 2, 60, 900] {
        let interruption = Interruption()
        let result = check.exploration(
          workers: 2,
          { settings in
            settings.checkpoint = path
            settings.interruption = interruption
          },
          onProgress: { if $0.states >= worldCount { interruption.request() } })
        guard result.verdict == .inconclusive, result.message?.contains("interrupted") == true else {
          // Each search has more than two levels, and the first two stages take a level each.
          #expect(worldCount > 2)
          #expect(withoutWhatInterruptionChanges(result) == whole)
          return
        }
        #expect(result.message == "it was interrupted; --checkpoint \(path) goes on from here")
        // This search is interrupted before it has restored all worlds.
        let early = check.exploration { settings in
          settings.checkpoint = path
          settings.interruption = Interruption.requested()
        }
        #expect(early.verdict == .inconclusive)
      }
      #expect(withoutWhatInterruptionChanges(check.exploration { $0.checkpoint = path }) == whole)
    }
  }

  @Test(arguments: checks.prefix(2))
  func `a search that ends while it reads its checkpoint has the counts of the checkpoint`(_ check: Check) throws {
    try inFolder { path in
      func search(_ change: (inout CheckSettings) -> Void) -> CheckResult {
        check.exploration { settings in
          (settings.checkpoint, settings.isCompact) = (path, true)
          change(&settings)
        }
      }
      let first = search { $0.depth = 2 }
      let second = search { $0.interruption = Interruption.requested() }
      #expect(second.message == "it was interrupted; --checkpoint \(path) was still being read")
      #expect(second.coverage == first.coverage)
      let (found, saved) = (
        [second.states, second.transitions, second.depth], [first.states, first.transitions, first.depth]
      )
      #expect(found == saved)
    }
  }

  /// A counter that counts to 40, with a mark that `==` ignores. While the count is 0, `ask` sets the mark; `add` removes it.
  enum MarkedCounter: Module {
    enum Message: Hashable { case add(Int), ask }
    enum Command: Hashable { case ask }
    struct Model: Hashable {
      var count = 0
      var mark = 0
      static func == (one: Self, other: Self) -> Bool { one.count == other.count }
      func hash(into hasher: inout Hasher) { hasher.combine(count) }
    }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .add(let number): model = Model(count: min(40, model.count + number))
      case .ask where model.mark == 0 && model.count == 0:
        model.mark = 1
        perform(.ask)
      case .ask: break
      }
    }
  }

  /// Ten pages. The first one has a cursor, and the same position of the cursor can be stored in two ways.
  enum Paged: Module {
    enum Message: Hashable { case next, move }
    struct Model: Hashable { var page = 0, cursor = "a".startIndex }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .next: model = Model(page: min(9, model.page + 1))
      case .move: if model.page == 0 { model.cursor = "a".index(before: "a".endIndex) }
      }
    }
  }

  @Test func `a continued search has the advice of a whole search on a value that is stored in two ways`() throws {
    let check = Specification(of: Paged.self) { Messages { _ in [.move, .next] } }.check()
    let notes = check.exploration { _ in }.notes
    #expect(notes.contains { $0.contains("let update store it in one way") }, "\(notes)")
    try expectSameEnd(check, isCompact: false, [2, 3, 6].map { states in { $0.states = states } })
  }

  /// The continued search does not repeat the steps before the checkpoint, so the checkpoint keeps the report's notes on them.
  @Test(arguments: [false, true]) func `the notes of a continued search are about all steps`(_ isCompact: Bool) throws {
    let specification = Specification(of: MarkedCounter.self) {
      Messages(of: .model) { $0.count == 0 ? [.add(1), .ask, .add(1)] : [.add(1)] }
      Replies { _ in [] }
    }
    let notes = specification.check().exploration { _ in }.notes
    #expect(
      ["endless", "more than once", "=="].map { word in notes.count { $0.contains(word) } } == [0, 1, 1], "\(notes)")
    #expect(notes.contains { $0.contains("an empty list for commands") }, "\(notes)")
    try expectSameEnd(specification.check(), isCompact: isCompact, [1, 5, 60].map { states in { $0.states = states } })
  }

  @Test(arguments: [1, 5, 20, 60])
  func `a continued search knows the messages that change nothing`(states: Int) throws {
    let check = Specification(of: MarkedCounter.self) {
      Messages(of: .model) { $0.count == 0 ? [.add(1), .ask] : [.add(1), .add(0)] }
      Always("small", when: { $0.count == 3 }) { $0.count < 40 }
      Always("large", when: { $0.count == 41 }) { $0.count < 40 }
      Step("asks", when: { $0.message == .ask }) { $0.after.mark == 1 }
    }.check()
    try expectSameEnd(check, isCompact: false, [{ $0.states = states }])
    let shelf = CoverageDetailsTests.mailbox().check()
    try expectSameEnd(shelf, isCompact: false, [{ $0.states = 2 }, { $0.states = 3 }])
    let notes = try inFolder { path in
      _ = shelf.exploration { settings in (settings.checkpoint, settings.states) = (path, 3) }
      return shelf.exploration { $0.checkpoint = path }.notes
    }
    #expect(
      notes == [
        "never offered in any reachable world: shred", "changes nothing in any reachable world: blink",
        "changes nothing as a reply or an event in any reachable world: ignored",
      ])
  }

  @Test func `the checkpoint is removed when the search is complete`() throws {
    try inFolder { path in
      let check = Self.checks[0]
      _ = check.exploration { settings in
        settings.checkpoint = path
        settings.states = 100
      }
      #expect(Platform.names(in: folder(of: path)) == [".", "..", "file"])
      _ = check.exploration { $0.checkpoint = path }
      #expect(Platform.names(in: folder(of: path)) == [".", ".."])
    }
  }

  /// A world whose parts all occur in other worlds is restored from these, without repeating its step. The arguments are tested
  /// one after another, as `Shelves.updateCount` counts the steps of all searches.
  @Test(.serialized, arguments: [1, 8]) func `a continued search repeats few steps`(_ workers: Int) throws {
    let check = Specification(of: Shelves.self) {
      Messages { _ in (0..<6).map { $0 } }
      Always("each book has a title") { $0.a != "" }
    }.check("shelves")
    func exploreCountingUpdates(_ workers: Int, _ change: (inout CheckSettings) -> Void) -> (
      result: CheckResult, count: Int
    ) {
      let before = Shelves.updateCount.load(ordering: .relaxed)
      let result = withoutWhatInterruptionChanges(check.exploration(workers: workers, change))
      return (result, Shelves.updateCount.load(ordering: .relaxed) - before)
    }
    let whole = exploreCountingUpdates(1) { _ in }
    #expect(whole.result.states == 4_096)
    try inFolder { path in
      let partial = exploreCountingUpdates(workers) { settings in
        settings.checkpoint = path
        settings.depth = 12
      }
      #expect(!partial.result.isComplete && partial.result.states > 3_000)
      let resumed = exploreCountingUpdates(1) { $0.checkpoint = path }
      #expect(resumed.result == whole.result)
      // The continued search repeats about the first thousand steps, and some steps that lead to parts not seen before.
      #expect(partial.count + resumed.count < whole.count + 1_500)
    }
  }

  /// Six shelves, each with one of three books or none.
  private enum Shelves: Module {
    struct Model: Hashable { var a: String?, b: String?, c: String?, d: String?, e: String?, f: String? }

    static let updateCount = Atomic(0)
    static let books = ["a title that is longer than a short text", "another one of these titles", "short"]

    static func start(with flags: Void, perform: (Never) -> Void) -> Model { Model() }

    static func update(for shelf: Int, model: inout Model, perform: (Never) -> Void) {
      updateCount.add(1, ordering: .relaxed)
      let shelves: [WritableKeyPath<Model, String?>] = [\.a, \.b, \.c, \.d, \.e, \.f]
      let book = model[keyPath: shelves[shelf]].flatMap { books.firstIndex(of: $0) } ?? -1
      model[keyPath: shelves[shelf]] = book == 2 ? nil : books[book + 1]
    }

    static func view(for model: Model) -> String { model.a ?? "" }
  }

  // MARK: Refused checkpoints

  @Test func `a checkpoint of another check, other bounds or another engine is refused`() throws {
    try inFolder { path in
      let specification = Grid.specification(counters: 3, modulus: 10)
      _ = specification.check("one").exploration { settings in
        settings.checkpoint = path
        settings.states = 100
      }
      let others: [(Check, (inout CheckSettings) -> Void)] = [
        (specification.check("other"), { _ in }), (specification.check("one"), { $0.outstanding = 3 }),
        (specification.check("one"), { $0.scope = 7 }), (specification.check("one"), { $0.isCompact = true }),
        (specification.check("one"), { $0.engine = .survey }),
      ]
      for (check, change) in others {
        let result = check.exploration { settings in
          settings.checkpoint = path
          change(&settings)
        }
        #expect(result.verdict == .error)
        #expect(
          result.message
            == "the checkpoint '\(path)' is of another check, other bounds or another build of the program; "
            + "remove it to begin anew")
      }
    }
  }

  @Test(arguments: [
    "", "\n", "{}", "[", "{\"kind\":\"checkpoint\"}", "{\"kind\":\"checkpoint\",\"version\":2}",
    String(repeating: "[", count: 60_000), String(repeating: "x", count: 200_000), "\0\0\0",
  ])
  func `a file that is no checkpoint is refused and kept`(_ text: String) throws {
    try inFolder { path in
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      let result = Self.checks[0].exploration { $0.checkpoint = path }
      #expect(result.verdict == .error)
      #expect(result.message?.hasPrefix("the checkpoint '\(path)' ") == true)
      #expect(result.message?.hasSuffix("; remove it to begin anew") == true)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
  }

  @Test func `a path that cannot be written is reported before the search`() throws {
    try inFolder { path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      let folderResult = Self.checks[0].exploration { $0.checkpoint = path }
      #expect(folderResult.message == "the checkpoint cannot be written: it is a folder")
      let result = Self.checks[0].exploration { $0.checkpoint = path + "/none/file" }
      #expect(result.verdict == .error && result.states <= 1 && result.transitions == 0)
      #expect(result.message == "the checkpoint cannot be written: No such file or directory")
    }
  }

  @Test func `a damaged checkpoint is refused, unless its content is the same`() throws {
    try inFolder { path in
      let file = CheckpointFile(path: path, subject: "grid")
      let whole = explore(nil)
      let partial = explore(file, states: 400)
      #expect(partial.progress.states < whole.progress.states)
      let goodBytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      let saved = try #require(try file.load())
      defer { saved.deallocate() }
      let ancestry = saved.ancestry
      var random = RandomNumbers(seed: 1)
      func randomNumber(below count: Int) -> Int { Int(random.next(through: UInt64(count - 1))) }
      for mutation in 0..<Extent.of(gate: 600, night: 3_000) {
        var bytes = goodBytes
        switch mutation % 6 {
        case 0: bytes[randomNumber(below: bytes.count)] ^= 1 << UInt8(randomNumber(below: 8))
        case 1: bytes.removeLast(1 + randomNumber(below: bytes.count))
        case 2: bytes.append(UInt8(randomNumber(below: 256)))
        case 3: bytes.swapAt(randomNumber(below: bytes.count), randomNumber(below: bytes.count))
        case 4: bytes.remove(at: randomNumber(below: min(400, bytes.count)))
        default:
          // Replaces a digit among the first 400 bytes, which contain the first line.
          let digits = bytes.prefix(400).indices.filter { (48...57).contains(bytes[$0]) }
          bytes[digits[randomNumber(below: digits.count)]] = UInt8(48 + randomNumber(below: 10))
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        if let reloaded = try? file.load() {
          defer { reloaded.deallocate() }
          // The damage did not change the content.
          #expect("\(reloaded.checkpoint)" == "\(saved.checkpoint)" && reloaded.ancestry.count == ancestry.count)
          #expect((0..<ancestry.count).allSatisfy { reloaded.ancestry[$0] == ancestry[$0] })
        }
        // A search takes long, so only two of fifty mutations get one: those with the remainders 0 and 5. Among them are
        // mutations of all six kinds.
        guard mutation % 50 == 0 || mutation % 50 == 5 else { continue }
        let exploration = explore(file)
        if case .error(let error) = exploration.end {
          #expect(error is CheckpointError)
        } else {
          #expect(exploration.progress.states == whole.progress.states)
          #expect(exploration.progress.transitions == whole.progress.transitions)
        }
      }
    }
  }

  @Test func `a checkpoint of a program that has changed is refused`() throws {
    try inFolder { path in
      let file = CheckpointFile(path: path, subject: "grid")
      _ = explore(file, states: 400)
      for (counters, modulus) in [(2, 10), (3, 2), (3, 9), (1, 1)] {
        let exploration = explore(file, Grid.specification(counters: counters, modulus: modulus))
        guard case .error(let error) = exploration.end else {
          Issue.record("\(counters) \(modulus)")
          return
        }
        #expect(
          "\(error)"
            == "the checkpoint '\(path)' does not fit the program: its steps lead elsewhere now; remove it to begin anew"
        )
      }
    }
  }

  /// Performs its commands in another order in another process, as a program does that iterates over a set.
  enum Fetcher: Module {
    enum Message: Hashable { case load, loaded(Int, part: Int) }
    enum Command: Hashable { case fetch(Int) }
    struct Model: Hashable {
      var hasBegun = false
      var loaded: [Int] = []
    }
    static let isInAnotherProcess = Atomic<Bool>(false)
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .load:
        model.hasBegun = true
        let numbers = isInAnotherProcess.load(ordering: .relaxed) ? [2, 1, 0] : [0, 1, 2]
        for number in numbers { perform(.fetch(number)) }
      case .loaded(let number, let part): model.loaded.append(10 * number + part)
      }
    }
  }

  @Test(.serialized, arguments: [false, true])
  func `a search is continued in a process that performs the commands in another order`(_ isCompact: Bool) throws {
    let check = Specification(of: Fetcher.self) {
      Messages(of: .model) { $0.hasBegun ? [] : [.load] }
      Replies { command in
        switch command {
        case .fetch(let number): (0...number).map { Fetcher.Message.loaded(number, part: $0) }
        }
      }
      Always("three at most") { $0.loaded.count <= 3 }
    }.check()
    try inFolder { path in
      func search(toDepth depth: Int?) -> CheckResult {
        check.exploration { settings in
          (settings.checkpoint, settings.isCompact, settings.depth) = (path, isCompact, depth)
        }
      }
      Fetcher.isInAnotherProcess.store(false, ordering: .relaxed)
      // The first number that is loaded has one, two or three parts.
      #expect(search(toDepth: 3).states == 1 + 1 + 6 + 22)
      Fetcher.isInAnotherProcess.store(true, ordering: .relaxed)
      let rest = search(toDepth: nil)
      #expect(rest.message == nil)
      #expect(rest.states == 1 + 1 + 6 + 22 + 36, "\(rest)")
    }
  }

  // MARK: Large checkpoints

  @Test func `a checkpoint with the header of a model of 60 000 fields is read back`() throws {
    try inFolder { path in
      let file = CheckpointFile(path: path, subject: "a model of 60 000 fields")
      var checkpoint = Checkpoint()
      // Each field has two numbers.
      checkpoint.packingNumbers = (0..<120_000).map { UInt64.max - $0 }
      try file.save(SavedSearch(checkpoint: checkpoint, ancestry: Ancestry()))
      let saved = try #require(try file.load())
      defer { saved.deallocate() }
      #expect(saved.checkpoint.packingNumbers == checkpoint.packingNumbers)
    }
  }

  @Test func `a checkpoint that could not be read again is not written`() throws {
    try inFolder { path in
      let file = CheckpointFile(path: path, subject: "a model of a megabyte")
      var checkpoint = Checkpoint()
      // Rows of more than a megabyte are not saved. The size of a row is a multiple of 8 bytes.
      checkpoint.rowSize = 1 << 20 + 8
      let error = #expect(throws: FileError.self) {
        try file.save(SavedSearch(checkpoint: checkpoint, ancestry: Ancestry()))
      }
      #expect(error?.description == "the worlds of this check are too large for one: leave out '--checkpoint'")
      #expect(!Platform.exists(path))
    }
  }

  // MARK: Helpers

  /// Runs a search in stages, each with its own bounds and from the checkpoint of the stage before. Expects the result of a
  /// search that is never stopped.
  private func expectSameEnd(
    _ check: Check, isCompact: Bool, _ stages: [(inout CheckSettings) -> Void],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    /// Runs the check with one, two or eight workers: the remainder of `number` by 3 decides.
    func run(_ number: Int, _ change: (inout CheckSettings) -> Void) -> CheckResult {
      withoutWhatInterruptionChanges(
        check.exploration(workers: [1, 2, 8][number % 3]) { settings in
          settings.isCompact = isCompact
          change(&settings)
        })
    }
    // Without a checkpoint, the steps of a world may come in another order.
    let whole = try inFolder { path in run(0) { $0.checkpoint = path } }
    try inFolder { path in
      for (number, stage) in stages.enumerated() {
        let result = run(number) { settings in
          settings.checkpoint = path
          stage(&settings)
        }
        if result.verdict == .error || result.verdict == .violated {
          #expect(result.counterexample == whole.counterexample, sourceLocation: sourceLocation)
          #expect(result.message == whole.message, sourceLocation: sourceLocation)
          return
        }
        #expect(!result.isComplete || result.states == whole.states, sourceLocation: sourceLocation)
      }
      for number in [1, 2] {
        #expect(run(number) { $0.checkpoint = path } == whole, sourceLocation: sourceLocation)
      }
    }
  }

  private func withoutWhatInterruptionChanges(_ result: CheckResult) -> CheckResult {
    var result = result
    // A checkpoint does not keep the classes of worlds.
    result.coverageDetails?.classes = []
    // A slow step depends on how busy the machine is.
    result.notes.removeAll { $0.contains("never meet in") || $0.hasPrefix("health: a step takes") }
    result.again = nil
    return result
  }

  private func explore(
    _ file: CheckpointFile?, states: Int = .max,
    _ specification: Specification<Grid> = Grid.specification(counters: 3, modulus: 10)
  ) -> Exploration<Grid> {
    var bounds = ExplorationBounds(states: states)
    bounds.checkpoint = file
    // Only an invalid specification throws.
    guard let rules = try? Rules(specification, scope: 3) else { fatalError("no rules") }
    return specification.engines.explore(rules, bounds, 1) { _ in }
  }

  private func folder(of path: String) -> String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  /// Calls `body` with the path of a file, which does not exist yet, in a new folder.
  private func inFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("checkpoint-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.appendingPathComponent("file").path)
  }
}
