internal import TEAStateSpace
internal import TEASupport

/// The state of an unfinished exploration, without its worlds.
struct Checkpoint {
  var worldCount = 0
  var transitions = 0
  /// The number of expanded worlds, which have the lowest numbers.
  var expandedCount = 0
  /// The number of the first world that is deeper than the level being expanded.
  var levelEnd = 0
  /// The depth of the level being expanded.
  var depth = 0
  /// The number of steps whose worlds were replaced by their canonical forms.
  var replacementCount = 0
  var totals = StepTotals()
  /// Some step was left out, because it would leave too many commands outstanding.
  var hasLeftStepsOut = false
  /// The cases of performed commands whose possible replies and silent ends were not all declared and explored.
  var unansweredCommands: [String] = []
  /// Some subscription other than a timer began.
  var hasOtherSubscriptionsThanTimers = false
  /// The names that steps have noted, log by log.
  var notedNames: [[String]] = []
  /// A difference between two models that are equal by their own `==`, and the number of the step between them, from 1; `nil`
  /// for none.
  var hiddenDifference: (transition: Int, difference: HiddenDifference)?
  /// The note on the first world that holds an object, a function or bit-fields that its static types do not reveal; `nil` for
  /// none.
  var hiddenReferenceNote: String?
  /// The indices of the `Sometimes` properties that no world has satisfied yet.
  var unmetGoals: [Int] = []
  /// The texts of the errors that `Sometimes` properties threw, by the index of the property.
  var errorsOfGoals: [Int: String] = [:]
  /// The packing of the rows as ``RowPacking/numbers``; empty where no rows are saved.
  var packingNumbers: [UInt64] = []
  /// The size of a row, in bytes; 0 where no rows are saved.
  var rowSize = 0
}

/// An unfinished exploration, as it is written to a checkpoint or read from a checkpoint.
///
/// The code that reads a checkpoint owns the memory of the worlds, and calls ``deallocate()``.
struct SavedSearch {
  var checkpoint: Checkpoint
  var ancestry: Ancestry
  /// The rows of the worlds; `nil` for a compact search.
  var rows: RowArena?
  /// The numbers of the worlds with a part that no earlier world has, in ascending order.
  var partOrigins: [UInt32] = []

  func deallocate() {
    ancestry.deallocate()
    rows?.deallocate()
  }
}

/// The error of a checkpoint from which a search cannot be resumed.
struct CheckpointError: Error, CustomStringConvertible {
  var description: String

  init(_ path: String, _ problem: String) {
    description = "the checkpoint '\(path)' \(problem); remove it to begin anew"
  }
}

/// The file of a checkpoint: a line of JSON, the ancestry with eight bytes for each world, the ``SavedSearch/partOrigins``
/// with four bytes each, and the rows of all worlds, unless the search is compact.
struct CheckpointFile: Sendable, Equatable {
  var path: String
  /// Identifies the check, the build of the program, and the settings that a resumed search must share: the scope, the bound on
  /// outstanding commands, compaction, and an engine that ignores violations.
  var subject: String
  /// The facts from which the rules of the search are made. Steps are saved by their numbers, which other facts change.
  var facts = LearnedFacts()

  private static var version: Int { 6 }
  /// In bytes. The first line grows with the model, by about 40 bytes for each number in a row. The bound keeps a file of
  /// another kind, which may have no line end, from being read as a whole.
  private static var maxHeaderSize: Int { 1 << 26 }
  /// In bytes. Searches with larger rows are not saved, so a larger size in the first line means that the file is damaged.
  private static var maxRowSize: Int { 1 << 20 }

  /// The facts in the file; `nil` where there is no file of the same subject.
  var savedFacts: LearnedFacts? {
    guard Platform.exists(path) else { return nil }
    return try? Platform.withFile(path) { file -> LearnedFacts? in
      let header = try JSON(parsing: file.line(upTo: Self.maxHeaderSize))
      return header["subject"]?.string == subject ? Self.facts(in: header) : nil
    }
  }

  /// The search has learned other facts since the file was written.
  var isOfOtherFacts: Bool { savedFacts.map { $0 != facts } ?? false }

  private static func facts(in header: JSON) -> LearnedFacts {
    var facts = LearnedFacts()
    facts.casesFromOutside = (header["sentByWorld"]?.array).map { Set($0.compactMap(\.integer)) }
    facts.sortsLists = header["sortsLists"]?.bool ?? false
    return facts
  }

  /// - Returns: `nil` where there is no file, or where the search has learned other facts since; it then begins anew.
  /// - Throws: ``CheckpointError`` where the file is damaged, of another subject or of another version, or no checkpoint;
  ///   ``FileError`` where no file can be written at the path.
  func load() throws -> SavedSearch? {
    // An error of the path is reported before the search, and not when the search is saved.
    _ = try Platform.NewFile(path: path)
    guard Platform.exists(path) else { return nil }
    do {
      return try Platform.withFile(path) { file in
        let header = try JSON(parsing: file.line(upTo: Self.maxHeaderSize))
        guard header["kind"]?.string == "checkpoint", header["version"]?.integer == Self.version else {
          throw CheckpointError(path, "is none, or of another version")
        }
        guard header["subject"]?.string == subject else {
          throw CheckpointError(path, "is of another check, other bounds or another build of the program")
        }
        guard Self.facts(in: header) == facts else { return nil }
        func number(_ name: String) -> Int { header[name]?.integer ?? -1 }
        var checkpoint = Checkpoint()
        checkpoint.worldCount = number("worlds")
        checkpoint.transitions = number("transitions")
        checkpoint.expandedCount = number("expanded")
        checkpoint.levelEnd = number("levelEnd")
        checkpoint.depth = number("depth")
        checkpoint.replacementCount = number("replaced")
        checkpoint.hasLeftStepsOut = header["leftStepsOut"]?.bool ?? false
        func names(_ list: JSON?) -> [String] { list?.array?.compactMap(\.string) ?? [] }
        checkpoint.unansweredCommands = names(header["unanswered"])
        checkpoint.hasOtherSubscriptionsThanTimers = header["subscribed"]?.bool ?? false
        func numbers(_ name: String) -> [Int] { header[name]?.array?.compactMap(\.integer) ?? [] }
        checkpoint.totals.stepsByCase = numbers("steps")
        let changing = Set(numbers("changing"))
        checkpoint.totals.changedSomething = checkpoint.totals.stepsByCase.indices.map(changing.contains)
        checkpoint.totals.unmetConditions = Set(numbers("unmetConditions"))
        checkpoint.notedNames = header["noted"]?.array?.map(names) ?? []
        let isOnlyInStorage = header["hiddenOnlyInStorage"]?.bool ?? false
        checkpoint.hiddenDifference = header["hiddenDifference"]?.string.map {
          (number("hiddenSince"), HiddenDifference(text: $0, isOnlyInStorage: isOnlyInStorage))
        }
        checkpoint.hiddenReferenceNote = header["hiddenReference"]?.string
        guard checkpoint.expandedCount >= 0, checkpoint.expandedCount <= checkpoint.levelEnd,
          checkpoint.levelEnd <= checkpoint.worldCount, checkpoint.worldCount <= WorldIndex.firstProvisional,
          checkpoint.transitions >= 0, checkpoint.depth >= 0, checkpoint.replacementCount >= 0
        else { throw CheckpointError(path, "is damaged") }
        checkpoint.unmetGoals = numbers("unmet")
        let throwingGoals = numbers("threw")
        checkpoint.errorsOfGoals = Dictionary(
          zip(throwingGoals, names(header["errors"])), uniquingKeysWith: { first, _ in first })
        checkpoint.packingNumbers = names(header["form"]).map { UInt64($0, radix: 16) ?? 0 }
        checkpoint.rowSize = number("rowSize")
        guard (0...Self.maxRowSize).contains(checkpoint.rowSize), checkpoint.rowSize.isMultiple(of: 8),
          (0...checkpoint.worldCount).contains(number("partOrigins"))
        else { throw CheckpointError(path, "is damaged") }
        let saved = try SavedSearch(reading: checkpoint, partOriginCount: number("partOrigins"), from: &file)
        guard header["checksum"]?.string == checksum(saved) else {
          saved.deallocate()
          throw CheckpointError(path, "is damaged")
        }
        return saved
      }
    } catch let error as CheckpointError {
      throw error
    } catch {
      throw CheckpointError(path, "cannot be read: \(error)")
    }
  }

  /// - Throws: ``FileError`` where the file cannot be written, or could not be read again; an older file is then unchanged.
  func save(_ saved: SavedSearch) throws {
    let header = header(saved, checksum: checksum(saved)).text
    guard header.utf8.count <= Self.maxHeaderSize, saved.checkpoint.rowSize <= Self.maxRowSize else {
      throw FileError(description: "the worlds of this check are too large for one: leave out '--checkpoint'")
    }
    let file = try Platform.NewFile(path: path)
    file.write(header + "\n")
    saved.forEachChunk { file.write($0) }
    try file.finish()
  }

  private func header(_ saved: SavedSearch, checksum: String) -> JSON {
    let (checkpoint, totals) = (saved.checkpoint, saved.checkpoint.totals)
    return .object([
      "kind": "checkpoint", "version": Self.version, "subject": subject,
      "sentByWorld": facts.casesFromOutside?.sorted(), "sortsLists": facts.sortsLists,
      "worlds": checkpoint.worldCount, "transitions": checkpoint.transitions,
      "expanded": checkpoint.expandedCount, "levelEnd": checkpoint.levelEnd,
      "depth": checkpoint.depth, "replaced": checkpoint.replacementCount,
      "leftStepsOut": checkpoint.hasLeftStepsOut, "unanswered": checkpoint.unansweredCommands,
      "subscribed": checkpoint.hasOtherSubscriptionsThanTimers, "steps": totals.stepsByCase,
      "changing": totals.changedSomething.indices.filter { totals.changedSomething[$0] },
      "unmetConditions": totals.unmetConditions.sorted(), "noted": checkpoint.notedNames,
      "hiddenDifference": checkpoint.hiddenDifference?.difference.text,
      "hiddenOnlyInStorage": checkpoint.hiddenDifference?.difference.isOnlyInStorage,
      "hiddenSince": checkpoint.hiddenDifference?.transition, "hiddenReference": checkpoint.hiddenReferenceNote,
      "unmet": checkpoint.unmetGoals, "threw": checkpoint.errorsOfGoals.keys.sorted(),
      "errors": checkpoint.errorsOfGoals.sorted { $0.key < $1.key }.map(\.value),
      "form": checkpoint.packingNumbers.map { String($0, radix: 16) }, "rowSize": checkpoint.rowSize,
      "partOrigins": saved.partOrigins.count, "checksum": checksum,
    ])
  }

  /// A hash of the first line without its checksum, and of all bytes after this line.
  private func checksum(_ saved: SavedSearch) -> String {
    var headerHash = StableHash()
    headerHash.combine(header(saved, checksum: "").text)
    var bytesHash = WordMemory.seed
    saved.forEachChunk { chunk in
      guard let bytes = chunk.baseAddress else { return }
      WordMemory.mix(&bytesHash, WordMemory.hash(ofElements: bytes, count: 1, size: chunk.count))
    }
    return String(headerHash.value, radix: 16) + String(bytesHash, radix: 16)
  }

  func remove() { Platform.remove(path) }
}

extension SavedSearch {
  /// Reads the bytes after the first line of the file; the line has told `checkpoint` and `partOriginCount`.
  ///
  /// - Throws: ``FileError`` where the file is too short, too long or cannot be read.
  fileprivate init(reading checkpoint: Checkpoint, partOriginCount: Int, from file: inout Platform.OpenFile) throws {
    var saved = SavedSearch(checkpoint: checkpoint, ancestry: Ancestry())
    do {
      while saved.ancestry.count < checkpoint.worldCount {
        let block = UnsafeMutablePointer<Ancestry.Record>.allocate(capacity: 1 << Ancestry.blockBits)
        saved.ancestry.blocks.append(block)
        let recordCount = min(checkpoint.worldCount - saved.ancestry.count, 1 << Ancestry.blockBits)
        try file.read(
          into: UnsafeMutableRawBufferPointer(start: block, count: recordCount * MemoryLayout<Ancestry.Record>.size))
        saved.ancestry.count += recordCount
      }
      saved.partOrigins = [UInt32](repeating: 0, count: partOriginCount)
      try saved.partOrigins.withUnsafeMutableBytes { try file.read(into: $0) }
      if checkpoint.rowSize > 0 {
        // Tested before memory for rows is allocated: a damaged header may name any number of worlds.
        if let size = file.remainingSize, size / checkpoint.rowSize < checkpoint.worldCount {
          throw FileError(description: "it ends too soon")
        }
        var rows = RowArena(rowSize: checkpoint.rowSize)
        for _ in 0..<checkpoint.worldCount { _ = rows.add() }
        saved.rows = rows
        try rows.forEachBlock(of: rows.count) { try file.read(into: $0) }
      }
      guard try file.confirmsEnd else { throw FileError(description: "it is longer than it says") }
    } catch {
      saved.deallocate()
      throw error
    }
    self = saved
  }

  /// Calls a function with the bytes after the first line of the file, chunk by chunk.
  fileprivate func forEachChunk(_ body: (UnsafeRawBufferPointer) -> Void) {
    for (number, block) in ancestry.blocks.enumerated() {
      let recordCount = min(checkpoint.worldCount - number << Ancestry.blockBits, 1 << Ancestry.blockBits)
      guard recordCount > 0 else { break }
      body(UnsafeRawBufferPointer(start: block, count: recordCount * MemoryLayout<Ancestry.Record>.size))
    }
    partOrigins.withUnsafeBytes(body)
    rows?.forEachBlock(of: checkpoint.worldCount) { body(UnsafeRawBufferPointer($0)) }
  }
}
