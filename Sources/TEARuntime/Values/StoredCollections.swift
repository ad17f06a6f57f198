extension Array: StoredCollection {
  static func functions(_ maker: inout IdentityMaker, _ identity: ValueIdentity) -> ValueIdentity.Functions {
    let elementIdentity = maker.identity(of: Element.self)
    if NativeArray.hasKnownLayout {
      return elementwiseFunctions(for: identity, elementIdentity, .native(of: Element.self))
    }
    return elementwiseFunctions(
      for: identity, elementIdentity,
      ElementReader { (memory, body: (UnsafeBufferPointer<Element>) -> Void) in
        memory.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { body($0) }
      })
  }
}

extension ContiguousArray: StoredCollection {
  static func functions(_ maker: inout IdentityMaker, _ identity: ValueIdentity) -> ValueIdentity.Functions {
    elementwiseFunctions(for: identity, maker.identity(of: Element.self), .native(of: Element.self))
  }
}

extension ArraySlice: StoredCollection {
  /// Compares the first index of a slice as well, because code may depend on indices.
  static func functions(_ maker: inout IdentityMaker, _ identity: ValueIdentity) -> ValueIdentity.Functions {
    let elements = elementwiseFunctions(
      for: identity, maker.identity(of: Element.self),
      ElementReader { (memory, body: (UnsafeBufferPointer<Element>) -> Void) in
        memory.assumingMemoryBound(to: ArraySlice<Element>.self).pointee.withUnsafeBufferPointer { body($0) }
      })
    func startIndex(_ memory: UnsafeRawPointer) -> Int {
      memory.assumingMemoryBound(to: ArraySlice<Element>.self).pointee.startIndex
    }
    return .init(
      isSame: { startIndex($0) == startIndex($1) && elements.isSame($0, $1) },
      hash: { value, hasher in
        hasher.combine(startIndex(value))
        elements.hash(value, &hasher)
      },
      isEqualToItself: elements.isEqualToItself, findIncomparable: elements.findIncomparable)
  }
}

/// Reads the elements of a collection in memory as bytes, so that the caller need not know the type of the elements.
private struct ElementReader {
  struct Elements {
    /// `nil` only where `count` is 0.
    var start: UnsafeRawPointer?
    var count: Int
  }

  let stride: Int
  let read: (_ collection: UnsafeRawPointer, (Elements) -> Void) -> Void

  init<Element>(_ read: @escaping (UnsafeRawPointer, (UnsafeBufferPointer<Element>) -> Void) -> Void) {
    stride = MemoryLayout<Element>.stride
    self.read = { collection, body in
      read(collection) { body(Elements(start: $0.baseAddress.map { UnsafeRawPointer($0) }, count: $0.count)) }
    }
  }

  private init(stride: Int, offset: Int) {
    self.stride = stride
    read = { collection, body in
      let storage = NativeStorage.of(collection)
      body(Elements(start: storage + offset, count: NativeStorage.count(of: storage)))
    }
  }

  /// Reads native arrays without a call of a generic function for each array, which would take longer than most comparisons.
  static func native<Element>(of type: Element.Type) -> ElementReader {
    ElementReader(stride: MemoryLayout<Element>.stride, offset: NativeArray.offsetOfElements(of: type))
  }
}

/// Also sets `isCheap` of the collection's `identity`.
private func elementwiseFunctions(
  for identity: ValueIdentity, _ elementIdentity: ValueIdentity, _ reader: ElementReader
) -> ValueIdentity.Functions {
  identity.isCheap = elementIdentity.isCheap
  let (stride, read) = (reader.stride, reader.read)
  // Plain elements without padding are compared as one block.
  let isOneBlock = elementIdentity.mask.map { $0.count == stride && $0.allSatisfy { $0 == 0xFF } } ?? false
  return .init(
    isSame: { one, other in
      var isSame = false
      read(one) { elements in
        read(other) { otherElements in
          guard elements.count == otherElements.count else { return }
          isSame = true
          guard elements.count > 0, let start = elements.start, let otherStart = otherElements.start,
            start != otherStart || !isOneBlock
          else { return }
          if isOneBlock {
            isSame = haveSameBytes(start, otherStart, count: elements.count * stride)
          } else {
            let areSame = elementIdentity.functions.isSame
            var offset = 0
            while isSame, offset < elements.count * stride {
              isSame = areSame(start + offset, otherStart + offset)
              offset += stride
            }
          }
        }
      }
      return isSame
    },
    hash: { value, hasher in
      var copy = hasher
      read(value) { elements in
        copy.combine(elements.count)
        guard elements.count > 0, let start = elements.start else { return }
        if isOneBlock {
          return copy.combine(UnsafeRawBufferPointer(start: start, count: elements.count * stride))
        }
        let hash = elementIdentity.functions.hash
        for index in 0..<elements.count { hash(start + index * stride, &copy) }
      }
      hasher = copy
    },
    isEqualToItself: elementIdentity.functions.isEqualToItself.map { isEqual in
      { value in
        var areEqual = true
        read(value) { elements in
          guard elements.count > 0, let start = elements.start else { return }
          areEqual = (0..<elements.count).allSatisfy { isEqual(start + $0 * stride) }
        }
        return areEqual
      }
    },
    findIncomparable: elementIdentity.functions.findIncomparable == nil
      ? nil
      : { value in
        var foundPart: IncomparableValue?
        read(value) { elements in
          guard elements.count > 0, let start = elements.start else { return }
          for index in 0..<elements.count where foundPart == nil {
            foundPart = elementIdentity.functions.findIncomparable?(start + index * stride)?.inside("[\(index)]")
          }
        }
        return foundPart
      })
}

extension Set: StoredCollection {
  static func functions(_ maker: inout IdentityMaker, _ identity: ValueIdentity) -> ValueIdentity.Functions {
    let elementIdentity = maker.identity(of: Element.self)
    func read(_ memory: UnsafeRawPointer) -> Set { memory.assumingMemoryBound(to: Set.self).pointee }
    let isNative = NativeArray.hasKnownLayout && NativeHashTable.hasKnownLayout
    func table(at memory: UnsafeRawPointer) -> NativeHashTable {
      NativeHashTable(NativeStorage.of(memory), keyStride: MemoryLayout<Element>.stride)
    }
    return .init(
      isSame: { one, other in
        if isNative,
          let isSame = table(at: one).isSame(
            as: table(at: other), hasDistinctKeys: true, elementIdentity.functions.isSame, { _, _ in true })
        {
          return isSame
        }
        let (one, other) = (read(one), read(other))
        guard one.count == other.count else { return false }
        func areSame(_ one: Element, _ other: Element) -> Bool {
          withUnsafePointer(to: one) { one in withUnsafePointer(to: other) { elementIdentity.functions.isSame(one, $0) }
          }
        }
        if one.allSatisfy({ member in other.firstIndex(of: member).map { areSame(member, other[$0]) } ?? false }) {
          return true
        }
        // A member that is unequal to itself, as a NaN is, cannot be looked up.
        return elementIdentity.mayDifferFromItself && IdentityMaker.areSameInAnyOrder(one, other, areSame)
      },
      hash: { value, hasher in
        var sum: UInt64 = 0
        var count = 0
        let hash = elementIdentity.functions.hash
        func add(_ member: UnsafeRawPointer) {
          sum &+= hasher.hashOfElement { hash(member, &$0) }
          count += 1
        }
        if isNative {
          // Elements are hashed in place: copies would count references, and make threads wait for each other.
          let table = table(at: value)
          table.forEachBucket { add(table.key($0)) }
        } else {
          for member in read(value) { withUnsafePointer(to: member) { add($0) } }
        }
        hasher.combine(count)
        hasher.combine(sum)
      },
      isEqualToItself: elementIdentity.functions.isEqualToItself.map { isEqual in
        { value in read(value).allSatisfy { withUnsafePointer(to: $0) { isEqual($0) } } }
      },
      findIncomparable: elementIdentity.functions.findIncomparable == nil
        ? nil
        : { value in
          for member in read(value) {
            if let foundPart = withUnsafePointer(to: member, { elementIdentity.functions.findIncomparable?($0) }) {
              return foundPart
            }
          }
          return nil
        })
  }
}

extension Dictionary: StoredCollection {
  static func functions(_ maker: inout IdentityMaker, _ identity: ValueIdentity) -> ValueIdentity.Functions {
    let (keyIdentity, valueIdentity) = (maker.identity(of: Key.self), maker.identity(of: Value.self))
    func read(_ memory: UnsafeRawPointer) -> Dictionary { memory.assumingMemoryBound(to: Dictionary.self).pointee }
    let isNative = NativeArray.hasKnownLayout && NativeHashTable.hasKnownLayout
    func table(at memory: UnsafeRawPointer) -> NativeHashTable {
      NativeHashTable(
        NativeStorage.of(memory), keyStride: MemoryLayout<Key>.stride, valueStride: MemoryLayout<Value>.stride)
    }
    return .init(
      isSame: { one, other in
        if isNative,
          let isSame = table(at: one).isSame(
            as: table(at: other), hasDistinctKeys: !keyIdentity.mayDifferFromItself, keyIdentity.functions.isSame,
            valueIdentity.functions.isSame)
        {
          return isSame
        }
        let (one, other) = (read(one), read(other))
        guard one.count == other.count else { return false }
        func areSame(_ one: (key: Key, value: Value), _ other: (key: Key, value: Value)) -> Bool {
          withUnsafePointer(to: one) { one in
            withUnsafePointer(to: other) { isSameEntry(one, $0, keyIdentity, valueIdentity) }
          }
        }
        if one.allSatisfy({ entry in other.index(forKey: entry.key).map { areSame(entry, other[$0]) } ?? false }) {
          return true
        }
        // A key that is unequal to itself, as a NaN is, cannot be looked up.
        return keyIdentity.mayDifferFromItself && IdentityMaker.areSameInAnyOrder(one, other, areSame)
      },
      hash: { memory, hasher in
        var sum: UInt64 = 0
        var count = 0
        let (hashKey, hashValue) = (keyIdentity.functions.hash, valueIdentity.functions.hash)
        func add(_ keyMemory: UnsafeRawPointer, _ valueMemory: UnsafeRawPointer) {
          sum &+= hasher.hashOfElement {
            hashKey(keyMemory, &$0)
            hashValue(valueMemory, &$0)
          }
          count += 1
        }
        if isNative {
          // Entries are hashed in place: copies would count references, and make threads wait for each other.
          let table = table(at: memory)
          table.forEachBucket { add(table.key($0), table.value($0)) }
        } else {
          for entry in read(memory) {
            withUnsafePointer(to: entry.key) { key in withUnsafePointer(to: entry.value) { add(key, $0) } }
          }
        }
        hasher.combine(count)
        hasher.combine(sum)
      },
      isEqualToItself: keyIdentity.mayDifferFromItself || valueIdentity.mayDifferFromItself
        ? { memory in
          read(memory).allSatisfy { entry in
            withUnsafePointer(to: entry.key) { keyIdentity.isEqualToItself($0) }
              && withUnsafePointer(to: entry.value) { valueIdentity.isEqualToItself($0) }
          }
        } : nil,
      findIncomparable: keyIdentity.functions.findIncomparable == nil && valueIdentity.functions.findIncomparable == nil
        ? nil
        : { memory in
          for entry in read(memory) {
            let foundPart =
              withUnsafePointer(to: entry.key) { keyIdentity.functions.findIncomparable?($0) }
              ?? withUnsafePointer(to: entry.value) { valueIdentity.functions.findIncomparable?($0) }
            if let foundPart { return foundPart.inside("[\(literal(entry.key))]") }
          }
          return nil
        })
  }

  private static func isSameEntry(
    _ one: UnsafePointer<Element>, _ other: UnsafePointer<Element>, _ keyIdentity: ValueIdentity,
    _ valueIdentity: ValueIdentity
  ) -> Bool {
    withUnsafePointer(to: one.pointee.key) { oneKey in
      withUnsafePointer(to: other.pointee.key) { keyIdentity.functions.isSame(oneKey, $0) }
    }
      && withUnsafePointer(to: one.pointee.value) { oneValue in
        withUnsafePointer(to: other.pointee.value) { valueIdentity.functions.isSame(oneValue, $0) }
      }
  }
}
