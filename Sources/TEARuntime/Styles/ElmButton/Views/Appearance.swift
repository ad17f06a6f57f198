/// The direction of a stack.
public enum StackAxis: Hashable, Sendable {
  /// From top to bottom.
  case vertical
  /// From left to right.
  case horizontal
}

/// The distribution of a stack's space among its views.
///
/// A terminal gives each view the space that it needs, except with ``fillEqually``.
public enum StackDistribution: Hashable, Sendable {
  /// Each view takes what it needs.
  case fill
  /// Each view takes as much as the largest one.
  case fillEqually
  /// Each view takes a share of the space in proportion to its need.
  case fillProportionally
  /// The gaps are equal.
  case equalSpacing
  /// The distances between the centres are equal.
  case equalCentering
}

/// A font, as data: a text style of the system, or the system's font in a size in points.
public enum Font: Hashable, Sendable {
  /// A text style of the system.
  public enum TextStyle: Hashable, Sendable {
    /// The title of a screen.
    case largeTitle
    /// A title of the first level.
    case title1
    /// A title of the second level.
    case title2
    /// A title of the third level.
    case title3
    /// A headline.
    case headline
    /// A smaller headline.
    case subheadline
    /// Running text.
    case body
    /// A remark beside the text.
    case callout
    /// A note below the text.
    case footnote
    /// A caption.
    case caption1
    /// A smaller caption.
    case caption2
  }

  /// A text style of the system.
  case style(TextStyle)
  /// The system's font in a size in points.
  case system(size: Double, isBold: Bool)

  /// The font of a text style.
  public static func preferredFont(forTextStyle style: TextStyle) -> Font { .style(style) }

  /// The system's font in a size in points.
  public static func systemFont(ofSize size: Double) -> Font { .system(size: size, isBold: false) }

  /// The system's bold font in a size in points.
  public static func boldSystemFont(ofSize size: Double) -> Font { .system(size: size, isBold: true) }

  /// The character of the line that a terminal draws below the text; `nil` for no line.
  var underline: Character? {
    switch self {
    case .style(.largeTitle), .style(.title1): "="
    case .style(.title2), .style(.title3): "-"
    case .style: nil
    // By default, `title1` has 28 points and `title3` has 20.
    case .system(let size, _): size >= 28 ? "=" : size >= 20 ? "-" : nil
    }
  }
}

/// A colour, as data; a terminal does not draw it.
public struct Color: Hashable, Sendable {
  /// The components, from 0 to 1.
  public let red, green, blue, alpha: Double

  /// Makes a colour of components from 0 to 1.
  public init(displayP3Red red: Double, green: Double, blue: Double, alpha: Double) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Opaque white.
  public static let white = Color(displayP3Red: 1, green: 1, blue: 1, alpha: 1)
  /// Opaque black.
  public static let black = Color(displayP3Red: 0, green: 0, blue: 0, alpha: 1)
  /// A fully transparent colour.
  public static let clear = Color(displayP3Red: 0, green: 0, blue: 0, alpha: 0)
}

/// A picture, by its name.
public struct Picture: Hashable, Sendable {
  /// The name of the picture.
  public let name: String

  /// A picture among the app's resources, by its name.
  public init(named name: String) { self.name = name }
}

/// The size of an activity indicator, as data; a terminal does not draw it.
public enum ActivityStyle: Hashable, Sendable {
  /// Small and white.
  case white
  /// Large and white.
  case whiteLarge
  /// Small and grey.
  case gray
}

/// The sign at the end of a row.
public enum CellAccessory: Hashable, Sendable {
  /// No sign.
  case none
  /// The row leads to another view.
  case disclosureIndicator
  /// The row leads to another view, and has details.
  case detailDisclosureButton
  /// The row is selected.
  case checkmark
  /// The row has details.
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
  /// The view controller covers the screen.
  case fullScreen
  /// The view controller is a sheet that covers most of the screen.
  case pageSheet
  /// The view controller is a sheet in the middle of the screen.
  case formSheet
  /// The view controller covers the view controller below.
  case currentContext
  /// The view controller covers the screen, and may be partly transparent.
  case overFullScreen
  /// The view controller covers the view controller below, and may be partly transparent.
  case overCurrentContext
  /// The view controller is a popover beside the view that it belongs to.
  case popover
}

// The names that UIKit had for these types before Swift 4.2, for platforms without UIKit.
#if !canImport(UIKit)
  /// UIKit's name for ``Font``.
  public typealias UIFont = Font
  /// UIKit's name for ``Color``.
  public typealias UIColor = Color
  /// UIKit's name for ``Picture``.
  public typealias UIImage = Picture
  /// Stands in for UIKit's `UIBarButtonItem`.
  public typealias UIBarButtonItem = BuiltinBarButton
  /// The name in UIKit of the system's icons for buttons.
  public typealias UIBarButtonSystemItem = SystemBarButton
  /// The name in UIKit of the direction of a stack.
  public typealias UILayoutConstraintAxis = StackAxis
  /// The name in UIKit of the distribution of a stack.
  public typealias UIStackViewDistribution = StackDistribution
  /// The name in UIKit of the sign at the end of a row.
  public typealias UITableViewCellAccessoryType = CellAccessory
  /// The name in UIKit of the style of an activity indicator.
  public typealias UIActivityIndicatorViewStyle = ActivityStyle
  /// The name in UIKit of the look of a modal view controller.
  public typealias UIModalPresentationStyle = PresentationStyle
#endif
