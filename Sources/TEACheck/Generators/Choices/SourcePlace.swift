/// The place of a declaration in the source.
public struct SourcePlace: Sendable {
  /// The module and the file, such as `Search/SearchChecks.swift`.
  public let fileID: StaticString
  /// The absolute path of the file at the time of compilation.
  public let filePath: StaticString
  /// The line, from 1.
  public let line: UInt

  /// Makes the place of the call.
  @inlinable
  public init(fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
  }
}

extension SourcePlace {
  package static func == (one: SourcePlace, other: SourcePlace) -> Bool {
    one.line == other.line && one.fileID.description == other.fileID.description
  }
}

extension SourcePlace: CustomStringConvertible {
  public var description: String { "\(fileID):\(line)" }
}
