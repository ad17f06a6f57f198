internal import Synchronization

/// The thread of a process that looks after its traps: after those that signals tell of, and after steps that take
/// longer, or more memory, than they may.
///
/// A signal handler may do next to nothing. It wakes this thread, which may do anything, and waits: what it interrupted
/// never goes on.
enum TrapWatcher {
  private struct State {
    var isRunning = false
    var free: [Int] = Array((0..<TrapWatcher.slotCount).reversed())
    var phases: [UInt64: TrapPhase] = [:]
    var lastPhase: UInt64 = 0
  }

  private static let slotCount = 4_096
  private static let state = Mutex(State())

  // What a signal handler reads is made before.
  nonisolated(unsafe) private static let table = Platform.takeZeroedAtomics(slotCount * CrumbSlot.size)
  private static let bell = Platform.pipe()
  /// Whether the process may die of its trap now.
  private static let isReleased = Atomic<Bool>(false)

  private static func slot(_ number: Int) -> CrumbSlot { CrumbSlot(words: table + number * CrumbSlot.size) }

  /// Takes slots for a phase.
  ///
  /// - Returns: `nil` where there are none left, or no thread can be had.
  static func register(slots count: Int) -> (UInt64, [CrumbSlot])? {
    state.withLock { state in
      guard state.free.count >= count else { return nil }
      if !state.isRunning {
        guard bell.write >= 0, Platform.startThread({ TrapWatcher.run() }) else { return nil }
        Platform.handleTraps(receive)
        state.isRunning = true
      }
      state.lastPhase += 1
      let slots = state.free.suffix(count).map(slot)
      state.free.removeLast(count)
      for slot in slots {
        slot.phase = state.lastPhase
        slot.cause = 0
      }
      return (state.lastPhase, slots)
    }
  }

  static func open(_ phase: TrapPhase, as registration: UInt64) {
    let isFirst = state.withLock { state in
      state.phases[registration] = phase
      return state.phases.count == 1
    }
    if isFirst { ring(.max) }
  }

  static func close(_ registration: UInt64, _ slots: [CrumbSlot]) {
    for slot in slots { slot.exit() }
    state.withLock { state in
      state.phases[registration] = nil
      state.free += slots.map { ($0.words - table) / CrumbSlot.size }
    }
  }

  // MARK: On the thread that traps

  /// Handles a signal, with nothing but what a signal handler may do.
  private static func receive(_ signal: Int32, isOfStack: Bool) {
    let thread = Platform.currentThread
    for number in 0..<slotCount where slot(number).thread == thread {
      slot(number).cause = isOfStack ? .max : UInt64(signal)
      ring(UInt32(number))
      // If the watcher cannot tell either, the process dies as it would have.
      for _ in 0..<2_000 where !isReleased.load(ordering: .relaxed) { Platform.sleep(milliseconds: 5) }
      return
    }
  }

  private static func ring(_ number: UInt32) { Platform.writeWord(number, to: bell.write) }

  // MARK: On the thread that watches

  /// A step that has not ended when it was looked at.
  private struct Lingering {
    var slot: Int
    var crumb: Crumb
    var milliseconds = 0
    var memory: Int?
    var isTold = false
  }

  private static let interval = 50

  private static func run() {
    var lingering: [Lingering] = []
    while true {
      let isIdle = state.withLock { $0.phases.isEmpty }
      if let number = Platform.readWord(from: bell.read, within: isIdle ? -1 : interval) {
        if number < slotCount { conclude(slot(Int(number))) }
      } else {
        look(&lingering)
      }
    }
  }

  /// Looks at every step that is being taken.
  private static func look(_ lingering: inout [Lingering]) {
    var next: [Lingering] = []
    for number in 0..<slotCount where slot(number).thread != 0 && slot(number).crumb.kind != .other {
      let slot = slot(number)
      guard var step = lingering.first(where: { $0.slot == number && $0.crumb == slot.crumb }) else {
        next.append(Lingering(slot: number, crumb: slot.crumb))
        continue
      }
      // A process that was stopped for a while took no longer for it.
      step.milliseconds += interval
      let memory = Platform.residentBytes
      step.memory = step.memory ?? memory
      if !step.isTold, let phase = phase(of: slot), let response = phase.response {
        let growth = (memory ?? 0) - (step.memory ?? 0)
        let isTooLong = .milliseconds(step.milliseconds) >= response.stepTime
        if isTooLong || growth > response.stepMemory {
          step.isTold = true
          tell(slot.crumb, isTooLong ? .time : .memory, of: phase, response)
          if response.endsProcess { Platform.exitAtOnce(ExitCode.violated) }
        }
      }
      next.append(step)
    }
    lingering = next
  }

  private static func phase(of slot: CrumbSlot) -> TrapPhase? { state.withLock { $0.phases[slot.phase] } }

  /// Tells of a thread that has trapped, and lets the process die.
  private static func conclude(_ slot: CrumbSlot) {
    if let phase = phase(of: slot), let response = phase.response {
      tell(slot.crumb, slot.cause == .max ? .stack : .signal(Int(slot.cause)), of: phase, response)
    }
    isReleased.store(true, ordering: .relaxed)
  }

  private static func tell(_ crumb: Crumb, _ cause: TrapCause, of phase: TrapPhase, _ response: TrapWatch.Response) {
    let site = TrapSite(phase: phase.number, crumb: crumb, cause: cause)
    response.report(site) { phase.tell?(crumb) }
  }
}
