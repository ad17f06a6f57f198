internal import TEARuntime

extension CheckRunner {
  /// Whether one world is kept for several.
  var isReduced: Bool {
    specification.declarations.contains { declaration in
      switch declaration.kind {
      case .form, .key: true
      default: false
      }
    }
  }

  /// What was kept of the worlds that were found, where one stands for several.
  func notesOfReduction(_ rules: Rules<M>, _ exploration: Exploration<M>?) -> [String] {
    guard let exploration else { return [] }
    var notes: [String] = []
    if rules.form != nil, let replaced = exploration.replaced {
      let steps = "\(grouped(replaced)) of \(counted(exploration.progress.transitions, "step"))"
      let checked = (0..<replaced).count(where: FormSample.contains)
      notes.append(
        replaced == 0
          ? "Symmetric: every world that was found is its own form"
          : "Symmetric: \(steps) lead to a world that is not its own form; that the form is one was checked on "
            + (checked == replaced ? "all of them" : "\(grouped(checked)) of them"))
    }
    if rules.abstraction != nil {
      notes.append(
        "approximate: worlds with equal keys of Distinguish count as one, the first that was found; what others lead to "
          + "may be missed")
    }
    return notes
  }

  /// How short a counterexample of an exploration is.
  func shortness(_ rules: Rules<M>, _ exploration: Exploration<M>) -> String {
    if rules.abstraction != nil { return "shortest of those that Distinguish leaves" }
    return rules.isScoped || exploration.leftStepsOut ? "shortest within the scope" : "shortest"
  }
}
