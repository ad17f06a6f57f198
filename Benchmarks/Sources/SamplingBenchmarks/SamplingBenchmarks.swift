/// Prints a line for each measure: its name, its value and the unit.
///
/// Arguments name the groups that are wanted; without any, all are.
@main struct SamplingBenchmarks {
  static func main() throws {
    let groups: [(name: String, measure: () throws -> Void)] = [
      ("arrays", Arrays.measure), ("runs", Runs.measure), ("gate", Gate.measure),
    ]
    let wanted = CommandLine.arguments.dropFirst()
    for group in groups where wanted.isEmpty || wanted.contains(group.name) { try group.measure() }
  }
}
