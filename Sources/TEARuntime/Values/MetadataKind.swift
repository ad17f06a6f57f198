/// The kinds of types, as the Swift project numbers them in *MetadataKind.def*.
package enum MetadataKind {
  /// The kind of a type, which is the first word of its metadata.
  package static func of(_ type: Any.Type) -> UInt {
    unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: UInt.self)
  }

  package static func isExistential(_ type: Any.Type) -> Bool {
    [existential, constrainedExistential].contains(of(type))
  }

  static var swiftClass: UInt { 0 }
  static var structure: UInt { 0x200 }
  static var enumeration: UInt { 0x201 }
  static var optional: UInt { 0x202 }
  static var foreignClass: UInt { 0x203 }
  /// A builtin number or address.
  static var builtin: UInt { 0x300 }
  static var tuple: UInt { 0x301 }
  package static var function: UInt { 0x302 }
  package static var existential: UInt { 0x303 }
  package static var metatype: UInt { 0x304 }
  static var objectiveCClass: UInt { 0x305 }
  package static var existentialMetatype: UInt { 0x306 }
  /// An existential with constraints on associated types, such as `any Sequence<Int>`.
  package static var constrainedExistential: UInt { 0x307 }
  /// The builtin array that an `InlineArray` stores.
  package static var fixedArray: UInt { 0x308 }
  /// The largest number of a kind. A larger first word is a pointer: the type is then a class.
  static var largest: UInt { 0x7FF }
}
