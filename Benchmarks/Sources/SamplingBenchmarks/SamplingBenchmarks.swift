/// Prints a line for each measure: its name, its value and the unit.
///
/// Arguments are beginnings of the names that are wanted; without any, all are.
@main struct SamplingBenchmarks {
  static func main() throws {
    Measure.wanted = Array(CommandLine.arguments.dropFirst())
    try Arrays.measure()
    try Runs.measure()
    try Messenger.measure()
    try Purse.measure()
    Gate.measure()
  }
}
