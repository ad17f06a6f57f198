import TEARuntime
import Testing

/// Commands that share an identity, under each policy.
@Suite struct EffectPolicyTests {
  let desk = Desk()
  let program: Program<Performer>

  init() throws {
    program = try Program(Performer.self, flags: [], time: .manual)
    desk.serve(program)
  }

  @Test func `all: every command is carried out, and every reply arrives`() {
    perform(.all, "a", "b")
    #expect(desk.log == ["begin a", "begin b"])
    desk.reply("b")
    desk.reply("a")
    #expect(program.model.log == ["b", "a"])
  }

  @Test func `latest: a newer command cancels the older one, whose reply is dropped and counted`() {
    perform(.latest("search"), "a")
    perform(.latest("search"), "b")
    #expect(desk.log == ["begin a", "cancel a", "begin b"])
    desk.reply("a")
    desk.reply("b")
    #expect(program.model.log == ["b"])
    #expect(program.droppedMessageCount == 1)
  }

  @Test func `latest: of one step, only the last command is carried out`() {
    perform(.latest("search"), "a", "b", "c")
    #expect(desk.log == ["begin c"])
  }

  @Test func `latest: other identities are left alone`() {
    perform(.latest("x"), "a")
    perform(.latest("y"), "b")
    desk.reply("a")
    #expect(program.model.log == ["a"])
  }

  @Test func `first: while a command runs, others are dropped; when it has ended, the next runs`() {
    perform(.first("load"), "a", "b")
    #expect(desk.log == ["begin a"])
    desk.reply("a")
    perform(.first("load"), "c")
    #expect(desk.log == ["begin a"])
    desk.finish("a")
    perform(.first("load"), "d")
    #expect(desk.log == ["begin a", "begin d"])
  }

  @Test func `cancel: commands that run or wait are cancelled, and the cancelling one is not carried out`() {
    perform(.latest("x"), "a")
    perform(.cancel("x"), "stop")
    perform(.debounce("x", .seconds(1)), "b")
    perform(.cancel("x"), "stop")
    program.advance(by: .seconds(5))
    #expect(desk.log == ["begin a", "cancel a"])
  }

  @Test func `debounce: only the last command is carried out, when the pause is over`() {
    perform(.debounce("type", .milliseconds(300)), "a")
    program.advance(by: .milliseconds(200))
    perform(.debounce("type", .milliseconds(300)), "ab")
    program.advance(by: .milliseconds(299))
    #expect(desk.log == [])
    program.advance(by: .milliseconds(1))
    #expect(desk.log == ["begin ab"])
  }

  @Test func `debounce: a newer command cancels a command that runs already`() {
    perform(.debounce("type", .milliseconds(300)), "a")
    program.advance(by: .milliseconds(300))
    perform(.debounce("type", .milliseconds(300)), "ab")
    #expect(desk.log == ["begin a", "cancel a"])
  }

  @Test func `throttle: the first command is carried out at once, and others are dropped until the duration is over`() {
    perform(.throttle("save", .seconds(1)), "a", "b")
    program.advance(by: .milliseconds(999))
    perform(.throttle("save", .seconds(1)), "c")
    program.advance(by: .milliseconds(1))
    perform(.throttle("save", .seconds(1)), "d")
    #expect(desk.log == ["begin a", "begin d"])
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `a debounce or throttle of zero or less neither delays nor drops`(duration: Duration) {
    perform(.debounce("x", duration), "a")
    perform(.throttle("y", duration), "b", "c")
    #expect(desk.log == ["begin a", "begin b", "begin c"])
  }

  @Test func `a random order is the same for the same seed, and loses nothing`() throws {
    func log(_ order: EffectOrder) throws -> [String] {
      let desk = Desk()
      let names = (0..<8).map(String.init)
      let program = try Program(
        Performer.self, flags: names.map { Performer.Command(name: $0) }, time: .manual, effectOrder: order)
      desk.serve(program)
      return desk.log
    }
    let inOrder = try log(.asPerformed)
    let shuffled = try log(.random(seed: 7))
    #expect(inOrder == (0..<8).map { "begin \($0)" })
    #expect(shuffled != inOrder)
    #expect(shuffled.sorted() == inOrder)
    #expect(try log(.random(seed: 7)) == shuffled)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a random order changes the order in which commands are carried out, and no policy`(seed: UInt64) throws {
    let program = try Program(Performer.self, flags: [], time: .manual, effectOrder: .random(seed: seed))
    let desk = Desk()
    desk.serve(program)
    func perform(_ commands: Performer.Command...) { program.dispatch(.perform(commands)) }
    perform(.init(name: "old", policy: .first("fetch")))
    perform(
      .init(name: "log"), .init(name: "stop", policy: .cancel("fetch")), .init(name: "fetch", policy: .first("fetch")))
    #expect(desk.log.prefix(2) == ["begin old", "cancel old"])
    #expect(desk.log.dropFirst(2).sorted() == ["begin fetch", "begin log"])
    perform(
      .init(name: "a", policy: .debounce("x", .seconds(1))), .init(name: "b", policy: .debounce("x", .seconds(1))))
    program.advance(by: .seconds(1))
    #expect(desk.log.dropFirst(4) == ["begin b"])
  }

  private func perform(_ policy: EffectPolicy<String>, _ names: String...) {
    program.dispatch(.perform(names.map { Performer.Command(name: $0, policy: policy) }))
  }
}

/// Handles commands and subscriptions by keeping their replies for the test.
final class Desk {
  private(set) var log: [String] = []
  private var replies: [String: Reply<Performer.Message>] = [:]
  private var program: Program<Performer>?

  func serve(_ program: Program<Performer>) {
    self.program = program
    program.handleCommands(
      .cancellable { [unowned self] command, reply in
        log.append("begin \(command.name)")
        replies[command.name] = reply
        return { [weak self] in self?.log.append("cancel \(command.name)") }
      })
    program.handleSubscriptions(
      .cancellable { [unowned self] subscription, reply in
        log.append("subscribe \(subscription)")
        replies["\(subscription)"] = reply
        return { [weak self] in self?.log.append("unsubscribe \(subscription)") }
      })
  }

  func reply(_ name: String, _ message: Performer.Message? = nil) {
    replies[name]?(message ?? .found(name))
    program?.receive()
  }

  func finish(_ name: String) {
    replies[name]?.finish()
    program?.receive()
  }

  func fail(_ name: String, _ failure: any Error) {
    replies[name]?.fail(failure)
    program?.receive()
  }

  /// Releases the reply to a command, whose effect then ends without a message.
  func forget(_ name: String) {
    replies[name] = nil
    program?.receive()
  }
}
