extension SamplingBounds {
  /// Makes the runs those of a shard.
  ///
  /// Half of them are as in every shard, and differ by the seed alone: they are what statistics count. Those that go on
  /// from where others were have another length, and leave more or fewer message cases out.
  ///
  /// - Parameter mayReachFarther: Whether nobody has said how long runs may be.
  mutating func vary(by shard: Shard, mayReachFarther: Bool) {
    guard !shard.isOrdinary else { return }
    seed = shard.seed(from: seed)
    let (round, turn) = (shard.index - 2).quotientAndRemainder(dividingBy: 3)
    leavesOut = [.half, .threeQuarters, .eighth][turn]
    let turnOfLength = (round + turn) % 3
    reach = mayReachFarther ? length * [4, 1, 2][turnOfLength] : max(1, length / [1, 2, 4][turnOfLength])
  }
}
