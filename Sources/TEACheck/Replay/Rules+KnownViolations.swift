internal import TEAResults

extension Rules {
  /// Lets the message of a later trap tell a violation and the steps to it.
  func remember(_ violation: Violation, _ trace: Trace<M>) {
    guard let violations = watch.configuration?.knownViolations, violation.trap == nil else { return }
    nonisolated(unsafe) let trace = trace
    violations.add(violation.property) { Script(trace, of: self) }
  }

  func remember(_ property: String, _ script: Script) {
    let script = Script(start: startsInOneWay ? nil : script.start, steps: script.steps)
    watch.configuration?.knownViolations?.add(property) { script }
  }
}
