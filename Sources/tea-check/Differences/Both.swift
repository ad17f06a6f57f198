/// One of two programs that are compared.
enum Edition: String, CaseIterable {
  case old, new

  var other: Edition { self == .old ? .new : .old }
}

/// A value of each of the two programs.
struct Both<Value> {
  var old: Value
  var new: Value

  subscript(edition: Edition) -> Value { edition == .old ? old : new }

  func map<Result>(_ transform: (Value) throws -> Result) rethrows -> Both<Result> {
    Both<Result>(old: try transform(old), new: try transform(new))
  }
}

extension Both {
  init(_ value: (Edition) throws -> Value) rethrows { self.init(old: try value(.old), new: try value(.new)) }
}

extension Both: Equatable where Value: Equatable {}
extension Both: Hashable where Value: Hashable {}
