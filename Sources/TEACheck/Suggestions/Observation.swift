/// A part of a world that is observed as a number: of its model, its outstanding commands or its view.
struct Observation {
  /// The meaning of the number.
  enum Kind: Equatable {
    /// 0 or 1.
    case flag
    /// 1 where an optional has a value.
    case presence
    /// 1 where an option set is not empty.
    case options
    /// An integer, or the number of elements of a collection where `isCount`.
    case number(isCount: Bool, isUnsigned: Bool)
    /// 0 for an empty text, and another number for each other text.
    case text
    /// The index of an enum's case in the order of the type's metadata.
    case choice([EnumChoice])
    /// 1 where a claim is true.
    case claim(Claim)
    /// The number of outstanding commands of a case.
    case outstanding(EnumChoice)
    /// The sign of the difference of two other observations, which are numbers.
    case comparison(Int, Int)
  }

  var access: Access
  var kind: Kind
  /// Reads the number from a model or a view, `nil` where the value is absent. Commands and comparisons are not read this way.
  var read: ((UnsafeRawPointer) -> Int?)?
  /// Returns whether a claim is about equal values in two models. A claim about values that never change says nothing.
  var isSame: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
}

/// A case of an enum, as Swift names it.
struct EnumChoice: Equatable {
  var name: String
  var hasPayload: Bool
  /// A value can be compared with the case by `==`.
  var isComparable: Bool
}

/// A statement on a list or on two values of a model.
struct Claim: Equatable {
  /// The likelihood that people mean the claim where it holds, between 0 and 10.
  var weight: Double
  /// Random values satisfy the claim more often than not.
  var isLikely = false
  var words: String
  /// The words for the opposite, with which the claim is also a condition of other statements; `nil` where it is none.
  var negation: String?
  var formula: Formula
  /// The two values that the claim relates; empty for a claim on a list.
  var pair: [Access] = []
}

extension Observation {
  /// The largest number of observations of a model; later values of it are not observed.
  static var most: Int { 48 }

  /// The largest number of observations of a view.
  static var mostOfView: Int { 12 }
}
