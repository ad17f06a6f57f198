#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Takes measures of this process, and prints them.
enum Measure {
  /// Prefixes of the names of the measures to take; without any, all measures are taken.
  nonisolated(unsafe) static var wanted: [String] = []

  /// The number of runs in a measure of steps: the environment variable `RUNS`, or 10,000.
  static let runs = getenv("RUNS").flatMap { Int(String(cString: $0)) } ?? 10_000

  /// Returns `true` if the measure with a name is to be taken.
  static func isWanted(_ name: String) -> Bool {
    wanted.isEmpty || wanted.contains { name.hasPrefix($0) }
  }

  /// Returns `true` if any of several measures, which are taken together, is to be taken.
  static func isAnyWanted(_ names: String...) -> Bool { names.contains { isWanted($0) } }

  /// Prints a line: a name, a value and its unit.
  static func report(_ name: String, _ value: Double, _ unit: String) {
    guard isWanted(name) else { return }
    print("\(name) \(value < 100 ? "\((value * 1_000).rounded() / 1_000)" : "\(Int(value))") \(unit)")
  }

  /// Prints the units of work that a body does per second of processor time: the best of five rounds, because other work of
  /// the machine only makes a round slower.
  ///
  /// - Parameter body: Does the work of one round, and returns the number of its units.
  static func reportRate(_ name: String, _ unit: String, _ body: () throws -> Int) rethrows {
    guard isWanted(name) else { return }
    var bestRate = 0.0
    for _ in 0..<5 {
      let begin = processorSeconds
      let count = try body()
      bestRate = max(bestRate, Double(count) / (processorSeconds - begin))
    }
    report(name, bestRate, unit)
  }

  /// The processor time of this process, in seconds.
  static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
