internal import TEASupport

extension Choices {
  /// A value that a random source made, by its type and the place of its choices in ``record``.
  @usableFromInline
  struct MadeValue {
    var type: ObjectIdentifier
    var range: Range<Int>
  }

  /// The number of values after which the older half is forgotten.
  private static var maxMadeValues: Int { 64 }

  /// Makes a value by a body. A random source makes one value in eight by the choices of an earlier value of the same type.
  ///
  /// Programs compare values with each other, such as a password with its confirmation, or an identifier with those of a list,
  /// and long values that are drawn independently are never equal. Repeated choices are recorded like others.
  mutating func repeatingEarlierValues<Value>(
    _ body: (inout Choices) throws(Discarded) -> Value
  ) throws(Discarded) -> Value {
    guard isRandom else { return try body(&self) }
    let type = ObjectIdentifier(Value.self)
    let earlierCount = UInt64(madeValues.count { $0.type == type })
    if earlierCount > 0, random.next(through: 7) == 0,
      case let number = Int(random.next(through: earlierCount - 1)),
      let made = madeValues.lazy.filter({ $0.type == type }).dropFirst(number).first
    {
      var repetition = Choices(.recorded(Array(record[made.range])))
      repetition.depth = depth
      // A generator with another condition may refuse what an earlier one made.
      if let value = try? body(&repetition) {
        record += repetition.record
        return value
      }
    }
    let start = record.count
    let value = try body(&self)
    if madeValues.count == Self.maxMadeValues { madeValues.removeFirst(Self.maxMadeValues / 2) }
    madeValues.append(MadeValue(type: type, range: start..<record.count))
    return value
  }

  /// Takes back the last choices, down to a number of choices.
  package mutating func takeBack(to count: Int) {
    record.removeSubrange(count...)
    madeValues.removeAll { $0.range.upperBound > count }
  }
}
