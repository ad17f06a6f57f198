import TerminalTesting
import Testing

extension Trait where Self == ConditionTrait {
  /// The test needs tmux.
  static var needsTerminal: Self {
    .enabled(if: TerminalSession.isAvailable, "tmux is not installed; it is the terminal of this test")
  }
}
