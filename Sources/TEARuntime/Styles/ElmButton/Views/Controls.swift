/// A line of text.
public struct Label: Hashable, Sendable {
  /// The text that is shown.
  public let text: String
  /// The font of the text.
  public let font: Font

  /// Makes a label.
  public init(text: String, font: Font = .style(.body)) {
    self.text = text
    self.font = font
  }
}

/// A button; a button without a message is shown as a text.
public struct Button<Message> {
  /// The text that is shown.
  public let text: String
  /// The message of a tap; `nil` for none.
  public let onTap: Message?

  /// Makes a button.
  public init(text: String, onTap: Message? = nil) {
    self.text = text
    self.onTap = onTap
  }

  /// The same button inside a parent: its message becomes a message of the parent.
  public func map<Parent>(_ transform: (Message) -> Parent) -> Button<Parent> {
    Button<Parent>(text: text, onTap: onTap.map(transform))
  }
}

/// A field for a text; a field without messages only shows the text.
public struct TextField<Message> {
  /// The text that is shown.
  public let text: String
  /// Makes the message of each change; `nil` for none.
  public let onChange: ((String?) -> Message)?
  /// Makes the message of the end of typing, by Return or because the focus leaves the field; `nil` for none.
  public let onEnd: ((String?) -> Message)?

  /// Makes a field.
  public init(text: String, onChange: ((String?) -> Message)? = nil, onEnd: ((String?) -> Message)? = nil) {
    self.text = text
    self.onChange = onChange
    self.onEnd = onEnd
  }

  /// The same field inside a parent: its messages become messages of the parent.
  public func map<Parent>(_ transform: @escaping (Message) -> Parent) -> TextField<Parent> {
    TextField<Parent>(
      text: text, onChange: onChange.map { makeMessage in { transform(makeMessage($0)) } },
      onEnd: onEnd.map { makeMessage in { transform(makeMessage($0)) } })
  }
}

/// A value between 0 and a maximum, which a person can change; a slider without a message only shows the value.
public struct Slider<Message> {
  /// The value.
  public let progress: Float
  /// The greatest value.
  public let max: Float
  /// Makes the message of each change; `nil` for none.
  public let onChange: ((Float) -> Message)?

  /// Makes a slider.
  public init(progress: Float, max: Float = 1, onChange: ((Float) -> Message)? = nil) {
    self.progress = progress
    self.max = max
    self.onChange = onChange
  }

  /// The same slider inside a parent: its messages become messages of the parent.
  public func map<Parent>(_ transform: @escaping (Message) -> Parent) -> Slider<Parent> {
    Slider<Parent>(
      progress: progress, max: max, onChange: onChange.map { makeMessage in { transform(makeMessage($0)) } })
  }
}

/// A picture, or nothing.
public struct ImageView: Hashable, Sendable {
  /// The picture; `nil` for none.
  public let image: Picture?

  /// Makes a view of a picture; `nil` for nothing.
  public init(image: Picture? = nil) { self.image = image }
}

/// An empty space of a size in points; without a size, a terminal shows nothing.
public struct Space: Hashable, Sendable {
  /// The width, in points; `nil` for none.
  public let width: Double?
  /// The height, in points; `nil` for none.
  public let height: Double?

  /// Makes a space.
  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}

/// A sign that work is in progress.
public struct ActivityIndicator: Hashable, Sendable {
  /// The size and the colour.
  public let style: ActivityStyle

  /// Makes an activity indicator.
  public init(style: ActivityStyle = .white) { self.style = style }
}

/// Views above or beside each other, as the axis says.
public struct StackView<Message> {
  /// The views, in order.
  public let views: [View<Message>]
  /// The direction of the stack.
  public let axis: StackAxis
  /// The distribution of the stack's space.
  public let distribution: StackDistribution
  /// The colour behind the views.
  public let backgroundColor: Color

  /// Makes a stack of views.
  public init(
    views: [View<Message>], axis: StackAxis = .vertical, distribution: StackDistribution = .equalCentering,
    backgroundColor: Color = .white
  ) {
    self.views = views
    self.axis = axis
    self.distribution = distribution
    self.backgroundColor = backgroundColor
  }

  /// The same stack inside a parent: its messages become messages of the parent.
  public func map<Parent>(_ transform: @escaping (Message) -> Parent) -> StackView<Parent> {
    StackView<Parent>(
      views: views.map { $0.map(transform) }, axis: axis, distribution: distribution, backgroundColor: backgroundColor)
  }
}

extension StackView {
  /// Makes a stack of views, under the misspelled label of the Elm button sample.
  public init(views: [View<Message>], axis: StackAxis, distriburtion: StackDistribution) {
    self.init(views: views, axis: axis, distribution: distriburtion)
  }

  /// The distribution of the stack's space, under the misspelled name of the Elm button sample.
  public var distriburtion: StackDistribution { distribution }
}
