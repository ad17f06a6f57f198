/// A part of a world that is observed as a number: a part of the model, of the outstanding commands or of the view.
struct Observation {
  /// The meaning of the number. Where the comment of a case says “1 where”, the number is otherwise 0.
  enum Kind: Equatable {
    /// 1 where a Boolean is `true`.
    case flag
    /// 1 where an optional has a value.
    case presence
    /// 1 where an option set is not empty.
    case options
    /// An integer or, where `isCount` is `true`, the number of elements of a collection.
    case number(isCount: Bool, isUnsigned: Bool)
    /// 0 for an empty text, and another number for each other text.
    case text
    /// The index of an enum's case in the order of the type's metadata.
    case choice([EnumChoice])
    /// 1 where a claim is true.
    case claim(Claim)
    /// The number of outstanding commands of a case.
    case outstanding(EnumChoice)
    /// The sign of the difference of two numbers, given by the indices of their observations.
    case comparison(Int, Int)
  }

  var access: Access
  var kind: Kind
  /// Reads the number from a model or a view; returns `nil` where the value is absent. Not set for commands and comparisons.
  var read: ((UnsafeRawPointer) -> Int?)?
  /// Returns whether the values of a claim are equal in two models: a claim about values that never change says nothing. Not
  /// set where the values cannot be compared, and for an observation that is no claim.
  var isSame: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
  /// The type of an integer that is no `Int`; otherwise `nil`.
  var numberType: Any.Type?
}

package struct EnumChoice: Equatable {
  /// A case with a payload that is or holds the enum of another case.
  struct Holder: Equatable {
    var name: String
    /// The index of the enum among the associated values.
    var index: Int
    /// The number of the associated values.
    var count: Int
  }

  var name: String
  /// A value can be compared with the case by `==`.
  var isComparable: Bool
  /// The cases around an inner case, from the outermost in.
  var holders: [Holder] = []

  /// The case with those around it, such as `run(.load)`.
  var path: String { holders.reversed().reduce(name) { "\($1.name)(.\($0))" } }

  /// The path as a Swift pattern, without the dot before it, such as `run(.load, _)`.
  var pattern: String {
    holders.reversed().reduce(name) { inner, holder in
      let parts = (0..<holder.count).map { $0 == holder.index ? ".\(inner)" : "_" }
      return "\(holder.name)(\(parts.joined(separator: ", ")))"
    }
  }

  /// Returns whether the case is one of those around another.
  func holds(_ other: EnumChoice) -> Bool {
    other.holders.count > holders.count && other.holders.starts(with: holders)
      && other.holders[holders.count].name == name
  }
}

/// An assertion about a list or about two values of a model, which may be true in some worlds and false in others.
struct Claim: Equatable {
  /// The likelihood that people mean the claim where it holds, between 0 and 10.
  var weight: Double
  /// Random values satisfy the claim more often than not.
  var isUsuallyTrue = false
  var words: String
  /// The words for the opposite; `nil` where the claim is not used as a condition of other statements.
  var negation: String?
  var formula: Formula
  /// The two values that the claim relates; empty for a claim on a list.
  var pair: [Access] = []
}

extension Observation {
  /// The observation has few values, each of which people may mean: a flag, an optional or a case.
  var isFlagOrCase: Bool {
    switch kind {
    case .flag, .presence, .choice: true
    case .options, .number, .text, .claim, .outstanding, .comparison: false
    }
  }

  /// The observation is a number that only names something: it is equal to another of its kind or not, and has no order.
  var isIdentifier: Bool {
    guard case .number(isCount: false, _) = kind else { return false }
    return FieldName.isIdentifier(access.lastName)
  }

  var isClaimOrComparison: Bool {
    switch kind {
    case .claim, .comparison: true
    case .flag, .presence, .options, .number, .text, .choice, .outstanding: false
    }
  }

  // The bounds keep rows short, because each row has a number for each observation.

  static var maxModelObservations: Int { 48 }

  static var maxViewObservations: Int { 12 }
}
