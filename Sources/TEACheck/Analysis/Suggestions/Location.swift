internal import TEARuntime

/// The location of a value in the memory of a model or a view.
struct Location {
  var access: Access
  var type: Any.Type
  /// Finds the address of the value, given the address of the model or the view; returns `nil` where the value is absent.
  var locate: (UnsafeRawPointer) -> UnsafeRawPointer?
}

extension Location {
  /// At most 64 locations in a value of a type, on at most five levels. They are the value itself, the fields of structs and
  /// tuples, and the values of optionals that are not inside of another optional.
  ///
  /// Fields whose names ``isName(_:)`` refuses are left out, such as the storage of a property wrapper. The limits are for
  /// speed: each pair of locations may become a claim.
  static func all(of type: Any.Type, in root: Access = .root) -> [Location] {
    var locations: [Location] = []
    add(Location(access: root, type: type) { $0 }, to: &locations, depth: 0)
    return locations
  }

  private static func add(_ location: Location, to locations: inout [Location], depth: Int) {
    guard depth < 5, locations.count < 64 else { return }
    locations.append(location)
    let type = location.type
    guard TypeShape.isOfUser(type) || type is any ObservedOptional.Type else {
      // An element of a tuple without a label has a number for a name. The elements of an inline array have no names.
      for field in TypeShape.tupleElements(of: type) where isName(field.name) || Int(field.name) != nil {
        addField(field, of: location, to: &locations, depth)
      }
      return
    }
    if type is any ObservedOptional.Type, case .enumeration(let cases) = TypeShape(of: type),
      location.access.optional == nil,
      let payload = cases.lazy.compactMap(\.payload).first
    {
      let witnesses = ValueWitnesses(of: type)
      let inner = Location(access: location.access.unwrapped, type: payload) { root in
        // The case with the payload is the first one, and the payload has the address of the optional.
        guard let address = location.locate(root), witnesses.enumTag(of: address) == 0 else { return nil }
        return address
      }
      return add(inner, to: &locations, depth: depth + 1)
    }
    // A type with a raw value counts as one value, whatever its fields are.
    guard !(type is any RawRepresentable.Type) else { return }
    for field in fieldsOfUserStruct(type) ?? [] where isName(field.name) {
      addField(field, of: location, to: &locations, depth)
    }
  }

  /// The fields of a struct that the user declares; `nil` for another type, and where the fields are not all known.
  static func fieldsOfUserStruct(_ type: Any.Type) -> [TypeShape.Field]? {
    guard TypeShape.isOfUser(type), case .structure(let fields) = TypeShape(of: type), TypeShape.hasKnownFields(type)
    else { return nil }
    return fields
  }

  private static func addField(
    _ field: TypeShape.Field, of location: Location, to locations: inout [Location], _ depth: Int
  ) {
    let inner = Location(access: location.access.field(field.name), type: field.type) { root in
      location.locate(root).map { $0 + field.offset }
    }
    add(inner, to: &locations, depth: depth + 1)
  }

  /// Returns whether a name can follow a dot in Swift without backticks, and begins with neither an underscore nor `$`.
  static func isName(_ name: String) -> Bool {
    name.first.map { !$0.isNumber && $0 != "_" && $0 != "$" } ?? false
      && !["self", "init", "Type", "Protocol"].contains(name)
      && name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }
}

protocol ObservedOptional {}
extension Optional: ObservedOptional {}

protocol ObservedCollection<Element>: Collection {
  static func count(at address: UnsafeRawPointer) -> Int
}

extension ObservedCollection {
  static func count(at address: UnsafeRawPointer) -> Int { address.assumingMemoryBound(to: Self.self).pointee.count }
}

extension Array: ObservedCollection {}
extension Set: ObservedCollection {}
extension Dictionary: ObservedCollection {}
extension String: ObservedCollection {}

/// A collection whose elements are contiguous in memory.
protocol ObservedArray {
  static var element: Any.Type { get }
  /// - Parameter body: Receives the elements; `first` may be `nil` for an empty array, and `stride` is in bytes.
  static func withElements<Result>(
    at address: UnsafeRawPointer, _ body: (_ first: UnsafeRawPointer?, _ count: Int, _ stride: Int) -> Result
  ) -> Result
}

extension Array: ObservedArray {
  static var element: Any.Type { Element.self }

  static func withElements<Result>(
    at address: UnsafeRawPointer, _ body: (_ first: UnsafeRawPointer?, _ count: Int, _ stride: Int) -> Result
  ) -> Result {
    address.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer { elements in
      body(UnsafeRawPointer(elements.baseAddress), elements.count, MemoryLayout<Element>.stride)
    }
  }
}

/// Collections that find an element or a key by its hash.
protocol ObservedLookUp {
  static var key: Any.Type { get }
  static func lookUpExpression(_ collection: String, _ key: String) -> String
  static func contains(at address: UnsafeRawPointer, _ key: UnsafeRawPointer) -> Bool
}

extension Set: ObservedLookUp {
  static var key: Any.Type { Element.self }
  static func lookUpExpression(_ collection: String, _ key: String) -> String { "\(collection).contains(\(key))" }
  static func contains(at address: UnsafeRawPointer, _ key: UnsafeRawPointer) -> Bool {
    address.assumingMemoryBound(to: Self.self).pointee.contains(key.assumingMemoryBound(to: Element.self).pointee)
  }
}

extension Dictionary: ObservedLookUp {
  static var key: Any.Type { Key.self }
  static func lookUpExpression(_ collection: String, _ key: String) -> String { "\(collection).keys.contains(\(key))" }
  static func contains(at address: UnsafeRawPointer, _ key: UnsafeRawPointer) -> Bool {
    address.assumingMemoryBound(to: Self.self).pointee.keys.contains(key.assumingMemoryBound(to: Key.self).pointee)
  }
}
