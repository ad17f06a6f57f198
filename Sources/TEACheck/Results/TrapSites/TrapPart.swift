/// A part of a check that may trap or not return: a function of the user, or a group of functions.
@usableFromInline
package struct TrapPart: Hashable, Sendable {
  /// The number in breadcrumbs and trap sites.
  @usableFromInline package let number: Int

  private init(_ number: Int) { self.number = number }

  /// A part with an index among the parts of its kind; kinds are numbered as in ``namesOfKinds``.
  private init(kind: Int, _ index: Int) { number = Self.firstIndexed + kind * Self.stride + index }

  /// The messages and other steps that can happen next: the view that carries messages, or `Messages`.
  @usableFromInline package static var offer: Self { Self(0) }
  @usableFromInline package static var update: Self { Self(1) }
  @usableFromInline package static var view: Self { Self(2) }
  /// `Symmetric`.
  @usableFromInline package static var form: Self { Self(3) }
  /// `==` and `hash(into:)`.
  @usableFromInline package static var comparison: Self { Self(4) }
  @usableFromInline package static var policy: Self { Self(5) }
  @usableFromInline package static var timer: Self { Self(6) }
  @usableFromInline package static var subscriptions: Self { Self(7) }
  @usableFromInline package static var replies: Self { Self(8) }
  /// `InterimReplies`: the messages that a command sends while it stays outstanding.
  @usableFromInline package static var interim: Self { Self(9) }
  /// `Subscriptions { … }` of a specification.
  @usableFromInline package static var signals: Self { Self(10) }
  /// The first state of an `Environment`.
  @usableFromInline package static var environment: Self { Self(11) }
  /// The change of an `Environment` by a command that takes effect.
  @usableFromInline package static var performing: Self { Self(12) }
  /// The change of an `Environment` by a reply that is made.
  @usableFromInline package static var replying: Self { Self(13) }
  /// The events of an `Environment`.
  @usableFromInline package static var events: Self { Self(14) }
  /// `LostReplies`.
  @usableFromInline package static var losses: Self { Self(15) }
  /// `RepeatedReplies`.
  @usableFromInline package static var repetitions: Self { Self(16) }
  /// `Distinguish`.
  @usableFromInline package static var key: Self { Self(17) }
  /// `description`, `debugDescription` and mirrors, by which values become text.
  @usableFromInline package static var description: Self { Self(18) }
  /// A generator, other than a generator of `Start`.
  @usableFromInline package static var generator: Self { Self(19) }
  @usableFromInline package static var start: Self { Self(20) }
  /// The declarations of a specification, which are read before the search begins.
  @usableFromInline package static var specification: Self { Self(21) }
  /// The list of a suite's checks.
  @usableFromInline package static var checks: Self { Self(22) }
  /// A step, where the function that traps is not known.
  @usableFromInline package static var step: Self { Self(23) }
  @usableFromInline package static var systemMessages: Self { Self(24) }
  /// The replies of an `Environment`.
  @usableFromInline package static var answering: Self { Self(25) }
  /// The change of an `Environment` by a command that is cancelled.
  @usableFromInline package static var cancelling: Self { Self(26) }
  @usableFromInline package static var precondition: Self { Self(27) }
  @usableFromInline package static var failures: Self { Self(28) }
  /// A generator of `Start`.
  @usableFromInline package static var starts: Self { Self(29) }
  /// A step that is taken again with the sets and dictionaries of the model, or of the message, in another order.
  @usableFromInline package static var reordering: Self { Self(30) }
  /// A property of worlds. The number, here and in the parts below, is the index among the declarations of this kind.
  @usableFromInline package static func always(_ index: Int) -> Self { Self(kind: 0, index) }
  /// A property of steps.
  @usableFromInline package static func relation(_ index: Int) -> Self { Self(kind: 1, index) }
  @usableFromInline package static func sometimes(_ index: Int) -> Self { Self(kind: 2, index) }
  /// A property of whole runs.
  @usableFromInline package static func liveness(_ index: Int) -> Self { Self(kind: 3, index) }
  @usableFromInline package static func fairness(_ index: Int) -> Self { Self(kind: 4, index) }
  @usableFromInline package static func target(_ index: Int) -> Self { Self(kind: 5, index) }
  /// `Classify`.
  @usableFromInline package static func label(_ index: Int) -> Self { Self(kind: 6, index) }
  @usableFromInline package static func cover(_ index: Int) -> Self { Self(kind: 7, index) }

  /// The names of the parts without an index, by number.
  private static let names = [
    // 0
    "Messages", "update", "view", "Symmetric", "== or hash(into:)", "policy", "timer", "subscriptions", "Replies",
    "InterimReplies",
    // 10
    "Subscriptions", "the first state of the Environment", "performing", "replying", "events", "LostReplies",
    "RepeatedReplies", "Distinguish", "a description or a mirror", "a generator",
    // 20
    "start", "the specification", "checks", "a step", "SystemMessages", "replies of the Environment", "cancelling",
    "Precondition", "Failures", "Start",
    // 30
    "update with sets and dictionaries in another order",
  ]

  /// The names of the parts with an index, by the number of their kind.
  private static let namesOfKinds = [
    "a property", "a property", "a property", "a property", "Fairness", "a Target", "a Classify", "a Cover",
  ]

  /// The distance between the numbers of two kinds: more than a specification has properties of one kind.
  private static var stride: Int { 1_000_000 }
  /// The smallest number of a part with an index: more than there are parts without one.
  private static var firstIndexed: Int { 100 }

  package init?(number: Int) {
    let isKnown =
      Self.names.indices.contains(number)
      || number >= Self.firstIndexed && Self.namesOfKinds.indices.contains((number - Self.firstIndexed) / Self.stride)
    guard isKnown else { return nil }
    self.number = number
  }

  /// A general name, which names no single declaration: `a property` for each property.
  package var name: String {
    number < Self.firstIndexed ? Self.names[number] : Self.namesOfKinds[(number - Self.firstIndexed) / Self.stride]
  }
}
