#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How a figure is taken and printed.
enum Measure {
  /// The beginnings of the names of the measures that are wanted; without any, all are.
  nonisolated(unsafe) static var wanted: [String] = []

  /// How many runs a measure of steps makes, by the variable `RUNS`: fewer where the build is one for debugging.
  static let runs = getenv("RUNS").flatMap { Int(String(cString: $0)) } ?? 10_000

  static func isWanted(_ name: String) -> Bool {
    wanted.isEmpty || wanted.contains { name.hasPrefix($0) }
  }

  /// Prints a line: a name, a value and its unit.
  static func report(_ name: String, _ value: Double, _ unit: String) {
    guard isWanted(name) else { return }
    print("\(name) \(value < 100 ? "\((value * 1_000).rounded() / 1_000)" : "\(Int(value))") \(unit)")
  }

  /// Prints how many times a second the body does what it says it did: the best of five rounds, because whatever else
  /// the machine does only ever makes a round slower.
  static func rate(_ name: String, _ unit: String, _ body: () throws -> Int) rethrows {
    guard isWanted(name) else { return }
    var best = 0.0
    for _ in 0..<5 {
      let begin = processorSeconds
      let count = try body()
      best = max(best, Double(count) / (processorSeconds - begin))
    }
    report(name, best, unit)
  }

  /// How long the process has run, without the time in which others had the core.
  static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
