public import TEARuntime

/// A part of an application's view, as data.
///
/// Make views with `label(text:)` and the other functions; the cases are public only for pattern matching.
public indirect enum View<Message> {
  case _label(Label)
  case _stackView(StackView<Message>)
  case _button(Button<Message>)
  case _textField(TextField<Message>)
  case _imageView(ImageView)
  case _slider(Slider<Message>)
  case _tableView(TableView<Message>)
  case _space(Space)
  case _activityIndicator(ActivityIndicator)
  case _childViewController(ViewController<Message>)

  /// The same view inside a parent: its messages become messages of the parent.
  public func map<Parent>(_ transform: @escaping (Message) -> Parent) -> View<Parent> {
    switch self {
    case ._label(let label): ._label(label)
    case ._stackView(let stack): ._stackView(stack.map(transform))
    case ._button(let button): ._button(button.map(transform))
    case ._textField(let field): ._textField(field.map(transform))
    case ._imageView(let image): ._imageView(image)
    case ._slider(let slider): ._slider(slider.map(transform))
    case ._tableView(let table): ._tableView(table.map(transform))
    case ._space(let space): ._space(space)
    case ._activityIndicator(let indicator): ._activityIndicator(indicator)
    case ._childViewController(let child): ._childViewController(child.map(transform))
    }
  }
}

extension View {
  /// A line of text.
  public static func label(text: String, font: Font = .style(.body)) -> View {
    ._label(Label(text: text, font: font))
  }

  /// A button; without a message, it is shown as a text.
  public static func button(text: String, onTap: Message? = nil) -> View {
    ._button(Button(text: text, onTap: onTap))
  }

  /// A field for a text.
  public static func textField(
    text: String, onChange: ((String?) -> Message)? = nil, onEnd: ((String?) -> Message)? = nil
  ) -> View {
    ._textField(TextField(text: text, onChange: onChange, onEnd: onEnd))
  }

  /// A picture, or nothing.
  public static func imageView(image: Picture? = nil) -> View { ._imageView(ImageView(image: image)) }

  /// Views above or beside each other, as the axis says.
  public static func stackView(
    views: [View], axis: StackAxis = .vertical, distribution: StackDistribution = .equalCentering,
    backgroundColor: Color = .white
  ) -> View {
    ._stackView(
      StackView(views: views, axis: axis, distribution: distribution, backgroundColor: backgroundColor))
  }

  /// Views above or beside each other, under the misspelled argument label of the Elm button sample.
  public static func stackView(views: [View], axis: StackAxis, distriburtion: StackDistribution) -> View {
    stackView(views: views, axis: axis, distribution: distriburtion)
  }

  /// A value that a person can change; without a message, the slider only shows the value.
  public static func slider(progress: Float, max: Float = 1, onChange: ((Float) -> Message)? = nil) -> View {
    ._slider(Slider(progress: progress, max: max, onChange: onChange))
  }

  /// Rows below each other.
  public static func tableView(items: [TableViewCell<Message>] = []) -> View { ._tableView(TableView(items: items)) }

  /// An empty space, in points.
  public static func space(width: Double? = nil, height: Double? = nil) -> View {
    ._space(Space(width: width, height: height))
  }

  /// A sign that work is in progress.
  public static func activityIndicator(style: ActivityStyle = .white) -> View {
    ._activityIndicator(ActivityIndicator(style: style))
  }
}

extension View: FieldHolding {
  package var hasFields: Bool { tree.hasFields }
}

extension View: MessageCarrying {
  public var messages: [Message] { tree.messages }
  public var stops: [Int] { tree.stops }

  /// The view as a view tree, in the form in which it is drawn.
  public var tree: ViewTree<Message> { ViewController._viewController(self).tree }
}
