import Testing

@testable import TEACheck

/// The checker carries out the same commands as the live program.
@Suite struct OneKernelTests {
  @Test func `a command that is cancelled in its own step never reaches the environment`() throws {
    let result = try Saver.specification([.save(1, .latest(1)), .stop]).check().run()
    #expect(result.isComplete)
  }

  @Test func `of two commands that replace each other in a step only the last reaches the environment`() throws {
    let result = try Saver.specification([.save(1, .latest(1)), .save(2, .latest(1))]).check().run()
    #expect(result.isComplete)
  }

  @Test func `commands of the start are carried out as those of a step`() throws {
    let result = try Saver.specification([], starting: [.save(1, .latest(1)), .stop, .save(3, .first(1))]).check().run()
    #expect(result.isComplete)
  }

  // MARK: Effects that send nothing more

  @Test func `an effect whose reply is lost blocks others of its identity for ever`() throws {
    let result = try Writer.specification(.first(1), isAnswered: true) {
      LostReplies()
      Always("after a loss nothing is written") { !$0.isLost || $0.server == [1] }
    }.check().run()
    #expect(result.isComplete)
  }

  @Test(arguments: [EffectPolicy<Int>.latest(1), .debounce(1, .seconds(1))])
  func `an effect whose reply is lost gives way to a command that cancels it`(policy: EffectPolicy<Int>) throws {
    let result = try Writer.specification(.first(1), then: policy, isAnswered: true) {
      LostReplies()
      Sometimes("the third is written after the first is lost") { $0.isLost && $0.server.last == 3 }
    }.check().run()
    #expect(result.isComplete)
  }

  @Test func `a command that is never answered runs for a while, and others are dropped meanwhile`() throws {
    let result = try Writer.specification(.first(1), isAnswered: false) {
      Sometimes("the second came too early") { $0.server == [1, 3] }
      Sometimes("all gave way to the first") { $0.server == [1] && $0.written == 3 }
      Sometimes("none had to") { $0.server == [1, 2, 3] }
    }.check().run()
    #expect(result.isComplete)
  }

  @Test func `effects that send nothing make no worlds where nothing depends on them`() throws {
    let result = try Writer.specification(.latest(1), isAnswered: false, tellsOfCancelled: false) {}.check().run()
    #expect(result.isComplete)
    #expect(result.states == 4)
    // Each command cancels the one before it. The server is told of this, unless the effect has ended by itself. So there are
    // two worlds after the first command, four after the second, and eight after the third.
    let told = try Writer.specification(.latest(1), isAnswered: false) {}.check().run()
    #expect(told.isComplete)
    #expect(told.states == 15)
  }

  @Test func `the environment is told of cancelled commands`() throws {
    let result = try Writer.specification(.latest(1), isAnswered: true) {
      Sometimes("the first is withdrawn") { $0.server == [1, -1, 2] }
      Always("what is answered is not withdrawn") {
        $0.answered.allSatisfy { [server = $0.server] in !server.contains(-$0) }
      }
    }.check().run()
    #expect(result.isComplete)
  }

  // MARK: Repeated replies

  @Test func `equal replies that may come once more are one step`() throws {
    let rules = try Rules(
      Writer.specification(.all, isAnswered: true) { RepeatedReplies() }, scope: 1)
    var world = rules.origins[0].world
    // The same command is answered twice.
    for number in [1, 1] {
      world.outstanding = [Writer.Command(number: number, policy: .all)]
      let reply = try #require(rules.repliesAndEvents(in: world).first { $0.commandIndex != nil })
      world = rules.take(reply, in: world).world
    }
    let echoes = try rules.repliesAndEvents(in: world).filter { step in
      if case .event(let event) = step, case .repeatedReply = event.kind { true } else { false }
    }
    #expect(echoes.count == 1)
  }

  // MARK: The order of outstanding commands

  @Test(arguments: [1, 2, 8])
  func `properties see outstanding commands in canonical order`(workers: Int) throws {
    let check = try Writer.specification(.all, isAnswered: true, isBackward: true) {
      Always("in the order of their numbers", of: .world) { world in
        world.outstanding.map(\.number) == world.outstanding.map(\.number).sorted()
      }
    }.check()
    var settings = CheckSettings()
    settings.workers = workers
    let result = check.outcome(settings, onProgress: { _ in }).result
    #expect(result.isComplete)
  }

  /// Performs requests in any order, the same request also several times.
  private enum Requests: Module {
    enum Message { case ask(Int), answered }
    struct Model: Hashable { var asked = 0 }
    enum Command: Hashable { case fetch(Int), drop(Int) }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .ask(let number):
        model.asked = (model.asked + 1) % 5
        perform(number < 3 ? .fetch(number) : .drop(number))
      case .answered: break
      }
    }

    static func isSorted(_ commands: [Command]) -> Bool {
      let numbers = commands.map { command in
        switch command {
        case .fetch(let number), .drop(let number): number
        }
      }
      return numbers == numbers.sorted()
    }
  }

  @Test(arguments: [false, true], [1, 2])
  func `properties and offers see outstanding commands in canonical order in all worlds`(
    hasEnvironment: Bool, workers: Int
  ) {
    let check = Specification(of: Requests.self) {
      Messages(of: .world) { world in
        guard Requests.isSorted(world.outstanding) else { return [] }
        return world.outstanding.count < 3 ? (0..<5).map { .ask($0) } : []
      }
      if hasEnvironment {
        Environment(0, performing: { state, _ in state = 1 }, replies: { _, _ in [.answered] })
      } else {
        Replies { _ in [.answered] }
      }
      Always("sorted", of: .world) { Requests.isSorted($0.outstanding) }
      Sometimes("three different ones", of: .world) { Set($0.outstanding).count == 3 }
    }.check()
    let result = check.exploration(workers: workers)
    #expect(result.verdict == .passed && result.isComplete, "\(result)")
    // There are 1 + 5 + 15 + 35 multisets of up to three of five commands, each with five values of `asked`.
    if !hasEnvironment { #expect(result.states == 280) }
  }

  @Test func `the canonical order is by case and then by value`() {
    enum Letter { case a(Int), b(String), c }
    let sorted: [Letter] = [.a(1), .a(2), .b("x"), .b("y"), .c]
    for letters in [sorted.reversed(), [.b("y"), .c, .a(2), .b("x"), .a(1)], sorted] as [[Letter]] {
      #expect(canonicalOrder(of: letters).map { "\(letters[$0])" } == sorted.map { "\($0)" })
    }
  }
}

/// Sends saves to a server that lists them.
private enum Saver: Module {
  enum Command: Hashable {
    case save(Int, EffectPolicy<Int>)
    case stop
  }

  enum Message: Hashable { case go }

  struct Flags: Hashable {
    /// The commands that the start performs.
    var start: [Command]
    /// The commands that the first message performs.
    var step: [Command]
  }

  struct Model: Hashable {
    var step: [Command]
    var hasGone = false
  }

  static func start(with flags: Flags, perform: (Command) -> Void) -> Model {
    for command in flags.start { perform(command) }
    return Model(step: flags.step)
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    if model.hasGone { return }
    model.hasGone = true
    for command in model.step { perform(command) }
  }

  static func policy(for command: Command) -> EffectPolicy<Int> {
    switch command {
    case .save(_, let policy): policy
    case .stop: .cancel(1)
    }
  }

  /// A specification whose property says that the server has what the live program carries out.
  static func specification(_ step: [Command], starting start: [Command] = []) throws -> Specification<Self> {
    let flags = Flags(start: start, step: step)
    // Before the message `go`, and after it.
    let liveNumbers = try [[], [.go]].map { try carriedOut(flags, $0) }
    return Specification(of: Self.self) {
      Start(with: [flags])
      Environment(
        [Int](), performing: { server, command in if case .save(let number, _) = command { server.append(number) } },
        replies: { _, _ in nil }
      ).atOnce
      Always("the server has what the live program sends", of: .modelAndEnvironment([Int].self)) { model, server in
        server == liveNumbers[model.hasGone ? 1 : 0]
      }
    }
  }

  /// The numbers of the saves that the live program carries out.
  private static func carriedOut(_ flags: Flags, _ messages: [Message]) throws -> [Int] {
    let program = try Program(Self.self, flags: flags, time: .manual)
    var numbers: [Int] = []
    program.handleCommands(Handler { command, _ in if case .save(let number, _) = command { numbers.append(number) } })
    for message in messages { program.dispatch(message) }
    return numbers
  }
}

/// Performs three commands, numbered 1, 2 and 3 in this order, or in the opposite order if `isBackward`.
private enum Writer: Module {
  enum Message: Hashable { case write, answered(Int) }

  struct Command: Hashable {
    var number: Int
    var policy: EffectPolicy<Int>
  }

  struct Flags: Hashable {
    /// The policy of the first and the second command.
    var policy: EffectPolicy<Int>
    /// The policy of the third command.
    var last: EffectPolicy<Int>
    var isBackward: Bool
  }

  struct Model: Hashable {
    var flags: Flags
    var written = 0
    var answered: [Int] = []
  }

  static func start(with flags: Flags) -> Model { Model(flags: flags) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .write:
      model.written += 1
      let number = model.flags.isBackward ? 4 - model.written : model.written
      perform(Command(number: number, policy: model.written == 3 ? model.flags.last : model.flags.policy))
    case .answered(let number): model.answered.append(number)
    }
  }

  static func policy(for command: Command) -> EffectPolicy<Int> { command.policy }

  /// The parts of a world at which properties look.
  struct Excerpt {
    var written: Int
    var answered: [Int]
    var server: [Int]
    /// `true` where the reply to the first command is lost.
    var isLost: Bool
  }

  static func specification(
    _ policy: EffectPolicy<Int>, then last: EffectPolicy<Int>? = nil, isAnswered: Bool, isBackward: Bool = false,
    tellsOfCancelled: Bool = true, @SpecificationBuilder<Self> _ parts: () -> [Declaration<Self>]
  ) throws -> Specification<Self> {
    let parts = parts()
    let withdraw: @Sendable (inout [Int], Command) -> Void = { server, command in server.append(-command.number) }
    // The server lists the numbers of performed commands, and those of cancelled commands with a minus.
    return Specification(of: Self.self) {
      Start(with: [Flags(policy: policy, last: last ?? policy, isBackward: isBackward)])
      Messages(of: .model) { $0.written < 3 ? [.write] : [] }
      Environment(
        [Int](), performing: { server, command in server.append(command.number) },
        cancelling: tellsOfCancelled ? withdraw : nil,
        replies: { _, command in isAnswered ? [.answered(command.number)] : nil }
      ).atOnce
      DeclarationList(declarations: parts)
    }
  }
}

extension Always where M == Writer {
  fileprivate init(_ name: String, _ holds: @escaping @Sendable (Writer.Excerpt) -> Bool) {
    self.init(name, of: .world) { holds(Writer.Excerpt($0)) }
  }
}

extension Sometimes where M == Writer {
  fileprivate init(_ name: String, _ holds: @escaping @Sendable (Writer.Excerpt) -> Bool) {
    self.init(name, of: .world) { holds(Writer.Excerpt($0)) }
  }
}

extension Writer.Excerpt {
  fileprivate init(_ world: World<Writer>) {
    let server = world.environment(as: [Int].self) ?? []
    self.init(
      written: world.model.written, answered: world.model.answered, server: server,
      isLost: server.contains(1) && !world.model.answered.contains(1)
        && !world.outstanding.contains { $0.number == 1 })
  }
}
