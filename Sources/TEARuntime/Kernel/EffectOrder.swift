/// The order in which the commands of one step are carried out.
///
/// A program whose effects run concurrently must not depend on this order; a random order may reveal a dependence. Policies
/// apply in the order in which `update` performed the commands, whatever the order in which they are carried out.
public struct EffectOrder: Sendable {
  /// The seed of a random order; `nil` for ``asPerformed``.
  public let seed: UInt64?
  private var state: UInt64

  private init(seed: UInt64?) {
    self.seed = seed
    state = seed ?? 0
  }

  /// The order in which `update` performed the commands.
  public static let asPerformed = EffectOrder(seed: nil)

  /// A random order; the same seed and the same steps give the same order.
  public static func random(seed: UInt64) -> EffectOrder { EffectOrder(seed: seed) }

  /// Arranges the actions of one step. A random order puts the cancellations before the commands, and shuffles the commands.
  ///
  /// The policies have been applied already, so a random order decides neither which commands are carried out nor which effects
  /// are cancelled.
  mutating func arrange<M: Module>(_ actions: [Kernel<M>.Action]) -> [Kernel<M>.Action] {
    guard seed != nil else { return actions }
    var (others, commands): ([Kernel<M>.Action], [Kernel<M>.Action]) = ([], [])
    for action in actions { if case .perform = action { commands.append(action) } else { others.append(action) } }
    return others + commands.shuffled(using: &self)
  }
}

extension EffectOrder: RandomNumberGenerator {
  /// The next number of *SplitMix64* (Steele, Lea and Flood, 2014).
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
