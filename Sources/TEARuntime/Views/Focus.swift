/// Which of a view's messages Return would send, and how keys change that.
public struct Focus: Hashable, Sendable {
  private var place: Int

  /// The focus is on the first message.
  public init() { place = 0 }

  /// The place of the message in focus, if the view has any: the last one, where the view has become shorter.
  public func index(in view: some MessageCarrying) -> Int? {
    let count = view.messages.count
    return count == 0 ? nil : min(place, count - 1)
  }

  /// The message in focus, if the view has any.
  public func message<View: MessageCarrying>(in view: View) -> View.Message? {
    index(in: view).map { view.messages[$0] }
  }

  /// Goes to the next message; from the last, to the first.
  public mutating func moveForward(in view: some MessageCarrying) { move(1, in: view) }

  /// Goes to the message before; from the first, to the last.
  public mutating func moveBackward(in view: some MessageCarrying) { move(-1, in: view) }

  private mutating func move(_ distance: Int, in view: some MessageCarrying) {
    let count = view.messages.count
    guard let index = index(in: view) else { return }
    place = (index + distance + count) % count
  }
}
