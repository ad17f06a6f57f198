internal import TEASupport
internal import TEARuntime

extension Rules {
  /// Words on the object that may be the reason why two runs of `update` differ; empty where there is none.
  func adviceOnObject(in one: M.Model, _ other: M.Model) -> String {
    guard let path = objectInModel ?? Self.pathOfObject(in: one) else { return "" }
    var comparison = ObjectComparison()
    comparison.compare(one, other)
    if !comparison.hasOtherDifference, let object = comparison.objectMadeAnew {
      return
        "; update makes a new \(object.type)\(Self.place(object.path)) each time, and \(object.type) is compared by identity, "
        + "so no two runs are equal: give \(object.type) an == of what it holds, or keep a value in its place"
    }
    return Self.advice(onObjectAt: path)
  }

  /// Words on an object in the model of a start; empty where there is none.
  var adviceOnObjectAtStart: String { objectInModel.map(Self.advice(onObjectAt:)) ?? "" }

  private static func advice(onObjectAt path: String) -> String {
    "; the model holds an object\(place(path)), and an update that changes it in place, in these steps or in others, changes "
      + "all earlier models: let update copy the object first, or make it a struct"
  }

  /// The path to an object that the model's type has; empty where only the model itself shows that it holds one.
  static func pathOfObject(in model: M.Model) -> String? {
    let contents = TypeContents.of(M.Model.self)
    if contents.pathToObject != nil || !contents.mayHoldAnything { return contents.pathToObject }
    let types = withUnsafePointer(to: model) { ValueIdentity.of(M.Model.self).dynamicTypes(in: $0) }
    return types.contains { TypeContents.of($0).pathToObject != nil } ? "" : nil
  }

  private static func place(_ path: String) -> String { path.isEmpty ? "" : " at \(path)" }
}

/// Compares two values part by part, to find objects that differ by their identity alone.
private struct ObjectComparison {
  /// The first two objects that hold the same but are not equal: the fields that lead to them, and the name of their class;
  /// `nil` before any were found.
  private(set) var objectMadeAnew: (path: String, type: String)?
  /// The values differ in something besides the identity of objects.
  private(set) var hasOtherDifference = false
  private var path: [String] = []

  /// Parts with a longer path count as different, because objects may refer to each other in a circle.
  private static var maxDepth: Int { 32 }

  mutating func compare(_ one: Any, _ other: Any) {
    if hasOtherDifference || areEqual(one, other) == true { return }
    let (mirror, otherMirror) = (Mirror(reflecting: one), Mirror(reflecting: other))
    let isObject = mirror.displayStyle == .class
    guard path.count < Self.maxDepth, mirror.subjectType == otherMirror.subjectType,
      !isObject || one as AnyObject !== other as AnyObject,
      !mirror.children.isEmpty || isObject && mirror.superclassMirror != nil || literal(one) == literal(other)
    else { return hasOtherDifference = true }
    compareParts(mirror, otherMirror)
    if isObject, !hasOtherDifference, objectMadeAnew == nil {
      objectMadeAnew = (path.joined(separator: "."), shortName(of: mirror.subjectType))
    }
  }

  private mutating func compareParts(_ mirror: Mirror, _ otherMirror: Mirror) {
    let (parts, otherParts) = (Array(mirror.children), Array(otherMirror.children))
    guard parts.map(\.label) == otherParts.map(\.label) else { return hasOtherDifference = true }
    for (part, otherPart) in zip(parts, otherParts) {
      let names = mirror.displayStyle == .optional ? [] : part.label.map { [$0] } ?? []
      path += names
      compare(part.value, otherPart.value)
      path.removeLast(names.count)
    }
    if let superclass = mirror.superclassMirror, let otherSuperclass = otherMirror.superclassMirror {
      compareParts(superclass, otherSuperclass)
    }
  }
}
