internal import TEASupport

package struct StoredCounterexample: Sendable, Equatable {
  package enum Status: String, Sendable {
    /// The property does not hold.
    case failing
    /// The property holds again; the steps are kept as a regression test.
    case regression
  }

  /// The target that declares the specification of the check. It tells checks with the same title apart. `nil` in files of
  /// earlier versions.
  package var target: String?
  package var module: String
  /// The title of the check.
  package var check: String
  package var property: String
  package var place: String
  package var status: Status
  package var script: Script
  package var token: String?
  /// Facts that the search learned about the counterexample, such as `only through a stale view · shortest`; `nil` for none.
  package var found: String?

  package init(
    target: String? = nil, module: String, check: String, property: String, place: String, status: Status,
    script: Script, token: String? = nil, found: String? = nil
  ) {
    self.target = target
    self.module = module
    self.check = check
    self.property = property
    self.place = place
    self.status = status
    self.script = script
    self.token = token
    self.found = found
  }

  /// The target in a place: `PlayerChecks` in `PlayerChecks/PlayerChecks.swift:7`; `nil` where the place does not name it.
  package static func target(ofPlace place: String) -> String? {
    place.firstIndex(of: "/").map { String(place[..<$0]) }
  }

  /// Checks of several targets may have the same title. If one of the two targets is unknown, the title alone decides.
  package func isOf(checkTitled title: String, in target: String?) -> Bool {
    check == title && (self.target == nil || target == nil || self.target == target)
  }

  package static let version = 1
}

/// The error of a stored counterexample, a session, a token or a file of shards that cannot be read, or of shards that do not
/// fit together.
package struct ReadingError: Error, CustomStringConvertible {
  package let description: String
  init(_ description: String) { self.description = description }
}

extension StoredCounterexample {
  package var fileName: String { fileNames[0] }

  /// The possible names of the file, the usual name first. The others serve where a file with other steps has that name: their
  /// hashes are of more text or have more digits.
  var fileNames: [String] {
    let texts = [check, property]
    let namesOfTarget = target.map { target in [4, 16].map { fileName(hashing: [target] + texts, digits: $0) } } ?? []
    return [fileName(hashing: texts, digits: 4)] + namesOfTarget + [fileName(hashing: texts, digits: 16)]
  }

  private func fileName(hashing texts: [String], digits count: Int) -> String {
    let digits = StableHash.hex(of: texts + script.lines)
    let words = [Self.hyphenatedWords(of: module, upTo: 40), Self.hyphenatedWords(of: property, upTo: 32)]
      .filter { !$0.isEmpty }.joined(separator: "-")
    return "\(words)-\(digits.suffix(count)).json"
  }

  /// Returns whether both counterexamples are of the same check and property, and have the same steps.
  func isOfSameSteps(as other: StoredCounterexample) -> Bool {
    isOf(checkTitled: other.check, in: other.target) && property == other.property && script == other.script
  }

  /// The first words of a text, joined by hyphens, in at most `limit` characters. A word consists of ASCII letters and digits.
  static func hyphenatedWords(of text: String, upTo limit: Int) -> String {
    let words = text.unicodeScalars.split { scalar in
      !scalar.isASCII || !(scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }
    var result = ""
    for word in words.map({ String(String.UnicodeScalarView($0)) }) {
      guard result.isEmpty || result.count + 1 + word.count <= limit else { break }
      result += (result.isEmpty ? "" : "-") + word.prefix(limit)
    }
    return result
  }

  package var text: String {
    JSON.object([
      "version": Self.version, "target": target, "module": module, "check": check, "property": property,
      "place": place, "status": status.rawValue, "start": script.start, "steps": script.steps, "token": token,
      "found": found,
    ]).prettyText
  }

  package init(parsing text: String) throws(ReadingError) {
    let json: JSON
    do {
      json = try JSON(parsing: text)
    } catch {
      throw ReadingError("\(error)")
    }
    guard case .object = json else { throw ReadingError("it holds no object of JSON, which begins with {") }
    guard let version = json["version"]?.integer else {
      throw ReadingError("the member 'version' is missing")
    }
    guard version == Self.version else {
      throw ReadingError("it is of version \(version), and this tea-check reads version \(Self.version)")
    }
    func string(_ name: String) throws(ReadingError) -> String {
      guard let value = json[name]?.string else { throw ReadingError("the text '\(name)' is missing") }
      return value
    }
    target = json["target"]?.string
    module = try string("module")
    check = try string("check")
    property = try string("property")
    place = try string("place")
    guard let status = Status(rawValue: try string("status")) else {
      throw ReadingError("the 'status' is neither 'failing' nor 'regression'")
    }
    self.status = status
    guard let steps = json["steps"]?.array, steps.allSatisfy({ $0.string != nil }) else {
      throw ReadingError("the 'steps' are missing, or are not all texts")
    }
    guard steps.count <= Script.maxStepCount else { throw ReadingError("there are too many steps") }
    script = Script(start: json["start"]?.string, steps: steps.compactMap(\.string))
    token = json["token"]?.string
    found = json["found"]?.string
  }
}
