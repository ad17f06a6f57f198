internal import TEASupport
internal import Synchronization

/// The thread of a process that looks after its traps: after those that signals tell of, and after steps that take
/// longer, or more memory, than they may.
///
/// A signal handler may do next to nothing. It wakes this thread, which may do anything, and waits: what it interrupted
/// never goes on.
enum TrapWatcher {
  private struct State {
    var isRunning = false
    /// The slots before ``takenCount`` that were given back.
    var free: [Int] = []
    var phases: [UInt64: TrapPhase] = [:]
    /// Says that the process lives, where somebody wants to hear it.
    var heartbeat: (@Sendable () -> Void)?
    var lastPhase: UInt64 = 0
  }

  private static let slotCount = 4_096
  private static let state = Mutex(State())
  /// The slots from this one on were never taken: nobody looks at them.
  private static let takenCount = Atomic<Int>(0)

  // What a signal handler reads is made before.
  nonisolated(unsafe) private static let table = Platform.takeZeroedAtomics(slotCount * BreadcrumbSlot.size)
  private static let bell = Platform.pipe()
  /// The process may die of its trap now.
  private static let isReleased = Atomic<Bool>(false)

  private static func slot(_ number: Int) -> BreadcrumbSlot {
    BreadcrumbSlot(words: table + number * BreadcrumbSlot.size)
  }

  /// Takes slots for a phase.
  ///
  /// - Returns: `nil` where there are none left, or no thread can be had.
  static func register(slots count: Int) -> (UInt64, [BreadcrumbSlot])? {
    state.withLock { state in
      let taken = takenCount.load(ordering: .relaxed)
      guard state.free.count + slotCount - taken >= count else { return nil }
      if !state.isRunning {
        guard bell.write >= 0, Platform.startThread({ TrapWatcher.run() }) else { return nil }
        Platform.handleTraps(receive)
        Platform.handleExit(receiveExit)
        Interruption.handleOwnTermination(receiveTermination)
        state.isRunning = true
      }
      state.lastPhase += 1
      let fresh = max(0, count - state.free.count)
      let numbers = state.free.suffix(count - fresh) + (taken..<taken + fresh)
      state.free.removeLast(count - fresh)
      takenCount.store(taken + fresh, ordering: .relaxed)
      let slots = numbers.map(slot)
      for slot in slots {
        slot.registration = state.lastPhase
        slot.reset()
      }
      return (state.lastPhase, slots)
    }
  }

  static func open(_ phase: TrapPhase, as registration: UInt64) {
    let isFirst = state.withLock { state in
      state.phases[registration] = phase
      return state.phases.count == 1
    }
    if isFirst { ring(wakeUp) }
  }

  static func close(_ registration: UInt64, _ slots: [BreadcrumbSlot]) {
    for slot in slots { slot.exit() }
    state.withLock { state in
      state.phases[registration] = nil
      state.free += slots.map { ($0.words - table) / BreadcrumbSlot.size }
    }
  }

  /// Lets the process say all the time that it lives, and where it stands when it is asked.
  ///
  /// - Parameter heartbeat: Says that the process lives.
  static func heartbeat(_ heartbeat: @escaping @Sendable () -> Void) {
    let hasBegun = state.withLock { state in
      state.heartbeat = heartbeat
      if !state.isRunning, bell.write >= 0, Platform.startThread({ TrapWatcher.run() }) {
        Platform.handleTraps(receive)
        Platform.handleExit(receiveExit)
        Interruption.handleOwnTermination(receiveTermination)
        state.isRunning = true
      }
      return state.isRunning
    }
    guard hasBegun else { return }
    Platform.handleReportRequest {
      guard let words = Platform.slotOfThread else { return TrapWatcher.ring(reportRequest) }
      BreadcrumbSlot(words: words).takeSnapshot()
      TrapWatcher.ring(reportRequest)
      // What it interrupted may stop the process again, and waits. It may also hold a lock that the watcher needs, such as
      // the allocator's: so the threads go on one after another.
      let turn = reportRequests.add(1, ordering: .relaxed).newValue
      for _ in 0..<100 * turn { Platform.sleep(milliseconds: 5) }
    }
    ring(wakeUp)
  }

  /// The number of threads that were asked where they stand.
  private static let reportRequests = Atomic<Int>(0)

  // MARK: On the thread that traps

  /// Handles a signal, with nothing but what a signal handler may do.
  private static func receive(_ signal: Int32, isStackOverflow: Bool) {
    wait(isStackOverflow ? Cause.stack : UInt64(signal))
  }

  /// Handles the end of the process, which is none of the checker's where a function of the user's is called.
  private static func receiveExit() {
    guard let words = Platform.slotOfThread, BreadcrumbSlot(words: words).runsUserCode else { return }
    wait(Cause.exit)
    // What is registered before may wait for what the process was about to do.
    Platform.exitAtOnce(ExitCode.violated)
  }

  /// Handles the signal by which a function of the user's ends the process.
  private static func receiveTermination(_ signal: Int32) {
    guard let words = Platform.slotOfThread, BreadcrumbSlot(words: words).runsUserCode else { return }
    wait(UInt64(signal))
  }

  /// The causes of traps that are no numbers of signals.
  private enum Cause {
    static var stack: UInt64 { .max }
    static var exit: UInt64 { .max - 1 }
  }

  /// Lets the watcher tell of the calling thread.
  private static func wait(_ cause: UInt64) {
    guard let words = Platform.slotOfThread, (table..<table + slotCount * BreadcrumbSlot.size).contains(words) else {
      return
    }
    BreadcrumbSlot(words: words).cause = cause
    ring(UInt32((words - table) / BreadcrumbSlot.size))
    // If the watcher cannot tell either, the process dies as it would have.
    for _ in 0..<400 where !isReleased.load(ordering: .relaxed) { Platform.sleep(milliseconds: 5) }
  }

  private static let reportRequest = UInt32.max - 1
  private static let wakeUp = UInt32.max

  private static func ring(_ number: UInt32) { Platform.writeWord(number, to: bell.write) }

  // MARK: On the thread that watches

  /// A step that has not ended when it was looked at.
  private struct LongStep {
    var slot: Int
    var breadcrumb: Breadcrumb
    var call: UInt64
    var milliseconds = 0
    var memory: Int?
    var isReported = false
  }

  private static let interval = 50

  /// The number of looks from one heartbeat to the next.
  private static let looksPerHeartbeat = 4

  private static func run() {
    var longSteps: [LongStep] = []
    var looks = 0
    while true {
      let (isIdle, heartbeat) = state.withLock { ($0.phases.isEmpty, $0.heartbeat) }
      if let number = Platform.readWord(from: bell.read, within: isIdle && heartbeat == nil ? -1 : interval) {
        if number < slotCount { conclude(slot(Int(number))) }
        if number == reportRequest { answer() }
      } else {
        look(&longSteps)
        looks += 1
        if looks.isMultiple(of: looksPerHeartbeat) { heartbeat?() }
      }
    }
  }

  /// Looks at every step that is being taken.
  private static func look(_ longSteps: inout [LongStep]) {
    var next: [LongStep] = []
    for slot in busySlots {
      let number = (slot.words - table) / BreadcrumbSlot.size
      let (breadcrumb, call) = (slot.breadcrumb, slot.call)
      guard var step = longSteps.first(where: { $0.slot == number && $0.breadcrumb == breadcrumb && $0.call == call })
      else {
        next.append(LongStep(slot: number, breadcrumb: breadcrumb, call: call))
        continue
      }
      // A process that was stopped for a while took no longer for it.
      step.milliseconds += interval
      let memory = Platform.residentBytes
      step.memory = step.memory ?? memory
      if !step.isReported, let phase = phase(of: slot), let response = phase.response {
        let growth = (memory ?? 0) - (step.memory ?? 0)
        let isTooLong = .milliseconds(step.milliseconds) >= response.stepTime
        if isTooLong || growth > response.stepMemory {
          step.isReported = true
          reportTrap(at: slot, isTooLong ? .time : .memory, of: phase, response)
          if response.endsProcess { Platform.exitAtOnce(ExitCode.violated) }
        }
      }
      next.append(step)
    }
    longSteps = next
  }

  /// The slots in which something of the user's is done, one for each thread: not those that it left for another one.
  private static var busySlots: [BreadcrumbSlot] {
    let busy = takenSlots.filter { $0.runsUserCode }
    guard busy.count > 1 else { return busy }
    let outer = Set(busy.map(\.outer))
    return busy.filter { !outer.contains(UInt64(UInt(bitPattern: $0.words))) }
  }

  private static var takenSlots: [BreadcrumbSlot] { (0..<takenCount.load(ordering: .relaxed)).map(slot) }

  private static func phase(of slot: BreadcrumbSlot) -> TrapPhase? { state.withLock { $0.phases[slot.registration] } }

  /// Tells of a thread that has trapped, and lets the process die.
  private static func conclude(_ slot: BreadcrumbSlot) {
    if let phase = phase(of: slot), let response = phase.response {
      let cause: TrapCause =
        switch slot.cause {
        case Cause.stack: .stack
        case Cause.exit: .exit
        default: .signal(Int(truncatingIfNeeded: slot.cause))
        }
      reportTrap(at: slot, cause, of: phase, response)
    }
    isReleased.store(true, ordering: .relaxed)
  }

  /// Tells where the process stands, and ends it.
  ///
  /// Which of several threads stopped the process cannot be known: whoever asks runs it again with one.
  private static func answer() {
    let asked = takenSlots.last { $0.hasSnapshot }
    if let slot = asked ?? busySlots.last, let phase = phase(of: slot), let response = phase.response {
      reportTrap(at: slot, .suspended, of: phase, response)
    }
    Platform.exitAtOnce(ExitCode.violated)
  }

  private static func reportTrap(
    at slot: BreadcrumbSlot, _ cause: TrapCause, of phase: TrapPhase, _ response: TrapWatch.Response
  ) {
    let (breadcrumb, function) = slot.position
    let part = function ?? breadcrumb.part
    let site = TrapSite(phase: phase.number, breadcrumb: breadcrumb, cause: cause, part: part)
    let report = TrapReport(
      site: site, name: part.map(phase.names.name) ?? TrapPart.step.name, stepTime: response.stepTime)
    response.report(report) { phase.scriptToTrap?(breadcrumb) }
  }
}
