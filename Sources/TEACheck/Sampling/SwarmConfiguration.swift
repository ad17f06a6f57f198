public import TEASupport
internal import TEARuntime

/// The message cases that a run omits or rarely sends.
///
/// Runs that omit some features reach states that runs with all features never do (Groce, Zhang, Eide, Chen and Regehr:
/// *Swarm Testing*, 2012). After four refused draws, ``Rules/pick(from:_:_:)`` takes any message, so that a run goes on
/// where only omitted cases are offered.
@usableFromInline
struct SwarmConfiguration: Sendable {
  /// The omitted cases: one bit for each enum tag modulo 64.
  @usableFromInline let omittedCases: UInt64
  /// The rare cases, of which one draw in four is admitted: one bit for each enum tag modulo 64.
  @usableFromInline let rareCases: UInt64

  /// The share of the message cases that are omitted, on average.
  enum Share: Sendable, Equatable { case eighth, quarter, half, threeQuarters }

  init(from random: inout RandomNumbers, omitting share: Share = .quarter) {
    // A bit of a random number is set with probability 1/2: each `&` halves the probability, and `|` raises it to 3/4.
    switch share {
    case .eighth: omittedCases = random.next() & random.next() & random.next()
    case .quarter: omittedCases = random.next() & random.next()
    case .half: omittedCases = random.next()
    case .threeQuarters: omittedCases = random.next() | random.next()
    }
    rareCases = random.next()
  }

  func omits<Message>(_ message: Message) -> Bool {
    enumCase(of: message).map { omittedCases & (UInt64(1) << UInt64($0 & 63)) != 0 } ?? false
  }

  @usableFromInline
  func admits<Message>(_ message: Message, _ random: inout RandomNumbers) -> Bool {
    guard let tag = enumCase(of: message) else { return true }
    let bit = UInt64(1) << UInt64(tag & 63)
    if omittedCases & bit != 0 { return false }
    return rareCases & bit == 0 || random.next() & 3 == 0
  }
}
