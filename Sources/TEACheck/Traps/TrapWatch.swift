internal import TEAResults
internal import Synchronization

/// Watches the steps of one check, so that a report can name the step that ends the process.
///
/// A check consists of phases, such as an exploration or a replay, whose numbers are the same in every process. A phase does
/// not repeat a step that is known to trap.
@usableFromInline
final class TrapWatch: Sendable {
  /// The configuration of the watch: the known traps, the limits of a step, and the response to a trap.
  struct Configuration: Sendable {
    /// The sites that are known to trap.
    var knownSites: [TrapSite] = []
    /// The longest time that a step may take.
    var stepTime: Duration
    /// The most by which the memory of the process may grow during a step, in bytes.
    var stepMemory: Int
    /// A step that takes too much time or memory ends the process.
    var endsProcess: Bool
    /// Receives the report about a trap, and a function that computes the steps that led to it.
    var report: @Sendable (TrapReport, @escaping () -> [String]?) -> Void
  }

  /// The configuration of the watch; `nil` where nothing is watched.
  let configuration: Configuration?
  /// The names of the parts of the check.
  let names = PartNames()
  private let phaseCount = Atomic<Int>(0)

  /// - Parameter configuration: The configuration of the watch; `nil` to watch nothing.
  init(_ configuration: Configuration?) { self.configuration = configuration }

  /// Begins the next phase, which the caller must end.
  ///
  /// - Parameter slots: The number of threads that work in the phase.
  func beginPhase(slots: Int = 1) -> TrapPhase {
    let (_, number) = phaseCount.add(1, ordering: .relaxed)
    return TrapPhase(number, of: configuration, names, slots: slots)
  }

  /// Runs work other than a search as a phase of its own, in which the calls by ``UserCode`` are watched.
  func watched<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    let phase = beginPhase()
    defer { phase.end() }
    return try phase.watched(Breadcrumb(.other), body)
  }
}

/// The names of the parts of a check, once its rules are known; before that, the general names.
final class PartNames: Sendable {
  private let names = Mutex<[TrapPart: String]>([:])

  /// Replaces the names by the names from the rules of the check.
  func replace(with names: [TrapPart: String]) { self.names.withLock { $0 = names } }

  func name(of part: TrapPart) -> String { names.withLock { $0[part] } ?? part.name }
}

/// A phase of a check, such as an exploration or a replay, whose steps are watched. The code that begins it must end it once.
@usableFromInline
final class TrapPhase: @unchecked Sendable {
  // `scriptToTrap` is set before the first step and removed by `end()`; other threads only read it.

  /// The number of the phase, counted from the beginning of the check.
  let number: Int
  /// The configuration of the watch; `nil` where nothing is watched.
  let configuration: TrapWatch.Configuration?
  let names: PartNames
  /// The slots of the threads that work in the phase.
  @usableFromInline let slots: [BreadcrumbSlot]
  /// The breadcrumbs of this phase that are known to trap, with their causes.
  let knownTraps: [Breadcrumb: TrapCause]
  /// Computes the steps that lead to a breadcrumb; called by the thread that reports the trap.
  var scriptToTrap: ((Breadcrumb) -> [String]?)?
  /// The memory of the slots of a phase that is not registered with ``TrapWatcher``; `nil` for a registered phase.
  private let privateMemory: UnsafeMutablePointer<Atomic<UInt64>>?
  /// The key of the phase in ``TrapWatcher``; 0 for a phase that is not registered.
  private let registration: UInt64

  init(_ number: Int, of configuration: TrapWatch.Configuration?, _ names: PartNames, slots count: Int) {
    self.number = number
    self.configuration = configuration
    self.names = names
    let sites = configuration?.knownSites.filter { $0.phase == number } ?? []
    knownTraps = Dictionary(sites.map { ($0.breadcrumb, $0.cause) }) { first, _ in first }
    if configuration != nil, let (registration, slots) = TrapWatcher.register(slots: count) {
      (self.registration, self.slots, privateMemory) = (registration, slots, nil)
      TrapWatcher.open(self, as: registration)
    } else {
      let memory = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count * BreadcrumbSlot.wordCount)
      for word in 0..<count * BreadcrumbSlot.wordCount { (memory + word).initialize(to: Atomic(0)) }
      slots = (0..<count).map { BreadcrumbSlot(words: memory + $0 * BreadcrumbSlot.wordCount) }
      (registration, privateMemory) = (0, memory)
    }
  }

  /// Ends the phase, and gives back its slots.
  func end() {
    if privateMemory == nil { TrapWatcher.close(registration, slots) } else { for slot in slots { slot.exit() } }
    // Only now: the watcher may read the function until the phase is closed.
    scriptToTrap = nil
  }

  deinit { privateMemory?.deallocate() }

  /// Runs work under a breadcrumb on the calling thread.
  func watched<Value, Failure: Error>(
    _ breadcrumb: Breadcrumb, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    slots[0].enter(breadcrumb)
    defer { slots[0].exit() }
    return try body()
  }
}
