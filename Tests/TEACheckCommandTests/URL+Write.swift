import Foundation

extension URL {
  /// Writes a text to a file in this folder, and makes the missing folders around the file.
  func write(_ text: String, _ path: String) throws {
    let file = appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
