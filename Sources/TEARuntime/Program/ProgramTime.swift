/// Where a program takes its time from.
public struct ProgramTime: Sendable {
  /// The time since a fixed moment; nothing where time passes by hand.
  let now: (@Sendable () -> Duration)?
  let sleep: @Sendable (Duration) async throws -> Void

  /// The time of a clock.
  public static func clock(_ clock: some Clock<Duration>) -> ProgramTime {
    let start = clock.now
    return ProgramTime(
      now: { start.duration(to: clock.now) },
      sleep: { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) })
  }

  /// Time passes only when the program's owner says so: see ``Program/advance(by:)``.
  public static let manual = ProgramTime(now: nil, sleep: { _ in })
}
