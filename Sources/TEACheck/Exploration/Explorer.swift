internal import Dispatch
public import TEARuntime

/// Level-synchronous breadth-first search over the worlds of a program.
///
/// The parent of a world is the least (parent, step) that reaches it, so that the first violation is a shortest
/// one, and counts, depth and trace are the same at every number of workers. The frontier is taken in batches, and
/// a batch in phases: the workers expand their shares of it into candidates; each worker recognises the candidates
/// whose hashes are in its range; the new ones are numbered in order; the workers move them to where the worlds are,
/// and check them.
@usableFromInline
struct Explorer<State: SearchState> {
  @usableFromInline typealias M = State.M

  @usableFromInline let rules: Rules<M>
  @usableFromInline let bounds: ExplorationBounds
  @usableFromInline let onProgress: (ExplorationProgress) -> Void
  @usableFromInline var store = WorldStore<State>()
  /// One for each worker, for a range of tags each.
  @usableFromInline let recognisers: UnsafeMutableBufferPointer<Recogniser<State>>
  @usableFromInline var parents: [UInt32] = []
  /// One for each worker.
  @usableFromInline let expansions: UnsafeMutableBufferPointer<Expansion<State>>
  @usableFromInline var transitions = 0
  /// The number of steps to the level being expanded.
  @usableFromInline var depth = 0
  /// The number of worlds found, up to the end of the search.
  @usableFromInline var found = 0
  /// The worlds before this one are expanded.
  @usableFromInline var expanded = 0
  /// The first world that is deeper than the level being expanded.
  @usableFromInline var levelEnd = 0
  /// The worlds found in the current batch: the transition and the step that found each.
  @usableFromInline var arrivals: [(transition: Int, step: WorldStep<M>)] = []
  /// The `Sometimes` properties that no world has satisfied yet.
  @usableFromInline var unmet: [Int]
  /// What they threw, if they did.
  @usableFromInline var thrown: [Int: String] = [:]
  /// How many steps led to a world that the form replaced.
  @usableFromInline var replaced = 0
  @usableFromInline let deadline: ContinuousClock.Instant?
  @usableFromInline var graph: WorldGraph<M>?

  @usableFromInline
  init(
    _ rules: Rules<M>, bounds: ExplorationBounds, workers: Int,
    onProgress: @escaping (ExplorationProgress) -> Void
  ) {
    self.rules = rules
    self.bounds = bounds
    self.onProgress = onProgress
    expansions = .allocate(capacity: max(1, workers))
    recognisers = .allocate(capacity: expansions.count)
    for worker in expansions.indices {
      expansions.initializeElement(at: worker, to: Expansion(rules, outstandingLimit: bounds.outstanding))
      recognisers.initializeElement(at: worker, to: Recogniser(worker: worker))
    }
    unmet = Array(rules.sometimes.indices)
    deadline = bounds.time.map { ContinuousClock.now + $0 }
    graph = bounds.keepsGraph ? WorldGraph() : nil
  }

  @_alwaysEmitIntoClient
  mutating func explore() -> Exploration<M> {
    defer { deallocate() }
    do {
      if let violation = try start() { return result(.violation(violation)) }
      while expanded < store.count {
        levelEnd = store.count
        if let limit = bounds.depth, depth >= limit { return result(.depthReached) }
        while expanded < levelEnd {
          if let end = try expandBatch() { return result(end) }
          onProgress(progress)
          if let deadline, ContinuousClock.now >= deadline { return result(.timeReached) }
        }
        if store.count > levelEnd { depth += 1 }
      }
      return result(.exhausted)
    } catch {
      return result(.error(error))
    }
  }

  @usableFromInline
  func deallocate() {
    for expansion in expansions { expansion.deallocate() }
    expansions.deinitialize()
    expansions.deallocate()
    for recogniser in recognisers { recogniser.index.deallocate() }
    recognisers.deinitialize()
    recognisers.deallocate()
    store.deallocate()
  }

  @_alwaysEmitIntoClient
  var progress: ExplorationProgress {
    var progress = ExplorationProgress()
    progress.states = found
    progress.transitions = transitions
    progress.depth = depth + (found > levelEnd ? 1 : 0)
    progress.frontier = found - expanded
    return progress
  }

  @_alwaysEmitIntoClient
  mutating func start() throws -> Violation<M>? {
    for origin in rules.origins {
      let state = try State(rules.form?.apply(origin.world) ?? origin.world, under: rules)
      let tag = WorldIndex.tag(state.hash(rules.structuralHash))
      let recogniser = recognisers.baseAddress! + WorldIndex.owner(of: tag, among: recognisers.count)
      guard recogniser.pointee.insert(store.count, tag: tag, isEqual: { store[$0] == state }) else { continue }
      store.address(of: store.add()).initialize(to: state)
      parents.append(UInt32.max)
      graph?.startCount += 1
      found = store.count
      levelEnd = store.count
      meet(origin.world)
      if let breach = rules.breach(in: origin.world) ?? rules.breachOfForm(of: origin.world) {
        return Violation(breach: breach, index: store.count - 1, step: nil)
      }
    }
    return nil
  }

  /// Expands the next worlds of the level.
  ///
  /// - Returns: How the exploration ends, if it does.
  @_alwaysEmitIntoClient
  mutating func expandBatch() throws -> Exploration<M>.End? {
    let batch = expanded..<min(levelEnd, expanded + 1024 * expansions.count)
    let share = (batch.count + expansions.count - 1) / expansions.count
    let (known, expansions, recognisers) = (store, expansions, recognisers)
    let isLarge = batch.count > 256
    inParallel(isWorthIt: isLarge) { worker in
      let first = min(batch.upperBound, batch.lowerBound + worker * share)
      expansions[worker].expand(first..<min(batch.upperBound, first + share), of: known)
    }
    inParallel(isWorthIt: isLarge) { worker in
      recognisers[worker].recognise(UnsafeBufferPointer(expansions), among: known)
    }
    let firstNew = store.count
    arrivals.removeAll(keepingCapacity: true)
    let before = transitions
    let end = numberCandidates()
    let extended = store
    if end == nil {
      inParallel(isWorthIt: isLarge) { worker in recognisers[worker].settle(UnsafeBufferPointer(expansions)) }
    }
    inParallel(isWorthIt: isLarge) { worker in expansions[worker].settle(in: extended) }
    if graph != nil { drawSteps() }
    if let limit = bounds.graphLimit, transitions > limit { graph = nil }
    found = store.count
    let wrongForm = rules.form == nil ? nil : firstBreachOfForm(after: before)
    if let finding = firstFinding(in: firstNew..<found),
      wrongForm.map({ arrivals[finding.index - firstNew].transition < $0.transition }) ?? true
    {
      let arrival = arrivals[finding.index - firstNew]
      let parent = Int(parents[finding.index])
      // As if nothing had been found after it.
      transitions = arrival.transition
      found = finding.index + 1
      expanded = parent
      return .violation(
        finding.isOfStep
          ? Violation(breach: finding.breach, index: parent, step: arrival.step)
          : Violation(breach: finding.breach, index: finding.index, step: nil))
    }
    if let wrongForm {
      transitions = wrongForm.transition
      found = firstNew + arrivals.count { $0.transition <= wrongForm.transition }
      expanded = wrongForm.violation.index
      return .violation(wrongForm.violation)
    }
    if !unmet.isEmpty {
      for index in firstNew..<found { meet(store[index].world) }
    }
    if end == nil { expanded = batch.upperBound }
    return end
  }

  /// Gives the new candidates of all workers their indices, in order.
  ///
  /// What comes after the end in the order does not count.
  ///
  /// - Returns: How the exploration ends, if a step was wrong or a bound was met.
  @_alwaysEmitIntoClient
  mutating func numberCandidates() -> Exploration<M>.End? {
    for worker in expansions.indices {
      let expansion = expansions.baseAddress! + worker
      for candidate in 0..<expansion.pointee.count {
        if expansion.pointee.indices[candidate] == Expansion<State>.fresh {
          if store.count == bounds.states {
            transitions += candidate
            expanded = Int(expansion.pointee.parents[candidate])
            return .statesReached
          }
          expansion.pointee.indices[candidate] = UInt32(truncatingIfNeeded: store.add())
          expansion.pointee.new.append(candidate)
          parents.append(expansion.pointee.parents[candidate])
          arrivals.append((transitions + candidate + 1, expansion.pointee.steps[candidate]))
        }
      }
      transitions += expansion.pointee.count
      if let breach = expansion.pointee.breach, let step = expansion.pointee.steps.last {
        expanded = Int(expansion.pointee.parents[expansion.pointee.count - 1])
        return .violation(Violation(breach: breach, index: expanded, step: step))
      }
      if let error = expansion.pointee.error { return .error(error) }
    }
    return nil
  }

  /// Adds the steps of the batch to the graph.
  @_alwaysEmitIntoClient
  mutating func drawSteps() {
    var firsts: [Int] = []
    for expansion in expansions { firsts.append((firsts.last ?? 0) + expansion.steps.count) }
    firsts.insert(0, at: 0)
    firsts.removeLast()
    for expansion in expansions {
      graph?.leftOut += expansion.leftOut
      for candidate in expansion.steps.indices {
        var target = Int(expansion.indices[candidate])
        if target == Int(Expansion<State>.fresh) { continue }
        if target >= WorldIndex.firstProvisional {
          let (other, place) = Recogniser<State>.locate(target - WorldIndex.firstProvisional, firsts)
          target = Int(expansions[other].indices[place])
        }
        graph?.add(expansion.steps[candidate], from: Int(expansion.parents[candidate]), to: target)
      }
    }
  }

  /// The first of the new worlds that is wrong, or that was found by a step that is; checked by all workers.
  @_alwaysEmitIntoClient
  func firstFinding(in range: Range<Int>) -> Finding? {
    let share = (range.count + expansions.count - 1) / expansions.count
    let findings = UnsafeMutableBufferPointer<Finding?>.allocate(capacity: expansions.count)
    findings.initialize(repeating: nil)
    defer {
      findings.deinitialize()
      findings.deallocate()
    }
    inParallel(isWorthIt: range.count > 256) { worker in
      let first = min(range.upperBound, range.lowerBound + worker * share)
      let (invariants, looksTwice) = (rules.invariants, rules.inspectsViews)
      for index in first..<min(range.upperBound, first + share) {
        if let breach = breachOfDeterminism(at: index, by: arrivals[index - range.lowerBound].step) {
          findings[worker] = Finding(index: index, breach: breach, isOfStep: true)
          return
        }
        let world = store.address(of: index).pointee.world
        if looksTwice || !Rules.isSound(world, by: invariants), let breach = rules.breach(in: world) {
          findings[worker] = Finding(index: index, breach: breach, isOfStep: false)
          return
        }
      }
    }
    return findings.lazy.compactMap { $0 }.first
  }

  /// Whether the step that found a world finds it again.
  @_alwaysEmitIntoClient
  func breachOfDeterminism(at index: Int, by step: WorldStep<M>) -> Breach? {
    var rest = store.address(of: Int(parents[index])).pointee.world
    if case .reply(_, let command) = step { rest.outstanding.remove(at: command) }
    var commands: [M.Command] = []
    var (next, _) = rules.advance(rest, by: step.message, performing: &commands)
    if let form = rules.form { next = form.apply(next) }
    let state = store.address(of: index)
    if let again = try? State(next, under: rules), again.isSameWorld(as: state.pointee) { return nil }
    return rules.breachOfDeterminism(
      first: state.pointee.world, second: next, isEqualToItself: state.pointee.isSameWorld(as: state.pointee))
  }

  @usableFromInline
  mutating func meet(_ world: World<M>) {
    var thrown = thrown
    defer { self.thrown = thrown }
    unmet.removeAll { [rules] index in
      guard case .sometimes(let holds) = rules.sometimes[index].kind else { return true }
      do {
        return try holds(world)
      } catch {
        if thrown[index] == nil { thrown[index] = literal(error) }
        return false
      }
    }
  }

  @usableFromInline
  func inParallel(isWorthIt: Bool, _ work: (Int) -> Void) {
    guard isWorthIt, expansions.count > 1 else {
      for worker in expansions.indices { work(worker) }
      return
    }
    // Each worker keeps to its own expansion and its own part of the worlds.
    withoutActuallyEscaping(work) { work in
      DispatchQueue.concurrentPerform(
        iterations: expansions.count, execute: unsafeBitCast(work, to: (@Sendable (Int) -> Void).self))
    }
  }

  @usableFromInline
  func result(_ end: Exploration<M>.End) -> Exploration<M> {
    var (end, trace) = (end, Trace<M>?.none)
    var replaced = Optional(replaced)
    if case .violation(var violation) = end {
      replaced = nil
      if rules.form == nil {
        trace = retrace(to: violation)
      } else {
        (violation, trace) = execute(violation)
        end = .violation(violation)
      }
    }
    var exploration = Exploration<M>(
      end: end, progress: progress, completeDepth: depth, unmet: unmet,
      unanswered: Set(expansions.flatMap(\.unanswered)).sorted(),
      // Only worlds before the end count: what lies beyond it depends on the number of workers.
      leftStepsOut: expansions.contains { ($0.firstLeftOut ?? .max) < expanded }, thrown: thrown, trace: trace)
    exploration.replaced = replaced
    exploration.graph = graph
    exploration.graph?.close(worlds: (0..<found).map { store[$0].world }, expanded: expanded)
    return exploration
  }

  /// Executes again the steps that led to a violation.
  func retrace(to violation: Violation<M>) -> Trace<M>? {
    var path = [violation.index]
    while let last = path.last, parents[last] != .max { path.append(Int(parents[last])) }
    path.reverse()
    var trace = Trace<M>(origin: rules.origins[originIndex(of: path[0])])
    for (parent, child) in zip(path, path.dropFirst()) {
      guard let steps = try? rules.steps(in: store[parent]) else { return nil }
      let found = steps.lazy.map { ($0, self.rules.take($0, in: self.store[parent].world)) }
        .first { (try? State($0.1.world, under: self.rules))?.isSameWorld(as: self.store[child]) ?? false }
      guard let found else { return nil }
      trace.steps.append((found.0, found.1))
    }
    if let step = violation.step {
      trace.steps.append((step, rules.take(step, in: store[violation.index].world)))
    }
    return trace
  }

  private func originIndex(of index: Int) -> Int {
    rules.origins.firstIndex { (try? State($0.world, under: rules)) == store[index] } ?? 0
  }
}

/// A world that is wrong, or that was found by a step that is.
@usableFromInline
struct Finding {
  @usableFromInline var index: Int
  @usableFromInline var breach: Breach
  @usableFromInline var isOfStep: Bool

  @usableFromInline
  init(index: Int, breach: Breach, isOfStep: Bool) {
    self.index = index
    self.breach = breach
    self.isOfStep = isOfStep
  }
}
