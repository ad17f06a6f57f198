/// The steps of a counterexample as text, one a line, for storing, unit tests and replays.
///
/// ```
/// start with flags 3
/// typed("a")
/// search("a") replies loaded(Results(query: "a", items: ["a!"]))
/// ```
///
/// The line that begins with `start` may be missing.
package struct Script: Sendable, Equatable {
  /// The text after the word `start` in the first line; `nil` where the first line is a step.
  package var start: String?
  package var steps: [String]

  /// The largest number of steps of a script.
  package static var maxStepCount: Int { 100_000 }

  package init(start: String? = nil, steps: [String]) {
    self.start = start
    self.steps = steps
  }

  /// Empty lines, and spaces and tabs around a line, are ignored.
  package init(parsing text: String) {
    var lines: [String] = []
    for line in text.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" }) {
      let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
      let trimmed = line.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
      if !trimmed.isEmpty { lines.append(String(String.UnicodeScalarView(trimmed))) }
    }
    var start: String?
    if let first = lines.first, ["start with ", "start from "].contains(where: first.hasPrefix) {
      start = String(first.dropFirst("start ".count))
      lines.removeFirst()
    }
    self.init(start: start, steps: lines)
  }

  package var lines: [String] { (start.map { ["start \($0)"] } ?? []) + steps }
}

extension Script {
  package static func reply(_ command: String, _ message: String) -> String { "\(command) replies \(message)" }
}
