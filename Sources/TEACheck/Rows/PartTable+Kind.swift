internal import TEASupport

extension PartTable {
  /// The elements of an array or a set, or the keys or the values of a dictionary. Sizes are in bytes.
  struct Elements {
    /// Unmanaged, so that writing a value counts no references; the table releases it.
    let layout: Unmanaged<RowLayout>
    var size: Int
    var stride: Int
    /// The offset of the first element in the storage of an array: after a header of 32 bytes, and aligned.
    var offset = 32

    init<Element>(_ type: Element.Type, _ tables: PartTables) {
      layout = .passRetained(RowLayoutMaker.layout(of: type, tables))
      (size, stride) = (MemoryLayout<Element>.size, MemoryLayout<Element>.stride)
      offset = (32 + MemoryLayout<Element>.alignment - 1) & ~(MemoryLayout<Element>.alignment - 1)
    }
  }

  /// The structure of the values, on which their contents depend.
  enum Kind {
    case text
    case array(Elements)
    /// An array of plain memory without gaps, with the stride of its elements in bytes.
    case solidArray(Int)
    case hashTable(keys: Elements, values: Elements?)
    /// A value whose content is one row: a whole model, command or message, or an enum with indirect cases.
    case row(Unmanaged<RowLayout>)
    /// A value that is compared in one piece, and has no content.
    case value(Unmanaged<Shared<PartIdentity>>)
    /// A content that the caller writes, with or without a value.
    case content

    static func row(_ layout: RowLayout) -> Kind { .row(.passRetained(layout)) }
    static func value(_ identity: PartIdentity) -> Kind { .value(.passRetained(Shared(identity))) }

    func release() {
      switch self {
      case .array(let elements): elements.layout.release()
      case .hashTable(let keys, let values):
        keys.layout.release()
        values?.layout.release()
      case .row(let layout): layout.release()
      case .value(let identity): identity.release()
      case .text, .solidArray, .content: break
      }
    }
  }
}
