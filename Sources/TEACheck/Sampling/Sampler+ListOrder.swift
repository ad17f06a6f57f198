internal import TEAGenerators
internal import TEARuntime

extension Sampler {
  /// Lists the steps of a failing run's worlds twice, to find out if their order varies.
  func compareLists(along record: [UInt64]) {
    if rules.listsSameSteps { return }
    var choices = Choices(.recorded(record))
    guard let trace = (try? replay(&choices))?.trace else { return }
    var world = trace.origin.world
    for (step, outcome) in trace.steps {
      rules.compareLists(in: world, of: step)
      world = outcome.world
    }
  }
}
