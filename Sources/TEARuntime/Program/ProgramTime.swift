/// The source of a program's time.
public struct ProgramTime: Sendable {
  /// The time since a fixed moment; `nil` where time is manual.
  let now: (@Sendable () -> Duration)?
  /// Sleeps until a time, counted from the same fixed moment.
  let sleepUntil: @Sendable (Duration) async throws -> Void

  /// The time of a clock.
  ///
  /// A program that is late, because the clock jumped or its delegate was busy, handles each due entry of its agenda
  /// once. A repeating timer sends one message for all missed deadlines, and keeps to multiples of its interval. Timers
  /// that begin in these late steps count from the present time of the clock.
  public static func clock(_ clock: some Clock<Duration>) -> ProgramTime {
    let start = clock.now
    return ProgramTime(
      now: { start.duration(to: clock.now) },
      sleepUntil: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) })
  }

  /// Time that passes only when the program's owner calls ``Program/advance(by:)``.
  public static let manual = ProgramTime(now: nil, sleepUntil: { _ in })
}
