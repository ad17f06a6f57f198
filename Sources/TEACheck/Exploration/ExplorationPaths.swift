internal import TEAResults
internal import TEAStateSpace
internal import TEARuntime

/// The paths to the worlds that are being expanded, for the thread that reports a step which traps or does not return.
final class ExplorationPaths<M: Module>: @unchecked Sendable {
  // Written while no steps are taken, and read when a step ends the process or never returns.

  var ancestry = Ancestry()
  /// For each start world, by its number, the index of its origin in ``Rules/origins``.
  var originIndices: [Int] = []
  var rows: WorldRows<M>
  var arena: RowArena
  var packing: RowPacking

  init(_ rows: WorldRows<M>, _ arena: RowArena, _ packing: RowPacking) {
    (self.rows, self.arena, self.packing) = (rows, arena, packing)
  }
}

extension Explorer {
  func notePaths() {
    (knownPaths.ancestry, knownPaths.originIndices) = (ancestry, originIndices)
    (knownPaths.rows, knownPaths.arena, knownPaths.packing) = (rows, arena, packing)
  }

  /// The script of the steps to the work that a breadcrumb names. If the work is itself a step, this step ends the script, and
  /// is not taken.
  ///
  /// - Returns: `nil` for work on anything but an origin, a world or a step; also where the steps cannot be found again, as in
  ///   a search that keeps canonical forms.
  static func script(to breadcrumb: Breadcrumb, _ rules: Rules<M>, _ paths: ExplorationPaths<M>) -> [String]? {
    if breadcrumb.kind == .origin { return Script(Trace<M>(origin: rules.origins[breadcrumb.number]), of: rules).lines }
    guard rules.canonicalForm == nil, [.step, .offer].contains(breadcrumb.kind) else { return nil }
    let path = paths.ancestry.path(to: breadcrumb.place)
    guard path[0] < paths.originIndices.count else { return nil }
    var trace = Trace<M>(origin: rules.refreshed(rules.origins[paths.originIndices[path[0]]]))
    // Rows of models with an object are not compared: later steps may have changed the object in place.
    func isKept(_ world: Int) -> Bool { paths.arena.holds(world) && rules.objectInModel == nil }
    let writer = RowWriter()
    for world in path.dropFirst() {
      let isFound = trace.appendStep(paths.ancestry.step(to: world), isCompared: isKept(world), rules) { next in
        paths.rows.isRow(UnsafeRawPointer(paths.arena[world]), paths.packing, of: next, writer)
      }
      if !isFound { return nil }
    }
    if breadcrumb.kind == .step {
      // The number of the step refers to the kept world: the sets of an equal world may have another order.
      if isKept(breadcrumb.place) {
        trace.lastWorld = paths.rows.world(UnsafeRawPointer(paths.arena[breadcrumb.place]), paths.packing)
      }
      guard let steps = try? rules.steps(in: trace.lastWorld), breadcrumb.number < steps.count else { return nil }
      trace.steps.append((steps[breadcrumb.number], StepOutcome(notTakenIn: trace.lastWorld)))
    }
    return Script(trace, of: rules).lines
  }
}

extension Trace {
  /// Takes the step with an index. Where worlds can be compared, takes another step if this one leads elsewhere: the steps may
  /// have been listed in another order.
  ///
  /// - Parameter isWanted: Returns whether a world is the one to which the step must lead; not called unless `isCompared`.
  /// - Returns: `false` where no step leads there.
  mutating func appendStep(
    _ index: Int, isCompared: Bool, _ rules: Rules<M>, to isWanted: (World<M>) -> Bool
  ) -> Bool {
    guard let possible = try? rules.steps(in: lastWorld) else { return false }
    let recorded = possible.indices.contains(index) ? [index] : []
    for index in recorded + (isCompared ? possible.indices.filter { $0 != index } : []) {
      let outcome = rules.take(possible[index], in: lastWorld)
      if isCompared, !isWanted(outcome.world) { continue }
      steps.append((possible[index], outcome))
      return true
    }
    return false
  }
}
