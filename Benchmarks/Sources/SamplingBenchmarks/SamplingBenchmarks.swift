/// Prints a line for each measure: its name, its value and the unit.
///
/// Arguments are prefixes of the names of the measures to take; without any, all measures are taken.
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
