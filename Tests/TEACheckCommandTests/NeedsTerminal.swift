import TerminalTesting
import Testing

extension Trait where Self == ConditionTrait {
  /// The condition that tmux is installed.
  static var needsTerminal: Self {
    .enabled(if: TerminalSession.isAvailable, "tmux is not installed; it is the terminal of this test")
  }
}
