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
  /// The characters of texts and the digits of numbers that runs spell.
  let spelled: SpelledConstants
  /// A hash that differs, in all likelihood, where other constants are drawn; the same in each process.
  package let fingerprint: UInt64

  init(
    compared: Records, others: Records, textNeighbours: [[Int]], numerals: [[UInt64]], spelled: SpelledConstants,
    fingerprint: UInt64
  ) {
    (self.compared, self.others, self.fingerprint) = (compared, others, fingerprint)
    (self.textNeighbours, self.numerals, self.spelled) = (textNeighbours, numerals, spelled)
  }

  fileprivate func records(of type: ObjectIdentifier) -> (compared: [[UInt64]], others: [[UInt64]]) {
    (compared[type] ?? [], others[type] ?? [])
  }
}

/// Constants that reach a program in pieces, such as a code that is typed digit by digit.
struct SpelledConstants: Sendable {
  /// The choices by which the default generators make a character, and a digit also as a number.
  typealias Letter = [ObjectIdentifier: [UInt64]]

  /// Each text as indices in `letters`; first those with which the program compares something.
  var texts: [[Int]] = []
  /// Numbers in decimal digits, and texts of digits.
  var numbers: [[Int]] = []
  var letters: [Letter] = []
}

extension Choices {
  /// The places of the next letters in the text and in the number that are spelled.
  package struct Spelling {
    struct Place {
      /// The index in ``SpelledConstants/texts`` or ``SpelledConstants/numbers``.
      var word: Int
      var position: Int
      var length: Int
      var isInside: Bool { position > 0 && position < length }
    }

    var text: Place?
    var number: Place?
    /// The number of letters so far.
    package fileprivate(set) var letterCount = 0
    /// A constant has been begun, and is not complete.
    package var isInsideConstant: Bool { text?.isInside == true || number?.isInside == true }
  }

  /// The choices of the next letter of a constant in a run that spells constants; `nil` for a type that has no letters.
  ///
  /// Texts and numbers are spelled independently. After the last letter, and after one in 16, another constant begins. The
  /// first of two draws in the order of the constants is taken, which prefers those with which something is compared.
  private mutating func nextLetter(of type: ObjectIdentifier, _ spelled: SpelledConstants) -> [UInt64]? {
    let isText = type == ObjectIdentifier(String.self) || type == ObjectIdentifier(Character.self)
    let words = isText ? spelled.texts : spelled.numbers
    guard let letter = words.first?.first, spelled.letters[letter][type] != nil else { return nil }
    var place = isText ? spelling.text : spelling.number
    if place.map({ $0.position == $0.length }) ?? true || constantNumbers.next(through: 15) == 0 {
      let last = UInt64(words.count - 1)
      let word = Int(min(constantNumbers.next(through: last), constantNumbers.next(through: last)))
      place = Spelling.Place(word: word, position: 0, length: words[word].count)
    }
    guard var place else { return nil }
    let next = words[place.word][place.position]
    place.position += 1
    if isText { spelling.text = place } else { spelling.number = place }
    spelling.letterCount += 1
    return spelled.letters[next][type]
  }

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
    if spellsConstants, let letter = nextLetter(of: type, constants.spelled) {
      record.removeLast(record.count - start)
      return letter
    }
    // Characters are spelled only.
    guard type != ObjectIdentifier(Character.self) else { return nil }
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
