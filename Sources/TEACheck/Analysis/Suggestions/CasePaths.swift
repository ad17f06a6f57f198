internal import TEARuntime

/// The cases of an enum and, where a payload is or holds another enum of the program, the cases of that one.
///
/// The commands of an adapter are all of one case, such as `run(Request)`, and only the inner cases tell them apart; so it is with
/// the messages of a child.
package struct CasePaths {
  /// The enum in the payload of a case.
  private struct Inner {
    var witnesses: ValueWitnesses
    /// The offset in the payload, in bytes.
    var offset: Int
    /// The offset of the payload in its box, in bytes; `nil` where the payload is not in a box.
    var offsetInBox: Int?
    /// The number of the first case of the enum.
    var first: Int
  }

  /// A bit of a word of 32 stands for each case, and one for none.
  private static let maxChoices = 31

  /// The cases by their numbers. Those of the type itself come first, and those of an inner enum follow each other, after the
  /// case that holds them. Empty where ``ObservationMaker/choices(of:)`` returns `nil`.
  package private(set) var choices: [EnumChoice] = []
  /// For each case, the numbers of the cases that hold it, from the outermost in, and its own.
  package private(set) var lineages: [[Int]] = []
  /// For each case, the enum whose cases tell its values apart; `nil` for none.
  private var inner: [Inner?] = []
  private let witnesses: ValueWitnesses

  package init(of type: Any.Type) {
    witnesses = ValueWitnesses(of: type)
    var payloads: [TypeShape.Case] = []
    // For each case, the enum that declares it and those around that one: an enum inside of itself is not listed again.
    var enclosing: [[ObjectIdentifier]] = []
    /// Adds the cases of an enum, all or none.
    func add(_ type: Any.Type, heldBy holder: (number: Int, part: EnumChoice.Holder)?) -> Bool {
      let path = holder.map { enclosing[$0.number] } ?? []
      guard case .enumeration(let cases) = TypeShape(of: type), !path.contains(ObjectIdentifier(type)),
        let inner = ObservationMaker.choices(of: type), choices.count + inner.count <= Self.maxChoices
      else { return false }
      for var choice in inner {
        choice.holders = holder.map { choices[$0.number].holders + [$0.part] } ?? []
        lineages.append((holder.map { lineages[$0.number] } ?? []) + [choices.count])
        choices.append(choice)
      }
      payloads += cases
      enclosing += Array(repeating: path + [ObjectIdentifier(type)], count: cases.count)
      return true
    }
    guard add(type, heldBy: nil) else { return }
    // Breadth first, so that the bound cuts the innermost cases.
    var number = 0
    while number < choices.count {
      let (payloadCase, first) = (payloads[number], choices.count)
      inner.append(nil)
      if let place = payloadCase.payload.flatMap({ Self.enumOfUser(in: $0) }),
        add(place.type, heldBy: (number, .init(name: choices[number].name, index: place.index, count: place.count)))
      {
        inner[number] = Inner(
          witnesses: ValueWitnesses(of: place.type), offset: place.offset, offsetInBox: payloadCase.offsetInBox,
          first: first)
      }
      number += 1
    }
  }

  /// The first enum of the program among the associated values that make a payload; the offset is in bytes.
  private static func enumOfUser(
    in payload: Any.Type
  ) -> (type: Any.Type, offset: Int, index: Int, count: Int)? {
    func isEnumOfUser(_ type: Any.Type) -> Bool {
      // An effect policy tells how a command is performed, and not which one it is.
      TypeShape.isOfUser(type) && TypeShape.moduleName(of: type) != "TEARuntime"
        && ObservationMaker.choices(of: type) != nil && TypeShape.hasKnownCases(type)
    }
    guard case .tuple(let elements) = TypeShape(of: payload) else {
      return isEnumOfUser(payload) ? (payload, 0, 0, 1) : nil
    }
    return elements.firstIndex { isEnumOfUser($0.type) }.map {
      (elements[$0].type, elements[$0].offset, $0, elements.count)
    }
  }

  /// The number of the cases of the type itself, which come first.
  var outerCount: Int { choices.count { $0.holders.isEmpty } }

  /// The number of the innermost listed case of a value, whose type must be that of the cases.
  package func number<Value>(of value: Value) -> Int { withUnsafePointer(to: value) { number(at: $0) } }

  package func number(at value: UnsafeRawPointer) -> Int { number(at: value, witnesses, first: 0) }

  private func number(at value: UnsafeRawPointer, _ type: ValueWitnesses, first: Int) -> Int {
    let number = first + type.enumTag(of: value)
    guard let inner = inner[number] else { return number }
    return withUnsafeTemporaryAllocation(byteCount: type.size, alignment: 16) { scratch in
      // The bytes are copied, without retaining the value: projecting the payload clears the bits of the tag.
      guard let payload = scratch.baseAddress else { return number }
      payload.copyMemory(from: value, byteCount: type.size)
      type.projectPayload(of: payload)
      let start = inner.offsetInBox.map { payload.load(as: UnsafeRawPointer.self) + $0 } ?? UnsafeRawPointer(payload)
      return self.number(at: start + inner.offset, inner.witnesses, first: inner.first)
    }
  }

  /// The number of the innermost case that each of some cases is, or is held by; `nil` for none.
  func common(to numbers: [Int]) -> Int? {
    numbers.first.flatMap { lineages[$0].last { outer in numbers.allSatisfy { lineages[$0].contains(outer) } } }
  }
}
