public import TEASupport
internal import TEARuntime

/// The plan of one random run, beyond what it chooses from step to step.
@usableFromInline
struct RunPlan: Sendable {
  /// The largest number of steps.
  @usableFromInline var length: Int
  /// The probability that the run ends before a step.
  @usableFromInline var stops: Double
  /// The probability of a reply, where a message can come as well.
  @usableFromInline var replies: Double = 0.5
  /// Which cases of the message are rare or absent; all are alike without it.
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
/// *Swarm Testing*, 2012). Here what is left out comes seldom instead of never: a few draws are refused in a row, and the
/// next one is taken, so that a run gets on where little else is offered.
@usableFromInline
struct Swarm: Sendable {
  /// The cases that are left out where others can come, by tag modulo 64.
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

  /// Tests for a message whose case is left out.
  func leavesOut<Message>(_ message: Message) -> Bool {
    enumCase(of: message).map { absent & (UInt64(1) << UInt64($0 & 63)) != 0 } ?? false
  }

  /// Tests for a message that comes where it was drawn: of an absent case never, of a rare case one time in four.
  @usableFromInline
  func admits<Message>(_ message: Message, _ random: inout RandomNumbers) -> Bool {
    guard let tag = enumCase(of: message) else { return true }
    let bit = UInt64(1) << UInt64(tag & 63)
    if absent & bit != 0 { return false }
    return rare & bit == 0 || random.next() & 3 == 0
  }
}
