public import TEASupport
internal import TEARuntime

/// The random parameters of one run, which hold for all of its steps.
@usableFromInline
struct RunPlan: Sendable {
  /// The largest number of steps.
  @usableFromInline var length: Int
  /// The probability that the run ends before a step.
  @usableFromInline var stops: Double
  /// The probability of a reply, where a message is possible as well.
  @usableFromInline var replies: Double = 0.5
  /// The message cases that are rare or absent; `nil` where all are equally likely.
  @usableFromInline var swarm: Swarm?

  @usableFromInline
  init(length: Int) {
    self.length = length
    stops = 1 / Double(length + 1)
  }
}

/// Weights of message cases, drawn anew for each run.
///
/// Runs that leave some features out reach states that balanced ones never do (Groce, Zhang, Eide, Chen and Regehr:
/// *Swarm Testing*, 2012). Here an absent case is rare instead: a few draws are refused, and the next one is taken, so
/// that a run does not end where only absent cases are offered.
@usableFromInline
struct Swarm: Sendable {
  /// The absent cases, by tag modulo 64.
  @usableFromInline let absent: UInt64
  @usableFromInline let rare: UInt64

  /// The share of the message cases that are left out, on average.
  enum Share: Sendable, Equatable { case eighth, quarter, half, threeQuarters }

  init(from random: inout RandomNumbers, leavingOut share: Share = .quarter) {
    switch share {
    case .eighth: absent = random.next() & random.next() & random.next()
    case .quarter: absent = random.next() & random.next()
    case .half: absent = random.next()
    case .threeQuarters: absent = random.next() | random.next()
    }
    rare = random.next()
  }

  /// Tests for a message of an absent case.
  func leavesOut<Message>(_ message: Message) -> Bool {
    enumCase(of: message).map { absent & (UInt64(1) << UInt64($0 & 63)) != 0 } ?? false
  }

  /// Tests whether a drawn message is taken: never one of an absent case, and one in four of a rare case.
  @usableFromInline
  func admits<Message>(_ message: Message, _ random: inout RandomNumbers) -> Bool {
    guard let tag = enumCase(of: message) else { return true }
    let bit = UInt64(1) << UInt64(tag & 63)
    if absent & bit != 0 { return false }
    return rare & bit == 0 || random.next() & 3 == 0
  }
}
