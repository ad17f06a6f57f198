/// The difference of two dumps, line by line: `−` before an expected line, `+` before an actual one.
struct DumpDifference {
  private enum Sign: String {
    case expected = "−"
    case actual = "+"
    /// A figure space.
    case common = "\u{2007}"
  }

  private let lines: [(sign: Sign, text: Substring)]

  /// The number of lines that only one of the dumps has.
  private var changeCount: Int { lines.count { $0.sign != .common } }

  /// `true` if the first lines are equal, as they are for two values of one enum case or of one struct type.
  var beginsAlike: Bool { lines.first?.sign == .common }

  /// If all lines are common, a note says that the values are unequal.
  var text: String {
    let signedLines = lines.map { "\($0.sign.rawValue)   \($0.text)" }
    let note = changeCount == 0 ? ["≠   The values are unequal, and their texts are equal."] : []
    return (signedLines + note).joined(separator: "\n")
  }

  init<Value>(expected: Value?, actual: Value?) {
    let (expected, actual) = (Self.lines(of: expected), Self.lines(of: actual))
    var (removedOffsets, insertedOffsets) = (Set<Int>(), Set<Int>())
    for change in actual.difference(from: expected) {
      switch change {
      case .remove(let offset, _, _): removedOffsets.insert(offset)
      case .insert(let offset, _, _): insertedOffsets.insert(offset)
      }
    }
    var lines: [(Sign, Substring)] = []
    var (expectedIndex, actualIndex) = (0, 0)
    while expectedIndex < expected.count || actualIndex < actual.count {
      if removedOffsets.contains(expectedIndex) {
        lines.append((.expected, expected[expectedIndex]))
        expectedIndex += 1
      } else if insertedOffsets.contains(actualIndex) {
        lines.append((.actual, actual[actualIndex]))
        actualIndex += 1
      } else {
        lines.append((.common, expected[expectedIndex]))
        (expectedIndex, actualIndex) = (expectedIndex + 1, actualIndex + 1)
      }
    }
    self.lines = lines
  }

  private init<Value>(only sign: Sign, _ value: Value) { lines = Self.lines(of: value).map { (sign, $0) } }

  /// Each expected value is compared with the remaining actual value that begins alike and differs least.
  static func text<Value>(expected: [Value], actual: [Value], showsUnmatchedActual: Bool) -> String {
    var actual = actual
    var differences: [DumpDifference] = []
    for value in expected {
      let candidates = actual.indices
        .map { (index: $0, difference: DumpDifference(expected: value, actual: actual[$0])) }
        .filter(\.difference.beginsAlike)
      if let closestCandidate = candidates.min(by: { $0.difference.changeCount < $1.difference.changeCount }) {
        actual.remove(at: closestCandidate.index)
        differences.append(closestCandidate.difference)
      } else {
        differences.append(DumpDifference(only: .expected, value))
      }
    }
    if showsUnmatchedActual { differences += actual.map { DumpDifference(only: .actual, $0) } }
    return differences.map(\.text).joined(separator: "\n")
  }

  private static func lines<Value>(of value: Value?) -> [Substring] {
    var text = ""
    // The dump of an optional would have a line for the optional itself.
    if let value { dump(value, to: &text) } else { dump(value, to: &text) }
    return text.withoutUnknownContexts.split(separator: "\n")
  }
}

extension String {
  /// The text without the contexts of private and local types, which are addresses and differ from run to run.
  var withoutUnknownContexts: String { replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "") }
}
