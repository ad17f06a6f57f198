internal import Synchronization
internal import TEAMemory
internal import TEASupport
internal import TEARuntime

/// The numbers of the messages, commands, subscriptions, effect identities and environments in the worlds of a search.
final class PartNumbers<M: Module>: @unchecked Sendable {
  // Unchecked, because the tables have locks of their own.

  let commands: PartTable
  let messages: PartTable
  let subscriptions: PartTable
  let effectIDs: PartTable
  /// The table of ``KeyedEnvironment``s.
  let environments: PartTable
  /// All tables but ``environments`` hold values. `false` where a value may have incomparable parts that no `==` compares,
  /// or may change: they then hold recognition keys.
  let haveValues: Bool
  /// The map from numbers to the values of the program, to which ``Surroundings`` in these numbers refer. Only for numbers of
  /// tables that hold values.
  let mapToValues: Shared<ProgramMap<NumberedProgram, M>>
  /// The first of equal subscriptions, and of equal effect identities, by their own `==`.
  private let firstEquals = Mutex(FirstEqualTables())

  private struct FirstEqualTables: @unchecked Sendable {
    // Values of a module are not Sendable; the lock guards them.

    var subscriptions = FirstEqualNumbers<M.Subscription>()
    var effectIDs = FirstEqualNumbers<M.EffectID>()
  }

  /// - Parameters:
  ///   - commands: The table that numbers commands where ``haveValues`` is `true`.
  ///   - hashesAreFingerprints: Worlds with equal hashes are taken for the same.
  init(_ rules: Rules<M>, _ commands: PartTable, hashesAreFingerprints: Bool) {
    let environment = rules.surroundingRules?.environment?.type
    haveValues =
      [M.Command.self, M.Message.self, M.Subscription.self, M.EffectID.self, environment ?? Void.self].allSatisfy {
        !ValueIdentity.of($0).mayHoldIncomparable && TypeContents.of($0).pathToObject == nil
      } && (environment.map { TypeContents.of($0).isConstant } ?? true)
    let table = { [haveValues] (type: Any.Type) -> PartTable in
      // Incomparable parts of these values lie in types whose own `==` compares them (`ValueIdentity.requiresEquality`), so the
      // values are compared like the parts of models.
      haveValues
        ? PartTable(of: type, .value(.ofPart(type, hashesAreFingerprints: hashesAreFingerprints)))
        : .keyTable(hashesAreFingerprints: hashesAreFingerprints)
    }
    self.commands =
      haveValues ? commands : .keyTable(hashesAreFingerprints: hashesAreFingerprints)
    messages = table(M.Message.self)
    subscriptions = table(M.Subscription.self)
    effectIDs = table(M.EffectID.self)
    environments = PartTable(
      of: KeyedEnvironment.self, .value(KeyedEnvironment.identity(hashesAreFingerprints: hashesAreFingerprints)))
    mapToValues = Shared(
      ProgramMap(
        message: { [messages] in messages.value($0.number) },
        command: { [table = self.commands] in table.value($0.number) },
        subscription: { [subscriptions] in subscriptions.value($0.number) },
        effectID: { [effectIDs] in effectIDs.value($0.number) },
        environment: { [environments] in
          let keyed: KeyedEnvironment = environments.value(Self.number(ofEnvironment: $0))
          return keyed.state
        }))
  }

  var count: Int {
    messages.count + subscriptions.count + effectIDs.count + environments.count + (haveValues ? 0 : commands.count)
  }

  // MARK: Numbers

  func numbering(_ writer: RowWriter) -> ProgramMap<M, NumberedProgram> {
    ProgramMap(
      message: { self.message($0, writer) }, command: { self.command($0, writer) },
      subscription: { self.subscription($0, writer) }, effectID: { self.effectID($0, writer) },
      environment: { AnyHashable(NumberedProgram.EnvironmentState(number: self.number(ofEnvironment: $0, writer))) })
  }

  func message(_ message: M.Message, _ writer: RowWriter) -> NumberedProgram.Message {
    .init(number: number(of: message, in: messages, writer))
  }

  func command(_ command: M.Command, _ writer: RowWriter) -> NumberedProgram.Command {
    self.command(command, number: number(of: command, in: commands, writer), writer)
  }

  func command(_ command: M.Command, number: UInt32, _ writer: RowWriter) -> NumberedProgram.Command {
    .init(
      number: number,
      policy: M.EffectID.self == Never.self ? .all : M.policy(for: command).map { effectID($0, writer) })
  }

  func subscription(_ subscription: M.Subscription, _ writer: RowWriter) -> NumberedProgram.Subscription {
    let number = number(of: subscription, in: subscriptions, writer)
    return .init(
      number: number,
      firstEqual: firstEquals.withLock { tables in tables.subscriptions.firstEqual(to: subscription, number) },
      timer: M.timer(for: subscription)?.map { message($0, writer) })
  }

  func effectID(_ id: M.EffectID, _ writer: RowWriter) -> NumberedProgram.EffectID {
    let number = number(of: id, in: effectIDs, writer)
    return .init(
      number: number,
      firstEqual: firstEquals.withLock { tables in tables.effectIDs.firstEqual(to: id, number) })
  }

  private func number<Value>(of value: Value, in table: PartTable, _ writer: RowWriter) -> UInt32 {
    haveValues
      ? withUnsafePointer(to: value) { table.number(of: $0, writer) }
      : withUnsafePointer(to: recognitionKey(of: value)) { table.number(of: $0, writer) }
  }

  func number(ofEnvironment state: AnyHashable, _ writer: RowWriter) -> UInt32 {
    if let last = writer.lastEnvironment, isCopy(state.base, of: last.state.base) { return last.number }
    let keyed = KeyedEnvironment(key: recognitionKey(of: state.base), state: state)
    let number = withUnsafePointer(to: keyed) { environments.number(of: $0, writer) }
    // A copy of the last state has its number too, unless an object in the state may have changed.
    let contents = TypeContents.of(type(of: state.base))
    writer.lastEnvironment = contents.pathToObject == nil && !contents.mayHoldAnything ? (state, number) : nil
    return number
  }

  static func number(ofEnvironment state: AnyHashable) -> UInt32 {
    guard let numbered = state.base as? NumberedProgram.EnvironmentState else {
      preconditionFailure("the environment of a numbered program is a number")
    }
    return numbered.number
  }

  /// See ``mapToValues``.
  var values: ProgramMap<NumberedProgram, M> { mapToValues.value }
}

/// For each numbered value of a type, the first of those that are equal to it.
private struct FirstEqualNumbers<Value: Hashable> {
  /// A value is found by its hash or, while there are at most 256 earlier values, by `==`. Once equal values with different
  /// hashes were found, it is compared with all earlier values by `==`.
  private var representatives = FirstEquals<Value, UInt32>(scanning: 256, orAllIfNeeded: true)
  /// The results for values that were asked for, by the numbers of the values.
  private var known: [UInt32: NumberedProgram.FirstEqual] = [:]

  mutating func firstEqual(to value: Value, _ number: UInt32) -> NumberedProgram.FirstEqual {
    if let first = known[number] { return first }
    let first = NumberedProgram.FirstEqual(number: representatives.firstEqual(to: value, number))
    known[number] = first
    return first
  }
}

/// A state of an environment, with the key by which it is recognised.
private struct KeyedEnvironment {
  let key: AnyHashable
  let state: AnyHashable

  static func identity(hashesAreFingerprints: Bool) -> PartIdentity {
    PartIdentity(
      ofRecognitionKey: { $0.assumingMemoryBound(to: Self.self).pointee.key },
      hashesAreFingerprints: hashesAreFingerprints)
  }
}

private func isCopy<Value>(_ value: Value, of other: Any) -> Bool {
  guard let other = other as? Value else { return false }
  return withUnsafeBytes(of: value) { valueBytes in
    withUnsafeBytes(of: other) { otherBytes in
      guard let first = valueBytes.baseAddress, let second = otherBytes.baseAddress else { return true }
      return RawMemory.areSame(first, second, bytes: otherBytes.count)
    }
  }
}

extension PartTable {
  func value<Value>(_ number: UInt32) -> Value {
    address(of: Int(number)).assumingMemoryBound(to: Value.self).pointee
  }

  /// A table of `AnyHashable` values, which are compared by their own `==`.
  ///
  /// - Parameter hashesAreFingerprints: `true` only for recognition keys.
  static func keyTable(hashesAreFingerprints: Bool = false) -> PartTable {
    let identity = PartIdentity(
      ofRecognitionKey: { $0.assumingMemoryBound(to: AnyHashable.self).pointee },
      hashesAreFingerprints: hashesAreFingerprints)
    return PartTable(of: AnyHashable.self, .value(identity))
  }
}

extension PartIdentity {
  fileprivate init(ofRecognitionKey key: @escaping (UnsafeRawPointer) -> AnyHashable, hashesAreFingerprints: Bool) {
    self.init(
      isSame: { key($0) == key($1) },
      hash: {
        hashesAreFingerprints
          ? recognitionFingerprint(of: key($0)) : UInt64(truncatingIfNeeded: key($0).hashValue)
      })
  }
}
