internal import TEASupport

extension CheckResult {
  /// A statement that nobody wrote, and that holds in all worlds or steps that were looked at, or in nearly all.
  ///
  /// It is an observation: whether it is meant is for people to say.
  public struct Suggestion: Sendable, Equatable {
    /// The statement in words.
    public var words: String
    /// Swift to paste into the specification; several lines where they are needed.
    public var code: String
    /// It is of steps, and not of worlds.
    public var isOfSteps: Bool
    /// The number of worlds or steps that were looked at.
    public var total: Int
    /// Of those, the ones that it says something of, such as those that satisfy the first half of an implication.
    public var support: Int
    /// Of those, the ones in which it does not hold.
    public var exceptions: Int
    /// The shortest way to an exception, if there are any.
    public var exception: Counterexample?

    /// The worlds or steps that it holds of, such as `all but 3 of 1 204 worlds`.
    public var evidence: String {
      let noun = isOfSteps ? "step" : "world"
      let all = counted(total, noun)
      let few = exceptions > 0 ? "all but \(grouped(exceptions)) of " : "all "
      return few + (support < total ? "\(grouped(support)) relevant \(noun)s of \(grouped(total))" : all)
    }
  }
}

extension CheckResult.Suggestion {
  var json: JSON {
    .object([
      "words": .string(words), "code": .string(code), "subject": .string(isOfSteps ? "steps" : "worlds"),
      "total": .integer(total), "support": .integer(support), "exceptions": .integer(exceptions),
      "exception": exception?.json,
    ])
  }

  /// - Returns: `nil` where the record lacks a member, or holds an impossible number.
  init?(json: JSON) {
    guard let words = json["words"]?.string, let code = json["code"]?.string, let subject = json["subject"]?.string,
      let total = json["total"]?.integer, let support = json["support"]?.integer,
      let exceptions = json["exceptions"]?.integer, (0...CheckResult.largestCount).contains(total),
      (0...total).contains(support), (0...support).contains(exceptions)
    else { return nil }
    self.init(
      words: words, code: code, isOfSteps: subject == "steps", total: total, support: support, exceptions: exceptions,
      exception: json["exception"].flatMap(Counterexample.init(json:)))
  }
}
