internal import TEAResults

extension SamplingBounds {
  /// Changes the bounds for a shard; the first shard keeps them.
  ///
  /// Runs from an origin differ between shards by the seed alone, because statistics count these runs. Runs that continue
  /// others also differ in their length and in the share of message cases that they omit.
  ///
  /// - Parameter mayReachFarther: `true` lets runs that continue others be longer than `length`, because neither a length nor a
  ///   depth was set.
  mutating func vary(by shard: Shard, mayReachFarther: Bool) {
    guard !shard.isFirst else { return }
    seed = shard.seed(from: seed)
    // Shard 2 is the first that varies. Nine consecutive shards have all nine pairs of a share and a factor of the length.
    let (round, shareTurn) = (shard.index - 2).quotientAndRemainder(dividingBy: 3)
    omittedShare = [.half, .threeQuarters, .eighth][shareTurn]
    let lengthTurn = (round + shareTurn) % 3
    maxContinuedLength = mayReachFarther ? length * [4, 1, 2][lengthTurn] : max(1, length / [1, 2, 4][lengthTurn])
  }
}
