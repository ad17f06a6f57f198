import Dispatch
import MobiusStyle
import Testing

/// Events that are sent between steps: by handlers, other threads and actors.
@Suite(.timeLimit(.minutes(20))) struct ThreadTests {
  let log = Log()

  @Test func `an event that a handler sends between steps is processed before the sender goes on`() {
    let desk = LoggingConnectable<Notebook.Effect>("desk", log)
    let loop = Notebook.loop(desk).start(from: [])
    desk.consumers[0](.write("a"))
    #expect(loop.latestModel == ["a"])
    #expect(log.lines == ["desk connects", #"desk save("a")"#])
  }

  @Test func `events from many threads become steps one by one, in each thread's order`() {
    let desk = LoggingConnectable<Notebook.Effect>("", Log())
    let overlaps = Log()
    nonisolated(unsafe) var isInside = false
    let loop = Mobius.loop(
      update: { (model: [String], event: Notebook.Event) in
        if isInside { overlaps.add("overlap") }
        isInside = true
        defer { isInside = false }
        return Notebook.update(model, event)
      }, effectHandler: desk
    ).start(from: [])
    nonisolated(unsafe) let send = desk.consumers[0]
    DispatchQueue.concurrentPerform(iterations: 8) { sender in
      for index in 0..<50 { send(.write("\(sender).\(index)")) }
    }
    let entries = loop.latestModel
    #expect(entries.count == 400)
    for sender in 0..<8 {
      #expect(entries.filter { $0.hasPrefix("\(sender).") } == (0..<50).map { "\(sender).\($0)" })
    }
    #expect(overlaps.lines.isEmpty)
  }

  @Test func `an observer is told one model after the other, also where another thread sends an event meanwhile`() {
    let desk = LoggingConnectable<Notebook.Effect>("", Log())
    let loop = Notebook.loop(desk).start(from: [])
    nonisolated(unsafe) let send = desk.consumers[0]
    loop.addObserver { [log] model in
      log.add("begin \(model.count)")
      if model.isEmpty {
        let isSent = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
          send(.write("a"))
          isSent.signal()
        }
        isSent.wait()
      }
      log.add("end \(model.count)")
    }
    #expect(log.lines == ["begin 0", "end 0", "begin 1", "end 1"])
  }

  @Test func `a loop of an actor takes its steps in the actor, from wherever events are sent`() async {
    let entries = await LoopOwner().entries(sentBy: 8, each: 50)
    #expect(entries.count == 400)
    for sender in 0..<8 {
      #expect(entries.filter { $0.hasPrefix("\(sender).") } == (0..<50).map { "\(sender).\($0)" })
    }
  }

  private actor LoopOwner {
    /// Sends events to a loop of this actor, from one detached task for each sender.
    ///
    /// - Returns: The entries of the loop's last model.
    func entries(sentBy senders: Int, each count: Int) async -> [String] {
      let desk = LoggingConnectable<Notebook.Effect>("", Log())
      let loop = Notebook.loop(desk).start(from: [])
      let (models, continuation) = AsyncStream.makeStream(of: Int.self)
      loop.addObserver { [self] in
        self.preconditionIsolated()
        continuation.yield($0.count)
      }
      nonisolated(unsafe) let send = desk.consumers[0]
      for sender in 0..<senders {
        Task.detached {
          for index in 0..<count { send(.write("\(sender).\(index)")) }
        }
      }
      for await entryCount in models where entryCount == senders * count { break }
      return loop.latestModel
    }
  }

  @MainActor @Test func `on the main actor, an event that is sent there is processed before the sender goes on`() async
  {
    let desk = LoggingConnectable<Notebook.Effect>("", Log())
    let loop = Notebook.loop(desk).start(from: [])
    desk.consumers[0](.write("a"))
    #expect(loop.latestModel == ["a"])
    let (models, continuation) = AsyncStream.makeStream(of: [String].self)
    loop.addObserver {
      MainActor.preconditionIsolated()
      continuation.yield($0)
    }
    nonisolated(unsafe) let send = desk.consumers[0]
    Task.detached { send(.write("b")) }
    for await model in models where model == ["a", "b"] { break }
    #expect(loop.latestModel == ["a", "b"])
  }

  @Test func `a loop that another thread disposes of ends once, and drops what comes later`() {
    let desk = LoggingConnectable<Notebook.Effect>("desk", log)
    let loop = Notebook.loop(desk).start(from: [])
    nonisolated(unsafe) let (shared, send) = (loop, desk.consumers[0])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      if thread == 3 { shared.dispose() }
      for _ in 0..<50 { send(.write("")) }
    }
    #expect(log.lines.filter { $0 == "desk ends" }.count == 1)
    #expect(loop.latestModel.count + loop.droppedEventCount == 400)
  }
}
