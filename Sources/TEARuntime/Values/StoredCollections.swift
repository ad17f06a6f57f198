extension Array: StoredCollection {
  static func functions(_ maker: inout IdentityMaker, _ identity: ValueIdentity) -> ValueIdentity.Functions {
    let elementIdentity = maker.identity(of: Element.self)
    identity.isCheap = elementIdentity.isCheap
    return elementwiseFunctions(
      elementIdentity, NativeArray.hasKnownLayout ? .native(of: Element.self) : ElementReader(of: Self.self))
  }
}

extension ContiguousArray: StoredCollection {
  static func functions(_ maker: inout IdentityMaker, _ identity: ValueIdentity) -> ValueIdentity.Functions {
    let elementIdentity = maker.identity(of: Element.self)
    identity.isCheap = elementIdentity.isCheap
    return elementwiseFunctions(elementIdentity, .native(of: Element.self))
  }
}

extension ArraySlice: StoredCollection {
  /// Compares the first index of a slice as well, because code may depend on indices.
  static func functions(_ maker: inout IdentityMaker, _ identity: ValueIdentity) -> ValueIdentity.Functions {
    let elementIdentity = maker.identity(of: Element.self)
    identity.isCheap = elementIdentity.isCheap
    var functions = elementwiseFunctions(elementIdentity, ElementReader(of: Self.self))
    let (haveSameElements, hashElements) = (functions.isSame, functions.hash)
    func startIndex(_ memory: UnsafeRawPointer) -> Int {
      memory.assumingMemoryBound(to: ArraySlice<Element>.self).pointee.startIndex
    }
    functions.isSame = { startIndex($0) == startIndex($1) && haveSameElements($0, $1) }
    functions.hash = { value, hasher in
      hasher.combine(startIndex(value))
      hashElements(value, &hasher)
    }
    return functions
  }
}

/// Reads the elements of a collection in memory as bytes, so that the caller need not know the type of the elements.
struct ElementReader {
  struct Elements {
    /// `nil` only where `count` is 0.
    var start: UnsafeRawPointer?
    var count: Int
  }

  let stride: Int
  let read: (_ collection: UnsafeRawPointer, (Elements) -> Void) -> Void

  /// Reads a collection in place, or a copy of its elements where it has no contiguous storage.
  init<Collected: Collection>(of type: Collected.Type) {
    stride = MemoryLayout<Collected.Element>.stride
    read = { memory, body in
      let collection = memory.assumingMemoryBound(to: type)
      func pass(_ elements: UnsafeBufferPointer<Collected.Element>) {
        body(Elements(start: elements.baseAddress.map { UnsafeRawPointer($0) }, count: elements.count))
      }
      if collection.pointee.withContiguousStorageIfAvailable(pass) == nil {
        // Not by `ContiguousArray(_:)`, which traps where a user's collection miscounts its elements.
        collection.pointee.reduce(into: ContiguousArray()) { $0.append($1) }.withUnsafeBufferPointer(pass)
      }
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

func elementwiseFunctions(_ elementIdentity: ValueIdentity, _ reader: ElementReader) -> ValueIdentity.Functions {
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
    findIncomparable: elementIdentity.mayHoldIncomparable
      ? { value in
        var foundPart: IncomparableValue?
        read(value) { elements in
          guard elements.count > 0, let start = elements.start else { return }
          for index in 0..<elements.count where foundPart == nil {
            foundPart = elementIdentity.functions.findIncomparable?(start + index * stride)?.inside("[\(index)]")
          }
        }
        return foundPart
      } : nil)
}

/// A set or a dictionary of the standard library.
private protocol HashedCollection: StoredCollection, Collection {
  associatedtype HashedKey
  /// The type of the values; `nil` for a set.
  static var valueType: Any.Type? { get }
  /// Passes the key and the value of an element; the element of a set stands for its value as well.
  static func withParts<Result>(
    of element: Element, _ body: (UnsafePointer<HashedKey>, UnsafeRawPointer) -> Result
  ) -> Result
  /// The index of the element with the same key, by the `==` of the keys.
  func index(sharingKeyWith element: Element) -> Index?
}

extension Set: HashedCollection {
  fileprivate typealias HashedKey = Element
  fileprivate static var valueType: Any.Type? { nil }
  fileprivate static func withParts<Result>(
    of element: Element, _ body: (UnsafePointer<Element>, UnsafeRawPointer) -> Result
  ) -> Result {
    withUnsafePointer(to: element) { body($0, $0) }
  }
  fileprivate func index(sharingKeyWith element: Element) -> Index? { firstIndex(of: element) }
}

extension Dictionary: HashedCollection {
  fileprivate typealias HashedKey = Key
  fileprivate static var valueType: Any.Type? { Value.self }
  fileprivate static func withParts<Result>(
    of element: Element, _ body: (UnsafePointer<Key>, UnsafeRawPointer) -> Result
  ) -> Result {
    withUnsafePointer(to: element.key) { key in withUnsafePointer(to: element.value) { body(key, $0) } }
  }
  fileprivate func index(sharingKeyWith element: Element) -> Index? { index(forKey: element.key) }
}

extension HashedCollection {
  static func functions(_ maker: inout IdentityMaker, _ identity: ValueIdentity) -> ValueIdentity.Functions {
    let keyIdentity = maker.identity(of: HashedKey.self)
    let valueIdentity = valueType.map { maker.identity(of: $0) }
    func read(_ memory: UnsafeRawPointer) -> Self { memory.assumingMemoryBound(to: Self.self).pointee }
    let isNative = NativeArray.hasKnownLayout && NativeHashTable.hasKnownLayout
    let (keyStride, valueStride) = (MemoryLayout<HashedKey>.stride, valueType.map { ValueWitnesses(of: $0).stride })
    func table(at memory: UnsafeRawPointer) -> NativeHashTable {
      NativeHashTable(NativeStorage.of(memory), keyStride: keyStride, valueStride: valueStride)
    }
    return .init(
      isSame: { one, other in
        if isNative,
          let isSame = table(at: one).isSame(
            as: table(at: other), hasDistinctKeys: !keyIdentity.mayDifferFromItself, keyIdentity.functions.isSame,
            valueIdentity?.functions.isSame ?? { _, _ in true })
        {
          return isSame
        }
        let (one, other) = (read(one), read(other))
        guard one.count == other.count else { return false }
        func areSame(_ one: Element, _ other: Element) -> Bool {
          withParts(of: one) { oneKey, oneValue in
            withParts(of: other) { key, value in
              keyIdentity.functions.isSame(oneKey, key) && valueIdentity?.functions.isSame(oneValue, value) ?? true
            }
          }
        }
        let areFoundByKeys = one.allSatisfy { element in
          other.index(sharingKeyWith: element).map { areSame(element, other[$0]) } ?? false
        }
        // A key that is unequal to itself, as a NaN is, cannot be looked up.
        return areFoundByKeys
          || keyIdentity.mayDifferFromItself && IdentityMaker.areSameInAnyOrder(one, other, areSame)
      },
      hash: { memory, hasher in
        var sum: UInt64 = 0
        var count = 0
        let (hashKey, hashValue) = (keyIdentity.functions.hash, valueIdentity?.functions.hash)
        func add(_ key: UnsafeRawPointer, _ value: @autoclosure () -> UnsafeRawPointer) {
          sum &+= hasher.hashOfElement {
            hashKey(key, &$0)
            hashValue?(value(), &$0)
          }
          count += 1
        }
        if isNative {
          // Entries are hashed in place: copies would count references, and make threads wait for each other.
          let table = table(at: memory)
          table.forEachBucket { add(table.key($0), table.value($0)) }
        } else {
          for element in read(memory) { withParts(of: element) { add($0, $1) } }
        }
        hasher.combine(count)
        hasher.combine(sum)
      },
      isEqualToItself: keyIdentity.mayDifferFromItself || valueIdentity?.mayDifferFromItself ?? false
        ? { memory in
          read(memory).allSatisfy { element in
            withParts(of: element) { keyIdentity.isEqualToItself($0) && valueIdentity?.isEqualToItself($1) ?? true }
          }
        } : nil,
      findIncomparable: keyIdentity.mayHoldIncomparable || valueIdentity?.mayHoldIncomparable ?? false
        ? { memory in
          for element in read(memory) {
            let foundPart = withParts(of: element) { key, value in
              let found = keyIdentity.firstIncomparable(in: key) ?? valueIdentity?.firstIncomparable(in: value)
              return valueIdentity == nil ? found : found?.inside("[\(literal(key.pointee))]")
            }
            if let foundPart { return foundPart }
          }
          return nil
        } : nil)
  }
}
