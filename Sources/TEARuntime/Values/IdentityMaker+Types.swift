extension IdentityMaker {
  private struct Variant {
    var name: String
    var payload: ValueIdentity?
    var isIndirect = false
    var alignment = 1
  }

  /// The functions of an enum: its case counts, and then its payload.
  mutating func makeEnumeration<Value>(
    of type: Value.Type, _ cases: [TypeShape.Case], _ identity: ValueIdentity
  ) -> ValueIdentity.Functions {
    func alignment<Payload>(_ type: Payload.Type) -> Int { MemoryLayout<Payload>.alignment }
    let variants = cases.map { one in
      Variant(
        name: one.name, payload: one.payload.map { self.identity(of: $0) }, isIndirect: one.isIndirect,
        alignment: one.payload.map { _openExistential($0, do: alignment) } ?? 1)
    }
    let witnesses = ValueWitnesses(of: type)
    let payloads = variants.filter { $0.payload != nil }
    if payloads.isEmpty {
      // A case is one value, and its memory says which.
      identity.isCheap = true
      if MemoryLayout<Value>.size > 0 { identity.mask = Array(repeating: 0xFF, count: MemoryLayout<Value>.size) }
      return .init(
        isSame: { witnesses.enumTag(of: $0) == witnesses.enumTag(of: $1) },
        hash: { $1.combine(witnesses.enumTag(of: $0)) })
    }
    // The payload of the only case that has one stands where the value does.
    let isInPlace = payloads.count == 1 && !payloads[0].isIndirect
    func withPayload<Result>(
      of value: UnsafeRawPointer, _ tag: Int, _ body: (UnsafeRawPointer) -> Result
    ) -> Result {
      if isInPlace { return body(value) }
      return withUnsafeTemporaryAllocation(
        byteCount: max(MemoryLayout<Value>.stride, 8), alignment: max(MemoryLayout<Value>.alignment, 8)
      ) { memory in
        let copy = memory.baseAddress!
        copy.initializeMemory(as: Value.self, from: value.assumingMemoryBound(to: Value.self), count: 1)
        witnesses.projectPayload(of: copy)
        defer {
          witnesses.injectEnumTag(tag, into: copy)
          copy.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
        }
        guard variants[tag].isIndirect else { return body(copy) }
        // A box begins with the two words of an object.
        let alignment = variants[tag].alignment
        return body(copy.load(as: UnsafeRawPointer.self) + ((16 + alignment - 1) & ~(alignment - 1)))
      }
    }
    let mayDiffer = payloads.contains { $0.payload?.mayDifferFromItself ?? false }
    let isEqualToItself: ((UnsafeRawPointer) -> Bool)? =
      mayDiffer
      ? { value in
        let tag = witnesses.enumTag(of: value)
        guard let isEqual = variants[tag].payload?.functions.isEqualToItself else { return true }
        return withPayload(of: value, tag, isEqual)
      } : nil
    if let mask = canonicalMask(of: type, variants, witnesses) {
      plain(identity, mask)
      identity.functions.isEqualToItself = isEqualToItself
      return identity.functions
    }
    let mayHoldUnseen = payloads.contains { $0.payload?.functions.unseen != nil }
    return .init(
      isSame: { one, other in
        let tag = witnesses.enumTag(of: one)
        guard tag == witnesses.enumTag(of: other) else { return false }
        guard let payload = variants[tag].payload else { return true }
        return withPayload(of: one, tag) { one in
          withPayload(of: other, tag) { payload.functions.isSame(one, $0) }
        }
      },
      hash: { value, hasher in
        let tag = witnesses.enumTag(of: value)
        hasher.combine(tag)
        guard let payload = variants[tag].payload else { return }
        withPayload(of: value, tag) { payload.functions.hash($0, &hasher) }
      },
      isEqualToItself: isEqualToItself,
      unseen: mayHoldUnseen
        ? { value in
          let tag = witnesses.enumTag(of: value)
          guard let find = variants[tag].payload?.functions.unseen else { return nil }
          return withPayload(of: value, tag) { find($0) }?.inside(variants[tag].name)
        } : nil)
  }

  /// The mask of an enum whose payloads fill its memory: whatever was there before, a value is the same bytes.
  private func canonicalMask<Value>(
    of type: Value.Type, _ variants: [Variant], _ witnesses: ValueWitnesses
  ) -> [UInt8]? {
    let size = MemoryLayout<Value>.size
    guard _isPOD(type), size > 0 else { return nil }
    for variant in variants {
      guard let payload = variant.payload else { continue }
      guard !variant.isIndirect, let mask = payload.mask, mask.allSatisfy({ $0 == 0xFF }) else { return nil }
    }
    return withUnsafeTemporaryAllocation(
      byteCount: 2 * MemoryLayout<Value>.stride, alignment: MemoryLayout<Value>.alignment
    ) { memory in
      let (one, other) = (memory.baseAddress!, memory.baseAddress! + MemoryLayout<Value>.stride)
      for (tag, variant) in variants.enumerated() {
        one.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        other.initializeMemory(as: UInt8.self, repeating: 0xFF, count: size)
        if let count = variant.payload?.mask?.count {
          other.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        }
        witnesses.injectEnumTag(tag, into: one)
        witnesses.injectEnumTag(tag, into: other)
        for byte in 0..<size
        where one.load(fromByteOffset: byte, as: UInt8.self) != other.load(fromByteOffset: byte, as: UInt8.self) {
          return nil
        }
      }
      return Array(repeating: 0xFF, count: size)
    }
  }

  /// The functions of an existential: the type that it holds counts, and then its value.
  func makeExistential<Value>(of type: Value.Type) -> ValueIdentity.Functions {
    let criterion = criterion
    func read(_ memory: UnsafeRawPointer) -> Any { memory.assumingMemoryBound(to: Value.self).pointee }
    return .init(
      isSame: { one, other in
        let (one, other) = (read(one), read(other))
        let type = Swift.type(of: one)
        guard type == Swift.type(of: other) else { return false }
        let identity = ValueIdentity.of(type, by: criterion)
        return withValue(one, as: type) { one in withValue(other, as: type) { identity.functions.isSame(one, $0) } }
      },
      hash: { value, hasher in
        let value = read(value)
        let type = Swift.type(of: value)
        hasher.combine(ObjectIdentifier(type).hashValue)
        hasher.types?.pointee[ObjectIdentifier(type)] = type
        let identity = ValueIdentity.of(type, by: criterion)
        withValue(value, as: type) { identity.functions.hash($0, &hasher) }
      },
      isEqualToItself: { value in
        let value = read(value)
        let type = Swift.type(of: value)
        return withValue(value, as: type) { ValueIdentity.of(type, by: criterion).isEqualToItself($0) }
      },
      unseen: { value in
        let value = read(value)
        let type = Swift.type(of: value)
        let identity = ValueIdentity.of(type, by: criterion)
        return withValue(value, as: type) { identity.functions.unseen?($0) }
      })
  }

  /// The functions of a vector: its lanes, and not the padding behind them.
  static func functions<Vector: SIMD>(ofVector type: Vector.Type) -> ValueIdentity.Functions {
    let lanes = MaskedBytes(
      Array(repeating: 0xFF, count: MemoryLayout<Vector.Scalar>.stride * Vector.scalarCount))
    return .init(
      isSame: { lanes.isSame($0, $1) }, hash: { lanes.hash($0, &$1) }, isEqualToItself: isEqualToItself(type))
  }
}

/// Calls a function with the memory of a value, as a value of the type that it is of, and not of an existential around it.
func withValue<Result>(_ value: Any, as type: Any.Type, _ body: (UnsafeRawPointer) -> Result) -> Result {
  func open<Value>(_ type: Value.Type) -> Result {
    // The type is the value's own.
    withUnsafePointer(to: value as! Value) { body($0) }
  }
  return _openExistential(type, do: open)
}

/// A collection of the standard library, which is told apart element by element.
protocol StoredCollection {
  static func functions(_ maker: inout IdentityMaker, _ identity: ValueIdentity) -> ValueIdentity.Functions
}

/// A text, which is told apart by its code units: characters that are equal may be written in several ways.
protocol StoredText {
  static var functions: ValueIdentity.Functions { get }
}

/// A struct of the standard library that is what its fields are.
protocol StoredByFields {}

extension Range: StoredByFields {}
extension ClosedRange: StoredByFields {}
extension PartialRangeFrom: StoredByFields {}
extension PartialRangeUpTo: StoredByFields {}
extension PartialRangeThrough: StoredByFields {}
extension CollectionOfOne: StoredByFields {}
extension AnyHashable: StoredByFields {}

extension String: StoredText {
  static var functions: ValueIdentity.Functions { textFunctions(of: String.self) }
}

extension Substring: StoredText {
  static var functions: ValueIdentity.Functions { textFunctions(of: Substring.self) }
}

extension Character: StoredText {
  static var functions: ValueIdentity.Functions {
    let text = String.functions
    func with<Result>(_ memory: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Result) -> Result {
      withUnsafePointer(to: String(memory.assumingMemoryBound(to: Character.self).pointee)) { body($0) }
    }
    return .init(
      isSame: { one, other in with(one) { one in with(other) { text.isSame(one, $0) } } },
      hash: { value, hasher in with(value) { text.hash($0, &hasher) } })
  }
}

private func textFunctions<Text: StringProtocol>(of type: Text.Type) -> ValueIdentity.Functions {
  .init(
    isSame: { one, other in
      let (one, other) = (one.assumingMemoryBound(to: Text.self), other.assumingMemoryBound(to: Text.self))
      let isSame = one.pointee.utf8.withContiguousStorageIfAvailable { own in
        other.pointee.utf8.withContiguousStorageIfAvailable { others in
          own.count == others.count && (own.baseAddress == others.baseAddress || own.elementsEqual(others))
        }
      }
      return (isSame ?? nil) ?? one.pointee.utf8.elementsEqual(other.pointee.utf8)
    },
    hash: { value, hasher in
      let text = value.assumingMemoryBound(to: Text.self)
      let isHashed: Void? = text.pointee.utf8.withContiguousStorageIfAvailable {
        hasher.combine(UnsafeRawBufferPointer($0))
      }
      if isHashed == nil { Array(text.pointee.utf8).withUnsafeBytes { hasher.combine($0) } }
    })
}

extension Array: StoredCollection {
  static func functions(_ maker: inout IdentityMaker, _ identity: ValueIdentity) -> ValueIdentity.Functions {
    elementwise(maker.identity(of: Element.self), identity) { memory, body in
      memory.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { body($0) }
    }
  }
}

extension ContiguousArray: StoredCollection {
  static func functions(_ maker: inout IdentityMaker, _ identity: ValueIdentity) -> ValueIdentity.Functions {
    elementwise(maker.identity(of: Element.self), identity) { memory, body in
      memory.assumingMemoryBound(to: ContiguousArray<Element>.self).pointee.withUnsafeBufferPointer { body($0) }
    }
  }
}

extension ArraySlice: StoredCollection {
  /// The indices of a slice count, as whoever reads it may.
  static func functions(_ maker: inout IdentityMaker, _ identity: ValueIdentity) -> ValueIdentity.Functions {
    let elements: ValueIdentity.Functions = elementwise(maker.identity(of: Element.self), identity) { memory, body in
      memory.assumingMemoryBound(to: ArraySlice<Element>.self).pointee.withUnsafeBufferPointer { body($0) }
    }
    func first(_ memory: UnsafeRawPointer) -> Int {
      memory.assumingMemoryBound(to: ArraySlice<Element>.self).pointee.startIndex
    }
    return .init(
      isSame: { first($0) == first($1) && elements.isSame($0, $1) }, hash: elements.hash,
      isEqualToItself: elements.isEqualToItself, unseen: elements.unseen)
  }
}

private func elementwise<Element>(
  _ element: ValueIdentity, _ identity: ValueIdentity,
  _ read: @escaping (UnsafeRawPointer, (UnsafeBufferPointer<Element>) -> Void) -> Void
) -> ValueIdentity.Functions {
  identity.isCheap = element.isCheap
  // Plain elements without gaps are compared in a row.
  let isSolid =
    element.mask.map { $0.count == MemoryLayout<Element>.stride && $0.allSatisfy { $0 == 0xFF } } ?? false
  return .init(
    isSame: { one, other in
      var isSame = false
      read(one) { one in
        read(other) { other in
          guard one.count == other.count else { return }
          isSame = true
          guard let first = one.baseAddress, let second = other.baseAddress else { return }
          if isSolid {
            isSame =
              first == second || UnsafeRawBufferPointer(one).elementsEqual(UnsafeRawBufferPointer(other))
          } else {
            isSame = one.indices.allSatisfy { element.functions.isSame(first + $0, second + $0) }
          }
        }
      }
      return isSame
    },
    hash: { value, hasher in
      var copy = hasher
      read(value) { elements in
        copy.combine(elements.count)
        guard let first = elements.baseAddress else { return }
        if isSolid { return copy.combine(UnsafeRawBufferPointer(elements)) }
        for index in elements.indices { element.functions.hash(first + index, &copy) }
      }
      hasher = copy
    },
    isEqualToItself: element.functions.isEqualToItself.map { isEqual in
      { value in
        var areEqual = true
        read(value) { elements in
          guard let first = elements.baseAddress else { return }
          areEqual = elements.indices.allSatisfy { isEqual(first + $0) }
        }
        return areEqual
      }
    },
    unseen: element.functions.unseen == nil
      ? nil
      : { value in
        var found: ValueIdentity.Unseen?
        read(value) { elements in
          guard let first = elements.baseAddress else { return }
          for index in elements.indices where found == nil {
            found = element.functions.unseen?(first + index)?.inside("[\(index)]")
          }
        }
        return found
      })
}

extension Set: StoredCollection {
  static func functions(_ maker: inout IdentityMaker, _ identity: ValueIdentity) -> ValueIdentity.Functions {
    let element = maker.identity(of: Element.self)
    func read(_ memory: UnsafeRawPointer) -> Set { memory.assumingMemoryBound(to: Set.self).pointee }
    let isNative = NativeArray.isUsed && NativeSet.isUnderstood
    return .init(
      isSame: { one, other in
        let (one, other) = (read(one), read(other))
        guard one.count == other.count else { return false }
        return one.allSatisfy { own in
          guard let index = other.firstIndex(of: own) else { return false }
          return withUnsafePointer(to: own) { own in
            withUnsafePointer(to: other[index]) { element.functions.isSame(own, $0) }
          }
        }
      },
      hash: { value, hasher in
        var sum: UInt64 = 0
        var count = 0
        func add(_ member: UnsafeRawPointer) {
          var one = hasher.ofElement
          element.functions.hash(member, &one)
          (sum, count) = (sum &+ one.state, count + 1)
        }
        if isNative {
          // No member is copied, which would count references that threads share.
          NativeSet(NativeArray.storage(value), stride: MemoryLayout<Element>.stride).forEach {
            add($0)
            return true
          }
        } else {
          for member in read(value) { withUnsafePointer(to: member) { add($0) } }
        }
        hasher.combine(count)
        hasher.combine(sum)
      },
      isEqualToItself: element.functions.isEqualToItself.map { isEqual in
        { value in read(value).allSatisfy { withUnsafePointer(to: $0) { isEqual($0) } } }
      },
      unseen: element.functions.unseen == nil
        ? nil
        : { value in
          for member in read(value) {
            if let found = withUnsafePointer(to: member, { element.functions.unseen?($0) }) { return found }
          }
          return nil
        })
  }
}

extension Dictionary: StoredCollection {
  static func functions(_ maker: inout IdentityMaker, _ identity: ValueIdentity) -> ValueIdentity.Functions {
    let (key, value) = (maker.identity(of: Key.self), maker.identity(of: Value.self))
    func read(_ memory: UnsafeRawPointer) -> Dictionary { memory.assumingMemoryBound(to: Dictionary.self).pointee }
    let isNative = NativeArray.isUsed && NativeDictionary.isUnderstood
    return .init(
      isSame: { one, other in
        let (one, other) = (read(one), read(other))
        guard one.count == other.count else { return false }
        return one.allSatisfy { own in
          guard let index = other.index(forKey: own.key) else { return false }
          return withUnsafePointer(to: own) { own in
            withUnsafePointer(to: other[index]) { same(own, $0, key, value) }
          }
        }
      },
      hash: { memory, hasher in
        var sum: UInt64 = 0
        var count = 0
        func add(_ keyMemory: UnsafeRawPointer, _ valueMemory: UnsafeRawPointer) {
          var one = hasher.ofElement
          key.functions.hash(keyMemory, &one)
          value.functions.hash(valueMemory, &one)
          (sum, count) = (sum &+ one.state, count + 1)
        }
        if isNative {
          // No entry is copied, which would count references that threads share.
          let native = NativeDictionary(
            NativeArray.storage(memory), keyStride: MemoryLayout<Key>.stride, valueStride: MemoryLayout<Value>.stride)
          for word in 0..<native.wordCount {
            native.forEach(in: native.bits(word), of: word) { add($0.key, $0.value) }
          }
        } else {
          for entry in read(memory) {
            withUnsafePointer(to: entry.key) { key in withUnsafePointer(to: entry.value) { add(key, $0) } }
          }
        }
        hasher.combine(count)
        hasher.combine(sum)
      },
      isEqualToItself: key.mayDifferFromItself || value.mayDifferFromItself
        ? { memory in
          read(memory).allSatisfy { entry in
            withUnsafePointer(to: entry.key) { key.isEqualToItself($0) }
              && withUnsafePointer(to: entry.value) { value.isEqualToItself($0) }
          }
        } : nil,
      unseen: key.functions.unseen == nil && value.functions.unseen == nil
        ? nil
        : { memory in
          for entry in read(memory) {
            let found =
              withUnsafePointer(to: entry.key) { key.functions.unseen?($0) }
              ?? withUnsafePointer(to: entry.value) { value.functions.unseen?($0) }
            if let found { return found.inside("[\(literal(entry.key))]") }
          }
          return nil
        })
  }

  private static func same(
    _ one: UnsafePointer<Element>, _ other: UnsafePointer<Element>, _ key: ValueIdentity, _ value: ValueIdentity
  ) -> Bool {
    withUnsafePointer(to: one.pointee.key) { own in
      withUnsafePointer(to: other.pointee.key) { key.functions.isSame(own, $0) }
    }
      && withUnsafePointer(to: one.pointee.value) { own in
        withUnsafePointer(to: other.pointee.value) { value.functions.isSame(own, $0) }
      }
  }
}
