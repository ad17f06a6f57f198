/// Stands in a ``TypeShape`` for a metatype that takes no memory because it has a single value, as in `let kind = Note.self`.
package struct ConstantType<Instance>: ConstantMetatype, Sendable {
  package init() {}
  package static var value: Any.Type { Instance.self }
  package var held: Any { Instance.self }
}

package protocol ConstantMetatype: ConstantHolding {
  /// The single value of the metatype.
  static var value: Any.Type { get }
}

/// A ``ConstantType`` or an optional of one.
package protocol ConstantHolding {
  /// The metatype, or an optional of it.
  var held: Any { get }
}

extension Optional: ConstantHolding where Wrapped: ConstantHolding {
  package var held: Any { map(\.held) as Any }
}
