internal import TEAResults
internal import TEASupport
internal import Synchronization

/// The thread that reports the traps of its process: signals, calls of `exit`, and steps that exceed their time or memory.
///
/// A signal handler may call only a few functions. So it wakes the watcher's thread, which may call any function, and waits.
enum TrapWatcher {
  private struct State {
    var isRunning = false
    /// The numbers of the slots below ``takenCount`` that were given back.
    var freeSlots: [Int] = []
    /// The open phases, by their ``BreadcrumbSlot/registration``.
    var phases: [UInt64: TrapPhase] = [:]
    /// Reports that the process is alive; `nil` before ``startHeartbeat(_:)``.
    var heartbeat: (@Sendable () -> Void)?
    var lastRegistration: UInt64 = 0
  }

  /// The largest number of slots of all phases at a time, which is enough for 16 phases with 256 workers. A phase that gets no
  /// slots is not watched.
  private static let slotCount = 4_096
  private static let state = Mutex(State())
  /// The number of slots that were ever taken, from slot 0 on. The watcher looks only at these slots.
  private static let takenCount = Atomic<Int>(0)

  // The signal handlers read the next four constants. `start` initialises them before it installs the handlers: the first use
  // of a constant takes a lock, which the interrupted code may hold.

  nonisolated(unsafe) private static let table = Platform.allocateZeroedAtomics(slotCount * BreadcrumbSlot.wordCount)
  /// The pipe that wakes the watcher's thread. A word is the number of a slot whose thread has trapped, ``reportRequest`` or
  /// ``wakeOnly``.
  private static let wakePipe = Platform.pipe()
  /// `true` once the report is written, so that the process may die of its trap.
  private static let isReleased = Atomic<Bool>(false)
  private static let reportRequestCount = Atomic<Int>(0)

  private static func slot(_ number: Int) -> BreadcrumbSlot {
    BreadcrumbSlot(words: table + number * BreadcrumbSlot.wordCount)
  }

  /// Does nothing where the watcher runs already; returns `false` where it cannot be started.
  private static func start(_ state: inout State) -> Bool {
    if state.isRunning { return true }
    guard wakePipe.write >= 0, Int(bitPattern: table) != 0, !isReleased.load(ordering: .relaxed),
      reportRequestCount.load(ordering: .relaxed) >= 0, Platform.startThread({ TrapWatcher.run() })
    else { return false }
    Platform.handleTraps(handleSignal)
    Platform.handleExit(handleExit)
    Interruption.handleOwnTermination(handleTermination)
    state.isRunning = true
    return true
  }

  /// The key of a new phase, and its slots; `nil` where too few slots are left, or where the watcher cannot be started.
  static func register(slots count: Int) -> (UInt64, [BreadcrumbSlot])? {
    state.withLock { state in
      let everTakenCount = takenCount.load(ordering: .relaxed)
      guard state.freeSlots.count + slotCount - everTakenCount >= count else { return nil }
      guard start(&state) else { return nil }
      state.lastRegistration += 1
      let newCount = max(0, count - state.freeSlots.count)
      let numbers = state.freeSlots.suffix(count - newCount) + (everTakenCount..<everTakenCount + newCount)
      state.freeSlots.removeLast(count - newCount)
      takenCount.store(everTakenCount + newCount, ordering: .relaxed)
      let slots = numbers.map(slot)
      for slot in slots {
        slot.registration = state.lastRegistration
        slot.reset()
      }
      return (state.lastRegistration, slots)
    }
  }

  static func open(_ phase: TrapPhase, as registration: UInt64) {
    let isFirst = state.withLock { state in
      state.phases[registration] = phase
      return state.phases.count == 1
    }
    if isFirst { wakeWatcher(wakeOnly) }
  }

  static func close(_ registration: UInt64, _ slots: [BreadcrumbSlot]) {
    for slot in slots { slot.exit() }
    state.withLock { state in
      state.phases[registration] = nil
      state.freeSlots += slots.map { ($0.words - table) / BreadcrumbSlot.wordCount }
    }
  }

  /// Lets the process report regularly that it is alive. On ``Platform/signalForTrapReport``, it reports its current step.
  static func startHeartbeat(_ heartbeat: @escaping @Sendable () -> Void) {
    let isRunning = state.withLock { state in
      state.heartbeat = heartbeat
      return start(&state)
    }
    guard isRunning else { return }
    Platform.handleReportRequest {
      guard let words = Platform.slotOfThread else { return TrapWatcher.wakeWatcher(reportRequest) }
      BreadcrumbSlot(words: words).takeSnapshot()
      TrapWatcher.wakeWatcher(reportRequest)
      // The interrupted code waits here, because it may stop the process again before the report is made. The first thread
      // waits only half a second, because it may hold a lock that the watcher needs, such as the allocator's. Each further
      // thread waits half a second longer, so that threads go on one at a time.
      let turn = reportRequestCount.add(1, ordering: .relaxed).newValue
      for _ in 0..<100 * turn { Platform.sleep(milliseconds: 5) }
    }
    wakeWatcher(wakeOnly)
  }

  // MARK: On the thread that traps

  /// Async-signal-safe.
  private static func handleSignal(_ signal: Int32, isStackOverflow: Bool) {
    awaitReport(of: isStackOverflow ? Cause.stack : UInt64(signal))
  }

  /// A call of `exit` is a trap where the thread runs code of the user; otherwise the checker itself exits.
  private static func handleExit() {
    guard let words = Platform.slotOfThread, BreadcrumbSlot(words: words).runsUserCode else { return }
    awaitReport(of: Cause.exit)
    // `atexit` handlers that were registered earlier may wait for the interrupted work, so they do not run.
    Platform.exitAtOnce(ExitCode.violated)
  }

  /// Handles a signal that the process sends to itself.
  private static func handleTermination(_ signal: Int32) {
    guard let words = Platform.slotOfThread, BreadcrumbSlot(words: words).runsUserCode else { return }
    awaitReport(of: UInt64(signal))
  }

  /// The causes of traps that are not signals.
  private enum Cause {
    static var stack: UInt64 { .max }
    static var exit: UInt64 { .max - 1 }
  }

  /// Lets the watcher report the trap of the calling thread, and waits for the report, but not much longer than two seconds.
  private static func awaitReport(of cause: UInt64) {
    guard let words = Platform.slotOfThread,
      (table..<table + slotCount * BreadcrumbSlot.wordCount).contains(words)
    else { return }
    BreadcrumbSlot(words: words).cause = cause
    wakeWatcher(UInt32((words - table) / BreadcrumbSlot.wordCount))
    // No report comes if the watcher traps as well: the process then dies as it would have without a watcher.
    for _ in 0..<400 where !isReleased.load(ordering: .relaxed) { Platform.sleep(milliseconds: 5) }
  }

  /// The number that asks the watcher to report the current step of the process.
  private static var reportRequest: UInt32 { UInt32.max - 1 }
  /// The number that only wakes the watcher, because a phase was opened or a heartbeat was set.
  private static var wakeOnly: UInt32 { UInt32.max }

  private static func wakeWatcher(_ number: UInt32) { Platform.writeWord(number, to: wakePipe.write) }

  // MARK: On the thread that watches

  /// A call, or other work, that ran in a slot at the previous look. A change of the slot's breadcrumb or call ends it.
  private struct RunningCall {
    var slot: Int
    var breadcrumb: Breadcrumb
    var call: UInt64
    /// The time since the first look at the call, without the time for which the process was stopped.
    var milliseconds = 0
    /// The resident memory of the process at the second look, in bytes; `nil` before, or where the system does not tell it.
    var memory: Int?
    var isReported = false
  }

  /// The time from one look to the next, in milliseconds.
  private static let interval = 50

  /// One heartbeat each 200 milliseconds, which is often enough: a process counts as hanging after a second of silence or more.
  private static let looksPerHeartbeat = 4

  private static func run() {
    var runningCalls: [RunningCall] = []
    var lookCount = 0
    while true {
      let (isIdle, heartbeat) = state.withLock { ($0.phases.isEmpty, $0.heartbeat) }
      if let number = Platform.readWord(from: wakePipe.read, within: isIdle && heartbeat == nil ? -1 : interval) {
        if number < slotCount { reportTrapAndRelease(slot(Int(number))) }
        if number == reportRequest { reportStoppedProcess() }
      } else {
        look(&runningCalls)
        lookCount += 1
        if lookCount.isMultiple(of: looksPerHeartbeat) { heartbeat?() }
      }
    }
  }

  private static func look(_ runningCalls: inout [RunningCall]) {
    var currentCalls: [RunningCall] = []
    for slot in busySlots {
      let number = (slot.words - table) / BreadcrumbSlot.wordCount
      let (breadcrumb, call) = (slot.breadcrumb, slot.call)
      guard
        var runningCall = runningCalls.first(where: {
          $0.slot == number && $0.breadcrumb == breadcrumb && $0.call == call
        })
      else {
        currentCalls.append(RunningCall(slot: number, breadcrumb: breadcrumb, call: call))
        continue
      }
      // Looks are counted, because a clock would include the time for which the process was stopped.
      runningCall.milliseconds += interval
      let memory = Platform.residentBytes
      runningCall.memory = runningCall.memory ?? memory
      if !runningCall.isReported, let phase = phase(of: slot), let configuration = phase.configuration {
        let growth = (memory ?? 0) - (runningCall.memory ?? 0)
        let isTooLong = .milliseconds(runningCall.milliseconds) >= configuration.stepTime
        if isTooLong || growth > configuration.stepMemory {
          runningCall.isReported = true
          reportTrap(at: slot, isTooLong ? .time : .memory, of: phase)
          if configuration.endsProcess { Platform.exitAtOnce(ExitCode.violated) }
        }
      }
      currentCalls.append(runningCall)
    }
    runningCalls = currentCalls
    longestCall.store(currentCalls.map(\.milliseconds).max() ?? 0, ordering: .relaxed)
  }

  /// The time for which the longest call, or other work, had run at the last look, in milliseconds.
  static let longestCall = Atomic<Int>(0)

  /// The slots whose threads run code of the user; of a thread's nested slots only the innermost.
  private static var busySlots: [BreadcrumbSlot] {
    let slotsWithUserCode = takenSlots.filter { $0.runsUserCode }
    guard slotsWithUserCode.count > 1 else { return slotsWithUserCode }
    let outerAddresses = Set(slotsWithUserCode.map(\.outerSlotAddress))
    return slotsWithUserCode.filter { !outerAddresses.contains(UInt64(UInt(bitPattern: $0.words))) }
  }

  /// `true` where something is watched, and no thread of it is in a call of the user's code that has lasted 1.5 s, as while a
  /// checkpoint is saved, or many short steps are replayed. Of many threads, some call is often about as old as a call lasts.
  static var isAtRest: Bool { state.withLock { !$0.phases.isEmpty } && longestCall.load(ordering: .relaxed) < 1_500 }

  private static var takenSlots: [BreadcrumbSlot] { (0..<takenCount.load(ordering: .relaxed)).map(slot) }

  private static func phase(of slot: BreadcrumbSlot) -> TrapPhase? { state.withLock { $0.phases[slot.registration] } }

  private static func reportTrapAndRelease(_ slot: BreadcrumbSlot) {
    let cause: TrapCause =
      switch slot.cause {
      case Cause.stack: .stack
      case Cause.exit: .exit
      default: .signal(Int(truncatingIfNeeded: slot.cause))
      }
    reportTrap(at: slot, cause, of: phase(of: slot))
    isReleased.store(true, ordering: .relaxed)
  }

  /// With several threads, the one that stopped the process is unknown. So `tea-check`, which sent the request, repeats the
  /// check with one worker.
  private static func reportStoppedProcess() {
    let interruptedSlot = takenSlots.last { $0.hasSnapshot }
    if let slot = interruptedSlot ?? busySlots.last { reportTrap(at: slot, .suspended, of: phase(of: slot)) }
    Platform.exitAtOnce(ExitCode.violated)
  }

  private static func reportTrap(at slot: BreadcrumbSlot, _ cause: TrapCause, of phase: TrapPhase?) {
    guard let phase, let configuration = phase.configuration else { return }
    let (breadcrumb, calledPart) = slot.position
    let part = calledPart ?? breadcrumb.part
    let site = TrapSite(phase: phase.number, breadcrumb: breadcrumb, cause: cause, part: part)
    let report = TrapReport(
      site: site, name: part.map(phase.names.name) ?? TrapPart.step.name, stepTime: configuration.stepTime)
    configuration.report(report) { phase.scriptToTrap?(breadcrumb) }
  }
}
