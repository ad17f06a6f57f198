import Dispatch
import MobiusReadmeStyle
import Testing

// An egg timer that a screen starts as the screen appears and stops as it disappears: the calls of the page "Mobius and
// Mobile Apps" of Mobius's wiki, in their order. The page describes release 0.2.
//
// Each comment that is a name of Sources/TEARuntime/Styles/Mobius/MobiusStyle.docc/Release.md stands above a call of that name.
// `NamePageTests` looks for these comments.

private struct EggTimer: Equatable {
  var secondsLeft: Int
  var isRinging = false

  static func makeDefault() -> EggTimer { EggTimer(secondsLeft: 3) }
}

private enum EggTimerEvent {
  case second
  case silence
}

private enum EggTimerEffect {
  case ring
}

private enum EggTimerTypes: LoopTypes {
  typealias Model = EggTimer
  typealias Event = EggTimerEvent
  typealias Effect = EggTimerEffect
}

private func count(model: EggTimer, event: EggTimerEvent) -> Next<EggTimer, EggTimerEffect> {
  var model = model
  switch event {
  case .second:
    guard model.secondsLeft > 0 else { return .noChange }
    model.secondsLeft -= 1
    model.isRinging = model.secondsLeft == 0
    return model.isRinging ? .next(model, effects: [.ring]) : .next(model)
  case .silence:
    model.isRinging = false
    return .next(model)
  }
}

/// The initiator: an egg timer that was ringing rings again when its screen appears again.
private func resume(model: EggTimer) -> First<EggTimer, EggTimerEffect> {
  First(model: model, effects: model.isRinging ? [.ring] : [])
}

private final class Bell: ConnectableClass<EggTimerEffect, EggTimerEvent> {
  private(set) var ringCount = 0

  override func handle(_ input: EggTimerEffect) { ringCount += 1 }
  override func onDispose() {}
}

/// An event source whose seconds pass only by `pass()`.
private final class Clock: EventSource {
  private var consumer: Consumer<EggTimerEvent>?

  func subscribe(consumer: @escaping Consumer<EggTimerEvent>) -> any Disposable {
    self.consumer = consumer
    return AnonymousDisposable { [weak self] in self?.consumer = nil }
  }

  func pass() { consumer?(.second) }
}

/// A stand-in for the platform's view controller.
private class Screen {
  func viewWillAppear(_ isAnimated: Bool) {}
  func viewDidDisappear(_ isAnimated: Bool) {}
}

private final class EggTimerScreen: Screen {
  private let loopController: MobiusController<EggTimerTypes>
  let face = Face()

  /// A view that keeps the models that it was shown, in order.
  final class Face: ConnectableClass<EggTimer, EggTimerEvent> {
    private(set) var shown: [EggTimer] = []

    override func handle(_ input: EggTimer) { shown.append(input) }
    override func onDispose() {}
  }

  init(_ controller: MobiusController<EggTimerTypes>) { loopController = controller }

  override func viewWillAppear(_ isAnimated: Bool) {
    super.viewWillAppear(isAnimated)
    loopController.connectView(face)
    loopController.start()
  }

  override func viewDidDisappear(_ isAnimated: Bool) {
    super.viewDidDisappear(isAnimated)
    loopController.stop()
    loopController.disconnectView()
  }
}

@Suite(.timeLimit(.minutes(20))) @MainActor struct WikiMobileAppTests {
  @Test func `a screen starts its loop as it appears, and goes on where it was`() async {
    let (bell, clock) = (Bell(), Clock())
    // `Mobius.Builder<Types>`
    let loopBuilder: Mobius.Builder<EggTimerTypes> =
      Mobius
      .loop(update: count, effectHandler: bell)
      // `Builder.withInitiator(_:)`
      .withInitiator(resume)
      .withEventSource(clock)
      // `Builder.logger(_:)`
      // `ConsoleLogger`
      .logger(ConsoleLogger<EggTimerTypes>(tag: "egg timer", consumer: { _ in }))
    // `MobiusController.init(builder:defaultModel:)`
    let controller = MobiusController(builder: loopBuilder, defaultModel: EggTimer.makeDefault())
    let screen = EggTimerScreen(controller)
    // `MobiusController.isRunning`
    #expect(!controller.isRunning)
    screen.viewWillAppear(true)
    #expect(controller.isRunning)
    for _ in 1...3 { clock.pass() }
    // `MobiusController.getModel()`
    #expect(controller.getModel() == EggTimer(secondsLeft: 0, isRinging: true))
    #expect(bell.ringCount == 1)
    await drainMainQueue()
    #expect(screen.face.shown.map(\.secondsLeft) == [3, 2, 1, 0])
    screen.viewDidDisappear(true)
    clock.pass()
    #expect(!controller.isRunning)
    // The next loop starts from the last model, by way of the initiator.
    screen.viewWillAppear(true)
    #expect(controller.getModel().isRinging)
    #expect(bell.ringCount == 2)
    screen.viewDidDisappear(true)
  }

  @Test func `a loop starts from the model that replaced the default`() async {
    let builder: Mobius.Builder<EggTimerTypes> =
      Mobius
      .loop(update: count, effectHandler: Bell())
      .withInitiator(resume)
    let controller = MobiusController(builder: builder, defaultModel: .makeDefault())
    let screen = EggTimerScreen(controller)
    controller.replaceModel(EggTimer(secondsLeft: 1))
    screen.viewWillAppear(false)
    await drainMainQueue()
    #expect(screen.face.shown == [EggTimer(secondsLeft: 1)])
    screen.viewDidDisappear(false)
  }

  @Test func `a loop without a controller is initiated too, and tells its logger`() {
    let (bell, log) = (Bell(), Log())
    let builder: Mobius.Builder<EggTimerTypes> =
      Mobius
      .loop(update: count, effectHandler: bell)
      .withInitiator(resume)
      .withLogger(ConsoleLogger<EggTimerTypes>(tag: "egg timer", consumer: log.add))
    let loop = builder.start(from: EggTimer(secondsLeft: 0, isRinging: true))
    #expect(bell.ringCount == 1)
    #expect(
      log.take() == [
        "egg timer: Starting loop",
        "egg timer: Loop started from model: EggTimer(secondsLeft: 0, isRinging: true)",
        "egg timer: Effect: ring",
      ])
    loop.dispatchEvent(.silence)
    #expect(loop.latestModel == EggTimer(secondsLeft: 0))
    #expect(log.lines.count == 2)
    loop.dispose()
  }

  @Test func `a loop without an initiator tells its logger of each start`() {
    let log = Log()
    let builder: Mobius.Builder<EggTimerTypes> =
      Mobius
      .loop(update: count, effectHandler: Bell())
      .withLogger(ConsoleLogger<EggTimerTypes>(tag: "egg timer", consumer: log.add))
    let controller = MobiusController(builder: builder, defaultModel: .makeDefault())
    for _ in 1...2 {
      controller.start()
      controller.stop()
      #expect(
        log.take() == [
          "egg timer: Starting loop",
          "egg timer: Loop started from model: EggTimer(secondsLeft: 3, isRinging: false)",
        ])
    }
  }

  @Test func `a view that is disconnected, by its id or as the only one, is shown nothing`() async {
    let builder: Mobius.Builder<EggTimerTypes> = Mobius.loop(update: count, effectHandler: Bell())
    let controller = MobiusController(builder: builder, defaultModel: .makeDefault())
    let (seen, unseen) = (EggTimerScreen.Face(), EggTimerScreen.Face())
    controller.connectView(seen)
    let id = controller.connectView(unseen)
    controller.disconnectView(id: id)
    controller.start()
    await drainMainQueue()
    #expect(seen.shown == [.makeDefault()])
    #expect(unseen.shown == [])
    controller.stop()
    controller.disconnectView()
    controller.start()
    await drainMainQueue()
    #expect(seen.shown == [.makeDefault()])
    #expect(unseen.shown == [])
    controller.stop()
  }

  /// Waits until the blocks that are on the main queue so far have run.
  private func drainMainQueue() async {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }
}
