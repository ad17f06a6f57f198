internal import TEASupport

/// The constants of a program, from which random runs draw: the field's word for the literals of its sources. For each type,
/// the choices by which its default generator makes them.
@usableFromInline
package final class Constants: Sendable {
  let records: [ObjectIdentifier: [[UInt64]]]

  init(records: [ObjectIdentifier: [[UInt64]]]) { self.records = records }
}

extension Choices {
  /// The choices of a constant, which then take the place of the last value of a type, for one value in eight; `nil` for a value
  /// that stays as it was drawn.
  ///
  /// The value is drawn first, and the constants have random numbers of their own: so the draws of the rest of a run stay
  /// the same where nothing depends on the value.
  /// Of four texts, one has the drawn text after the constant, as behind a prefix, and one has it before.
  ///
  /// This function is not generic, for the reason of ``repetition(of:)``.
  ///
  /// - Parameter start: The index of the value's first choice in ``record``. Its choices are taken back.
  @usableFromInline
  mutating func constant(of type: ObjectIdentifier, insteadOf start: Int) -> [UInt64]? {
    guard constantNumbers.next(through: 7) == 0, let records = constants?.records[type], !records.isEmpty else {
      return nil
    }
    var constant = records[Int(constantNumbers.next(through: UInt64(records.count - 1)))]
    if type == ObjectIdentifier(String.self) {
      // The first choice of a text is its length, see ``Gen/string``.
      let drawn = record[(start + 1)...]
      switch constantNumbers.next(through: 3) {
      case 0: constant += drawn
      case 1: constant.insert(contentsOf: drawn, at: 1)
      default: break
      }
      constant[0] = UInt64(constant.count - 1)
    }
    record.removeLast(record.count - start)
    return constant
  }
}
