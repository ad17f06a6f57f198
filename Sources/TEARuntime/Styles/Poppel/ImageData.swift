/// The bytes of a picture file, as a value, so models that hold pictures can be compared and checked.
///
/// The format is read from the first bytes; the picture is not decoded.
public struct ImageData: Hashable, Sendable {
  /// A file format of pictures.
  public enum Format: String, CaseIterable, Sendable {
    /// Portable Network Graphics.
    case png = "PNG"
    /// The format of most photographs.
    case jpeg = "JPEG"
    /// Graphics Interchange Format.
    case gif = "GIF"
    /// The format of many pictures of the web.
    case webp = "WebP"

    init?(_ bytes: [UInt8]) {
      let format = Self.allCases.first { format in
        format.signature.enumerated().allSatisfy { index, byte in
          byte == nil || index < bytes.count && bytes[index] == byte
        }
      }
      guard let format else { return nil }
      self = format
    }

    /// The first bytes of a file; `nil` stands for any byte.
    private var signature: [UInt8?] {
      switch self {
      case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      case .jpeg: [0xFF, 0xD8, 0xFF]
      case .gif: [0x47, 0x49, 0x46, 0x38]
      case .webp: [0x52, 0x49, 0x46, 0x46, nil, nil, nil, nil, 0x57, 0x45, 0x42, 0x50]
      }
    }
  }

  /// The bytes of the file.
  public let bytes: [UInt8]
  /// The format of the file.
  public let format: Format

  /// Makes a picture of the bytes of a file; `nil` if the bytes are not of a known format.
  public init?(data: some Sequence<UInt8>) {
    bytes = Array(data)
    guard let format = Format(bytes) else { return nil }
    self.format = format
  }
}

extension ImageData: CustomStringConvertible {
  /// The format, and the size of the file in bytes.
  public var description: String { "\(format.rawValue) of \(bytes.count) bytes" }
}
