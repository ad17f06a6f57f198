internal import TEARuntime

/// The location of a value in the memory of a model, with its type.
struct Place {
  var access: Access
  var type: Any.Type
  /// Finds the address of the value in a model, or `nil` where the value is not there.
  var locate: (UnsafeRawPointer) -> UnsafeRawPointer?
}

extension Place {
  /// All places of a type: itself, the fields of structs and tuples, the values of optionals.
  ///
  /// Fields that nobody can write are left out: those that the compiler made, and those with names that begin with an
  /// underscore, as the storage of a property wrapper does.
  ///
  /// - Parameter root: Reads the value that they are all in.
  static func all(of type: Any.Type, in root: Access = .root) -> [Place] {
    var places: [Place] = []
    add(Place(access: root, type: type) { $0 }, to: &places, depth: 0)
    return places
  }

  private static func add(_ place: Place, to places: inout [Place], depth: Int) {
    guard depth < 5, places.count < 64 else { return }
    places.append(place)
    let type = place.type
    guard TypeShape.isOfUser(type) || type is any ObservedOptional.Type else {
      if case .tuple(let fields) = TypeShape(of: type), depth > 0 || !fields.isEmpty {
        for field in fields { addField(field, of: place, to: &places, depth) }
      }
      return
    }
    if type is any ObservedOptional.Type, case .enumeration(let cases) = TypeShape(of: type),
      place.access.optional == nil,
      let payload = cases.lazy.compactMap(\.payload).first
    {
      let witnesses = ValueWitnesses(of: type)
      let inner = Place(access: place.access.unwrapped, type: payload) { root in
        // The case with the payload is the first one, and the payload stands where the optional does.
        guard let place = place.locate(root), witnesses.enumTag(of: place) == 0 else { return nil }
        return place
      }
      return add(inner, to: &places, depth: depth + 1)
    }
    // What has a raw value is one value, whatever it is made of.
    guard !(type is any RawRepresentable.Type), case .structure(let fields) = TypeShape(of: type),
      TypeShape.isKnown(type)
    else { return }
    for field in fields { addField(field, of: place, to: &places, depth) }
  }

  private static func addField(_ field: TypeShape.Field, of place: Place, to places: inout [Place], _ depth: Int) {
    guard isName(field.name) else { return }
    let inner = Place(access: place.access.field(field.name), type: field.type) { root in
      place.locate(root).map { $0 + field.offset }
    }
    add(inner, to: &places, depth: depth + 1)
  }

  static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("_") && !name.hasPrefix("$")
      && !["self", "init", "Type", "Protocol"].contains(name)
      && name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }
}

/// Optionals, whatever they hold.
protocol ObservedOptional {}
extension Optional: ObservedOptional {}

/// Collections whose elements can be counted and looked for.
protocol ObservedCollection<Element>: Collection {
  static func count(at place: UnsafeRawPointer) -> Int
}

extension ObservedCollection {
  static func count(at place: UnsafeRawPointer) -> Int { place.assumingMemoryBound(to: Self.self).pointee.count }
}

extension Array: ObservedCollection {}
extension Set: ObservedCollection {}
extension Dictionary: ObservedCollection {}
extension String: ObservedCollection {}

/// Arrays, whose elements stand one after the other.
protocol ObservedArray {
  static var element: Any.Type { get }
  static func withElements<Result>(
    at place: UnsafeRawPointer, _ body: (_ first: UnsafeRawPointer?, _ count: Int, _ stride: Int) -> Result
  ) -> Result
}

extension Array: ObservedArray {
  static var element: Any.Type { Element.self }

  static func withElements<Result>(
    at place: UnsafeRawPointer, _ body: (_ first: UnsafeRawPointer?, _ count: Int, _ stride: Int) -> Result
  ) -> Result {
    place.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer { elements in
      body(UnsafeRawPointer(elements.baseAddress), elements.count, MemoryLayout<Element>.stride)
    }
  }
}

/// Collections that are asked for one element by its hash.
protocol ObservedLookUp {
  static var key: Any.Type { get }
  /// The Swift that asks it.
  static func swift(_ collection: String, _ key: String) -> String
  static func contains(at place: UnsafeRawPointer, _ key: UnsafeRawPointer) -> Bool
}

extension Set: ObservedLookUp {
  static var key: Any.Type { Element.self }
  static func swift(_ collection: String, _ key: String) -> String { "\(collection).contains(\(key))" }
  static func contains(at place: UnsafeRawPointer, _ key: UnsafeRawPointer) -> Bool {
    place.assumingMemoryBound(to: Self.self).pointee.contains(key.assumingMemoryBound(to: Element.self).pointee)
  }
}

extension Dictionary: ObservedLookUp {
  static var key: Any.Type { Key.self }
  static func swift(_ collection: String, _ key: String) -> String { "\(collection).keys.contains(\(key))" }
  static func contains(at place: UnsafeRawPointer, _ key: UnsafeRawPointer) -> Bool {
    place.assumingMemoryBound(to: Self.self).pointee.keys.contains(key.assumingMemoryBound(to: Key.self).pointee)
  }
}
