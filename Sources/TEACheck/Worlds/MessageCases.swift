internal import TEARuntime

/// The cases of a message type. In place of a case with the message of a child, the cases of that message are listed, such as
/// `panel.tapped`.
///
/// A payload is the message of a child if it is an enum of the same name, such as `Panel.Message` in `App.Message`.
@usableFromInline
final class MessageCases: @unchecked Sendable {
  // All properties are constant after the initialiser.
  /// By the number of the case.
  private(set) var names: [String] = []
  private var root: Branch
  private let typeName: String
  /// For each case of the type itself, by its enum tag, the number of the case; -1 for a case with the message of a child.
  private var leaves = UnsafeMutableBufferPointer<Int>(start: nil, count: 0)

  /// The cases of one type; the index in `nodes` is the enum tag that is read from a message.
  private struct Branch {
    let witnesses: ValueWitnesses
    /// The size of a message, in bytes.
    let size: Int
    var nodes: [Node] = []

    init(of type: Any.Type) {
      func size<Value>(of type: Value.Type) -> Int { MemoryLayout<Value>.size }
      witnesses = ValueWitnesses(of: type)
      self.size = _openExistential(type, do: size)
    }
  }

  private indirect enum Node {
    case leaf(Int)
    /// - Parameter boxOffset: The offset of an indirect payload in its box, in bytes; `nil` where the payload stands in the
    ///   memory of the message.
    case branch(Branch, boxOffset: Int?)
  }

  /// - Returns: `nil` where the type is no enum.
  init?(of type: Any.Type) {
    typeName = shortName(of: type)
    root = Branch(of: type)
    guard case .enumeration(let cases) = TypeShape(of: type), !cases.isEmpty else { return nil }
    root.nodes = nodes(of: cases, inside: "", seen: [ObjectIdentifier(type)])
    leaves = .allocate(capacity: root.nodes.count)
    _ = leaves.initialize(from: root.nodes.map { if case .leaf(let number) = $0 { number } else { -1 } })
  }

  deinit { leaves.deallocate() }

  /// - Parameter seen: The types that contain these cases. A message type inside of itself is not taken for the message of a
  ///   child: its cases are not listed again.
  private func nodes(
    of cases: [TypeShape.Case], inside path: String, seen: Set<ObjectIdentifier>
  ) -> [Node] {
    cases.map { messageCase in
      if let payload = messageCase.payload.map(Self.unwrapped), !seen.contains(ObjectIdentifier(payload)),
        shortName(of: payload) == typeName, case .enumeration(let inner) = TypeShape(of: payload),
        !inner.isEmpty
      {
        var branch = Branch(of: payload)
        branch.nodes = nodes(
          of: inner, inside: path + messageCase.name + ".", seen: seen.union([ObjectIdentifier(payload)]))
        return .branch(branch, boxOffset: messageCase.offsetInBox)
      }
      names.append(path + messageCase.name)
      return .leaf(names.count - 1)
    }
  }

  /// A payload with a label is a tuple of one field.
  private static func unwrapped(_ type: Any.Type) -> Any.Type {
    if case .tuple(let fields) = TypeShape(of: type), fields.count == 1 { fields[0].type } else { type }
  }

  @usableFromInline
  var reader: MessageCaseReader {
    MessageCaseReader(witnesses: root.witnesses, leaves: leaves, cases: .passUnretained(self))
  }

  fileprivate func number(ofNestedMessageAt message: UnsafeRawPointer) -> Int { Self.number(of: message, in: root) }

  private static func number(of message: UnsafeRawPointer, in branch: Branch) -> Int {
    let tag = branch.witnesses.enumTag(of: message)
    switch branch.nodes[tag] {
    case .leaf(let number): return number
    case .branch(let inner, let boxOffset): return number(of: message, branch, payload: inner, boxOffset)
    }
  }

  private static func number(
    of message: UnsafeRawPointer, _ branch: Branch, payload inner: Branch, _ boxOffset: Int?
  ) -> Int {
    withUnsafeTemporaryAllocation(byteCount: branch.size, alignment: 16) { scratch in
      // The bytes are copied, without retaining the value: projecting the payload clears the bits of the tag.
      guard let payload = scratch.baseAddress else { return 0 }
      payload.copyMemory(from: message, byteCount: branch.size)
      branch.witnesses.projectPayload(of: payload)
      guard let boxOffset else { return number(of: payload, in: inner) }
      return number(of: payload.load(as: UnsafeRawPointer.self) + boxOffset, in: inner)
    }
  }
}

/// Reads the case of a message from its memory, without retaining the message.
///
/// A reader does not retain its ``MessageCases``, and is valid only while that object lives.
@usableFromInline
struct MessageCaseReader {
  fileprivate let witnesses: ValueWitnesses
  fileprivate let leaves: UnsafeMutableBufferPointer<Int>
  fileprivate let cases: Unmanaged<MessageCases>

  @usableFromInline
  func number(ofMessageAt message: UnsafeRawPointer) -> Int {
    let leaf = leaves[witnesses.enumTag(of: message)]
    return leaf >= 0 ? leaf : cases._withUnsafeGuaranteedRef { $0.number(ofNestedMessageAt: message) }
  }
}
