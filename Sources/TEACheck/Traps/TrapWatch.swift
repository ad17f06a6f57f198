internal import TEAResults
internal import Synchronization

/// Watches the steps of one check, so that a report can name the step that ends the process.
///
/// After a trap, another process runs the check again, and is told the phase of the trap by its number. So each process must
/// begin the phases of a check, such as an exploration or a replay, in the same order.
final class TrapWatch: Sendable {
  struct Configuration: Sendable {
    var knownSites: [TrapSite] = []
    var stepTime: Duration
    /// The bound on the growth of the process's resident memory during a step, in bytes.
    var stepMemory: Int
    /// `true` where the process ends once a step that takes too much time or memory is reported.
    var endsProcess: Bool
    /// Receives a report, and a function that computes the steps that led to the trap: `nil` where they are not known.
    var report: @Sendable (TrapReport, @escaping () -> [String]?) -> Void
    /// `nil` where another process goes on after a trap, and finds the violations again.
    var knownViolations: KnownViolations?
  }

  /// `nil` where nothing is watched.
  let configuration: Configuration?
  let names = PartNames()
  private let phaseCount = Atomic<Int>(0)
  /// 31 bits that tell from which constants random runs draw, and whether from any; 0 before the first random run.
  private let fingerprint = Atomic<Int>(0)
  /// All that were noted, and 0: the runs of a later pass of a check may draw from no constants.
  private let notedFingerprints = Mutex<Set<Int>>([0])

  init(_ configuration: Configuration?) { self.configuration = configuration }

  /// Notes from which constants the runs of later phases draw. Each process reads them from the sources, so the numbers of
  /// these phases tell them too: where a source changed meanwhile, no step is taken for one that trapped in the process before.
  func noteConstants(_ fingerprint: UInt64) {
    let bits = max(1, Int(fingerprint & 0x7FFF_FFFF))
    self.fingerprint.store(bits, ordering: .relaxed)
    notedFingerprints.withLock { _ = $0.insert(bits) }
  }

  /// A step trapped in runs that drew from other constants than those of this process do.
  var knowsTrapsOfOtherConstants: Bool {
    let noted = notedFingerprints.withLock { $0 }
    return configuration?.knownSites.contains { !noted.contains($0.phase >> 16) } ?? false
  }

  /// The caller must end the phase. Each thread that works in the phase needs a slot of its own.
  func beginPhase(slots: Int = 1) -> TrapPhase {
    let (_, number) = phaseCount.add(1, ordering: .relaxed)
    let numberWithConstants = fingerprint.load(ordering: .relaxed) << 16 + number
    return TrapPhase(numberWithConstants, of: configuration, names, slots: slots)
  }

  func watched<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    let phase = beginPhase()
    defer { phase.end() }
    return try phase.watched(Breadcrumb(.other), body)
  }
}

/// The names of the parts of a check in reports; a part that is not listed has its ``TrapPart/name``.
final class PartNames: Sendable {
  private let names = Mutex<[TrapPart: String]>([:])

  func replace(with names: [TrapPart: String]) { self.names.withLock { $0 = names } }

  func name(of part: TrapPart) -> String { names.withLock { $0[part] } ?? part.name }
}

/// A phase of a check, such as an exploration or a replay, whose steps are watched. The code that begins a phase must end it.
final class TrapPhase: @unchecked Sendable {
  // `scriptToTrap` is set before the first step and removed by `end()`; other threads only read it.

  let number: Int
  let configuration: TrapWatch.Configuration?
  let names: PartNames
  let slots: [BreadcrumbSlot]
  let knownTraps: [Breadcrumb: TrapCause]
  /// Computes the steps that lead to a breadcrumb, or `nil` where they are not known; called on the watcher's thread. The
  /// function itself is `nil` in a phase whose steps are never known, and after ``end()``.
  var scriptToTrap: ((Breadcrumb) -> [String]?)?
  /// The memory of the slots where the phase is not registered with ``TrapWatcher``; otherwise `nil`.
  private let privateMemory: UnsafeMutablePointer<Atomic<UInt64>>?
  /// 0 where the phase is not registered.
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

  func end() {
    if privateMemory == nil { TrapWatcher.close(registration, slots) } else { for slot in slots { slot.exit() } }
    // The watcher may read the function until the phase is closed, so the function is removed only now.
    scriptToTrap = nil
  }

  deinit { privateMemory?.deallocate() }

  func watched<Value, Failure: Error>(
    _ breadcrumb: Breadcrumb, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    slots[0].enter(breadcrumb)
    defer { slots[0].exit() }
    return try body()
  }
}
