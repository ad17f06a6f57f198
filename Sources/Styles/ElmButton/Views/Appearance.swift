/// Which way a stack grows.
public enum StackAxis: Hashable, Sendable {
  case vertical
  case horizontal
}

/// The distribution of a stack's space among its views.
///
/// A terminal gives each view what it needs, but for ``fillEqually``.
public enum StackDistribution: Hashable, Sendable {
  /// Each view takes what it needs.
  case fill
  /// Each view takes as much as the largest one.
  case fillEqually
  /// Each view takes its share, by what it needs.
  case fillProportionally
  /// The gaps are equal.
  case equalSpacing
  /// The distances between the centers are equal.
  case equalCentering
}

/// A font, as data: a style of the system's, or a size in points.
public enum Font: Hashable, Sendable {
  /// The styles of the system's texts.
  public enum TextStyle: Hashable, Sendable {
    case largeTitle
    case title1
    case title2
    case title3
    case headline
    case subheadline
    case body
    case callout
    case footnote
    case caption1
    case caption2
  }

  case style(TextStyle)
  case system(size: Double, isBold: Bool)

  /// The font of a style.
  public static func preferredFont(forTextStyle style: TextStyle) -> Font { .style(style) }

  /// The system's font in a size.
  public static func systemFont(ofSize size: Double) -> Font { .system(size: size, isBold: false) }

  /// The system's bold font in a size.
  public static func boldSystemFont(ofSize size: Double) -> Font { .system(size: size, isBold: true) }

  /// The character of the line that a terminal draws below the text; `nil` for text that stands by itself.
  var underline: Character? {
    switch self {
    case .style(.largeTitle), .style(.title1): "="
    case .style(.title2), .style(.title3): "-"
    case .style: nil
    case .system(let size, _): size >= 28 ? "=" : size >= 20 ? "-" : nil
    }
  }
}

/// A color, as data; a terminal does not draw it.
public struct Color: Hashable, Sendable {
  /// The parts, from 0 to 1.
  public let red, green, blue, alpha: Double

  /// Makes a color of parts from 0 to 1.
  public init(displayP3Red red: Double, green: Double, blue: Double, alpha: Double) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  public static let white = Color(displayP3Red: 1, green: 1, blue: 1, alpha: 1)
  public static let black = Color(displayP3Red: 0, green: 0, blue: 0, alpha: 1)
  public static let clear = Color(displayP3Red: 0, green: 0, blue: 0, alpha: 0)
}

/// A picture, by its name.
public struct Picture: Hashable, Sendable {
  /// The name of the picture.
  public let name: String

  /// A picture of the app's own.
  public init(named name: String) { self.name = name }
}

/// The size of an activity indicator, as data; a terminal does not draw it.
public enum ActivityStyle: Hashable, Sendable {
  case white
  case whiteLarge
  case gray
}

/// The sign at the end of a row.
public enum CellAccessory: Hashable, Sendable {
  case none
  case disclosureIndicator
  case detailDisclosureButton
  case checkmark
  case detailButton

  /// The sign in a terminal.
  var sign: String? {
    switch self {
    case .none: nil
    case .disclosureIndicator: ">"
    case .detailDisclosureButton: "(i) >"
    case .checkmark: "*"
    case .detailButton: "(i)"
    }
  }
}

/// The look of a modal view controller, as data; a terminal draws each one on the whole screen.
public enum PresentationStyle: Hashable, Sendable {
  case fullScreen
  case pageSheet
  case formSheet
  case currentContext
  case overFullScreen
  case overCurrentContext
  case popover
}

/// The names of the same in UIKit, where there is none.
#if !canImport(UIKit)
  public typealias UIFont = Font
  public typealias UIColor = Color
  public typealias UIImage = Picture
  public typealias UIBarButtonItem = BuiltinBarButton
  public typealias UIBarButtonSystemItem = SystemBarButton
  public typealias UILayoutConstraintAxis = StackAxis
  public typealias UIStackViewDistribution = StackDistribution
  public typealias UITableViewCellAccessoryType = CellAccessory
  public typealias UIActivityIndicatorViewStyle = ActivityStyle
  public typealias UIModalPresentationStyle = PresentationStyle
#endif
