internal import Synchronization
internal import TEARuntime

extension StructuralHash {
  /// How the worlds of a module are told apart.
  convenience init<M: Module>(of module: M.Type) { self.init(of: M.Model.self, commands: M.Command.self) }

  /// How worlds are told apart of which this is the type of the models, and that of the commands.
  convenience init<Model>(of model: Model.Type, commands: Any.Type) {
    var fields = Fields()
    let contents = TypeContents(of: model)
    // What cannot be looked into is told apart by the equality of what it is in.
    if contents.mayHoldUnseen { fields.add(whole: model) } else { fields.collect(model, at: 0) }
    let size = MemoryLayout<Model>.size
    let masks = fields.mask(size: size).withUnsafeBytes { bytes in
      (0..<((size + 7) / 8)).map { Self.word($0, of: bytes.baseAddress!, size) }
    }
    let finder = contents.mayHoldUnseen ? Self.finder(in: model) : nil
    self.init(
      size: size, masks: masks, arrays: fields.arrays, sets: fields.sets, others: fields.others,
      commands: CommandIdentity.of(commands),
      seesAll: !contents.mayHoldUnseen && !TypeContents(of: commands).mayHoldUnseen,
      isCheap: ValueIdentity.of(model).isCheap, firstUnseen: finder)
  }
}

extension StructuralHash {
  /// Whether collections are laid out as is known here; elsewhere they may be objects of another kind.
  static var hasNativeStorage: Bool {
    #if _runtime(_ObjC)
      false
    #else
      true
    #endif
  }

  /// - Returns: Nothing where values of the type have an equality, which tells apart what cannot be seen.
  fileprivate static func finder(in type: Any.Type) -> (@Sendable (UnsafeRawPointer) -> IncomparableValue?)? {
    guard !(type is any Equatable.Type) else { return nil }
    let identity = ValueIdentity.of(type)
    return { (memory: UnsafeRawPointer) -> IncomparableValue? in
      guard let unseen = identity.firstUnseen(in: memory) else { return nil }
      return IncomparableValue(unseen)
    }
  }
}

/// The fields of a model, down to what is read from memory or asked.
private struct Fields {
  var arrays: [StructuralHash.ArrayField] = []
  var sets: [StructuralHash.SetField] = []
  var others: [StructuralHash.OtherField] = []
  private var plain: [(offset: Int, mask: [UInt8])] = []

  func mask(size: Int) -> [UInt8] {
    var mask = [UInt8](repeating: 0, count: size)
    for (offset, bytes) in plain { mask.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
    return mask
  }

  mutating func collect(_ type: Any.Type, at offset: Int) {
    let identity = ValueIdentity.of(type)
    // A number may be unequal to itself, which is asked of fields.
    if let mask = identity.mask, !identity.holdsFloatingPoint {
      plain.append((offset, mask))
    } else if let array = type as? any PlainArray.Type, let stride = array.stride {
      arrays.append(.init(offset: offset, stride: stride))
    } else if let set = type as? any PlainSet.Type, NativeSet.isUnderstood, let element = set.element {
      sets.append(.init(offset: offset, size: element.size, stride: element.stride))
    } else if let elementwise = type as? any ElementwiseHashable.Type, StructuralHash.hasNativeStorage,
      let field = elementwise.field(at: offset)
    {
      others.append(field)
    } else if let parts = Self.parts(of: type) {
      for part in parts { collect(part.type, at: offset + part.offset) }
    } else {
      func open<Field>(_ type: Field.Type) { others.append(Self.field(type, at: offset, asksEquality: false)) }
      _openExistential(type, do: open)
    }
  }

  mutating func add<Model>(whole model: Model.Type) { others.append(Self.field(model, at: 0, asksEquality: true)) }

  /// The parts of a type that is told apart by these.
  private static func parts(of type: Any.Type) -> [TypeShape.Field]? {
    switch TypeShape(of: type) {
    case .structure(let fields) where TypeShape.isOfUser(type) && TypeShape.isKnown(type): fields
    case .tuple(let fields): fields
    case .structure, .enumeration, .other: nil
    }
  }

  private static func field<Field>(
    _ type: Field.Type, at offset: Int, asksEquality: Bool
  ) -> StructuralHash.OtherField {
    let identity = ValueIdentity.of(type)
    func read(_ memory: UnsafeRawPointer) -> Field { memory.assumingMemoryBound(to: Field.self).pointee }
    func hash(_ memory: UnsafeRawPointer) -> Int { Int(truncatingIfNeeded: identity.hash(memory)) }
    return .init(
      offset: offset, size: MemoryLayout<Field>.size, hash: hash, hashLike: { field, _, _ in hash(field) },
      isEqual: { one, other in
        identity.isSame(one, other) && (!asksEquality || areEqual(read(one), read(other)) ?? true)
      },
      isEqualToItself: { areEqual(read($0), read($0)) ?? true },
      mayDifferFromItself: asksEquality || identity.mayDifferFromItself)
  }
}

/// What tells commands apart.
@usableFromInline
struct CommandIdentity: Sendable {
  private let identity: ValueIdentity
  /// Whether commands that cannot be looked into are told apart by their own equality too.
  private let asksEquality: Bool

  private let finder: (@Sendable (UnsafeRawPointer) -> IncomparableValue?)?

  private init(of type: Any.Type) {
    let identity = ValueIdentity.of(type)
    self.identity = identity
    asksEquality = TypeContents(of: type).mayHoldUnseen
    finder = asksEquality ? StructuralHash.finder(in: type) : nil
  }

  private static let identities = Mutex<[ObjectIdentifier: CommandIdentity]>([:])

  @usableFromInline
  static func of(_ type: Any.Type) -> CommandIdentity {
    let key = ObjectIdentifier(type)
    if let known = identities.withLock({ $0[key] }) { return known }
    let made = CommandIdentity(of: type)
    identities.withLock { $0[key] = made }
    return made
  }

  var mayBeIncomparable: Bool { finder != nil }

  func firstUnseen<Command>(in command: Command) -> IncomparableValue? {
    withUnsafePointer(to: command) { finder?($0) }
  }

  func isSame<Command>(_ one: UnsafePointer<Command>, _ other: UnsafePointer<Command>) -> Bool {
    identity.isSame(one, other) && (!asksEquality || areEqual(one.pointee, other.pointee) ?? true)
  }

  @usableFromInline
  func hash<Command>(of command: Command) -> Int {
    withUnsafePointer(to: command) { Int(truncatingIfNeeded: identity.hash($0)) }
  }

  /// Whether the command in a place is the same as one before it.
  @usableFromInline
  func isRepeated<Command>(_ place: Int, in commands: [Command]) -> Bool {
    commands.withUnsafeBufferPointer { commands in
      guard let first = commands.baseAddress else { return false }
      return (0..<place).contains { isSame(first + $0, first + place) }
    }
  }

  /// Whether there are the same commands, equally often, in whatever order.
  @usableFromInline
  func isSameBag<Command>(_ one: [Command], _ other: [Command]) -> Bool {
    guard one.count == other.count else { return false }
    return one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in
        guard let first = one.baseAddress, let second = other.baseAddress, first != second else { return true }
        if one.indices.allSatisfy({ isSame(first + $0, second + $0) }) { return true }
        var rest = Array(other.indices)
        for place in one.indices {
          guard let found = rest.firstIndex(where: { isSame(first + place, second + $0) }) else { return false }
          rest.remove(at: found)
        }
        return true
      }
    }
  }

  /// A hash of the commands in whatever order.
  @usableFromInline
  func bagHash<Command>(_ commands: [Command]) -> Int {
    commands.reduce(commands.count) { $0 &+ hash(of: $1) }
  }
}

/// A set whose elements may be plain.
private protocol PlainSet {
  /// The size and the stride of an element, if it is plain.
  static var element: (size: Int, stride: Int)? { get }
}

extension Set: PlainSet {
  static var element: (size: Int, stride: Int)? {
    guard StructuralHash.hasNativeStorage, let mask = solidMask(of: Element.self) else { return nil }
    return (mask.count, MemoryLayout<Element>.stride)
  }
}

/// An array whose elements may be plain.
private protocol PlainArray {
  /// The size of an element, if it is plain.
  static var stride: Int? { get }
}

extension Array: PlainArray {
  static var stride: Int? {
    guard StructuralHash.hasNativeStorage, let mask = solidMask(of: Element.self),
      mask.count == MemoryLayout<Element>.stride
    else { return nil }
    return mask.count
  }
}

/// The bytes of a type all of which count, where that is so and none of them are of numbers that may be unequal to themselves.
private func solidMask(of type: Any.Type) -> [UInt8]? {
  let identity = ValueIdentity.of(type)
  guard let mask = identity.mask, !mask.isEmpty, mask.allSatisfy({ $0 == 0xFF }), !identity.holdsFloatingPoint else {
    return nil
  }
  return mask
}
