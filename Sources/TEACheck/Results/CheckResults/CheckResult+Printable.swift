internal import TEASupport

extension CheckResult {
  /// The result with texts that are safe to print anywhere.
  ///
  /// Control characters and bidirectional controls become Swift escapes, and no line is a command to a CI engine. Most long
  /// texts are cut. `otherViolations` is empty, because the caller prints these results one by one. The code of suggestions and
  /// the coverage details are unchanged: the caller makes them safe.
  package var printable: CheckResult {
    var result = self
    result.module = printableLine(module, upTo: 120)
    result.name = printableLine(name, upTo: 120)
    result.place = printableLine(place)
    result.path = path.map { printableLine($0) }
    result.finding = finding.map { printableLine($0) }
    result.message = message.map(printableLines)
    result.knownIssue = knownIssue.map { printableLine($0) }
    // Readers copy command lines, tokens and the path of the stored counterexample, so they are not cut.
    result.again = again.map { printableUncut($0) }
    result.faster = faster.map { printableUncut($0) }
    result.file = file.map { printableUncut($0) }
    result.token = token.map { printableUncut($0) }
    result.notes = notes.map(printableLines)
    result.counterexample = counterexample?.printable
    result.otherViolations = []
    result.suggestions = suggestions?.map { suggestion in
      var printable = suggestion
      printable.words = printableLine(suggestion.words, upTo: 240)
      printable.exception = suggestion.exception?.printable
      return printable
    }
    return result
  }
}

extension Counterexample {
  fileprivate var printable: Counterexample {
    var printable = self
    printable.property = printableLine(property, upTo: 120)
    printable.place = printableLine(place)
    printable.detail = detail.map(printableLines)
    printable.flags = flags.map { printableLine($0) }
    printable.start = start.map(\.printable)
    printable.startEnvironment = startEnvironment.map(\.printable)
    printable.startPerforms = startPerforms.map { printableUncut($0) }
    printable.startView = startView.map(printableLines)
    printable.trap = trap.map { printableLine($0) }
    printable.steps = steps.map { step in
      var printable = step
      printable.message = printableUncut(step.message)
      printable.answers = step.answers.map { printableUncut($0) }
      printable.event = step.event.map { printableUncut($0) }
      printable.changes = step.changes.map(\.printable)
      printable.performs = step.performs.map { printableUncut($0) }
      printable.drops = step.drops.map { printableUncut($0) }
      printable.delays = step.delays.map { printableUncut($0) }
      printable.outstanding = step.outstanding.map { printableUncut($0) }
      printable.failure = step.failure.map { printableUncut($0) }
      printable.environment = step.environment.map(\.printable)
      printable.view = step.view.map(printableLines)
      return printable
    }
    return printable
  }
}

extension Counterexample.Change {
  fileprivate var printable: Self {
    Self(path: printableLine(path, upTo: 120), before: printableUncut(before), after: printableUncut(after))
  }
}
