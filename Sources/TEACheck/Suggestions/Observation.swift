/// One value that can be seen of a model, as a number.
struct Observation {
  /// The meaning of the number.
  enum Kind: Equatable {
    /// 0 or 1.
    case flag
    /// 1 where an optional has a value.
    case presence
    /// 1 where a set of options has some.
    case options
    /// A number of the program, or of elements where `isCount`.
    case number(isCount: Bool, isUnsigned: Bool)
    /// 0 for a text that is empty, else a number of its own for each text.
    case text
    /// The number of a case, as metadata counts them.
    case choice([EnumChoice])
    /// 0 or 1: a statement of its own, with its words and its Swift.
    case claim(Claim)
    /// The number of outstanding commands of a case.
    case outstanding(EnumChoice)
    /// The sign of the difference of two other observations, which are numbers.
    case comparison(Int, Int)
  }

  var access: Access
  var kind: Kind
  /// The number, or `nil` where the value is not there; of observations of the model.
  var read: ((UnsafeRawPointer) -> Int?)?
  /// Tests for two models in which it is made of the same, where a claim would say nothing of what never changes.
  var isSame: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
}

/// A case of an enum, as Swift names it.
struct EnumChoice: Equatable {
  var name: String
  var hasPayload: Bool
  /// A value can be compared with the case by `==`.
  var isComparable: Bool
}

/// A statement on values that are no numbers.
struct Claim: Equatable {
  /// The likelihood that people mean it where it holds, between 0 and 10.
  var weight: Double
  /// It is true more often than not of values that nobody chose.
  var isLikely = false
  var words: String
  /// The words for its not being so, where it is worth a condition of other statements.
  var negation: String?
  var formula: Formula
  /// The two values that it relates, if it does.
  var pair: [Access] = []
}

extension Observation {
  /// The most observations of a program; what comes later in its model is not looked at.
  static var most: Int { 48 }

  /// The most observations of a view.
  static var mostOfView: Int { 12 }
}
