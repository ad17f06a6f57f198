/// A collection of the standard library, compared element by element.
protocol StoredCollection {
  /// The functions of this type's `identity`; may also set other properties of `identity`.
  static func functions(_ maker: inout IdentityMaker, _ identity: ValueIdentity) -> ValueIdentity.Functions
}

/// A text, a character or a view of a text, compared by code units, because equal characters may have several encodings.
protocol StoredText {
  static var functions: ValueIdentity.Functions { get }
}

extension TypeShape {
  package static func isText(_ type: Any.Type) -> Bool {
    isStruct(type) && !isOfUser(type) && type is any StoredText.Type
  }
}

/// A struct of the standard library, compared by its fields.
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
  /// Compares the base text and the offset in it as well, because code may read them.
  static var functions: ValueIdentity.Functions {
    let (substringFunctions, baseFunctions) = (textFunctions(of: Substring.self), String.functions)
    func offset(_ text: Substring) -> Int { text.base.utf8.distance(from: text.base.startIndex, to: text.startIndex) }
    return .init(
      isSame: { one, other in
        guard substringFunctions.isSame(one, other) else { return false }
        let (one, other) = (
          one.assumingMemoryBound(to: Substring.self).pointee, other.assumingMemoryBound(to: Substring.self).pointee
        )
        return offset(one) == offset(other)
          && withUnsafePointer(to: one.base) { one in
            withUnsafePointer(to: other.base) { baseFunctions.isSame(one, $0) }
          }
      },
      hash: { value, hasher in
        let text = value.assumingMemoryBound(to: Substring.self).pointee
        hasher.combine(offset(text))
        hasher.combine(text.base.utf8.count)
        substringFunctions.hash(value, &hasher)
        // Few substrings differ only in the rest of their base. So the base is hashed only for a fingerprint, after which
        // no comparison follows.
        if hasher.isFingerprint { withUnsafePointer(to: text.base) { baseFunctions.hash($0, &hasher) } }
      })
  }
}

/// A character or a view of a text, compared as the text that it shows.
private protocol StoredTextView: StoredText {
  associatedtype Text: StoredText
  var viewedText: Text { get }
}

extension StoredTextView {
  static var functions: ValueIdentity.Functions {
    let functions = Text.functions
    func withViewedText<Result>(_ memory: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Result) -> Result {
      withUnsafePointer(to: memory.assumingMemoryBound(to: Self.self).pointee.viewedText) { body($0) }
    }
    return .init(
      isSame: { one, other in withViewedText(one) { one in withViewedText(other) { functions.isSame(one, $0) } } },
      hash: { value, hasher in withViewedText(value) { functions.hash($0, &hasher) } })
  }
}

extension Character: StoredTextView { fileprivate var viewedText: String { String(self) } }
extension String.UTF8View: StoredTextView { fileprivate var viewedText: String { String(self) } }
extension String.UTF16View: StoredTextView { fileprivate var viewedText: String { String(self) } }
extension String.UnicodeScalarView: StoredTextView { fileprivate var viewedText: String { String(self) } }
extension Substring.UTF8View: StoredTextView { fileprivate var viewedText: Substring { Substring(self) } }
extension Substring.UTF16View: StoredTextView { fileprivate var viewedText: Substring { Substring(self) } }
extension Substring.UnicodeScalarView: StoredTextView { fileprivate var viewedText: Substring { Substring(self) } }

private func textFunctions<Text: StringProtocol>(of type: Text.Type) -> ValueIdentity.Functions {
  .init(
    isSame: { one, other in
      let (one, other) = (one.assumingMemoryBound(to: Text.self), other.assumingMemoryBound(to: Text.self))
      // `nil` where one of the texts has no contiguous storage.
      let isSame = one.pointee.utf8.withContiguousStorageIfAvailable { bytes in
        other.pointee.utf8.withContiguousStorageIfAvailable { otherBytes in
          guard bytes.count == otherBytes.count, let oneStart = bytes.baseAddress,
            let otherStart = otherBytes.baseAddress
          else { return bytes.count == otherBytes.count }
          return oneStart == otherStart || haveSameBytes(oneStart, otherStart, count: bytes.count)
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
