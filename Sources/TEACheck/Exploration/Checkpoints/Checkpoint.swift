public import TEAStateSpace
internal import TEASupport

/// The state of an unfinished exploration, without its worlds: the step to each is enough to find it again.
@usableFromInline
struct Checkpoint {
  @usableFromInline var worlds = 0
  @usableFromInline var transitions = 0
  @usableFromInline var expanded = 0
  @usableFromInline var levelEnd = 0
  @usableFromInline var depth = 0
  @usableFromInline var replaced = 0
  @usableFromInline var leftStepsOut = false
  @usableFromInline var unanswered: [String] = []
  /// What the notes name, of steps that are not taken again.
  @usableFromInline var endless: [String] = []
  @usableFromInline var repeated: [String] = []
  @usableFromInline var hiddenDifference: (transition: Int, detail: String)?

  @usableFromInline
  init() {}
}

/// A checkpoint that cannot be gone on from, and what to do about it.
@usableFromInline
struct CheckpointError: Error, CustomStringConvertible {
  @usableFromInline var description: String

  @usableFromInline
  init(_ path: String, _ problem: String) {
    description = "the checkpoint '\(path)' \(problem); remove it to begin anew"
  }
}

/// The file of a checkpoint: a line of JSON, and eight bytes for each world.
@usableFromInline
struct CheckpointFile: Sendable, Equatable {
  var path: String
  /// The subject that a search must have in common with the one that wrote the file.
  var subject: String

  private static var version: Int { 2 }

  /// Reads the file, if it is there.
  ///
  /// - Throws: ``CheckpointError`` when it is of something else, or damaged; ``FileError`` when none can be written there.
  @usableFromInline
  func load() throws -> (checkpoint: Checkpoint, ancestry: Ancestry)? {
    // What cannot be kept is said before the search, and not after it.
    _ = try Platform.NewFile(path: path)
    guard Platform.exists(path) else { return nil }
    do {
      return try Platform.withFile(path) { file in
        let header = try JSON(parsing: file.line(upTo: 1 << 16))
        guard header["kind"]?.string == "checkpoint", header["version"]?.integer == Self.version else {
          throw CheckpointError(path, "is none, or of another version")
        }
        guard header["subject"]?.string == subject else {
          throw CheckpointError(path, "is of another check, other bounds or another build of the program")
        }
        func number(_ name: String) -> Int { header[name]?.integer ?? -1 }
        var checkpoint = Checkpoint()
        checkpoint.worlds = number("worlds")
        checkpoint.transitions = number("transitions")
        checkpoint.expanded = number("expanded")
        checkpoint.levelEnd = number("levelEnd")
        checkpoint.depth = number("depth")
        checkpoint.replaced = number("replaced")
        checkpoint.leftStepsOut = header["leftStepsOut"]?.bool ?? false
        func names(_ name: String) -> [String] { header[name]?.array?.compactMap(\.string) ?? [] }
        checkpoint.unanswered = names("unanswered")
        checkpoint.endless = names("endless")
        checkpoint.repeated = names("repeated")
        checkpoint.hiddenDifference = header["hiddenDifference"]?.string.map { (number("hiddenSince"), $0) }
        guard checkpoint.expanded >= 0, checkpoint.expanded <= checkpoint.levelEnd,
          checkpoint.levelEnd <= checkpoint.worlds, checkpoint.worlds <= WorldIndex.firstProvisional,
          checkpoint.transitions >= 0, checkpoint.depth >= 0, checkpoint.replaced >= 0
        else { throw CheckpointError(path, "is damaged") }
        let ancestry = try Ancestry(reading: checkpoint.worlds, from: &file)
        guard header["checksum"]?.string == checksum(checkpoint, ancestry) else {
          ancestry.deallocate()
          throw CheckpointError(path, "is damaged")
        }
        return (checkpoint, ancestry)
      }
    } catch let error as CheckpointError {
      throw error
    } catch {
      throw CheckpointError(path, "cannot be read: \(error)")
    }
  }

  /// Writes the file as a whole.
  ///
  /// - Throws: ``FileError`` when it cannot be written; the old one is then still there.
  @usableFromInline
  func save(_ checkpoint: Checkpoint, _ ancestry: Ancestry) throws {
    let header = header(checkpoint, checksum: checksum(checkpoint, ancestry))
    let file = try Platform.NewFile(path: path)
    file.write(header.text + "\n")
    ancestry.forEachPart(of: checkpoint.worlds) { file.write($0) }
    try file.finish()
  }

  private func header(_ checkpoint: Checkpoint, checksum: String) -> JSON {
    .object([
      "kind": .string("checkpoint"), "version": .integer(Self.version), "subject": .string(subject),
      "worlds": .integer(checkpoint.worlds), "transitions": .integer(checkpoint.transitions),
      "expanded": .integer(checkpoint.expanded), "levelEnd": .integer(checkpoint.levelEnd),
      "depth": .integer(checkpoint.depth), "replaced": .integer(checkpoint.replaced),
      "leftStepsOut": .bool(checkpoint.leftStepsOut),
      "unanswered": .array(checkpoint.unanswered.map { .string($0) }),
      "endless": .array(checkpoint.endless.map { .string($0) }),
      "repeated": .array(checkpoint.repeated.map { .string($0) }),
      "hiddenDifference": checkpoint.hiddenDifference.map { .string($0.detail) },
      "hiddenSince": checkpoint.hiddenDifference.map { .integer($0.transition) }, "checksum": .string(checksum),
    ])
  }

  /// A hash of all that the file says.
  private func checksum(_ checkpoint: Checkpoint, _ ancestry: Ancestry) -> String {
    var hash = StableHash()
    hash.combine(header(checkpoint, checksum: "").text)
    ancestry.forEachPart(of: checkpoint.worlds) { hash.combine($0) }
    return String(hash.value, radix: 16)
  }

  /// Removes the file of a search that came to its end.
  @usableFromInline
  func remove() { Platform.remove(path) }
}

extension Ancestry {
  /// - Throws: ``FileError`` when the file is too short, too long or cannot be read.
  fileprivate init(reading count: Int, from file: inout Platform.OpenFile) throws {
    var read = Ancestry()
    do {
      while read.count < count {
        let block = UnsafeMutablePointer<Record>.allocate(capacity: 1 << Self.blockBits)
        read.blocks.append(block)
        let part = min(count - read.count, 1 << Self.blockBits)
        try file.read(into: UnsafeMutableRawBufferPointer(start: block, count: part * MemoryLayout<Record>.size))
        read.count += part
      }
      guard try file.isAtEnd else { throw FileError(description: "it is longer than it says") }
    } catch {
      read.deallocate()
      throw error
    }
    self = read
  }

  fileprivate func forEachPart(of count: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
    for (number, block) in blocks.enumerated() {
      let part = min(count - number << Self.blockBits, 1 << Self.blockBits)
      guard part > 0 else { return }
      body(UnsafeRawBufferPointer(start: block, count: part * MemoryLayout<Record>.size))
    }
  }
}
