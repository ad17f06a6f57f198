internal import Synchronization
internal import TEAText

/// A value as one line of Swift-like text: `typed("a")`, `Model(count: 1)`, `["a": 1]`.
///
/// Sets and dictionaries are sorted, because their order differs from run to run: numbers by size, the rest by text. A type's
/// own `description` is used and escaped, so that no value can break the line or control a terminal.
///
/// - Parameter limit: The approximate length, in bytes, of the longest text: further parts are replaced by their number.
package func literal(_ value: Any, upTo limit: Int = .max) -> String { written(value, WritingContext(limit: limit)) }

/// A value as text like ``literal(_:upTo:)``, and `true` where parts are left out.
func cutLiteral(_ value: Any, upTo limit: Int) -> (text: String, isCut: Bool) {
  let mark = CutMark()
  return (written(value, WritingContext(limit: limit, mark: mark)), mark.isCut)
}

/// The approximate length, in bytes, from which a text for people leaves out parts of a value; nobody reads a longer one.
package var shownLength: Int { 20_000 }

/// A message or a command as text: like ``literal(_:upTo:)``, but an enum with a `description` is written by case and payload.
///
/// The descriptions of the payload and its parts are still used.
package func caseLiteral(_ value: Any, upTo limit: Int = .max) -> String {
  written(value, WritingContext(ignoresDescription: true, limit: limit))
}

/// A value as text that can be read back: like ``caseLiteral(_:upTo:)``, but the parts are written by structure as well.
///
/// A `description` is used only for classes, for types of the standard library and of Foundation, and for structs without
/// children or with a mirror of their own.
package func structuralLiteral(_ value: Any) -> String {
  written(value, WritingContext(ignoresDescription: true, isStructural: true))
}

/// Collects the texts that `description` gave: free text, whose words are no names of the program.
///
/// Values that are written while there is a log are compared by their texts, so they are written to a greater depth.
package final class DescriptionLog: Sendable {
  @TaskLocal package static var current: DescriptionLog?

  /// The depth from which values are written as `…` while there is a log.
  package static var depthLimit: Int { 400 }

  private let contents = Mutex<(texts: Set<String>, types: Set<String>, isCut: Bool)>(([], [], false))

  package init() {}

  package var texts: Set<String> { contents.withLock { $0.texts } }
  /// The names of the types whose texts may leave a part out, such as that of a `description` or a function.
  package var types: Set<String> { contents.withLock { $0.types } }

  /// `true` if a part of a value was written as `…`, because the part is nested too deep or is an object inside of itself.
  package var isCut: Bool { contents.withLock { $0.isCut } }

  fileprivate func noteCut() { contents.withLock { $0.isCut = true } }

  fileprivate func note(_ text: String, of value: Any) {
    let type = type(of: value)
    if value is Bool || value is any Numeric && !TypeShape.isOfUser(type) { return }
    if text.contains(where: \.isLetter) { contents.withLock { _ = $0.texts.insert(text) } }
    // An encodable value of Foundation comes here only if its `description` leaves nothing out.
    let isWhole =
      TypeShape.moduleName(of: type) == "Swift" || TypeShape.isOfFoundation(type) && value is any Encodable & Decodable
      || TypeShape.isOfSystem(type) && value is any LosslessStringConvertible
    if !isWhole { noteHiddenPart(of: type) }
  }

  func noteHiddenPart(of type: Any.Type) { contents.withLock { _ = $0.types.insert(shortName(of: type)) } }

  /// Notes a user's type whose own mirror may lack parts. The mirror of a type with ignored parts lacks nothing else.
  package func noteMirror(of value: Any) {
    let type = type(of: value)
    if value is any CustomReflectable, !TypeShape.isOfLibrary(type), !TypeShape.mayHoldIgnored(type) {
      noteHiddenPart(of: type)
    }
  }
}

private final class CutMark {
  var isCut = false
}

private struct WritingContext {
  var depth = 0
  var ignoresDescription = false
  /// `true` if the descriptions of the parts are ignored as well.
  var isStructural = false
  /// The objects around the value. An object inside of itself is written as `…`.
  var objects: [ObjectIdentifier] = []
  /// The length of the text, in bytes, from which no further part is added.
  var limit = Int.max
  /// Receives the note that parts were left out; `nil` where the caller does not ask.
  var mark: CutMark?

  var nested: WritingContext {
    WritingContext(
      depth: depth + 1, ignoresDescription: isStructural, isStructural: isStructural, objects: objects, limit: limit,
      mark: mark)
  }

  /// The context of a part that is written apart from the text, and then added to it.
  func detached(from text: String) -> WritingContext {
    var context = nested
    if limit < .max { context.limit = max(0, limit - text.utf8.count) }
    return context
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

private func write(_ value: Any, to text: inout String, at context: WritingContext) {
  guard context.depth < context.depthLimit || context.depth < DescriptionLog.depthLimit && DescriptionLog.current != nil
  else {
    DescriptionLog.current?.noteCut()
    text += "…"
    return
  }
  switch value {
  case _ where type(of: value) == AnyHashable.self: write((value as! AnyHashable).base, to: &text, at: context)
  case let string as String: writeQuoted(string[...], to: &text, at: context)
  case let substring as Substring: writeQuoted(substring, to: &text, at: context)
  case let character as Character: text += quoted(String(character))
  case let scalar as Unicode.Scalar: text += quoted(String(Character(scalar)))
  case let duration as Duration: text += exactText(of: duration)
  // The offset in code units, such as `6[utf8]`; older systems write the bits that are stored.
  case let index as String.Index: text += String(describing: index)
  case is Void: text += "()"
  case let range as any BoundedRange:
    let bounds = range.bounds
    write(bounds.lower, to: &text, at: context.nested)
    text += bounds.sign
    write(bounds.upper, to: &text, at: context.nested)
  case let array as any InlineElements: writeStructure(of: array.elements, to: &text, at: context)
  case let type as Any.Type: text += "\(type).self"
  case let constant as any ConstantMetatype: text += "\(type(of: constant).value).self"
  default: writeStructure(of: value, to: &text, at: context)
  }
}

private func writeStructure(of value: Any, to text: inout String, at context: WritingContext) {
  let log = DescriptionLog.current
  // The `description` of a number leaves nothing out.
  if context.isStructural || log != nil && !(value is any Numeric), TypeShape.isOfFoundation(type(of: value)),
    let encoded = encodedText(of: value)
  {
    text += encoded
    return
  }
  log?.noteMirror(of: value)
  let mirror = Mirror(comparing: value)
  var context = context
  if mirror.displayStyle == .class {
    let object = ObjectIdentifier(value as AnyObject)
    guard !context.objects.contains(object) else {
      log?.noteCut()
      text += "…"
      return
    }
    context.objects.append(object)
    let superclasses = sequence(first: mirror, next: \.superclassMirror).dropFirst()
    if mirror.children.isEmpty || superclasses.contains(where: { !$0.children.isEmpty }) {
      log?.noteHiddenPart(of: type(of: value))
    }
  }
  func list(_ open: String, _ children: Mirror.Children, _ close: String, writesLabels: Bool = true) {
    text += open
    for (index, child) in children.enumerated() {
      if index > 0 { text += ", " }
      guard text.utf8.count < context.limit else {
        context.mark?.isCut = true
        text += "… and \(children.count - index) more"
        break
      }
      if writesLabels, let label = child.label, !label.hasPrefix(".") { text += label + ": " }
      write(child.value, to: &text, at: context.nested)
    }
    text += close
  }
  switch mirror.displayStyle {
  case .optional:
    if let some = mirror.children.first {
      let inner =
        Mirror(reflecting: some.value).displayStyle == .optional
        ? written(some.value, context.detached(from: text)) : ""
      // Without `.some(…)`, a nested `nil` would have the text of an outer `nil`.
      let isAmbiguous = inner == "nil" || inner.hasPrefix(".some(")
      if isAmbiguous { text += ".some(\(inner))" } else { write(some.value, to: &text, at: context) }
    } else {
      text += "nil"
    }
  case .collection:
    list("[", mirror.children, "]", writesLabels: false)
  case .set:
    let elementContext = context.detached(from: text)
    writeEntries(of: value, mirror, to: &text, at: context, minLength: 3) { written($0, elementContext) }
  case .dictionary:
    if mirror.children.isEmpty {
      text += "[:]"
    } else {
      let partContext = context.detached(from: text)
      writeEntries(of: value, mirror, to: &text, at: context, minLength: 6) { entry in
        let pair = Mirror(reflecting: entry).children.map(\.value)
        return written(pair[0], partContext) + ": " + written(pair[1], partContext)
      }
    }
  case .tuple:
    list("(", mirror.children, ")")
  // The description of a coding key names its strings, and not its case.
  case .enum where context.ignoresDescription || value is any CodingKey:
    writeCase(of: value, mirror, to: &text, at: context)
  case .struct where context.isStructural && isWrittenByFields(value, mirror):
    list(shortName(of: mirror.subjectType) + "(", mirror.children, ")")
  case _ where value is any CustomStringConvertible:
    writeDescription(of: value, to: &text, at: context)
  case .enum:
    writeCase(of: value, mirror, to: &text, at: context)
  case .struct, .class, .foreignReference:
    guard !mirror.children.isEmpty || mirror.displayStyle == .struct else {
      return text += (value as? AnyKeyPath).flatMap { pathText(of: $0) } ?? shortName(of: mirror.subjectType)
    }
    let children = context.isStructural ? mirror.children : mirror.propertyChildren
    list(shortName(of: mirror.subjectType) + "(", children, ")")
  default:
    writeDescription(of: value, to: &text, at: context)
  }
}

/// Returns `true` for a set or a dictionary whose elements have an order that is a part of the value.
private func isOrdered(_ value: Any) -> Bool {
  value is any RandomAccessCollection || TypeShape.moduleName(of: type(of: value)) == "OrderedCollections"
}

private func writeDescription(of value: Any, to text: inout String, at context: WritingContext) {
  let description = String(describing: value)
  let room = max(0, context.limit - text.utf8.count)
  let isWhole = description.utf8.count <= room
  if !isWhole { context.mark?.isCut = true }
  let shownDescription = escaped(isWhole ? description : String(description.prefix(room)))
  DescriptionLog.current?.note(shownDescription, of: value)
  text += isWhole ? shownDescription : shownDescription + "…"
}

private func isWrittenByFields(_ value: Any, _ mirror: Mirror) -> Bool {
  !mirror.children.isEmpty && !(value is any CustomReflectable) && !TypeShape.isOfFoundation(mirror.subjectType)
    && TypeShape.moduleName(of: mirror.subjectType) != "Swift"
}

private func writeCase(of value: Any, _ mirror: Mirror, to text: inout String, at context: WritingContext) {
  guard let payload = mirror.children.first, let name = payload.label else {
    let usesName = context.ignoresDescription || value is any CodingKey || value is any CustomDebugStringConvertible
    text += escaped(usesName ? enumCaseName(of: value) : String(describing: value))
    return
  }
  text += name
  if Mirror(reflecting: payload.value).displayStyle == .tuple {
    write(payload.value, to: &text, at: context.nested)
  } else {
    text += "("
    write(payload.value, to: &text, at: context.nested)
    text += ")"
  }
}

/// A duration in seconds without rounding; its own `description` rounds.
private func exactText(of duration: Duration) -> String {
  // `components` traps beyond the seconds that an `Int64` holds.
  let (seconds, attoseconds) = duration.attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
  var digits = String(attoseconds.magnitude)
  digits = String(repeating: "0", count: 18 - digits.count) + digits
  while digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
  return "\(duration < .zero ? "-" : "")\(seconds.magnitude).\(digits) seconds"
}

private func written(_ value: Any, _ context: WritingContext) -> String {
  var text = ""
  write(value, to: &text, at: context)
  return text
}

/// The key that sorts elements and entries by their texts: those that begin with a number by its size, then the others.
func sortKey(ofEntry text: String) -> (number: Double, text: String) {
  (Double(text.prefix { $0.isASCII && ($0.isNumber || "+-.e".contains($0)) }) ?? .infinity, text)
}

func sortedEntries(_ entries: [String]) -> [String] {
  entries.map(sortKey).sorted(by: <).map(\.text)
}

/// Writes the elements of a set or the entries of a dictionary, sorted where they have no order of their own.
///
/// The entries that fit are written, and then the number of the others. If entries to be sorted cannot all fit, only their
/// number is written: sorting would need the texts of all.
///
/// - Parameter minLength: The length, in bytes, of the shortest entry with its separator.
private func writeEntries(
  of value: Any, _ mirror: Mirror, to text: inout String, at context: WritingContext, minLength: Int,
  _ describe: (Any) -> String
) {
  let (count, isOrdered) = (mirror.children.count, isOrdered(value))
  var room = max(0, context.limit - text.utf8.count)
  guard isOrdered || count <= room / minLength else {
    context.mark?.isCut = true
    return text += "[… \(count) entries]"
  }
  var entries: [String] = []
  for entry in mirror.children where !isOrdered || room > 0 {
    entries.append(describe(entry.value))
    if isOrdered { room -= entries.last!.utf8.count + 2 }
  }
  if !isOrdered { entries = sortedEntries(entries) }
  text += "["
  defer { text += "]" }
  for (index, entry) in entries.enumerated() {
    if index > 0 { text += ", " }
    guard text.utf8.count < context.limit else {
      context.mark?.isCut = true
      return text += "… and \(count - index) more"
    }
    text += entry
  }
  guard entries.count < count else { return }
  context.mark?.isCut = true
  text += ", … and \(count - entries.count) more"
}

private func writeQuoted(_ string: Substring, to text: inout String, at context: WritingContext) {
  let room = max(0, context.limit - text.utf8.count)
  guard string.utf8.count > room else { return text += quoted(String(string)) }
  context.mark?.isCut = true
  text += quoted(String(string.prefix(room))) + "…"
}

/// A type's name without the module and the types around it.
package func shortName(of type: Any.Type) -> String {
  // The same as String(describing:), without a search for a description.
  let name = _typeName(type, qualified: false)
  let isGeneric = name.utf8.contains(UInt8(ascii: "<"))
  guard !isGeneric, let point = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
  return String(name[name.utf8.index(after: point)...])
}

/// A module type that chooses its name in reports, for example the name of a type alias.
package protocol NamedModule {
  static var moduleName: String { get }
}

/// The name of a program's module for people: the short name of its type.
///
/// The name of a type that is called `Module` includes the types around it, as in `Poppel.Module<Int, Message, Never>`, unless
/// one of them is generic.
package func moduleName(of type: Any.Type) -> String {
  if let named = type as? any NamedModule.Type { return named.moduleName }
  let name = shortName(of: type)
  guard name == "Module" || name.hasPrefix("Module<") else { return name }
  // A private or local type stands in a context without a name, which is written in brackets.
  let names = _typeName(type, qualified: true).prefix { $0 != "<" }.split(separator: ".")
    .filter { !$0.hasPrefix("(") }
  return (names.dropFirst().dropLast().map(String.init) + [name]).joined(separator: ".")
}

/// A type's name with the types and the module around it. A private or local type stands in a context without a name, which is
/// left out.
package func fullName(of type: Any.Type) -> String {
  _typeName(type, qualified: true).split(separator: ".").filter { !$0.hasPrefix("(") }.joined(separator: ".")
}

/// A type's name with the types around it, without the module; for a generic, private or local type, only its short name.
package func qualifiedName(of type: Any.Type) -> String {
  let name = String(reflecting: type)
  guard !name.contains("<"), !name.contains("(") else { return shortName(of: type) }
  return name.split(separator: ".").dropFirst().joined(separator: ".")
}
