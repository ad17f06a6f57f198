internal import TEARuntime

extension CheckRunner {
  /// The bounds of an exploration that begins now.
  var explorationBounds: ExplorationBounds {
    var limits = bounds.exploration(settings)
    limits.time = timeLeft
    return limits
  }

  var samplingBounds: SamplingBounds {
    var limits = bounds.sampling(settings)
    limits.deadline = deadline
    return limits
  }

  var timeLeft: Duration? { deadline.map { max(.zero, $0 - .now) } }
}
