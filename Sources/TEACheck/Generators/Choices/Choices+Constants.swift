internal import TEASupport

/// The constants of a program, from which random runs draw: the field's word for the literals of its sources. For each type,
/// the choices by which its default generator makes them; first of those with which the program compares something.
@usableFromInline
package final class Constants: Sendable {
  typealias Records = [ObjectIdentifier: [[UInt64]]]

  let compared: Records
  let others: Records

  init(compared: Records, others: Records) { (self.compared, self.others) = (compared, others) }
}

extension Choices {
  /// The choices of a constant, which then take the place of the last value of a type, for one value in eight; `nil` for a value
  /// that stays as it was drawn.
  ///
  /// The value is drawn first, and the constants have random numbers of their own: so the draws of the rest of a run stay
  /// the same where nothing depends on the value.
  ///
  /// Of four constants of a type that has some of both kinds, three are compared with something. Of four texts, one has the
  /// drawn text after the constant, as behind a prefix, and one has it before.
  ///
  /// This function is not generic, for the reason of ``repetition(of:)``.
  ///
  /// - Parameter start: The index of the value's first choice in ``record``. Its choices are taken back.
  @usableFromInline
  mutating func constant(of type: ObjectIdentifier, insteadOf start: Int) -> [UInt64]? {
    guard constantNumbers.next(through: 7) == 0, let constants else { return nil }
    let (compared, others) = (constants.compared[type] ?? [], constants.others[type] ?? [])
    if compared.isEmpty, others.isEmpty { return nil }
    let drawsOthers = compared.isEmpty || !others.isEmpty && constantNumbers.next(through: 3) == 0
    let records = drawsOthers ? others : compared
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
