import MobiusStyle
import Testing

@Suite(.timeLimit(.minutes(20))) struct ConnectableTests {
  let log = Log()

  // MARK: Connectable classes

  /// Writes “c” when it is connected, and answers each saved text of fewer than three characters with the text doubled.
  private final class Echo: ConnectableClass<Notebook.Effect, Notebook.Event> {
    var log: Log?
    override func handle(_ input: Notebook.Effect) {
      if case .save(let text) = input, text.count < 3 { send(.write(text + text)) }
    }
    override func onConnect() {
      log?.add("onConnect")
      send(.write("c"))
    }
    override func onDispose() { log?.add("onDispose") }
  }

  @Test func `a connectable class handles effects and sends events from its connection until the end of its loop`() {
    let echo = Echo()
    echo.log = log
    let loop = Notebook.loop(echo).start(from: [])
    #expect(loop.latestModel == ["c", "cc", "cccc"])
    loop.dispatchEvent(.write("aa"))
    #expect(loop.latestModel.suffix(2) == ["aa", "aaaa"])
    loop.dispose()
    echo.send(.write("late"))
    #expect(log.take() == ["onConnect", "onDispose"])
    #expect(loop.droppedEventCount == 0, "without a connection, nothing is sent")
    let next = Notebook.loop(echo).start(from: [])
    next.dispatchEvent(.write("bbb"))
    #expect(next.latestModel == ["c", "cc", "cccc", "bbb"])
  }

  @Test func `a connectable class whose methods are not overridden does nothing`() {
    let connection = ConnectableClass<Int, Int>().connect { _ in Issue.record("an event was sent") }
    connection.accept(1)
    connection.dispose()
  }

  @Test func `a connectable class is told of each connection and its end`() {
    let echo = Echo()
    echo.log = log
    for round in 0..<2 {
      var sent: [Notebook.Event] = []
      let connection = echo.connect { sent.append($0) }
      connection.accept(.save("a"))
      connection.accept(.ring)
      #expect(sent == [.write("c"), .write("aa")])
      connection.dispose()
      connection.dispose()
      echo.send(.write("late"))
      #expect(sent.count == 2)
      #expect(log.take() == ["onConnect", "onDispose"], "connection \(round)")
    }
  }

  @Test func `connecting a connectable class to two loops at a time is an error`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let echo = Echo()
      let loops = [Notebook.loop(echo).start(from: []), Notebook.loop(echo).start(from: [])]
      #expect(loops.count == 2)
    }
    #expect(result.standardError.contains("Echo is connected already: a loop needs one of its own"))
  }

  // MARK: Connections

  @Test func `a connection is disposed of once, and takes nothing after that`() {
    let log = log
    let connection = Connection<Int>(acceptClosure: { log.add("\($0)") }, disposeClosure: { log.add("end") })
    connection.accept(1)
    connection.dispose()
    connection.accept(2)
    connection.dispose()
    #expect(log.lines == ["1", "end"])
  }

  @Test func `map changes what is sent, contramap what is taken, and both pass on the end`() {
    let log = log
    let doubler = AnyConnectable<Int, Int> { consumer in
      Connection(acceptClosure: { consumer($0 * 2) }, disposeClosure: { log.add("end") })
    }
    let mapped = AnyConnectable(doubler).contramap { (text: String) in text.count }.map { "<\($0)>" }
    var sent: [String] = []
    let connection = mapped.connect { sent.append($0) }
    connection.accept("abc")
    connection.accept("")
    connection.dispose()
    #expect(sent == ["<6>", "<0>"])
    #expect(log.lines == ["end"])
  }

  // MARK: Event sources

  @Test func `an event source, also a connectable one, replaces the source that was set before`() {
    let (first, second) = (LoggingEventSource("first", log), LoggingEventSource("second", log))
    let desk = LoggingConnectable<Notebook.Effect>("desk", log)
    let builder = Notebook.loop(desk).withEventSource(first)
    let loops = [
      builder.withEventSource(second).start(from: []),
      builder.withEventSource(LoggingConnectable<[String]>("third", log)).start(from: []),
    ]
    #expect(log.take() == ["desk connects", "second connects", "desk connects", "third connects", "third []"])
    for loop in loops { loop.dispose() }
    #expect(log.lines == ["desk ends", "second ends", "desk ends", "third ends"])
  }

  @Test func `a connectable event source is told each model before the observers are`() {
    let source = LoggingConnectable<[String]>("source", log)
    source.react = { model, send in if model == ["a"] { send(.write("b")) } }
    let loop = Notebook.loop(LoggingConnectable<Notebook.Effect>("desk", log)).withEventSource(source).start(from: [])
    loop.addObserver { [log] in log.add("show \($0)") }
    #expect(log.take() == ["desk connects", "source connects", "source []", "show []"])
    loop.dispatchEvent(.ignore)
    loop.dispatchEvent(.write("a"))
    #expect(
      log.lines == [
        #"source ["a"]"#, #"show ["a"]"#, #"desk save("a")"#, #"source ["a", "b"]"#, #"show ["a", "b"]"#,
        #"desk save("b")"#,
      ])
  }

  @Test(arguments: 0...3) func `a composite source subscribes to all its sources, and ends them`(count: Int) {
    let sources = (0..<count).map { LoggingEventSource("\($0)", log) }
    let composite = sources.reduce(CompositeEventSourceBuilder<Notebook.Event>()) { $0.addEventSource($1) }.build()
    var events: [Notebook.Event] = []
    let subscription = composite.subscribe { events.append($0) }
    for (index, source) in sources.enumerated() { source.connectable.consumers[0](.write("\(index)")) }
    #expect(events == (0..<count).map { .write("\($0)") })
    subscription.dispose()
    #expect(log.lines == (0..<count).map { "\($0) connects" } + (0..<count).map { "\($0) ends" })
  }

  @Test(arguments: 0...2) func `a type-erased event source passes on the events and the end of its source`(depth: Int) {
    let radio = LoggingEventSource("radio", log)
    let sourceOfFunction = AnyEventSource<Notebook.Event> { radio.subscribe(consumer: $0) }
    let source = (0..<depth).reduce(sourceOfFunction) { source, _ in AnyEventSource(source) }
    var events: [Notebook.Event] = []
    let subscription = source.subscribe { events.append($0) }
    radio.connectable.consumers[0](.rewrite)
    subscription.dispose()
    #expect(events == [.rewrite])
    #expect(log.lines == ["radio connects", "radio ends"])
  }

  @Test func `map changes the events of a source, and passes on the end`() {
    let radio = LoggingEventSource("radio", log)
    var texts: [String] = []
    let subscription = AnyEventSource(radio).map { "\($0)" }.subscribe { texts.append($0) }
    radio.connectable.consumers[0](.ignore)
    subscription.dispose()
    #expect(texts == ["ignore"])
    #expect(log.lines == ["radio connects", "radio ends"])
  }

  // MARK: Disposables

  @Test func `a composite disposable disposes of its parts in order and once`() {
    let log = log
    let parts = ["a", "b"].map { name in AnonymousDisposable { log.add(name) } }
    let all = AnonymousDisposable(CompositeDisposable(disposables: parts + [EmptyDisposable()]))
    all.dispose()
    all.dispose()
    for part in parts { part.dispose() }
    #expect(log.lines == ["a", "b"])
  }

  /// A disposable that counts every call of ``dispose()``, also repeated ones.
  private final class Tally: Disposable {
    var count = 0
    func dispose() { count += 1 }
  }

  @Test(arguments: 0...2) func `a type-erased disposable disposes of what it wraps once`(depth: Int) {
    let tally = Tally()
    let first = AnonymousDisposable(tally)
    let last = (0..<depth).reduce(first) { disposable, _ in AnonymousDisposable(disposable) }
    #expect(tally.count == 0)
    last.dispose()
    last.dispose()
    first.dispose()
    last.dispose()
    #expect(tally.count == 1)
  }

  @Test func `a composite disposable is not changed by later changes of the list that it was made of`() {
    let tallies = [Tally(), Tally(), Tally()]
    var list: [any Disposable] = [tallies[0], tallies[1]]
    let all = CompositeDisposable(disposables: list)
    list[1] = tallies[2]
    all.dispose()
    all.dispose()
    #expect(tallies.map(\.count) == [1, 1, 0])
  }

  @Test func `a disposable releases its function after the call`() {
    weak var weakLog: Log?
    let disposable: AnonymousDisposable
    do {
      let log = Log()
      weakLog = log
      disposable = AnonymousDisposable { log.add("end") }
    }
    #expect(weakLog != nil)
    disposable.dispose()
    #expect(weakLog == nil)
  }

  @Test func `disposing of a task's disposable cancels the task`() async {
    let task = Task { while !Task.isCancelled { await Task.yield() } }
    task.asDisposable.dispose()
    await task.value
    #expect(task.isCancelled)
  }

  // MARK: Copies

  private struct Draft: MobiusStyle.Copyable, Equatable {
    var title = ""
    var pages = 1
  }

  @Test func `a copy is changed, and the value is not`() {
    let draft = Draft()
    #expect(draft.copy { $0.title = "a" } == Draft(title: "a"))
    #expect(draft == Draft())
  }
}
