internal import TEAResults
internal import TEARuntime
internal import TEASupport

extension Token {
  /// `nil` where the token would be too long.
  init?<M: Module>(_ trace: Trace<M>, of rules: Rules<M>, title: String) {
    let script = Script(trace, of: rules)
    self.init(titleHash: Self.hash(ofTitle: title), scriptHash: Self.hash(of: script))
    // Lines are used where values were cut to a scope, because indices would depend on the scope.
    func choice(_ line: String, among lines: [String]) -> Choice {
      // Equal strings may consist of different scalars, which a program can tell apart.
      let index = lines.firstIndex { $0.utf8.elementsEqual(line.utf8) } ?? lines.firstIndex(of: line)
      return rules.isScoped ? .line(line) : index.map { .index($0) } ?? .line(line)
    }
    start = script.start.map { choice($0, among: rules.origins.map(\.script)) }
    var world = trace.origin.world
    for (line, step) in zip(script.steps, trace.steps) {
      let possibleSteps = (try? rules.possibleSteps(in: world)) ?? []
      steps.append(choice(line, among: possibleSteps.map { Script.line($0, in: world) }))
      world = step.outcome.world
    }
    guard text.utf8.count <= Self.maxLength else { return nil }
  }

  private static func hash(of script: Script) -> UInt16 { UInt16(truncatingIfNeeded: StableHash.of(script.lines)) }

  /// - Throws: ``ReplayError`` where the program's steps differ from those that the token was made with.
  func script<M: Module>(of rules: Rules<M>) throws -> Script {
    // A token has indices only where no values were cut to a scope.
    let mayNeedScope =
      rules.isScoped && ([start] + steps).contains { if case .index? = $0 { true } else { false } }
    let mismatch = ReplayError(
      mayNeedScope
        ? "The token was made with a larger --scope, or of another version of \(moduleName(of: M.self)): its steps are "
          + "others now. Give that --scope, or a file under .tea-check/, which survives both"
        : "The token was made of another version of \(moduleName(of: M.self)): its steps are others now. A file under "
          + ".tea-check/ survives such changes")
    var script = Script(steps: [])
    var origin = rules.origins[0]
    switch start {
    case nil: break
    case .index(let index):
      guard rules.origins.indices.contains(index) else { throw mismatch }
      origin = rules.origins[index]
      script.start = origin.script
    case .line(let line): script.start = line
    }
    let watch = ReplayWatch(rules, Script(steps: []), [])
    defer { watch.phase.end() }
    let start = script.start ?? (rules.origins.count > 1 ? origin.script : nil)
    var trace = Trace<M>(origin: try watch.rules.origin(of: Script(start: start, steps: []), nil))
    for (takenCount, choice) in steps.enumerated() {
      let world = trace.lastWorld
      let line: String
      // The script ends where a part is known to trap, and a replay of the script reports the trap.
      if watch.leaveBreadcrumb(before: .offer, after: takenCount) != nil { return script }
      switch choice {
      case .line(let text): line = text
      case .index(let index):
        let possibleSteps = (try? rules.possibleSteps(in: world)) ?? []
        guard possibleSteps.indices.contains(index) else { throw mismatch }
        line = Script.line(possibleSteps[index], in: world)
      }
      script.steps.append(line)
      guard let step = try rules.step(line, number: script.steps.count, in: world).allowedStep else { throw mismatch }
      // Only the replay of the script takes the last step.
      if takenCount == steps.count - 1 { break }
      if watch.leaveBreadcrumb(before: .update, after: takenCount) != nil { return script }
      trace.steps.append((step, rules.take(step, in: world)))
    }
    guard Self.hash(of: script) == scriptHash else { throw mismatch }
    return script
  }
}
