internal import TEAGenerators
internal import TEARuntime

/// The cases of a message type. In place of a case with the message of a child, the cases of that message are listed, such as
/// `panel.tapped`.
///
/// A payload counts as the message of a child if it is
/// - an enum of the same name, such as `Panel.Message` in `App.Message`;
/// - an enum whose name ends with the same word, such as `PanelAction` in `AppAction`, see ``lastWordOfName``;
/// - a tuple that contains one of these enums, as in `row(Int, Row.Message)`;
/// - an enum with a payload that counts as the message of a child.
final class MessageCases: @unchecked Sendable {
  // Unchecked: all properties are constant after the initialiser.
  /// The names of the cases, by the number of the case.
  private(set) var names: [String] = []
  /// The payload of each case; `nil` for a case without one.
  private(set) var payloads: [Any.Type?] = []
  private var root: Branch
  private let typeName: String
  /// The word with which the names of children's messages end. `nil` where the name of the type is this word alone, because
  /// names of other enums end with it too: `ChatMessage` need not be the message of a child in `Message`.
  private let lastWordOfName: Substring?
  /// The number of each case of the type itself, at the enum tag of the case; -1 for a case with the message of a child.
  private var leafNumbers = UnsafeMutableBufferPointer<Int>(start: nil, count: 0)

  /// The cases of one type; the index in `nodes` is the enum tag that is read from a message.
  private struct Branch {
    let witnesses: ValueWitnesses
    var nodes: [Node] = []
  }

  private indirect enum Node {
    case leaf(Int)
    /// - Parameter boxOffset: The offset of an indirect payload in its box, in bytes; `nil` where the payload is not in a box.
    case branch(Branch, Place, boxOffset: Int?)
  }

  /// The place of a child's message in a payload.
  private struct Place {
    var type: Any.Type
    /// The index in a tuple; `nil` where the message is the payload.
    var index: Int?
    /// The offset in the payload, in bytes.
    var offset = 0
  }

  /// - Returns: `nil` where the type is not an enum.
  init?(of type: Any.Type) {
    typeName = shortName(of: type)
    let lastWord = Self.lastWord(of: typeName)
    lastWordOfName = lastWord?.startIndex == typeName.startIndex ? nil : lastWord
    root = Branch(witnesses: ValueWitnesses(of: type))
    guard case .enumeration(let cases) = TypeShape(of: type), !cases.isEmpty else { return nil }
    root.nodes = nodes(of: cases, inside: "", seen: [ObjectIdentifier(type)])
    leafNumbers = .allocate(capacity: root.nodes.count)
    _ = leafNumbers.initialize(from: root.nodes.map { if case .leaf(let number) = $0 { number } else { -1 } })
  }

  deinit { leafNumbers.deallocate() }

  /// - Parameter seen: The types that contain these cases. A message type inside of itself is not taken for the message of a
  ///   child: its cases are not listed again.
  private func nodes(
    of cases: [TypeShape.Case], inside path: String, seen: Set<ObjectIdentifier>
  ) -> [Node] {
    cases.map { messageCase in
      if seen.count <= Self.maxDepth, names.count < Self.maxCasesOrTypes, let payload = messageCase.payload,
        let place = place(ofMessageIn: payload, seen),
        case .enumeration(let inner) = TypeShape(of: place.type)
      {
        let nodes = nodes(
          of: inner, inside: path + messageCase.name + ".", seen: seen.union([ObjectIdentifier(place.type)]))
        let branch = Branch(witnesses: ValueWitnesses(of: place.type), nodes: nodes)
        return .branch(branch, place, boxOffset: messageCase.offsetInBox)
      }
      names.append(path + messageCase.name)
      payloads.append(messageCase.payload)
      return .leaf(names.count - 1)
    }
  }

  /// A payload with a label is a tuple of one field.
  private func place(ofMessageIn payload: Any.Type, _ seen: Set<ObjectIdentifier>) -> Place? {
    guard case .tuple(let elements) = TypeShape(of: payload) else {
      return isMessage(payload, seen) ? Place(type: payload) : nil
    }
    return elements.firstIndex { isMessage($0.type, seen) }.map { index in
      Place(type: elements[index].type, index: index, offset: elements[index].offset)
    }
  }

  /// The end of a name from its last capital letter on: `Action` of `AppAction`. `nil` for the name of a generic type.
  private static func lastWord(of name: String) -> Substring? {
    name.contains("<") ? nil : name.lastIndex(where: \.isUppercase).map { name[$0...] }
  }

  private func isMessage(_ type: Any.Type, _ seen: Set<ObjectIdentifier>) -> Bool {
    var (seen, pendingTypes, index) = (seen, [type], 0)
    while index < pendingTypes.count, seen.count < Self.maxCasesOrTypes {
      let type = pendingTypes[index]
      index += 1
      guard seen.insert(ObjectIdentifier(type)).inserted, case .enumeration(let cases) = TypeShape(of: type),
        !cases.isEmpty
      else { continue }
      let name = shortName(of: type)
      if name == typeName { return true }
      guard TypeShape.isOfUser(type) else { continue }
      if let lastWordOfName, Self.lastWord(of: name) == lastWordOfName { return true }
      for payload in cases.compactMap(\.payload) {
        if case .tuple(let elements) = TypeShape(of: payload) {
          pendingTypes += elements.map(\.type)
        } else {
          pendingTypes.append(payload)
        }
      }
    }
    return false
  }

  // Bounds on cases listed, types visited and their depth, because a generic type may contain ever larger instances of itself.
  private static var maxCasesOrTypes: Int { 2_000 }
  private static var maxDepth: Int { 32 }

  var reader: MessageCaseReader {
    MessageCaseReader(witnesses: root.witnesses, leafNumbers: leafNumbers, cases: .passUnretained(self))
  }

  fileprivate func number(ofNestedMessageAt message: UnsafeRawPointer) -> Int { Self.number(of: message, in: root) }

  private static func number(of message: UnsafeRawPointer, in branch: Branch) -> Int {
    let tag = branch.witnesses.enumTag(of: message)
    switch branch.nodes[tag] {
    case .leaf(let number): return number
    case .branch(let inner, let place, let boxOffset):
      let size = branch.witnesses.size
      return withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { scratch in
        // The bytes are copied, without retaining the value: projecting the payload clears the bits of the tag.
        guard let payload = scratch.baseAddress else { return 0 }
        payload.copyMemory(from: message, byteCount: size)
        branch.witnesses.projectPayload(of: payload)
        guard let boxOffset else { return number(of: payload + place.offset, in: inner) }
        return number(of: payload.load(as: UnsafeRawPointer.self) + boxOffset + place.offset, in: inner)
      }
    }
  }

  /// The number of the case of a message, whose type must be that of the cases.
  func number<Message>(of message: Message) -> Int {
    withUnsafePointer(to: message) { Self.number(of: UnsafeRawPointer($0), in: root) }
  }

  /// The cases with the given numbers; none where all cases are given, which the caller handles. A case is excluded as a whole
  /// where all cases of the child's message in it are excluded.
  func excluded(_ numbers: Set<Int>) -> ExcludedCases { Self.excluded(numbers, in: root) ?? ExcludedCases() }

  /// The excluded cases of a branch; `nil` where all of its cases are excluded.
  private static func excluded(_ numbers: Set<Int>, in branch: Branch) -> ExcludedCases? {
    var excluded = ExcludedCases()
    for (tag, node) in branch.nodes.enumerated() {
      switch node {
      case .leaf(let number): if numbers.contains(number) { excluded.tags.insert(tag) }
      case .branch(let inner, let place, _):
        guard let excludedInside = Self.excluded(numbers, in: inner) else {
          excluded.tags.insert(tag)
          continue
        }
        guard excludedInside != ExcludedCases() else { continue }
        guard let index = place.index else {
          excluded.inside[tag] = excludedInside
          continue
        }
        excluded.inside[tag] = ExcludedCases()
        excluded.inside[tag]?.inside[index] = excludedInside
      }
    }
    return excluded.tags.count == branch.nodes.count ? nil : excluded
  }
}

/// Reads the case of a message from its memory, without retaining the message.
///
/// A reader does not retain its ``MessageCases``, and is valid only while that object lives.
struct MessageCaseReader {
  fileprivate let witnesses: ValueWitnesses
  fileprivate let leafNumbers: UnsafeMutableBufferPointer<Int>
  fileprivate let cases: Unmanaged<MessageCases>

  func number(ofMessageAt message: UnsafeRawPointer) -> Int {
    let number = leafNumbers[witnesses.enumTag(of: message)]
    return number >= 0 ? number : cases._withUnsafeGuaranteedRef { $0.number(ofNestedMessageAt: message) }
  }
}
