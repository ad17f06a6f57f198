/// A key of the keyboard.
public enum Key: Hashable, Sendable {
  /// A key that types a character; the space bar is one.
  case character(Character)
  /// A letter from `a` to `z` with Control held, except C and Z, which are signals, and H, I, J and M, which are other keys.
  case control(Character)
  case enter
  case escape
  case tab
  /// Tab with Shift held.
  case backTab
  case backspace
  case delete
  case up
  case down
  case left
  case right
  case home
  case end
}
