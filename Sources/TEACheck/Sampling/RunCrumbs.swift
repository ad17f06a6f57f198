/// Where one worker leaves a crumb before each step of its runs, and which of the steps are known to trap.
@usableFromInline
struct RunCrumbs {
  @usableFromInline let slot: CrumbSlot?
  /// The number of the run.
  @usableFromInline var run: Int
  /// What is known to trap.
  private let traps: [Crumb: TrapCause]
  @usableFromInline let hasTraps: Bool

  init(slot: CrumbSlot? = nil, run: Int = 0, traps: [Crumb: TrapCause] = [:]) {
    (self.slot, self.run, self.traps) = (slot, run, traps)
    hasTraps = !traps.isEmpty
  }

  /// Leaves a crumb.
  ///
  /// - Returns: Whether what comes next may do so: not where it is known to trap; see ``breach(_:_:)``.
  @_alwaysEmitIntoClient
  func leave(_ kind: Crumb.Kind, _ steps: Int) -> Bool {
    let crumb = Crumb(kind, place: run, number: steps)
    if hasTraps, isTrap(crumb) { return false }
    slot?.leave(crumb)
    return true
  }

  @usableFromInline
  func isTrap(_ crumb: Crumb) -> Bool { traps[crumb] != nil }

  /// How a step that is known to trap does so.
  @usableFromInline
  func breach(_ kind: Crumb.Kind, _ steps: Int) -> Breach? {
    traps[Crumb(kind, place: run, number: steps)].map { Breach(trappingBy: $0) }
  }
}
