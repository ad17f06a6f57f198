internal import TEASupport

/// A condition on the value of one observation of a world.
struct Condition {
  var holds: Formula
  var fails: Formula
  var words: String
  /// The words for ``fails``.
  var negation: String
  /// The index of the observation.
  var observation: Int
  /// A factor of a statement's weight, from 0.6 to 1.2: larger where people are likelier to care about the condition.
  var weight = 1.0
  var isOfCommands = false
  /// The condition is that two numbers are equal.
  var isEquality = false
  /// Returns whether the condition holds, given the value of the observation.
  var test: (Int32) -> Bool
}

extension Condition {
  static func all(of observation: Observation, numbered number: Int) -> [Condition] {
    let access = observation.access
    // A condition on a value inside of an optional would not be simple Swift.
    if access.optional != nil { return [] }
    let expression = access.expression
    func condition(
      _ holds: String, _ fails: String, _ words: String, _ negation: String, isSimple: Bool = true,
      test: @escaping (Int32) -> Bool = { $0 == 1 }
    ) -> Condition {
      Condition(
        holds: Formula(expression: holds, isSimple: isSimple), fails: Formula(expression: fails, isSimple: isSimple),
        words: words, negation: negation, observation: number, test: test)
    }
    switch observation.kind {
    case .flag: return [condition(expression, "!\(expression)", access.words, "not \(access.words)")]
    case .presence:
      return [
        condition(
          "\(expression) != nil", "\(expression) == nil", "\(access.words) is set", "\(access.words) is nil",
          isSimple: false)
      ]
    case .number(isCount: true, _), .options, .text:
      return [
        condition(
          "!\(expression).isEmpty", "\(expression).isEmpty", "\(access.words) is not empty", "\(access.words) is empty"
        ) { $0 > 0 }
      ]
    case .number(isCount: false, _):
      if observation.isIdentifier { return [] }
      var zeroCondition = condition(
        "\(expression) == 0", "\(expression) != 0", "\(access.words) is 0", "\(access.words) is not 0", isSimple: false
      ) { $0 == 0 }
      zeroCondition.weight = 0.6
      return [zeroCondition]
    case .choice(let choices): return choiceConditions(choices, access, number)
    case .outstanding(let choice): return [outstandingCondition(choice, number)]
    case .claim(let claim):
      guard let negation = claim.negation else { return [] }
      return [
        Condition(
          holds: claim.formula,
          fails: Formula(expression: claim.formula.expression.replacing(" == ", with: " != "), isSimple: false),
          words: claim.words, negation: negation, observation: number, weight: 0.7
        ) { $0 == 1 }
      ]
    case .comparison: return []
    }
  }

  /// - Parameter hasOrder: The numbers are no identifiers, so that one may also be less or more than the other.
  static func comparing(
    _ first: Access, _ second: Access, numbered number: Int, hasOrder: Bool
  ) -> [Condition] {
    func condition(
      _ sign: String, _ opposite: String, _ words: String, _ negation: String, _ test: @escaping (Int32) -> Bool
    )
      -> Condition
    {
      Condition(
        holds: Formula(expression: "\(first.expression) \(sign) \(second.expression)", isSimple: false),
        fails: Formula(expression: "\(first.expression) \(opposite) \(second.expression)", isSimple: false),
        words: "\(first.words) \(words) \(second.words)", negation: "\(first.words) \(negation) \(second.words)",
        observation: number, weight: 0.7, test: test)
    }
    var equality = condition("==", "!=", "equals", "is not") { $0 == 0 }
    equality.isEquality = true
    guard hasOrder else { return [equality] }
    return [
      equality, condition("<", ">=", "is less than", "is at least") { $0 < 0 },
      condition(">", "<=", "is more than", "is at most") { $0 > 0 },
    ]
  }

  private static func choiceConditions(_ choices: [EnumChoice], _ access: Access, _ number: Int) -> [Condition] {
    // With two cases, the condition on the second would be the negation of the condition on the first.
    choices.prefix(choices.count == 2 ? 1 : choices.count).enumerated().compactMap { index, choice in
      let tag = Int32(index)
      let (holds, fails): (Formula, Formula)
      if choice.isComparable {
        holds = Formula(expression: "\(access.expression) == .\(choice.name)", isSimple: false)
        fails = Formula(expression: "\(access.expression) != .\(choice.name)", isSimple: false)
      } else {
        // The name contains the path, because one formula may ask for the same case of several fields. The paths `a.b` and `aB`
        // give one name, so that the number of the observation follows, as a placeholder.
        let parts = access == .root ? [] : access.words.split(separator: ".").map(String.init)
        let words = (parts + [choice.name]).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let name = "is\(words)‹\(number)›"
        let line = "let \(name) = if case .\(choice.name) = \(access.expression) { true } else { false }"
        holds = Formula(precedingLines: [line], expression: name)
        fails = Formula(precedingLines: [line], expression: "!\(name)")
      }
      return Condition(
        holds: holds, fails: fails, words: "\(access.words) is .\(choice.name)",
        negation: "\(access.words) is not .\(choice.name)", observation: number, weight: 0.9
      ) { $0 == tag }
    }
  }

  private static func outstandingCondition(_ choice: EnumChoice, _ number: Int) -> Condition {
    let contains = "\(Access.world).outstanding.contains { if case .\(choice.pattern) = $0 { true } else { false } }"
    return Condition(
      holds: Formula(expression: contains), fails: Formula(expression: "!\(contains)"),
      words: "\(withArticle(choice.path)) is outstanding", negation: "no \(choice.path) is outstanding",
      observation: number,
      weight: 1.2, isOfCommands: true
    ) { $0 > 0 }
  }
}
