internal import TEASupport

extension CheckResult {
  /// A statement that holds in all explored worlds or steps, or in nearly all. It may repeat a declared property.
  ///
  /// It is an observation; people decide whether it is intended.
  public struct Suggestion: Sendable, Equatable {
    /// The statement in words.
    public var words: String
    /// One or several lines of Swift to paste into the specification.
    public var code: String
    /// The statement is about steps, and not about worlds.
    public var isOfSteps: Bool
    /// The number of worlds or steps that were examined.
    public var total: Int
    /// The number of worlds or steps that the statement applies to: for an implication, those that satisfy its condition.
    public var support: Int
    /// The number of worlds or steps in which the statement does not hold.
    public var exceptions: Int
    /// The steps of a shortest path to an exception; `nil` where there is no exception.
    public var exception: Counterexample?

    package init(
      words: String, code: String, isOfSteps: Bool, total: Int, support: Int, exceptions: Int,
      exception: Counterexample? = nil
    ) {
      self.words = words
      self.code = code
      self.isOfSteps = isOfSteps
      self.total = total
      self.support = support
      self.exceptions = exceptions
      self.exception = exception
    }

    /// The share of worlds or steps in which the statement holds, such as `all but 3 of 1 204 worlds`.
    public var evidence: String {
      let noun = isOfSteps ? "step" : "world"
      let share = exceptions > 0 ? "all but \(grouped(exceptions)) of " : "all "
      return share
        + (support < total ? "\(counted(support, "relevant \(noun)")) of \(grouped(total))" : counted(total, noun))
    }
  }
}

extension CheckResult.Suggestion: Record {
  package static var blank: Self { Self(words: "", code: "", isOfSteps: false, total: 0, support: 0, exceptions: 0) }

  package static let fields: [RecordField<Self>] = [
    .required("words", \.words, as: { printableLine($0, upTo: 240) }), .required("code", \.code, as: { $0 }),
    .required("subject", \.subject), .required("total", \.total), .required("support", \.support),
    .required("exceptions", \.exceptions), .optional("exception", \.exception),
  ]

  package var isValid: Bool {
    (0...CheckResult.largestCount).contains(total) && (0...total).contains(support)
      && (0...support).contains(exceptions)
  }

  private var subject: String {
    get { isOfSteps ? "steps" : "worlds" }
    set { isOfSteps = newValue == "steps" }
  }
}
