import Dispatch
import MobiusStyle
import Testing

@Suite struct LoggerTests {
  let log = Log()
  /// The effect handler.
  let desk: LoggingConnectable<Notebook.Effect>

  init() { desk = LoggingConnectable("desk", log) }

  /// A logger that writes a line for each call; its associated types are inferred from its methods.
  private struct LineLogger: MobiusLogger {
    let log: Log
    func willInitiate(model: [String]) { log.add("willInitiate \(model)") }
    func didInitiate(model: [String], first: First<[String], Notebook.Effect>) {
      log.add("didInitiate \(model) \(first.model) \(first.effects.count)")
    }
    func willUpdate(model: [String], event: Notebook.Event) { log.add("willUpdate \(model)") }
    func didUpdate(model: [String], event: Notebook.Event, next: Next<[String], Notebook.Effect>) {
      log.add("didUpdate \(model) \(next.model ?? ["-"]) \(next.effects.count)")
    }
  }

  /// A logger with one method; all others have their defaults.
  private final class EventCounter: MobiusLogger {
    typealias Effect = Notebook.Effect
    var count = 0
    func willUpdate(model: [String], event: Notebook.Event) { count += 1 }
  }

  @Test func `a logger is told of each update before and after it, and before the effects`() {
    let loop = Notebook.loop(desk).withLogger(LineLogger(log: log)).withRandomEffectOrder(seed: 3).start(from: ["x"])
    #expect(log.take() == ["desk connects"], "a loop without a controller is not initiated")
    loop.dispatchEvent(.perform([.ring, .ring]))
    loop.dispatchEvent(.write("y"))
    #expect(
      log.lines == [
        #"willUpdate ["x"]"#, #"didUpdate ["x"] ["-"] 2"#, "desk ring", "desk ring", #"willUpdate ["x"]"#,
        #"didUpdate ["x"] ["x", "y"] 1"#, #"desk save("y")"#,
      ])
  }

  @Test func `a controller tells its logger of the initiate function, at each start`() {
    let controller = Notebook.loop(desk).withLogger(AnyMobiusLogger(LineLogger(log: log))).makeController(
      from: [], initiate: { First(model: $0 + ["x"], effects: [.ring]) }, loopQueue: DispatchQueue(label: "loops"))
    for model in ["[]", #"["x"]"#] {
      controller.start()
      controller.stop()
      #expect(
        log.take() == [
          "willInitiate \(model)", "didInitiate \(model) \(controller.model) 1", "desk connects", "desk ring",
          "desk ends",
        ])
    }
  }

  @Test func `a type-erased logger passes on all that it is told`() {
    let logger = AnyMobiusLogger(AnyMobiusLogger(LineLogger(log: log)))
    logger.willInitiate(model: ["a"])
    logger.didInitiate(model: ["a"], first: First(model: ["b"], effects: [.ring]))
    logger.willUpdate(model: ["b"], event: .ignore)
    logger.didUpdate(model: ["b"], event: .ignore, next: .next(["c"], effects: [.ring, .ring]))
    #expect(
      log.lines == [
        #"willInitiate ["a"]"#, #"didInitiate ["a"] ["b"] 1"#, #"willUpdate ["b"]"#, #"didUpdate ["b"] ["c"] 2"#,
      ])
  }

  @Test func `a loop with a logger does the same as without`() {
    func lines(_ builder: Mobius.Builder<[String], Notebook.Event, Notebook.Effect>) -> [String] {
      let loop = builder.start(from: ["x"], effects: [.ring])
      loop.addObserver { [log] in log.add("show \($0)") }
      loop.dispatchEvent(.write("y"))
      loop.dispatchEvent(.perform([.ring]))
      loop.dispose()
      return log.take()
    }
    let logOfLogger = Log()
    #expect(lines(Notebook.loop(desk).withLogger(LineLogger(log: logOfLogger))) == lines(Notebook.loop(desk)))
    #expect(logOfLogger.lines.count == 4)
  }

  @Test func `a logger replaces the logger that was set before, and may leave methods out`() {
    let counter = EventCounter()
    let loop = Notebook.loop(desk).withLogger(LineLogger(log: log)).withLogger(counter).start(from: [])
    loop.dispatchEvent(.ignore)
    loop.dispatchEvent(.rewrite)
    #expect(counter.count == 2)
    #expect(log.lines == ["desk connects"])
  }

  @Test func `a simple logger writes a line for each event, model and effect`() {
    let controller = Mobius.loop(
      update: { (model: Int, event: String) -> Next<Int, Bool> in
        event.isEmpty ? .noChange : .next(model + event.count, effects: [true, false])
      }, effectHandler: AnyConnectable { _ in Connection(acceptClosure: { _ in }, disposeClosure: {}) }
    )
    .withLogger(SimpleLogger(tag: "count", consumer: log.add))
    .makeController(from: 1, initiate: { First(model: $0, effects: [true]) })
    let view = AnyConnectable<Int, String> { send in
      send("")
      send("ab")
      return Connection(acceptClosure: { _ in }, disposeClosure: {})
    }
    controller.connectView(view)
    controller.start()
    #expect(controller.model == 3)
    #expect(
      log.lines == [
        "count: Starting loop", "count: Loop started from model: 1", "count: Effect: true", "count: Event: ",
        "count: Event: ab", "count: New model: 3", "count: Effect: true", "count: Effect: false",
      ])
  }
}
