internal import TEAResults
internal import TEAStateSpace

extension CheckBounds {
  /// The bounds of an exploration, without that on time, which all searches of a check share.
  func exploration(_ settings: CheckSettings) -> ExplorationBounds {
    var bounds = ExplorationBounds()
    bounds.depth = settings.depth ?? depth
    // A bound on memory replaces the default bound on worlds. All worlds that can be numbered are then allowed.
    bounds.states =
      settings.states ?? states ?? (settings.memory == nil ? bounds.states : WorldIndex.firstProvisional)
    bounds.memory = settings.memory
    bounds.endsAtGrowth = [settings.depth, depth, settings.states, states, settings.memory].allSatisfy { $0 == nil }
    bounds.isCompact = settings.isCompact
    bounds.interruption = settings.interruption
    bounds.outstanding = settings.outstanding ?? bounds.outstanding
    bounds.countsSteps = true
    bounds.keepsGraph = settings.pictureLimit != nil
    // A graph with more steps is dropped. The picture then shows the first worlds, which are explored again for it.
    bounds.graphLimit = 250_000
    return bounds
  }

  func sampling(_ settings: CheckSettings) -> SamplingBounds {
    var bounds = SamplingBounds()
    bounds.cases = settings.cases ?? cases ?? bounds.cases
    // Without an explicit length, an explicit depth bounds the length of random runs.
    bounds.length = settings.length ?? length ?? min(bounds.length, settings.depth ?? depth ?? .max)
    bounds.seed = seed(settings)
    bounds.interruption = settings.interruption
    let hasDeclaredLength = (settings.length ?? length ?? settings.depth ?? depth) != nil
    if let shard = settings.shard { bounds.vary(by: shard, mayReachFarther: !hasDeclaredLength) }
    return bounds
  }

  /// The seed from which the seeds of all shards are computed.
  func seed(_ settings: CheckSettings) -> UInt64 { settings.seed ?? seed ?? SamplingBounds().seed }

  func scope(_ settings: CheckSettings) -> Int { settings.scope ?? scope ?? 3 }

  /// The bounds that options give, or a settings file where the check declares none: those that a command line needs which
  /// repeats the check without the file.
  ///
  /// - Parameters:
  ///   - seed: The seed of the options; `nil` without one.
  ///   - states: The bound on worlds of the options; `nil` without one.
  func given(by settings: CheckSettings, seed: UInt64?, states: Int?) -> CheckBounds {
    func ofFile<Value: Equatable>(_ bound: KeyPath<CheckBounds, Value?>) -> Value? {
      self[keyPath: bound] == settings.defaults[keyPath: bound] ? self[keyPath: bound] : nil
    }
    return CheckBounds(
      depth: settings.depth ?? ofFile(\.depth), states: states ?? ofFile(\.states),
      cases: settings.cases ?? ofFile(\.cases), length: settings.length ?? ofFile(\.length),
      seed: seed ?? ofFile(\.seed), scope: settings.scope ?? ofFile(\.scope))
  }
}
