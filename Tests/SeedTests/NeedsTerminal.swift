import TerminalTesting
import Testing

extension Trait where Self == ConditionTrait {
  /// Skips the test if tmux is not installed.
  static var needsTerminal: Self {
    .enabled(if: TerminalSession.isAvailable, "tmux is not installed; it is the terminal of this test")
  }
}
