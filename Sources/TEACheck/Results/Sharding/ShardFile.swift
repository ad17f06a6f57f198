package import TEASupport
internal import TEAText

/// The records of shards in one file, read without trusting them.
package struct ShardFile {
  struct Record {
    var suite: String
    var result: CheckResult
    var summary: ShardSummary
  }

  let name: String
  /// The shard of each line, and its record of a check; `nil` for a run that had nothing to check.
  let lines: [(shard: Shard, record: Record?)]

  package init(path: String) throws(ReadingError) {
    let text: String
    do {
      // The bound, in bytes, keeps a wrong file from filling the memory.
      text = try Platform.read(path, upTo: 256_000_000)
    } catch {
      throw ReadingError("'\(escaped(path))' cannot be read: \(error)")
    }
    try self.init(name: path, text: text)
  }

  /// Reads JSON Lines, and keeps the checks and the runs without checks. A check that was recorded without `--shard` is an
  /// error.
  package init(name: String, text: String) throws(ReadingError) {
    self.name = escaped(name)
    var lines: [(shard: Shard, record: Record?)] = []
    var lineNumber = 0
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init) {
      lineNumber += 1
      guard line.contains(where: { !$0.isWhitespace }) else { continue }
      let place = "'\(escaped(name))', line \(lineNumber)"
      let json: JSON
      do {
        json = try JSON(parsing: line).printable
      } catch {
        throw line.endIndex == text.endIndex
          ? ReadingError("\(place) is cut off in the middle: run that shard again, or remove the line")
          : ReadingError("\(place) is no record: \(error)")
      }
      guard let version = json["version"]?.integer, let kind = json["kind"]?.string else {
        throw ReadingError("\(place) is no record: it has no version or no kind")
      }
      guard version == RecordFormat.version else {
        throw ReadingError(
          "\(place) is a record of version \(version), and this command reads version \(RecordFormat.version)")
      }
      do {
        switch kind {
        case "check":
          let record = try Record(json)
          lines.append((record.summary.shard, record))
        case "nothing": lines.append((try Record.summary(json["shard"].flatMap(ShardSummary.init(json:))).shard, nil))
        default: break
        }
      } catch {
        throw ReadingError("\(place) is no record of a shard: \(error)")
      }
    }
    self.lines = lines
  }
}

extension ShardFile.Record {
  init(_ json: JSON) throws(ReadingError) {
    guard let suite = json["suite"]?.string, let result = CheckResult(unchecked: json) else {
      throw ReadingError("its suite, module, name, place or verdict is missing")
    }
    guard json["shard"] != nil else { throw ReadingError("it was recorded without --shard") }
    let summary = try Self.summary(result.shard)
    for name in ["states", "transitions", "depth"] where json[name]?.integer == nil {
      throw ReadingError("its number of \(name) is missing")
    }
    if json["coverage"] != nil, result.coverage == nil { throw ReadingError("its coverage is of an unknown kind") }
    if let counterexample = json["counterexample"], counterexample != .null {
      guard let readCounterexample = result.counterexample,
        readCounterexample.steps.count == counterexample["steps"]?.array?.count,
        readCounterexample.loop.map(readCounterexample.steps.indices.contains) ?? true
      else { throw ReadingError("its counterexample is incomplete") }
    }
    guard result.hasValidNumbers, summary.covers.allSatisfy({ (0...CheckResult.largestCount).contains($0.runs) }) else {
      throw ReadingError("one of its numbers is invalid")
    }
    (self.suite, self.result, self.summary) = (suite, result, summary)
  }

  fileprivate static func summary(_ summary: ShardSummary?) throws(ReadingError) -> ShardSummary {
    guard let summary else { throw ReadingError("its shard number is invalid") }
    return summary
  }
}

extension JSON {
  /// The value with the control characters of its strings escaped, because a terminal would obey them.
  ///
  /// Line feeds and the names of members stay as they are.
  package var printable: JSON {
    switch self {
    case .null, .bool, .integer, .number: self
    case .string(let text): .string(escapedLines(text))
    case .array(let values): .array(values.map(\.printable))
    case .object(let members): .object(members.map { Member(name: $0.name, value: $0.value.printable) })
    }
  }
}
