internal import TEAGenerators
internal import Synchronization
internal import TEARuntime

/// The objects, functions and incomparable parts that values of a type can have.
///
/// They follow from the type alone. Where a type may hold anything, each value must be searched as well. A path names fields
/// and cases, and is `nil` where nothing was found.
struct TypeContents {
  /// The path to the first object or pointer.
  private(set) var pathToObject: String?
  /// The path to the first function.
  private(set) var pathToFunction: String?
  /// The path to the first key path. It never changes, but the arguments that it has captured are compared by their own `==`.
  private(set) var pathToKeyPath: String?
  /// The path to the first C structure with bytes that may be padding or bit-fields.
  private(set) var pathToUnclearBytes: String?
  /// The path to the first part that is compared by an `==` without a hash.
  private(set) var pathToUnhashed: String?
  /// The path to the first part that is compared by an `==` without a hash, and is not hashed by its content either. All values
  /// of this part have one hash.
  private(set) var pathToConstantlyHashed: String?
  /// The path to the first part whose hash leaves out some of what its `==` compares.
  private(set) var pathToHashedInPart: String?
  /// Some part is hashed by its own `hash(into:)`, and not by what it stores.
  private(set) var hashesItself = false
  /// Some part is stored as an address, which differs from process to process: a type, or a constant text of the program.
  private(set) var holdsAddress = false
  /// Some part may be of any type, or not all types of parts were searched because there are too many.
  private(set) var mayHoldAnything = false
  /// Some part is of a view type of the library, and may have text fields.
  private(set) var mayHoldTextFields = false
  /// Some part may be incomparable, and at most the `==` of the whole type compares it: see ``ValueIdentity``.
  private(set) var mayHoldIncomparable = false

  /// While a value is retained, its memory and all that it refers to stay the same. Types with bytes that may be bit-fields are
  /// left out, because a comparison would miss their change.
  var isConstant: Bool { isConstantAsFarAsKnown && !mayHoldAnything && !mayHoldIncomparable }
  /// As ``isConstant``, apart from parts that may be of any type and from incomparable parts.
  var isConstantAsFarAsKnown: Bool {
    pathToObject == nil && pathToFunction == nil && pathToUnclearBytes == nil && seenTypeCount < Self.maxTypes
  }

  /// A value's hash takes in all by which values are compared: unequal values have equal hashes only by a collision.
  var isHashedByContent: Bool { isHashedByContentAsFarAsKnown && !mayHoldAnything && !mayHoldIncomparable }
  /// As ``isHashedByContent``, apart from parts that may be of any type and from incomparable parts.
  var isHashedByContentAsFarAsKnown: Bool {
    !hashesItself && pathToUnhashed == nil && pathToHashedInPart == nil && seenTypeCount < Self.maxTypes
  }

  /// The row of a value stores all of its bits but padding: no part is ignored in comparison or may be a bit-field.
  static func storesAllBitsInRows(_ type: Any.Type) -> Bool {
    of(type).pathToUnclearBytes == nil && !TypeShape.mayHoldIgnored(type)
  }

  private var seenTypes: Set<ObjectIdentifier> = []
  /// The number of types that were searched; the cache keeps this number, and not `seenTypes`.
  private var seenTypeCount = 0

  /// The largest number of types that are searched; a generic type may contain ever larger instances of itself.
  private static var maxTypes: Int { 2_000 }

  private static let cache = Mutex<[ObjectIdentifier: TypeContents]>([:])

  /// The contents of the values of a type; cached, because a search asks again for each value that an existential holds.
  static func of(_ type: Any.Type) -> TypeContents {
    if let contents = cache.withLock({ $0[ObjectIdentifier(type)] }) { return contents }
    let contents = TypeContents(of: type, isOfStyle: false)
    cache.withLock { $0[ObjectIdentifier(type)] = contents }
    return contents
  }

  /// The contents of the model of the program that is checked. Programs in another style keep their own functions in the model,
  /// in types of a module named `…Style`; these functions are not counted.
  static func ofModel(_ type: Any.Type) -> TypeContents {
    TypeContents(of: type, isOfStyle: TypeShape.moduleName(of: type)?.hasSuffix("Style") == true)
  }

  private init(of type: Any.Type, isOfStyle: Bool) {
    add(type, at: "", isOfStyle: isOfStyle)
    let identity = ValueIdentity.of(type)
    mayHoldIncomparable = identity.mayHoldIncomparable || identity.requiresEquality
    // Values that stand alone must be equal by their `==` where they may hold incomparable parts.
    if mayHoldIncomparable { addEquality(type, at: "", isHashedByContent: true) }
    (seenTypeCount, seenTypes) = (seenTypes.count, [])
  }

  /// - Parameters:
  ///   - isPrivate: The part is in a private field of a system type: its path is that of this type.
  ///   - isOfStyle: The type is the model of a program in another style, or on the way from it to the style's own functions,
  ///     which are not counted.
  private mutating func add(_ type: Any.Type, at path: String, isPrivate: Bool = false, isOfStyle: Bool = false) {
    if TypeShape.isIntegerOrBool(type) || TypeShape.isText(type) { return }
    if TypeShape.isIgnoredInComparison(type) {
      if !isOfStyle, pathToFunction == nil { pathToFunction = path }
      return
    }
    // A type on the way to the style's functions is not marked as seen: elsewhere in the model, its functions count.
    guard isOfStyle || seenTypes.insert(ObjectIdentifier(type)).inserted else { return }
    guard seenTypes.count < Self.maxTypes else {
      mayHoldAnything = true
      return
    }
    if type is any FieldHolding.Type { mayHoldTextFields = true }
    // A value of Foundation that is not plain memory may keep an object that hashes itself.
    if ValueIdentity.of(type).hashesItself || ValueIdentity.of(type).mask == nil && Self.isFoundationValue(type) {
      hashesItself = true
    }
    // Only structures of the system can be pointers or standard collections, and the search for a missing conformance is slow.
    if TypeShape.isStruct(type), !TypeShape.isOfUser(type) {
      let isPointer = type is any _Pointer.Type || type is OpaquePointer.Type
      if isPointer, pathToObject == nil { pathToObject = path }
      if isPointer || type == ObjectIdentifier.self || type == StaticString.self { holdsAddress = true }
      if let elementTypes = elementTypes(ofCollection: type) {
        for elementType in elementTypes {
          self.add(elementType, at: isPrivate ? path : path + "[…]", isPrivate: isPrivate)
        }
        return
      }
    }
    if ValueIdentity.of(type).isMadeOfElements, let collection = type as? any Collection.Type {
      // The object that keeps the elements does not count: a collection copies a shared one before a change.
      return self.add(Self.element(of: collection), at: isPrivate ? path : path + "[…]", isPrivate: isPrivate)
    }
    if ValueIdentity.of(type).requiresEquality {
      addEquality(type, at: path, isHashedByContent: type is any RandomAccessCollection.Type)
    }
    func add(_ part: Any.Type, named name: String, isOfStyle: Bool = false) {
      let isPrivate = isPrivate || name.hasPrefix("_") && TypeShape.isOfSystem(type)
      self.add(part, at: isPrivate ? path : Self.join(path, name), isPrivate: isPrivate, isOfStyle: isOfStyle)
    }
    switch TypeShape(of: type) {
    case .structure(let fields):
      if Self.isFoundationValue(type) { return }
      guard TypeShape.hasKnownFields(type), !Self.isComparedByEquality(type) else { return addWhole(type, at: path) }
      if pathToUnclearBytes == nil, TypeShape.unnamedBytes(of: type, fields).contains(where: \.mayBePadding) {
        pathToUnclearBytes = path
      }
      let hasFunctions = isOfStyle && fields.contains { TypeShape.isIgnoredInComparison($0.type) }
      for field in fields {
        let isOfStyle =
          isOfStyle && TypeShape.moduleName(of: field.type) == TypeShape.moduleName(of: type)
          && (!hasFunctions || TypeShape.isIgnoredInComparison(field.type))
        add(field.type, named: field.name, isOfStyle: isOfStyle)
      }
    case .tuple(let parts): for part in parts { add(part.type, named: part.name) }
    case .enumeration(let cases):
      if Self.isFoundationValue(type) { return }
      if !TypeShape.hasKnownCases(type) { return addWhole(type, at: path) }
      let hasPayload = cases.contains { $0.payload != nil }
      if hasPayload, Self.isComparedByEquality(type) { return addWhole(type, at: path) }
      for enumCase in cases {
        guard let payload = enumCase.payload else { continue }
        // The payload of an optional has the path of the optional.
        if enumCase.name == "some", TypeShape.moduleName(of: type) == "Swift" {
          self.add(payload, at: path, isPrivate: isPrivate)
        } else {
          add(payload, named: enumCase.name)
        }
      }
    case .other: addOther(type, at: path, isPrivate)
    }
  }

  private mutating func addOther(_ type: Any.Type, at path: String, _ isPrivate: Bool) {
    switch MetadataKind.of(type) {
    case MetadataKind.function: if pathToFunction == nil { pathToFunction = path }
    case MetadataKind.existential, MetadataKind.constrainedExistential: mayHoldAnything = true
    case MetadataKind.metatype, MetadataKind.existentialMetatype: holdsAddress = true
    case MetadataKind.fixedArray:
      if let (element, _) = TypeShape.elementsOfFixedArray(type) { add(element, at: path, isPrivate: isPrivate) }
    default:
      if type is AnyKeyPath.Type { pathToKeyPath = pathToKeyPath ?? path } else { addWhole(type, at: path) }
    }
  }

  /// Adds a type that is not taken apart: its fields or cases are unknown, or its own `==` compares it. It counts as an object,
  /// unless it is plain memory.
  private mutating func addWhole(_ type: Any.Type, at path: String) {
    func isPlain<Value>(_ type: Value.Type) -> Bool { _isPOD(type) }
    if _openExistential(type, do: isPlain) { return }
    if pathToObject == nil { pathToObject = path }
    let identity = ValueIdentity.of(type)
    if pathToHashedInPart == nil, identity.isHashedInPart { pathToHashedInPart = path }
    // An incomparable type, such as `ManagedBufferPointer`, is compared by the `==` of a type around it, and never by its own.
    if !identity.mayHoldIncomparable { addEquality(type, at: path) }
  }

  private mutating func addEquality(_ type: Any.Type, at path: String, isHashedByContent: Bool = false) {
    guard type is any Equatable.Type, !(type is any Hashable.Type) else { return }
    if pathToUnhashed == nil { pathToUnhashed = path }
    if pathToConstantlyHashed == nil, !isHashedByContent { pathToConstantlyHashed = path }
  }

  private static func element<Elements: Collection>(of type: Elements.Type) -> Any.Type { Elements.Element.self }

  /// Returns whether the type is one of Foundation whose `==` compares all that its values hold. Objects in these values never
  /// change.
  static func isFoundationValue(_ type: Any.Type) -> Bool {
    guard TypeShape.isOfSystem(type), TypeShape.moduleName(of: type) != "Swift", type is any Equatable.Type else {
      return false
    }
    let name = String(reflecting: type)
    guard let point = name.firstIndex(of: ".") else { return false }
    let ownName = name[point...].dropFirst()
    // The units of Foundation are objects that never change.
    return foundationValues.contains(String(ownName)) || ownName.hasPrefix("Measurement<Foundation.")
  }

  /// Returns whether values of a system type are compared by their own `==`, which may leave something out.
  private static func isComparedByEquality(_ type: Any.Type) -> Bool {
    let identity = ValueIdentity.of(type)
    return TypeShape.isOfSystem(type) && !identity.isMadeOfParts && identity.mask == nil
  }

  /// The types of Foundation whose `==` compares all that their values hold. Other types do not belong here: an
  /// `AttributedString` or an error may hold any value, and the `==` of a `URLRequest` leaves something out.
  private static let foundationValues: Set<String> = [
    "Calendar", "CharacterSet", "Data", "Date", "DateComponents", "DateInterval", "Decimal", "IndexPath", "IndexSet",
    "Locale", "Notification.Name", "PersonNameComponents", "TimeZone", "URL", "URLComponents", "URLQueryItem", "UUID",
  ]

  private static func join(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}
