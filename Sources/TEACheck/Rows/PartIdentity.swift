internal import TEARuntime

/// What tells values apart that are not looked into where they are numbered.
struct PartIdentity {
  let isSame: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  let hash: (UnsafeRawPointer) -> UInt64

  init(
    isSame: @escaping (UnsafeRawPointer, UnsafeRawPointer) -> Bool, hash: @escaping (UnsafeRawPointer) -> UInt64
  ) {
    (self.isSame, self.hash) = (isSame, hash)
  }

  /// All that values of a type store, as far as it can be seen.
  init(of type: Any.Type) {
    let identity = ValueIdentity.of(type)
    self.init(isSame: { identity.isSame($0, $1) }, hash: { identity.hash($0) })
  }

  /// The same, and the `==` of the type, which knows of what cannot be seen.
  init<Value>(asking type: Value.Type) {
    let identity = ValueIdentity.of(type)
    self.init(
      isSame: { one, other in
        identity.isSame(one, other)
          && areEqual(
            one.assumingMemoryBound(to: Value.self).pointee, other.assumingMemoryBound(to: Value.self).pointee) ?? true
      },
      hash: { identity.hash($0) })
  }
}
