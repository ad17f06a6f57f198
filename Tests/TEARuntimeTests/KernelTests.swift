import TEARuntime
import Testing

@Suite struct KernelTests {
  @Test func `start shows the view before it performs the commands, in order`() throws {
    let (kernel, actions) = try Kernel<Diary>.start(with: ["load", "load", "greet"])
    #expect(kernel.model == Diary.Model())
    #expect(texts(actions) == ["show", "perform load", "perform load", "perform greet"])
  }

  @Test func `resume shows the model and subscribes, and performs nothing`() throws {
    let model = Diary.Model(entries: ["a", "b"], followed: ["clock"])
    let (kernel, actions) = try Kernel<Diary>.resume(from: model)
    #expect(kernel.model == model)
    #expect(kernel.subscriptions == ["clock"])
    #expect(texts(actions) == ["subscribe clock", "show a b"])
  }

  @Test func `what the module's start and view throw comes out of the kernel's start and resume`() {
    #expect(throws: Diary.Failure.view) { try Kernel<Diary>.resume(from: Diary.Model(isReadable: false)) }
    #expect(throws: Locked.Failure()) { try Kernel<Locked>.start(with: ()) }
  }

  @Test func `a step unsubscribes, subscribes, shows and performs, in this order`() throws {
    var kernel = try Kernel<Diary>.resume(from: Diary.Model(entries: ["a"], followed: ["old"])).kernel
    let actions = try kernel.receive(.follow(["new"]))
    #expect(texts(actions) == ["unsubscribe old", "subscribe new", "show a", "perform save"])
  }

  @Test func `commands keep their order and their repetitions`() throws {
    var kernel = try Kernel<Diary>.start(with: []).kernel
    let actions = try kernel.receive(.perform(["b", "b", "a"]))
    #expect(texts(actions) == ["show", "perform b", "perform b", "perform a"])
  }

  @Test func `a subscription listed before and after is left alone, wherever it stands`() throws {
    var kernel = try Kernel<Diary>.resume(from: Diary.Model(followed: ["a", "b", "c"])).kernel
    let actions = try kernel.receive(.follow(["d", "c", "a"]))
    #expect(texts(actions) == ["unsubscribe b", "subscribe d", "show", "perform save"])
    #expect(kernel.subscriptions == ["d", "c", "a"])
  }

  @Test func `a subscription listed twice is one subscription`() throws {
    var kernel = try Kernel<Diary>.start(with: []).kernel
    #expect(texts(try kernel.receive(.follow(["a", "a"]))) == ["subscribe a", "show", "perform save"])
    #expect(texts(try kernel.receive(.follow(["a"]))) == ["show", "perform save"])
    #expect(texts(try kernel.receive(.follow([]))) == ["unsubscribe a", "show", "perform save"])
  }

  @Test(arguments: [(Diary.Message.failInUpdate, Diary.Failure.update), (.failInView, .view)])
  func `a step that throws leaves the kernel as it was`(
    message: Diary.Message, failure: Diary.Failure
  ) throws {
    let model = Diary.Model(entries: ["a", "b"], counts: ["a": 1, "b": 1], followed: ["clock"])
    var kernel = try Kernel<Diary>.resume(from: model).kernel
    #expect(throws: failure) { try kernel.receive(message) }
    #expect(kernel.model == model)
    #expect(kernel.subscriptions == ["clock"])
    let actions = try kernel.receive(.write("c"))
    #expect(texts(actions) == ["show a b c", "perform save c"])
  }

  @Test func `update leaves the commands as they were when it throws`() {
    let model = Diary.Model(entries: ["a"], counts: ["a": 1], followed: ["clock"])
    var commands = ["earlier"]
    #expect(throws: Diary.Failure.update) {
      try Kernel<Diary>.update(model, for: .failInUpdate, performing: &commands)
    }
    #expect(commands == ["earlier"])
  }

  @Test func `update appends its commands to those there are`() throws {
    var commands = ["earlier"]
    _ = try Kernel<Diary>.update(Diary.Model(), for: .perform(["a", "a"]), performing: &commands)
    #expect(commands == ["earlier", "a", "a"])
  }

  @Test func `a kernel is a value: a step leaves its copies as they were`() throws {
    var kernel = try Kernel<Diary>.start(with: []).kernel
    let copy = kernel
    _ = try kernel.receive(.write("a"))
    #expect(copy.model == Diary.Model())
  }

  @Test func `a module without start traps and says what to write`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try Kernel<Unstarted>.start(with: ())
    }
    #expect(result.standardError.contains("Unstarted must implement start(with:) or start(with:perform:)"))
  }
}

private enum Locked: Module {
  struct Failure: Error, Equatable {}
  static func start(with flags: Void) throws -> Int { throw Failure() }
  static func update(for message: Int, model: inout Int, perform: (Never) -> Void) {}
}

private enum Unstarted: Module {
  static func update(for message: Int, model: inout Int, perform: (Never) -> Void) {}
}

private func texts(_ actions: [Kernel<Diary>.Action]) -> [String] {
  actions.map { action in
    switch action {
    case .unsubscribe(let subscription): "unsubscribe \(subscription)"
    case .subscribe(let subscription): "subscribe \(subscription)"
    case .show(let view): view.isEmpty ? "show" : "show \(view)"
    case .perform(let command, _): "perform \(command)"
    case .cancel: "cancel"
    }
  }
}

extension ExitTest.Result? {
  /// The text that the process wrote to its standard error.
  var standardError: String { String(decoding: self?.standardErrorContent ?? [], as: UTF8.self) }
}
