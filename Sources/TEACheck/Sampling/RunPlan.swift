/// The random parameters of one run, which hold for all of its steps.
@usableFromInline
struct RunPlan: Sendable {
  /// The largest number of steps from the start of the program, including the steps to the world in which the run begins.
  @usableFromInline var length: Int
  /// The probability that the run ends before a step.
  @usableFromInline var stopProbability: Double
  /// The probability that a step is a reply or an event, where a message is possible as well.
  @usableFromInline var nonMessageProbability: Double = 0.5
  /// The message cases that are rare or omitted; `nil` for none.
  @usableFromInline var swarm: SwarmConfiguration?

  init(length: Int) {
    self.length = length
    // A run that only stops by chance takes `length` steps on average.
    stopProbability = 1 / (Double(length) + 1)
  }
}
