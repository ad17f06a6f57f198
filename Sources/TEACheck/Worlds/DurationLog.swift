internal import Synchronization

/// The durations that a program has used, and the largest unit of which all are multiples.
///
/// Time that passes in such units, with whatever is due at one moment in every order, misses no order of events that real
/// time allows: bounds of time that include their ends can be kept to whole numbers (Henzinger, Manna and Pnueli: *What
/// good are digital clocks?*, 1992).
final class DurationLog: Sendable {
  private let attoseconds = Mutex<Int128>(0)

  /// Notes a duration.
  func note(_ duration: Duration) {
    let number = Self.number(duration)
    guard number > 0 else { return }
    attoseconds.withLock { divisor in
      if divisor == 0 || number % divisor != 0 { divisor = Self.greatestCommonDivisor(divisor, number) }
    }
  }

  /// The unit; zero where there is no duration.
  var unit: Duration {
    let number = attoseconds.withLock { $0 }
    let second: Int128 = 1_000_000_000_000_000_000
    return Duration(secondsComponent: Int64(number / second), attosecondsComponent: Int64(number % second))
  }

  private static func number(_ duration: Duration) -> Int128 {
    let (seconds, attoseconds) = duration.components
    return Int128(seconds) * 1_000_000_000_000_000_000 + Int128(attoseconds)
  }

  private static func greatestCommonDivisor(_ one: Int128, _ other: Int128) -> Int128 {
    other == 0 ? one : greatestCommonDivisor(other, one % other)
  }
}
