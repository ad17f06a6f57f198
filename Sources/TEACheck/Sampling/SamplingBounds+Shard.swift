extension SamplingBounds {
  /// Changes the bounds for a shard.
  ///
  /// Runs from the start differ between shards by the seed alone, because statistics count them. Runs that continue
  /// others have another length, and leave more or fewer message cases out.
  ///
  /// - Parameter mayReachFarther: Nobody has set the length of runs.
  mutating func vary(by shard: Shard, mayReachFarther: Bool) {
    guard !shard.isOrdinary else { return }
    seed = shard.seed(from: seed)
    let (round, turn) = (shard.index - 2).quotientAndRemainder(dividingBy: 3)
    omittedShare = [.half, .threeQuarters, .eighth][turn]
    let turnOfLength = (round + turn) % 3
    reach = mayReachFarther ? length * [4, 1, 2][turnOfLength] : max(1, length / [1, 2, 4][turnOfLength])
  }
}
