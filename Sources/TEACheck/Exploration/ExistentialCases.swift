internal import TEARuntime

/// The cases of a message type whose messages may hold a value of any type.
///
/// Looking for objects in a message takes longer than most updates, so messages of other cases are passed over.
struct ExistentialCases {
  private let witnesses: ValueWitnesses
  /// `true` for such a case, by the enum tag of a message; `nil` where the cases are not known, and each message may hold
  /// anything.
  private let areExistential: [Bool]?

  /// - Returns: `nil` where no message holds a value of any type.
  init?(of type: Any.Type) {
    guard TypeContents.of(type).mayHoldAnything else { return nil }
    witnesses = ValueWitnesses(of: type)
    guard case .enumeration(let cases) = TypeShape(of: type), TypeShape.hasKnownCases(type) else {
      areExistential = nil
      return
    }
    areExistential = cases.map { $0.payload.map { TypeContents.of($0).mayHoldAnything } ?? false }
  }

  func contains(_ message: UnsafeRawPointer) -> Bool {
    areExistential.map { $0[witnesses.enumTag(of: message)] } ?? true
  }
}
