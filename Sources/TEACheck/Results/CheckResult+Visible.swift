internal import TEASupport
internal import TEARuntime

extension CheckResult {
  /// The result with texts that are safe to print anywhere.
  ///
  /// Control characters, escape sequences of terminals and bidirectional controls are written as Swift escapes. Long
  /// texts are cut in the middle, and no line begins like a command of a CI engine. JSON Lines, for programs, keep all
  /// texts unchanged.
  package var visible: CheckResult {
    var result = self
    result.module = visibleLine(module, upTo: 120)
    result.name = visibleLine(name, upTo: 120)
    result.place = visibleLine(place)
    result.path = path.map { visibleLine($0) }
    result.finding = finding.map { visibleLine($0) }
    result.message = message.map(visibleLines)
    result.knownIssue = knownIssue.map { visibleLine($0) }
    // Commands are to be copied, so they are not cut.
    result.again = again.map { visibleValue($0) }
    result.faster = faster.map { visibleValue($0) }
    result.file = file.map { visibleValue($0) }
    result.token = token.map { visibleValue($0) }
    result.notes = notes.map(visibleLines)
    result.counterexample = counterexample?.visible
    // Each of them is shown by itself.
    result.others = []
    result.suggestions = suggestions?.map { suggestion in
      var visible = suggestion
      visible.words = visibleLine(suggestion.words, upTo: 240)
      visible.exception = suggestion.exception?.visible
      return visible
    }
    return result
  }
}

extension Counterexample {
  fileprivate var visible: Counterexample {
    var visible = self
    visible.property = visibleLine(property, upTo: 120)
    visible.place = visibleLine(place)
    visible.detail = detail.map(visibleLines)
    visible.flags = flags.map { visibleLine($0) }
    visible.start = start.map(\.visible)
    visible.startEnvironment = startEnvironment.map(\.visible)
    visible.startPerforms = startPerforms.map { visibleValue($0) }
    visible.startView = startView.map(visibleLines)
    visible.trap = trap.map { visibleLine($0) }
    visible.steps = steps.map { step in
      var visible = step
      visible.message = visibleValue(step.message)
      visible.answers = step.answers.map { visibleValue($0) }
      visible.event = step.event.map { visibleValue($0) }
      visible.changes = step.changes.map(\.visible)
      visible.performs = step.performs.map { visibleValue($0) }
      visible.outstanding = step.outstanding.map { visibleValue($0) }
      visible.failure = step.failure.map { visibleValue($0) }
      visible.environment = step.environment.map(\.visible)
      visible.view = step.view.map(visibleLines)
      return visible
    }
    return visible
  }
}

extension Counterexample.Change {
  fileprivate var visible: Self {
    Self(path: visibleLine(path, upTo: 120), before: visibleValue(before), after: visibleValue(after))
  }
}
