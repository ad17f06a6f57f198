/// The source of a program's time.
public struct ProgramTime: Sendable {
  /// The time since a fixed moment; nothing where time passes by hand.
  let now: (@Sendable () -> Duration)?
  /// Sleeps until a moment, said as the time since the same fixed moment.
  let sleepUntil: @Sendable (Duration) async throws -> Void

  /// The time of a clock.
  ///
  /// A program that comes to its deadlines late, because the clock jumped or its delegate was busy, meets each of
  /// them once: a timer that repeats sends one message for all the times that it missed, and keeps to its grid. What
  /// begins meanwhile begins at the time of the clock.
  public static func clock(_ clock: some Clock<Duration>) -> ProgramTime {
    let start = clock.now
    return ProgramTime(
      now: { start.duration(to: clock.now) },
      sleepUntil: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) })
  }

  /// Time passes only when the program's owner says so: see ``Program/advance(by:)``.
  public static let manual = ProgramTime(now: nil, sleepUntil: { _ in })
}
