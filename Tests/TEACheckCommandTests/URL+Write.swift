import Foundation

extension URL {
  /// Writes a file in this folder, and the folders around it that are missing.
  func write(_ text: String, _ path: String) throws {
    let file = appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
