package struct WalkTrap: Hashable, Sendable {
  /// The number of steps to the last world of the path that can be shown; -1 where not even the start can be shown.
  package var shownStepCount: Int
  package var sentence: String
  package var explanation: String

  package init(shownStepCount: Int, sentence: String, explanation: String) {
    self.shownStepCount = shownStepCount
    self.sentence = sentence
    self.explanation = explanation
  }

  package init(_ report: TrapReport) {
    let site = report.site
    // A part other than `update` may trap again in the world in which it was called, so the world before that one is shown.
    let isOfUpdate = site.breadcrumb.number == TrapPart.update.number
    shownStepCount = site.breadcrumb.kind == .replay ? site.breadcrumb.place - (isOfUpdate ? 0 : 1) : -1
    sentence = report.sentence
    explanation = report.explanation(message: nil)
  }
}

extension WalkTrap: Record {
  package static var kind: String? { "trap" }
  package static var blank: Self { Self(shownStepCount: 0, sentence: "", explanation: "") }

  package static let fields: [RecordField<Self>] = [
    .required("steps", \.shownStepCount), .required("sentence", \.sentence),
    .required("explanation", \.explanation),
  ]
}
