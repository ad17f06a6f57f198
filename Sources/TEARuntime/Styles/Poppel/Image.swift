public import TEARuntime

/// A picture from the app's bundle, a system symbol (SF Symbols), or a picture that was loaded.
///
/// A terminal shows the picture's name or description.
public struct Image<Message>: Component {
  private let picture: ViewPicture

  /// The picture as a part of a view tree.
  public var tree: ViewTree<Message> { .image(picture) }

  private init(_ picture: ViewPicture) { self.picture = picture }

  /// A picture from the app's bundle, by name.
  public init(_ name: String) { self.init(.named(name)) }

  /// A system symbol (SF Symbols), by name.
  public init(systemName: String) { self.init(.symbol(systemName)) }

  /// A picture that was loaded.
  ///
  /// The description stands for a picture that is not drawn; by default, it is the format and the size in bytes.
  public init(_ data: ImageData, description: String? = nil) {
    self.init(.data(data.bytes, description: description ?? data.description))
  }

  /// The same picture, scaled to the available size.
  public func resizable() -> Image { Image(.resizable(picture)) }
}

#if canImport(UIKit)
  public import UIKit

  extension Image {
    /// A picture that was loaded, held as the bytes of a PNG; without bytes where UIKit cannot encode it.
    public init(uiImage: UIImage) {
      let bytes = uiImage.pngData().map { [UInt8]($0) } ?? []
      self.init(
        .data(bytes, description: "image of \(Int(uiImage.size.width)) by \(Int(uiImage.size.height)) points"))
    }
  }
#else
  /// A picture that was loaded, under its name in UIKit.
  public typealias UIImage = ImageData

  extension Image {
    /// A picture that was loaded.
    public init(uiImage: UIImage) { self.init(uiImage) }
  }
#endif
