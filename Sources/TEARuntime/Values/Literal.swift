internal import Synchronization
internal import TEAText

/// A value as one line of Swift-like text: `typed("a")`, `Model(count: 1)`, `["a": 1]`.
///
/// Sets and dictionaries are sorted by text, because their order differs from run to run. A type's own `description` is
/// used and escaped, so that no value can break the line or control a terminal.
package func literal(_ value: Any) -> String {
  var text = ""
  write(value, to: &text, at: WritingContext())
  return text
}

/// A message or a command as text: like ``literal(_:)``, but an enum with a `description` is written by case and payload.
///
/// The descriptions of the payload and its parts are still used.
package func caseLiteral(_ value: Any) -> String {
  var text = ""
  write(value, to: &text, at: WritingContext(ignoresDescription: true))
  return text
}

/// A value as text that can be read back: like ``caseLiteral(_:)``, but the parts are written by structure as well.
///
/// A `description` is used only for classes, for types of the standard library and of Foundation, and for structs whose
/// mirror does not have their fields.
package func structuralLiteral(_ value: Any) -> String {
  var text = ""
  write(value, to: &text, at: WritingContext(ignoresDescription: true, isStructural: true))
  return text
}

/// Collects the texts that `description` gave. They are free text, so their words are not taken for names of the program.
package final class DescriptionLog: Sendable {
  /// The log for the values that are being written; `nil` for none.
  @TaskLocal package static var current: DescriptionLog?

  private let contents = Mutex<(texts: Set<String>, types: Set<String>)>(([], []))

  package init() {}

  package var texts: Set<String> { contents.withLock { $0.texts } }
  /// The names of the program's types that were written by their `description`, which may leave something out.
  package var types: Set<String> { contents.withLock { $0.types } }

  fileprivate func note(_ text: String, of value: Any) {
    guard !(value is any Numeric), !(value is Bool) else { return }
    let type = type(of: value)
    contents.withLock {
      if text.contains(where: \.isLetter) { $0.texts.insert(text) }
      if TypeShape.isOfUser(type) { $0.types.insert(shortName(of: type)) }
    }
  }
}

private struct WritingContext {
  var depth = 0
  var ignoresDescription = false
  /// `true` if the descriptions of the parts are ignored as well.
  var isStructural = false
  /// The objects around the value. An object inside of itself is written as `…`.
  var objects: [ObjectIdentifier] = []

  var inside: WritingContext {
    WritingContext(depth: depth + 1, ignoresDescription: isStructural, isStructural: isStructural, objects: objects)
  }

  /// The depth from which values are written as `…`, to bound endless structures.
  var depthLimit: Int { isStructural ? 100 : 24 }
}

private protocol BoundedRange {
  var bounds: (lower: Any, sign: String, upper: Any) { get }
}

extension Range: BoundedRange {
  fileprivate var bounds: (lower: Any, sign: String, upper: Any) { (lowerBound, "..<", upperBound) }
}

extension ClosedRange: BoundedRange {
  fileprivate var bounds: (lower: Any, sign: String, upper: Any) { (lowerBound, "...", upperBound) }
}

/// An `InlineArray`, which is written by its elements, because its mirror does not have them.
package protocol InlineElements {
  var elements: [Any] { get }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: InlineElements where Element: Copyable {
  package var elements: [Any] { indices.map { self[$0] } }
}

private func write(_ value: Any, to text: inout String, at context: WritingContext) {
  guard context.depth < context.depthLimit else {
    text += "…"
    return
  }
  switch value {
  case let string as String: text += quoted(string)
  case let substring as Substring: text += quoted(String(substring))
  case let character as Character: text += quoted(String(character))
  case let scalar as Unicode.Scalar: text += quoted(String(Character(scalar)))
  case let duration as Duration: text += exactText(of: duration)
  // The offset in code units, such as `6[utf8]`; older systems write the bits that are stored.
  case let index as String.Index: text += String(describing: index)
  case is Void: text += "()"
  case let range as any BoundedRange:
    let bounds = range.bounds
    write(bounds.lower, to: &text, at: context.inside)
    text += bounds.sign
    write(bounds.upper, to: &text, at: context.inside)
  case let array as any InlineElements: writeStructure(of: array.elements, to: &text, at: context)
  case let type as Any.Type: text += "\(type).self"
  default: writeStructure(of: value, to: &text, at: context)
  }
}

private func writeStructure(of value: Any, to text: inout String, at context: WritingContext) {
  if context.isStructural, isOfFoundation(type(of: value)), let encoded = encodedText(of: value) {
    text += encoded
    return
  }
  let mirror = Mirror(comparing: value)
  var context = context
  if mirror.displayStyle == .class {
    let object = ObjectIdentifier(value as AnyObject)
    guard !context.objects.contains(object) else {
      text += "…"
      return
    }
    context.objects.append(object)
  }
  func list(_ open: String, _ children: some Sequence<Mirror.Child>, _ close: String, writesLabels: Bool = true) {
    text += open
    for (index, child) in children.enumerated() {
      if index > 0 { text += ", " }
      if writesLabels, let label = child.label, !label.hasPrefix(".") { text += label + ": " }
      write(child.value, to: &text, at: context.inside)
    }
    text += close
  }
  switch mirror.displayStyle {
  case .optional:
    if let some = mirror.children.first {
      let inner = Mirror(reflecting: some.value).displayStyle == .optional ? nested(some.value, context) : ""
      // Without `.some(…)`, a nested `nil` would have the text of an outer `nil`.
      let isAmbiguous = inner == "nil" || inner.hasPrefix(".some(")
      if isAmbiguous { text += ".some(\(inner))" } else { write(some.value, to: &text, at: context) }
    } else {
      text += "nil"
    }
  case .collection:
    list("[", mirror.children, "]", writesLabels: false)
  case .set:
    let elements = mirror.children.map { nested($0.value, context) }
    text += "[" + (isOrdered(value) ? elements : elements.sorted()).joined(separator: ", ") + "]"
  case .dictionary:
    let entries = mirror.children.map { entry -> String in
      let pair = Mirror(reflecting: entry.value).children.map(\.value)
      return nested(pair[0], context) + ": " + nested(pair[1], context)
    }
    text +=
      entries.isEmpty ? "[:]" : "[" + (isOrdered(value) ? entries : entries.sorted()).joined(separator: ", ") + "]"
  case .tuple:
    list("(", mirror.children, ")")
  // The description of a coding key names its strings, and not its case.
  case .enum where context.ignoresDescription || value is any CodingKey:
    writeCase(of: value, mirror, to: &text, at: context)
  case .struct where context.isStructural && isWrittenByFields(value, mirror):
    list(shortName(of: mirror.subjectType) + "(", mirror.children, ")")
  case _ where value is any CustomStringConvertible:
    writeDescription(of: value, to: &text)
  case .enum:
    writeCase(of: value, mirror, to: &text, at: context)
  case .struct, .class, .foreignReference:
    guard !(mirror.children.isEmpty && mirror.displayStyle != .struct) else {
      text += shortName(of: mirror.subjectType)
      return
    }
    list(shortName(of: mirror.subjectType) + "(", mirror.children, ")")
  default:
    writeDescription(of: value, to: &text)
  }
}

/// Returns `true` for a set or a dictionary whose elements have an order that is a part of the value.
private func isOrdered(_ value: Any) -> Bool {
  value is any RandomAccessCollection || TypeShape.moduleName(of: type(of: value)) == "OrderedCollections"
}

private func writeDescription(of value: Any, to text: inout String) {
  let description = escaped(String(describing: value))
  DescriptionLog.current?.note(description, of: value)
  text += description
}

private func isWrittenByFields(_ value: Any, _ mirror: Mirror) -> Bool {
  !mirror.children.isEmpty && !(value is any CustomReflectable) && !isOfFoundation(mirror.subjectType)
    && TypeShape.moduleName(of: mirror.subjectType) != "Swift"
}

private func isOfFoundation(_ type: Any.Type) -> Bool {
  let module = TypeShape.moduleName(of: type)
  return module == "Foundation" || module == "FoundationEssentials"
}

private func writeCase(of value: Any, _ mirror: Mirror, to text: inout String, at context: WritingContext) {
  guard let payload = mirror.children.first, let name = payload.label else {
    let usesName = context.ignoresDescription || value is any CodingKey
    text += escaped(usesName ? enumCaseName(of: value) : String(describing: value))
    return
  }
  text += name
  if Mirror(reflecting: payload.value).displayStyle == .tuple {
    write(payload.value, to: &text, at: context.inside)
  } else {
    text += "("
    write(payload.value, to: &text, at: context.inside)
    text += ")"
  }
}

/// A duration in seconds without rounding; its own `description` rounds.
private func exactText(of duration: Duration) -> String {
  let (seconds, attoseconds) = duration.components
  var digits = String(attoseconds.magnitude)
  digits = String(repeating: "0", count: 18 - digits.count) + digits
  while digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
  return "\(duration < .zero ? "-" : "")\(seconds.magnitude).\(digits) seconds"
}

private func nested(_ value: Any, _ context: WritingContext) -> String {
  var text = ""
  write(value, to: &text, at: context.inside)
  return text
}

/// A type's name without the module and the types around it.
package func shortName(of type: Any.Type) -> String {
  // The same as String(describing:), without a search for a description.
  let name = _typeName(type, qualified: false)
  let isGeneric = name.utf8.contains(UInt8(ascii: "<"))
  guard !isGeneric, let point = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
  return String(name[name.utf8.index(after: point)...])
}

/// A type of modules that is written with another name than its own, such as a type alias.
package protocol NamedModule {
  static var moduleName: String { get }
}

/// The name of a program's module for people: the short name of its type. A type that is called `Module` gets the names of the
/// types around it as well, as in `Poppel.Module<Int, Message, Never>`.
package func moduleName(of type: Any.Type) -> String {
  if let named = type as? any NamedModule.Type { return named.moduleName }
  let name = shortName(of: type)
  guard name == "Module" || name.hasPrefix("Module<") else { return name }
  // A private or local type stands in a context without a name, which is written in brackets.
  let names = _typeName(type, qualified: true).prefix { $0 != "<" }.split(separator: ".")
    .filter { !$0.hasPrefix("(") }
  return (names.dropFirst().dropLast().map(String.init) + [name]).joined(separator: ".")
}

/// A type's name with the types around it, without the module; for a generic, private or local type, only its short name.
package func qualifiedName(of type: Any.Type) -> String {
  let name = String(reflecting: type)
  guard !name.contains("<"), !name.contains("(") else { return shortName(of: type) }
  return name.split(separator: ".").dropFirst().joined(separator: ".")
}
