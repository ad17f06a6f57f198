internal import TEASupport

/// The constants of a program, from which random runs draw: the field's word for the literals of its sources. For each type,
/// the choices by which its default generator makes them; first of those with which the program compares something.
@usableFromInline
package final class Constants: Sendable {
  typealias Records = [ObjectIdentifier: [[UInt64]]]

  let compared: Records
  let others: Records
  /// The numbers of the texts that stand directly before or after a text in the sources, by the number of that text, as often
  /// as each is to be drawn. Texts with which the program compares something have the first numbers.
  let textNeighbours: [[Int]]
  /// The choices of the digits of numbers from 0 on, which may stand behind a text.
  let numerals: [[UInt64]]
  /// A hash that differs, in all likelihood, where other constants are drawn; the same in each process.
  package let fingerprint: UInt64

  init(compared: Records, others: Records, textNeighbours: [[Int]], numerals: [[UInt64]], fingerprint: UInt64) {
    (self.compared, self.others, self.fingerprint) = (compared, others, fingerprint)
    (self.textNeighbours, self.numerals) = (textNeighbours, numerals)
  }

  fileprivate func records(of type: ObjectIdentifier) -> (compared: [[UInt64]], others: [[UInt64]]) {
    (compared[type] ?? [], others[type] ?? [])
  }
}

extension Choices {
  /// The choices of a constant, which then take the place of the last value of a type, for one value in eight; `nil` for a value
  /// that stays as it was drawn.
  ///
  /// The value is drawn first, and the constants have random numbers of their own: so the draws of the rest of a run stay
  /// the same where nothing depends on the value.
  ///
  /// Of four constants of a type that has some of both kinds, three are compared with something. Of 16 texts, four have more
  /// after the constant, as behind a prefix: twice a number, the drawn text, or its beginning; and four have the drawn text
  /// before it. The text after a constant is in three of four draws one that stands next to it in the sources, as programs
  /// compare a user and a password, or take both from one table.
  ///
  /// This function is not generic, for the reason of ``repetition(of:)``.
  ///
  /// - Parameter start: The index of the value's first choice in ``record``. Its choices are taken back.
  @usableFromInline
  mutating func constant(of type: ObjectIdentifier, insteadOf start: Int) -> [UInt64]? {
    guard let constants else { return nil }
    let isText = type == ObjectIdentifier(String.self)
    if isText, let last = lastTextConstant {
      lastTextConstant = nil
      let near = constants.textNeighbours[last]
      if !near.isEmpty, constantNumbers.next(through: 3) > 0 {
        record.removeLast(record.count - start)
        let (compared, others) = constants.records(of: type)
        let number = near[Int(constantNumbers.next(through: UInt64(near.count - 1)))]
        return number < compared.count ? compared[number] : others[number - compared.count]
      }
    }
    guard constantNumbers.next(through: 7) == 0 else { return nil }
    let (compared, others) = constants.records(of: type)
    if compared.isEmpty, others.isEmpty { return nil }
    let drawsOthers = compared.isEmpty || !others.isEmpty && constantNumbers.next(through: 3) == 0
    let records = drawsOthers ? others : compared
    let index = Int(constantNumbers.next(through: UInt64(records.count - 1)))
    var constant = records[index]
    if isText {
      lastTextConstant = drawsOthers ? compared.count + index : index
      // The first choice of a text is its length, see ``Gen/string``.
      let drawn = record[(start + 1)...]
      switch constantNumbers.next(through: 15) {
      case 0: constant += drawn
      case 1: constant += drawn.prefix(2)
      case 2, 3:
        // Three in four have one digit, as identifiers in small models have.
        let isSmall = constantNumbers.next(through: 3) > 0
        constant += constants.numerals[Int(constantNumbers.next(through: isSmall ? 9 : 99))]
      case 4...7: constant.insert(contentsOf: drawn, at: 1)
      default: break
      }
      constant[0] = UInt64(constant.count - 1)
    }
    record.removeLast(record.count - start)
    return constant
  }
}
