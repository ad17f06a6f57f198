/// The crumbs of one worker, which it leaves before each step of its runs, and the steps that are known to trap.
@usableFromInline
struct RunCrumbs {
  @usableFromInline let slot: CrumbSlot?
  /// The number of the run.
  @usableFromInline var run: Int
  /// The crumbs of steps that are known to trap, with the cause of each trap.
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

  /// The violation by a step that is known to trap; `nil` for any other step.
  @usableFromInline
  func breach(_ kind: Crumb.Kind, _ steps: Int) -> Breach? {
    traps[Crumb(kind, place: run, number: steps)].map { Breach(trappingBy: $0) }
  }
}
