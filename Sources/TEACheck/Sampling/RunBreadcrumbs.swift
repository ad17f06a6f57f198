internal import TEAResults

/// The slot in which one worker leaves a breadcrumb before each step of its runs, and the breadcrumbs that are known to trap.
///
/// If a step ends the process, its breadcrumb tells which step it was.
@usableFromInline
struct RunBreadcrumbs {
  /// `nil` where nothing watches for traps.
  @usableFromInline let slot: BreadcrumbSlot?
  @usableFromInline var runNumber: Int
  private let traps: [Breadcrumb: TrapCause]
  @usableFromInline let hasTraps: Bool

  init(slot: BreadcrumbSlot? = nil, runNumber: Int = 0, traps: [Breadcrumb: TrapCause] = [:]) {
    (self.slot, self.runNumber, self.traps) = (slot, runNumber, traps)
    hasTraps = !traps.isEmpty
  }

  /// - Parameter steps: The number of steps that the run has taken.
  /// - Returns: `false` before a step that is known to trap, which must not be taken; see ``violation(_:_:)``.
  @inlinable
  func leave(_ kind: Breadcrumb.Kind, _ steps: Int) -> Bool {
    let breadcrumb = Breadcrumb(kind, place: runNumber, number: steps)
    if hasTraps, isTrap(breadcrumb) { return false }
    slot?.set(breadcrumb)
    return true
  }

  /// Lets the watcher measure the step time anew, for a call of a user's function for which no breadcrumb is left.
  @inlinable
  func restartStepTime() { slot?.restartStepTime() }

  @usableFromInline
  func isTrap(_ breadcrumb: Breadcrumb) -> Bool { traps[breadcrumb] != nil }

  func violation(_ kind: Breadcrumb.Kind, _ steps: Int) -> Violation? {
    traps[Breadcrumb(kind, place: runNumber, number: steps)].map { Violation(trappingBy: $0) }
  }
}
