internal import TEASupport

/// The records of shards, joined check by check.
package struct ShardMerge {
  package let checks: [(suite: String, result: CheckResult)]

  /// The shards that are missing or cut off, in words; `nil` where none is.
  package let missingShards: String?

  /// The number of selected checks of which no shard has a record.
  package let unreachedCount: Int

  /// Joins records, in the order of the shard with the most records.
  ///
  /// A shard whose file ends before the last check counts as missing for the checks that it lacks.
  package init(_ files: [ShardFile]) throws(ReadingError) {
    let shards = try Self.shards(in: files)
    // The shard with the most records; among equals, the shard with the lowest index.
    guard let longest = shards.max(by: { ($0.records.count, $1.index) < ($1.records.count, $0.index) }) else {
      throw ReadingError("There is no record of a check in \(files.map { "'\($0.name)'" }.joined(separator: ", "))")
    }
    for shard in shards { try shard.expectBeginning(of: longest) }
    var checks: [(suite: String, result: CheckResult)] = []
    // A shard in no file is missing, even where the other shards had nothing to check.
    var missingIndices = Set(1...longest.count).subtracting(shards.map(\.index))
    for (number, record) in longest.records.enumerated() {
      let presentShards = shards.filter { $0.records.count > number }
      let absentIndices = Set(1...longest.count).subtracting(presentShards.map(\.index))
      missingIndices.formUnion(absentIndices)
      let merge = CheckMerge(
        records: presentShards.map { $0.records[number] },
        missingShards: Self.words(for: absentIndices, of: longest.count))
      checks.append((record.suite, merge.result))
    }
    unreachedCount = max(0, (shards.map(\.selectedCount).max() ?? 0) - longest.records.count)
    if unreachedCount > 0 { missingIndices = Set(1...longest.count) }
    self.checks = checks
    self.missingShards = Self.words(for: missingIndices, of: longest.count)
  }

  private struct RecordsOfShard {
    var index: Int
    /// The number of shards that divide the search.
    var count: Int
    var file: String
    var records: [ShardFile.Record] = []
    /// The suite and the title of each check.
    var titles: Set<[String]> = []

    /// The number of checks that the runs of this shard selected. Each record says the number for its run. The records of one
    /// run follow those of the run before it, and only the last run can lack records.
    var selectedCount: Int {
      var end = 0
      while end < records.count { end += records[end].summary.checks ?? 1 }
      return end
    }

    /// Requires that the checks of this shard are the first checks of `other`, and were made by the same searches.
    func expectBeginning(of other: RecordsOfShard) throws(ReadingError) {
      for (mine, theirs) in zip(records, other.records) {
        guard mine.suite == theirs.suite, mine.result.title == theirs.result.title else {
          throw ReadingError(
            "'\(file)' and '\(other.file)' are of different checks: '\(mine.result.title)' of \(mine.suite) stands in "
              + "the place of '\(theirs.result.title)' of \(theirs.suite)")
        }
        let searches = [mine.summary.search, theirs.summary.search]
        guard searches[0] == searches[1] || searches.contains("") else {
          throw ReadingError(
            "'\(file)' and '\(other.file)' are of different searches of '\(mine.result.title)': '\(searches[0])' and "
              + "'\(searches[1])'")
        }
      }
    }
  }

  private static func shards(in files: [ShardFile]) throws(ReadingError) -> [RecordsOfShard] {
    var shards: [Int: RecordsOfShard] = [:]
    var previous: (count: Int, file: String)?
    for file in files {
      var indicesInFile: Set<Int> = []
      for line in file.lines {
        let (index, count) = (line.shard.index, line.shard.count)
        if let previous, previous.count != count {
          throw ReadingError(
            "'\(previous.file)' is of \(counted(previous.count, "shard")), and '\(file.name)' of \(count)")
        }
        previous = (count, file.name)
        if indicesInFile.insert(index).inserted, let earlierShard = shards[index] {
          throw ReadingError("Shard \(index) of \(count) is in '\(earlierShard.file)' and again in '\(file.name)'")
        }
        var shard = shards[index] ?? RecordsOfShard(index: index, count: count, file: file.name)
        if let record = line.record {
          guard shard.titles.insert([record.suite, record.result.title]).inserted else {
            throw ReadingError("Shard \(index) of \(count) has '\(record.result.title)' twice in '\(file.name)'")
          }
          shard.records.append(record)
        }
        shards[index] = shard
      }
    }
    return shards.values.sorted { $0.index < $1.index }
  }

  /// Such as `shards 1, 3–7 of 8`; `nil` for no shards.
  static func words(for shards: Set<Int>, of count: Int) -> String? {
    if shards.isEmpty { return nil }
    return "\(shards.count == 1 ? "shard" : "shards") \(ranges(of: shards)) of \(count)"
  }
}
